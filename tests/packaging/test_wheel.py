#!/usr/bin/env python3
"""The wheel of a build: made twice, installed by pip without a network, its program run. Usage: test_wheel.py PROJECT_FOLDER BUILD_FOLDER"""
import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

BUILD = pathlib.Path(sys.argv.pop())
ROOT = pathlib.Path(sys.argv.pop())


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **options).stdout


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        place = pathlib.Path(cls.folder.name)
        prefix = place / "prefix"
        run("cmake", "--install", BUILD, "--strip", "--prefix", prefix)
        environment = dict(os.environ, SOURCE_DATE_EPOCH="1700000000")
        cls.wheels = []
        for number in (1, 2):
            name = run(sys.executable, ROOT / "packaging" / "make_wheel.py", prefix, "1.2.3", place / str(number), env=environment).strip()
            cls.wheels.append(place / str(number) / name)
        cls.site = place / "site"

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_two_wheels_are_equal(self):
        self.assertEqual(*(hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in self.wheels))

    def test_it_has_no_windows(self):
        names = zipfile.ZipFile(self.wheels[0]).namelist()
        self.assertFalse([name for name in names if "Qt6" in name or "desktop" in name or "__pycache__" in name])
        self.assertIn("warpstage/py.typed", names)
        self.assertTrue(any(name.startswith("warpstage/program/assets/lessons/") for name in names))

    def test_pip_installs_a_program_that_runs(self):
        run(sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--target", self.site, self.wheels[0])
        self.assertTrue((self.site / "bin" / "warpstage").exists())
        program = self.site / "warpstage" / "program" / "warpstage"
        bare = {"PATH": "/usr/bin:/bin", "HOME": self.folder.name}
        self.assertIn("warpstage", run(program, "--version", env=bare))
        self.assertIn("reduction", run(program, "list", env=bare))
        loaded = run("ldd", program, env=bare)
        outside = [line for line in loaded.splitlines() if "/lib/x86_64" in line and not any(
            name in line for name in ("libc.so", "libm.so", "libstdc++", "libgcc_s", "ld-linux", "libdl", "libpthread", "librt"))]
        self.assertEqual(outside, [])


if __name__ == "__main__":
    if importlib.util.find_spec("pip") is None:
        print("skipped: no Python package pip")
        sys.exit(77)
    unittest.main()
