#!/usr/bin/env python3
"""The cell magic in a notebook that nbclient executes."""

import unittest

from packages import require

require("numpy", "nbclient", "nbformat", "ipykernel")

import nbclient  # noqa: E402
import nbformat  # noqa: E402
from notebooks import bundles, execute  # noqa: E402

SETUP = "import numpy as np\n%load_ext warpstage.magic\ny, x, n = np.zeros(256, np.float32), np.arange(256, dtype=np.float32), 256"
KERNEL = """
__global__ void twice(float* y, const float* x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}"""


def run(*cells: str) -> nbformat.NotebookNode:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in (SETUP, *cells)])
    return execute(notebook)


class Magic(unittest.TestCase):
    def test_a_cell_changes_arrays_and_shows_figures(self) -> None:
        line = '%%warpstage --grid "(n + 127) / 128" --block 128 --args y,x,n --show sectors:line=5,warp=1,lanes,why'
        notebook = run(line + KERNEL, "assert (y == 2 * x).all(); print(_warpstage.json['grid'])")
        shown = bundles(notebook.cells[1])
        self.assertEqual([("text/html" in bundle, "image/svg+xml" in bundle) for bundle in shown], [(True, False)] + [(False, True)] * 3)
        self.assertEqual(notebook.cells[2].outputs[0].text, "[2, 1, 1]\n")

    def test_a_figure_that_does_not_exist_is_explained(self) -> None:
        notebook = run("%%warpstage --grid 2 --block 128 --args y,x,n --show banks,sectors" + KERNEL)
        self.assertEqual(len([bundle for bundle in bundles(notebook.cells[1]) if "image/svg+xml" in bundle]), 1)
        self.assertTrue(any("shared memory" in output.get("text", "") for output in notebook.cells[1].outputs))

    def test_errors_end_the_cell(self) -> None:
        for cell, error in (
            ("%%warpstage --grid 4 --block 128 --args y,x,512" + KERNEL, "KernelFault"),
            ("%%warpstage --args y,x,missing" + KERNEL, "WarpstageError"),
            ("%%warpstage --args y\n__global__ void f(float* y) { y[0] = z; }", "CompileError"),
        ):
            with self.assertRaises(nbclient.exceptions.CellExecutionError) as caught:
                run(cell)
            self.assertEqual(caught.exception.ename, error)


if __name__ == "__main__":
    unittest.main()
