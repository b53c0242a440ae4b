#!/usr/bin/env python3
"""Decodes the QR code of the stage and of `warpstage figure follow` with zbarimg, in every theme and several sizes.

Usage: code_test.py PROGRAM. Exit status 77: zbarimg (package zbar-tools) is not installed.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SITE = "https://www.example.edu/department/courses/cuda-2026/"
STATE = SITE + "live/state"
LINK = SITE + "?follow=live/state"


def decoded(picture):
    ended = subprocess.run(["zbarimg", "--quiet", "--raw", str(picture)], capture_output=True, text=True)
    return ended.stdout.strip()


def main():
    if shutil.which("zbarimg") is None:
        return 77
    program = sys.argv[1]
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = dict(os.environ, XDG_CONFIG_HOME=name, XDG_STATE_HOME=name, XDG_DATA_HOME=name)

        def check(what, picture, command):
            nonlocal failed
            ended = subprocess.run([program, *command], env=environment, capture_output=True, text=True)
            found = decoded(picture) if ended.returncode == 0 else ended.stderr.strip()
            print(f"{what}: {found}")
            failed = failed or found != LINK

        stage = ["--engine", "vm", "--lesson", "transpose", "--frames", "12", "--site", SITE,
                 "--publish", STATE.replace("https://", "https://user:password@"), "--press", "4:F10"]
        for size in ("1280x720", "1920x1080", "1024x768", "640x480"):
            for theme in ([], ["--light"]):
                picture = folder / f"{size}{len(theme)}.png"
                check(f"stage {size} {' '.join(theme)}", picture, [*stage, "--offscreen", size, "--screenshot", str(picture), *theme])
        for theme in ("light", "dark"):
            picture = folder / f"figure-{theme}.png"
            check(f"figure {theme}", picture, ["figure", "follow", "--site", SITE, "--publish", STATE, "--theme", theme, "-o", str(picture)])
        if len(sys.argv) > 2:
            shutil.copytree(folder, sys.argv[2], dirs_exist_ok=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
