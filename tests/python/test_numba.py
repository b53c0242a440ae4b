#!/usr/bin/env python3
"""A kernel of Numba on the virtual device: `warpstage exec python3 FILE`."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from packages import require

require("numpy", "numba", "numba_cuda")

PROGRAM = """
import numpy as np
from numba import cuda

@cuda.jit
def add(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + y[i]

x = np.arange(1000, dtype=np.float32)
out = cuda.device_array_like(x)
add[4, 256](cuda.to_device(x), cuda.to_device(2 * x), out)
assert (out.copy_to_host() == 3 * x).all()
"""


class Numba(unittest.TestCase):
    def test_a_kernel_gives_its_result(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file, report = pathlib.Path(folder, "add.py"), pathlib.Path(folder, "report.json")
            file.write_text(PROGRAM, encoding="utf-8")
            words = [os.environ["WARPSTAGE_PROGRAM"], "exec", "--report-json", str(report), os.path.realpath(sys.executable), str(file)]
            environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path[1:]))
            ended = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn("add", json.dumps(json.loads(report.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    unittest.main()
