#!/usr/bin/env python3
"""Tests that tools/check-commits accepts explained commits and names what others lack, in a fresh and in a shallow clone."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "check-commits"
IDENTITY = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
GOOD = "stage: keep the selected block\n\nIt was lost when the variant changed. Tested by a new case of block_test."


class CheckCommits(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name) / "project"
        (self.folder / "tools").mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("an old commit without a prefix, and with a subject that is much longer than what is permitted now", "core/old.cpp")
        shutil.copy(TOOL, self.folder / "tools")
        self.commit("tools: check-commits\n\nReasons were lost. Tested by test_check_commits.py.", "tools/check-commits")

    def git(self, *words, folder=None):
        return subprocess.run(["git", *words], cwd=folder or self.folder, env=os.environ | IDENTITY, check=True, capture_output=True, text=True).stdout

    def commit(self, message, *names):
        for name in names:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.name != "check-commits":
                path.write_text(message)
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", message)

    def check(self, *options, folder=None):
        ended = subprocess.run([sys.executable, (folder or self.folder) / "tools" / "check-commits", *options],
                               env=os.environ | IDENTITY, capture_output=True, text=True)
        return ended.returncode, ended.stdout + ended.stderr

    def refused(self, message, mistake, name="core/a.cpp"):
        self.commit(message, name)
        status, printed = self.check()
        self.assertEqual(status, 1, printed)
        self.assertIn(mistake, printed)
        self.assertIn(message.partition("\n")[0], printed)

    def test_commits_before_the_tool_are_not_checked(self):
        self.assertEqual(self.check(), (0, "commits: 0 checked, 0 with mistakes\n"))

    def test_an_explained_commit_passes(self):
        self.commit(GOOD, "core/a.cpp")
        self.commit("README, tools/run: durations", "README.md")
        self.assertEqual(self.check(), (0, "commits: 2 checked, 0 with mistakes\n"))

    def test_a_long_subject_is_refused(self):
        self.refused("stage: " + "x" * 66, "the subject has 73 characters; the maximum is 72", "README.md")

    def test_a_subject_of_72_characters_of_any_script_passes(self):
        self.commit("docs: " + "é" * 66, "README.md")
        self.assertEqual(self.check()[0], 0)

    def test_a_subject_without_a_prefix_is_refused(self):
        self.refused("Keep the block\n\nTested by hand.", "no prefix")

    def test_a_change_of_behavior_without_a_body_is_refused(self):
        for name in ("core/a.cpp", "app/a.h", "shaders/a.frag", "assets/lessons/01/lesson.toml", "CMakeLists.txt", "tests/CMakeLists.txt"):
            with self.subTest(name=name):
                self.refused("stage: keep the selected block", "no body says why", name)

    def test_a_body_that_does_not_say_how_it_was_tested_is_refused(self):
        self.refused("stage: keep the selected block\n\nIt was lost.", "does not say how it was tested")

    def test_a_merge_is_not_checked(self):
        self.git("checkout", "--quiet", "-b", "other")
        self.commit(GOOD, "core/b.cpp")
        self.git("checkout", "--quiet", "main")
        self.commit(GOOD, "core/c.cpp")
        self.git("merge", "--quiet", "--no-ff", "-m", "Merge", "other")
        self.assertEqual(self.check(), (0, "commits: 2 checked, 0 with mistakes\n"))

    def test_clones_of_every_depth_check_what_they_contain(self):
        self.commit(GOOD, "core/a.cpp")
        self.commit("no prefix here", "README.md")
        for depth, expected in ((1, (0, "commits: 0 checked")), (2, (1, "commits: 1 checked, 1 with")), (3, (1, "commits: 2 checked, 1 with")),
                                (4, (1, "commits: 2 checked, 1 with")), (100, (1, "commits: 2 checked, 1 with"))):
            with self.subTest(depth=depth):
                clone = self.folder.parent / f"clone{depth}"
                self.git("clone", "--quiet", "--depth", str(depth), f"file://{self.folder}", str(clone))
                status, printed = self.check(folder=clone)
                self.assertEqual(status, expected[0], printed)
                self.assertIn(expected[1], printed)

    def test_an_unpacked_archive_has_no_commits(self):
        shutil.rmtree(self.folder / ".git")
        status, printed = self.check()
        self.assertEqual(status, 0, printed)
        self.assertIn("not a git repository", printed)

    def test_a_copy_inside_another_repository_has_no_commits(self):
        shutil.rmtree(self.folder / ".git")
        self.git("init", "--quiet", str(self.folder.parent))
        self.git("commit", "--quiet", "--allow-empty", "-m", "No prefix", folder=self.folder.parent)
        self.assertIn("not a git repository", self.check()[1])

    def test_unknown_revisions_are_named(self):
        status, printed = self.check("nothing..HEAD")
        self.assertEqual(status, 1)
        self.assertIn("nothing..HEAD", printed)


if __name__ == "__main__":
    unittest.main()
