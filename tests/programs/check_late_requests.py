#!/usr/bin/env python3
"""Requests behind the steps that the SM model records have estimated hit rates and bytes of DRAM; constants are read once.

Usage: check_late_requests.py WARPSTAGE LATE_STORE. Exit status 1 with a message if an expectation fails.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

CONSTANTS = 2048 * 4  # bytes; the stored numbers stay in L2


def main():
    warpstage, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.json"
        subprocess.run([warpstage, "exec", "--report-json", file, program], check=True)
        first, second = [launch["estimate"] for launch in json.loads(file.read_text())["launches"]]
    found = {name: first.get(name) for name in ("l1_hit", "l2_hit", "dram_bytes")}
    expected = {"l1_hit": 0.0, "l2_hit": 1.0, "dram_bytes": CONSTANTS}
    assert found == expected, f"first launch: {found}, expected {expected}"
    assert second["dram_bytes"] == 0, f"second launch: L2 holds everything, {second}"


if __name__ == "__main__":
    main()
