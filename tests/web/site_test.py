#!/usr/bin/env python3
"""`warpstage web` with one lesson and a recorded session, opened in headless Chromium; files dropped onto the page.

Usage: site_test.py PROGRAM SITE, the installed program and the folder that tools/web wrote. Needs chromium-driver, xvfb and xdotool.
"""
import base64
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from browser import Browser, served
from follow_test import Presenter
from page_test import STATE, ask, check, errors_of, failures, wait_for_state

MESSAGE = "return document.getElementById('message').textContent"
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


def write_site(program, page, folder, session):
    assets = pathlib.Path(program).resolve().parent / "assets"
    (folder / "assets").mkdir()
    for name in ("lessons", "languages", "shaders", "fonts", "published.toml"):
        os.symlink(assets / name, folder / "assets" / name)
    os.symlink(page.resolve(), folder / "assets/web")
    (folder / "my.warpstage").write_bytes(session)
    ended = subprocess.run([program, "web", "--assets", str(folder / "assets"), "-o", str(folder / "site"), "--lesson", "transpose",
                            str(folder / "my.warpstage")], capture_output=True, text=True)
    check(ended.returncode == 0, f"warpstage web: {ended.stdout}{ended.stderr}".strip().replace("\n", "; "))


def drop(browser, name, content):
    browser.of_session("POST", "/execute/sync", {"script": DROP, "args": [name, base64.b64encode(content).decode()]})


def main():
    program, page = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        session = recorded_session(program, folder)
        print(f"        session: {len(session)} bytes")
        write_site(program, page, folder, session)
        browser = Browser(1280, 720)
        try:
            with served(folder / "site") as address:
                browser.open(address)
                browser.wait_for_picture()
                check(wait_for_state(browser, {"lesson": "transpose", "variant": "tiled", "replayed": True}), "the page opens with the recorded session")
                browser.key("Tab")
                check(wait_for_state(browser, {"lesson": "transpose"}), "the site has one lesson")
                browser.open(address + "#lesson=reduction")
                time.sleep(1)
                browser.run("location.reload()")
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
                errors = errors_of(browser)
                check(not errors, f"no errors in the console: {errors}")
        finally:
            browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
