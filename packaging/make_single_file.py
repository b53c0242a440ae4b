#!/usr/bin/env python3
"""Makes the single-file program: the launcher, followed by an archive of a folder (packaging/launcher/archive.h).

Usage: make_single_file.py LAUNCHER FOLDER OUTPUT [LEVEL]. LEVEL: compression of zstd, 1 to 19 (default: 19). Needs the program zstd. The
same folder gives the same bytes.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys


def listed(folder):
    """(line of the list, file or None) for everything in the folder; a folder precedes its files."""
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix().split("/")):
        name = path.relative_to(folder).as_posix()
        if "\t" in name or "\n" in name:
            sys.exit(f"make_single_file.py: {name!r}: no tabs and line ends in names")
        if path.is_symlink():
            yield f"l\t0\t0\t{name}\t{os.readlink(path)}\n", None
        elif path.is_dir():
            yield f"d\t755\t0\t{name}\t\n", None
        else:
            mode = "755" if path.stat().st_mode & 0o100 else "644"
            yield f"f\t{mode}\t{path.stat().st_size}\t{name}\t\n", path


def main():
    launcher, folder, output = (pathlib.Path(word) for word in sys.argv[1:4])
    level = sys.argv[4] if len(sys.argv) > 4 else "19"
    entries = list(listed(folder))
    text = "".join(line for line, _ in entries).encode()
    unfinished = output.with_name(output.name + ".part")
    with unfinished.open("wb") as file:
        file.write(launcher.read_bytes())
        start = file.tell()
        file.flush()
        # The standard input has no known size, so the frame does not depend on how it is read. One thread: the same bytes everywhere.
        zstd = subprocess.Popen(["zstd", "-q", f"-{level}", "--check", "--single-thread", "-c"], stdin=subprocess.PIPE, stdout=file)
        key = hashlib.sha256(text)
        for _, path in entries:
            if path:
                with path.open("rb") as content:
                    while piece := content.read(1 << 20):
                        key.update(piece)
                        zstd.stdin.write(piece)
        zstd.stdin.close()
        if zstd.wait() != 0:
            sys.exit("make_single_file.py: zstd failed")
        file.seek(0, os.SEEK_END)
        frame = file.tell() - start
        file.write(text)
        file.write(f"WSFILE1 {start:016x} {frame:016x} {len(text):016x} {key.hexdigest()[:32]}\n".encode())
    unfinished.chmod(0o755)
    shutil.move(unfinished, output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
