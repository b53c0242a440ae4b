#!/usr/bin/env python3
"""Tests that check_sizes.py reports only parts that are too large."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).with_name("check_sizes.py")


def check(files):
    """Exit status and output for a project with these `files`: path -> text."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run([sys.executable, str(CHECK), folder], capture_output=True, text=True)
        return run.returncode, run.stdout


def struct_with(members, functions=0):
    body = "".join(f"    int m{i} = 0;\n" for i in range(members)) + "".join(f"    void f{i}();\n" for i in range(functions))
    return f"#pragma once\nstruct Part {{\n    Part();\n{body}}};\n"


class CheckSizes(unittest.TestCase):
    def test_small_parts_pass(self):
        status, said = check({"core/base/part.h": struct_with(20, 25), "app/draw/short.cpp": "int a;\n" * 500})
        self.assertEqual(status, 0, said)

    def test_a_wide_struct_is_found(self):
        status, said = check({"core/base/part.h": struct_with(21)})
        self.assertEqual(status, 1)
        self.assertIn("core/base/part.h: Part has 21 data members, at most 20", said)

    def test_a_class_with_many_functions_is_found(self):
        status, said = check({"core/base/part.h": struct_with(1, 26)})
        self.assertEqual(status, 1)
        self.assertIn("Part has 26 functions, at most 25", said)

    def test_a_long_file_is_found(self):
        status, said = check({"core/base/part.h": struct_with(1), "core/base/long.cpp": "int a;\n" * 501})
        self.assertEqual(status, 1)
        self.assertIn("core/base/long.cpp: 501 lines, at most 500", said)

    def test_a_full_folder_is_found(self):
        status, said = check({f"core/base/part{i}.h": struct_with(1) for i in range(27)})
        self.assertEqual(status, 1)
        self.assertIn("core/base: 27 files, at most 26", said)


if __name__ == "__main__":
    unittest.main()
