#!/usr/bin/env python3
"""The stage in a notebook, as far as it needs no browser (tests/web/notebook_test.py has one): the capture, its answers, and what
is shown without anywidget. The same figure comes from the module, from the command line and from the stage."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import zipfile

from packages import require

require("numpy")

import numpy as np  # noqa: E402

import warpstage  # noqa: E402
from warpstage import _stage  # noqa: E402

KERNEL = """
__global__ void columns(float* y, const float* x)
{
    __shared__ float tile[32][32];
    tile[threadIdx.x][threadIdx.y] = x[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    y[threadIdx.y * 32 + threadIdx.x] += 2 * tile[threadIdx.x][threadIdx.y];
}
"""
STORE_LINE = 5
LAUNCH = {"grid": 1, "block": (32, 4)}
PROGRAM = os.environ["WARPSTAGE_PROGRAM"]


def arguments() -> dict[str, np.ndarray]:
    return {"y": np.ones(1024, np.float32), "x": np.arange(1024, dtype=np.float32)}


def shapes(svg: str) -> list[str]:
    """Everything that the figure draws but its words, in which the subject differs."""
    return re.findall(r"<(?:path|rect|line|polyline|polygon|circle)\b[^>]*>", svg)


class Stage(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name, "columns.warpstage")

    def program(self, *words: object) -> str:
        ended = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, check=False)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        return ended.stdout

    def test_a_capture_is_the_launch(self) -> None:
        args = arguments()
        warpstage.stage(KERNEL, args, **LAUNCH).save(self.file)
        self.assertTrue((args["y"] == 1).all())
        with zipfile.ZipFile(self.file) as capture:
            self.assertEqual(capture.read("kernels.cu").decode(), KERNEL)
            lesson = capture.read("lesson.toml").decode()
        for part in ('name = "y"', 'name = "x"', 'type = "f32"', 'title = "columns"'):
            self.assertIn(part, lesson)
        self.assertIn("0 differ", self.program("check", self.file, "--engine", "vm"))

    def test_only_run_changes_arrays(self) -> None:
        args = arguments()
        for show in (warpstage.trace, warpstage.figure, warpstage.why, warpstage.stage, warpstage.check, warpstage.estimate):
            show(KERNEL, args, **LAUNCH)
            self.assertTrue((args["y"] == 1).all(), show.__name__)

    def test_a_fault_is_on_the_stage(self) -> None:
        args = arguments() | {"x": np.zeros(40, np.float32)}
        warpstage.stage(KERNEL, args, **LAUNCH).save(self.file)
        with zipfile.ZipFile(self.file) as capture:
            self.assertIn("expects = ", capture.read("lesson.toml").decode())

    def test_the_same_figure_from_the_module_the_command_line_and_the_stage(self) -> None:
        args, pictures = arguments(), pathlib.Path(self.folder.name, "pictures")
        warpstage.stage(KERNEL, args, **LAUNCH).save(self.file)
        script = pathlib.Path(self.folder.name, "save.txt")
        script.write_text(f"wait 60 frames\nline {STORE_LINE}\nwait 20 frames\nkey Shift+F12\nwait 60 frames\n", encoding="utf-8")
        self.program(self.file, "--engine", "vm", "--offscreen", "1280x720", "--script", script, "--pictures", pictures)
        [file] = pictures.glob("*sectors*.svg")
        of_stage = file.read_text(encoding="utf-8")
        [warp] = re.findall(r"<desc>.* warp (\d+),", of_stage)
        chosen = {"line": STORE_LINE, "warp": warp}
        of_module = warpstage.figure(KERNEL, args, "sectors", details=chosen, **LAUNCH).svg
        kernel, of_command = pathlib.Path(self.folder.name, "columns.cu"), pathlib.Path(self.folder.name, "sectors.svg")
        kernel.write_text(KERNEL, encoding="utf-8")
        self.program(
            *("run", kernel, "--engine", "vm", "--grid", 1, "--block", "32,4", "--arg", "y:f32[1024]=ones", "--arg", "x:f32[1024]=iota"),
            *("--figure", f"sectors:line={STORE_LINE},warp={warp}", "-o", of_command),
        )
        self.assertGreater(len(shapes(of_module)), 80)
        self.assertTrue(shapes(of_module) == shapes(of_command.read_text(encoding="utf-8")))
        self.assertTrue(shapes(of_module) == shapes(of_stage))
        other = warpstage.figure(KERNEL, args, "banks", **LAUNCH).svg
        self.assertFalse(shapes(of_module) == shapes(other))

    def test_requests_of_the_front_end_are_answered(self) -> None:
        site = {"index.html": b"<html>", "languages/cs.mo": b"cs", "languages/el.mo": b"el"}
        self.assertEqual(list(_stage.chosen(site, ["cs-CZ", "en"])), ["index.html", "languages/cs.mo"])
        source = _stage.Source("k.warpstage", b"0123456789")
        content, [piece] = source.answer({"id": "7", "part": "capture", "from": 4, "count": 3})
        self.assertEqual((json.dumps(content), piece), ('{"id": "7"}', b"456"))

    def test_without_anywidget_figures_follow_a_sentence(self) -> None:
        if _stage.HAS_WIDGETS:
            self.skipTest("anywidget is installed")
        stage = warpstage.stage(KERNEL, arguments(), **LAUNCH)
        self.assertEqual([figure.kind for figure in stage.figures], list(_stage.FALLBACK))
        with self.assertRaisesRegex(warpstage.WarpstageError, "anywidget"):
            stage.widget()


if __name__ == "__main__":
    unittest.main()
