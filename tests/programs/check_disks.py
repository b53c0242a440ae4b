#!/usr/bin/env python3
"""Commands whose home, temporary folder and output lie on a full disk and on one that is read-only: they work, or end with a sentence. None
is ended by a signal, hangs, or leaves a part of a file behind.

Usage: check_disks.py WARPSTAGE PROGRAM. PROGRAM: for `warpstage exec`. The disks are mounted in a name space of their own; exit status 77
where the system does not permit that.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

WARPSTAGE, PROGRAM = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
OWN_MOUNTS = ["unshare", "--user", "--map-root-user", "--mount"]
KERNEL = "__global__ void k(float* a) { a[0] = 1; }\n"
PROGRAM_TEXT = "#include <cstdio>\n__global__ void k() { }\nint main() { k<<<1, 32>>>(); return cudaDeviceSynchronize(); }\n"
STAGE = ["--lesson", "reduction", "--engine", "vm", "--set", "n=4096", "--offscreen", "320x200", "--frames", "2"]
failed = 0


def commands(disk, beside):
    """Whether the command writes (it must refuse), does not (it must work) or may (None), and its words."""
    return [(False, ["list"]), (False, ["check", "reduction", "--set", "n=4096"]), (False, STAGE), (True, [*STAGE, "--screenshot", f"{disk}/stage.png"]),
            (True, ["figure", "banks", "transpose", "tiled", "-o", f"{disk}/banks.svg"]),
            (True, ["figure", "banks", "transpose", "tiled", "-o", f"{disk}/banks.png"]),
            (True, ["figure", "banks", "transpose", "tiled", "-o", f"{disk}/banks.pdf"]), (True, ["report", "transpose", "-o", f"{disk}/report.html"]),
            (True, ["trajectory", "nbody", "global", "--set", "n=256", "-o", f"{disk}/bodies.csv"]), (True, ["new-lesson", "mine"]),
            (True, ["course", "-o", f"{disk}/course", "--no-handouts"]), (True, ["grade", f"{beside}/class", "-o", f"{disk}/grades.csv"]),
            (True, ["capture", "-o", f"{disk}/k.warpstage", PROGRAM]), (True, ["exec", f"{beside}/program.cu"]), (None, ["exec", PROGRAM]),
            (False, ["run", f"{beside}/k.cu", "--arg", "f32[1]=out"])]


def check(good, what):
    global failed
    failed += not good
    print(f"{'ok      ' if good else 'FAILED  '}{what}", flush=True)


def files_of(disk):
    return {path: path.stat().st_size for path in disk.rglob("*") if path.is_file() and path.name != "filling"}


def try_commands(name, disk, beside):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
    environment.update(HOME=str(disk), TMPDIR=str(disk), QT_QPA_PLATFORM="offscreen")
    for writes, words in commands(disk, beside):
        before = files_of(disk)
        what = f"{name}, `{' '.join(words[:2])}`"
        try:
            done = subprocess.run([WARPSTAGE, *words], cwd=disk, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            check(False, f"{what} hangs")
            continue
        said = (done.stderr.strip().splitlines() or [""])[-1]
        works, refuses = done.returncode == 0, 0 < done.returncode < 70 and len(said) > 20
        good = works or refuses if writes is None else refuses if writes else works
        check(good and "no such launch" not in said, f"{what}: status {done.returncode} {said.replace(str(disk), 'DISK')[:150]}")
        left = {path: size for path, size in files_of(disk).items() if before.get(path) != size}
        check(not left, f"{what}: leaves {', '.join(path.name for path in left) or 'nothing'}")


def with_disks(folder):
    beside = folder / "beside"
    (beside / "class" / "student").mkdir(parents=True)
    (beside / "class" / "student" / "kernels.cu").write_text(KERNEL)
    (beside / "k.cu").write_text(KERNEL)
    (beside / "program.cu").write_text(PROGRAM_TEXT)
    full, fixed = folder / "full", folder / "fixed"
    for disk in (full, fixed):
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(disk)], check=True)
    with open(full / "filling", "wb", buffering=0) as filling:
        try:
            while True:
                filling.write(bytes(4096))
        except OSError:
            pass
    subprocess.run(["mount", "-o", "remount,ro", str(fixed)], check=True)
    try_commands("full disk", full, beside)
    try_commands("read-only disk", fixed, beside)


def main():
    if len(sys.argv) > 3:
        with_disks(pathlib.Path(sys.argv[3]))
        return 1 if failed else 0
    if subprocess.run([*OWN_MOUNTS, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False).returncode != 0:
        print("skipped: this system does not permit mounts in a name space of one's own")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([*OWN_MOUNTS, sys.executable, *sys.argv, folder], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
