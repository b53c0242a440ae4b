#!/usr/bin/env python3
"""Grades submissions that try to get points without the work, and honest ones: none of the first has a point, none of the others
loses one.

  bought_points.py PROGRAM EXERCISES     EXERCISES: assets/exercises
"""
import argparse
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import cheats
import honest

CONFIRM = "all submissions have the points that they deserve"
HIDDEN_SEED = re.compile(r"\bseed=7[12]\b")  # of grading.toml; the seed of a size that is shown is random and may begin with 71


def text_of(exercises, exercise, name):
    return (exercises / exercise / name).read_text(encoding="utf-8")


def changed(text, changes):
    for before, after in changes:
        if before not in text:
            raise SystemExit(f"`{before}` is not in the text to change")
        text = text.replace(before, after)
    return text


def make(folder, exercises):
    """Writes the submissions of all exercises; returns the expected points by student and exercise."""
    expected = {}

    def put(exercise, name, text, points):
        student = f"{exercise}-{name}"
        place = folder / student / exercise
        place.mkdir(parents=True)
        (place / "kernels.cu").write_bytes(text if isinstance(text, bytes) else text.encode())
        expected[student, exercise] = points

    for exercise, name, base, changes in cheats.CHANGED:
        put(exercise, f"cheat-{name}", changed(text_of(exercises, exercise, base), changes), 0)
    for exercise, name, text in cheats.WHOLE:
        put(exercise, f"cheat-{name}", text, 0)
    for exercise, name, text in honest.WHOLE:
        put(exercise, f"honest-{name}", text, 10)
    for exercise in honest.EXERCISES:
        for name, change in honest.CHANGES.items():
            put(exercise, f"honest-{name}", change(text_of(exercises, exercise, "solution.cu")), 10)
    return expected


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("exercises", type=pathlib.Path)
    options = parser.parse_args()
    mistakes = []
    with tempfile.TemporaryDirectory(prefix="warpstage-class-") as name:
        root = pathlib.Path(name)
        expected = make(root / "class", options.exercises)
        cheating = sum(points == 0 for points in expected.values())
        if cheating < 40 or len(expected) - cheating < 40:
            mistakes.append(f"only {cheating} cheating and {len(expected) - cheating} honest submissions")
        table = root / "grades.csv"
        command = [str(options.program.resolve()), "grade", str(root / "class"), "-o", str(table), "--jobs", "2"]
        run = subprocess.run(command, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=dict(os.environ, HOME=str(root)), timeout=1400)
        print(run.stdout + run.stderr, end="")
        with table.open(newline="", encoding="utf-8") as file:
            rows = {(row["student"], row["exercise"]): row for row in csv.DictReader(file)}
        for key, points in expected.items():
            row = rows.get(key)
            if row is None or row["points"] != str(points):
                mistakes.append(f"{key}: {row and row['points']} points, not {points}: {row and row['message']}")
        seen = {row["message"] for row in rows.values() if HIDDEN_SEED.search(row["message"])}
        if seen:
            mistakes.append(f"hidden sizes are named: {seen}")
    print("\n".join(mistakes) if mistakes else CONFIRM)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
