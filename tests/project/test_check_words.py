#!/usr/bin/env python3
"""tools/check-words must find forbidden words in comments, strings and documents, across line breaks, and nothing in plain text."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check-words"
loader = importlib.machinery.SourceFileLoader("check_words", str(TOOL))
check_words = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_words", loader))
loader.exec_module(check_words)


class CheckWords(unittest.TestCase):
    def pieces(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            check_words.ROOT = pathlib.Path(folder)
            (check_words.ROOT / name).write_text(text)
            return check_words.pieces_of(pathlib.Path(name))

    def found(self, name, text):
        return [rule for rule, instead, strings in check_words.rules() for piece in self.pieces(name, text)
                if (piece.is_string or not strings) and rule.search(piece.text)]

    def test_string(self):
        self.assertTrue(self.found("a.cpp", 'const char* a = "256 threads a block";'))

    def test_comment_over_two_lines(self):
        self.assertTrue(self.found("a.cpp", "// 256 threads\n// a block\n"))

    def test_joined_string(self):
        self.assertTrue(self.found("a.cpp", 'const char* a = "256 threads "\n    "a block";'))

    def test_blank_at_the_beginning_of_the_next_part(self):
        self.assertEqual([piece.text for piece in self.pieces("a.cpp", 'f("one"\n  " two " "three");')], ["one two three"])

    def test_code_is_not_read(self):
        self.assertFalse(self.found("a.cpp", "const int anew = threads + a_block;"))

    def test_quote_in_a_character(self):
        self.assertEqual([piece.text for piece in self.pieces("a.cpp", "char a = '\"'; // yes\nchar b = '\"';")], ["yes"])

    def test_markdown_paragraph(self):
        self.assertTrue(self.found("a.md", "There are 256 threads\na block.\n"))

    def test_two_paragraphs_are_two(self):
        self.assertFalse(self.found("a.md", "There are 256 threads\n\na block.\n"))

    def test_toml(self):
        self.assertTrue(self.found("a.toml", 'caption = "256 threads a block" # so it is\n'))

    def test_python(self):
        self.assertTrue(self.found("a.py", '"""The colour of a warp"""\n'))

    def test_plain_text_is_clean(self):
        self.assertFalse(self.found("a.cpp", '// Why: 256 threads per block.\nf("The first wrong element is named.");'))

    def test_every_rule_says_what_to_write(self):
        for rule, instead, _ in check_words.rules():
            self.assertTrue(instead.strip(), rule.pattern)


if __name__ == "__main__":
    unittest.main()
