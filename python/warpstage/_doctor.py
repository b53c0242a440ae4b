"""What pip can add: lines behind those of ``warpstage doctor``."""

from __future__ import annotations

import importlib.util

from ._program import nvrtc_folders


def lines() -> list[str]:
    """One line for each optional package, in the form of the program."""
    folders = nvrtc_folders()
    rows = [
        ("NVRTC of pip", bool(folders), f"in {folders[0]}" if folders else "", "CUDA C++ requires a compiler: pip install 'warpstage[nvrtc]'"),
        *(
            (package, importlib.util.find_spec(module) is not None, "installed", f"{use}: pip install '{package}'")
            for package, module, use in (("numba-cuda[cu13]", "numba_cuda", "record() of kernels in Python requires it"), ("ipython", "IPython", "The cell magic requires it"), ("anywidget", "anywidget", "The stage in a notebook requires it"))
        ),
    ]
    return [f"{'ok' if found else 'missing':<8} {name:<18} {text if found else advice}" for name, found, text, advice in rows]
