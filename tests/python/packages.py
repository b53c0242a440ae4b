"""Packages that a test needs and that the build does not."""

import importlib.util
import sys


def require(*names: str) -> None:
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing:
        print(f"skipped: no Python package {', '.join(missing)}")
        sys.exit(77)
