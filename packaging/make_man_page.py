#!/usr/bin/env python3
"""Generates the manual page from the program's help texts.

Usage: make_man_page.py PROGRAM OUTPUT. Runs PROGRAM --help, and PROGRAM COMMAND --help for each of its commands.
"""
import pathlib
import re
import subprocess
import sys

ENTRY = re.compile(r"^  (\S.*?)(?:  +(\S.*))?$")
HEADING = re.compile(r"^\[?([A-Za-z][A-Za-z ]*)\]?:$")
# A name that fills its column is followed by a single space. A note such as "Excludes: --csv" is longer than the column.
FULL_COLUMN = re.compile(r"^(  -(?!.* Excludes:).{24}) (?=\S)")


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


def escaped(text):
    """Escapes text for troff: no control characters at the start of a line, hyphens that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return "\\&" + text if text.startswith((".", "'")) else text


def entries(items):
    """Yields the troff lines of options or commands."""
    for name, words in items:
        if name:
            yield ".TP"
            yield f"\\fB{escaped(name)}\\fR"
            yield escaped(words) if words else "\\&"


def page(program):
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split(" (commit")[0]
    top = sections_of(help_of(program))
    description = " ".join(words for name, words in top[0][1] if not name)
    yield f'.TH WARPSTAGE 1 "" "{escaped(version)}" "User Commands"'
    yield ".SH NAME"
    yield "warpstage \\- desktop program for teaching CUDA"
    yield ".SH SYNOPSIS"
    yield "\\fBwarpstage\\fR [\\fIOPTIONS\\fR] [\\fIFILE.warpstage\\fR]"
    yield ".br"
    yield "\\fBwarpstage\\fR [\\fIOPTIONS\\fR] \\fICOMMAND\\fR ..."
    yield ".SH DESCRIPTION"
    yield escaped(description)
    commands = []
    for heading, items in top[1:]:
        yield f".SH {heading.upper()}"
        yield from entries(items)
        if heading == "Subcommands":
            commands = [name for name, _ in items]
    for command in commands:
        yield f'.SH "{escaped(command.upper())}"'
        for heading, items in sections_of(help_of(program, command)):
            if not heading:
                yield escaped(" ".join(words for name, words in items if not name))
            else:
                yield from entries(entry for entry in items if not entry[0].startswith("-h,--help"))
    yield ".SH FILES"
    yield ".TP"
    yield "\\fI~/.local/share/warpstage/lessons\\fR"
    yield "Your own lessons."
    yield ".TP"
    yield "\\fI~/.config/warpstage/warpstage.conf\\fR"
    yield "Layout and sizes of the presenter's console."


def main():
    text = "\n".join(page(sys.argv[1])) + "\n"
    pathlib.Path(sys.argv[2]).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
