#!/usr/bin/env python3
"""Captures launches of a program and runs them again: the results are equal, and the totals are those of `exec --report-json`.

Usage: check_capture.py WARPSTAGE PROGRAM FOLDER [--on-a-gpu] [OPTION...]. The options are those of `warpstage capture`. Exit status
1 with a message if an expectation fails, 77 if there is no GPU for --on-a-gpu.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tomllib
import zipfile

COUNTERS = ["instructions", "shared_requests", "wavefronts", "wavefronts_ideal", "global_requests", "sectors", "sectors_ideal"]


def run(*words):
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: exit status {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def main():
    warpstage, program, folder, *options = sys.argv[1:]
    if options[:1] == ["--on-a-gpu"]:
        options[0] = "--engine=gpu"
        if shutil.which("nvidia-smi") is None or subprocess.run(["nvidia-smi", "-L"], capture_output=True, check=False).returncode != 0:
            sys.exit(77)
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
        if variant.get("expects"):  # a fault, after which nothing is counted
            continue
        if checked.count(f" {variant['id']} ") != 1:
            sys.exit(f"variant {variant['id']} was not checked")
        traced = json.loads(run(warpstage, "trace", capture, variant["id"], "--step", "--json", "--arch", "H200"))
        counters = launches[number]["counters"]
        for key in COUNTERS:
            if counters[key] != traced["step"][key]:
                sys.exit(f"launch {number}: {key} is {traced['step'][key]} in the capture, {counters[key]} in the report")
        print(f"launch {number}: {', '.join(f'{key} {counters[key]}' for key in COUNTERS)}")


if __name__ == "__main__":
    main()
