#!/usr/bin/env python3
"""Tests that check_sizes.py refuses only long files and that its report lists the largest parts first."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).with_name("check_sizes.py")


def check(files, *options):
    """Exit status and output for a project with these `files`: path -> text."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run([sys.executable, str(CHECK), folder, *options], capture_output=True, text=True)
        return run.returncode, run.stdout


def struct_with(members, functions=0):
    body = "".join(f"    int m{i} = 0;\n" for i in range(members)) + "".join(f"    void f{i}();\n" for i in range(functions))
    return f"#pragma once\nstruct Part {{\n    Part();\n{body}}};\n"


class CheckSizes(unittest.TestCase):
    def test_a_file_at_the_limit_passes(self):
        status, printed = check({"core/base/part.h": struct_with(1), "app/draw/short.cpp": "int a;\n" * 500})
        self.assertEqual(status, 0, printed)

    def test_a_long_file_is_refused(self):
        status, printed = check({"core/base/part.h": struct_with(1), "core/base/long.cpp": "int a;\n" * 501})
        self.assertEqual(status, 1)
        self.assertIn("core/base/long.cpp: 501 lines, at most 500", printed)

    def test_a_table_may_be_long(self):
        status, printed = check({"core/ptx/opcodes.inc": "row\n" * 900})
        self.assertEqual(status, 0, printed)

    def test_wide_structs_and_full_folders_are_no_error(self):
        files = {f"core/base/part{i}.h": struct_with(40, 40) for i in range(40)}
        status, printed = check(files)
        self.assertEqual(status, 0, printed)

    def test_the_report_lists_the_largest_parts_first(self):
        status, printed = check({"core/base/part.h": struct_with(21, 3), "app/draw/other.h": struct_with(2, 26),
                                 "app/draw/long.cpp": "int a;\n" * 501}, "--report")
        self.assertEqual(status, 0, printed)
        self.assertIn("Lines per file\n   501  app/draw/long.cpp\n", printed)
        self.assertIn("Files per folder\n     2  app/draw\n     1  core/base\n", printed)
        self.assertIn("Data members per struct or class\n    21  core/base/part.h: Part\n", printed)
        self.assertIn("Functions per struct or class\n    26  app/draw/other.h: Part\n", printed)


if __name__ == "__main__":
    unittest.main()
