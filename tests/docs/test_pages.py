"""A page whose examples, outputs or links are wrong is found."""
import pathlib
import tempfile
import unittest

import check_examples
import check_pages
import pages

HELP = """#!/bin/sh
case "$1" in
  trace) printf 'Options:\\n  --by TEXT  How finely\\n' ;;
  *) printf 'Options:\\n  --engine TEXT  Device\\nSubcommands:\\n  trace   Records\\n' ;;
esac
"""


class Project(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        (self.root / "docs/pictures").mkdir(parents=True)
        (self.root / "bin").mkdir()
        self.program = self.root / "bin/warpstage"
        self.program.write_text(HELP)
        self.program.chmod(0o755)

    def tearDown(self):
        self.folder.cleanup()

    def mistakes(self, text, update=False):
        (self.root / "docs/page.md").write_text(text)
        return check_examples.check_page(self.root, self.program, "docs/page.md", False, update)


class Examples(Project):
    def test_commands_run_in_order_in_one_folder(self):
        self.assertEqual(self.mistakes("```text file=a.txt\nx\n```\n```sh\ncp a.txt b.txt   # copy\n\n# remark\ncat \\\n  b.txt\n```\n"), 0)

    def test_a_command_that_fails(self):
        self.assertEqual(self.mistakes("```sh\nfalse\n```\n"), 1)
        self.assertEqual(self.mistakes("```sh status=1\ntrue\nfalse\n```\n"), 0)
        self.assertEqual(self.mistakes("```sh status=0|1\nfalse\n```\n```sh status=0|1\ntrue\n```\n"), 0)
        self.assertEqual(self.mistakes("```sh status=1\nfalse\nfalse\n```\n"), 1, "only the last command may fail")

    def test_outputs_are_compared(self):
        self.assertEqual(self.mistakes("```console\n$ printf 'a\\nb\\n'\na\nb\n```\n"), 0)
        self.assertEqual(self.mistakes("```console\n$ printf 'a\\nb\\n'\na\nc\n```\n"), 1)
        self.assertEqual(self.mistakes("```console\n$ printf 'a\\nb\\n'\na\n```\n"), 1)
        self.assertEqual(self.mistakes("```console\n$ printf 'a 12 c\\nb\\nd\\n'\na ... c\n...\nd\n```\n"), 0)

    def test_outputs_are_updated_except_where_text_is_left_out(self):
        self.assertEqual(self.mistakes("```console\n$ printf 'a 12 c\\nb\\n'\na ... c\nold\n\n$ echo x\nx\n```\n", update=True), 0)
        self.assertEqual((self.root / "docs/page.md").read_text(), "```console\n$ printf 'a 12 c\\nb\\n'\na ... c\nb\n\n$ echo x\nx\n```\n")

    def test_commands_that_are_not_run(self):
        self.assertEqual(self.mistakes("```sh gpu\nwarpstage trace --by x --engine gpu\nfalse\n```\n"), 0)
        self.assertEqual(self.mistakes("```sh window\nwarpstage trace --bye x\n```\n"), 1)
        self.assertEqual(self.mistakes("```sh sudo\ntools/none\n```\n"), 1)
        self.assertEqual(self.mistakes("```sh slow\ntrue\n```\n"), 1, "an unknown word must not hide an example")

    def test_a_block_without_an_end(self):
        self.assertRaises(ValueError, self.mistakes, "```sh\ntrue\n")


class Links(Project):
    def test_files_and_headings(self):
        (self.root / "docs/other.md").write_text("# One, two `three`\n```sh\n# none\n```\n")
        (self.root / "docs/page.md").write_text("[a](other.md#one-two-three) [b](https://x.y) `[c](none.md)`\n")
        self.assertEqual(check_pages.link_mistakes(self.root, "docs/page.md"), [])
        (self.root / "docs/page.md").write_text("[a](other.md#none)\n\n![b](pictures/none.png)\n")
        self.assertEqual(len(check_pages.link_mistakes(self.root, "docs/page.md")), 2)

    def test_the_index_names_every_page_and_every_picture_is_shown(self):
        (self.root / "docs/README.md").write_text("[a](page.md)\n")
        (self.root / "README.md").write_text("word " * 900)
        (self.root / "docs/page.md").write_text("![a](pictures/a.png)\n")
        for name in ("a", "b"):
            (self.root / f"docs/pictures/{name}.png").write_text("")
        self.assertEqual(check_pages.index_mistakes(self.root), [])
        self.assertEqual(check_pages.picture_mistakes(self.root), ["no page shows docs/pictures/b.png"])
        self.assertEqual(check_pages.length_mistakes(self.root), [])
        (self.root / "docs/other.md").write_text("")
        (self.root / "README.md").write_text("word " * 901)
        self.assertEqual(len(check_pages.index_mistakes(self.root)), 1)
        self.assertEqual(len(check_pages.length_mistakes(self.root)), 1)

    def test_the_table_of_lessons(self):
        (self.root / "assets/lessons/01-a").mkdir(parents=True)
        (self.root / "assets/lessons/01-a/lesson.toml").write_text('id = "a"\nnumber = 1\ntitle = "A"\n')
        (self.root / "README.md").write_text("| 1 | A | `a` | x |\n")
        self.assertEqual(check_pages.lesson_mistakes(self.root), [])
        (self.root / "README.md").write_text("| 1 | B | `a` | x |\n")
        self.assertEqual(len(check_pages.lesson_mistakes(self.root)), 2)

    def test_the_table_of_script_commands(self):
        (self.root / "app/stage/script").mkdir(parents=True)
        (self.root / "app/stage/input").mkdir()
        (self.root / "app/stage/script/script.cpp").write_text('    OwnVerb { "wait", read },\n')
        (self.root / "app/stage/input/key_table.cpp").write_text('CommandRow { {}, { "warp-width 2|4", read_number<Width> } },\n')
        table = "x\n## Commands\n| `wait N`, `warp-width 2\\|4` | x |\n## End\n| `none` | x |\n"
        (self.root / "docs/scripting.md").write_text(table)
        self.assertEqual(check_pages.script_mistakes(self.root), [])
        (self.root / "docs/scripting.md").write_text(table.replace("wait", "pause"))
        self.assertEqual(len(check_pages.script_mistakes(self.root)), 2)

    def test_long_pages(self):
        (self.root / "README.md").write_text("word\n")
        (self.root / "docs/lessons").mkdir()
        for name in ("page", "commands", "lessons/a"):
            (self.root / f"docs/{name}.md").write_text("word " * 1501)
        self.assertEqual([mistake.split()[0] for mistake in check_pages.length_mistakes(self.root)], ["docs/lessons/a.md", "docs/page.md"])

    def test_pages_of_lessons_are_listed(self):
        (self.root / "docs/lessons").mkdir()
        (self.root / "docs/README.md").write_text("[lessons](lessons.md)\n")
        (self.root / "docs/lessons/a.md").write_text("a\n")
        (self.root / "docs/lessons.md").write_text("[a](lessons/a.md)\n")
        self.assertEqual(check_pages.index_mistakes(self.root), [])
        (self.root / "docs/lessons.md").write_text("none\n")
        self.assertEqual(check_pages.index_mistakes(self.root), ["docs/lessons.md does not list a.md"])

    def test_the_glossary_has_the_terms_of_the_project(self):
        (self.root / "docs/language.md").write_text("# L\n\n## Terms\n\n| use | for |\n|---|---|\n| active, inactive lane | x |\n| sector | 32 bytes |\n")
        glossary = "| active lane | runs |\n| inactive lane | waits |\n| sector | 32 bytes, aligned |\n"
        (self.root / "docs/glossary.md").write_text(glossary)
        self.assertEqual(check_pages.glossary_mistakes(self.root), [])
        (self.root / "docs/glossary.md").write_text(glossary.replace("32 bytes", "64 bytes").replace("inactive", "idle"))
        self.assertEqual(len(check_pages.glossary_mistakes(self.root)), 2)

    def test_anchors_are_those_of_github(self):
        self.assertEqual(pages.anchor(" Your own lesson: a tutorial"), "your-own-lesson-a-tutorial")
        self.assertEqual(pages.anchor(" warpstage lint-lesson"), "warpstage-lint-lesson")


if __name__ == "__main__":
    unittest.main()
