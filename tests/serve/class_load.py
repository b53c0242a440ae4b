#!/usr/bin/env python3
"""Measures a class of simulated students: how soon their pages hear the presenter, and how long their checks take.

  class_load.py PROGRAM EXERCISES [--students 200] [--server-cores 0,1]
"""
import argparse
import pathlib
import tempfile
import threading
import time

from server import Server


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("exercises", type=pathlib.Path)
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--server-cores", help="the processor cores of the server (default: all)")
    options = parser.parse_args()
    solution = (options.exercises / "race" / "solution.cu").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="warpstage-load-") as name, Server(options.program.resolve(), pathlib.Path(name) / "class", ["--exercise", "race"], options.server_cores) as server:
        tokens = []
        for number in range(options.students):
            tokens.append(server.join(f"student {number}"))
            time.sleep(0.02)
        heard = []

        def listen():
            if server.events("state", 60) is not None:
                heard.append(time.monotonic())
        listeners = [threading.Thread(target=listen) for _ in tokens]
        for thread in listeners:
            thread.start()
        while server.ask("GET", "/api/summary")[1]["listening"] < len(tokens):
            time.sleep(0.2)
        sent = time.monotonic()
        server.ask("PUT", "/state", raw="lesson=banks", token=server.token)
        for thread in listeners:
            thread.join()
        print(f"{len(heard)} of {len(tokens)} pages heard the presenter, the last after {max(heard) - sent:.3f} s")
        for what, path in (("compilations", "/api/compile"), ("checks", "/api/check")):
            seconds, statuses = [], []

            def work(number, path=path, seconds=seconds, statuses=statuses):
                begin = time.monotonic()
                status, _ = server.ask("POST", path, {"exercise": "race", "source": f"// {number}\n{solution}"}, tokens[number])
                seconds.append(time.monotonic() - begin)
                statuses.append(status)
            begin = time.monotonic()
            threads = [threading.Thread(target=work, args=(number,)) for number in range(len(tokens))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            print(f"{len(tokens)} {what} at once: {time.monotonic() - begin:.1f} s, median {sorted(seconds)[len(seconds) // 2]:.1f} s, {sum(status != 200 for status in statuses)} failed")


if __name__ == "__main__":
    main()
