#!/usr/bin/env python3
"""Measures the grading of a large class: submissions for all shipped exercises, checked in shards at the same time, and joined.

  grade_load.py PROGRAM EXERCISES [--students 1000] [--shards 8] [--jobs N per shard]

Of each exercise one student in four hands in the start file, one a kernel that does not compile, and the others the solution; no two texts
are equal. EXERCISES: the lecturer's copy, assets/exercises.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time


def text_of(folder, student, number):
    kind = (student + number) % 4
    source = (folder / ("kernels.cu" if kind == 0 else "solution.cu")).read_text(encoding="utf-8")
    return f"// student {student}\n{source}" + ("int x = ;\n" if kind == 1 else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("exercises", type=pathlib.Path)
    parser.add_argument("--students", type=int, default=1000)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 8))
    options = parser.parse_args()
    program = str(options.program.resolve())
    exercises = sorted(folder for folder in options.exercises.iterdir() if (folder / "solution.cu").is_file())
    with tempfile.TemporaryDirectory(prefix="warpstage-grade-") as name:
        root = pathlib.Path(name)
        for student in range(options.students):
            for number, exercise in enumerate(exercises):
                folder = root / "submissions" / f"s{student:04}" / exercise.name
                folder.mkdir(parents=True)
                (folder / "kernels.cu").write_text(text_of(exercise, student, number), encoding="utf-8")
        named = [word for exercise in exercises for word in ("--exercise", str(exercise.resolve()))]
        tables = [root / f"part-{number}.csv" for number in range(1, options.shards + 1)]
        begin = time.monotonic()
        shards = [subprocess.Popen([program, "grade", str(root / "submissions"), "-o", str(table), "--shard", f"{number}/{options.shards}",
                                    "--jobs", str(options.jobs), *named], stdout=subprocess.PIPE, text=True)
                  for number, table in enumerate(tables, 1)]
        said = [shard.communicate()[0].strip() for shard in shards]
        seconds = time.monotonic() - begin
        print("\n".join(said))
        merged = subprocess.run([program, "grade", "merge", *map(str, tables), "-o", str(root / "all.csv"), *named], capture_output=True, text=True)
        rows = (root / "all.csv").read_text(encoding="utf-8").splitlines()[1:]
        wrong = 0
        for row in rows:
            student, exercise, points, possible = row.split(",")[:4]
            number = [folder.name for folder in exercises].index(exercise)
            honest = (int(student[1:]) + number) % 4 > 1
            wrong += points != (possible if honest else "0")
        print(merged.stdout.strip())
        print(f"{options.students} students x {len(exercises)} exercises, {options.shards} shards with {options.jobs} jobs on {os.cpu_count()} processor threads: "
              f"{seconds:.0f} s, {1000 * seconds / max(1, len(rows)):.0f} ms per submission, {wrong} wrong rows")
        complete = len(rows) == options.students * len(exercises)
        return 0 if complete and wrong == 0 and all(shard.returncode == 0 for shard in shards) else 1


if __name__ == "__main__":
    sys.exit(main())
