#!/bin/bash
# Tries a package in a root that has what every desktop has: installs it, runs it as a user, removes it, and looks for what remains.
# Usage, as root: check_in_clean_root.sh PACKAGE ROOT [SUITE [MIRROR]]. PACKAGE: .deb or .tar.xz. ROOT: an existing root of Debian or
# Ubuntu, or a folder that debootstrap fills with SUITE. The pictures are copied to ROOT.pictures. Exit status 1 if a step fails or files remain.
set -eu

package=$1 root=$2 suite=${3:-bookworm} mirror=${4:-}
pictures=$root.pictures
user=/home/lecturer

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() { chroot --userspec=1000:1000 "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=$user LC_ALL=C.UTF-8 "$@"; }
apt_install() { inside apt-get install -q -y --no-install-recommends "$@" >"$root/var/log/check.log" 2>&1 || { tail "$root/var/log/check.log"; exit 1; }; }
# All files except those of apt and dpkg, and logs.
files() { (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./var/cache -o -path ./var/log \
    -o -path ./var/lib/apt -o -path ./var/lib/dpkg \) -prune -o -print | sort); }

[[ -e $root/etc/os-release ]] || debootstrap --variant=minbase "$suite" "$root" ${mirror:+"$mirror"} >/dev/null
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
. "$root/etc/os-release"
inside apt-get update -q >/dev/null
# The software renderer replaces a graphics driver, Xvfb a screen. The others are on every desktop; a .deb brings what is missing.
apt_install libgl1-mesa-dri xvfb xauth
[[ $package == *.deb ]] || apt_install libegl1 libgl1 fontconfig libfontconfig1 libfreetype6 libharfbuzz0b libglib2.0-0 libdbus-1-3 libssl3 \
    libx11-6 libx11-xcb1 libxext6 libxfixes3 libxcb-glx0 libxcb-randr0 libxcb-shm0 libxcb-sync1 libxcb-xfixes0 libwayland-client0
[[ $package != *.tar.xz ]] || apt_install xz-utils
mkdir -p "$root/$user" "$pictures"
chown 1000:1000 "$root/$user"
files >"$root/tmp/before"
inside dpkg-query -W -f '${Package}\n' >"$root/tmp/packages-before"

case $package in
  *.deb)
    cp "$package" "$root/tmp/warpstage.deb"
    apt_install /tmp/warpstage.deb
    program=warpstage libraries=/usr/lib/warpstage
    echo "$PRETTY_NAME: .deb, $(stat -c %s "$package") bytes; installed: $(inside dpkg-query -W -f '${Installed-Size}' warpstage) KiB;" \
        "brings $(inside dpkg-query -W -f '${Package}\n' | grep -vxFf "$root/tmp/packages-before" | grep -vc '^warpstage$') other packages" ;;
  *.tar.xz)
    tar -xJf "$package" -C "$root/$user" --no-same-owner
    program=$user/$(basename "$(echo "$root/$user"/warpstage-*)")/bin/warpstage
    libraries=${program%/bin/*}/lib/warpstage
    echo "$PRETTY_NAME: .tar.xz, $(stat -c %s "$package") bytes; unpacked: $(du -sk "$root/$user" | cut -f1) KiB" ;;
  *) echo "$package: neither .deb nor .tar.xz" >&2; exit 2 ;;
esac

as_user "$program" --version | head -n 1
as_user "$program" check reduction --set n=65536 | tail -n 1
as_user "$program" --lesson reduction --set n=65536 --offscreen 1280x720 --frames 30 --screenshot $user/offscreen.png
as_user xvfb-run -a -s '-screen 0 1280x800x24' "$program" --lesson reduction --set n=65536 --console --frames 60 --screenshot $user/window.png
as_user "$program" figure banks transpose tiled -o $user/banks.pdf
as_user "$program" web -o $user/site >/dev/null
test -s "$root/$user/site/index.html"
echo "pictures, a window with the console, a PDF file and the web edition were made"
cp "$root/$user"/*.png "$root/$user"/*.pdf "$pictures"
missing=$(inside LD_LIBRARY_PATH="$libraries" find "$libraries" -name '*.so*' -exec ldd {} + | grep 'not found' || true)
[[ -z $missing ]] || { echo "libraries are missing: $missing"; exit 1; }

case $package in
  *.deb) inside apt-get purge -q -y --autoremove warpstage >"$root/var/log/check.log" 2>&1 || { tail "$root/var/log/check.log"; exit 1; } ;;
  *.tar.xz) rm -r "$root/$user"/warpstage-* ;;
esac
# Files that the program wrote for its user: docs/installation.md.
rm -rf "$root/$user"/.cache/{warpstage,mesa_shader_cache*,fontconfig,qtshadercache*} "$root/$user"/.config/warpstage "$root/$user"/.local/{share,state}/warpstage "$root/$user"/{*.png,*.pdf,site}
find "$root/$user" -mindepth 1 -depth -type d -empty -delete
files >"$root/tmp/after"
left=$(diff "$root/tmp/before" "$root/tmp/after" | grep '^>' || true)
packages=$(inside dpkg-query -W -f '${Package}\n' | grep -vxFf "$root/tmp/packages-before" || true)
[[ -z $left$packages ]] || { printf 'left behind:\n%s\n%s\n' "$left" "$packages"; exit 1; }
echo "no files remain"
