#!/usr/bin/env python3
"""The functions of the module on small kernels, by their results and not by their texts."""

import importlib.util
import subprocess
import sys
import unittest
import unittest.mock

from packages import require

require("numpy")

import numpy as np  # noqa: E402

import warpstage  # noqa: E402
from warpstage import _launch  # noqa: E402

TRANSPOSE = """
__global__ void twice(float* y, const float* x, int n)
{
    __shared__ float tile[32][32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) tile[threadIdx.x % 32][threadIdx.x / 32] = x[i];
    __syncthreads();
    if (i < n) y[i] = 2 * tile[threadIdx.x % 32][threadIdx.x / 32];
}
"""
STORE_LINE = 6
ADD_ONE = """.version 7.0
.target sm_75
.address_size 64
.visible .entry add_one(.param .u64 a)
{
    .reg .b64 %a<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %a1, [a];
    ld.global.u32 %r1, [%a1];
    add.u32 %r1, %r1, 1;
    st.global.u32 [%a1], %r1;
    ret;
}
"""
LAUNCH = {"grid": "(n + 127) / 128", "block": 128}


def arguments(n: int = 256) -> dict[str, object]:
    return {"y": np.zeros(n, np.float32), "x": np.arange(n, dtype=np.float32), "n": n}


class Module(unittest.TestCase):
    def test_arrays_come_back(self) -> None:
        args = arguments()
        result = warpstage.run(TRANSPOSE, args, **LAUNCH)
        np.testing.assert_array_equal(args["y"], 2 * args["x"])
        self.assertIs(result.arrays["y"], args["y"])
        self.assertEqual(result.json["grid"], [2, 1, 1])

    def test_every_type_of_elements_keeps_its_values(self) -> None:
        for name in [*_launch._TYPES, *_launch._PAIRS]:
            values = np.array([[0, 1, 1], [1, 0, 1]]).astype(name)
            size = values.itemsize
            out = np.zeros_like(values)
            copy = f"__global__ void copy(char* y, const char* x) {{ y[threadIdx.x] = x[threadIdx.x]; }} // {name}"
            warpstage.run(copy, [out, values], block=size * values.size)
            np.testing.assert_array_equal(out, values, err_msg=name)

    def test_a_read_only_array_is_not_written(self) -> None:
        array = np.zeros(32, np.int32)
        array.flags.writeable = False
        warpstage.run("__global__ void f(int* a) { a[threadIdx.x] = 1; }", [array], block=32)
        self.assertEqual(array.sum(), 0)

    def test_one_array_twice_is_one_buffer(self) -> None:
        array = np.arange(32, dtype=np.float32)
        add = "__global__ void f(float* y, const float* x, int n) { y[threadIdx.x] += x[threadIdx.x] + n; }"
        warpstage.run(add, {"y": array, "x": array, "n": 1}, block=32)
        np.testing.assert_array_equal(array, 2 * np.arange(32) + 1)

    def test_counts_of_a_bank_conflict(self) -> None:
        lines = warpstage.trace(TRANSPOSE, arguments(), **LAUNCH).lines()
        self.assertEqual((lines[STORE_LINE]["wavefronts"], lines[STORE_LINE]["wavefronts_ideal"]), (4 * 32, 4))

    def test_figures_are_of_this_launch(self) -> None:
        for kind in ("banks", "lanes", "why", "timeline"):
            svg = warpstage.figure(TRANSPOSE, arguments(), kind, **LAUNCH)._repr_svg_()
            self.assertIn("<svg", svg)
            self.assertIn("twice", svg)
        both = [warpstage.figure(TRANSPOSE, arguments(), "banks", **LAUNCH, details={"warp": warp}).svg for warp in (1, 2)]
        self.assertNotEqual(*both)

    def test_estimates(self) -> None:
        rows = warpstage.estimate(TRANSPOSE, arguments(), ["H200", "GTX280"], **LAUNCH).estimates
        self.assertEqual(len(rows), 2)
        self.assertTrue(all(row["time_ns"] > 0 for row in rows))

    def test_why(self) -> None:
        self.assertIn("<svg", warpstage.why(TRANSPOSE, arguments(1 << 14), **LAUNCH)._repr_svg_())

    def test_a_race_is_found(self) -> None:
        array = np.full(4, 7, np.int32)
        found = warpstage.check("__global__ void f(int* a) {\n a[0] = threadIdx.x; }", {"a": array}, block=64)
        self.assertFalse(found.passed)
        self.assertEqual(found.fault.line, 2)
        self.assertEqual(array[0], 7)
        self.assertTrue(warpstage.check(TRANSPOSE, arguments(), **LAUNCH).passed)

    def test_a_fault_has_its_place(self) -> None:
        with self.assertRaises(warpstage.KernelFault) as caught:
            warpstage.run("__global__ void f(int* a)\n{\n    a[threadIdx.x] = 1;\n}", {"a": np.zeros(4, np.int32)}, block=32)
        self.assertEqual((caught.exception.line, caught.exception.thread), (3, (4, 0, 0)))
        self.assertIn("`a`", caught.exception.sentence)

    def test_an_error_of_the_compiler_has_its_place(self) -> None:
        with self.assertRaises(warpstage.CompileError) as caught:
            warpstage.run("__global__ void f(int* a)\n{\n    a[0] = b;\n}", [np.zeros(4, np.int32)])
        self.assertEqual(caught.exception.line, 3)
        self.assertEqual(caught.exception.diagnostics[0].severity, "error")

    def test_doctor_names_what_pip_can_add(self) -> None:
        words = [sys.executable, "-c", "import warpstage._program; warpstage._program.main()", "doctor"]
        shown = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
        self.assertTrue(any(line.startswith(("ok", "missing")) and "Virtual machine" in line for line in shown))
        for package, module in (("numba-cuda[cu13]", "numba_cuda"), ("ipython", "IPython")):
            state = "ok" if importlib.util.find_spec(module) else "missing"
            self.assertTrue(any(line.split()[:2] == [state, package] for line in shown), package)

    def test_a_text_is_told_from_a_file(self) -> None:
        array = np.zeros(1, np.int32)
        for text in ("__global__ void f(int* a) { *a += 1; } // from f.cu", f"// Generated by a compiler\n//\n\n{ADD_ONE}"):
            warpstage.run(text, [array])
        self.assertEqual(array[0], 2)

    def test_arrays_that_no_kernel_can_have_are_refused(self) -> None:
        whole = np.zeros(32, np.float32)
        for args in ([np.zeros(4, ">f4")], [np.ma.zeros(4, np.float32)], [whole, whole[4:]], [np.zeros(4, "M8[s]")], [np.zeros(4, "f4,i4")]):
            with self.assertRaisesRegex(warpstage.WarpstageError, "rray"):
                warpstage.run("__global__ void f(float* a, float* b) {}", args)

    def test_a_program_that_is_missing_is_named(self) -> None:
        with unittest.mock.patch.dict("os.environ", WARPSTAGE_PROGRAM="/nowhere/warpstage"):
            with self.assertRaisesRegex(warpstage.WarpstageError, "/nowhere/warpstage"):
                warpstage.run("__global__ void f() {}")

    def test_refusals(self) -> None:
        scalar = "__global__ void f(int n) {}"
        for args, options in (([1.5], {"block": 2000}), ([[1, 2]], {}), ([np.zeros((4, 4))[:, 0]], {}), ([np.zeros(0)], {}), ([np.zeros(1, "U1")], {})):
            with self.assertRaises(warpstage.WarpstageError):
                warpstage.run(scalar, args, **options)
        with self.assertRaisesRegex(warpstage.WarpstageError, "shared memory"):
            warpstage.figure(scalar, [1], "banks")


if __name__ == "__main__":
    unittest.main()
