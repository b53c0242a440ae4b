#!/usr/bin/env python3
"""`warpstage web` with one lesson and a recorded session or a capture, opened in headless Chromium; files dropped onto the page; offline.

Usage: site_test.py PROGRAM SITE, the installed program and the folder that tools/web wrote. Needs chromium-driver, xvfb and xdotool.
"""
import base64
import io
import os
import pathlib
import subprocess
import sys
import re
import tempfile
import time
import zipfile

from browser import Browser, QuietHandler, served
from presenting import Presenter
from needed import require
from page_test import STATE, ask, check, command, errors_of, failures, wait_for_state, within

LARGEST_FIRST_VISIT = 2_000_000  # bytes
MESSAGE = "return document.getElementById('message').textContent"
CAPTURED = pathlib.Path(__file__).parent.parent / "fixtures/lessons/described/01-double"
DROP = """
const [name, content] = arguments;
const transfer = new DataTransfer();
transfer.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name));
document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));"""


def recorded_session(program, folder):
    """A session that the console has saved automatically; it does so every 30 s."""
    presenter = Presenter(program, folder, ["--lesson", "transpose", "--variant", "tiled", "--set", "n=256", "--console"])
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for saved in folder.rglob("*.warpstage"):
                return saved.read_bytes()
            time.sleep(0.5)
        raise AssertionError("The console has not saved the session within 60 s.")
    finally:
        presenter.close()


def capture():
    """The lesson of the fixtures as a capture."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for file in sorted(CAPTURED.rglob("*")):
            if file.is_file():
                target.write(file, file.relative_to(CAPTURED).as_posix())
    return stream.getvalue()


def write_site(program, page, folder, session):
    assets = pathlib.Path(program).resolve().parent / "assets"
    (folder / "assets").mkdir()
    for name in ("lessons", "languages", "shaders", "fonts", "published.toml"):
        os.symlink(assets / name, folder / "assets" / name)
    os.symlink(page.resolve(), folder / "assets/web")
    for name, content in (("session", session), ("capture", capture())):
        (folder / f"{name}.warpstage").write_bytes(content)
        ended = subprocess.run([program, "web", "--assets", str(folder / "assets"), "-o", str(folder / name / "below"), "--lesson", "transpose",
                                str(folder / f"{name}.warpstage")], capture_output=True, text=True)
        check(ended.returncode == 0, f"warpstage web with a {name}: {ended.stdout}{ended.stderr}".strip().replace("\n", "; "))


def drop(browser, name, content):
    browser.run(DROP, name, base64.b64encode(content).decode())


def no_other_hosts(page):
    named = {f"{file.name}: {found}" for file in page.iterdir() if file.suffix in (".html", ".css", ".js", ".webmanifest", ".svg")
             for found in re.findall(r"https?://[\w./-]*", file.read_text(encoding="utf-8")) if not found.startswith("http://www.w3.org/")}
    check(not named, f"no file names another host: {sorted(named)}")


class CountingHandler(QuietHandler):
    """Counts the bytes of files that were sent."""
    sent = 0

    def copyfile(self, source, outputfile):
        CountingHandler.sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)


def first_visit(page):
    """A class of 200 loads the page at once: a full site, without compression by the server, with the files that are kept for later."""
    browser = Browser(1280, 720)
    try:
        with served(page, CountingHandler) as address:
            browser.open(address)
            browser.wait_for_picture()
            at_picture = CountingHandler.sent
            ask(browser, "await navigator.serviceWorker.ready; return 1")
            check(within(30, lambda: ask(browser, "return (await caches.keys()).length")), "the files are kept")
            check(CountingHandler.sent <= LARGEST_FIRST_VISIT,
                  f"the first visit transfers {CountingHandler.sent} bytes, {at_picture} until the first picture; at most {LARGEST_FIRST_VISIT}")
    finally:
        browser.close()


def offline(browser, page):
    with served(page) as address:
        browser.open(address)
        browser.wait_for_picture()
        ask(browser, "await navigator.serviceWorker.ready; return 1")
        check(within(30, lambda: ask(browser, "return (await caches.keys()).length")), "the files are kept")
        errors = browser.cdp("Page.getInstallabilityErrors")["installabilityErrors"]
        check(not errors, f"the page can be installed: {errors}")
    browser.open(address + "#lesson=reduction")
    browser.wait_for_picture()
    check(wait_for_state(browser, {"lesson": "reduction"}), "the page works without its server")


def main():
    program, page = sys.argv[1], pathlib.Path(sys.argv[2])
    require(page, ["chromedriver", "chromium", "Xvfb", "xdotool"])
    no_other_hosts(page)
    first_visit(page)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        session = recorded_session(program, folder)
        print(f"        session: {len(session)} bytes")
        write_site(program, page, folder, session)
        browser = Browser(1280, 720)
        try:
            with served(folder / "capture") as address: # under a path of the server
                browser.open(address + "below/")
                browser.wait_for_picture()
                check(wait_for_state(browser, {"lesson": "double"}), "the page opens with the capture")
            with served(folder / "session" / "below") as address:
                browser.open(address)
                browser.wait_for_picture()
                check(wait_for_state(browser, {"lesson": "transpose", "variant": "tiled", "replayed": True}), "the page opens with the recorded session")
                command(browser, "next lesson")
                check(wait_for_state(browser, {"mode": "plain", "lesson": "transpose"}), "the site has one lesson")
                browser.open(address + "?lacks#lesson=reduction")
                said = lambda words: any(words in browser.run(MESSAGE) or time.sleep(0.1) for _ in range(100))
                check(said("reduction"), f"a lesson that the site lacks: {browser.run(MESSAGE)}")
            with served(page) as address:
                browser.open(address + "#lesson=reduction")
                browser.wait_for_picture()
                for damaged in (b"", b"{", b"\x00" * 1000, session[:len(session) // 2], session.replace(b'"transpose"', b'"<b>x</b>"', 1)):
                    drop(browser, "<img src=x onerror=alert(1)>.warpstage", damaged)
                    check(said("."), f"a damaged file: {browser.run(MESSAGE)[:100]}")
                    check(ask(browser, STATE)["lesson"] == "reduction", "the page keeps its lesson")
                drop(browser, "mine.warpstage", session)
                check(wait_for_state(browser, {"lesson": "transpose", "variant": "tiled", "replayed": True}), "a session that is dropped onto the page")
                check(browser.run(MESSAGE) == "", "the message has gone")
                for damaged in (capture()[:300], capture().replace(b"lesson.toml", b"../son.toml"), capture().replace(b"lesson.toml", b"Lesson.toml")):
                    drop(browser, "<b>.warpstage", damaged)
                    check(said("."), f"a damaged capture: {browser.run(MESSAGE)[:100]}")
                    check(ask(browser, STATE)["lesson"] == "transpose", "the page keeps its lesson")
                    browser.run("document.getElementById('message').textContent = ''")
                drop(browser, "doubling.warpstage", capture())
                check(wait_for_state(browser, {"lesson": "double"}), "a capture that is dropped onto the page")
                browser.open(address + "?button#lesson=reduction")
                browser.wait_for_picture()
                browser.choose_file("#file", (folder / "capture.warpstage").resolve())
                check(wait_for_state(browser, {"lesson": "double"}), "a capture that is chosen with the button")
                first = ask(browser, STATE)["step"]
                check(within(30, lambda: ask(browser, STATE)["step"] > first), "its kernels run")
                errors = errors_of(browser)
                check(not errors, f"no errors in the console: {errors}")
                browser.open(address + "?first")
                browser.wait_for_picture()
                check(wait_for_state(browser, {"lesson": "divergence"}), "a full site opens its first lesson")
            offline(browser, page)
        finally:
            browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
