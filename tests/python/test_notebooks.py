#!/usr/bin/env python3
"""Executes the notebooks of python/examples: no cell fails, and each shows a figure.

test_notebooks.py [FOLDER]   FOLDER: keeps the executed notebooks and their figures, to look at them
"""

import importlib.util
import pathlib
import sys
import unittest

from packages import require

require("numpy", "nbclient", "nbformat", "ipykernel")

import nbformat  # noqa: E402
from notebooks import bundles, execute  # noqa: E402

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "python" / "examples"
KEPT = pathlib.Path(sys.argv.pop()) if len(sys.argv) > 1 else None


class Notebooks(unittest.TestCase):
    def test_all_cells_run(self) -> None:
        files = sorted(EXAMPLES.glob("*.ipynb"))
        self.assertGreaterEqual(len(files), 6)
        for file in files:
            if file.stem == "numba" and importlib.util.find_spec("numba_cuda") is None:
                print("skipped: no Python package numba-cuda for numba.ipynb")
                continue
            with self.subTest(file.name):
                notebook = nbformat.read(file, as_version=4)
                nbformat.validate(notebook)
                self.assertFalse(any(cell.get("outputs") for cell in notebook.cells), "a notebook is stored without outputs")
                shown = [bundle for cell in execute(notebook, str(EXAMPLES)).cells if cell.cell_type == "code" for bundle in bundles(cell)]
                figures = [bundle["image/svg+xml"] for bundle in shown if "image/svg+xml" in bundle]
                self.assertTrue(figures, "no figure")
                if KEPT:
                    nbformat.write(notebook, KEPT / file.name)
                    for number, figure in enumerate(figures):
                        (KEPT / f"{file.stem}-{number}.svg").write_text(figure, encoding="utf-8")


if __name__ == "__main__":
    unittest.main()
