#!/usr/bin/env python3
"""Checks every row of docs/textbooks.md: the lesson, the variant and the cue exist, one of the cues shows that variant, and the command ends with
status 0. Every chapter of the textbook has a row, in order. Lists the invalid rows."""
import argparse
import pathlib
import re
import sys

import check_lectures
from check_lectures import words_of

COLUMNS = ["chapter", "subject", "lesson", "variant", "cue", "command", "shown"]
CHAPTERS = [*map(str, range(1, 24)), "A"]  # of the textbook


def rows_of(text):
    """The rows of all tables with these columns, as (line, section, cells), and the invalid lines."""
    rows, mistakes, section, inside = [], [], "", False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("## "):
            section = line[3:]
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        inside = line.startswith("|") and (inside or cells == COLUMNS)
        if not inside or cells == COLUMNS or all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            continue
        if len(cells) == len(COLUMNS):
            rows.append((number, section, dict(zip(COLUMNS, cells))))
        else:
            mistakes.append(f"line {number}: {len(cells)} cells, expected {len(COLUMNS)}")
    return rows, mistakes


def mistakes_of(cells, lessons):
    names, variants, commands = words_of(cells["lesson"]), words_of(cells["variant"]), words_of(cells["command"])
    if cells["shown"] not in {"well", "partly", "no"}:
        return [f"`{cells['shown']}` is not one of no, partly, well"]
    if (cells["shown"] == "no") != (not names and not commands):
        return ["`no` is for rows without a lesson and a command"]
    if not names:
        return []
    if len(names) != 1 or len(variants) != 1 or not re.fullmatch(r"\d+(, \d+)*", cells["cue"]):
        return ["one lesson, one variant and a cue are expected"]
    if names[0] not in lessons:
        return [f"unknown lesson `{names[0]}`"]
    lesson = lessons[names[0]]
    if variants[0] not in [variant["id"] for variant in lesson["variant"]]:
        return [f"lesson `{names[0]}` has no variant `{variants[0]}`"]
    return check_lectures.cue_mistakes(cells["cue"], lesson, variants)


def chapter_mistakes(rows):
    found = [cells["chapter"].split()[0] for _, section, cells in rows if section == "Textbook"]
    return [] if list(dict.fromkeys(found)) == CHAPTERS else [f"the chapters of the textbook are {', '.join(CHAPTERS)}; found {', '.join(dict.fromkeys(found))}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("program", nargs="?", type=pathlib.Path, help="warpstage executable (default: commands are not run)")
    options = parser.parse_args()
    lessons = check_lectures.lessons_of(options.root)
    rows, mistakes = rows_of((options.root / "docs/textbooks.md").read_text(encoding="utf-8"))
    mistakes += chapter_mistakes(rows)
    for line, _, cells in rows:
        found = mistakes_of(cells, lessons)
        if options.program is not None:
            for command in words_of(cells["command"]):
                found += check_lectures.command_mistakes(command, str(options.program.resolve()), lessons, False)
        mistakes += [f"line {line} ({cells['subject']}): {mistake}" for mistake in found]
    print(f"{len(rows)} rows, {len(mistakes)} invalid")
    for mistake in mistakes:
        print(f"  {mistake}")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
