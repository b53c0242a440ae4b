"""Errors: one sentence each, with the file and line where they are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._results import Run


class WarpstageError(Exception):
    """What the program reports, in its words. ``line`` is 0 if no line is known."""

    def __init__(self, sentence: str, file: str = "", line: int = 0) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.file = file
        self.line = line


@dataclass(frozen=True)
class Diagnostic:
    """A message of the CUDA compiler. ``line`` and ``column`` begin with 1; 0 means unknown."""

    file: str
    line: int
    column: int
    severity: str
    text: str
    source_line: str

    def __str__(self) -> str:
        head = f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.text}"
        caret = "\n" + " " * (self.column - 1) + "^" if self.column > 0 else ""
        return f"{head}\n{self.source_line}{caret}" if self.source_line else head


class CompileError(WarpstageError):
    """The kernel does not compile. ``diagnostics`` has all messages of the compiler."""

    def __init__(self, sentence: str, diagnostics: list[Diagnostic]) -> None:
        first = next((diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"), diagnostics[0])
        super().__init__(sentence, first.file, first.line)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n".join([self.sentence, *map(str, self.diagnostics)])


class KernelFault(WarpstageError):
    """A kernel has a fault, for example an access outside a buffer or a race. ``run`` is the run up to the fault."""

    def __init__(self, run: Run) -> None:
        fault = run.json["fault"]
        super().__init__(fault["sentence"], run.json["file"], fault.get("line", 0))
        self.kind: str = fault.get("kind", "")
        self.block: tuple[int, ...] = tuple(fault.get("block", ()))
        self.thread: tuple[int, ...] = tuple(fault.get("thread", ()))
        self.run = run
