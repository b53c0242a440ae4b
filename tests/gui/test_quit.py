#!/usr/bin/env python3
"""The program ends within two seconds after Ctrl+Q, whatever it computes, and remembers what was shown.

Usage: test_quit.py PROGRAM. Exit status 77 if this computer has no Xvfb, openbox, xdotool or ImageMagick.
"""
import sys
import time

from desk import Desk, run, wait_for, xvfb

LONGEST = 2.0  # seconds
# What is computed when the program is left: the arguments, and the keys that start more.
CASES = {
    "a step of a million bodies": (["--lesson", "nbody", "--set", "n=1048576"], []),
    "the largest input of a lesson, with estimates of all variants": (["--lesson", "transpose", "--set", "n=8192"], []),
    "the SM model of a large input": (["--lesson", "reduction", "--set", "n=16777216"], ["q"]),
    "counters of a whole step": (["--lesson", "transpose", "--set", "n=4096"], ["t"]),
    "a change of lesson with new input": (["--lesson", "nbody", "--set", "n=1048576"], ["Tab"]),
}


def check(program, folder):
    times = {}
    for number, (what, (arguments, keys)) in enumerate(CASES.items()):
        with Desk(folder / str(number), xvfb("1600x1000")) as window:
            window.start(program, *arguments)
            time.sleep(1.5)  # the step and the estimates have begun
            window.press(*keys)
            window.expect_running()
            began = time.monotonic()
            window.press("ctrl+q")
            wait_for(lambda: window.program.poll() is not None, 60, f"leaving {what}")
            times[what] = time.monotonic() - began
            assert window.program.returncode == 0, f"{what}: status {window.program.returncode}"
            assert window.remembered("session.txt"), f"{what}: nothing is remembered"
    for what, seconds in times.items():
        print(f"{seconds:.2f} s: {what}")
    slow = {what: seconds for what, seconds in times.items() if seconds > LONGEST}
    assert not slow, f"longer than {LONGEST} s: {slow}"


if __name__ == "__main__":
    sys.exit(run(check, "the program ends whatever it computes"))
