#!/usr/bin/env python3
"""First use of the real window: from the start page to n-body with the shared tile, another GPU, two transposes and a saved screenshot,
each in at most three inputs (a phrase is one), only with Ctrl+K, Enter, letters and digits. Then a panel's menu, with the mouse.

Usage: test_palette.py PROGRAM. Exit status 77 if this computer has no Xvfb, openbox, xdotool or ImageMagick.
"""
import sys
import time

from desk import Desk, run, wait_for, xvfb

VARIANTS = (16, 60, 240, 300)  # the panel, left
TOP_BAR = (0, 0, 1280, 44)


class Newcomer:
    """Counts the inputs."""

    def __init__(self, window):
        self.window = window

    def choose(self, phrase):
        """Three inputs: Ctrl+K, the phrase, Enter."""
        self.window.press("ctrl+k")
        time.sleep(0.3)
        self.window.xdotool("type", "--delay", "40", phrase)
        time.sleep(0.3)
        self.window.press("Return")
        time.sleep(1.5)

    def screenshot(self):
        return self.window.picture_after(lambda: self.choose("screenshot"))


def expect_change(before, after, share, what, box=None):
    changed = after.difference(before, box)
    assert changed > share, f"{what} changed {changed:.2%} of {'the image' if box is None else box}"


def check_path(window):
    newcomer = Newcomer(window)
    page = wait_for(lambda: (p := window.picture()).colors() > 150 and p, 30, "drawing the figures of the lessons")
    window.press("Return")
    wait_for(lambda: window.remembered("session.txt").get("variant") == "shared", 20, "opening n-body with the shared tile")
    shared = newcomer.screenshot()
    expect_change(page, shared, 0.1, "Enter on the start page")
    assert shared.colors() > 100, f"the first screenshot is blank: {shared.colors()} colors"
    window.press("2")
    wait_for(lambda: window.remembered("session.txt").get("variant") == "global", 20, "choosing the second variant")
    plain = newcomer.screenshot()
    expect_change(shared, plain, 0.01, "key 2", VARIANTS)
    window.press("3")
    wait_for(lambda: window.remembered("session.txt").get("variant") == "shared", 20, "choosing the third variant")
    back = newcomer.screenshot()
    expect_change(plain, back, 0.01, "key 3", VARIANTS)
    newcomer.choose("gtx 280")
    old_gpu = newcomer.screenshot()
    expect_change(back, old_gpu, 0.003, "GTX 280", TOP_BAR)
    newcomer.choose("transpose tiled")
    tiled = newcomer.screenshot()
    expect_change(old_gpu, tiled, 0.05, "transpose")
    newcomer.choose("padded")
    padded = newcomer.screenshot()
    expect_change(tiled, padded, 0.01, "padded", VARIANTS)
    return padded


def check_menu(window, before):
    window.xdotool("mousemove", "--window", window.stage, "120", "150", "click", "3")
    time.sleep(1)
    menu = window.picture()  # F12 keeps its function
    expect_change(before, menu, 0.01, "a right click")
    window.press("Escape")
    window.xdotool("mousemove", "--window", window.stage, "640", "715")
    time.sleep(1)
    window.press("slash")
    time.sleep(1)
    expect_change(window.picture(), menu, 0.01, "the key /")
    window.press("Escape")
    time.sleep(1)
    closed = window.picture()
    for held in (0.8, 0.84, 0.88, 0.92):  # a repeating key would have opened and closed the list at one of these times
        window.xdotool("keydown", "ctrl", "keydown", "k")
        time.sleep(held)
        window.xdotool("keyup", "k", "keyup", "ctrl")
        time.sleep(0.5)
        expect_change(closed, window.picture(), 0.1, "Ctrl+K held")
        window.press("Escape")
        time.sleep(0.3)
    window.expect_running()


def check(program, folder):
    with Desk(folder, xvfb("1600x1000")) as window:
        window.start(program)
        check_menu(window, check_path(window))


if __name__ == "__main__":
    sys.exit(run(check, "everything was found"))
