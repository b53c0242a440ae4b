#!/usr/bin/env python3
"""Hostile input in the page, in headless Chromium: markup in every text field of a lesson, a session and a link, extreme numbers, and kernels
and sizes that take long. No script runs, nothing is inserted into the page, the memory stays below a limit, and a key takes effect.

Usage: hostile_test.py PROGRAM SITE, the installed program and the folder that tools/web wrote. Needs chromium-driver.
"""
import base64
import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

from browser import Browser, served
from needed import require
from page_test import STATE, ask, check, errors_of, failures, go, within
from site_test import DROP, MESSAGE

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"
TEXTS = ("title", "summary", "label", "caption", "predict", "expected", "unit")
SESSION = pathlib.Path(__file__).parent.parent / "fixtures/fuzz/session/reduction.warpstage"
INSERTED = "return document.querySelectorAll('img, script:not([src]), iframe, a, style').length"
MAX_MEMORY = 2 << 30  # bytes of the process of the page
MAX_KEY_SECONDS = 2.0  # seconds until a key takes effect, on a quiet computer; else MAX_SLOWDOWN times what it takes in a page without work
MAX_SLOWDOWN = 5.0
EXTREMES = (-1, 0, 2**31, 2**32 - 1, 2**53, 2**64 - 1, 1e308, None, True, [], {}, [[[[]]]] * 1000, "", "a" * 100_000, "\u202e\u0000\ud800", MARKUP)


def memory_of(browser):
    """The largest resident process below the browser's driver, in bytes."""
    children, largest, waiting = {}, 0, [browser.process.pid]
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            text = entry.read_text()
        except OSError:
            continue
        children.setdefault(int(text.rsplit(")", 1)[1].split()[1]), []).append(int(entry.parent.name))
    while waiting:
        process = waiting.pop()
        waiting += children.get(process, [])
        try:
            resident = re.search(r"VmRSS:\s*(\d+)", pathlib.Path(f"/proc/{process}/status").read_text())
        except OSError:
            continue
        largest = max(largest, int(resident.group(1)) * 1024 if resident else 0)
    return largest


def seconds_of_key(browser):
    """The seconds until the page shows the keys, and closes them again."""
    ask(browser, "return 1")
    began = time.monotonic()
    browser.key("?")
    shown = within(60, lambda: ask(browser, STATE)["mode"] == "help")
    seconds = time.monotonic() - began
    browser.key("Escape")
    within(60, lambda: ask(browser, STATE)["mode"] != "help")
    return seconds if shown else float("inf")


def unharmed(browser, what):
    seconds, memory = seconds_of_key(browser), memory_of(browser)
    inserted = browser.run(INSERTED)
    usual = getattr(browser, "usual_seconds", 0.0)
    check(seconds < max(MAX_KEY_SECONDS, MAX_SLOWDOWN * usual) and inserted == 0 and memory < MAX_MEMORY,
          f"{what}: a key takes effect within {seconds:.2f} s, {inserted} elements were inserted, {memory >> 20} MiB")


def hostile_lesson(assets, folder):
    """The transpose lesson with markup in its texts, notes and source."""
    lesson = folder / "lessons/04-transpose"
    shutil.copytree(assets / "lessons/04-transpose", lesson)
    path = lesson / "lesson.toml"
    text, changes = re.subn(rf'^({"|".join(TEXTS)}) = "', lambda found: found.group(0) + MARKUP, path.read_text(), flags=re.MULTILINE)
    path.write_text(text)
    for name in ("notes.md", "kernels.cu"):
        (lesson / name).write_text((lesson / name).read_text().replace("\n", f" // {MARKUP}\n", 40))
    for old in lesson.glob("lesson.*.toml"):
        old.unlink()
    return changes


def with_lesson(program, page, folder):
    assets = pathlib.Path(program).resolve().parent / "assets"
    (folder / "assets").mkdir()
    for name in ("lessons", "languages", "shaders", "fonts", "published.toml"):
        os.symlink(assets / name, folder / "assets" / name)
    os.symlink(page.resolve(), folder / "assets/web")
    changes = hostile_lesson(assets, folder)
    ended = subprocess.run([program, "web", "--assets", str(folder / "assets"), "--lessons", str(folder / "lessons"), "-o", str(folder / "site")],
                           capture_output=True, text=True)
    check(ended.returncode == 0 and changes > 30, f"a lesson with markup in {changes} texts: {ended.stderr.strip()[:200]}")
    browser = Browser(1280, 720)
    try:
        with served(folder / "site") as address:
            browser.open(address + "#lesson=transpose&variant=tiled&set=n=256")
            browser.wait_for_picture()
            for key in ("ArrowRight", "ArrowRight", "ArrowRight", "l", "Escape", "/", "t", "Escape"):
                browser.key(key)
                time.sleep(0.3)
            unharmed(browser, "markup in a lesson")
            check(not errors_of(browser), f"no errors in the console: {errors_of(browser)}")
    finally:
        browser.close()


def places(value, path=()):
    """The paths of all values of a JSON document; of a list the first element."""
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, (*path, key))


def replaced(document, path, value):
    changed = copy.deepcopy(document)
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(changed).encode()


def drop(browser, name, content):
    browser.run(DROP, name, base64.b64encode(content).decode())


def with_sessions(browser):
    document = json.loads(SESSION.read_text())
    paths = [path for path in places(document) if path]
    for number, path in enumerate(paths):
        for value in (MARKUP, EXTREMES[number % len(EXTREMES)]):
            drop(browser, f"{MARKUP}.warpstage", replaced(document, path, value))
    unharmed(browser, f"{len(paths)} fields of a session with markup and extreme values")
    message = browser.run(MESSAGE)
    drop(browser, "deep.warpstage", b"[" * 1_000_000)
    drop(browser, "long.warpstage", b'{"warpstage_session":1,"source":"' + b"a" * 60_000_000 + b'"}')
    unharmed(browser, f"a session of a million brackets and one of 60 MB (said: {message[:60]})")


def with_links(browser):
    fields = ("lesson", "variant", "cue", "question", "arch", "set", "warp", "step", "line", "block", "lane", "access", "kernels", "presenter", "serial")
    for field in fields:
        for value in (MARKUP, "-1", "18446744073709551616", "9" * 400, "%00%ff", "n=" + MARKUP):
            go(browser, f"lesson=transpose&{field}={urllib.parse.quote(value)}")
    unharmed(browser, f"{len(fields)} fields of a link with markup and extreme values")


def with_long_work(browser):
    for link in ("lesson=nbody&set=n=2^20", "lesson=nbody&set=n=65536", "lesson=matmul&set=n=8192", "lesson=reduction&set=n=2^28", "lesson=transpose&set=n=8192"):
        go(browser, link)
        time.sleep(3)
        unharmed(browser, link)


def main():
    program, page = sys.argv[1], pathlib.Path(sys.argv[2])
    require(page, ["chromedriver", "chromium"])
    with tempfile.TemporaryDirectory() as name:
        with_lesson(program, page, pathlib.Path(name))
    browser = Browser(1280, 720)
    try:
        with served(page) as address:
            browser.open(address + "?quiet#lesson=reduction")
            browser.wait_for_picture()
            browser.key(" ")
            browser.usual_seconds = max(seconds_of_key(browser) for _ in range(3))
            print(f"        a key takes {browser.usual_seconds:.2f} s in a page without work")
            browser.open(address + "#lesson=reduction")
            browser.wait_for_picture()
            browser.run("self.violations = []; addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective)); return 1")
            with_sessions(browser)
            with_links(browser)
            with_long_work(browser)
            violations = browser.run("return violations")
            check(not violations, f"nothing violates the Content-Security-Policy: {violations}")
            check(not errors_of(browser), f"no errors in the console: {errors_of(browser)}")
    finally:
        browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
