# mypy: allow-untyped-calls, allow-untyped-decorators
"""The cell magic ``%%warpstage`` of IPython: CUDA C++ in a cell, figures below it. Loaded with ``%load_ext warpstage.magic``."""

from __future__ import annotations

import shlex
from typing import Any

from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments
from IPython.display import display

from . import run_launch
from ._errors import WarpstageError
from ._launch import Launch


@magics_class
class WarpstageMagics(Magics):
    """The magic. The last run is in the variable ``_warpstage``."""

    @magic_arguments()
    @argument("file", nargs="?", default="", help="a .cu or .ptx file, for the line magic")
    @argument("--grid", default="1", help="grid size in blocks, X[,Y[,Z]]; expressions can use arguments")
    @argument("--block", default="1", help="block size in threads, X[,Y[,Z]]")
    @argument("--shared", default="0", help="dynamic shared memory per block in bytes")
    @argument("--kernel", default="", help="kernel to run, if the cell has several")
    @argument("--args", default="", help="arguments in the order of the parameters: variables of the notebook or numbers, x,y,1024")
    @argument("--show", default="", help="figures, KIND[:NAME=VALUE...] separated by commas, and stage: banks,lanes,why,stage")
    @argument("--checks", default="", help="additional checks: memory, races or all")
    @argument("--estimate", action="append", default=[], help="GPU whose time is estimated")
    @argument("--quiet", action="store_true", help="show the figures and the output of printf only")
    @line_cell_magic
    def warpstage(self, line: str, cell: str | None = None) -> None:
        """Runs the CUDA C++ kernel of the cell on the virtual machine."""
        # The shell's words, so that --grid "(n + 255) / 256" is one value.
        try:
            words = shlex.split(line)
        except ValueError as error:
            raise UsageError(f"%%warpstage: {error}") from None
        chosen = self.warpstage.parser.parse_args(words)
        if cell is None and not chosen.file:
            raise UsageError("%warpstage requires a .cu or .ptx file. For a kernel in a cell, use %%warpstage.")
        options = [word for gpu in chosen.estimate for word in ("--estimate", gpu)]
        if chosen.checks:
            options += ["--checks", chosen.checks]
        launch = Launch(
            "\n" + cell if cell is not None else chosen.file,  # lines are counted as in the cell
            dict(self._argument(place, word) for place, word in enumerate(_items(chosen.args), 1)),
            chosen.grid,
            chosen.block,
            chosen.shared,
            chosen.kernel,
            options,
        )
        figures = _figures(chosen.show)
        result = run_launch(launch, [figure for figure in figures if figure != "stage"], with_stage="stage" in figures)
        shell = self.shell
        assert shell is not None
        shell.push({"_warpstage": result})
        if chosen.quiet:
            print(result.output, end="")
        else:
            display(result)
        for figure in result.figures:
            display(figure)
        for row in result.json.get("figures", []):
            if "sentence" in row:
                print(row["sentence"])
        if result.stage:
            display(result.stage)
        result.raise_fault()

    def _argument(self, place: int, word: str) -> tuple[str, Any]:
        """A variable of the notebook with its name, or the value of an expression of Python."""
        shell = self.shell
        assert shell is not None
        try:
            value = shell.user_ns[word] if word in shell.user_ns else shell.ev(word)
        except (NameError, SyntaxError) as error:
            raise WarpstageError(f"`--args` requires variables and numbers, not `{word}`: {error}.") from None
        return (word if word.isidentifier() else f"arg{place}"), value


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _figures(text: str) -> list[str]:
    """"banks:line=3,warp=1,lanes" has two figures: NAME=VALUE without a colon belongs to the figure before it."""
    figures: list[str] = []
    for item in _items(text):
        if figures and "=" in item and ":" not in item:
            figures[-1] += "," + item
        else:
            figures.append(item)
    return figures


def load_ipython_extension(shell: Any) -> None:
    """Called by %load_ext."""
    shell.register_magics(WarpstageMagics)
