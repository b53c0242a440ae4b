"""Libraries that a program loads while it runs.

check_loaded.py LIBRARY WARPSTAGE: starts itself with `warpstage exec`
"""

import ctypes
import os
import subprocess
import sys

if len(sys.argv) == 3:
    words = [sys.argv[2], "exec", os.path.realpath(sys.executable), __file__, sys.argv[1]]
    sys.exit(subprocess.run(words, check=False).returncode)
library = ctypes.CDLL(sys.argv[1])
assert library.value_of_device() == 42, library.value_of_device()
assert library.opens_neighbor() == 1
print("loaded passed")
