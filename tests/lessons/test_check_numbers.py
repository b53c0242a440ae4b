#!/usr/bin/env python3
"""check_numbers.py reports numbers without a claim."""
import pathlib
import tempfile
import unittest

import check_numbers

LESSON = '''summary = "Two of 32 lanes."
[[variant]]
id = "copy"
label = "copy"
summary = "4 sectors on CC 1.3."
'''


class CheckNumbers(unittest.TestCase):
    def mistakes(self, claims, notes="# 1 · copy\n\n1. `tile[32]` takes 5\nwavefronts.\n"):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file, words in (("lesson.toml", LESSON), ("notes.md", notes), ("claims.toml", claims), ("kernels.cu", "int x;")):
                (folder / file).write_text(words)
            return check_numbers.check_lesson(folder, {"guide": "A guide"}, "TEST(Suite, Name)", check_numbers.Figures())

    def test_names_code_headings_and_lists_are_not_numbers(self):
        found = self.mistakes("")
        self.assertEqual(len(found), 4, found)  # Two, 32, 4, 5

    def test_labels_are_read_and_the_number_of_a_kernel_is_not(self):
        lesson = LESSON.replace('label = "copy"', 'label = "5 · 16 x 16"').replace("Two of 32", "All") + '''[[parameter]]
id = "n"
label = "groups of 7"
'''
        lesson = lesson.replace("4 sectors", "sectors")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file, words in (("lesson.toml", lesson), ("notes.md", "words"), ("claims.toml", ""), ("kernels.cu", "int x;")):
                (folder / file).write_text(words)
            found = check_numbers.check_lesson(folder, {}, "", check_numbers.Figures())
        self.assertEqual(len(found), 3, found)  # 16, 16, 7

    def test_a_claim_covers_numbers_across_lines(self):
        claims = '[[given]]\nsays = ["Two of 32 lanes", "4 sectors", "takes 5 wavefronts"]\nbecause = "x"\n'
        self.assertEqual(self.mistakes(claims), [])

    def test_a_claim_must_cover_a_number(self):
        found = self.mistakes('[[given]]\nsays = ["Two of 32 lanes", "4 sectors", "takes 5", "7 banks"]\nbecause = "x"\n')
        self.assertEqual(found, ['claims.toml: no text contains "7 banks"'])

    def test_references_of_claims_must_exist(self):
        self.assertIn("claims.toml: unknown test Suite.Other", self.mistakes('[[tested]]\nsays = []\ntest = "Suite.Other"\n'))
        self.assertIn("claims.toml: unknown source `book`", self.mistakes('[[sourced]]\nsays = []\nsource = "book: p. 1"\n'))
        self.assertIn("claims.toml: 2 * 3 is 6, not 7", self.mistakes('[[computed]]\nsays = []\nexpression = "2 * 3"\nvalue = 7\n'))
        self.assertIn("claims.toml: `float y` is not in kernels.cu or lesson.toml",
                      self.mistakes('[[given]]\nsays = []\ncode = "float y"\nbecause = "x"\n'))


if __name__ == "__main__":
    unittest.main()
