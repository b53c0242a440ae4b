#!/usr/bin/env python3
"""Captures launches of a program and runs them again: the results are equal, and the totals are those of `exec --report-json`.

Usage: check_capture.py WARPSTAGE PROGRAM FOLDER [OPTION...]. The options are those of `warpstage capture`. Exit status 1 with a
message if an expectation fails.
"""
import json
import pathlib
import subprocess
import sys
import tomllib
import zipfile

# Names in the report of exec and in the JSON of trace.
COUNTERS = {"instructions": "instructions", "active_lanes": "active_lanes", "wavefronts": "wavefronts", "sectors": "sectors"}


def run(*words):
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: exit status {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def main():
    warpstage, program, folder, *options = sys.argv[1:]
    name = pathlib.Path(program).name + "".join(options).replace("-", "").replace(":", "")
    capture = pathlib.Path(folder) / f"{name}.warpstage"
    report = pathlib.Path(folder) / f"{name}.json"
    print(run(warpstage, "capture", *options, "-o", capture, program))
    run(warpstage, "exec", "--report-json", report, program)
    launches = {launch["launch"]: launch for launch in json.loads(report.read_text())["launches"]}

    checked = run(warpstage, "check", capture, "--engine", "vm")
    print(checked)
    with zipfile.ZipFile(capture) as archive:
        lesson = tomllib.loads(archive.read("lesson.toml").decode())
        source = archive.read("kernels.cu").decode()
    if "__global__" not in source:
        sys.exit("the capture does not contain the source")
    for variant in lesson["variant"]:
        number = int(variant["summary"].split()[1])
        if checked.count(f" {variant['id']} ") != 1:
            sys.exit(f"variant {variant['id']} was not checked")
        traced = json.loads(run(warpstage, "trace", capture, variant["id"], "--step", "--json", "--arch", "H200"))
        for of_exec, of_trace in COUNTERS.items():
            expected, found = launches[number][of_exec], traced["step"][of_trace]
            if expected != found:
                sys.exit(f"launch {number}: {of_exec} is {found} in the capture, {expected} in the report")
        print(f"launch {number}: {', '.join(f'{key} {launches[number][key]}' for key in COUNTERS)}")


if __name__ == "__main__":
    main()
