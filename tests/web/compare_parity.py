#!/usr/bin/env python3
"""Compares what every variant computes on the processor and in WebAssembly: checksums, checks, recorded counts.

Usage: compare_parity.py NATIVE WEB, two outputs of app/web/parity.cpp. Prints each difference; exit status 1 if there are any.
"""
import json
import pathlib
import sys


def variants(path):
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return {(line["lesson"], line["variant"]): line for line in found}


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
    native, web = variants(sys.argv[1]), variants(sys.argv[2])
    equal = 0
    for key in sorted(native.keys() | web.keys()):
        found = list(differences(native.get(key), web.get(key)))
        equal += not found
        for difference in found[:5]:
            print(f"{key[0]} {key[1]}{difference}")
    print(f"{equal} of {len(native)} variants are equal")
    return 0 if native and equal == len(native) == len(web) else 1


if __name__ == "__main__":
    sys.exit(main())
