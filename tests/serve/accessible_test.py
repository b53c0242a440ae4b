#!/usr/bin/env python3
"""axe-core in every state of the page of a class and of the stage's page, in headless Chromium: no violation of WCAG 2.1 A and AA.

  accessible_test.py PROGRAM EXERCISES SITE

Skipped without axe-core, which Debian does not package: /usr/bin/python3 -m pip install --target build/axe axe-core-python
"""
import importlib.util
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "web"))
sys.path.append(str(ROOT / "build" / "axe"))
sys.dont_write_bytecode = True
from browser import Browser, served
from needed import end, require_programs
from page_test import STATE, ask, check, failures, wait_for_state, within
from server import CODE, Server

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]


def axe():
    module = importlib.util.find_spec("axe_core_python")
    file = module and pathlib.Path(module.origin).parent / "axe.min.js"
    if not file or not file.is_file():
        end("There is no axe-core: run /usr/bin/python3 -m pip install --target build/axe axe-core-python.", False)
    return file.read_text(encoding="utf-8")


def examine(browser, script, state):
    browser.run(script)
    found = ask(browser, f"return (await axe.run({{ runOnly: {RULES} }})).violations.map((one) => `${{one.id}}: ${{one.nodes.map((node) => node.target).join(' ')}}`)")
    check(not found, f"{state}: no violations {found}")


def of_class(browser, script, server, exercises):
    click = lambda name: ask(browser, f"document.getElementById({name!r}).click(); return 1")
    says = lambda name, words: within(60, lambda: words in ask(browser, f"return document.getElementById({name!r}).textContent"))
    browser.open(f"http://127.0.0.1:{server.port}/class/?code={CODE}")
    within(30, lambda: ask(browser, "return document.querySelectorAll('#exercise option').length") == 2)
    examine(browser, script, "the class before joining")
    click("join-button")
    within(20, lambda: not ask(browser, "return document.getElementById('work').hidden"))
    examine(browser, script, "an exercise")
    click("check")
    check(says("result", "Race on"), "the start file is checked")
    ask(browser, "[...document.querySelectorAll('#result button')].filter((one) => one.textContent === 'Hint').forEach((one) => one.click()); return 1")
    check(says("result", "Put a barrier between"), "a hint is shown")
    examine(browser, script, "a result with a hint")
    click("compile")
    check(says("result", "Compiled without errors"), "it is compiled")
    examine(browser, script, "a compiled kernel")
    click("submit")
    check(says("mine", "0 of 10 points"), "it is submitted")
    examine(browser, script, "a submission")
    ask(browser, f"document.querySelector('#class details').open = true; document.getElementById('token').value = {server.token!r}; document.getElementById('token-button').click(); return 1")
    check(says("names", "Delete"), "the lecturer sees the students")
    examine(browser, script, "the lecturer's part")
    ask(browser, "document.getElementById('join-code').value = 'wrong'; document.getElementById('join-button').click(); return 1")
    check(says("trouble", "not the code"), "a refusal is shown")
    examine(browser, script, "a refusal")


def of_stage(browser, script, address):
    browser.open(address + "#lesson=hazards")
    browser.wait_for_picture()
    spoken = lambda words: within(60, lambda: words in ask(browser, "return document.getElementById('shown').textContent"))
    check(spoken("12 · Synchronization hazards"), "a line for screen readers has the title")
    examine(browser, script, "a lesson")
    browser.key("ArrowRight")
    check(wait_for_state(browser, {"cue": 0}) and spoken("What is missing?") and spoken("1: __syncthreads()."), "and the question with its answers")
    check("Correct" not in ask(browser, "return document.getElementById('shown').textContent"), "without the right one")
    examine(browser, script, "a question")
    browser.key("ArrowRight")
    check(spoken("1: __syncthreads() (Correct)."), "then the answer")
    names = [node.get("name", {}).get("value", "") for node in browser.cdp("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    for words in ("The stage of warpstage", "Open a session or capture", "(Correct)"):
        check(any(words in str(name) for name in names), f"the accessibility tree has `{words}`")
    browser.key("?")
    check(wait_for_state(browser, {"mode": "help"}), "the keys are shown")
    examine(browser, script, "the keys")
    browser.open(address + "?follow=absent#lesson=banks")
    browser.wait_for_picture()
    examine(browser, script, "a page that follows")


def main():
    program, exercises, site = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    require_programs(["chromedriver", "chromium"])
    script = axe()
    words = ["--exercise", "race", "--exercise", "reduction"]
    browser = Browser(1280, 800)
    try:
        with tempfile.TemporaryDirectory(prefix="warpstage-serve-") as name, Server(program, pathlib.Path(name) / "class", words) as server:
            of_class(browser, script, server, exercises)
        if (site / "index.html").is_file():
            with served(site) as address:
                of_stage(browser, script, address)
    finally:
        browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
