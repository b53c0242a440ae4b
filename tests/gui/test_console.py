#!/usr/bin/env python3
"""Stage and console as real windows of one process, driven by real events.

Usage: test_console.py PROGRAM [PICTURE]. Exit status 77 if this computer has no Xvfb, openbox, xdotool or ImageMagick. With PICTURE,
a screenshot of both windows is kept there: the stage as on a screen of 1920x1080, the console beside it as on one of 1280x800.
"""
import json
import sys
import time

from desk import START_SECONDS, Desk, run, wait_for, xvfb


def saved(path):
    """The session file when it exists and is complete."""
    return path.exists() and json.loads(path.read_text(encoding="utf-8"))


def saved_run(desk, path):
    """The session file when it contains a recorded run; saves it again if it does not."""
    session = saved(path)
    if session and "run" in session:
        return session
    desk.press_in(desk.console, "ctrl+s")
    time.sleep(1)
    return None


def start_both(desk, program, *words):
    """Stage and console, which is `desk.console`."""
    desk.start(program, "--console", *words)
    desk.console = wait_for(lambda: desk.find("Console"), START_SECONDS, "opening the console")
    wait_for(lambda: desk.xdotool("getactivewindow") == desk.console, 10, "raising the console")


def check(program, folder, picture=None):
    with Desk(folder, xvfb("3200x1080")) as desk:
        check_desk(desk, program, picture)


def check_desk(desk, program, picture):
    words = ["--lesson", "reduction", "--variant", "reduce2", "--set", "n=65536"]
    start_both(desk, program, *words)
    desk.place(desk.stage, 0, 0, 1920, 1060)
    desk.place(desk.console, 1920, 0, 1280, 780)
    time.sleep(4)

    # The console controls the session: a clicker's keys step through the cues (the first two show reduce1, the second has a question, the
    # third shows reduce2), Ctrl+Page Down selects the next variant; saving writes the session's state.
    desk.press_in(desk.console, "ctrl+1", "Next", "Right", "Right", "Next")
    time.sleep(2)
    if picture:
        desk.screenshot(picture)
    desk.press_in(desk.console, "ctrl+Next")
    time.sleep(2)
    path = desk.folder / "lecture.warpstage"
    desk.press_in(desk.console, "ctrl+s")
    wait_for(lambda: desk.find("Save session"), 10, "asking for a name")
    desk.xdotool("type", str(path))
    desk.xdotool("key", "Return")
    session = wait_for(lambda: saved(path), 20, "saving the session")
    # The recording of the variant may end after the session was saved.
    session = wait_for(lambda: saved_run(desk, path), 30, "saving the recorded run")
    assert session["lesson"] == "reduction", session["lesson"]
    assert session["variant"] == "reduce3", f"Ctrl+Page Down led to {session['variant']}"
    assert session["origin"]["emulated"], session["origin"]
    assert session["run"]["trace"]["steps"]["pc"], "the recorded run is empty"

    # F2 on the stage hides the console and shows it again.
    desk.press_in(desk.stage, "F2")
    wait_for(lambda: not desk.find("Console"), 10, "closing the console")
    desk.press_in(desk.stage, "F2")
    desk.console = wait_for(lambda: desk.find("Console"), 10, "opening the console again")
    # It may cover the stage on the same screen, never the other way around.
    wait_for(lambda: desk.xdotool("getactivewindow") == desk.console, 10, "raising the console")

    # Restart with the file.
    desk.program.terminate()
    desk.program.wait(20)
    start_both(desk, program, str(path))
    time.sleep(2)
    again = desk.folder / "again.warpstage"
    desk.press_in(desk.console, "ctrl+shift+s")
    wait_for(lambda: desk.find("Save session"), 10, "asking for a name again")
    desk.xdotool("key", "ctrl+a")
    desk.xdotool("type", str(again))
    desk.xdotool("key", "Return")
    reopened = wait_for(lambda: saved(again), 20, "saving the session again")
    assert reopened["run"] == session["run"], "the run differs after saving, restarting and opening"
    assert reopened["times"] == session["times"] and reopened["origin"]["saved_at"] == session["origin"]["saved_at"]
    desk.expect_running()


if __name__ == "__main__":
    sys.exit(run(check, "the console controlled the stage and was toggled with F2; a session was saved, opened again and was unchanged"))
