#!/usr/bin/env python3
"""Compares what every variant computes on the processor and in WebAssembly: checksums, checks, recorded counts.

Usage: parity_test.py PARITY LESSONS MODULE: the native program, the folder of its lessons, and parity_module.js, which tools/web builds.
Needs nodejs. Prints each difference; exit status 1 if there are any.
"""
import json
import pathlib
import subprocess
import sys

from needed import require_built, require_programs


def variants(command):
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = [json.loads(line) for line in text.splitlines()]
    return {(line["lesson"], line["variant"]): line for line in found}


def without_polls(line):
    """A launch that waits forever is ended after some time, so only its fault is the same in each run."""
    for kernel in (line or {}).get("trace", {}).get("kernels", []):
        if "deadlock" in kernel.get("fault", "").lower():
            fault = kernel["fault"]
            kernel.clear()
            kernel["fault"] = fault
    return line


def differences(native, web, place=""):
    """Places where two JSON values differ, with both values."""
    if isinstance(native, dict) and isinstance(web, dict):
        for key in sorted(native.keys() | web.keys()):
            yield from differences(native.get(key), web.get(key), f"{place}.{key}")
    elif isinstance(native, list) and isinstance(web, list) and len(native) == len(web):
        for i, pair in enumerate(zip(native, web)):
            yield from differences(*pair, f"{place}[{i}]")
    elif native != web:
        yield f"{place}: native {json.dumps(native)[:120]}, web {json.dumps(web)[:120]}"


def main():
    parity, lessons, module = sys.argv[1:4]
    require_built(module)
    require_programs(["node"])
    native = variants([parity, lessons])
    web = variants(["node", "--no-experimental-fetch", str(pathlib.Path(__file__).with_name("parity.js")), module, lessons])
    equal = 0
    for key in sorted(native.keys() | web.keys()):
        found = list(differences(without_polls(native.get(key)), without_polls(web.get(key))))
        equal += not found
        for difference in found[:5]:
            print(f"{key[0]} {key[1]}{difference}")
    print(f"{equal} of {len(native)} variants are equal")
    return 0 if native and equal == len(native) == len(web) else 1


if __name__ == "__main__":
    sys.exit(main())
