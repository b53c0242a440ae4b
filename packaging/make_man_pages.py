#!/usr/bin/env python3
"""Generates the manual pages from the program's help texts: warpstage.1, and one for each command, warpstage-run.1.

Usage: make_man_pages.py PROGRAM FOLDER. The pages are written to FOLDER, which is created if it does not exist.
"""
import pathlib
import sys

import help_texts

SUMMARY = "desktop program for teaching CUDA"
FILES = [("~/.local/share/warpstage/lessons", "Your own lessons."),
         ("~/.config/warpstage", "Settings, tuned parameters, and the layout of the presenter's console."),
         ("~/.local/state/warpstage", "The last session and the position of the window."),
         ("~/.cache/warpstage", "Measured limits of the GPU.")]
ENVIRONMENT = [("CUDA_HOME, CUDA_PATH", "Folder of the CUDA Toolkit, where NVRTC, nvcc and tools are searched."),
               ("XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_CACHE_HOME", "Replace the default folders.")]
STATUS = [("0", "The command succeeded."), ("1", "A check failed, or a part that the command needs is missing."),
          ("2", "Invalid input, or an error of the system."), ("70", "An error in the program.")]


def escaped(text):
    """Escapes text for troff: no control characters at the start of a line, hyphens that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return "\\&" + text if text.startswith((".", "'")) else text


def section(title, items):
    if items:
        yield f".SH {title}"
    for name, words in items:
        yield ".TP"
        yield f"\\fB{escaped(name)}\\fR"
        yield escaped(words) if words else "\\&"


def entry(option):
    return (", ".join(option.names) + (f" {option.value}" if option.value else "") + (" ..." if option.repeats else ""), option.help)


def head(title, version, summary, usage):
    yield f'.TH "{escaped(title.upper())}" 1 "" "{escaped(version)}" "User Commands"'
    yield ".SH NAME"
    yield f"{escaped(title)} \\- {escaped(summary)}"
    yield ".SH SYNOPSIS"
    for line in usage:
        yield f"\\fB{escaped(line)}\\fR"
        yield ".br"


def main_page(program, commands, version):
    yield from head("warpstage", version, SUMMARY, [program.usage, "warpstage COMMAND --help"])
    yield ".SH DESCRIPTION"
    yield escaped(program.help)
    yield from section("ARGUMENTS", [entry(option) for option in program.arguments])
    yield from section("OPTIONS", [entry(option) for option in program.options])
    yield from section("COMMANDS", [(f"warpstage-{command.name}(1)", command.help) for command in commands])
    yield from section("EXIT STATUS", STATUS)
    yield from section("ENVIRONMENT", ENVIRONMENT)
    yield from section("FILES", FILES)


def command_page(command, version):
    # NAME has one line; what follows the first sentence is in the description.
    summary = command.help.split(". ")[0].split("; ")[0].split(": ")[0].rstrip(".")
    yield from head(f"warpstage-{command.name}", version, summary, [command.usage])
    yield ".SH DESCRIPTION"
    yield escaped(command.help)
    yield from section("ARGUMENTS", [entry(option) for option in command.arguments])
    yield from section("OPTIONS", [entry(option) for option in command.options])
    yield from section("EXIT STATUS", STATUS)
    yield ".SH SEE ALSO"
    yield "The options of the program itself, such as \\-\\-engine and \\-\\-set, are valid here, too:"
    yield "\\fBwarpstage\\fR(1)."


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.1"):
        old.unlink()
    version = help_texts.version_of(program)
    without, *commands = help_texts.commands_of(program)
    pages = {"warpstage": main_page(without, commands, version)}
    pages |= {f"warpstage-{command.name}": command_page(command, version) for command in commands}
    for name, lines in pages.items():
        (folder / f"{name}.1").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
