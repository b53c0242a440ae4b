#!/usr/bin/env python3
"""Commands that start programs, ended by every signal: neither a program nor a temporary folder remains.

Usage: check_signals.py WARPSTAGE PROGRAM. PROGRAM: a CUDA program for `warpstage exec`. The CUDA compiler is replaced by a script that
starts other programs and waits.
"""
import fcntl
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

WARPSTAGE, PROGRAM = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
# Four programs: below the compiler, in a session of its own, without a parent, and the compiler. It writes to its folder for temporary files.
WAITS = """echo $$ >>IDS
sleep 300 & echo $! >>IDS
setsid sh -c 'echo $$ >>IDS; exec sleep 301' &
(sh -c 'echo $$ >>IDS; exec sleep 302' &)
mkdir "$TMPDIR/tmpxft"; echo >"$TMPDIR/tmpxft/a.cpp"
wait
"""
ONE_WAITS = "echo $$ >>IDS\nexec sleep 300\n"
KERNEL = "__global__ void k(float* a) { a[0] = 1; }\n"
failed = 0


def check(good, what):
    global failed
    failed += not good
    print(f"{'ok      ' if good else 'FAILED  '}{what}", flush=True)


def running(number):
    try:
        return pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def soon(condition, seconds=10):
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return found


class Place:
    """A folder with a compiler, with temporary files beside it."""

    def __init__(self, folder, compiler):
        self.folder = pathlib.Path(folder)
        self.ids = self.folder / "ids"
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        (self.folder / "bin").mkdir()
        for name in ("nvcc", "ptxas", "nvdisasm"):
            tool = self.folder / "bin" / name
            tool.write_text("#!/bin/sh\n" + compiler.replace("IDS", str(self.ids)))
            tool.chmod(0o755)
        (self.folder / "k.cu").write_text(KERNEL)
        self.environment = dict(os.environ, PATH=f"{self.folder}/bin:{os.environ['PATH']}", TMPDIR=str(self.temporary), HOME=str(self.folder))

    def start(self, *words, program=WARPSTAGE):
        # Ctrl+C and Ctrl+\\ are ignored in what a shell starts in the background, but not in a terminal.
        return subprocess.Popen([program, *words], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True, start_new_session=True,
                                preexec_fn=lambda: [signal.signal(each, signal.SIG_DFL) for each in (signal.SIGINT, signal.SIGQUIT)])

    def started(self, programs):
        return soon(lambda: self.ids.is_file() and len(self.ids.read_text().split()) >= programs, 60)

    def left(self):
        return [number for number in self.ids.read_text().split() if running(number)]

    def check_clean(self, what):
        check(soon(lambda: not self.left()), f"{what}: no program remains{self.left() or ''}")
        check(soon(lambda: not list(self.temporary.iterdir())), f"{what}: no temporary folder remains")
        for number in self.left():
            os.kill(int(number), signal.SIGKILL)


def compiling(number, words, group):
    """The signal arrives while the compiler runs."""
    what = f"{signal.Signals(number).name} to {'the group of ' if group else ''}`{' '.join(words)}`, which compiles"
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, WAITS)
        process = place.start(*words)
        if not place.started(4):
            process.kill()
            return check(False, f"{what}: the compiler was not started: {process.stderr.read()}")
        (os.killpg if group else os.kill)(process.pid, number)
        try:
            status = process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            return check(False, f"{what}: it does not end")
        if number == signal.SIGINT:
            check(status == 130, f"{what}: status {status}")
        place.check_clean(what)


def executing(number, group):
    """The signal arrives while the program runs, which has started others."""
    what = f"{signal.Signals(number).name} to {'the group of ' if group else ''}`exec PROGRAM`"
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, "")
        process = place.start("exec", PROGRAM, str(place.ids))
        if not place.started(3):
            process.kill()
            return check(False, f"{what}: the program was not started: {process.stderr.read()}")
        (os.killpg if group else os.kill)(process.pid, number)
        status = process.wait(30)
        check(status == (130 if number == signal.SIGINT else -number), f"{what}: status {status}")
        if number == signal.SIGINT:  # what the program leaves behind continues, as without `warpstage exec`
            check(not running(place.ids.read_text().split()[0]), f"{what}: the program has ended")
            check(soon(lambda: not list(place.temporary.iterdir())), f"{what}: no temporary folder remains")
            for left in place.left():
                os.kill(int(left), signal.SIGKILL)
        else:
            place.check_clean(what)


def assembling(number):
    """The signal arrives while a program without others runs, whose output the command reads."""
    what = f"{signal.Signals(number).name} to `machine-code`"
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, ONE_WAITS)
        process = place.start("machine-code", "reduction", "reduce1")
        if not place.started(1):
            process.kill()
            return check(False, f"{what}: ptxas was not started: {process.stderr.read()}")
        process.send_signal(number)
        process.wait(30)
        place.check_clean(what)


def limited(number):
    """The process that limits the memory of nvcc ends: it is killed with the thread that waits for it."""
    what = f"{signal.Signals(number).name} to `warpstage-compiler limit`"
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, WAITS)
        process = place.start("limit", str(1 << 30), str(place.folder / "bin" / "nvcc"), program=str(pathlib.Path(WARPSTAGE).with_name("warpstage-compiler")))
        if not place.started(4):
            process.kill()
            return check(False, f"{what}: nvcc was not started: {process.stderr.read()}")
        process.send_signal(number)
        process.wait(30)
        check(soon(lambda: not place.left()), f"{what}: no program remains")
        for left in place.left():
            os.kill(int(left), signal.SIGKILL)


def leftovers():
    """What remains of processes that were killed together with their guards is removed, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, "exit 1\n")
        old = place.temporary / "warpstage-temporary-abcdef"
        (old / "below").mkdir(parents=True)
        (old / "below" / "file").write_text("")
        others = [place.temporary / name for name in ("warpstage-photos", "warpstage", "other")]
        for other in others:
            other.mkdir()
        (place.temporary / "warpstage-temporary-linked").symlink_to(place.folder)
        used = place.temporary / "warpstage-temporary-ghijkl"
        used.mkdir()
        descriptor = os.open(used, os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        place.start("exec", "k.cu").wait(30)
        check(not old.exists(), "a leftover folder is removed")
        check(used.exists() and (place.folder / "k.cu").exists() and all(other.exists() for other in others), "other folders remain")
        os.close(descriptor)


def no_file():
    """A `.cu` file that is none is refused at once."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, "exit 1\n")
        os.mkfifo(place.folder / "pipe.cu")
        (place.folder / "folder.cu").mkdir()
        (place.folder / "device.cu").symlink_to("/dev/zero")
        (place.folder / "linked.cu").symlink_to(place.folder / "pipe.cu")
        (place.folder / "dangling.cu").symlink_to("nowhere")
        for name, words in (("pipe.cu", "a pipe or a device"), ("folder.cu", "is a folder"), ("device.cu", "a pipe or a device"),
                            ("linked.cu", "a pipe or a device"), ("dangling.cu", "does not exist"), ("missing.cu", "does not exist")):
            for command in ("exec", "capture"):
                process = place.start(command, name)
                try:
                    text = process.communicate(timeout=20)[1]
                    check(process.returncode == 2 and words in text, f"`{command} {name}`: {text.strip()}")
                except subprocess.TimeoutExpired:
                    process.kill()
                    check(False, f"`{command} {name}` waits")


def main():
    every = [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGQUIT, signal.SIGINT]
    for number in every:
        for group in (False, True):
            compiling(number, ["exec", "k.cu"], group)
            executing(number, group)
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
        compiling(number, ["capture", "k.cu"], False)
        assembling(number)
    for number in (signal.SIGTERM, signal.SIGKILL):
        limited(number)
    leftovers()
    no_file()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
