"""The functions of the module; each takes the kernel and its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ._errors import KernelFault, WarpstageError
from ._launch import Arguments, Extent, Kernel, Launch
from ._program import ask
from ._results import Check, Estimate, Figure, Run, Trace, Why
from ._stage import FALLBACK, HAS_WIDGETS, Stage


def run_launch(launch: Launch, figures: Sequence[str] = (), more: Sequence[str] = (), *, with_stage: bool = False, changes: bool = True) -> Run:
    """Runs a launch with figures in the form KIND[:NAME=VALUE,...]. A fault and a figure that the launch does not have are in
    the result; nothing is raised for them. ``changes``: whether the arrays have the new contents then."""
    count = len(figures)
    if with_stage and not HAS_WIDGETS:
        figures = [*figures, *FALLBACK]
    with launch.words() as (words, folder):
        capture = folder / "kernel.warpstage"
        if with_stage:
            words += ["--capture", str(capture)]
        saved = launch.saved(folder) if changes else {}
        for name, file in saved.items():
            words += ["--save", f"{name}={file}"]
        files = [folder / f"figure{number}.svg" for number in range(len(figures))]
        for kind, file in zip(figures, files):
            words += ["--figure", kind, "-o", str(file)]
        answer = ask(["run", "--engine", "vm", *words, *more])
        if "fault" not in answer:
            launch.copy_back(saved)
        drawn = [[Figure(kind, file.read_text(encoding="utf-8"))] if file.exists() else [] for kind, file in zip(figures, files)]
        stage = Stage(capture.read_bytes(), f"{answer['kernel']}.warpstage", sum(drawn[count:], [])) if with_stage else None
    return Run(answer, launch.arrays, sum(drawn[:count], []), stage)


def run(kernel: Kernel, args: Arguments = (), *, grid: Extent = 1, block: Extent = 1, figures: Sequence[str] = (), **launch: Any) -> Run:
    """Runs the kernel on the virtual machine; arrays that it changes have the new contents. Raises KernelFault and CompileError.

    ``launch``: ``shared`` (bytes of dynamic shared memory), ``name`` (of the kernel, if the file has several) and ``options``,
    further options of ``warpstage run``, for example ("-D", "TILE=16")."""
    result = run_launch(Launch(kernel, args, grid, block, **launch), figures).raise_fault()
    for row in result.json.get("figures", []):
        if "sentence" in row:
            raise WarpstageError(row["sentence"])
    return result


def trace(kernel: Kernel, args: Arguments = (), *, grid: Extent = 1, block: Extent = 1, recorded_block: int = 0, **launch: Any) -> Trace:
    """Records one block and counts lanes, wavefronts and sectors by source line."""
    words = ["--trace", "--trace-block", str(recorded_block)]
    return Trace(run_launch(Launch(kernel, args, grid, block, **launch), (), words, changes=False).raise_fault().json["trace"])


def figure(
    kernel: Kernel,
    args: Arguments = (),
    kind: str = "banks",
    *,
    grid: Extent = 1,
    block: Extent = 1,
    details: dict[str, object] | None = None,
    **launch: Any,
) -> Figure:
    """Draws a figure of the launch: banks, sectors, lanes, timeline, branch, why, sm, ... ``details``: for example
    ``{"line": 12, "warp": 1, "theme": "dark"}``."""
    text = kind + ":" + ",".join(f"{name}={value}" for name, value in details.items()) if details else kind
    result = run_launch(Launch(kernel, args, grid, block, **launch), [text], changes=False)
    if not result.figures:
        raise WarpstageError(result.json["figures"][0]["sentence"])
    return Figure(kind, result.figures[0].svg)


def estimate(
    kernel: Kernel, args: Arguments = (), gpus: Sequence[str] = ("H200",), *, grid: Extent = 1, block: Extent = 1, **launch: Any
) -> Estimate:
    """Estimates the time on GPUs by the SM model; no GPU is measured."""
    with Launch(kernel, args, grid, block, **launch).words() as (words, _):
        chosen = [word for gpu in gpus for word in ("--arch", gpu)]
        return Estimate(ask(["estimate", *words, *chosen])["estimates"])


def why(kernel: Kernel, args: Arguments = (), gpu: str = "H200", *, grid: Extent = 1, block: Extent = 1, **launch: Any) -> Why:
    """Lists the causes of the estimated time, each with the time without it, and what to change."""
    result = run_launch(Launch(kernel, args, grid, block, **launch), [f"why:arch={gpu}"], ["--why", "--estimate", gpu], changes=False).raise_fault()
    if not result.figures:
        raise WarpstageError(result.json["figures"][0]["sentence"])
    return Why(result.json["why"][0], result.figures[0])


def stage(kernel: Kernel, args: Arguments = (), *, grid: Extent = 1, block: Extent = 1, height: int = 720, **launch: Any) -> Stage:
    """The launch on the stage: in a notebook with anywidget, with all keys and views of the web edition. Without anywidget, two
    figures. ``height`` is that of the output in pixels."""
    made = run_launch(Launch(kernel, args, grid, block, **launch), with_stage=True, changes=False).stage
    assert made is not None
    return replace(made, height=height)


def check(kernel: Kernel, args: Arguments = (), checks: str = "all", *, grid: Extent = 1, block: Extent = 1, **launch: Any) -> Check:
    """Runs the kernel with additional checks: memory, races, all, or the tools of compute-sanitizer. The arrays keep their contents."""
    kept = Launch(kernel, args, grid, block, **launch)
    with kept.words() as (words, _):
        result = Run(ask(["run", "--engine", "vm", *words, "--checks", checks]), {})
    return Check(KernelFault(result) if "fault" in result.json else None)
