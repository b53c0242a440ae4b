"""Kernels of other modules for Python: a configured kernel of Numba, or CuPy's RawKernel. Neither a GPU nor a driver is needed."""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import linecache
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import _functions
from ._errors import WarpstageError
from ._launch import Argument, Extent, Kernel
from ._results import Check, Estimate, Figure, Run, Trace, Why
from ._stage import Stage

_CAPABILITY = (9, 0)  # of the compiled code: that of the default GPU


class Recording:
    """A launch with the functions of the module: ``recording.trace()`` is ``trace(kernel, args, grid=..., block=...)``."""

    def __init__(self, kernel: Kernel, args: dict[str, Argument], launch: dict[str, Any], folder: tempfile.TemporaryDirectory[str] | None = None) -> None:
        self.kernel = kernel
        self.args = args
        self.launch = launch
        self._folder = folder  # of the files of the kernel, which exist as long as this object

    def run(self, figures: Sequence[str] = ()) -> Run:
        """Runs the kernel. Arrays that it changes have the new contents."""
        return _functions.run(self.kernel, self.args, figures=figures, **self.launch)

    def trace(self, recorded_block: int = 0) -> Trace:
        """Counts of one block by line of the Python function."""
        return _functions.trace(self.kernel, self.args, recorded_block=recorded_block, **self.launch)

    def figure(self, kind: str = "banks", details: dict[str, object] | None = None) -> Figure:
        return _functions.figure(self.kernel, self.args, kind, details=details, **self.launch)

    def estimate(self, gpus: Sequence[str] = ("H200",)) -> Estimate:
        return _functions.estimate(self.kernel, self.args, gpus, **self.launch)

    def why(self, gpu: str = "H200") -> Why:
        return _functions.why(self.kernel, self.args, gpu, **self.launch)

    def stage(self, height: int = 720) -> Stage:
        return _functions.stage(self.kernel, self.args, height=height, **self.launch)

    def check(self, checks: str = "all") -> Check:
        return _functions.check(self.kernel, self.args, checks, **self.launch)


def record(kernel: Any, *args: Any, grid: Extent = 1, block: Extent = 1, shared: int = 0) -> Recording:
    """The launch of a kernel that another module has: ``record(kernel[grid, block], *args)`` for Numba, and
    ``record(raw_kernel, *args, grid=..., block=...)`` for CuPy's RawKernel. Arrays are NumPy's."""
    if hasattr(kernel, "dispatcher") and hasattr(kernel, "griddim"):
        return _of_numba(kernel, args)
    if hasattr(kernel, "code") and hasattr(kernel, "name"):
        named = {f"arg{place}": value for place, value in enumerate(args, 1)}
        return Recording(kernel.code, named, {"grid": grid, "block": block, "shared": shared, "name": kernel.name})
    raise WarpstageError("Cannot record this object. Give a kernel of Numba with its launch, `kernel[grid, block]`, or a RawKernel of CuPy.")


def _of_numba(configured: Any, args: Sequence[Any]) -> Recording:
    cuda: Any = importlib.import_module("numba.cuda")
    dispatcher = configured.dispatcher
    function = dispatcher.py_func
    parameters = list(inspect.signature(function).parameters)
    if len(parameters) != len(args):
        raise WarpstageError(f"The kernel `{function.__name__}` has {len(parameters)} parameters, not {len(args)}.")
    types = tuple(dispatcher.typeof_pyval(value) for value in args)
    fastmath = bool(dispatcher.targetoptions.get("fastmath"))
    try:
        text, _ = cuda.compile(function, types, device=False, abi="numba", cc=_CAPABILITY, output="ptx", lineinfo=True, fastmath=fastmath)
    except (AttributeError, ImportError) as error:
        # Not of the kernel: Numba reports its errors with its own classes.
        raise WarpstageError(
            f"numba-cuda {_version('numba-cuda')} does not work with NumPy {np.__version__}: {error}. Install an earlier one: pip install 'numpy<2.5'."
        ) from error
    folder = _files(text, inspect.getsourcefile(function) or "")
    launch = {"grid": tuple(configured.griddim), "block": tuple(configured.blockdim), "shared": configured.sharedmem}
    named = {name: value for parameter, value in zip(parameters, args) for name, value in _flat(parameter, value)}
    return Recording(Path(folder.name, "kernel.ptx"), named, launch, folder)


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "(unknown version)"


def _flat(name: str, value: Any) -> Iterator[tuple[str, Argument]]:
    """The parameters that a kernel of Numba has for an argument. Of an array: two pointers of the host, the number of elements,
    their size, the data, the shape and the strides. Source: numba.core.datamodel.models.ArrayModel."""
    if isinstance(value, np.ndarray):
        for part, number in (("owner", 0), ("parent", 0), ("size", value.size), ("itemsize", value.itemsize)):
            yield f"{name}_{part}", np.int64(number)
        yield name, value
        for part, numbers in (("shape", value.shape), ("stride", value.strides)):
            for axis, number in enumerate(numbers):
                yield f"{name}_{part}{axis}", np.int64(number)
    elif isinstance(value, (tuple, list)):
        for place, item in enumerate(value):
            yield from _flat(f"{name}_{place}", item)
    elif isinstance(value, (bool, np.generic)):
        yield name, value
    else:
        yield name, np.float64(value) if isinstance(value, float) else np.int64(value)


def _files(text: str, file: str) -> tempfile.TemporaryDirectory[str]:
    """A folder with the PTX and, beside it, a copy of the source that its lines name: the text of a cell is in memory only."""
    folder = tempfile.TemporaryDirectory(prefix="warpstage-")
    if lines := linecache.getlines(file):
        source = Path(folder.name, Path(file).name)
        source.write_text("".join(lines), encoding="utf-8")
        text = text.replace(file, str(source))
    Path(folder.name, "kernel.ptx").write_text(text, encoding="utf-8")
    return folder
