#!/usr/bin/env python3
"""Runs the shell examples of a page of the documentation and compares the outputs that it shows.

  check_examples.py ROOT PROGRAM PAGE...   PAGE: README.md, docs/figures.md
  --gpu       run the blocks marked `gpu` instead
  --update    write the outputs that the program prints now into the page

Blocks of commands are ```sh (each command must end with status 0) and ```console (commands begin with `$ `; the lines below a command
are its output, where `...` stands for any text and a line `...` for any lines). The words after the language say what a block needs:
see NEEDS in pages.py. `status=N` is the status that the last command of the block must have, `status=0|1` allows both. A block of another
language with `file=NAME` is written to a file, with `append=NAME` to its end, so that the following commands can use it. The examples of a page
run in one new folder, in order.
The options of commands that are not run are compared with --help.
"""
import argparse
import itertools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import pages  # noqa: E402

LIMIT = 300  # seconds for each command
SKIPPED = 77


class Runner:
    """Runs commands in a folder of their own, with the program first on the PATH and without the settings of the user."""

    def __init__(self, root, program, folder, with_gpu):
        self.root, self.program, self.folder = root, program, folder
        home = folder / "home"
        home.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_") and name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.environment = dict(kept, HOME=str(home), LC_ALL="C.UTF-8", LANGUAGE="en",
                                PATH=os.pathsep.join(self.folders_of_programs()))
        if not with_gpu:
            self.environment["CUDA_VISIBLE_DEVICES"] = ""

    def folders_of_programs(self):
        """The program first, then the CUDA compiler where the build finds it."""
        toolkit = [os.environ["CUDA_HOME"] + "/bin"] if "CUDA_HOME" in os.environ else []
        return [str(self.program.parent), *toolkit, os.environ["PATH"], "/usr/local/cuda/bin"]

    def run(self, text):
        """Status and output; messages of errors are part of the output."""
        try:
            ended = subprocess.run(["bash", "-c", text], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return 124, f"did not end within {LIMIT} s"
        return ended.returncode, ended.stdout.decode("utf-8", "replace")

    def help_of(self, *command):
        ended = subprocess.run([str(self.program), *command, "--help"], capture_output=True, text=True, cwd=self.folder, env=self.environment)
        return ended.stdout if ended.returncode == 0 else None


def line_matches(expected, shown):
    pattern = ".*".join(re.escape(part) for part in expected.rstrip().split("..."))
    return re.fullmatch(pattern, shown.rstrip()) is not None


def output_matches(expected, shown):
    """Whether the shown lines are the expected ones. A line `...` stands for any number of lines."""
    if not expected:
        return not shown
    if expected[0].strip() == "...":
        return any(output_matches(expected[1:], shown[skipped:]) for skipped in range(len(shown) + 1))
    return bool(shown) and line_matches(expected[0], shown[0]) and output_matches(expected[1:], shown[1:])


def stripped(lines):
    """Without empty lines at the end."""
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def updated(expected, shown):
    """The shown lines; an expected line with `...` that still matches its line stays. None: lines are left out, so that a person must decide."""
    if any(line.strip() == "..." for line in expected):
        return None
    if len(expected) != len(shown):
        return shown
    return [old if line_matches(old, new) else new for old, new in zip(expected, shown)]


def option_mistakes(text, runner):
    """Of a command that is not run: paths and options that do not exist."""
    mistakes = []
    try:
        words = shlex.split(text, comments=True)
    except ValueError as error:
        return [str(error)]
    for number, word in enumerate(words):
        if re.match(r"(tools|packaging)/\w", word) and not (runner.root / word).exists():
            mistakes.append(f"`{word}` does not exist")
        if pathlib.PurePath(word).name != "warpstage" or (number and words[number - 1] not in ("&&", "|", "sudo")):
            continue
        arguments = list(itertools.takewhile(lambda argument: argument not in ("|", "&&", "--"), words[number + 1:]))
        overview = runner.help_of()
        commands = set(re.findall(r"^  ([a-z][a-z-]+)(?: |$)", overview.split("Subcommands:")[1], re.M))
        named = [argument for argument in arguments if argument in commands][:1]
        known = overview.split("Subcommands:")[0] + ((runner.help_of(*named) or "") if named else "")
        known = set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", known))
        for argument in arguments:
            option = re.match(r"--?[a-zA-Z][\w-]*", argument)
            if option and option.group() not in known:
                mistakes.append(f"`{option.group()}` is not in `warpstage {' '.join(named)} --help`")
    return mistakes


def is_run(block, with_gpu):
    if "toolkit" in block.needs and not all(shutil.which(tool) for tool in ("ptxas", "nvdisasm")):
        return False
    others = set(block.needs) - {"toolkit"}
    return others == {"gpu"} if with_gpu else not others


def check_block(block, runner, with_gpu, update):
    """Mistakes of a block, how many of its commands ran, and replacements (first line, old lines, new lines)."""
    mistakes, replacements, ran = [], [], 0
    unknown = [word for word in block.needs if word not in pages.NEEDS]
    if unknown:
        return [f"line {block.line}: unknown word `{unknown[0]}` behind the language; known are {', '.join(pages.NEEDS)}"], 0, []
    commands = pages.commands_of(block)
    allowed = {int(status) for status in block.option("status", "0").split("|")}
    for command in commands:
        if not is_run(block, with_gpu):
            mistakes += [f"line {command.line}: {mistake}" for mistake in option_mistakes(command.text, runner)]
            continue
        ran += 1
        status, output = runner.run(command.text)
        wanted = allowed if command is commands[-1] else {0}
        if status not in wanted:
            mistakes.append(f"line {command.line}: `{command.text}` ends with status {status}, not {' or '.join(map(str, sorted(wanted)))}:\n{output[-1500:]}")
            continue
        if command.output is None:
            continue
        expected, shown = stripped(command.output), stripped(output.split("\n"))
        if output_matches(expected, shown):
            continue
        new = updated(expected, shown) if update else None
        if new is not None:
            replacements.append((command.first, len(expected), new))
        else:
            mistakes.append(f"line {command.line}: `{command.text}` prints\n" + "\n".join(shown))
    return mistakes, ran, replacements


def check_page(root, program, page, with_gpu, update):
    text = (root / page).read_text(encoding="utf-8")
    mistakes, ran, replacements = [], 0, []
    with tempfile.TemporaryDirectory() as name:
        runner = Runner(root, program, pathlib.Path(name), with_gpu)
        for block in pages.blocks_of(page, text):
            for file, mode in ((block.option("file"), "w"), (block.option("append"), "a")):
                if file is not None:
                    (runner.folder / file).parent.mkdir(parents=True, exist_ok=True)
                    with open(runner.folder / file, mode, encoding="utf-8") as stream:
                        stream.write("\n".join(block.lines) + "\n")
            if block.language in ("sh", "console"):
                found, count, changed = check_block(block, runner, with_gpu, update)
                mistakes += found
                ran += count
                replacements += changed
    if replacements:
        lines = text.split("\n")
        for first, count, new in sorted(replacements, reverse=True):
            lines[first - 1:first - 1 + count] = new
        (root / page).write_text("\n".join(lines), encoding="utf-8")
        print(f"{page}: {len(replacements)} outputs updated")
    print(f"{page}: {ran} commands run, {len(mistakes)} mistakes")
    for mistake in mistakes:
        print(f"  {page}, {mistake}")
    return len(mistakes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("page", nargs="*", help="default: all pages")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    if options.gpu and not pathlib.Path("/dev/nvidiactl").exists():
        print("no NVIDIA GPU")
        return SKIPPED
    root, program = options.root.resolve(), options.program.resolve()
    found = [check_page(root, program, page, options.gpu, options.update) for page in options.page or pages.pages_of(root)]
    return 1 if any(found) else 0


if __name__ == "__main__":
    sys.exit(main())
