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


def wait_for_link(browser, parts):
    end = time.monotonic() + 20
    link = ""
    while time.monotonic() < end:
        link = ask(browser, STATE)["link"]
        if all(part in link.split("&") for part in parts):
            return True
        time.sleep(0.1)
    print(f"        shown: {link}, expected: {parts}")
    return False


def links(browser):
    """Fragments of the address, valid and hostile, and the command that copies one."""
    go = "location.hash = arguments[0]"
    linked = lambda text: browser.of_session("POST", "/execute/sync", {"script": go, "args": [text]})
    linked("lesson=transpose&variant=tiled&arch=GTX280&cue=4")
    check(wait_for_link(browser, ["lesson=transpose", "variant=tiled", "arch=GeForce%20GTX%20280", "cue=4"]), "a link selects variant, GPU and cue")
    linked("lesson=reduction&set=n=2^17&step=20")
    check(wait_for_link(browser, ["lesson=reduction", "set=n%3D2^17", "step=20"]), "a link selects parameter and step")
    linked("set=n=2^30")
    time.sleep(1)
    check(wait_for_link(browser, ["lesson=reduction", "set=n%3D2^17"]), "a link that is too large for the page is not obeyed")
    said = lambda words: any(words in browser.run("return document.getElementById('message').textContent") or time.sleep(0.1) for _ in range(50))
    for text in ("lesson=<img src=x onerror=alert(1)>&x=y", "javascript:alert(1)", "cue=" + "9" * 2000):
        linked(text)
        check(said("The link "), f"refused: {text[:40]}")
    check(wait_for_link(browser, ["lesson=reduction", "set=n%3D2^17"]), "refused links change nothing")
    linked("lesson=reduction")
    check(any(not browser.run("return document.getElementById('message').textContent") or time.sleep(0.1) for _ in range(50)), "the next link removes the message")
    browser.key("k", modifiers=2)
    for letter in "copy link":
        browser.key(letter)
    browser.key("Enter")
    copied = lambda: browser.run("return location.hash.slice(1)")
    check(any(copied().startswith("lesson=reduction&variant=") or time.sleep(0.1) for _ in range(50)), f"the command copies the link: {copied()}")


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
                    links(browser)
                    browser.open(address + "#lesson=reduction")
                    browser.wait_for_picture()
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
