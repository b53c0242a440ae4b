#!/usr/bin/env python3
"""Files, folders, broken links, pipes and a thousand names are dropped with the mouse onto the stage and onto the console: what the program
reads is opened, the rest is named in a sentence, and it always continues.

Usage: test_drops.py PROGRAM DRAG_SOURCE [FOLDER]. Exit status 77 if this computer has no Xvfb, openbox, xdotool or ImageMagick. With
FOLDER, screenshots are kept there.
"""
import os
import pathlib
import subprocess
import sys
import time

from desk import START_SECONDS, Desk, run, wait_for, xvfb

KERNEL = "__global__ void twice(float* a)\n{\n    a[threadIdx.x] *= 2.0f;\n}\n"
STAGE = (0, 0, 1000, 640)
SOURCE = (1240, 700)


def files_to_drop(folder):
    """A list of names with what is dropped, and a CUDA file that is opened."""
    folder.mkdir()
    kernel = folder / "twice.cu"
    kernel.write_text(KERNEL, encoding="utf-8")
    (folder / "empty").mkdir()
    (folder / "broken.cu").symlink_to("nowhere.cu")
    (folder / "loop.cu").symlink_to("loop.cu")
    os.mkfifo(folder / "pipe.cu")
    os.mkfifo(folder / "pipe.warpstage")
    (folder / "folder.cu").mkdir()
    (folder / "folder.warpstage").mkdir()
    (folder / "damaged.warpstage").write_bytes(b"PK\3\4" + bytes(range(256)) * 20)
    (folder / "empty.warpstage").write_bytes(b"")
    with open(folder / "huge.warpstage", "wb") as huge:
        huge.truncate(1 << 40)
    with open(folder / "huge.cu", "wb") as huge:
        huge.truncate(1 << 40)
    strange = folder / "50 % (ä) \U0001f600 `x`.cu"
    strange.write_text(KERNEL, encoding="utf-8")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    many = []
    for i in range(1000):
        many.append(folder / f"{i}.cu")
        many[-1].write_text(KERNEL, encoding="utf-8")
    refused = ["empty", "broken.cu", "loop.cu", "pipe.cu", "pipe.warpstage", "folder.cu", "folder.warpstage", "damaged.warpstage", "empty.warpstage",
               "huge.warpstage", "huge.cu", "picture.png", "gone.cu"]
    drops = [(name, [folder / name]) for name in refused]
    drops += [("an address", ["https://example.org/kernel.cu"]), ("no file", []), ("/dev/zero", ["/dev/zero"]), ("the root folder", ["/"]),
              ("1,000 files", many), ("1,000 missing files", [folder / f"missing-{i}.cu" for i in range(1000)]),
              ("a long name", [folder / ("x" * 4000 + ".cu")]), (strange.name, [strange])]
    return drops, kernel


class Mouse:
    def __init__(self, desk, program, listing):
        self.desk = desk
        self.listing = listing
        self.output = open(desk.folder / "drags", "w+", encoding="utf-8")
        listing.write_text("")
        self.process = subprocess.Popen([program, str(listing)], env=desk.environment, stdout=self.output, stderr=subprocess.DEVNULL)
        desk.processes.append(self.process)
        self.window = wait_for(lambda: desk.xdotool("search", "--onlyvisible", "--name", "^drag source$").split("\n")[0], START_SECONDS,
                               "opening the source of drags")
        desk.xdotool("windowmove", self.window, *map(str, SOURCE))
        time.sleep(0.5)

    def drop(self, lines, x, y):
        """Returns whether the window at this place accepted it."""
        self.listing.write_bytes(b"\n".join(os.fsencode(line) for line in lines))
        drags = len(self.drags())
        self.desk.xdotool("mousemove", str(SOURCE[0] + 60), str(SOURCE[1] + 60), "mousedown", "1")
        for step in range(1, 9):
            self.desk.xdotool("mousemove", str(SOURCE[0] + (x - SOURCE[0]) * step // 8), str(SOURCE[1] + (y - SOURCE[1]) * step // 8))
            time.sleep(0.03)
        self.desk.xdotool("mousemove", str(x + 3), str(y + 3), "mouseup", "1")
        wait_for(lambda: len(self.drags()) > drags, 20, "ending the drag")
        return self.drags()[-1] == "copied"

    def drags(self):
        self.output.seek(0)
        return self.output.read().splitlines()


def check(program, folder, source, kept=None):
    drops, kernel = files_to_drop(folder / "files")
    with Desk(folder, xvfb("1400x860")) as desk:
        opened = desk.folder / "data" / "warpstage" / "opened"
        desk.start(program, "--lesson", "transpose", "--no-console")
        desk.place(desk.stage, *STAGE)
        mouse = Mouse(desk, source, folder / "list")
        answers = 0

        def look(name):
            """What the screen shows; a frame must have been drawn after the drop."""
            nonlocal answers
            desk.expect_running()
            desk.press_in(desk.stage, "Escape")
            picture = desk.picture()
            assert picture.colors() > 20, f"after {name} the stage is blank"
            answers += 1

        for name, lines in drops:
            began = time.monotonic()
            mouse.drop(lines, 500, 300)
            time.sleep(1.0)
            if kept:
                desk.screenshot(pathlib.Path(kept) / f"{answers:02}.png")
            look(name)
            took = time.monotonic() - began
            print(f"{name[:40]}: {took:.1f} s")
            assert took < 30, f"{name}: no picture for {took:.0f} s"
        assert mouse.drop([kernel], 500, 300), "a CUDA file is not accepted"
        desk.xdotool("windowactivate", "--sync", desk.stage)
        time.sleep(2)
        desk.press("Return")
        wait_for(lambda: list(opened.glob("twice-*/lesson.toml")), 30, "opening the last file")
        desk.expect_running()
        if kept:
            time.sleep(2)
            desk.screenshot(pathlib.Path(kept) / "last.png")
        desk.press("ctrl+q")
        assert desk.program.wait(20) == 0


if __name__ == "__main__":
    sys.exit(run(check, "every drop was opened or named in a sentence"))
