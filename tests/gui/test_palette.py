#!/usr/bin/env python3
"""A stranger's way through the real window: n-body with the shared tile, another GPU, two transposes and a saved screenshot, each in
at most three inputs (a phrase is one) without any key but Ctrl+K, Enter, letters and digits. Then a panel's menu, by the mouse.

Usage: test_palette.py PROGRAM. Exit status 77 where this machine has no Xvfb, openbox, xdotool or ImageMagick.
"""
import shutil
import sys
import tempfile
import time

from test_window import TOOLS, Picture, Window, wait_for

VARIANTS = (16, 60, 240, 300)  # the panel, left
TOP_BAR = (0, 0, 1280, 44)


class Stranger:
    """Counts what it takes."""

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
        before = set(self.window.pictures.rglob("*.png"))
        self.choose("screenshot")
        new = wait_for(lambda: set(self.window.pictures.rglob("*.png")) - before, 20, "saving a screenshot")
        path = new.pop()
        wait_for(lambda: path.read_bytes()[-8:-4] == b"IEND", 10, "finishing the screenshot")
        return Picture(path)


def expect_change(before, after, share, what, box=None):
    changed = after.difference(before, box)
    assert changed > share, f"{what} changed {changed:.2%} of {'the picture' if box is None else box}"


def check_path(window):
    stranger = Stranger(window)
    time.sleep(2)
    stranger.choose("nbody shared")
    shared = stranger.screenshot()
    assert shared.colours() > 100, f"the first picture is blank: {shared.colours()} colours"
    window.press("2")
    time.sleep(1)
    plain = stranger.screenshot()
    expect_change(shared, plain, 0.01, "key 2", VARIANTS)
    window.press("3")
    time.sleep(1)
    back = stranger.screenshot()
    expect_change(plain, back, 0.01, "key 3", VARIANTS)
    stranger.choose("gtx 280")
    old_gpu = stranger.screenshot()
    expect_change(back, old_gpu, 0.003, "GTX 280", TOP_BAR)
    stranger.choose("transpose tiled")
    tiled = stranger.screenshot()
    expect_change(old_gpu, tiled, 0.05, "transpose")
    stranger.choose("padded")
    padded = stranger.screenshot()
    expect_change(tiled, padded, 0.01, "padded", VARIANTS)
    return padded


def check_menu(window, before):
    window.xdotool("mousemove", "--window", window.id, "120", "150", "click", "3")
    time.sleep(1)
    menu = window.picture()  # F12 does what it always does
    expect_change(before, menu, 0.01, "a click with the other button")
    window.press("Escape")
    window.xdotool("mousemove", "--window", window.id, "640", "715")
    time.sleep(1)
    window.press("slash")
    time.sleep(1)
    expect_change(window.picture(), menu, 0.01, "the key /")
    window.press("Escape")
    assert window.program.poll() is None, "the program ended by itself"


def main():
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f"skipped: this machine has no {', '.join(missing)}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        window = Window(sys.argv[1], folder)
        try:
            check_menu(window, check_path(window))
        finally:
            window.close()
    print("the stranger found everything")
    return 0


if __name__ == "__main__":
    sys.exit(main())
