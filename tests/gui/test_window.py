#!/usr/bin/env python3
"""Drives the stage's real window with keys and checks its screenshots.

Usage: test_window.py PROGRAM. Exit status 77 if this computer has no Xvfb, openbox, xdotool or ImageMagick.
"""
import sys
import time

from desk import Desk, run, xvfb

WIDTH, HEIGHT = 1280, 720


def check(program, folder):
    with Desk(folder, xvfb("1600x1000")) as window:
        window.start(program, "--no-start-page")
        check_keys(window)


def check_keys(window):
    time.sleep(2)  # some steps, so that the bodies have moved
    window.press("1")
    time.sleep(1)
    first = window.picture()
    assert (first.width, first.height) == (WIDTH, HEIGHT), f"the window is {first.width}x{first.height}"
    assert first.colors() > 100, f"the first screenshot is blank: {first.colors()} colors"

    window.press("2")
    time.sleep(1)
    second = window.picture()
    # The panel of variants on the left: the selection has changed.
    panel = (16, 60, 240, 300)
    changed = second.difference(first, panel)
    assert changed > 0.01, f"key 2 changed {changed:.2%} of the variants' panel"

    window.press("Tab")
    time.sleep(1)
    third = window.picture()
    changed = third.difference(second)
    assert changed > 0.05, f"Tab changed {changed:.2%} of the frame"
    assert third.colors() > 50, f"the second lesson is blank: {third.colors()} colors"

    window.press("h")
    time.sleep(1)
    changed = window.picture().difference(third, panel)
    assert changed > 0.01, f"H did not hide the variants' panel: {changed:.2%} changed"
    window.expect_running()


if __name__ == "__main__":
    sys.exit(run(check, "keys 1, 2, Tab, H and F12 work"))
