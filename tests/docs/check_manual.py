#!/usr/bin/env python3
"""Builds the manual with tools/manual, where a warning is an error, and checks the site that a reader gets.

  check_manual.py ROOT [SITE]     SITE: check this folder instead of building one

Checked: every link, picture, style and script of every page exists, with its anchor; nothing is loaded from another host; every page is
in the navigation and in the search index.
"""
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

SKIPPED = 77
LOADED = {("img", "src"), ("script", "src"), ("link", "href"), ("source", "src"), ("iframe", "src")}


class Page(html.parser.HTMLParser):
    """The anchors, links and loaded files of a page."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loaded = {""}, [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.anchors.add(value)
            elif tag == "a" and name == "href":
                self.links.append(value)
            elif (tag, name) in LOADED and dict(attrs).get("rel") not in ("canonical", "next", "prev"):
                self.loaded.append(value)


def mistakes_of(site):
    found = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in found.items():
        name = path.relative_to(site)
        for target in page.links + page.loaded:
            if re.match(r"(https?:)?//", target):
                if target in page.loaded:
                    yield f"{name} loads {target} from another host"
                continue
            if re.match(r"(mailto|data):", target):
                continue
            file, _, anchor = target.partition("#")
            wanted = (path.parent / urllib.parse.unquote(file.partition("?")[0])).resolve() if file else path
            if not wanted.is_file():
                yield f"{name}: {target} does not exist"
            elif wanted in found and urllib.parse.unquote(anchor) not in found[wanted].anchors:
                yield f"{name}: {target} has no such anchor"
    for style in site.rglob("*.css"):
        for address in re.findall(r"url\(\s*['\"]?((?:https?:)?//[^)'\"]+)|@import\s+['\"]((?:https?:)?//[^'\"]+)", style.read_text(encoding="utf-8")):
            yield f"{style.relative_to(site)} loads {max(address)} from another host"


def missing_in_search(site, names):
    """Pages that the search index lacks. The index is a script, so the search also works without a server."""
    text = (site / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(re.fullmatch(r"Search\.setIndex\((.*)\)", text, re.S)[1])
    return [f"the search does not find {name}" for name in names if name not in index["docnames"]]


def missing_in_navigation(site, names):
    text = (site / "index.html").read_text(encoding="utf-8")
    linked = {urllib.parse.unquote(target) for target in re.findall(r'class="reference internal" href="([^"#]+)\.html"', text)}
    return [f"the navigation lacks {name}" for name in names if name not in linked]


def check(root, site):
    names = {str(path.relative_to(root / "docs").with_suffix("")) for path in (root / "docs").rglob("*.md")} - {"README"}
    found = sorted(set(mistakes_of(site))) + missing_in_search(site, names | {"index"}) + missing_in_navigation(site, names)
    print(f"{sum(1 for _ in site.rglob('*.html'))} pages, {len(found)} mistakes")
    for mistake in found:
        print(f"  {mistake}")
    return 1 if found else 0


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    if len(sys.argv) > 2:
        return check(root, pathlib.Path(sys.argv[2]).resolve())
    with tempfile.TemporaryDirectory() as name:
        site = pathlib.Path(name).resolve() / "manual"
        built = subprocess.run([root / "tools" / "manual", "--no-install", "-o", site])
        if built.returncode == SKIPPED:
            return SKIPPED
        return 1 if built.returncode != 0 else check(root, site)


if __name__ == "__main__":
    sys.exit(main())
