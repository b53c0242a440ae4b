#!/usr/bin/env python3
"""Desktop entry, AppStream metadata and MIME type are valid and name the same things. Usage: test_metadata.py PROJECT_FOLDER"""
import configparser
import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(sys.argv.pop())
PACKAGING = ROOT / "packaging"


def entry():
    parsed = configparser.ConfigParser(interpolation=None, strict=True)
    parsed.optionxform = str
    parsed.read(PACKAGING / "warpstage.desktop", encoding="utf-8")
    return parsed


class Metadata(unittest.TestCase):
    def test_validators_find_nothing(self):
        for command in (["desktop-file-validate", "warpstage.desktop"], ["appstreamcli", "validate", "--no-net", "warpstage.metainfo.xml"]):
            done = subprocess.run(command, cwd=PACKAGING, capture_output=True, text=True)
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)
            self.assertNotRegex(done.stdout, r"(?m)^[EWI]: |warning|error")

    def test_a_wrong_entry_is_found(self):
        wrong = PACKAGING.joinpath("warpstage.desktop").read_text(encoding="utf-8").replace("Terminal=false", "Terminal=sometimes")
        done = subprocess.run(["desktop-file-validate", "/dev/stdin"], input=wrong, capture_output=True, text=True)
        self.assertNotEqual(0, done.returncode)

    def test_release_is_the_version_of_the_project(self):
        version = re.search(r"project\(warpstage VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
        release = xml.parse(PACKAGING / "warpstage.metainfo.xml").find("releases/release")
        self.assertEqual(version, release.get("version"))
        self.assertIn(f"## [{version}] - {release.get('date')}", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))

    def test_files_name_the_same_things(self):
        metainfo = xml.parse(PACKAGING / "warpstage.metainfo.xml")
        mime = xml.parse(PACKAGING / "warpstage.xml").find("{*}mime-type").get("type")
        desktop = entry()["Desktop Entry"]
        self.assertEqual("warpstage.desktop", metainfo.findtext("launchable"))
        self.assertEqual(mime, metainfo.findtext("provides/mediatype"))
        self.assertEqual(f"{mime};", desktop["MimeType"])
        self.assertEqual(desktop["Comment"], metainfo.findtext("summary"))
        self.assertTrue((PACKAGING / f"{desktop['Icon']}.svg").is_file())

    def test_actions_have_options_of_the_program(self):
        options = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
        parsed = entry()
        actions = parsed["Desktop Entry"]["Actions"].strip(";").split(";")
        self.assertTrue(actions)
        for action in actions:
            program, *words = parsed[f"Desktop Action {action}"]["Exec"].split()
            self.assertEqual("warpstage", program)
            for word in words:
                self.assertRegex(options, rf"`{word}[`,]")


if __name__ == "__main__":
    unittest.main()
