#!/usr/bin/env python3
"""Drives the stage's real window with keys and looks at the pictures it saves.

Usage: test_window.py PROGRAM. Exit status 77 where this machine has no Xvfb, openbox, xdotool or ImageMagick.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

TOOLS = ["Xvfb", "openbox", "xdotool", "convert-im6.q16"]
WIDTH, HEIGHT = 1280, 720
START_SECONDS = 30  # generous: a sanitized build on a busy machine


def wait_for(condition, seconds, what):
    """The first true value of condition(); an AssertionError naming `what` after `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen within {seconds} s")


class Picture:
    """A saved PNG as rows of RGB bytes."""

    def __init__(self, path):
        self.path = path
        size = subprocess.run(["convert-im6.q16", str(path), "-format", "%w %h", "info:"], check=True, capture_output=True)
        self.width, self.height = map(int, size.stdout.split())
        raw = subprocess.run(["convert-im6.q16", str(path), "-depth", "8", "rgb:-"], check=True, capture_output=True)
        self.pixels = raw.stdout

    def colours(self):
        """Distinct colours, coarsely: a blank picture has one."""
        return len({self.pixels[i:i + 3] for i in range(0, len(self.pixels), 3 * 7)})

    def difference(self, other, box=None):
        """Share of pixels that clearly differ, within box = (x, y, width, height)."""
        x0, y0, w, h = box or (0, 0, self.width, self.height)
        changed = 0
        for y in range(y0, y0 + h):
            row = slice(3 * (y * self.width + x0), 3 * (y * self.width + x0 + w))
            a, b = self.pixels[row], other.pixels[row]
            changed += sum(1 for i in range(0, len(a), 3) if abs(a[i] - b[i]) + abs(a[i + 1] - b[i + 1]) + abs(a[i + 2] - b[i + 2]) > 60)
        return changed / (w * h)


class Window:
    """The program under its own X server and window manager, with its own home and pictures folder."""

    def __init__(self, program, folder, arguments=("--no-start-page",), screen="1600x1000"):
        self.folder = pathlib.Path(folder)
        self.pictures = self.folder / "Pictures"
        read_end, write_end = os.pipe()
        self.processes = [subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{screen}x24", "-nolisten", "tcp"],
            pass_fds=[write_end], stderr=subprocess.DEVNULL)]
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            display = ":" + pipe.readline().strip()
        (self.folder / ".config").mkdir(exist_ok=True)
        (self.folder / ".config" / "warpstage").mkdir(exist_ok=True)
        (self.folder / ".config" / "warpstage" / "stage.txt").write_text("tour = seen\n", encoding="utf-8")
        (self.folder / ".config" / "user-dirs.dirs").write_text('XDG_PICTURES_DIR="$HOME/Pictures"\n', encoding="utf-8")
        self.environment = dict(os.environ, DISPLAY=display, HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder / ".config"),
                                XDG_DATA_HOME=str(self.folder / "data"), XDG_STATE_HOME=str(self.folder / "state"))
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.environment.pop("XDG_PICTURES_DIR", None)
        self.processes.append(subprocess.Popen(["openbox"], env=self.environment, stderr=subprocess.DEVNULL))
        self.log = open(self.folder / "log", "w+", encoding="utf-8")
        self.program = subprocess.Popen([program, "--engine", "vm", *arguments], env=self.environment, stdout=self.log, stderr=self.log)
        self.processes.append(self.program)
        self.id = wait_for(self.find, START_SECONDS, "opening the window")
        self.xdotool("windowactivate", "--sync", self.id)

    def find(self):
        if self.program.poll() is not None:
            self.log.seek(0)
            raise AssertionError(f"the program ended with status {self.program.returncode}: {self.log.read()}")
        return self.xdotool("search", "--onlyvisible", "--name", "^warpstage").split("\n")[0]

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True, check=False).stdout.strip()

    def press(self, key):
        # Without a window named, xdotool uses the XTEST extension: the window manager sends the key to whoever has the focus.
        self.xdotool("key", "--clearmodifiers", key)

    def picture(self):
        """Presses F12 and reads the file that appears."""
        before = set(self.pictures.rglob("*.png"))
        self.press("F12")
        new = wait_for(lambda: set(self.pictures.rglob("*.png")) - before, 20, "saving a picture")
        path = new.pop()
        wait_for(lambda: path.read_bytes()[-8:-4] == b"IEND", 10, "finishing the picture")
        return Picture(path)

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        self.log.close()


def check_window(window):
    time.sleep(2)  # some steps, so that there is something to see
    window.press("1")
    time.sleep(1)
    first = window.picture()
    assert (first.width, first.height) == (WIDTH, HEIGHT), f"the window is {first.width}x{first.height}"
    assert first.colours() > 100, f"the first picture is blank: {first.colours()} colours"

    window.press("2")
    time.sleep(1)
    second = window.picture()
    # The panel of variants, left: the chosen one is another.
    panel = (16, 60, 240, 300)
    changed = second.difference(first, panel)
    assert changed > 0.01, f"key 2 changed {changed:.2%} of the variants' panel"

    window.press("Tab")
    time.sleep(1)
    third = window.picture()
    changed = third.difference(second)
    assert changed > 0.05, f"Tab changed {changed:.2%} of the picture"
    assert third.colours() > 50, f"the second lesson is blank: {third.colours()} colours"

    window.press("h")
    time.sleep(1)
    changed = window.picture().difference(third, panel)
    assert changed > 0.01, f"H left the variants' panel as it was: {changed:.2%} changed"
    assert window.program.poll() is None, "the program ended by itself"


def main():
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f"skipped: this machine has no {', '.join(missing)}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        window = Window(sys.argv[1], folder)
        try:
            check_window(window)
        finally:
            window.close()
    print("keys 1, 2, Tab, H and F12 did what they should")
    return 0


if __name__ == "__main__":
    sys.exit(main())
