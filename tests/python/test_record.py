#!/usr/bin/env python3
"""Kernels of Numba and CuPy that the module records, in a process without a GPU and without the virtual device."""

import unittest
import unittest.mock

from packages import require

require("numpy", "numba", "numba_cuda")

import linecache  # noqa: E402

import numpy as np  # noqa: E402
from numba import cuda, float32  # noqa: E402

import warpstage  # noqa: E402


@cuda.jit
def scaled_transpose(out, x, factor, sizes, keep):
    tile = cuda.shared.array((32, 32), float32)
    i, j = cuda.threadIdx.x, cuda.threadIdx.y
    tile[j, i] = x[j, i]
    cuda.syncthreads()
    if i < sizes[0] and keep:
        out[j, i] = tile[i, j] * factor  # a column: 32 words of one bank


CONFLICT = scaled_transpose.py_func.__code__.co_firstlineno + 7

CELL = """
from numba import cuda
@cuda.jit
def twice(x):
    x[cuda.grid(1)] *= 2
"""


class RawKernel:
    """What CuPy's RawKernel has, which cannot be imported without its libraries."""

    code = 'extern "C" __global__ void twice(float* x) { x[threadIdx.x] *= 2; }'
    name = "twice"


class Record(unittest.TestCase):
    def setUp(self) -> None:
        self.x = np.arange(32 * 32, dtype=np.float32).reshape(32, 32)
        self.out = np.zeros_like(self.x)

    def recording(self, *more: object) -> warpstage.Recording:
        return warpstage.record(scaled_transpose[1, (32, 32)], self.out, self.x, 2.5, (32, 7), True, *more)

    def test_arguments_of_every_kind_reach_the_kernel(self) -> None:
        self.recording().run()
        np.testing.assert_array_equal(self.out, self.x.T * np.float32(2.5))

    def test_counts_are_those_of_the_python_lines(self) -> None:
        lines = self.recording().trace().lines()
        self.assertEqual((lines[CONFLICT]["wavefronts"], lines[CONFLICT]["wavefronts_ideal"]), (1024, 32))
        self.assertIn("scaled_transpose", self.recording().figure("banks").svg)
        self.assertGreater(self.recording().estimate().estimates[0]["time_ns"], 0)
        self.assertTrue(self.recording().check().passed)

    def test_a_fault_has_its_python_line(self) -> None:
        self.out = np.zeros((31, 32), np.float32)
        with self.assertRaises(warpstage.KernelFault) as caught:
            self.recording().run()
        self.assertEqual(caught.exception.line, CONFLICT)
        self.assertIn("`out`", caught.exception.sentence)

    def test_a_cell_has_lines_without_a_file(self) -> None:
        name = "/nowhere/ipykernel_1/2.py"
        linecache.cache[name] = (len(CELL), None, CELL.splitlines(True), name)
        variables: dict[str, object] = {}
        exec(compile(CELL, name, "exec"), variables)
        row = self.x[0].copy()
        recording = warpstage.record(variables["twice"][1, 32], row)
        recording.run()
        np.testing.assert_array_equal(row, 2 * self.x[0])
        self.assertIn(CELL.splitlines().index("    x[cuda.grid(1)] *= 2") + 1, recording.trace().lines())
        self.assertIn("cuda", recording.figure("source").svg)

    def test_cuda_cpp_of_cupy(self) -> None:
        row = self.x[0].copy()
        warpstage.record(RawKernel(), row, block=32).run()
        np.testing.assert_array_equal(row, 2 * self.x[0])

    def test_a_numba_that_does_not_fit_is_named(self) -> None:
        with unittest.mock.patch.object(cuda, "compile", side_effect=AttributeError("module 'numpy' has no attribute 'row_stack'")):
            with self.assertRaisesRegex(warpstage.WarpstageError, "numba-cuda.*NumPy.*row_stack"):
                self.recording()

    def test_refusals(self) -> None:
        for kernel, args in ((scaled_transpose[1, 32], (self.out,)), (print, ()), (scaled_transpose, (self.out,))):
            with self.assertRaises(warpstage.WarpstageError):
                warpstage.record(kernel, *args)


if __name__ == "__main__":
    unittest.main()
