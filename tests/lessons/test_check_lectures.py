"""check_lectures.py reports rows with invalid references."""
import subprocess
import sys
import unittest
from unittest import mock

import check_lectures

LESSON = {"id": "reduction", "variant": [{"id": "reduce1"}, {"id": "reduce2"}], "cue": [{"variant": "reduce1"}, {"variant": "reduce2", "beside": "reduce1"}]}
HEAD = "## 000\n| document | item | lesson | variant | cue | command | shown |\n|---|---|---|---|---|---|---|\n"


def answer(program, arguments, folder):
    """What a program would answer instead of being run."""
    if "--help" in arguments:
        return subprocess.CompletedProcess(arguments, 0, "", "")
    if arguments[-1] == "needs":
        return subprocess.CompletedProcess(arguments, 2, "", "Machine code requires nvdisasm from the CUDA Toolkit.")
    return subprocess.CompletedProcess(arguments, int(arguments[-1] == "bad"), "", "a check differs")


def mistakes(row, section="000"):
    rows, broken = check_lectures.rows_of(HEAD.replace("000", section) + row)
    return broken + [m for r in rows for m in check_lectures.mistakes_of(r, {"reduction": LESSON}, {"warpstage wrong": ["it fails"]})]


class Rows(unittest.TestCase):
    def test_valid_references(self):
        self.assertEqual(mistakes("| 000 | divergence | `reduction` | `reduce1` | 1 | – | well |"), [])
        self.assertEqual(mistakes("| 000 | both | reduction | `reduce1` | 1, 2 | – | well |"), [], "cue 2 compares it with another variant")
        self.assertEqual(mistakes("| 000 | one of them | reduction | `reduce2` | 1, 2 | – | well |"), [])
        self.assertEqual(mistakes("| 000 | a command alone | – | – | – | `warpstage gpus` | well |"), [])

    def test_invalid_references(self):
        self.assertIn("unknown lesson", mistakes("| 000 | x | `reduktion` | – | – | – | well |")[0])
        self.assertIn("no variant", mistakes("| 000 | x | `reduction` | `reduce9` | – | – | well |")[0])
        self.assertIn("no cue 3", mistakes("| 000 | x | `reduction` | – | 3 | – | well |")[0])
        self.assertIn("shows `reduce1`", mistakes("| 000 | x | `reduction` | `reduce2` | 1 | – | well |")[0])
        self.assertIn("neither", mistakes("| 000 | x | – | – | – | – | well |")[0])
        self.assertIn("is in section", mistakes("| 001 | x | `reduction` | – | – | – | well |")[0])
        self.assertIn("cells", mistakes("| 000 | x | `reduction` | – |")[0])
        self.assertEqual(mistakes("| 000 | x | `reduction` | – | 1 | `warpstage wrong` | well |"), ["it fails"])
        self.assertIn("not one of", mistakes("| 000 | x | `reduction` | – | 1 | – | good |")[0])

    def test_a_command_must_end_with_status_0(self):
        run = lambda command, quick: check_lectures.command_mistakes(command, sys.executable, {"good", "bad"}, quick)
        with mock.patch.object(check_lectures, "run", answer):
            self.assertEqual(run("warpstage trace good", False), [])
            self.assertIn("returned 1: a check differs", run("warpstage trace bad", False)[0])
            self.assertIn("does not print: 2940", check_lectures.command_mistakes("warpstage trace good", sys.executable, {"good"}, False, "2940")[0])
            self.assertEqual(run("warpstage bench bad", True), [], "slow")
            self.assertIn("returned 1", run("warpstage bench bad", False)[0])
            self.assertEqual(run("warpstage machine-code needs", False), [], "without the CUDA Toolkit")

    def test_other_tables_and_counts(self):
        text = "## Documents\n| a | b |\n|---|---|\n| 000 | x |\n" + HEAD + "| 000 | x | `reduction` | – | 1 | – | well |\n"
        rows, broken = check_lectures.rows_of(text)
        self.assertEqual((len(rows), broken), (1, []))
        self.assertEqual(len(check_lectures.count_mistakes(text, rows)), 1)
        self.assertEqual(check_lectures.count_mistakes(text + "| 000 | 1 | 1 | 0 |", rows), [])


if __name__ == "__main__":
    unittest.main()
