#!/usr/bin/env python3
"""Stage and console as real windows of one process, driven by real events.

Usage: test_console.py PROGRAM [PICTURE]. Exit status 77 where this machine has no Xvfb, openbox, xdotool or ImageMagick. With PICTURE,
a screenshot of both windows is kept there: the stage as on a screen of 1920x1080, the console beside it as on one of 1280x800.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

TOOLS = ["Xvfb", "openbox", "xdotool", "import-im6.q16"]
START_SECONDS = 60  # generous: a sanitized build on a busy machine


def wait_for(condition, seconds, what):
    """The first true value of condition(); an AssertionError naming `what` after `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"{what} did not happen within {seconds} s")


class Desk:
    """An X server with a window manager, and a home of its own."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        read_end, write_end = os.pipe()
        self.processes = [subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "3200x1080x24", "-nolisten", "tcp"],
            pass_fds=[write_end], stderr=subprocess.DEVNULL)]
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            display = ":" + pipe.readline().strip()
        (self.folder / ".config" / "warpstage").mkdir(parents=True, exist_ok=True)
        (self.folder / ".config" / "warpstage" / "stage.txt").write_text("tour = seen\n", encoding="utf-8")
        self.environment = dict(os.environ, DISPLAY=display, HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder / ".config"),
                                XDG_DATA_HOME=str(self.folder / "data"), XDG_STATE_HOME=str(self.folder / "state"))
        for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            self.environment.pop(name, None)
        self.processes.append(wait_for(self.window_manager, START_SECONDS, "starting openbox"))
        self.log = open(self.folder / "log", "w+", encoding="utf-8")

    def window_manager(self):
        """openbox, if it still runs after a moment: on a busy machine the display may not answer at once, and openbox then ends."""
        process = subprocess.Popen(["openbox"], env=self.environment, stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        return process if process.poll() is None else None

    def start(self, *words):
        self.program = subprocess.Popen([*words], env=self.environment, stdout=self.log, stderr=self.log)
        self.processes.append(self.program)
        self.stage = wait_for(lambda: self.find("^warpstage$"), START_SECONDS, "opening the stage")
        self.console = wait_for(lambda: self.find("Console"), START_SECONDS, "opening the console")

    def find(self, title):
        if self.program.poll() is not None:
            self.log.seek(0)
            raise AssertionError(f"the program ended with status {self.program.returncode}: {self.log.read()}")
        return self.xdotool("search", "--onlyvisible", "--name", title).split("\n")[0]

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True, check=False).stdout.strip()

    def place(self, window, x, y, width, height):
        self.xdotool("windowsize", window, str(width), str(height))
        self.xdotool("windowmove", window, str(x), str(y))

    def press(self, window, *keys):
        self.xdotool("windowactivate", "--sync", window)
        for key in keys:
            self.xdotool("key", "--clearmodifiers", key)

    def screenshot(self, path):
        subprocess.run(["import-im6.q16", "-window", "root", str(path)], env=self.environment, check=True)

    def end_program(self):
        self.program.terminate()
        self.program.wait(20)

    def close(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
        self.log.close()


def saved(path):
    """The session file once it is there and whole."""
    return path.exists() and json.loads(path.read_text(encoding="utf-8"))


def check(desk, program, picture):
    words = [program, "--engine", "vm", "--console", "--lesson", "reduction", "--variant", "reduce2", "--set", "n=65536"]
    desk.start(*words)
    desk.place(desk.stage, 0, 0, 1920, 1060)
    desk.place(desk.console, 1920, 0, 1280, 780)
    time.sleep(4)

    # The console leads: a clicker's keys walk through the cues (the first two show reduce1, the second one asks first, the third
    # shows reduce2), its own key chooses the next variant; saving writes what the session shows.
    desk.press(desk.console, "ctrl+1", "Next", "Right", "Right", "Next")
    time.sleep(2)
    if picture:
        desk.screenshot(picture)
    desk.press(desk.console, "ctrl+Next")
    time.sleep(2)
    path = desk.folder / "lecture.warpstage"
    desk.press(desk.console, "ctrl+s")
    wait_for(lambda: desk.find("Save session"), 10, "asking for a name")
    desk.xdotool("type", str(path))
    desk.xdotool("key", "Return")
    session = wait_for(lambda: saved(path), 20, "saving the session")
    assert session["lesson"] == "reduction", session["lesson"]
    assert session["variant"] == "reduce3", f"Ctrl+Page Down led to {session['variant']}"
    assert session["origin"]["emulated"], session["origin"]
    assert session["run"]["trace"]["steps"]["pc"], "the recorded run is empty"

    # F2 on the stage takes the console away and brings it back.
    desk.press(desk.stage, "F2")
    wait_for(lambda: not desk.find("Console"), 10, "closing the console")
    desk.press(desk.stage, "F2")
    desk.console = wait_for(lambda: desk.find("Console"), 10, "opening the console again")

    # Restart with the file.
    desk.end_program()
    desk.start(program, "--engine", "vm", "--console", str(path))
    time.sleep(2)
    again = desk.folder / "again.warpstage"
    desk.press(desk.console, "ctrl+shift+s")
    wait_for(lambda: desk.find("Save session"), 10, "asking for a name again")
    desk.xdotool("key", "ctrl+a")
    desk.xdotool("type", str(again))
    desk.xdotool("key", "Return")
    reopened = wait_for(lambda: saved(again), 20, "saving the session again")
    assert reopened["run"] == session["run"], "the run is another after saving, restarting and opening"
    assert reopened["times"] == session["times"] and reopened["origin"]["saved_at"] == session["origin"]["saved_at"]
    assert desk.program.poll() is None, "the program ended by itself"


def main():
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f"skipped: this machine has no {', '.join(missing)}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(folder)
        try:
            check(desk, sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
        finally:
            desk.close()
    print("the console led the stage, went and came by F2; a session was saved, opened again and the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
