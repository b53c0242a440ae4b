#!/usr/bin/env python3
"""Grades a class of 30 submissions for the exercise `transpose`: right, wrong, endless and hostile ones.

  grade_class.py PROGRAM FIXTURES               FIXTURES: tests/fixtures/course
  --within SECONDS   fail if the grading takes longer; for a measurement on a computer that does nothing else
  --trace            run it under strace, and check every file that was opened for writing and every connection

Checks the points of each student, that nothing outside the table was created, changed or removed, that a second run keeps all rows, and
that an interrupted run is continued.
"""
import argparse
import csv
import hashlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Points of the requirements result (3), hazards (1), coalesced (2), conflict_free (2) and time (2).
FULL = 10
FILES = {  # fixture: points, words of the message
    "padded": (FULL, ""),
    "swizzled": (FULL, ""),
    "with_main": (FULL, ""),
    "naive": (0, "Sectors Global Excessive"),
    "conflicts": (8, "Wavefronts Shared Excessive"),
    "no_barrier": (0, "wrong"),
    "out_of_bounds": (0, "past the end"),
    "last_missing": (0, "wrong"),
    "skips_the_measured_size": (0, "width=512"),
    "knows_the_sizes": (0, ""),
    "endless": (0, "instructions"),
    "endless_slow": (0, "instructions"),
    "syntax_error": (0, "line 4"),
    "template_bomb": (0, "compile"),
    "reads_passwords": (0, "line 1"),
    "reads_another": (0, "line 1"),
    "reads_a_device": (0, "line 1"),
    "prints_forever": (0, ""),
    "allocates": (0, ""),
    "large_frames": (0, ""),
    "writes_around": (0, ""),
    "inline_ptx": (0, ""),
    "unknown_ptx": (0, ""),
    "other_parameters": (0, "parameters"),
}
STUDENTS = 30


def make_class(folder, fixtures):
    """Writes the submissions; returns the expected points and words by the name that the table shows."""
    expected = {}
    for number, (name, result) in enumerate(FILES.items()):
        student = f"{number:02}-{name}"
        (folder / student).mkdir(parents=True)
        shutil.copy(fixtures / f"{name}.cu", folder / student / "kernels.cu")
        expected[student] = result
    (folder / "=HYPERLINK(\"x\"), formula").mkdir()
    shutil.copy(fixtures / "padded.cu", folder / "=HYPERLINK(\"x\"), formula" / "my kernel.cu")
    expected["'=HYPERLINK(\"x\"), formula"] = (FULL, "")
    latin = os.fsencode(folder) + b"/caf\xe9\nline.cu"
    # As an editor on Windows writes it: a byte order mark, other line ends, and a comment in Latin-1.
    swizzled = (fixtures / "swizzled.cu").read_bytes().replace(b"\n", b"\r\n")
    pathlib.Path(os.fsdecode(latin)).write_bytes(b"\xef\xbb\xbf" + swizzled + b"// caf\xe9\r\n")
    expected["caf\ufffd line"] = (FULL, "")
    (folder / "link.cu").symlink_to(fixtures / "padded.cu")
    expected["link"] = (0, "symbolic link")
    os.mkfifo(folder / "pipe.cu")
    expected["pipe"] = (0, "a pipe")
    (folder / "large.cu").write_bytes(b"// " + b"x" * (64 << 20))
    expected["large"] = (0, "")
    (folder / "-binary.cu").write_bytes(b"\x7fELF\0\0")
    expected["'-binary"] = (0, "zero byte")
    assert len(expected) == STUDENTS
    return expected


def state_of(root, without):
    """Every file below the folder with what would reveal a change."""
    state = {}
    for path in sorted(root.rglob("*"), key=os.fsencode):
        if path == without:
            continue
        facts = path.lstat()
        is_file = path.is_file() and not path.is_symlink()
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if is_file else ""
        changed = facts.st_mtime_ns if path not in (without.parent,) else 0  # the table is written there
        state[os.fsencode(path)] = (facts.st_mode, facts.st_size if is_file else 0, changed, facts.st_ino, digest)
    return state


def rows_of(table):
    with table.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def mistakes_in(rows, expected):
    found = []
    by_student = {row["student"]: row for row in rows}
    if len(rows) != len(expected) or set(by_student) != set(expected):
        found.append(f"students differ: {sorted(set(by_student) ^ set(expected))}")
    for student, (points, words) in expected.items():
        row = by_student.get(student)
        if row is None:
            continue
        if int(row["points"]) != points:
            found.append(f"{student}: {row['points']} points, not {points}: {row['message']}")
        if words not in row["message"] and not (words.startswith("line ") and row["line"] == words.split()[1]):
            found.append(f"{student}: `{words}` is not in the message: {row['message']}")
        if any("root:" in field for field in row.values()):
            found.append(f"{student}: the table shows a file of the system")
    return found


WRITES = re.compile(r'^(?:\[pid +\d+\] |\d+ +)?(open|openat|creat|mkdir|mkdirat|unlink|unlinkat|rename|renameat|renameat2|link|linkat|symlink|symlinkat|truncate|mknod|mknodat|chmod|fchmodat)\((.*)$')


def mistakes_in_trace(trace, allowed):
    """Files that were opened for writing or removed elsewhere, and connections."""
    found = []
    for line in trace.read_text(errors="replace").splitlines():
        match = WRITES.match(line)
        if match and " = -1 " not in line:
            call, words = match.groups()
            if call in ("open", "openat") and not re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", words):
                continue
            paths = [os.path.join(folder, path) for folder, path in re.findall(r'(?:<([^>]*)>, )?"([^"]*)"', words)]
            if not any(path == "/dev/null" or path.startswith(prefix) for path in paths for prefix in allowed):
                found.append(line[:300])
        if re.search(r"\b(connect|bind)\(", line) and " = -1 " not in line:
            found.append(line[:300])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("fixtures", type=pathlib.Path)
    parser.add_argument("--within", type=float)
    parser.add_argument("--trace", action="store_true")
    options = parser.parse_args()
    mistakes = []
    with tempfile.TemporaryDirectory(prefix="warpstage-class-") as name:
        root = pathlib.Path(name).resolve()
        submissions = root / "submissions"
        expected = make_class(submissions, options.fixtures.resolve())
        (root / "private").mkdir()
        (root / "private" / "grades-of-last-year.csv").write_text("secret\n")
        home = root / "home"
        home.mkdir()
        table = root / "out" / "grades.csv"
        table.parent.mkdir()
        environment = dict(os.environ, HOME=str(home), LC_ALL="C.UTF-8")
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            environment.pop(variable, None)
        command = [str(options.program.resolve()), "grade", str(submissions), "-o", str(table), "--exercise", "transpose", "--jobs", "2"]
        before = state_of(root, table)

        def grade(words, timeout=900):
            return subprocess.run(words, env=environment, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout)

        # An interrupted run keeps what it has.
        process = subprocess.Popen(command, env=environment, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline and not (table.exists() and len(rows_of(table)) >= 3):
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=120)
        kept = rows_of(table)
        if process.returncode != 130 or not 3 <= len(kept) < STUDENTS:
            mistakes.append(f"interrupted: status {process.returncode}, {len(kept)} rows: {output}")
        table.unlink()

        trace = root.parent / f"{root.name}.trace"
        words = (["strace", "-f", "-qq", "-y", "-s", "200", "-e", "trace=%file,connect,bind", "-o", str(trace)] if options.trace else []) + command
        begin = time.monotonic()
        run = grade(words)
        seconds = time.monotonic() - begin
        print(run.stdout + run.stderr, end="")
        print(f"{len(expected)} submissions in {seconds:.1f} s")
        if run.returncode != 0:
            mistakes.append(f"status {run.returncode}")
        rows = rows_of(table)
        mistakes += mistakes_in(rows, expected)
        # The names as they are shown sort like their bytes here.
        names = [row["student"].removeprefix("'") for row in rows]
        if names != sorted(names):
            mistakes.append(f"the order is not that of the names: {names}")
        after = state_of(root, table)
        for path in sorted(set(before) | set(after)):
            if before.get(path) != after.get(path):
                mistakes.append(f"{os.fsdecode(path)!r} was created, changed or removed")
        if options.trace:
            mistakes += mistakes_in_trace(trace, (str(table.parent), tempfile.gettempdir() + "/warpstage-"))
            trace.unlink()
        if options.within is not None and seconds > options.within:
            mistakes.append(f"took {seconds:.1f} s, at most {options.within:g} s are allowed")

        # Nothing has changed: the rows stay, only what has no file is looked at again.
        text = table.read_bytes()
        begin = time.monotonic()
        again = grade(command)
        print(f"again in {time.monotonic() - begin:.1f} s: {again.stdout}", end="")
        if table.read_bytes() != text or "unchanged since the earlier table" not in again.stdout:
            mistakes.append(f"the second run differs: {again.stdout}{again.stderr}")

        # No row is lost before its submission was graded again, or because its submission is elsewhere.
        process = subprocess.Popen(command + ["--again"], env=environment, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=120)
        interrupted = (130, -signal.SIGINT)  # the latter before the program is ready to answer, on a busy computer
        if process.returncode not in interrupted or sorted(row["student"] for row in rows_of(table)) != sorted(expected):
            mistakes.append(f"interrupted with --again: status {process.returncode}, {len(rows_of(table))} rows")
        (root / "late").mkdir()
        shutil.copy(options.fixtures / "padded.cu", root / "late" / "zoe.cu")
        late = grade([str(root / "late") if word == str(submissions) else word for word in command])
        if sorted(row["student"] for row in rows_of(table)) != sorted([*expected, "zoe"]) or "kept: 30 rows" not in late.stdout:
            mistakes.append(f"a late submission: {len(rows_of(table))} rows: {late.stdout}{late.stderr}")
        # Without a compiler nobody gets a row of zeros.
        text = table.read_bytes()
        missing = grade(["env", f"WARPSTAGE_COMPILER={root / 'absent'}", *command, "--again"])
        if missing.returncode != 2 or "cannot be compiled" not in missing.stderr or table.read_bytes() != text:
            mistakes.append(f"without a compiler: status {missing.returncode}: {missing.stdout}{missing.stderr}")
        # A table that cannot be written is reported before the work.
        nowhere = grade([str(root / "absent" / "grades.csv") if word == str(table) else word for word in command])
        if nowhere.returncode != 2 or "graded" in nowhere.stdout:
            mistakes.append(f"without a folder for the table: status {nowhere.returncode}: {nowhere.stdout}{nowhere.stderr}")
    print("\n".join(mistakes) if mistakes else "all grades are right, and nothing outside the table was touched")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
