#!/usr/bin/env python3
"""Checks that no file is too long; reports the largest folders, structs and classes.

    check_sizes.py PROJECT_FOLDER             prints each file that is too long; exit status 1 if there are any
    check_sizes.py PROJECT_FOLDER --report    prints the largest parts for readers; needs Universal Ctags

Only the length of files is a limit. A count of files, data members or functions is a question for a reviewer, not a reason to split a part.
"""
import collections
import pathlib
import statistics
import subprocess
import sys

MAX_LINES = 500
TABLES = {  # one row for each entry
    "core/ptx/opcodes.inc",
}
REPORTED = 12  # rows of each list of the report
SMALL = 30  # lines

FIELDS = ("kind", "path", "name", "scope", "scopeKind", "signature", "properties")


def source_files(root):
    return [f for top in ("core", "app") for f in sorted((root / top).rglob("*")) if f.suffix in (".h", ".cpp", ".inc")]


def lines_of(root, files):
    return {path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in files}


def too_long(lines):
    for name, count in lines.items():
        if count > MAX_LINES and name not in TABLES:
            yield f"{name}: {count} lines, at most {MAX_LINES}"


def tags_of(files):
    headers = [str(f) for f in files if f.suffix == ".h"]
    listing = subprocess.run(
        ["ctags", "--languages=C++", "--langmap=C++:.h.cpp", "--kinds-C++=+p", "-x", "--_xformat=%K|%F|%N|%s|%p|%S|%{C++.properties}",
         *headers], check=True, capture_output=True, text=True).stdout
    return [dict(zip(FIELDS, line.split("|"))) for line in listing.splitlines() if line.count("|") >= 6]


def members_and_functions(root, tags):
    """Two counters by class or struct: its data members and its functions without constructors, destructor and operators."""
    members = collections.Counter()
    functions = collections.defaultdict(set)
    for tag in tags:
        if tag.get("scopeKind") not in ("class", "struct"):
            continue
        part = f'{pathlib.Path(tag["path"]).relative_to(root).as_posix()}: {tag["scope"]}'
        if tag["kind"] == "member" and "static" not in tag.get("properties", ""):
            members[part] += 1
        elif tag["kind"] in ("prototype", "function") and not tag["name"].startswith(("operator", "~")):
            if tag["name"] != tag["scope"].split("::")[-1]:
                functions[part].add((tag["name"], tag.get("signature", "")))
    return members, collections.Counter({part: len(names) for part, names in functions.items()})


def report(root, files, lines):
    members, functions = members_and_functions(root, tags_of(files))
    folders = collections.Counter(path.parent.relative_to(root).as_posix() for path in files)
    counts = sorted(lines.values())
    yield (f"{len(files)} files, {sum(counts)} lines; a file has {statistics.median(counts):.0f} lines (median), "
           f"{counts[len(counts) * 9 // 10]} (90th percentile); {sum(1 for count in counts if count < SMALL)} files have fewer than {SMALL}")
    for title, largest in (("Lines per file", collections.Counter(lines)), ("Files per folder", folders),
                           ("Data members per struct or class", members), ("Functions per struct or class", functions)):
        yield f"\n{title}"
        for name, count in largest.most_common(REPORTED):
            yield f"{count:6}  {name}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    files = source_files(root)
    lines = lines_of(root, files)
    if "--report" in sys.argv[2:]:
        print("\n".join(report(root, files, lines)))
        return 0
    found = sorted(too_long(lines))
    print("\n".join(found) if found else f"{len(files)} files: none has more than {MAX_LINES} lines")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
