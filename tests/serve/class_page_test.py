#!/usr/bin/env python3
"""The page of a class in a browser: join, change a kernel, see the race vanish, submit, and appear on the lecturer's side.

  class_page_test.py chromium|firefox PROGRAM EXERCISES [--assets FOLDER]
"""
import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "web"))
sys.dont_write_bytecode = True
from needed import require_programs
from page_test import ask, check, failures, within
from server import CODE, Server

SIZES = {"chromium": (1280, 800), "firefox": (1280, 800)}


def text(browser, name):
    return ask(browser, f"return document.getElementById({name!r}).textContent")


def click(browser, name):
    ask(browser, f"document.getElementById({name!r}).click(); return 1")


def started(kind, width, height, touch=False):
    if kind == "firefox":
        from firefox import Firefox
        return Firefox(width, height)
    from browser import Browser
    return Browser(width, height, 2 if touch else 1, touch)


def solve(browser, server, exercises, has_stage):
    browser.open(f"http://127.0.0.1:{server.port}/class/?code={CODE}")
    check(within(30, lambda: ask(browser, "return document.querySelectorAll('#exercise option').length") == 2), "the page lists the exercises")
    ask(browser, "document.getElementById('join-name').value = '<b>Ada</b>'; return 1")
    click(browser, "join-button")
    check(within(20, lambda: not ask(browser, "return document.getElementById('work').hidden")), "a student joins")
    click(browser, "check")
    check(within(60, lambda: "Race on" in text(browser, "result")), "the start file has a race, which the page names")
    hint = ("const row = [...document.querySelectorAll('#result tr')].find((one) => one.textContent.includes('No race')); "
            "[...row.querySelectorAll('button')].find((one) => /[Hh]int/.test(one.textContent) && !one.hidden)?.click(); return row.querySelectorAll('ol li').length")
    check([ask(browser, hint) for _ in range(3)] == [1, 2, 2] and "Keep it in a register" in text(browser, "result"), "hints appear in sequence")
    line = ask(browser, "document.querySelector('#result button').click(); const s = document.getElementById('source'); return s.value.slice(s.selectionStart, s.selectionEnd)")
    check("words[" in line, f"a click on its line selects it: {line}")
    solution = (exercises / "race" / "solution.cu").read_text(encoding="utf-8")
    ask(browser, f"const s = document.getElementById('source'); s.value = {solution!r}; s.dispatchEvent(new Event('input')); return 1")
    click(browser, "check")
    check(within(60, lambda: "10 of 10 points" in text(browser, "result")), "the repaired kernel has all points")
    click(browser, "compile")
    check(within(60, lambda: "Compiled without errors" in text(browser, "result")), "it is compiled")
    if has_stage:
        ask(browser, "document.querySelector('#result button').click(); return 1")
        edited = ("const frame = document.querySelector('#stage iframe').contentWindow; "
                  "return frame.warpstageState ? (await frame.warpstageState()) : {}")
        check(within(120, lambda: (ask(browser, edited) or {}).get("edited") is True), "the stage of the page runs the student's kernels")
        check(ask(browser, edited)["lesson"] == "exercise-race", "as the lesson of the exercise")
    click(browser, "submit")
    check(within(60, lambda: "10 of 10" in text(browser, "mine")), "it is submitted and graded")
    check(within(20, lambda: "1 of 1: No bank conflicts" in text(browser, "summary")), "the class sees it")
    ask(browser, f"document.getElementById('token').value = {server.token!r}; document.getElementById('token-button').click(); return 1")
    check(within(20, lambda: "<b>Ada</b>" in text(browser, "names")), "the lecturer sees the name as text")
    check(any("1 of 1 meet" in line for line in server.lines), "and the terminal shows it")
    browser.open(f"http://127.0.0.1:{server.port}/class/")
    check(within(30, lambda: ask(browser, "return document.getElementById('source').value") == solution), "the text is kept in the browser")
    check(ask(browser, "return [...document.querySelectorAll('input, select, textarea')].every((one) => one.labels.length === 1)"), "every field has a label")
    check(ask(browser, "return document.querySelectorAll('h1').length === 1 && [...document.querySelectorAll('section')].every((one) => document.getElementById(one.getAttribute('aria-labelledby')))"), "and every part a heading")
    wide = ask(browser, "return document.documentElement.scrollWidth <= innerWidth")
    check(wide, "nothing is wider than the window")


def on_a_phone(server):
    browser = started("chromium", 390, 844, touch=True)
    try:
        browser.open(f"http://127.0.0.1:{server.port}/class/?code={CODE}")
        within(30, lambda: ask(browser, "return document.querySelectorAll('#exercise option').length") == 2)
        click(browser, "join-button")
        within(20, lambda: not ask(browser, "return document.getElementById('work').hidden"))
        check(ask(browser, "return document.documentElement.scrollWidth <= innerWidth"), "on a phone nothing is wider than the window")
        check(ask(browser, "return [...document.querySelectorAll('#work button')].filter((one) => one.offsetHeight > 0).every((one) => one.offsetHeight >= 40)"), "and buttons are as high as a finger needs")
        browser.screenshot(pathlib.Path(tempfile.gettempdir()) / "class-phone.png") if "--pictures" in sys.argv else None
    finally:
        browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("browser", choices=["chromium", "firefox"])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("exercises", type=pathlib.Path)
    parser.add_argument("--assets", type=pathlib.Path, help="assets with the web edition in the folder `web` (default: those of the program)")
    parser.add_argument("--pictures", action="store_true")
    options = parser.parse_args()
    require_programs(["chromedriver", "chromium"] if options.browser == "chromium" else ["firefox-esr"])
    assets = options.assets or options.program.resolve().parent / "assets"
    words = ["--exercise", "race", "--exercise", "reduction"] + (["--assets", str(options.assets)] if options.assets else [])
    with tempfile.TemporaryDirectory(prefix="warpstage-serve-") as name, Server(options.program.resolve(), pathlib.Path(name) / "class", words) as server:
        browser = started(options.browser, *SIZES[options.browser])
        try:
            solve(browser, server, options.exercises, (assets / "web" / "index.html").is_file())
            if options.pictures:
                browser.screenshot(pathlib.Path(tempfile.gettempdir()) / f"class-{options.browser}.png")
        finally:
            browser.close()
        if options.browser == "chromium":
            on_a_phone(server)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
