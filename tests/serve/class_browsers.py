#!/usr/bin/env python3
"""Measures real browsers beside simulated pages: how soon all of them show what a presenter shows, through `warpstage serve`.

  class_browsers.py PROGRAM SITE [--browsers 20] [--pages 200] [--firefox 2] [--cues 8] [--server-cores 0,1]

SITE: the folder that tools/web wrote. Each browser is a process of its own with a window of a phone, started four at a time. With --server-cores
the browsers and the simulated pages have the other cores: a page without a GPU draws on the processor and takes a quarter to a half of a core.
"""
import argparse
import concurrent.futures
import os
import pathlib
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "web"))
sys.dont_write_bytecode = True
from browser import Browser
from firefox import Firefox
from needed import require_programs
from server import Server

# In a page: when it has shown which serial number, on the clock of this computer.
WATCH = """
self.shownAt = {};
setInterval(async () => { const state = await warpstageState(); if (state.following) shownAt[state.serial] ??= Date.now(); }, 100);
return 1"""


AT_ONCE = 4  # browsers that start


def start(browsers, firefox, address):
    """Adds a browser and waits for its first picture."""
    browser = Firefox(390, 844) if firefox else Browser(390, 844)
    browsers.append(browser)
    browser.open(address)
    browser.wait_for_picture(180)
    browser.run(WATCH)


def cores_without(listed):
    """The cores of this process that the list does not name, such as "0,1"."""
    return os.sched_getaffinity(0) - {int(core) for core in listed.split(",")}


def state(serial):
    return f"warpstage=1&presenter=91b9b820&serial={serial}&lesson=banks&variant=offset&arch=CC%209.0&cue={serial % 5 + 1}"


class Pages:
    """Simulated pages: connections that hear events."""

    def __init__(self, server, number):
        self.heard = [{} for _ in range(number)]
        for page in self.heard:
            threading.Thread(target=self.listen, args=(server, page), daemon=True).start()

    def listen(self, server, page):
        connection = server.connect(timeout=600)
        connection.request("GET", "/events")
        response = connection.getresponse()
        while line := response.readline().decode():
            if line.startswith("data: warpstage"):
                page[int(line.split("serial=")[1].split("&")[0])] = time.time()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--browsers", type=int, default=20)
    parser.add_argument("--firefox", type=int, default=2, help="how many of the browsers")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--cues", type=int, default=8)
    parser.add_argument("--server-cores", help="the processor cores that the server has for itself, such as 0,1 (default: all share all)")
    options = parser.parse_args()
    require_programs(["chromedriver", "chromium", "firefox-esr"])
    program = options.program.resolve()
    with tempfile.TemporaryDirectory(prefix="warpstage-browsers-") as name:
        assets = pathlib.Path(name) / "assets"
        assets.mkdir()
        for entry in (program.parent / "assets").iterdir():
            if entry.name != "web":
                os.symlink(entry, assets / entry.name)
        os.symlink(options.site.resolve(), assets / "web")
        with Server(program, pathlib.Path(name) / "class", ["--exercise", "race", "--assets", str(assets)], options.server_cores) as server:
            if options.server_cores:
                os.sched_setaffinity(0, cores_without(options.server_cores))
            server.ask("PUT", "/state", raw=state(1), token=server.token)
            address = f"http://127.0.0.1:{server.port}/?follow=state"
            browsers = []
            try:
                with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as starts:
                    list(starts.map(lambda number: start(browsers, number < options.firefox, address), range(options.browsers)))
                pages = Pages(server, options.pages)
                while server.ask("GET", "/api/summary")[1]["listening"] < len(browsers) + options.pages:
                    time.sleep(0.2)
                print(f"{len(browsers)} browsers ({options.firefox} Firefox) and {options.pages} simulated pages follow, load {os.getloadavg()[0]:.1f}", flush=True)
                worst = []
                for serial in range(2, 2 + options.cues):
                    time.sleep(4)
                    sent = time.time()
                    server.ask("PUT", "/state", raw=state(serial), token=server.token)
                    time.sleep(6)
                    shown = sorted(at / 1000 - sent for browser in browsers if (at := browser.run(f"return shownAt[{serial}] ?? 0")))
                    heard = sorted(page[serial] - sent for page in pages.heard if serial in page)
                    worst.append(shown[-1] if len(shown) == len(browsers) else float("inf"))
                    print(f"cue {serial}: {len(shown)} browsers, the last after {shown[-1] if shown else 0:.2f} s (median {shown[len(shown) // 2] if shown else 0:.2f} s); "
                          f"{len(heard)} pages, the last after {heard[-1] if heard else 0:.3f} s", flush=True)
                print(f"all within {max(worst):.2f} s in the worst case")
            finally:
                for browser in browsers:
                    browser.close()


if __name__ == "__main__":
    main()
