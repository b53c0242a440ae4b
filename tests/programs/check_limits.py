#!/usr/bin/env python3
"""Commands where no or few threads and processes can be started: they work, or a sentence names the limit. None is ended by a signal or hangs.

Usage: check_limits.py WARPSTAGE PROGRAM. PROGRAM: for `warpstage exec`. Root has no such limit, and gives up its rights first.
"""
import itertools
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

WARPSTAGE, PROGRAM = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
STAGE = ["--lesson", "reduction", "--engine", "vm", "--set", "n=4096", "--offscreen", "64x64", "--frames", "1"]
KERNEL = "__global__ void k(float* a) { a[0] = 1; }\n"
failed = 0
first_user = 0x40000000 + os.getpid() * 256  # a user of its own for each command: threads of other processes do not count


def check(good, what):
    global failed
    failed += not good
    print(f"{'ok      ' if good else 'FAILED  '}{what}", flush=True)


def limited(threads, user):
    resource.setrlimit(resource.RLIMIT_NPROC, (threads, threads))
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        (pathlib.Path(folder) / "k.cu").write_text(KERNEL)
        environment = dict(os.environ, HOME=folder)
        environment.pop("LP_NUM_THREADS", None)
        users = itertools.count(first_user)
        for threads in (0, 1, 2, 3, 5, 8, 17, 20):
            for works, words in ((True, ["list"]), (True, ["check", "reduction", "--set", "n=4096"]), (True, STAGE),
                                 (True, ["figure", "banks", "transpose", "tiled", "-o", f"{folder}/banks.svg"]),
                                 (False, ["run", "k.cu", "--arg", "f32[1]=out"]), (False, ["exec", PROGRAM]), (False, ["exec", "k.cu"]),
                                 (False, ["machine-code", "reduction", "reduce1"])):
                user = next(users)
                what = f"`ulimit -u {threads}`, `{' '.join(words[:2])}`"
                try:
                    done = subprocess.run([WARPSTAGE, *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                          timeout=120, preexec_fn=lambda: limited(threads, user))
                except subprocess.TimeoutExpired:
                    check(False, f"{what} hangs")
                    continue
                said = done.stderr.strip().splitlines()[-1:] or [""]
                check(done.returncode == 0 or (not works and 0 < done.returncode < 70), f"{what}: status {done.returncode} {said[0][:120]}")
                if threads == 0 and not works:
                    check("`ulimit -u`" in done.stderr or "requires" in done.stderr, f"{what}: the limit is named")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
