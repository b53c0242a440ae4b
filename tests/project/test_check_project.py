#!/usr/bin/env python3
"""check_project.py must find each kind of problem in a small project, and none in one that is right."""
import pathlib
import tempfile
import unittest

import check_project

RIGHT = {
    "CMakeLists.txt": "project(warpstage VERSION 1.2.3)\nfind_package(fmt REQUIRED)\npkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)\n",
    "CITATION.cff": "version: 1.2.3\ndate-released: 2026-01-02\n",
    "CHANGELOG.md": "## [1.2.3] - 2026-01-02\n",
    "LICENSE": "text", "LICENSES/Apache-2.0.txt": "text", "NOTICE": "{fmt}\nDear ImGui\n",
    "REUSE.toml": '[[annotations]]\npath = "**"\nSPDX-License-Identifier = "Apache-2.0"\n',
    ".github/workflows/test.yml": "jobs:\n  a:\n    steps:\n      - run: tools/test\n",
}


class CheckProject(unittest.TestCase):
    def found(self, **changes):
        files = dict(RIGHT)
        files.update(changes.get("files", {}))
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return list(check_project.problems(root, list(files)))

    def test_right(self):
        self.assertEqual(self.found(), [])

    def test_file_without_license(self):
        reuse = '[[annotations]]\npath = "*.txt"\nSPDX-License-Identifier = "Apache-2.0"\n'
        self.assertTrue(any("NOTICE: no annotation" in text for text in self.found(files={"REUSE.toml": reuse})))

    def test_license_without_text(self):
        reuse = RIGHT["REUSE.toml"].replace("Apache-2.0", "MIT")
        self.assertTrue(any("MIT has no text" in text for text in self.found(files={"REUSE.toml": reuse})))

    def test_changed_license(self):
        self.assertIn("LICENSE: differs from LICENSES/Apache-2.0.txt.", self.found(files={"LICENSE": "other"}))

    def test_versions(self):
        found = self.found(files={"CMakeLists.txt": RIGHT["CMakeLists.txt"].replace("1.2.3", "1.3.0")})
        self.assertEqual([text.split(":")[0] for text in found], ["CITATION.cff", "CHANGELOG.md"])

    def test_date(self):
        self.assertTrue(any("2026-01-02" in text for text in self.found(files={"CITATION.cff": "version: 1.2.3\ndate-released: 2026-01-03\n"})))

    def test_unknown_library(self):
        self.assertTrue(any("unheard_of" in text for text in self.found(files={"cmake/x.cmake": "find_package(unheard_of)\n"})))

    def test_library_missing_in_notice(self):
        self.assertTrue(any(text.startswith("NOTICE: Dear ImGui") for text in self.found(files={"NOTICE": "{fmt}\n"})))

    def test_workflow_without_tests(self):
        self.assertTrue(any("none runs" in text for text in self.found(files={".github/workflows/test.yml": "jobs: {}\n"})))


if __name__ == "__main__":
    unittest.main()
