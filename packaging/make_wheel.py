#!/usr/bin/env python3
"""Makes the wheel of an installed folder: the Python module, the program without windows, its libraries and its assets.

Usage: make_wheel.py PREFIX VERSION FOLDER. PREFIX contains lib/warpstage and share/warpstage. SOURCE_DATE_EPOCH: time of all files. The same
folder gives the same bytes. Prints the name of the wheel. Its tag is the platform of the newest glibc that a file requires.
"""
import base64
import hashlib
import os
import pathlib
import shutil
import stat
import sys
import tempfile
import time
import zipfile

import bundle_libraries

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The desktop program, Qt and its libraries are left out: the wheel has no windows.
PROGRAMS = ["warpstage", "warpstage-compiler"]
LIBRARIES = ["libwarpstage_cub.so"]
# What the tag promises (PEP 600; the list of auditwheel for manylinux_2_35); every other library is in the wheel, because containers and hosted
# notebooks have few. That of Debian 12 for XML would require glibc 2.36, which hosted notebooks on Ubuntu 22.04 lack.
SYSTEM = ["ld-linux-x86-64.so.2", "libc.so.6", "libdl.so.2", "libgcc_s.so.1", "libm.so.6", "libpthread.so.0", "librt.so.1", "libstdc++.so.6",
          "libexpat.so.1"]
METADATA = """\
Metadata-Version: 2.1
Name: warpstage
Version: {version}
Summary: Runs CUDA kernels without a GPU and shows what warps, banks and sectors do
License: Apache-2.0
Requires-Python: >=3.10
Requires-Dist: numpy>=1.24
Provides-Extra: nvrtc
Requires-Dist: nvidia-cuda-nvrtc>=13; extra == "nvrtc"
Provides-Extra: stage
Requires-Dist: anywidget>=0.9; extra == "stage"
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: warpstage\nRoot-Is-Purelib: false\nTag: {tag}\n"
ENTRY_POINTS = "[console_scripts]\nwarpstage = warpstage._program:main\n"


def collect(prefix, package):
    """Copies the module and the program to `package`; returns the copied libraries of the distribution."""
    shutil.copytree(ROOT / "python" / "warpstage", package, ignore=shutil.ignore_patterns("__pycache__"))
    installed, program = prefix / "lib" / "warpstage", package / "program"
    program.mkdir()
    for name in PROGRAMS:
        shutil.copy(installed / name, program / name)
    for name in LIBRARIES:
        if (installed / name).exists():
            shutil.copy(installed / name, program / name)
    if (installed / "runtime").exists():
        shutil.copytree(installed / "runtime", program / "runtime")
    shutil.copytree(prefix / "share" / "warpstage" / "assets", program / "assets")
    copied = []
    bundle_libraries.copy_libraries(program, copied, opened=[], of_system=SYSTEM.__contains__)
    return copied


def tag_of(program):
    """The platform that has all symbol versions: manylinux_2_35 has GLIBC 2.35, and its C++ library has GLIBCXX 3.4.30."""
    versions = bundle_libraries.required_versions(program)
    for name in ("GLIBCXX", "CXXABI"):
        numbers, file = versions.get(name, ((), ""))
        if numbers > bundle_libraries.OLDEST[name]:
            sys.exit(f"make_wheel.py: {file} requires {name} {'.'.join(map(str, numbers))}, which no platform tag promises")
    return "py3-none-manylinux_{}_{}_x86_64".format(*max(versions["GLIBC"][0], bundle_libraries.OLDEST["GLIBC"]))


def record_line(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def write(wheel, tree, record):
    """All files in the order of their names; RECORD last, as the format recommends."""
    when = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    lines = ""
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        def add(name, content, mode):
            info = zipfile.ZipInfo(name, when)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (stat.S_IFREG | mode) << 16
            archive.writestr(info, content)

        for file in sorted(path for path in tree.rglob("*") if path.is_file()):
            name, content = file.relative_to(tree).as_posix(), file.read_bytes()
            add(name, content, 0o755 if file.name in PROGRAMS or file.parent.name == "tools" else 0o644)
            lines += record_line(name, content)
        add(record, (lines + f"{record},,\n").encode(), 0o644)


def main():
    prefix, version, folder = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    with tempfile.TemporaryDirectory() as name:
        tree = pathlib.Path(name)
        copied = collect(prefix, tree / "warpstage")
        tag = tag_of(tree / "warpstage" / "program")
        info = tree / f"warpstage-{version}.dist-info"
        bundle_libraries.copy_licenses(info / "licenses", copied, [ROOT / "LICENSE", ROOT / "NOTICE"])
        for file, text in (("METADATA", METADATA), ("WHEEL", WHEEL), ("entry_points.txt", ENTRY_POINTS)):
            (info / file).write_text(text.format(version=version, tag=tag), encoding="utf-8")
        wheel = f"warpstage-{version}-{tag}.whl"
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / wheel, tree, f"{info.name}/RECORD")
    print(wheel)


if __name__ == "__main__":
    main()
