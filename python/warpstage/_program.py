"""Finds and starts the program ``warpstage``.

The module talks to the program through its command line and JSON, not through a C interface: a fault of a kernel or of the
program cannot end the notebook, every result can be repeated in a terminal, and one module serves every version of Python.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ._errors import CompileError, Diagnostic, WarpstageError


def program() -> Path:
    """The program: that of the environment variable WARPSTAGE_PROGRAM, of the wheel, or on the PATH, in this order."""
    if chosen := os.environ.get("WARPSTAGE_PROGRAM"):
        return Path(chosen)
    shipped = Path(__file__).parent / "program" / "warpstage"
    if shipped.exists():
        return shipped
    if found := shutil.which("warpstage"):
        return Path(found)
    raise WarpstageError("The program `warpstage` is not installed. Set WARPSTAGE_PROGRAM to its path.")


def nvrtc_folders() -> list[Path]:
    """Folders of the NVRTC library that pip has installed (``pip install warpstage[nvrtc]``)."""
    spec = importlib.util.find_spec("nvidia")
    roots = [Path(place) for place in spec.submodule_search_locations or []] if spec else []
    return sorted({library.parent for root in roots for library in root.glob("*/lib/libnvrtc.so.*")})


def environment() -> dict[str, str]:
    """The environment of the program, which finds the NVRTC library of pip after those of the system."""
    variables = dict(os.environ)
    folders = [variables.get("LD_LIBRARY_PATH", ""), *map(str, nvrtc_folders())]
    if path := ":".join(folder for folder in folders if folder):
        variables["LD_LIBRARY_PATH"] = path
    return variables


def ask(words: Sequence[str]) -> dict[str, Any]:
    """Starts the program with ``--json`` and returns what it writes. Raises the error that it reports."""
    try:
        ended = subprocess.run([str(program()), *words, "--json"], capture_output=True, env=environment(), check=False)
    except OSError as failed:
        raise WarpstageError(f"The program `{program()}` cannot be started: {failed.strerror}.") from None
    messages = ended.stderr.decode(errors="replace").strip()
    try:
        answer: dict[str, Any] = json.loads(ended.stdout)
    except ValueError:
        raise WarpstageError(messages.removeprefix("warpstage: ") or f"The program ended with status {ended.returncode}.") from None
    if error := answer.get("error"):
        diagnostics = [Diagnostic(**diagnostic) for diagnostic in error.get("diagnostics", [])]
        raise CompileError(error["sentence"], diagnostics) if diagnostics else WarpstageError(error["sentence"])
    return answer


def main() -> None:
    """The command ``warpstage``."""
    path = program()
    if sys.argv[1:] == ["doctor"]:
        from ._doctor import lines

        status = subprocess.run([path, "doctor"], env=environment(), check=False).returncode
        print(*lines(), sep="\n")
        sys.exit(status)
    os.execve(path, [str(path), *sys.argv[1:]], environment())
