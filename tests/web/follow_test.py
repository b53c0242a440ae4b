#!/usr/bin/env python3
"""A presenter, pages in two Chromium browsers and one Firefox, and many followers, through a server of this computer: who shows what after
which time.

Usage: follow_test.py PROGRAM SITE [FOLLOWERS [COMPUTING]], the installed program (in a window of a virtual display), the folder that tools/web
wrote, the number of followers that ask the server (default: 50), and the number of processes that also run the kernels (default: 4). Needs
the packages of `tools/install-dependencies --web-tests`.
"""
import os
import pathlib
import shutil
import statistics
import sys
import tempfile
import time
import urllib.parse

from audience import Watched, computing, link_in, polling, said, state_of, times_of, wait_for_page
from browser import Browser
from firefox import Firefox
from hostile_states import file_trouble, hostile_kernels
from page_test import check, errors_of, failures
from presenting import Presenter, Server, settled, wait_for_file

LONGEST = 1.5  # seconds after a key press of the presenter
MAX_BYTES = 1000  # a second for each follower, of HTTP in both directions
SEEN_VIOLATIONS = "return self.violations || []"
WATCH_VIOLATIONS = """self.violations = self.violations || [];
addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI)); return true"""


def present(presenter, state, groups):
    """Keys of the presenter; for each group (name, followers, number) the times until all have the state."""
    for name in ("2", "3", "Right", "Right", "Right", "shift+a", "Left"):
        before = settled(state)
        pressed = presenter.key(name)
        text = wait_for_file(state, before)
        line = f"        {name}: file {time.time() - pressed:.2f} s"
        for kind, group, number in groups:
            times = times_of(group, text, pressed, number)
            latest = times[-1] if len(times) == number else float("inf")
            line += f", {len(times)} {kind} within {latest:.2f} s (median {statistics.median(times or [0]):.2f} s)"
            check(latest <= LONGEST, f"{name}: {number} {kind} follow within {LONGEST} s")
        print(line)


def server_trouble(presenter, server, browsers):
    """The server fails and comes back while the presenter publishes."""
    text = settled(server.state)
    kept = lambda: all(link_in(state_of(browser)["link"]) == link_in(text) for browser in browsers)
    server.stop()
    check(all(said(browser, "The server does not answer.") for browser in browsers) and kept(), "server stopped: the pages say so and keep their state")
    presenter.key("Tab")
    time.sleep(3)
    server.start()
    began = time.time()
    newer = wait_for_file(server.state, text, 12)
    check(link_in(newer)["lesson"] != link_in(text)["lesson"], f"server restarted: the presenter has published again after {time.time() - began:.1f} s")
    check(all(wait_for_page(browser, newer) < float("inf") and said(browser, "Following the presenter.") for browser in browsers),
          "server restarted: the pages follow again")
    for status in (500, 401, 302, 405):
        server.status = status
        before = settled(server.state)
        presenter.key("Tab")
        time.sleep(1.5)
        server.status = None
        newer = wait_for_file(server.state, before, 12)
        check(all(wait_for_page(browser, newer) < float("inf") for browser in browsers), f"PUT with status {status}, then without: the pages follow again")
    seconds = [at for at, path in server.puts if path == "/state"]
    closest = min(b - a for a, b in zip(seconds, seconds[1:]))
    check(closest > 0.45, f"{len(seconds)} PUTs, at most two per second: the closest two are {closest:.2f} s apart")


def edited_kernels(program, server, folder, browsers):
    """A presenter edits kernels in another editor; the pages run them. Then hostile files beside the state."""
    lessons = folder / "lessons/transpose"
    shutil.copytree(pathlib.Path(program).resolve().parent / "assets/lessons/04-transpose", lessons)
    presenter = Presenter(program, folder, ["--lessons", str(lessons.parent), "--lesson", "transpose", "--variant", "naive", "--no-console",
                                            "--publish", server.address + "state"])
    try:
        page = browsers["Chromium 1"]
        wait_for_file(server.state, server.state.read_text() if server.state.exists() else "", 30)
        check(wait_for_page(page, settled(server.state)) < float("inf") and not state_of(page)["edited"], "the pages show the lesson's kernels")
        before = settled(server.state)
        kernels = lessons / "kernels.cu"
        kernels.write_text("// Edited in front of the audience.\n" + kernels.read_text())
        edited = time.time()
        text = wait_for_file(server.state, before, 60)
        name = dict(urllib.parse.parse_qsl(text))["kernels"]
        size = (server.site / f"kernels-{name[:16]}").stat().st_size
        print(f"        edited kernels published after {time.time() - edited:.1f} s: {len(text)} bytes of state, {size} bytes of kernels, {name[17:]} unpacked")
        check(len(text) < 1000, "the state has less than 1 kB")
        for kind, browser in browsers.items():
            shows = any(state_of(browser)["edited"] or time.sleep(0.1) for _ in range(100))
            check(shows and wait_for_page(browser, settled(server.state)) < float("inf"), f"{kind}: the edited kernels run")
            browser.screenshot(folder / f"{kind}.png")
        text = settled(server.state)
    finally:
        presenter.close()
    hostile_kernels(server, text, browsers["Chromium 1"])


def middle_of(browser, element):
    return browser.run(f"const box = document.getElementById('{element}').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]")


def leave_and_return(presenter, state, browser):
    """The student's keys and clicks are input events of the browser."""
    before = settled(state)
    wait_for_page(browser, before)
    lesson = link_in(before)["lesson"]
    follows = lambda wanted: any(state_of(browser)["following"] == wanted or time.sleep(0.1) for _ in range(50))
    variant = "1" if not before.count("variant=copy") else "2"
    browser.key(variant)
    check(follows(False) and said(browser, "Exploring on your own."), "a key of the student leaves the presenter")
    presenter.key("Tab")
    text = wait_for_file(state, before)
    time.sleep(2.5)
    check(state_of(browser)["lesson"] == lesson, "the presenter goes on without the student")
    browser.click(*middle_of(browser, "follow-switch"))
    check(wait_for_page(browser, settled(state)) < float("inf") and follows(True), "a click on the button returns to the presenter")
    browser.click(*middle_of(browser, "follow-switch"))
    check(follows(False), "a click on the button leaves the presenter")
    browser.key("2")
    browser.click(*middle_of(browser, "follow-switch"))
    check(wait_for_page(browser, settled(state)) < float("inf") and follows(True), "and back")
    check(text != before, "the presenter has published")


def pages_of(server):
    browsers = {"Chromium 1": Browser(1280, 720), "Chromium 2": Browser(390, 844, 3, True), "Firefox": Firefox(1280, 720)}
    for browser in browsers.values():
        browser.open(server.address + "?follow=state")
        browser.run(WATCH_VIOLATIONS)
    return browsers


def measure(presenter, server, site, number, processes, browsers):
    """The network side with many pages that only ask, the computing side with processes that also run the kernels."""
    followers = polling(number, server.address + "state")
    workers = computing(processes, site, server.address + "state")
    watched = [Watched(name, browser) for name, browser in browsers.items()]
    try:
        text = settled(server.state)
        late = times_of(workers, text, time.time(), processes)
        check(len(late) == processes, f"{processes} processes that join late show the presenter's state")
        time.sleep(20)  # V8 still optimizes the module in each process, on all cores
        server.counts.clear()
        began = time.monotonic()
        present(presenter, server.state, [("pages that ask", followers, number), ("processes that compute", workers, processes),
                                          *((page.name, page, 1) for page in watched)])
        seconds = time.monotonic() - began
        for who, pages in (("Chrome", 2), ("Firefox", 1), ("node", number + processes)):
            total, polls = server.counts.get(who, (0, 0))
            rate = total / seconds / pages
            print(f"        {who}: {rate:.0f} bytes/s for each page, {polls / seconds / pages:.2f} polls/s")
            check(0 < rate < MAX_BYTES, f"{who}: less than {MAX_BYTES} bytes/s")
    finally:
        for page in watched:
            page.end()
        followers.close()
        workers.close()


def main():
    program, site = sys.argv[1], pathlib.Path(sys.argv[2])
    number = int(sys.argv[3]) if len(sys.argv) > 3 else 50
    processes = int(sys.argv[4]) if len(sys.argv) > 4 else 4
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        served = folder / "site"
        served.mkdir()
        for entry in site.iterdir():
            os.symlink(entry.resolve(), served / entry.name)
        server = Server(served)
        server.start()
        presenter = Presenter(program, folder, ["--lesson", "transpose", "--no-console", "--publish", server.address + "state"])
        browsers = {}
        try:
            wait_for_file(server.state, "", 60)
            browsers = pages_of(server)
            for kind, browser in browsers.items():
                browser.wait_for_picture()
                check(wait_for_page(browser, settled(server.state)) < float("inf"), f"{kind}: a page that joins late shows the presenter's state")
            measure(presenter, server, served, number, processes, browsers)
            for kind in ("Chromium 1", "Firefox"):
                print(f"        {kind}")
                leave_and_return(presenter, server.state, browsers[kind])
            server_trouble(presenter, server, list(browsers.values()))
            presenter.close()
            edited_kernels(program, server, folder, browsers)
            file_trouble(server.state, browsers["Chromium 1"])
            for kind, browser in browsers.items():
                violations = browser.run(SEEN_VIOLATIONS)
                check(not violations, f"{kind}: nothing violates the Content-Security-Policy: {violations}")
                errors = [line for line in errors_of(browser) if "/state" not in line]
                check(not errors, f"{kind}: no errors in the console: {errors}")
        finally:
            for part in (*browsers.values(), presenter):
                part.close()
            server.stop()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
