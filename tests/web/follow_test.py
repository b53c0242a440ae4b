#!/usr/bin/env python3
"""A presenter, a page in headless Chromium and many followers, through a server of this computer: who shows what after which time.

Usage: follow_test.py PROGRAM SITE [FOLLOWERS], the installed program (in a window of a virtual display), the folder that tools/web wrote,
and the number of followers (default: 50). Needs the packages chromium-driver, nodejs, xvfb and xdotool.
"""
import hashlib
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

from browser import Browser
from page_test import ask, check, errors_of, failures

STATE = "return await warpstageState()"
TRAFFIC = "return warpstageTraffic()"
LONGEST = 1.5  # seconds after a key press of the presenter
MOST_BYTES = 1000  # a second for each follower, of HTTP in both directions


class Server:
    """The site and the presenter's file `state`, with ETag; counts the bytes of requests for the state and of their answers."""

    def __init__(self, site, state):
        self.site, self.state, self.port, self.counts = site, state, 0, {}
        self.server = None

    def start(self):
        owner = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(owner.site))

            def log_message(self, *_):
                pass

            def do_GET(self):
                if self.path != "/state":
                    return super().do_GET()
                request = len(self.requestline) + 2 + len(bytes(self.headers)) + 2
                self.answer_state()
                who = "chromium" if "Chrome" in self.headers.get("User-Agent", "") else "node"
                total, polls = owner.counts.get(who, (0, 0))
                owner.counts[who] = (total + request + self.answered, polls + 1)

            def answer_state(self):
                try:
                    text = owner.state.read_bytes()
                except FileNotFoundError:
                    text = None
                tag = f'"{hashlib.sha256(text or b"").hexdigest()[:16]}"'
                same = self.headers.get("If-None-Match") == tag
                status = 404 if text is None else 304 if same else 200
                body = text if status == 200 else b""
                self.send_response(status)
                if text is not None:
                    self.send_header("ETag", tag)
                if status != 304:
                    self.send_header("Content-Length", str(len(body)))
                self.answered = sum(len(line) for line in self._headers_buffer) + 2 + len(body)
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"


class Presenter:
    """The stage in a window of a virtual display; keys are those of a user."""

    def __init__(self, program, state, words):
        environment = dict(os.environ, XDG_CONFIG_HOME=str(state.parent), XDG_STATE_HOME=str(state.parent), XDG_DATA_HOME=str(state.parent))
        self.display = f":{90 + os.getpid() % 1000}"
        self.screen = subprocess.Popen(["Xvfb", self.display, "-screen", "0", "1280x800x24"], stderr=subprocess.DEVNULL)
        time.sleep(2)
        self.environment = dict(environment, DISPLAY=self.display)
        self.stage = subprocess.Popen([program, "--engine", "vm", "--publish", str(state), *words],
                                      env=self.environment, stdout=subprocess.DEVNULL)

    def key(self, name):
        """Presses the key; returns the time."""
        subprocess.run(["xdotool", "key", name], env=self.environment, check=True, stdout=subprocess.DEVNULL)
        return time.time()

    def close(self):
        for process in (self.stage, self.screen):
            process.terminate()
            process.wait()


class Followers:
    """Followers in one process of node; keeps what each has received last, and when."""

    def __init__(self, number, address):
        self.received = {}
        script = pathlib.Path(__file__).with_name("followers.js")
        self.process = subprocess.Popen(["node", str(script), str(number), address], stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            event = json.loads(line)
            self.received[event["page"]] = (event["at"] / 1000, event["published"])

    def close(self):
        self.process.terminate()
        self.process.wait()


def link_in(text):
    """The part of a published state that a page shows too."""
    return dict(pair for pair in urllib.parse.parse_qsl(text.strip()) if pair[0] in ("lesson", "variant", "cue", "question", "arch"))


def wait_for_file(state, old):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if state.exists() and state.read_text() != old:
            return state.read_text()
        time.sleep(0.005)
    raise AssertionError("The presenter has not published within 20 s.")


def wait_for_page(browser, text, seconds=20):
    end = time.monotonic() + seconds
    shown = {}
    while time.monotonic() < end:
        shown = link_in(ask(browser, STATE)["link"])
        if shown == link_in(text):
            return time.time()
        time.sleep(0.02)
    print(f"        shown: {shown}, published: {link_in(text)}")
    return float("inf")


def settled(state):
    """The state after selections that follow a recording."""
    text = None
    while text != state.read_text():
        text = state.read_text()
        time.sleep(1.5)
    return text


def present(presenter, state, browser, followers, number):
    """Keys of the presenter; the times until the file, all followers and the page have the state."""
    for name in ("2", "3", "Right", "Right", "Right", "shift+a", "Left"):
        before = settled(state)
        pressed = presenter.key(name)
        text = wait_for_file(state, before)
        written = time.time() - pressed
        shown = wait_for_page(browser, text) - pressed
        end = time.monotonic() + 5
        while time.monotonic() < end and sum(at >= pressed for at, _ in followers.received.values()) < number:
            time.sleep(0.02)
        latest = max(at for at, _ in followers.received.values()) - pressed
        arrived = sum(at >= pressed for at, _ in followers.received.values())
        print(f"        {name}: file {written:.2f} s, page {shown:.2f} s, {arrived} followers within {latest:.2f} s, {len(text)} bytes")
        check(shown <= LONGEST and latest <= LONGEST and arrived == number, f"{name}: everyone follows within {LONGEST} s")


def trouble(server, state, browser):
    """Server and file fail; the page keeps what it shows and says so."""
    text = settled(state)
    wait_for_page(browser, text)
    line = "return document.getElementById('follow-state').textContent"
    said = lambda words: any(words in browser.run(line) or time.sleep(0.1) for _ in range(80))
    kept = lambda: link_in(ask(browser, STATE)["link"]) == link_in(text)
    server.stop()
    check(said("The server does not answer.") and kept(), "server stopped: the page says so and keeps its state")
    server.start()
    check(said("Following the presenter.") and kept(), "server restarted: the page follows again")
    for name, content in (("garbage", os.urandom(3000)), ("a page", b"<script>alert(1)</script>" * 100), ("a huge file", b"a" * 10_000_000),
                          ("nothing", b""), ("a newer format", b"warpstage=2&x=y\n"),
                          ("a script as lesson", b"warpstage=1&presenter=x&serial=9&lesson=<img src=x onerror=alert(1)>\n")):
        state.write_bytes(content)
        expected = "cannot be used" if b"onerror" not in content else "Following"
        check(said(expected) and kept(), f"{name}: the page says so and keeps its state")
    state.unlink()
    check(said("is not on the server") and kept(), "missing file: the page says so and keeps its state")
    state.write_text(text.replace("serial=", "serial=9"))
    check(said("Following the presenter.") and kept(), "the state is back: the page follows again")


def leave_and_return(presenter, state, browser):
    before = settled(state)
    wait_for_page(browser, before)
    browser.key("1")
    follows = lambda wanted: any(ask(browser, STATE)["following"] == wanted or time.sleep(0.1) for _ in range(50))
    check(follows(False), "a key of the student leaves the presenter")
    presenter.key("Tab")
    text = wait_for_file(state, before)
    time.sleep(2.5)
    check(ask(browser, STATE)["lesson"] == "transpose", "the presenter goes on without the student")
    browser.run("document.getElementById('follow-switch').click()")
    check(wait_for_page(browser, settled(state)) < float("inf") and follows(True), "the button returns to the presenter")
    check(text != before, "the presenter has published")


def main():
    program, site = sys.argv[1], pathlib.Path(sys.argv[2])
    number = int(sys.argv[3]) if len(sys.argv) > 3 else 50
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder) / "state"
        server = Server(site, state)
        server.start()
        presenter = Presenter(program, state, ["--lesson", "transpose", "--no-console"])
        browser = followers = None
        try:
            wait_for_file(state, "")
            followers = Followers(number, server.address + "state")
            browser = Browser(1280, 720)
            browser.open(server.address + "?follow=state")
            browser.wait_for_picture()
            check(wait_for_page(browser, settled(state)) < float("inf"), "a page that joins late shows the presenter's state")
            server.counts.clear()
            began = time.monotonic()
            present(presenter, state, browser, followers, number)
            seconds = time.monotonic() - began
            for who, pages in (("chromium", 1), ("node", number)):
                total, polls = server.counts.get(who, (0, 0))
                rate = total / seconds / pages
                print(f"        {who}: {rate:.0f} bytes/s for each page, {polls / seconds / pages:.2f} polls/s")
                check(0 < rate < MOST_BYTES, f"{who}: less than {MOST_BYTES} bytes/s")
            followers.close()
            leave_and_return(presenter, state, browser)
            presenter.close()
            trouble(server, state, browser)
            errors = [line for line in errors_of(browser) if "/state" not in line]
            check(not errors, f"no errors in the console: {errors}")
        finally:
            for part in (browser, followers, presenter):
                if part is not None:
                    part.close()
            server.stop()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
