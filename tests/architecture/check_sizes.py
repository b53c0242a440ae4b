#!/usr/bin/env python3
"""Checks size limits: lines per file, files per folder, data members per struct, functions per class.

Usage: check_sizes.py PROJECT_FOLDER. Prints each part that is too large; exit status 1 if there are any. Needs Universal Ctags.
"""
import collections
import pathlib
import subprocess
import sys

MAX_LINES = 500
MAX_FILES = 26  # .h, .cpp and .cu files per folder
MAX_MEMBERS = 20
MAX_FUNCTIONS = 25
TABLES = {  # one row for each entry
    "core/ptx/opcodes.inc",
}

FIELDS = ("kind", "path", "name", "scope", "scopeKind", "signature", "properties")


def source_files(root):
    return [f for top in ("core", "app") for f in sorted((root / top).rglob("*")) if f.suffix in (".h", ".cpp", ".inc")]


def too_long(root, files):
    for path in files:
        name = path.relative_to(root).as_posix()
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MAX_LINES and name not in TABLES:
            yield f"{name}: {lines} lines, at most {MAX_LINES}"


def too_full(root, files):
    for folder, count in collections.Counter(path.parent for path in files).items():
        if count > MAX_FILES:
            yield f"{folder.relative_to(root).as_posix()}: {count} files, at most {MAX_FILES}"


def too_wide(root, tags):
    """Classes and structs with their members according to ctags: data members (m), functions declared or defined inside (p, f)."""
    members = collections.Counter()
    functions = collections.defaultdict(set)
    place = {}
    for tag in tags:
        if tag.get("scopeKind") not in ("class", "struct"):
            continue
        scope = (tag["path"], tag["scope"])
        place.setdefault(scope, f'{pathlib.Path(tag["path"]).relative_to(root).as_posix()}: {tag["scope"]}')
        if tag["kind"] == "member" and "static" not in tag.get("properties", ""):
            members[scope] += 1
        elif tag["kind"] in ("prototype", "function") and not tag["name"].startswith(("operator", "~")):
            functions[scope].add((tag["name"], tag.get("signature", "")))
    for scope, count in members.items():
        if count > MAX_MEMBERS:
            yield f"{place[scope]} has {count} data members, at most {MAX_MEMBERS}"
    for scope, names in functions.items():
        constructors = sum(1 for name, _ in names if name == scope[1].split("::")[-1])
        if len(names) - constructors > MAX_FUNCTIONS:
            yield f"{place[scope]} has {len(names) - constructors} functions, at most {MAX_FUNCTIONS}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    files = source_files(root)
    headers = [str(f) for f in files if f.suffix == ".h"]
    listing = subprocess.run(
        ["ctags", "--languages=C++", "--langmap=C++:.h.cpp", "--kinds-C++=+p", "-x", "--_xformat=%K|%F|%N|%s|%p|%S|%{C++.properties}",
         *headers], check=True, capture_output=True, text=True).stdout
    tags = [dict(zip(FIELDS, line.split("|"))) for line in listing.splitlines() if line.count("|") >= 6]
    found = [*too_long(root, files), *too_full(root, files), *too_wide(root, tags)]
    print("\n".join(sorted(found)) if found else f"{len(files)} files: all sizes are within the limits")
    return 1 if found or not tags else 0


if __name__ == "__main__":
    sys.exit(main())
