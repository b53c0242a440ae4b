#!/usr/bin/env python3
"""Explanations of launches that go on: check_waits.py WARPSTAGE WAITS

`--explain-after` prints who waits where and goes on, Ctrl+C prints it and ends the program.
"""

import os
import re
import select
import signal
import subprocess
import sys
import time


def start(*words):
    return subprocess.Popen(words, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


def until(process, pattern, seconds=60):
    """Reads standard error until a part of it matches, which must come in time."""
    text = ""
    end = time.monotonic() + seconds
    while not re.search(pattern, text) and time.monotonic() < end:
        if select.select([process.stderr], [], [], 0.1)[0]:
            part = os.read(process.stderr.fileno(), 1 << 16)
            text += part.decode()
            if not part:
                break
    assert re.search(pattern, text), text


def main():
    warpstage, program = sys.argv[1:3]
    waits = r"warp 1 \(32 threads\) waits at line 31 for phase 0 \(parity 0\) of `ready`, which has 0 of 1 arrival\n"
    runs = r"  warp 0 \(32 threads\) runs at line 1[34], called from line 26\n  `ready`: warp 0 could arrive at line 28 and runs\n"
    process = start(warpstage, "exec", "--explain-after", "0.5", program, "0")
    until(process, waits + runs)
    assert process.poll() is None, "the program has ended"
    os.killpg(process.pid, signal.SIGINT)
    until(process, waits)
    assert process.wait(30) == 130
    process = start(warpstage, "exec", "--explain-after", "0.5", program, "1")
    until(process, r"Launch 1, kernel `flag`, after [^,]*, block \([01],0,0\):\n  warp 0 \(32 threads\) runs at line (39|40)\n")
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(30) == 130


main()
