#!/usr/bin/env python3
"""A presenter, pages in two Chromium browsers and one Firefox, and many followers, through a server of this computer: who shows what after
which time.

Usage: follow_test.py PROGRAM SITE [FOLLOWERS [COMPUTING]], the installed program (in a window of a virtual display), the folder that tools/web
wrote, the number of followers that ask the server (default: 50), and the number of processes that also run the kernels (default: 4). Needs
the packages of `tools/install-dependencies --web-tests`.
"""
import gzip
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import http.server

from browser import Browser
from firefox import Firefox
from page_test import ask, check, errors_of, failures

STATE = "return await warpstageState()"
LONGEST = 1.5  # seconds after a key press of the presenter
MOST_BYTES = 1000  # a second for each follower, of HTTP in both directions
TOKEN = "a-token-of-the-test"
SEEN_VIOLATIONS = "return self.violations || []"
WATCH_VIOLATIONS = """self.violations = self.violations || [];
addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI)); return true"""


def follow_server():
    """tools/follow-server as a module."""
    path = pathlib.Path(__file__).parent.parent.parent / "tools/follow-server"
    loader = importlib.machinery.SourceFileLoader("follow_server", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("follow_server", loader))
    loader.exec_module(module)
    return module


class Server:
    """tools/follow-server, which counts the bytes of requests for the state and of their answers, and can fail."""

    def __init__(self, site):
        self.site, self.port, self.counts, self.puts = site, 0, {}, []
        self.status = None  # of every PUT; None: those of the server
        self.server = None

    def start(self):
        owner = self

        class Handler(follow_server().Handler):
            protocol_version = "HTTP/1.1"
            token = TOKEN

            def do_PUT(self):
                owner.puts.append((time.time(), self.path))
                if owner.status is not None:
                    self.close_connection = True
                    return self.answer(owner.status)
                return super().do_PUT()

            def do_GET(self):
                if self.path != "/state":
                    return super().do_GET()
                request = len(self.requestline) + 2 + len(bytes(self.headers)) + 2
                self.sent = 0
                super().do_GET()
                agent = self.headers.get("User-Agent", "")
                who = next((name for name in ("Chrome", "Firefox") if name in agent), "node")
                total, polls = owner.counts.get(who, (0, 0))
                owner.counts[who] = (total + request + self.sent, polls + 1)
                return None

            def end_headers(self):
                self.sent = sum(len(line) for line in self._headers_buffer) + 2
                content = [line for line in self._headers_buffer if line.lower().startswith(b"content-length:")]
                self.sent += int(content[0].split(b":")[1]) if content else 0
                super().end_headers()

        handler = lambda *arguments: Handler(*arguments, directory=str(self.site))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.connections = []
        accept = self.server.get_request

        def get_request():
            connection = accept()
            self.connections.append(connection[0])
            return connection

        self.server.get_request = get_request
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        for connection in self.connections:
            try:
                connection.shutdown(2)
            except OSError:
                pass

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"

    @property
    def state(self):
        return self.site / "state"


class Presenter:
    """The stage in a window of a virtual display; keys are those of a user."""

    def __init__(self, program, folder, words):
        environment = dict(os.environ, XDG_CONFIG_HOME=str(folder), XDG_STATE_HOME=str(folder), XDG_DATA_HOME=str(folder),
                           WARPSTAGE_PUBLISH_TOKEN=TOKEN)
        self.display = f":{90 + os.getpid() % 1000}"
        self.screen = subprocess.Popen(["Xvfb", self.display, "-screen", "0", "1280x800x24"], stderr=subprocess.DEVNULL)
        time.sleep(2)
        self.environment = dict(environment, DISPLAY=self.display)
        self.stage = subprocess.Popen([program, "--engine", "vm", *words],
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
    """Pages without browsers; keeps what each has shown or received last, and when."""

    def __init__(self, commands):
        self.latest = {}
        self.processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
        for index, process in enumerate(self.processes):
            threading.Thread(target=self.read, args=(index, process), daemon=True).start()

    def read(self, index, process):
        for line in process.stdout:
            event = json.loads(line)
            self.latest[(index, event.get("page"))] = (event["at"] / 1000, event.get("published") or event.get("link") or event.get("error"))

    def arrived(self, text):
        """The times at which followers have shown or received this state."""
        return [at for at, shown in list(self.latest.values()) if shown and link_in(shown) == link_in(text)]

    def close(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()


def polling(number, address):
    script = pathlib.Path(__file__).with_name("followers.js")
    return Followers([["node", str(script), str(number), address]])


def computing(number, site, address):
    script = pathlib.Path(__file__).with_name("follower.js")
    return Followers([["node", str(script), str(site), address]] * number)


def link_in(text):
    """The part of a published state that a page shows too."""
    return dict(pair for pair in urllib.parse.parse_qsl(text.strip()) if pair[0] in ("lesson", "variant", "cue", "question", "arch", "set"))


def wait_for_file(state, old, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if state.exists() and state.read_text() != old:
            return state.read_text()
        time.sleep(0.005)
    raise AssertionError(f"The presenter has not published within {seconds} s.")


class Watched:
    """Asks a browser for its state in a thread, and keeps when it has shown which."""

    def __init__(self, name, browser):
        self.name, self.browser, self.latest, self.ends = name, browser, None, False
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.lock = threading.Lock()
        self.thread.start()

    def watch(self):
        while not self.ends:
            with self.lock:
                shown = state_of(self.browser)["link"]
            if self.latest is None or shown != self.latest[1]:
                self.latest = (time.time(), shown)
            time.sleep(0.02)

    def arrived(self, text):
        return [self.latest[0]] if self.latest and link_in(self.latest[1]) == link_in(text) else []

    def end(self):
        self.ends = True
        self.thread.join()


def state_of(browser):
    return browser.run(STATE) if isinstance(browser, Firefox) else ask(browser, STATE)


def wait_for_page(browser, text, seconds=20):
    end = time.monotonic() + seconds
    shown = {}
    while time.monotonic() < end:
        shown = link_in(state_of(browser)["link"])
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


def times_of(group, text, pressed, number):
    """Waits until all of a group have this state; the seconds after the key press, sorted."""
    end = time.monotonic() + 10
    while time.monotonic() < end and len(group.arrived(text)) < number:
        time.sleep(0.02)
    return sorted(at - pressed for at in group.arrived(text))


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


def said(browser, words, seconds=10):
    """Whether the line of the follow bar contains the words in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if words in browser.run("return document.getElementById('follow-state').textContent"):
            return True
        time.sleep(0.1)
    print("        said: " + browser.run("return document.getElementById('follow-state').textContent"))
    return False


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


MARKUP = "<img src=x onerror=alert(1)>"


def file_trouble(state, browser):
    """What is no state, hostile states, and no file; the page keeps what it shows and says so."""
    text = settled(state)
    wait_for_page(browser, text)
    kept = lambda: link_in(state_of(browser)["link"]) == link_in(text)
    with_fields = lambda **fields: ("warpstage=1&presenter=x&serial=9&" + urllib.parse.urlencode({"lesson": link_in(text)["lesson"], **fields})).encode()
    for name, content in (("garbage", os.urandom(3000)), ("a page", b"<script>alert(1)</script>" * 100), ("a huge file", b"a" * 10_000_000),
                          ("nothing", b""), ("a newer format", b"warpstage=2&x=y\n"), ("markup as a format", f"warpstage={MARKUP}".encode()),
                          ("markup as a key", f"warpstage=1&{MARKUP}=1".encode()), ("markup as a presenter", f"warpstage=1&presenter={MARKUP}".encode()),
                          ("a path as kernels", with_fields(kernels="../../../../etc-1")), ("markup as kernels", with_fields(kernels=MARKUP))):
        state.write_bytes(content)
        check(said(browser, "cannot be used") and kept(), f"{name}: the page says so and keeps its state")
    for number, (name, fields) in enumerate((("lesson", {"lesson": MARKUP}), ("variant", {"variant": MARKUP}), ("parameter", {"set": f"n={MARKUP}"}),
                                             ("architecture", {"arch": MARKUP}), ("numbers", {"warp": 4294967295, "step": 18446744073709551615, "line": 4294967295,
                                                                                             "block": 18446744073709551615, "lane": 4294967295, "access": 4294967295}),
                                             ("size", {"set": "n=2^40"}))):
        state.write_bytes(with_fields(**fields).replace(b"serial=9", f"serial={100 + number}".encode()))
        time.sleep(2)
        check(said(browser, "Following") and link_in(state_of(browser)["link"])["lesson"] == link_in(text)["lesson"], f"hostile {name}: the page goes on")
    state.unlink()
    check(said(browser, "is not on the server"), "missing file: the page says so")
    state.write_text(text.replace("serial=", "serial=9"))
    check(said(browser, "Following the presenter.") and wait_for_page(browser, text) < float("inf"), "the state is back: the page follows again")


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


def hostile_kernels(server, text, browser):
    """Files that are no kernels, too large, do not end, or are not those that the state names."""
    values = dict(urllib.parse.parse_qsl(text.strip()))
    good = gzip.decompress((server.site / f"kernels-{values['kernels'][:16]}").read_bytes())

    def hash_of(content):
        value = 0xcbf29ce484222325
        for byte in content:
            value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
        return value

    def published(serial, packed, content):
        name = f"{hash_of(content):016x}"
        (server.site / f"kernels-{name}").write_bytes(packed)
        fields = dict(values, presenter="hostile", serial=serial, kernels=f"{name}-{len(content)}")
        server.state.write_text("&".join(f"{key}={urllib.parse.quote(str(value))}" for key, value in fields.items()) + "\n")

    small = json.loads(good)
    document = lambda **changes: json.dumps(dict(small, **changes)).encode()
    ptx = small["kernels"][0]["ptx"]
    loop = re.sub(r"(\.visible \.entry [^{]*\{)", r"\1\n$endless:\n bra $endless;\n", ptx)
    deep = re.sub(r"(\.visible \.entry [^{]*\{)", r"\1\n .local .align 4 .b8 deep[4000000];\n", ptx)
    kernels = lambda changed: [dict(small["kernels"][0], ptx=changed), *small["kernels"][1:]]
    bomb = gzip.compress(b"a" * 50_000_000)
    for serial, (what, packed, content, words) in enumerate((
            ("not compressed", good, good, "cannot be loaded"),
            ("another file", gzip.compress(b"x" * len(good)), good, "is damaged"),
            ("50 MB in a small file", bomb, b"a", "cannot be loaded"),
            ("markup", gzip.compress(MARKUP.encode()), MARKUP.encode(), "not a file with edited kernels"),
            ("PTX that is markup", None, document(kernels=kernels(MARKUP)), "cannot be used"),
            ("4 MB of local memory", None, document(kernels=kernels(deep)), "too much memory"),
            ("another lesson", None, document(lesson=MARKUP), "another lesson")), 1):
        published(serial, gzip.compress(content) if packed is None else packed, content)
        check(said(browser, words, 15), f"hostile kernels, {what}: the page says so")
        check(state_of(browser)["lesson"] == "transpose", f"hostile kernels, {what}: the page goes on")
    source = document(source="\n".join([MARKUP] * 400))
    published(20, gzip.compress(source), source)
    check(said(browser, "Following the presenter.", 15) and any(state_of(browser)["edited"] or time.sleep(0.1) for _ in range(50)), "markup as source is text")
    endless = document(kernels=kernels(loop))
    published(21, gzip.compress(endless), endless)
    check(said(browser, "Following the presenter.", 15), "an endless loop: the page follows")
    time.sleep(3)
    began = time.monotonic()
    browser.key("?")
    shown = any(state_of(browser)["mode"] == "help" or time.sleep(0.05) for _ in range(100))
    check(shown and time.monotonic() - began < 2, f"an endless loop: a key is obeyed within {time.monotonic() - began:.1f} s")
    browser.key("Escape")


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
        server.counts.clear()
        began = time.monotonic()
        present(presenter, server.state, [("pages that ask", followers, number), ("processes that compute", workers, processes),
                                          *((page.name, page, 1) for page in watched)])
        seconds = time.monotonic() - began
        for who, pages in (("Chrome", 2), ("Firefox", 1), ("node", number + processes)):
            total, polls = server.counts.get(who, (0, 0))
            rate = total / seconds / pages
            print(f"        {who}: {rate:.0f} bytes/s for each page, {polls / seconds / pages:.2f} polls/s")
            check(0 < rate < MOST_BYTES, f"{who}: less than {MOST_BYTES} bytes/s")
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
