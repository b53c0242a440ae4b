#!/usr/bin/env python3
"""The explanation of a hang in the report of `warpstage exec`: check_hang.py WARPSTAGE HANGS"""

import json
import pathlib
import subprocess
import sys
import tempfile


def hang_of(warpstage, program, number):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        subprocess.run([warpstage, "exec", "--report-json", report, program, str(number)], capture_output=True, check=False)
        return json.loads(report.read_text())["launches"][0]["fault"]["hang"]


def main():
    warpstage, program = sys.argv[1:]
    hang = hang_of(warpstage, program, 1)
    assert hang["mistake"] == "parity off by one", hang
    waits = hang["waits"]
    assert [wait["warps"] for wait in waits] == [[0, 1, 2, 3], [4]], waits
    objects = [hang["objects"][wait["object"]] for wait in waits]
    assert [one["name"] for one in objects] == ["`full[0]`", "`empty[0]`"], objects
    assert [(one["phase"], one["parity"], one["arrived"], one["expected"]) for one in objects] == [(0, 0, 0, 1), (0, 0, 0, 4)]
    assert sorted(hang["cycle"]) == [0, 1], hang["cycle"]
    assert objects[0]["missing"][0]["wait"] == 1 and objects[1]["missing"][0]["wait"] == 0, objects
    exited = hang_of(warpstage, program, 4)
    missing = [one for each in exited["objects"] for one in each["missing"] if one["exited"]]
    assert [one["warps"] for one in missing] == [[2]], exited
    bytes_of = hang_of(warpstage, program, 3)["objects"][0]
    assert bytes_of["missing_bytes"] == 512 and bytes_of["arrived"] == 1, bytes_of


main()
