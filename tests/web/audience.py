"""Who follows a presenter: pages in browsers, processes that only ask the server, and processes that also run the kernels."""
import json
import pathlib
import subprocess
import threading
import time
import urllib.parse

from firefox import Firefox
from page_test import ask

STATE = "return await warpstageState()"


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


def state_of(browser):
    return browser.run(STATE) if isinstance(browser, Firefox) else ask(browser, STATE)


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


def said(browser, words, seconds=10):
    """Whether the line of the follow bar contains the words in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if words in browser.run("return document.getElementById('follow-state').textContent"):
            return True
        time.sleep(0.1)
    print("        said: " + browser.run("return document.getElementById('follow-state').textContent"))
    return False


def times_of(group, text, pressed, number):
    """Waits until all of a group have this state; the seconds after the key press, sorted."""
    end = time.monotonic() + 10
    while time.monotonic() < end and len(group.arrived(text)) < number:
        time.sleep(0.02)
    return sorted(at - pressed for at in group.arrived(text))
