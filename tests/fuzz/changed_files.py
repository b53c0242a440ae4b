#!/usr/bin/env python3
"""Starts the program with changed files and words, as an attacker may hand them over, and checks that it ends properly.

    changed_files.py BUILD [--inputs N] [--seed S] [--jobs J] [--keep FOLDER]

N inputs (default: 500), the same for a seed, over all classes of CLASSES. BUILD/tests/fuzz/fuzz_changed writes the files. Each run must end
by itself with a status below 126, within SECONDS of CPU time and BYTES of memory; where the status is not 0 it must say why; it must
leave no file and no process behind. A failing input is kept with its command in FOLDER (default: the current folder); status 1.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

SECONDS = 10  # of CPU time; the processors may be busy
BYTES = 1 << 30  # in memory
CRASH = re.compile(rb"VERIFY|[Aa]ssertion|terminate called|Segmentation|AddressSanitizer|runtime error|std::[a-z_]+_error|basic_string|Traceback")


def lesson_folder(text, folder):
    """As write_lesson_files of lesson_files.h: the files of a lesson in one text, each after a line `=== name`."""
    folder.mkdir(parents=True)
    file = open(folder / "lesson.toml", "wb")
    for line in text.split(b"\n"):
        name = line[4:] if line.startswith(b"=== ") else b""
        if name and len(name) < 100 and b"/" not in name and b"\0" not in name and name not in (b".", b".."):
            file.close()
            file = open(os.path.join(os.fsencode(folder), name), "wb")
        else:
            file.write(line + b"\n")
    file.close()


def as_file(name):
    def write(text, folder):
        (folder / name).write_bytes(text)
        return folder / name
    return write


def as_lesson(text, folder):
    lesson_folder(text, folder / "lessons" / "changed")
    return folder / "lessons"


def as_capture(text, folder):
    path = folder / "x.warpstage"
    if text.startswith(b"PK"):
        path.write_bytes(text)
        return path
    lesson_folder(text, folder / "packed")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted((folder / "packed").iterdir()):
            archive.writestr(os.fsencode(file.name).decode("utf-8", "replace"), file.read_bytes())
    return path


def as_array(text, folder):
    first, _, content = text.partition(b"\n")
    ending = first.split(b" ")[0].decode("ascii", "replace")
    path = folder / ("x." + (ending if ending in ("npy", "bin", "csv", "txt") else "npy"))
    path.write_bytes(content)
    (folder / "k.ptx").write_text(ADD)
    return path


def as_answers(text, folder):
    (folder / "k.ptx").write_text(ADD)
    (folder / "k.toml").write_bytes(text)
    return folder / "k.ptx"


def as_exercise(text, folder):
    lesson_folder(text, folder / "exercise")
    (folder / "submissions").mkdir()
    (folder / "submissions" / "a.cu").write_text("__global__ void k() { }\n")
    return folder / "exercise"


def as_word(text, folder):
    del folder
    return text.replace(b"\0", b"")[:100_000]


ADD = """.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 x) {
  .reg .b64 %rd<4>; .reg .b32 %r<4>; .reg .f32 %f<4>;
  ld.param.u64 %rd1, [x]; cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2;
  ld.global.f32 %f1, [%rd1]; add.f32 %f1, %f1, 0f3F800000; st.global.f32 [%rd1], %f1; ret;
}
"""
STAGE = ["--engine", "vm", "--offscreen", "320x180", "--frames", "2", "--no-start-page"]
# A class: the target of fuzz_changed whose inputs it uses, what writes the input, and commands; {} is the input, FOLDER its folder.
CLASSES = [
    ("parse", as_file("k.ptx"), [["ptx", "{}"], ["run", "{}", "--engine", "vm", "--grid", "1", "--block", "32"], ["estimate", "{}"], [*STAGE, "{}"]]),
    ("lesson", as_lesson, [["list", "--lessons", "{}"], ["lint-lesson", "FOLDER/lessons/changed"], [*STAGE, "--lessons", "{}"],
                           ["check", "transpose", "--engine", "vm", "--lessons", "{}"]]),
    ("capture", as_capture, [["check", "--engine", "vm", "{}"], ["trace", "{}", "plain"], [*STAGE, "{}"]]),
    ("exercise", as_exercise, [["grade", "FOLDER/submissions", "--exercise", "{}", "-o", "FOLDER/grades.csv"]]),
    ("array", as_array, [["run", "FOLDER/k.ptx", "--engine", "vm", "--grid", "1", "--block", "4", "--arg", "x:f32=@{}"]]),
    ("session", as_file("x.warpstage"), [[*STAGE, "{}"], ["check", "--engine", "vm", "{}"]]),
    ("script", as_file("x.txt"), [["--engine", "vm", "--offscreen", "320x180", "--pictures", "FOLDER", "--script", "{}"]]),
    ("link", as_word, [[*STAGE, "{}"]]),
    ("results", as_file("x.json"), [["compare", "{}", "{}"]]),
    ("answers", as_answers, [[*STAGE, "{}"]]),
    ("rules", as_file("x.csv"), [["rules", "{}"]]),
    ("expression", as_word, [["run", "FOLDER/k.ptx", "--grid", "{}", "--block", "32"], ["trace", "reduction", "interleaved", "--set", "n={}"],
                             ["run", "FOLDER/k.ptx", "--engine", "vm", "--grid", "1", "--block", "4", "--arg", "x:f32[4]={}"]]),
]
# What a full or strict computer does, applied to some of the runs.
LIMITS = [None, None, None, None, (resource.RLIMIT_NOFILE, 24), (resource.RLIMIT_FSIZE, 4096), (resource.RLIMIT_AS, 400 << 20), "stdout", "read-only"]


def limits_of(limit):
    def apply():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (4 * SECONDS, 4 * SECONDS))
        if isinstance(limit, tuple):
            resource.setrlimit(limit[0], (limit[1], limit[1]))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    return apply


def processes_of(session):
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = open(f"/proc/{entry}/stat", "rb").read().rpartition(b")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != b"Z":
                found.append(int(entry))
    return found


def run(program, words, folder, limit):
    """The mistakes of one run, as sentences."""
    temporary = folder / "temporary"
    temporary.mkdir()
    output = folder / "output"
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"), "TMPDIR": str(temporary), "LANG": "C.UTF-8"}
    environment |= {name: value for name, value in os.environ.items() if name.startswith(("LD_", "__EGL", "__GLX", "CUDA", "WARPSTAGE", "LIBGL", "ASAN", "UBSAN"))}
    if limit == "read-only":
        environment["HOME"] = "/proc"
    with open(output, "wb") as sink, open("/dev/full", "wb") as full:
        started = subprocess.Popen([program, *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=full if limit == "stdout" else sink,
                                   stderr=sink, preexec_fn=limits_of(limit))
        deadline = time.monotonic() + 8 * SECONDS
        while True:
            pid, status, usage = os.wait4(started.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > deadline:
                os.killpg(started.pid, signal.SIGKILL)
                os.wait4(started.pid, 0)
                return [f"did not end within {8 * SECONDS} s"]
            time.sleep(0.005)
    said = output.read_bytes()
    mistakes = []
    if os.WIFSIGNALED(status):
        mistakes.append(f"was ended by signal {os.WTERMSIG(status)}")
    elif os.WEXITSTATUS(status) >= 126:
        mistakes.append(f"ended with status {os.WEXITSTATUS(status)}")
    elif os.WEXITSTATUS(status) != 0 and not said.strip() and limit != "stdout" and not (isinstance(limit, tuple) and limit[0] == resource.RLIMIT_FSIZE):
        mistakes.append("failed without a word")
    if found := CRASH.search(said):
        mistakes.append("printed " + found.group().decode())
    if usage.ru_utime + usage.ru_stime > SECONDS:
        mistakes.append(f"took {usage.ru_utime + usage.ru_stime:.1f} s of CPU time")
    if usage.ru_maxrss * 1024 > BYTES:
        mistakes.append(f"took {usage.ru_maxrss >> 10} MiB")
    if left := [entry for entry in os.listdir(temporary) if not entry.startswith("warpstage-locks")]:
        mistakes.append(f"left {left[0]} in the temporary folder")
    for _ in range(40):  # what it ended may take a moment
        if not (left := processes_of(started.pid)):
            break
        time.sleep(0.025)
    if left:
        mistakes.append(f"left {len(left)} processes")
        os.killpg(started.pid, signal.SIGKILL)
    return mistakes


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("build", type=pathlib.Path)
    arguments.add_argument("--inputs", type=int, default=500)
    arguments.add_argument("--seed", type=int, default=20261128)
    arguments.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("."))
    options = arguments.parse_args()
    program = options.build.resolve() / "warpstage"
    writer = options.build.resolve() / "tests" / "fuzz" / "fuzz_changed"
    for_each = -(-options.inputs // len(CLASSES))
    root = pathlib.Path(tempfile.mkdtemp(prefix="warpstage-changed-"))

    def one(name, write, commands, number):
        chance = random.Random(f"{options.seed} {name} {number}")
        folder = root / f"{name}-{number}"
        folder.mkdir()
        (folder / "home").mkdir()
        (folder / "k.ptx").write_text(ADD)
        input = write((root / name / str(number)).read_bytes(), folder)
        command, limit = chance.choice(commands), chance.choice(LIMITS)
        words = [os.fsencode(word).replace(b"FOLDER", os.fsencode(folder)).replace(b"{}", os.fsencode(input)) for word in command]
        mistakes = run(program, words, folder, limit)
        if mistakes:
            options.keep.mkdir(parents=True, exist_ok=True)
            shutil.copytree(folder, options.keep / f"{name}-{options.seed}-{number}", dirs_exist_ok=True, symlinks=True)
        shutil.rmtree(folder)
        shown = b" ".join(word if len(word) < 200 else word[:200] + "…".encode() for word in words).decode("utf-8", "replace")
        return [f"{name} {number}: {mistake}; limit {limit}: {shown}" for mistake in mistakes]

    work = []
    for name, write, commands in CLASSES:
        (root / name).mkdir()
        subprocess.run([writer, name, "--write", root / name, str(for_each), str(options.seed)], check=True)
        work += [(name, write, commands, number) for number in range(for_each)]
    random.Random(options.seed).shuffle(work)
    began, mistakes = time.monotonic(), []
    try:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as threads:
            for found in threads.map(lambda each: one(*each), work):
                for mistake in found:
                    print(mistake, flush=True)
                mistakes += found
    finally:
        shutil.rmtree(root, ignore_errors=True)
    print(f"changed files: {len(work)} inputs with seed {options.seed} in {time.monotonic() - began:.0f} s, {len(mistakes)} mistakes")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
