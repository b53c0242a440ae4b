"""check_textbooks.py reports rows with invalid references and chapters without a row."""
import unittest

import check_textbooks

LESSON = {"id": "reduction", "variant": [{"id": "reduce1"}, {"id": "reduce2"}], "cue": [{"variant": "reduce1"}, {"variant": "reduce2"}]}
HEAD = "## Textbook\n| chapter | subject | lesson | variant | cue | command | shown |\n|---|---|---|---|---|---|---|\n"


def mistakes(row):
    rows, broken = check_textbooks.rows_of(HEAD + row)
    return broken + [m for _, _, cells in rows for m in check_textbooks.mistakes_of(cells, {"reduction": LESSON})]


class Rows(unittest.TestCase):
    def test_valid_references(self):
        self.assertEqual(mistakes("| 10 Reduction | tree | `reduction` | `reduce1` | 1, 2 | – | well |"), [])
        self.assertEqual(mistakes("| 4 Architecture | devices | – | – | – | `warpstage gpus` | well |"), [])
        self.assertEqual(mistakes("| 12 Merge | – | – | – | – | – | no |"), [])

    def test_invalid_references(self):
        self.assertIn("unknown lesson", mistakes("| 10 Reduction | x | `scan` | `reduce1` | 1 | – | well |")[0])
        self.assertIn("no variant", mistakes("| 10 Reduction | x | `reduction` | `reduce9` | 1 | – | well |")[0])
        self.assertIn("no cue 3", mistakes("| 10 Reduction | x | `reduction` | `reduce1` | 3 | – | well |")[0])
        self.assertIn("shows `reduce2`", mistakes("| 10 Reduction | x | `reduction` | `reduce1` | 2 | – | well |")[0])
        self.assertIn("a cue are expected", mistakes("| 10 Reduction | x | `reduction` | `reduce1` | – | – | well |")[0])
        self.assertIn("`no` is for rows", mistakes("| 12 Merge | x | – | – | – | – | well |")[0])
        self.assertIn("not one of", mistakes("| 12 Merge | x | – | – | – | – | none |")[0])
        self.assertIn("cells", mistakes("| 12 Merge | x | no |")[0])

    def test_chapters(self):
        row = "| {} | x | – | – | – | – | no |\n"
        all_rows = "".join(row.format(chapter) for chapter in check_textbooks.CHAPTERS)
        self.assertEqual(check_textbooks.chapter_mistakes(check_textbooks.rows_of(HEAD + all_rows)[0]), [])
        self.assertEqual(len(check_textbooks.chapter_mistakes(check_textbooks.rows_of(HEAD + all_rows.replace("| 12 |", "| 11 |"))[0])), 1)


if __name__ == "__main__":
    unittest.main()
