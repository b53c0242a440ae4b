"""Reads the help texts of the program: its commands with their options and arguments.

The manual pages, the completions of shells and docs/commands.md are made from them.
"""
import dataclasses
import re
import subprocess

ENTRY = re.compile(r"^  (\S.*?)(?:  +(\S.*))?$")
HEADING = re.compile(r"^\[?([A-Za-z][A-Za-z ]*)\]?:$")
# A name that fills its column is followed by a single space. A note such as "Excludes: --csv" is longer than the column.
FULL_COLUMN = re.compile(r"^(  -(?!.* Excludes:).{24}) (?=\S)")
ARGUMENTS = ("Positionals",)
NO_OPTIONS = ("Positionals", "Subcommands")


@dataclasses.dataclass
class Option:
    """An option, "--output"; or an argument without a name, whose `names` is its word in the synopsis, "LESSON"."""
    names: list
    value: str  # "TEXT", "FILE", "UINT in [1 - 8]"; empty: a flag
    choices: list
    repeats: bool
    help: str


@dataclasses.dataclass
class Command:
    name: str  # empty: the program without a command
    help: str
    usage: str
    arguments: list
    options: list


def normalized(lines):
    """Lines of a help text in which two spaces or more precede each description and the options of a group are listed like all others."""
    inside = False
    for line in lines:
        if line.startswith("[Option Group"):
            inside = True
        elif inside and line.startswith("    "):
            yield FULL_COLUMN.sub(r"\1  ", line[2:])
        elif not inside or not line.startswith("  "):
            inside = False
            yield FULL_COLUMN.sub(r"\1  ", line)


def help_of(program, *command):
    """Returns the lines of --help."""
    done = subprocess.run([program, *command, "--help"], check=True, capture_output=True, text=True)
    return list(normalized(done.stdout.splitlines()))


def sections_of(lines):
    """Returns (heading, [(name, words)]) of a help text; text before the first heading has the heading ''."""
    sections = [("", [])]
    for line in lines:
        if line.startswith("Usage:"):
            continue  # part of the synopsis
        heading = HEADING.match(line)
        entry = ENTRY.match(line)
        if heading:
            sections.append((heading.group(1), []))
        elif entry and not line.startswith("   "):
            sections[-1][1].append([entry.group(1), entry.group(2) or ""])
        elif line.strip() and sections[-1][1]:
            name_and_words = sections[-1][1][-1]
            name_and_words[1] = f"{name_and_words[1]} {line.strip()}".strip()
        elif line.strip():
            sections[-1][1].append(["", line.strip()])
    return sections


def usage_of(lines):
    """The lines of the synopsis, as one."""
    for number, line in enumerate(lines):
        if line.startswith("Usage:"):
            words = [line.removeprefix("Usage:").strip()]
            while number + 1 < len(lines) and lines[number + 1].startswith("  ") and lines[number + 1].strip():
                number += 1
                words.append(lines[number].strip())
            return " ".join(words)
    return ""


def option_of(entry, words):
    """ "-o,--output TEXT REQUIRED" as an Option. """
    entry = re.sub(r" (REQUIRED|(Needs|Excludes):.*)$", "", entry)
    names, _, value = entry.partition(" ")
    value = re.sub(r"(?<=[\w\]}])=\S+$", "", value)
    repeats = value.endswith(" ...")
    value = value.removesuffix(" ...")
    choices = re.search(r"\{(.*)\}", value)
    return Option(names.split(","), value, choices.group(1).split(",") if choices else [], repeats, words.strip())


def command_of(name, lines):
    sections = sections_of(lines)
    entries = [(heading, option_of(*item)) for heading, items in sections[1:] if heading != "Subcommands" for item in items
               if item[0] and not item[0].startswith(("-h,--help", "["))]
    return Command(name, " ".join(words for item, words in sections[0][1] if not item), usage_of(lines),
                   [option for heading, option in entries if heading in ARGUMENTS],
                   [option for heading, option in entries if heading not in NO_OPTIONS])


def commands_of(program):
    """The program without a command, then each command in the order of --help."""
    lines = help_of(program)
    listed = [item for heading, items in sections_of(lines) if heading == "Subcommands" for item in items]
    return [command_of("", lines)] + [command_of(name, help_of(program, name)) for name, _ in listed]


def version_of(program):
    """ "warpstage 0.1.0" """
    return subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split(" (commit")[0]
