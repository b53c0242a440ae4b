#!/usr/bin/env python3
"""The counters of a report are those of all blocks of all launches, also where blocks differ; a sample says that it is one. Caches are empty before the first launch,
and before each with `--flush-caches`.

Usage: check_totals.py WARPSTAGE UNEVEN_BLOCKS. Exit status 1 with a message if an expectation fails.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

BLOCKS, WARPS, LAUNCHES = 1000, 2, 6


def main():
    warpstage, program = sys.argv[1:]
    near = sum(block % 3 != 2 for block in range(BLOCKS // 2))
    far = sum(block % 3 != 2 for block in range(BLOCKS // 2, BLOCKS))
    expected = {"global_requests": (near + far) * WARPS * 2, "sectors": (near * 8 + far * (32 + 4)) * WARPS,
                "sectors_ideal": (near + far) * 8 * WARPS}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.json"
        subprocess.run([warpstage, "exec", "--report-json", file, program], check=True)
        launches = json.loads(file.read_text())["launches"]
        assert len(launches) == LAUNCHES, len(launches)
        for launch in launches:
            found = {name: launch["counters"][name] for name in expected}
            assert found == expected, f"launch {launch['launch']}: {found}, expected {expected}"
            assert launch["observed_blocks"] == BLOCKS, launch
        moved = [launch["estimate"]["dram_bytes"] for launch in launches[:2]]
        assert moved[1] < moved[0], f"L2 holds data for the second launch: {moved}"
        subprocess.run([warpstage, "exec", "--flush-caches", "--report-json", file, program], check=True)
        flushed = [launch["estimate"]["dram_bytes"] for launch in json.loads(file.read_text())["launches"][:2]]
        assert flushed == [moved[0], moved[0]], f"each launch finds empty caches: {flushed}, expected {moved[0]}"
        shown = subprocess.run([warpstage, "exec", "--report", "--report-sample", program], check=True, capture_output=True, text=True).stderr
        assert "sampled ones of 1000" in shown or "scaled from" in shown, shown


if __name__ == "__main__":
    main()
