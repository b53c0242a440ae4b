#!/usr/bin/env python3
"""The tasks of a lecturer's first hour in a real window, with real keys and mouse events. Each task states how many inputs it may need, so a
wrong turn fails: a lesson and its tour, all cues and the next lesson, hall mode, the highlighter, a comparison of two pictures, a figure, the
language, machine code, undo, an own file with a race.

Usage: test_tasks.py PROGRAM. Exit status 77 if this computer has no Xvfb, openbox, xdotool or ImageMagick.
"""
import sys
import time

from desk import Desk, run, wait_for, xvfb

RACE = """// Each thread reads its neighbor's word without a barrier.
__global__ void shift(const int* in, int* out)
{
    __shared__ int words[64];
    words[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = words[(threadIdx.x + 1) % 64];
}
"""


class Lecturer:
    """Counts the inputs of each task; a typed phrase is one."""

    def __init__(self, desk):
        self.desk = desk
        self.inputs = 0

    def press(self, *keys):
        for key in keys:
            self.inputs += 1
            self.desk.press(key)
            time.sleep(0.3)

    def choose(self, phrase):
        self.press("ctrl+k")
        self.inputs += 1
        self.desk.xdotool("type", "--delay", "40", phrase)
        time.sleep(0.5)
        self.press("Return")
        time.sleep(1.5)

    def task(self, name, most, act):
        self.inputs = 0
        began = time.monotonic()
        act()
        print(f"{name}: {self.inputs} inputs, {time.monotonic() - began:.1f} s")
        assert self.inputs <= most, f"{name} took {self.inputs} inputs, {most} are enough"

    def remembered(self, name):
        return self.desk.remembered("session.txt").get(name)

    def expect(self, name, value, what):
        wait_for(lambda: self.remembered(name) == value, 25, f"{what}: {name} = {value}")


def settled(desk):
    time.sleep(1.5)
    return desk.picture()


def change(before, after):
    """Without the line of keys, over which messages appear."""
    return after.difference(before, (0, 0, before.width, before.height - 60))


def check_keys(lecturer):
    desk = lecturer.desk
    lecturer.task("a lesson", 3, lambda: lecturer.choose("transpose tiled"))
    lecturer.expect("lesson", "transpose", "choosing a lesson")
    lecturer.expect("variant", "tiled", "choosing a variant")
    before = settled(desk)

    def tour():
        lecturer.choose("introductory tour")
        for _ in range(5):
            lecturer.press("Return")
    lecturer.task("the tour", 8, tour)
    assert change(before, settled(desk)) < 0.02, "the tour leaves something behind"

    lecturer.task("hall mode", 1, lambda: lecturer.press("F6"))
    assert change(before, settled(desk)) > 0.1, "hall mode changes nothing"
    lecturer.press("F6")

    def highlight():
        lecturer.press("w")
        desk.xdotool("mousemove", "--window", desk.stage, "400", "300", "mousedown", "1", "mousemove", "--window", desk.stage, "600", "330",
                     "mouseup", "1")
        lecturer.inputs += 1
    lecturer.task("the highlighter", 2, highlight)
    assert change(before, settled(desk)) > 0.001, "the highlighter draws nothing"
    lecturer.press("Escape")
    assert change(before, settled(desk)) < 0.02, "Esc leaves marks behind"

    lecturer.task("two pictures side by side", 1, lambda: lecturer.press("s"))
    compared = settled(desk)
    assert change(before, compared) > 0.05, "the comparison changes nothing"
    lecturer.task("their sources", 12, lambda: [lecturer.choose("compare next figure") for _ in range(4)])
    assert change(compared, settled(desk)) > 0.02, "the comparison shows no other figure"
    lecturer.press("Escape")

    lecturer.task("machine code", 3, lambda: lecturer.choose("sass"))
    lecturer.task("another language", 3, lambda: lecturer.choose("spanish"))
    lecturer.task("English again", 3, lambda: lecturer.choose("english"))

    lecturer.press("1")
    lecturer.expect("variant", desk.remembered("session.txt").get("variant"), "a variant")
    changed = lecturer.remembered("variant")
    lecturer.task("undo", 1, lambda: lecturer.press("ctrl+z"))
    lecturer.expect("variant", "tiled", f"undo after {changed}")


def check_cues(lecturer):
    lecturer.task("hazards", 3, lambda: lecturer.choose("synchronization hazards"))
    lecturer.expect("lesson", "hazards", "choosing a lesson")
    for _ in range(60):  # questions and answers, and one more press at the end
        lecturer.press("Right")
    lecturer.task("the next lesson", 1, lambda: lecturer.press("Tab"))
    wait_for(lambda: lecturer.remembered("lesson") != "hazards", 25, "leaving the last lesson")


def check_figure(lecturer):
    desk = lecturer.desk
    desk.xdotool("mousemove", "--window", desk.stage, "1060", "520")
    lecturer.task("a figure", 1, lambda: lecturer.press("shift+F12"))
    for ending in ("png", "svg", "pdf"):
        wait_for(lambda e=ending: list(desk.pictures.rglob(f"*.{e}")), 20, f"saving the figure as {ending}")


def check_own_file(program, folder):
    source = folder / "shift.cu"
    source.write_text(RACE, encoding="utf-8")
    with Desk(folder / "own", xvfb("1400x900")) as desk:
        desk.start(program, str(source))
        lecturer = Lecturer(desk)
        time.sleep(3)
        before = desk.picture()
        lecturer.task("an own file", 1, lambda: lecturer.press("Return"))
        wait_for(lambda: desk.picture().difference(before) > 0.1, 40, "running the own file")
        desk.expect_running()


def check(program, folder):
    (folder / "own").mkdir()
    with Desk(folder, xvfb("1400x900")) as desk:
        desk.start(program, "--no-start-page", "--lesson", "nbody")
        desk.place(desk.stage, 20, 20, 1280, 720)
        time.sleep(2)
        lecturer = Lecturer(desk)
        lecturer.press("space")  # nothing moves
        check_keys(lecturer)
        check_figure(lecturer)
        check_cues(lecturer)
        desk.expect_running()
    check_own_file(program, folder)


if __name__ == "__main__":
    sys.exit(run(check, "every task is done without a wrong turn"))
