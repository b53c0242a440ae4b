#!/usr/bin/env python3
"""Planted mistakes that cost time: check_slow.py WARPSTAGE SLOW_PIPELINES SOURCE [--print]

Each pipeline must have the cause of its mistake, at the line with the comment `MISTAKE n` or of the statement that it ends, and
the pipelines without a mistake must not have it.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

CORRECT = (0, 1)
CAUSES = {
    2: "copies-in-flight",
    3: "newer-copies",
    4: "small-copies",
    5: "bank-conflicts",
    6: "newer-copies",
    7: "copies-in-flight",
    8: "fence",
    9: "late-copies",
    10: "copies-in-flight",
    11: "late-arrival",
    12: "small-copies",
    13: "barrier",
    14: "small-grid",
}
LEAST = 0.05  # of the time
OF_LAUNCH = {"small-grid"}  # causes without a line


def why(warpstage, program, number):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        subprocess.run([warpstage, "exec", "--report-json", report, program, str(number)], check=True)
        return json.loads(report.read_text())["launches"][0]["why"]


def gain(cause):
    return max(cause["gain"], cause.get("gain_after", 0))


def main():
    warpstage, program, source = sys.argv[1:4]
    lines = pathlib.Path(source).read_text().splitlines()
    failed = 0
    for number in (*CORRECT, *CAUSES):
        causes = why(warpstage, program, number)["causes"]
        if "--print" in sys.argv:
            print(number, [(cause["cause"], cause["line"], round(gain(cause), 2), cause["degree"]) for cause in causes])
        if number in CORRECT:
            planted = set(CAUSES.values()) - {"barrier", "copies-in-flight"}
            wrong = [cause for cause in causes if cause["cause"] in planted and gain(cause) >= LEAST]
            failed += bool(wrong)
            if wrong:
                print(f"{number}: without a mistake, but {wrong}")
            continue
        last = next(index for index, line in enumerate(lines, 1) if f"// MISTAKE {number}:" in line)
        at = range(last - 2, last + 1)  # a statement may have several lines
        found = [
            cause
            for cause in causes
            if cause["cause"] == CAUSES[number] and gain(cause) >= LEAST and (CAUSES[number] in OF_LAUNCH or cause["line"] in at)
        ]
        failed += not found
        if not found:
            print(f"{number}: no cause {CAUSES[number]} at line {last}: {[(cause['cause'], cause['line'], gain(cause)) for cause in causes]}")
    assert failed == 0, f"{failed} of {len(CAUSES) + len(CORRECT)} differ"


main()
