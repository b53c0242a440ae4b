"""Reads the Markdown of README.md and docs/*.md: fenced blocks, links, tables."""
import pathlib
import re
from dataclasses import dataclass, field

FENCE = re.compile(r"^( *)(```+)(.*)$")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
# What a block of commands may say after its language. Blocks with one of these are not run everywhere.
NEEDS = {
    "gpu": "an NVIDIA GPU and its driver",
    "window": "a display",
    "sudo": "the right to install packages",
    "build": "minutes, because the project is built",
    "toolkit": "ptxas and nvdisasm of the CUDA Toolkit, on the PATH",
    "program": "a program or a file that the page does not contain",
    "numba": "the package numba-cuda of pip",
}


@dataclass
class Block:
    """A fenced block. `line` is that of the opening fence, counted from 1."""
    page: str
    line: int
    language: str
    words: list
    lines: list = field(default_factory=list)

    @property
    def needs(self):
        return [word for word in self.words if "=" not in word]

    def option(self, name, default=None):
        for word in self.words:
            if word.startswith(name + "="):
                return word[len(name) + 1:]
        return default


@dataclass
class Command:
    """One command of a block, its expected output (None: not compared), and the range of lines of that output in the page."""
    line: int
    text: str
    output: list | None = None
    first: int = 0


def blocks_of(page, text):
    """The fenced blocks of a page."""
    blocks, open_block, fence = [], None, ""
    for number, line in enumerate(text.split("\n"), 1):
        match = FENCE.match(line)
        if open_block is None and match:
            words = match.group(3).split()
            fence = match.group(2)
            open_block = Block(page, number, words[0] if words else "", words[1:])
        elif open_block is not None and match and match.group(2) == fence and not match.group(3).strip():
            blocks.append(open_block)
            open_block = None
        elif open_block is not None:
            open_block.lines.append(line)
    if open_block is not None:
        raise ValueError(f"{page}, line {open_block.line}: the block has no end")
    return blocks


def commands_of(block):
    """The commands of a block: every line of `sh`, every line that begins with `$ ` of `console`. A backslash continues a line."""
    commands, number = [], block.line
    lines = iter(block.lines)
    for line in lines:
        number += 1
        if block.language == "console" and not line.startswith("$ "):
            if not commands:
                raise ValueError(f"{block.page}, line {number}: output without a command; commands begin with `$ `")
            commands[-1].output.append(line)
            continue
        text, first = line[2:] if block.language == "console" else line, number
        while text.endswith("\\"):
            number += 1
            text = text[:-1] + " " + next(lines, "").strip()
        if text.strip() and not text.lstrip().startswith("#"):
            commands.append(Command(first, text, [] if block.language == "console" else None, number + 1))
    return commands


def pages_of(root):
    """README.md and the pages of docs and its folders, as paths relative to the project."""
    return ["README.md"] + sorted(str(path.relative_to(root)) for path in (root / "docs").rglob("*.md"))


def anchor(heading):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"`|\*|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()).replace(" ", "-")


def without_blocks(text):
    """The lines outside of fenced blocks; those inside are empty."""
    inside, lines = False, []
    for line in text.split("\n"):
        if FENCE.match(line):
            inside = not inside
            lines.append("")
        else:
            lines.append("" if inside else line)
    return lines


def anchors_of(path: pathlib.Path):
    return {anchor(line.lstrip("#")) for line in without_blocks(path.read_text(encoding="utf-8")) if line.startswith("#")}
