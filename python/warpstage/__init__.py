"""Runs CUDA C++ and PTX kernels on NumPy arrays, without a GPU, and shows what warps, banks and sectors do.

Each function takes the kernel as text or as a .cu or .ptx file, and its arguments as a sequence or as a mapping from names to
values. ``record`` takes a kernel of Numba or CuPy. See docs/python.md.
"""

from ._errors import CompileError, Diagnostic, KernelFault, WarpstageError
from ._functions import check, estimate, figure, run, run_launch, stage, trace, why
from ._launch import Argument, Arguments, Array
from ._program import program
from ._record import Recording, record
from ._results import Check, Estimate, Figure, Run, Trace, Why
from ._stage import Stage

__all__ = [
    "Argument",
    "Arguments",
    "Check",
    "CompileError",
    "Diagnostic",
    "Estimate",
    "Figure",
    "KernelFault",
    "Recording",
    "Run",
    "Stage",
    "Trace",
    "WarpstageError",
    "Why",
    "check",
    "estimate",
    "figure",
    "program",
    "record",
    "run",
    "run_launch",
    "stage",
    "trace",
    "why",
]
