#!/usr/bin/env python3
"""Makes the Debian package of an installed folder.

Usage: make_deb.py PREFIX VERSION OUTPUT. PREFIX is what is installed in /usr. SOURCE_DATE_EPOCH: time of all files. The same folder gives
the same bytes. Dependencies are the libraries that are not in the folder, with the versions that dpkg-shlibdeps finds.
"""
import email.utils
import gzip
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
MAINTAINER = "warpstage contributors <warpstage@localhost>"
CONTROL = """\
Package: warpstage
Version: {version}
Architecture: amd64
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: libgl1-mesa-dri, libcurl4, fonts-noto-core, fonts-noto-cjk
Section: education
Priority: optional
Description: desktop program for teaching CUDA
 Runs real CUDA kernels on an NVIDIA GPU or on its own PTX virtual machine and
 shows what warps, shared-memory banks and memory sectors do while they run.
 Neither a GPU nor a driver is needed. Qt, GLFW and fonts are included, so that
 the package runs on Debian 12 and Ubuntu 22.04 and later releases of both.
"""
# Opened at run time, so no tool detects them.
OPENED = ["libegl1", "libgl1", "fontconfig"]
CHANGELOG = """\
warpstage ({version}) unstable; urgency=medium

  * See NEWS for the changes of this release.

 -- {maintainer}  {date}
"""


def dependencies(root):
    """ "libc6 (>= 2.35), ..." of all programs and libraries in the folder."""
    with tempfile.TemporaryDirectory() as folder:
        debian = pathlib.Path(folder) / "debian"
        debian.mkdir()
        (debian / "control").write_text("Source: warpstage\n\nPackage: warpstage\nArchitecture: amd64\n", encoding="utf-8")
        # Libraries whose packages state the version of the whole library; the functions that are used exist in every version.
        shutil.copyfile(HERE / "shlibs.local", debian / "shlibs.local")
        folders = sorted({file.parent for file in root.rglob("*.so*")})
        inside = [file.stem for file in sorted((root / "usr/share/doc/warpstage/libraries").glob("*.txt"))]
        files = [file for file in sorted(root.rglob("*")) if file.is_file() and not file.is_symlink() and file.open("rb").read(4) == b"\x7fELF"]
        done = subprocess.run(["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0", *(f"-x{package}" for package in [*inside, "qt6-base-abi"]),
                               *(f"-l{path.resolve()}" for path in folders),
                               *(f"-e{file.resolve()}" for file in files)], cwd=folder, check=True, capture_output=True, text=True)
    return sorted(set(re.sub(r"^shlibs:Depends=", "", done.stdout.strip()).split(", ")) | set(OPENED))


def compress(file):
    file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
    file.unlink()


def add_documents(root, version, epoch):
    folder = root / "usr/share/doc/warpstage"
    changelog = folder / "changelog"
    changelog.write_text(CHANGELOG.format(version=version, maintainer=MAINTAINER, date=email.utils.formatdate(epoch)), encoding="utf-8")
    compress(changelog)
    shutil.copyfile(HERE.parent / "CHANGELOG.md", folder / "NEWS")
    compress(folder / "NEWS")
    overrides = root / "usr/share/lintian/overrides"
    overrides.mkdir(parents=True)
    shutil.copyfile(HERE / "lintian-overrides", overrides / "warpstage")


def set_modes(root, epoch):
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def main():
    prefix, version, output = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "root"
        shutil.copytree(prefix, root / "usr", symlinks=True)
        add_documents(root, version, epoch)
        files = [file for file in sorted(root.rglob("*")) if file.is_file() and not file.is_symlink()]
        size = sum((file.stat().st_size + 1023) // 1024 for file in files)
        depends = dependencies(root)
        control = root / "DEBIAN"
        control.mkdir()
        (control / "control").write_text(CONTROL.format(version=version, maintainer=MAINTAINER, size=size, depends=", ".join(depends)),
                                         encoding="utf-8")
        sums = (f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(root).as_posix()}\n" for file in files)
        (control / "md5sums").write_text("".join(sums), encoding="utf-8")
        set_modes(root, epoch)
        # xz: dpkg of every distribution reads it. One thread: the same bytes everywhere.
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--build", root, output], check=True, stdout=subprocess.DEVNULL,
                       env=os.environ | {"DPKG_DEB_THREADS_MAX": "1"})
    print(f"depends on {', '.join(depends)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
