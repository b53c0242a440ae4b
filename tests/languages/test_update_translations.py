#!/usr/bin/env python3
"""Tests that a text without a translation is listed, and is an error only where a package is made. Usage: test_update_translations.py PROJECT_FOLDER"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(sys.argv.pop()).resolve()
FIELDS = {"Project-Id-Version": "warpstage", "PO-Revision-Date": "2026-01-01 00:00+0000", "Last-Translator": "A <a@example.org>",
          "Language-Team": "Czech", "Language": "cs", "MIME-Version": "1.0", "Content-Type": "text/plain; charset=UTF-8",
          "Content-Transfer-Encoding": "8bit", "Plural-Forms": "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;"}
HEADER = 'msgid ""\nmsgstr ""\n' + "".join(f'"{name}: {value}\\n"\n' for name, value in FIELDS.items())


class UpdateTranslations(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for name in ("app", "core", "po", "tools"):
            (self.folder / name).mkdir()
        shutil.copy(PROJECT / "tools" / "update-translations", self.folder / "tools")
        self.catalog('msgid "Banks"\nmsgstr "Banky"\n')
        self.source('tr("Banks");')

    def catalog(self, entries):
        (self.folder / "po" / "cs.po").write_text(HEADER + "\n" + entries, encoding="utf-8")

    def source(self, statements):
        (self.folder / "app" / "texts.cpp").write_text(f"void texts() {{ {statements} }}\n", encoding="utf-8")

    def update(self, *options):
        ended = subprocess.run([self.folder / "tools" / "update-translations", *options], capture_output=True, text=True)
        return ended.returncode, ended.stdout + ended.stderr

    def expect(self, check, complete, *listed):
        for option, status in (("--check", check), ("--complete", complete)):
            ended, printed = self.update(option)
            self.assertEqual(ended, status, f"{option}: {printed}")
            for text in listed:
                self.assertIn(text, printed)

    def test_a_complete_catalog_lists_nothing(self):
        self.expect(0, 0)
        self.assertEqual(self.update("--complete")[1], "")

    def test_a_new_text_is_listed_and_only_a_package_needs_it(self):
        self.source('tr("Banks"); tr("Sectors of \\"warp {}\\"");')
        self.expect(0, 1, "po/cs.po: 1 untranslated messages, shown in English:\n", '  Sectors of \\"warp {}\\"\n')

    def test_a_changed_text_leaves_its_old_translation_behind(self):
        self.source('tr("Memory banks");')
        self.expect(0, 1, "1 untranslated messages", "  Memory banks\n")

    def test_a_plural_is_listed_once(self):
        self.source('tr("Banks"); trn("{} warp", "{} warps", count);')
        self.expect(0, 1, "1 untranslated messages", "  {} warp\n")

    def test_a_removed_text_is_no_error(self):
        self.source("")
        self.expect(0, 0)

    def test_an_empty_and_a_fuzzy_translation_are_listed(self):
        self.source('tr("Banks"); tr("Lanes");')
        self.catalog('msgid "Banks"\nmsgstr ""\n\n#, fuzzy\nmsgid "Lanes"\nmsgstr "Pruhy"\n')
        self.expect(0, 1, "1 untranslated messages", "  Banks\n", "1 fuzzy messages", "  Lanes\n")

    def test_a_damaged_catalog_is_always_an_error(self):
        self.catalog('msgid "Banks"\nmsgstr "Banky\n')
        self.expect(1, 1, "cs.po:")

    def test_without_options_new_texts_are_added(self):
        self.source('tr("Banks"); tr("Sectors");')
        self.assertEqual(self.update()[0], 0)
        self.assertIn('msgid "Sectors"\nmsgstr ""\n', (self.folder / "po" / "cs.po").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
