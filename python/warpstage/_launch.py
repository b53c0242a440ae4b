"""A launch in the words of the command line: arrays travel as files of raw bytes."""

from __future__ import annotations

import contextlib
import itertools
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from ._errors import WarpstageError

Array = NDArray[Any]
Argument = Union[Array, "np.generic[Any]", int, float, bool]
Arguments = Union[Sequence[Argument], Mapping[str, Argument]]
Extent = Union[int, str, Sequence[int]]
Kernel = Union[str, Path]

_TYPES = {
    **{f"int{bits}": f"s{bits}" for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": f"u{bits}" for bits in (8, 16, 32, 64)},
    **{f"float{bits}": f"f{bits}" for bits in (16, 32, 64)},
    "bool": "u8",
}
_PAIRS = {"complex64": "f32", "complex128": "f64"}
_MAX_INT = 2**31
_PTX = re.compile(r"(\s|//[^\n]*\n)*\.version\b")


@dataclass
class Launch:
    """One launch of a kernel."""

    kernel: Kernel
    args: Arguments = ()
    grid: Extent = 1
    block: Extent = 1
    shared: int | str = 0
    name: str = ""
    options: Sequence[str] = ()
    arrays: dict[str, Array] = field(init=False)

    def __post_init__(self) -> None:
        named = self.args if isinstance(self.args, Mapping) else {f"arg{place}": arg for place, arg in enumerate(self.args, 1)}
        self.named: dict[str, Argument] = dict(named)
        self.arrays = {name: value for name, value in self.named.items() if isinstance(value, np.ndarray)}
        for name, array in self.arrays.items():
            if not array.flags.c_contiguous:
                raise WarpstageError(f"The array `{name}` is not contiguous. Use numpy.ascontiguousarray.")
            if array.size == 0:
                raise WarpstageError(f"The array `{name}` has no elements.")
            if isinstance(array, np.ma.MaskedArray):
                raise WarpstageError(f"The array `{name}` has a mask, which a kernel does not have. Use numpy.ma.filled.")
        for (first, a), (second, b) in itertools.combinations(self.arrays.items(), 2):
            if a is not b and (a.flags.writeable or b.flags.writeable) and np.may_share_memory(a, b):
                raise WarpstageError(f"The arrays `{first}` and `{second}` share memory. Pass the same array twice, or a copy.")

    def file(self, folder: Path) -> Path:
        """The file of the kernel; a text is written to one."""
        if isinstance(self.kernel, Path) or (self.kernel.endswith((".cu", ".ptx")) and "\n" not in self.kernel and "{" not in self.kernel):
            return Path(self.kernel)
        file = folder / ("kernel.ptx" if _PTX.match(self.kernel) else "kernel.cu")
        file.write_text(self.kernel, encoding="utf-8")
        return file

    @contextlib.contextmanager
    def words(self) -> Iterator[tuple[list[str], Path]]:
        """The words of the command line and the folder of the files, which exist inside the block."""
        with tempfile.TemporaryDirectory(prefix="warpstage-") as name:
            folder = Path(name)
            words = [str(self.file(folder)), "--grid", extent(self.grid), "--block", extent(self.block)]
            words += ["--shared", str(self.shared)] + (["--kernel", self.name] if self.name else [])
            for place, (argument, value) in enumerate(self.named.items()):
                if isinstance(value, np.ndarray) and (first := self.first_of(value)) != argument:
                    words += ["--arg", f"@{first}"]
                elif isinstance(value, np.ndarray):
                    file = folder / f"{place}.bin"
                    value.tofile(file)
                    words += ["--arg", f"{argument}:{element(value.dtype)}[{count(value)}]=file:{file}"]
                else:
                    words += ["--arg", f"{argument}:{scalar(argument, value)}"]
            yield words + list(self.options), folder

    def first_of(self, array: Array) -> str:
        """Name of the first argument that is this array: a kernel that gets it twice gets one address."""
        return next(name for name, other in self.arrays.items() if other is array)

    def saved(self, folder: Path) -> dict[str, Path]:
        """Files for the arrays after the run. Arrays that are read-only in Python are not copied back."""
        written = [name for name, array in self.arrays.items() if array.flags.writeable and self.first_of(array) == name]
        return {name: folder / f"{place}.out.bin" for place, name in enumerate(written)}

    def copy_back(self, files: Mapping[str, Path]) -> None:
        for name, file in files.items():
            array = self.arrays[name]
            array[...] = np.fromfile(file, dtype=array.dtype).reshape(array.shape)


def extent(value: Extent) -> str:
    """"4,2" of (4, 2)."""
    return ",".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def element(dtype: np.dtype[Any]) -> str:
    """Type of the elements in the words of the command line. Raises for types that no kernel has."""
    if not dtype.isnative:
        raise WarpstageError(f"Arrays of {dtype} have another byte order than the kernel. Use array.astype(array.dtype.newbyteorder('=')).")
    if dtype.name in _TYPES or dtype.name in _PAIRS:
        return _TYPES.get(dtype.name) or _PAIRS[dtype.name]
    raise WarpstageError(f"Arrays of {dtype} cannot be passed. Use {', '.join([*_TYPES, *_PAIRS])}.")


def count(array: Array) -> int:
    """Number of elements; a complex number has two."""
    return array.size * (2 if array.dtype.name in _PAIRS else 1)


def scalar(name: str, value: object) -> str:
    """A Python int is int (or long long if it needs 64 bits), a float is float; NumPy's scalars have their own types."""
    if isinstance(value, (bool, np.bool_)):
        return f"u8={int(value)}"
    if isinstance(value, np.generic):
        if value.dtype.name in _TYPES:
            return f"{_TYPES[value.dtype.name]}={value.item()!r}"
    elif isinstance(value, int):
        return f"{'s32' if -_MAX_INT <= value < _MAX_INT else 's64'}={value}"
    elif isinstance(value, float):
        return f"f32={value!r}"
    raise WarpstageError(f"The argument `{name}` is neither a NumPy array nor a number.")
