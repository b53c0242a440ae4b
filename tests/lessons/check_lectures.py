#!/usr/bin/env python3
"""Checks every row of docs/lectures.md: the lesson, the variant and the cue exist, one of the cues shows that variant, and the command ends
with status 0 and prints the numbers of lectures_output.toml. With --quick, only the subcommand and the options of slow commands are checked. Lists the invalid rows."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass

COLUMNS = ["document", "item", "lesson", "variant", "cue", "command", "shown"]
SHOWN = {"well", "partly"}
NOTHING = {"", "–", "-", "—"}
# Subcommands that finish within seconds on the virtual machine.
QUICK = {"trace", "check", "list", "rules", "gpus", "figure", "sweep", "lint-lesson"}
OUTPUT = pathlib.Path(__file__).with_name("lectures_output.toml")
LIMIT = 600  # seconds
TOOLKIT = "requires nvdisasm from the CUDA Toolkit"  # which is not installed everywhere


@dataclass
class Row:
    line: int
    section: str
    cells: dict


def words_of(cell):
    return re.findall(r"`([^`]*)`", cell) or ([] if cell in NOTHING else [cell])


def rows_of(text):
    """The table's rows, and the invalid lines."""
    rows, mistakes, section = [], [], ""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("## "):
            section = line[3:].split()[0]
        if not line.startswith("|") or not re.fullmatch(r"\d{3}|all", section):  # other tables are about the documents
            continue
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if cells == COLUMNS or all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            continue
        if len(cells) != len(COLUMNS):
            mistakes.append(f"line {number}: {len(cells)} cells, expected {len(COLUMNS)}")
            continue
        rows.append(Row(number, section, dict(zip(COLUMNS, cells))))
    return rows, mistakes


def lessons_of(root):
    lessons = {}
    for file in sorted((root / "assets/lessons").glob("*/lesson.toml")):
        lesson = tomllib.loads(file.read_text())
        lessons[lesson["id"]] = lesson
    return lessons


def cue_mistakes(cell, lesson, variants):
    """Checks that all of the cues exist and that one of them shows the variant."""
    cues, numbers = lesson.get("cue", []), [int(number) for number in re.findall(r"\d+", cell)]
    mistakes = [f"lesson `{lesson['id']}` has {len(cues)} cues, no cue {number}" for number in numbers if not 1 <= number <= len(cues)]
    if mistakes or not variants or not numbers:
        return mistakes
    shown = {cues[number - 1].get(key) for number in numbers for key in ("variant", "beside")} - {None}
    if shown.isdisjoint(variants):
        mistakes.append(f"cue {cell} of `{lesson['id']}` shows `{'`, `'.join(sorted(shown))}`, not {' or '.join(variants)}")
    return mistakes


def run(program, arguments, folder):
    # The user's own lessons and settings must not affect the result.
    environment = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder)
    return subprocess.run([program, *arguments], capture_output=True, text=True, cwd=folder, env=environment, timeout=LIMIT)


def command_mistakes(command, program, lessons, quick, shown=""):
    words = shlex.split(command)
    if words[0] != "warpstage" or len(words) < 2:
        return [f"`{command}` is not a `warpstage COMMAND …`"]
    if "…" in command:
        return [f"`{command}` is incomplete"]
    with tempfile.TemporaryDirectory() as folder:
        subcommand, arguments = words[1], words[2:]
        if subcommand.startswith("-"):
            help_text = run(program, ["--help"], folder)
        else:
            help_text = run(program, [subcommand, "--help"], folder)
        if help_text.returncode != 0:
            return [f"`{command}`: unknown command `warpstage {subcommand}`"]
        known = set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", help_text.stdout + run(program, ["--help"], folder).stdout))
        mistakes = [f"`{command}`: `{option}` is not in `warpstage {subcommand} --help`"
                    for option in (re.match(r"--?[a-zA-Z][\w-]*", word) for word in words[1:]) if option and option.group() not in known
                    for option in [option.group()]]
        named = [word for word in arguments if not word.startswith("-")]
        if subcommand in {"bench", "check", "report", "estimate", "counters", "trace"} and named and named[0] not in lessons:
            mistakes.append(f"`{command}`: unknown lesson `{named[0]}`")
        if mistakes or (quick and subcommand not in QUICK):
            return mistakes
        ended = run(program, words[1:], folder)
        if ended.returncode != 0 and TOOLKIT not in ended.stderr:
            return [f"`{command}` returned {ended.returncode}: {(ended.stderr or ended.stdout).strip()[:200]}"]
        if shown not in " ".join(ended.stdout.split()):
            return [f"`{command}` does not print: {shown}"]
    return []


def mistakes_of(row, lessons, of_commands):
    cells = row.cells
    if cells["document"] != row.section:
        return [f"document `{cells['document']}` is in section `## {row.section}`"]
    mistakes, variants = [], words_of(cells["variant"])
    if cells["shown"] not in SHOWN:
        mistakes.append(f"`{cells['shown']}` is not one of {', '.join(sorted(SHOWN))}")
    named = words_of(cells["lesson"])
    for name in named:
        if name not in lessons:
            mistakes.append(f"unknown lesson `{name}`")
    if not mistakes and named:
        lesson = lessons[named[0]]
        ids = [variant["id"] for variant in lesson["variant"]]
        mistakes += [f"lesson `{named[0]}` has no variant `{variant}`" for variant in variants if variant not in ids]
        if cells["cue"] not in NOTHING:
            mistakes += cue_mistakes(cells["cue"], lesson, variants)
    for command in words_of(cells["command"]):
        mistakes += of_commands.get(command, [])
    if not named and cells["command"] in NOTHING:
        mistakes.append("neither a lesson nor a command")
    return mistakes


def count_mistakes(text, rows):
    """Checks the table of counts: items, well, partly of each document and of all."""
    mistakes = []
    for document in sorted({row.cells["document"] for row in rows} - {"all"}):
        of = [row.cells["shown"] for row in rows if row.cells["document"] == document]
        line = f"| {document} | {len(of)} | {of.count('well')} | {of.count('partly')} |"
        if line not in text:
            mistakes.append(f"the table of counts has no line {line}")
    return mistakes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("program", nargs="?", type=pathlib.Path, help="warpstage executable (default: commands are not run)")
    parser.add_argument("--quick", action="store_true", help="do not run slow commands")
    options = parser.parse_args()
    text = (options.root / "docs/lectures.md").read_text()
    rows, mistakes = rows_of(text)
    mistakes += count_mistakes(text, rows)
    lessons = lessons_of(options.root)
    of_commands = {}
    commands = sorted({command for row in rows for command in words_of(row.cells["command"])})
    output = tomllib.loads(OUTPUT.read_text())
    mistakes += [f"{OUTPUT.name}: no row has the command `{command}`" for command in output if command not in commands]
    if options.program is not None:
        program = str(options.program.resolve())
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            of_commands = dict(zip(commands, pool.map(
                lambda command: command_mistakes(command, program, lessons, options.quick, output.get(command, "")), commands)))
    for row in rows:
        mistakes += [f"line {row.line} ({row.cells['item']}): {mistake}" for mistake in mistakes_of(row, lessons, of_commands)]
    print(f"{len(rows)} rows, {len(mistakes)} invalid")
    for mistake in mistakes:
        print(f"  docs/lectures.md: {mistake}")
    return 1 if mistakes or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
