#!/usr/bin/env python3
"""A homework with a race: one command and Enter show the two threads; saving the repaired file continues with it; F8 asks again; the
file becomes a lesson; and the start page lists it.

Usage: test_open_file.py PROGRAM [FOLDER]. Exit status 77 if this computer has no Xvfb, openbox, xdotool or ImageMagick. With
FOLDER, screenshots are kept there.
"""
import pathlib
import shutil
import sys
import time

from desk import Desk, run, wait_for, xvfb

SOURCE = """#define BLOCK 128

__global__ void blockSum(const float* in, float* out, int n)
{
    __shared__ float s[BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            s[threadIdx.x] += s[threadIdx.x + stride];
        // barrier
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}
"""


def has_button(picture):
    """Whether the form shows its button: the largest orange area. While the file is compiled, it has none."""
    pixels = picture.pixels
    orange = sum(1 for i in range(0, len(pixels), 3 * 5) if pixels[i] > 200 and 130 < pixels[i + 1] < 180 and pixels[i + 2] < 40)
    return orange > 300


def check(program, folder, pictures=None):
    kept = pictures and pathlib.Path(pictures)
    file = folder / "homework" / "race.cu"
    file.parent.mkdir()
    file.write_text(SOURCE, encoding="utf-8")
    answers = file.with_name("race.cu.warpstage.toml")
    with Desk(folder, xvfb("1280x800")) as desk:

        def look(name):
            picture = desk.picture()
            if kept:
                shutil.copy(picture.path, kept / name)
            return picture

        began = time.monotonic()
        desk.start(program, str(file), "--no-console")
        desk.place(desk.stage, 0, 0, 1280, 720)
        opened = desk.folder / "data" / "warpstage" / "opened"
        wait_for(lambda: has_button(desk.picture()), 30, "compiling")
        form = look("1-form.png")
        desk.press("Return")
        wait_for(answers.exists, 30, "remembering the answers")
        wait_for(lambda: list(opened.glob("race-*/lesson.toml")), 30, "making the lesson")
        time.sleep(3)
        race = look("2-race.png")
        print(f"from the command to the race: {time.monotonic() - began:.1f} s, most of it waiting")
        assert race.difference(form) > 0.2, "the form still covers the stage"

        file.write_text(SOURCE.replace("// barrier", "__syncthreads();"), encoding="utf-8")
        time.sleep(6)
        repaired = look("3-repaired.png")
        middle = (320, 80, 520, 390)
        assert repaired.difference(race, middle) > 0.05, "the repaired kernel is not shown"

        desk.press("F8")
        wait_for(lambda: has_button(desk.picture()), 30, "compiling again")
        again = look("4-form-again.png")
        assert again.difference(form) < 0.02, "F8 does not open the form"
        desk.press("Escape")
        desk.press("ctrl+k")
        desk.xdotool("type", "turn the file")
        time.sleep(1)
        look("5-palette.png")
        desk.press("Return")
        lesson = desk.folder / "data" / "warpstage" / "lessons" / "race" / "kernels.cu"
        wait_for(lesson.exists, 20, "writing the lesson")
        assert "__syncthreads();\n    }" in lesson.read_text(encoding="utf-8"), "the lesson has the old kernel"
        time.sleep(1)
        look("6-lesson.png")
        desk.press("F4")
        time.sleep(2)
        look("7-start-page.png")
        assert (desk.folder / "data" / "warpstage" / "recent.txt").read_text(encoding="utf-8") == f"{file}\n"


if __name__ == "__main__":
    sys.exit(run(check, "a race was shown, repaired and kept as a lesson"))
