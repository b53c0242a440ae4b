#!/usr/bin/env python3
"""Estimated times of pipelines against those of an H200: check_sweep.py WARPSTAGE SWEEP MEASURED.csv [--print]

Each time of the two sweeps must be within 25 %, and a stage that gains more than 15 % on the GPU must gain in the estimate.
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile


def estimates(warpstage, program):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        subprocess.run([warpstage, "exec", "--report-json", report, program, "once"], check=True)
        return [launch.get("estimate", {}).get("time_ns", 0) / 1000 for launch in json.loads(report.read_text())["launches"]]


def main():
    warpstage, program, measured_file = sys.argv[1:4]
    with open(measured_file, newline="") as file:
        rows = list(csv.DictReader(file))
    measured = {row["kernel"]: float(row["median_us"]) for row in rows}
    estimated = dict(zip(measured, estimates(warpstage, program), strict=True))
    if "--print" in sys.argv:
        for name, time in measured.items():
            print(f"| `{name}` | {time:.1f} µs | {estimated[name]:.1f} µs | {100 * (estimated[name] / time - 1):+.0f} % |")
    for sweep in ("async", "bulk"):
        names = [f"{sweep}_{stages}" for stages in range(1, 6)]
        for name in names:
            assert abs(estimated[name] / measured[name] - 1) <= 0.25, (name, estimated[name], measured[name])
        for fewer, more in zip(names, names[1:]):
            if measured[fewer] > 1.15 * measured[more]:
                assert estimated[fewer] > estimated[more], (fewer, estimated[fewer], more, estimated[more])


main()
