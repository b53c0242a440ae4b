#!/usr/bin/env python3
"""Kernels are edited in the console with real keys: a padded tile removes the bank conflicts, an out-of-bounds write is shown with its
source; saving, restarting and opening restores everything.

Usage: test_live_editing.py PROGRAM [FOLDER]. Exit status 77 if this computer has no Xvfb, openbox, xdotool or ImageMagick. With
FOLDER, screenshots of both windows are kept there.
"""
import pathlib
import sys
import time

from desk import Desk, run, wait_for, xvfb
from test_console import saved, start_both

BEFORE = "block[tile][tile];"
AFTER = "block[tile][tile + 1];"
INSIDE = "out[(y + i) * height + x] = "
OUTSIDE = "out[(y + i) * height + x + 1] = "


def wavefronts(session):
    """The maximum wavefronts of a shared-memory request of the recorded block: the maximum number of words per bank. 0 while it is recorded."""
    most = 0
    for access in session.get("run", {}).get("trace", {}).get("accesses", []):
        if access["space"] != "shared":
            continue
        lanes = [lane for lane in range(32) if access["lanes"] >> lane & 1]
        addresses = access.get("addresses") or [access["first"] + access["stride"] * i for i in range(len(lanes))]
        banks = {}
        for address in addresses:
            banks.setdefault(address // 4 % 32, set()).add(address // 4)
        most = max([most, *map(len, banks.values())])
    return most


class Editing:
    def __init__(self, desk, program):
        self.desk = desk
        self.program = program
        start_both(desk, program, "--lesson", "transpose", "--variant", "tiled", "--set", "n=256")
        desk.place(desk.stage, 0, 0, 1920, 1060)
        desk.place(desk.console, 1920, 0, 1280, 780)
        time.sleep(4)
        self.path = desk.folder / "edited.warpstage"
        desk.press_in(desk.console, "ctrl+s")
        wait_for(lambda: desk.find("Save session"), 20, "asking for a name")
        desk.xdotool("type", str(self.path))
        desk.xdotool("key", "Return")
        wait_for(lambda: saved(self.path), 30, "saving the session")

    def open_again(self):
        """Quits the program with its menu, starts it without arguments and opens the session with its menu."""
        self.desk.press_in(self.desk.console, "ctrl+q")
        wait_for(lambda: self.desk.program.poll() is not None, 30, "quitting")
        assert self.desk.program.returncode == 0, f"quitting ended with status {self.desk.program.returncode}"
        start_both(self.desk, self.program, "--lesson", "reduction", "--set", "n=65536")
        self.desk.place(self.desk.stage, 0, 0, 1920, 1060)
        self.desk.place(self.desk.console, 1920, 0, 1280, 780)
        time.sleep(2)
        self.desk.press_in(self.desk.console, "ctrl+o")
        wait_for(lambda: self.desk.find("Open session"), 20, "asking for a file")
        self.desk.xdotool("type", str(self.path))
        self.desk.xdotool("key", "Return")
        time.sleep(2)

    def session(self):
        """The current session, saved again under the same name."""
        self.path.unlink()
        self.desk.press_in(self.desk.console, "ctrl+s")
        return wait_for(lambda: saved(self.path), 30, "saving the session again")

    def replace_next(self, old, new):
        """Finds the text, leaves the find bar and types over the selection."""
        self.desk.press_in(self.desk.console, "ctrl+2", "ctrl+f")
        self.desk.xdotool("type", old)
        self.desk.xdotool("key", "Return")
        self.desk.xdotool("key", "Escape")
        self.desk.xdotool("type", new)

    def log(self):
        """The log table, copied through the clipboard and the text."""
        self.desk.press_in(self.desk.console, "ctrl+5", "ctrl+alt+t", "ctrl+2", "ctrl+End", "ctrl+v")
        text = self.session()["edited"]
        self.desk.press_in(self.desk.console, "ctrl+z")
        return text

    def log_with(self, words):
        """Returns the log when it contains these words. Reading it edits the text and undoes the edit, which restarts the trial: polling
        too often would never let it end."""
        log = ""
        for seconds in (5, 15, 60, 120):
            time.sleep(seconds)
            log = self.log()
            if words in log:
                break
        return log


def check(program, folder, pictures=None):
    with Desk(folder, xvfb("3200x1080")) as desk:
        check_editing(desk, program, pictures and pathlib.Path(pictures))


def check_editing(desk, program, folder):
    editing = Editing(desk, program)
    picture = (lambda name: desk.screenshot(folder / name)) if folder else (lambda name: None)
    conflicts = wavefronts(editing.session())
    assert conflicts == 32, f"{conflicts} wavefronts before the change"
    picture("before.png")

    editing.replace_next(BEFORE, AFTER)
    wait_for(lambda: (now := editing.session())["source"].count(AFTER) == 3 and now, 180, "running with the padded tile")
    wait_for(lambda: wavefronts(editing.session()) == 1, 120, "recording the padded kernel")
    picture("padded.png")

    editing.replace_next(INSIDE, OUTSIDE)
    log = editing.log_with("Invalid __global__ write")
    said = next((line for line in log.split("\n") if "Invalid __global__ write of size 4 bytes" in line), log)
    for words in ("4 bytes past the end of buffer `transposed`", "lane 31", "line 62"):
        assert words in said, said
    if folder:
        time.sleep(25)  # the trial of the text after the undo
        picture("fault.png")
    now = editing.session()
    assert OUTSIDE in now["source"], "the old source is shown after the fault"
    assert OUTSIDE in now.get("edited", now["source"]), "the typed text is lost"

    desk.press_in(desk.console, "ctrl+2", "ctrl+plus", "ctrl+plus", "ctrl+3")
    now = editing.session()
    editing.open_again()
    again = editing.session()
    for member in ("lesson", "variant", "parameters", "source", "builds", "edited", "run", "times", "origin", "layout"):
        assert again.get(member) == now.get(member), f"`{member}` differs after saving, restarting and opening"
    # The session adopts the file's kernels, with their fault, and shows its run.
    editing.log_with("Invalid __global__ write")
    if folder:
        time.sleep(25)
        picture("opened.png")
    again = editing.session()
    assert again["source"] == now["source"] and again["run"] == now["run"], "the file's run did not stay"


if __name__ == "__main__":
    sys.exit(run(check, "conflicts removed, out-of-bounds write shown, file restored"))
