#!/usr/bin/env python3
"""Measures the presenter's time per frame beside a class server on the same computer: alone, beside pages that follow, and beside students
who compile and check.

  presenter_frames.py PROGRAM EXERCISES [--students 200] [--rounds 6]

The stage runs off screen throughout, paused: off screen, a frame would wait for the virtual machine, as it does not in a window. Every 100
frames its script writes a picture, and the distance of these files is the time of 100 frames. The three situations alternate, so that other
work on the computer is in all of them.
"""
import argparse
import pathlib
import statistics
import subprocess
import tempfile
import threading
import time

from server import Server

FRAMES = 100  # between two pictures: their times are multiples of 4 ms on some file systems
SECONDS = 10  # of one situation in one round


class Stage:
    """The stage off screen; `chunks` are the end and the milliseconds per frame of each measurement."""

    def __init__(self, program, folder, lesson):
        self.folder = folder
        script = [f"wait {FRAMES} frames\nscreenshot {folder}/{number}.png\n" for number in range(10_000)]
        (folder / "script.txt").write_text(f"lesson {lesson}\npause\nwait 60 frames\n" + "".join(script), encoding="ascii")
        self.process = subprocess.Popen([str(program), "--offscreen", "1280x720", "--engine", "vm", "--script", str(folder / "script.txt")],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.chunks = []
        self.running = True
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        before = None
        number = 0
        while self.running:
            picture, next_picture = self.folder / f"{number}.png", self.folder / f"{number + 1}.png"
            if not next_picture.exists():  # the first one is complete then
                time.sleep(0.01)
                continue
            written = picture.stat().st_mtime
            if before is not None:
                self.chunks.append((written, 1000 * (written - before) / FRAMES))
            before = written
            picture.unlink()
            number += 1

    def wait(self):
        while len(self.chunks) < 10:
            if self.process.poll() is not None:
                raise SystemExit("the stage ended")
            time.sleep(0.1)

    def between(self, begin, end):
        return [milliseconds for at, milliseconds in self.chunks if begin + FRAMES * milliseconds / 1000 <= at <= end]

    def close(self):
        self.running = False
        self.thread.join()
        self.process.kill()
        self.process.wait()


class Pages:
    """Pages that hear each change of the presenter, twice a second."""

    def __init__(self, server, number):
        self.server = server
        self.connections = []
        self.running = True
        for _ in range(number):
            connection = server.connect(timeout=600)
            connection.request("GET", "/events")
            self.connections.append((connection, connection.getresponse()))
        self.threads = [threading.Thread(target=self.listen, args=(response,), daemon=True) for _, response in self.connections]
        self.threads.append(threading.Thread(target=self.present, daemon=True))
        for thread in self.threads:
            thread.start()

    def listen(self, response):
        try:
            while response.readline():
                pass
        except (OSError, ValueError, AttributeError):
            pass  # closed

    def present(self):
        serial = 0
        while self.running:
            serial += 1
            self.server.ask("PUT", "/state", raw=f"warpstage=1&presenter=91b9b820&serial={serial}&lesson=banks&cue={serial % 5 + 1}", token=self.server.token)
            time.sleep(0.5)

    def close(self):
        self.running = False
        for connection, _ in self.connections:
            if connection.sock is not None:
                connection.sock.shutdown(2)


class Students:
    """They compile and check texts of their own in turn, so that the server always has work, and little that still waits at the end."""
    AT_ONCE = 6

    def __init__(self, server, tokens, solution):
        self.server, self.tokens, self.solution = server, tokens, solution
        self.running = True
        self.statuses = []
        self.threads = [threading.Thread(target=self.work, args=(number,), daemon=True) for number in range(self.AT_ONCE)]
        for thread in self.threads:
            thread.start()

    def work(self, first):
        turn = first
        while self.running:
            token = self.tokens[turn % len(self.tokens)]
            path = "/api/compile" if turn % 2 else "/api/check"
            status, _ = self.server.ask("POST", path, {"exercise": "race", "source": f"// {turn} {time.time()}\n{self.solution}"}, token)
            self.statuses.append(status)
            turn += self.AT_ONCE + 1

    def close(self):
        self.running = False
        for thread in self.threads:
            thread.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("exercises", type=pathlib.Path)
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--lesson", default="banks")
    options = parser.parse_args()
    program = options.program.resolve()
    solution = (options.exercises / "race" / "solution.cu").read_text(encoding="utf-8")
    found = {"alone": [], "beside pages": [], "beside students": []}
    with tempfile.TemporaryDirectory(prefix="warpstage-frames-") as name, \
            Server(program, pathlib.Path(name) / "class", ["--exercise", "race"]) as server:
        tokens = [server.join(f"student {number}") for number in range(options.students) if not time.sleep(0.02)]
        folder = pathlib.Path(name) / "pictures"
        folder.mkdir()
        stage = Stage(program, folder, options.lesson)
        statuses = []
        try:
            stage.wait()
            for _ in range(options.rounds):
                for situation, chunks in found.items():
                    beside = Pages(server, options.students) if situation == "beside pages" \
                        else Students(server, tokens, solution) if situation == "beside students" else None
                    time.sleep(1)
                    begin = time.time()
                    time.sleep(SECONDS)
                    end = time.time()
                    if beside is not None:
                        beside.close()
                        statuses += getattr(beside, "statuses", [])
                    time.sleep(1)
                    chunks += stage.between(begin, end)
        finally:
            stage.close()
    usual = statistics.median(found["alone"])
    for situation, chunks in found.items():
        low, middle, high = statistics.quantiles(chunks, n=4)
        print(f"{situation + ':':<17} {middle:.2f} ms per frame ({100 * middle / usual - 100:+.0f} %), half of the {len(chunks)} measurements from {low:.2f} to {high:.2f} ms")
    print(f"{len(statuses)} compilations and checks meanwhile, {sum(status != 200 for status in statuses)} failed")


if __name__ == "__main__":
    main()
