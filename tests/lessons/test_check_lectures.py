"""check_lectures.py reports rows with invalid references."""
import unittest

import check_lectures

LESSON = {"id": "reduction", "variant": [{"id": "reduce1"}, {"id": "reduce2"}], "cue": [{"variant": "reduce1"}, {"variant": "reduce2", "beside": "reduce1"}]}
HEAD = "## 000\n| document | item | lesson | variant | cue | command |\n|---|---|---|---|---|---|\n"


def mistakes(row, section="000"):
    rows, broken = check_lectures.rows_of(HEAD.replace("000", section) + row)
    return broken + [m for r in rows for m in check_lectures.mistakes_of(r, {"reduction": LESSON}, None)]


class Rows(unittest.TestCase):
    def test_valid_references(self):
        self.assertEqual(mistakes("| 000 | divergence | `reduction` | `reduce1` | 1 | – |"), [])
        self.assertEqual(mistakes("| 000 | both | reduction | `reduce1` | 1, 2 | – |"), [], "cue 2 compares it with another variant")
        self.assertEqual(mistakes("| 000 | one of them | reduction | `reduce2` | 1, 2 | – |"), [])
        self.assertEqual(mistakes("| 000 | a command alone | – | – | – | `warpstage gpus` |"), [])

    def test_invalid_references(self):
        self.assertIn("unknown lesson", mistakes("| 000 | x | `reduktion` | – | – | – |")[0])
        self.assertIn("no variant", mistakes("| 000 | x | `reduction` | `reduce9` | – | – |")[0])
        self.assertIn("no cue 3", mistakes("| 000 | x | `reduction` | – | 3 | – |")[0])
        self.assertIn("shows `reduce1`", mistakes("| 000 | x | `reduction` | `reduce2` | 1 | – |")[0])
        self.assertIn("neither", mistakes("| 000 | x | – | – | – | – |")[0])
        self.assertIn("is in section", mistakes("| 001 | x | `reduction` | – | – | – |")[0])
        self.assertIn("cells", mistakes("| 000 | x | `reduction` | – |")[0])


if __name__ == "__main__":
    unittest.main()
