#!/bin/sh
# Installs a package into a clean root of Debian 12, runs its programs, removes it, and checks for remaining files.
# Usage, as root: check_in_clean_root.sh PACKAGE.deb FOLDER [PICTURE.png]. FOLDER becomes the root (debootstrap), or is one from an
# earlier run. Exit status 1 if a step fails or files remain.
set -eu

package=$1
root=$2
picture=${3:-}

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
# All files except those of apt and dpkg, and logs.
files() { (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./var/cache -o -path ./var/log \
    -o -path ./var/lib/apt -o -path ./var/lib/dpkg \) -prune -o -print | sort); }

[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase bookworm "$root" ${MIRROR:+"$MIRROR"} > /dev/null
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
inside apt-get update -q > /dev/null
# The software renderer of OpenGL replaces a graphics driver.
inside apt-get install -q -y --no-install-recommends libgl1-mesa-dri > /dev/null
files > "$root/tmp/before"
inside dpkg-query -W -f '${Package}\n' > "$root/tmp/packages-before"

cp "$package" "$root/tmp/warpstage.deb"
inside apt-get install -q -y --no-install-recommends /tmp/warpstage.deb > "$root/tmp/install.log" 2>&1 || { tail "$root/tmp/install.log"; exit 1; }
echo "package: $(wc -c < "$package") bytes; installed: $(inside dpkg-query -W -f '${Installed-Size}' warpstage) KiB;" \
    "brings $(inside dpkg-query -W -f '${Package}\n' | grep -vxFf "$root/tmp/packages-before" | grep -vc '^warpstage$') other packages"
inside warpstage --version
inside warpstage check reduction --set n=65536 | tail -n 3
inside warpstage --lesson reduction --set n=65536 --offscreen 1280x720 --frames 30 --screenshot /tmp/picture.png
[ -z "$picture" ] || cp "$root/tmp/picture.png" "$picture"

inside apt-get purge -q -y --autoremove warpstage > "$root/tmp/remove.log" 2>&1 || { tail "$root/tmp/remove.log"; exit 1; }
# Files that the program wrote for its user are not removed.
rm -rf "$root/root/.cache" "$root/root/.config"
files > "$root/tmp/after"
left=$(diff "$root/tmp/before" "$root/tmp/after" | grep '^>' || true)
packages=$(inside dpkg-query -W -f '${Package}\n' | grep -vxFf "$root/tmp/packages-before" || true)
[ -z "$left$packages" ] || { printf 'left behind:\n%s\n%s\n' "$left" "$packages"; exit 1; }
echo "no files remain"
