#!/usr/bin/env python3
"""Compiles host.cu of a lesson with nvcc and with all warnings as errors, as a student would. Returns 77, which skips the test, without
nvcc; a lesson without host.cu is an error."""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nvcc", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path, help="folder of the lesson")
    options = parser.parse_args()
    source = options.folder / "host.cu"
    if not source.is_file():
        print(f"{source} is missing")
        return 1
    if not os.access(options.nvcc, os.X_OK):
        print(f"skipped: {options.nvcc} cannot be executed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        # PTX only: the build compiles the kernels.
        ended = subprocess.run([options.nvcc, "-c", "-std=c++17", "-Xcicc", "-O0",
                                # Code that depends on __CUDA_ARCH__ must fit the host pass with any value.
                                "-gencode", "arch=compute_75,code=compute_75", "-gencode", "arch=compute_90,code=compute_90",
                                "-Xcompiler", "-Wall,-Wextra,-Werror", "-o", f"{folder}/host.o", source])
    return ended.returncode


if __name__ == "__main__":
    sys.exit(main())
