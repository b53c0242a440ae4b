#!/usr/bin/env python3
"""Opens the web edition in headless Chromium, presses keys, clicks, and measures.

Usage: page_test.py SITE [PICTURES], the folder that tools/web wrote and a folder for screenshots. Needs the package chromium-driver.
"""
import pathlib
import sys
import time

from browser import Browser, served

STATE = "return await warpstageState()"
LONG_TASKS = """
return await new Promise((done) => {
  const found = [];
  new PerformanceObserver((list) => found.push(...list.getEntries().map((e) => Math.round(e.duration)))).observe({ type: "longtask", buffered: true });
  setTimeout(() => done(found), 200);
});"""
ASYNC = "const done = arguments[arguments.length - 1]; (async () => { %s })().then(done)"
SIZES = [("1280x720", 1280, 720, 1, False), ("390x844", 390, 844, 3, True), ("1920x1080", 1920, 1080, 1, False)]
failures = []


def check(condition, sentence):
    print(("ok      " if condition else "FAILED  ") + sentence)
    if not condition:
        failures.append(sentence)


def ask(browser, script):
    return browser.of_session("POST", "/execute/async", {"script": ASYNC % script, "args": []})


def wait_for_state(browser, expected, seconds=30):
    end = time.monotonic() + seconds
    state = {}
    while time.monotonic() < end:
        state = ask(browser, STATE)
        if all(state.get(key) == value for key, value in expected.items()):
            return True
        time.sleep(0.1)
    print(f"        shown: {state}, expected: {expected}")
    return False


def errors_of(browser):
    return [line for line in browser.log() if line.startswith("SEVERE") and "favicon" not in line]


def walk(browser, pictures):
    """A lesson with keys and the mouse."""
    check(wait_for_state(browser, {"lesson": "transpose", "variant": "tiled"}), "the fragment selects lesson and variant")
    check(wait_for_state(browser, {"recorded": True}), "a block is recorded")
    browser.key("2")
    check(wait_for_state(browser, {"variant": "naive"}), "key 2 selects the second variant")
    browser.click(100, 125)
    check(wait_for_state(browser, {"variant": "copy"}), "a click on the first variant selects it")
    browser.key("ArrowRight")
    check(wait_for_state(browser, {"cue": 0}), "the right arrow starts the walkthrough")
    browser.key("?")
    check(wait_for_state(browser, {"mode": "help"}), "? shows the keys")
    browser.screenshot(pictures / "help.png")
    browser.key("Escape")
    check(wait_for_state(browser, {"mode": "plain"}), "Escape closes them")
    browser.key("Tab")
    check(wait_for_state(browser, {"lesson": "reduction"}), "Tab shows the next lesson")
    time.sleep(2)
    browser.screenshot(pictures / "reduction.png")


def measure(browser, lesson):
    time.sleep(12)
    first = ask(browser, STATE)
    time.sleep(5)
    last = ask(browser, STATE)
    print(f"        {lesson}: {last['framesPerSecond']:.0f} frames/s, {(last['step'] - first['step']) / 5:.1f} time steps/s, "
          f"time step {last.get('stepMilliseconds', 0):.1f} ms")
    check(last["framesPerSecond"] > 0 and last["step"] > first["step"], f"{lesson}: time steps continue")


def main():
    site = pathlib.Path(sys.argv[1])
    pictures = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "web-pictures")
    pictures.mkdir(parents=True, exist_ok=True)
    with served(site) as address:
        for name, width, height, ratio, touch in SIZES:
            browser = Browser(width, height, ratio, touch)
            try:
                browser.open(address + ("#lesson=transpose&variant=tiled" if name == "1280x720" else "#lesson=nbody&set=n=1024"))
                print(f"{name}: first picture after {browser.wait_for_picture():.0f} ms")
                time.sleep(4)
                browser.screenshot(pictures / f"{name}.png")
                if name == "1280x720":
                    walk(browser, pictures)
                    measure(browser, "reduction")
                elif name == "1920x1080":
                    measure(browser, "n-body")
                tasks = ask(browser, LONG_TASKS)
                check(max(tasks, default=0) <= 50, f"the page's thread is never blocked for more than 50 ms: {tasks}")
                errors = errors_of(browser)
                check(not errors, f"no errors in the console: {errors}")
            finally:
                browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
