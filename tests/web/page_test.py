#!/usr/bin/env python3
"""Opens the web edition in headless Chromium or Firefox, presses keys, clicks, touches, and compares screenshots with stored ones.

Usage: page_test.py chromium|firefox SITE [PICTURES] [--measure] [--store]: the folder that tools/web wrote and a folder for screenshots.
--measure: times, too, which need a quiet computer. --store: writes the stored screenshots again, tests/fixtures/web.
Needs the packages that tools/install-dependencies --web-tests installs.
"""
import pathlib
import sys
import time

from browser import Browser, served
from needed import require

STATE = "return await warpstageState()"
DRAWN = "return await warpstageDrawn()"
LONG_TASKS = """
return await new Promise((done) => {
  const found = [];
  new PerformanceObserver((list) => found.push(...list.getEntries().map((e) => Math.round(e.duration)))).observe({ type: "longtask", buffered: true });
  setTimeout(() => done(found), 200);
});"""
ASYNC = "const done = arguments[arguments.length - 1]; (async () => { %s })().then(done)"
GOLDEN = pathlib.Path(__file__).parent.parent / "fixtures/web"
# Size, pixels per point, touch screen, link.
STORED = [
    ("1280x720", 1280, 720, 1, False, "lesson=transpose&variant=tiled&set=n=256&cue=3"),
    ("390x844", 390, 844, 2, True, "lesson=transpose&variant=tiled&set=n=256&cue=3"),
]
LONGEST = 120  # seconds: the tests run beside others
failures = []


def check(condition, sentence):
    print(("ok      " if condition else "FAILED  ") + sentence, flush=True)
    if not condition:
        failures.append(sentence)


def ask(browser, script):
    if isinstance(browser, Browser):
        return browser.run_async(ASYNC % script)
    return browser.run(script)


def within(seconds, condition):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    return False


def wait_for_state(browser, expected, seconds=LONGEST):
    shown = {}

    def reached():
        shown.update(ask(browser, STATE))
        return all(shown.get(key) == value for key, value in expected.items())
    if within(seconds, reached):
        return True
    print(f"        shown: {shown}, expected: {expected}")
    return False


def errors_of(browser):
    return [line for line in browser.log() if line.startswith("SEVERE") and "favicon" not in line and "/absent" not in line]  # the page asks for both


def command(browser, words):
    """Runs the command that the list finds first."""
    browser.key("/")
    wait_for_state(browser, {"mode": "list"})
    for letter in words:
        browser.key(letter)
    browser.key("Enter")


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
    command(browser, "next lesson")
    check(wait_for_state(browser, {"lesson": "reduction"}), "a command shows the next lesson")
    check(within(LONGEST, lambda: "lesson=reduction" in ask(browser, "return location.hash")), "the address follows what is shown")
    check("5 · Reduction." in ask(browser, "return document.getElementById('shown').textContent"), "a line for screen readers says it")
    check(ask(browser, "return document.documentElement.lang") == "en", "the page names its language")
    ask(browser, "history.back(); return 1")
    check(wait_for_state(browser, {"lesson": "transpose"}), "Back returns to the lesson before")
    ask(browser, "history.forward(); return 1")
    check(wait_for_state(browser, {"lesson": "reduction"}), "and forward to this one")
    first = ask(browser, STATE)["step"]
    check(within(LONGEST, lambda: ask(browser, STATE)["step"] != first), "time steps are computed")


def keyboard(browser):
    """Tab leaves the stage and comes back; the browser keeps its keys."""
    focused = lambda: ask(browser, "return document.activeElement.id")
    ask(browser, "document.getElementById('stage').focus(); return 1")
    browser.tab()
    check(within(5, lambda: focused() == "file"), f"Tab leaves the stage: {focused()}")
    check(ask(browser, "return document.getElementById('tools').getBoundingClientRect().bottom") > 20, "and shows the button for files")
    ask(browser, "document.getElementById('stage').focus(); return 1")
    kept = "return dispatchEvent(new KeyboardEvent('keydown', { key: %r, ctrlKey: true, cancelable: true }))"
    for key, taken in (("l", False), ("t", False), ("k", True), ("z", True)):
        check(ask(browser, kept % key) != taken, f"Ctrl+{key} is {'a key of the stage' if taken else 'left to the browser'}")
    browser.key("Escape")


def start_page(browser, pictures):
    """The cards of the lessons have pictures."""
    colors = lambda: len({bytes(pixel) for pixel in zip(*[iter(small(pictures / "start.png")[2])] * 3)})
    from picture import small
    browser.key("F4")
    check(wait_for_state(browser, {"mode": "start"}), "F4 opens the start page")
    empty = 1900  # colors of the page without cards; they may be there before the first screenshot

    def drawn():
        browser.screenshot(pictures / "start.png")
        return colors() > 1.5 * empty
    check(within(LONGEST, drawn), f"its cards are drawn: {colors()} colors, {empty} without them")
    browser.key("Escape")


def on_its_side(browser, address, pictures):
    """A phone of 844x390 points has tabs, and a question shows the source."""
    browser.open(address + "?side#lesson=hazards")
    browser.wait_for_picture()
    check(wait_for_state(browser, {"lesson": "hazards"}), "a phone on its side shows a lesson")
    for tab, name in enumerate(("scene", "variants", "memory", "source")):
        tap(browser, 105 + 211 * tab, 368)
        check(wait_for_state(browser, {"tab": tab}), f"on its side a tap on the tab of {name}")
        time.sleep(1)
        browser.screenshot(pictures / f"side-{name}.png")
    tap(browser, 105, 368)
    swipe(browser, (600, 200), (300, 205))
    check(wait_for_state(browser, {"cue": 0, "tab": 3}), "a question about a line shows the source")
    browser.screenshot(pictures / "side-question.png")


def without_webgl(address, pictures):
    browser = Browser(1280, 720, switches=("--disable-gpu", "--disable-software-rasterizer"))
    try:
        browser.open(address + "#lesson=nbody")
        box = "const m = document.getElementById('message'); const b = m.getBoundingClientRect(); return [m.textContent, m.className, b.height]"
        check(within(LONGEST, lambda: "no WebGL 2" in ask(browser, box)[0]), "without WebGL 2 a message says so")
        text, kind, height = ask(browser, box)
        check(kind == "obstacle" and height < 200, "on a ground of its own")
        browser.screenshot(pictures / "no-webgl.png")
    finally:
        browser.close()


def long_words_of_a_follower(browser, address):
    """The bar of a page that follows is as high as its words, and the stage ends above it."""
    browser.open(address + "?follow=absent")
    browser.wait_for_picture()
    ask(browser, "document.getElementById('follow-state').textContent = 'words that do not fit '.repeat(12); return 1")
    sizes = "const bar = document.getElementById('follow'); const state = document.getElementById('follow-state'); return [bar.offsetHeight, state.scrollHeight <= state.clientHeight, document.getElementById('stage').getBoundingClientRect().bottom <= bar.getBoundingClientRect().top + 1]"
    check(within(10, lambda: ask(browser, sizes)[0] > 60 and ask(browser, sizes)[1:] == [True, True]), f"long words of a follower are whole: {ask(browser, sizes)}")


def quiet(browser, address):
    """With the preference for reduced motion a lesson starts paused, and a key resumes it."""
    browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.open(address + "?quiet#lesson=reduction")
    browser.wait_for_picture()
    check(wait_for_state(browser, {"lesson": "reduction", "playing": False}), "with reduced motion the lesson starts paused")
    browser.key(" ")
    check(wait_for_state(browser, {"playing": True}), "the space bar starts the time steps")
    browser.cdp("Emulation.setEmulatedMedia", features=[])


def wait_for_link(browser, parts):
    link = [""]

    def reached():
        link[0] = ask(browser, STATE)["link"]
        return all(part in link[0].split("&") for part in parts)
    if within(LONGEST, reached):
        return True
    print(f"        shown: {link[0]}, expected: {parts}")
    return False


def go(browser, link):
    """Selects what the link shows, as a page that is opened with it."""
    ask(browser, f"location.hash = {link!r}; return 1")


def links(browser):
    """Fragments of the address, valid and hostile, and the command that copies one."""
    go(browser, "lesson=transpose&variant=tiled&arch=GTX280&cue=4")
    check(wait_for_link(browser, ["lesson=transpose", "variant=tiled", "arch=GeForce%20GTX%20280", "cue=4"]), "a link selects variant, GPU and cue")
    go(browser, "lesson=reduction&set=n=2^17&step=20")
    check(wait_for_link(browser, ["lesson=reduction", "set=n%3D2^17", "step=20"]), "a link selects parameter and step")
    go(browser, "set=n=2^30")
    time.sleep(1)
    check(wait_for_link(browser, ["lesson=reduction", "set=n%3D2^17"]), "a link that is too large for the page is refused")
    message = lambda: ask(browser, "return document.getElementById('message').textContent")
    for text in ("lesson=<img src=x onerror=alert(1)>&x=y", "javascript:alert(1)", "cue=" + "9" * 2000):
        go(browser, text)
        check(within(10, lambda: "The link " in message()), f"refused: {text[:40]}")
    check(wait_for_link(browser, ["lesson=reduction", "set=n%3D2^17"]), "refused links change nothing")
    go(browser, "lesson=reduction")
    check(within(10, lambda: not message()), "the next link removes the message")
    browser.key("/")
    for letter in "copy link":
        browser.key(letter)
    browser.key("Enter")
    copied = lambda: ask(browser, "return location.hash.slice(1)")
    check(within(10, lambda: copied().startswith("lesson=reduction&variant=")), f"the command copies the link: {copied()}")


def layouts(browser, address, pictures):
    """A link to a layout, a field that is typed, and the link that reproduces it."""
    browser.open(address + "?layout#layout=(64,64):(64,1)&layout-access=ldmatrix.x4")
    browser.wait_for_picture()
    check(wait_for_state(browser, {"sheet": "layout"}), "a link to a layout opens its view")
    browser.screenshot(pictures / "layout.png")
    for word in ("layout swizzle", "3,3,3"):
        if word[0] == "l":
            browser.key("/")
        for letter in word:
            browser.key(letter)
        browser.key("Enter")
        time.sleep(1)
    browser.screenshot(pictures / "layout-swizzled.png")
    browser.key("/")
    for letter in "copy link":
        browser.key(letter)
    browser.key("Enter")
    copied = lambda: ask(browser, "return location.hash.slice(1)")
    check(within(10, lambda: copied().endswith("layout=(64,64):(64,1)&swizzle=3,3,3&type=f16&layout-access=ldmatrix.x4")),
          f"the command copies the link to the layout: {copied()}")


def downloads(browser, pictures):
    """Figures as files."""
    folder = (pictures / "downloads").resolve()
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    browser.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    go(browser, "lesson=coalescing")  # without an open question, which hides the recorded block
    check(wait_for_state(browser, {"lesson": "coalescing", "recorded": True}), "a block for a figure is recorded")
    browser.key("F12", modifiers=8)
    files = lambda: sorted(file.name for file in folder.iterdir() if file.suffix in (".svg", ".png"))
    check(within(LONGEST, lambda: len(files()) == 2), f"Shift+F12 saves a figure: {files()}")
    for file in folder.iterdir():
        content = file.read_bytes()
        if file.suffix == ".svg":
            check(content.startswith(b"<?xml") and content.endswith(b"</svg>\n") and b"<text" in content, f"{file.name}: {len(content)} bytes of SVG")
        else:
            check(content.startswith(b"\x89PNG"), f"{file.name}: {len(content)} bytes of PNG")


def touch(browser, kind, points):
    browser.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])


def tap(browser, x, y):
    touch(browser, "touchStart", [(x, y)])
    touch(browser, "touchEnd", [])


def swipe(browser, begin, end):
    touch(browser, "touchStart", [begin])
    for part in (0.3, 0.6, 1.0):
        touch(browser, "touchMove", [(begin[0] + part * (end[0] - begin[0]), begin[1] + part * (end[1] - begin[1]))])
    touch(browser, "touchEnd", [])


def fingers(browser, pictures):
    """A phone of 390x844 points: tabs, cues, the camera, a list."""
    check(wait_for_state(browser, {"lesson": "transpose", "variant": "tiled", "tab": 0}), "the scene is shown first")
    for tab, name in enumerate(("scene", "variants", "memory", "source")):
        tap(browser, 49 + 97 * tab, 818)
        check(wait_for_state(browser, {"tab": tab}), f"a tap on the tab of {name}")
        time.sleep(1)
        browser.screenshot(pictures / f"phone-{name}.png")
    tap(browser, 39, 818)
    check(wait_for_state(browser, {"tab": 0}), "back to the scene")
    swipe(browser, (300, 400), (100, 405))
    check(wait_for_state(browser, {"cue": 0}), "a swipe to the left shows the first cue")
    swipe(browser, (300, 400), (100, 405))
    check(wait_for_state(browser, {"cue": 1}), "a swipe to the left shows the next cue")
    swipe(browser, (100, 400), (300, 405))
    check(wait_for_state(browser, {"cue": 0}), "a swipe to the right shows the cue before")
    browser.screenshot(pictures / "phone-cue.png")
    tap(browser, 39, 818)
    before = ask(browser, STATE)["magnification"]
    touch(browser, "touchStart", [(150, 300), (240, 300)])
    for spread in (20, 40, 60):
        touch(browser, "touchMove", [(150 - spread, 300), (240 + spread, 300)])
    touch(browser, "touchEnd", [])
    check(within(10, lambda: ask(browser, STATE)["magnification"] > before), "two fingers zoom")
    tap(browser, 366, 24)
    check(wait_for_state(browser, {"mode": "list"}), "a tap opens the commands")
    time.sleep(1)
    browser.screenshot(pictures / "phone-list.png")
    swipe(browser, (200, 600), (200, 300))
    check(ask(browser, STATE)["mode"] == "list", "a finger scrolls the list")
    tap(browser, 5, 840)
    check(wait_for_state(browser, {"mode": "plain"}), "a tap beside it closes it")
    check(within(10, lambda: ask(browser, "return document.getElementById('typing').hidden")), "the line for typing has gone")
    tap(browser, 100, 24)
    check(wait_for_state(browser, {"mode": "list"}), "a tap on the title opens the lessons")


def typing(browser, address, pictures):
    """A phone's keyboard: a parameter's value in the line at the top of the page."""
    browser.open(address + "?typing#lesson=transpose&variant=tiled&set=n=256")
    browser.wait_for_picture()
    check(wait_for_link(browser, ["set=n%3D256"]), "n is 256")
    focused = lambda: ask(browser, "return document.activeElement.id + ' ' + document.activeElement.inputMode")
    for button, words, value in ((None, "Enter", "512"), ("typing-set", "the button", "128")):
        tap(browser, 117, 818)
        check(wait_for_state(browser, {"tab": 1}), "the tab with the parameters")
        time.sleep(1)
        tap(browser, 200, 591)
        check(within(10, lambda: focused() == "typing-text decimal"), f"a tap on a parameter opens a field for numbers: {focused()}")
        browser.screenshot(pictures / "phone-typing.png")
        for digit in value:
            browser.key(digit)
        if button:
            box = ask(browser, f"const b = document.getElementById('{button}').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]")
            tap(browser, *box)
        else:
            browser.key("Enter")
        check(wait_for_link(browser, [f"set=n%3D{value}"]), f"{words} sets the typed value {value}")
        check(within(10, lambda: ask(browser, "return document.getElementById('typing').hidden")), "the field has gone")


def settled(browser, path):
    """A screenshot when the picture has stopped changing."""
    from picture import small
    last = None
    for _ in range(60):
        browser.screenshot(path)
        now = small(path)
        if last is not None and sum(abs(a - b) for a, b in zip(now[2], last[2])) < len(now[2]) // 100:
            return
        last = now
        time.sleep(1.5)


def compare(browser, name, pictures, store):
    from picture import difference, store as store_picture
    path = pictures / f"{name}.png"
    within(LONGEST, lambda: ask(browser, STATE)["step"] > 1)
    time.sleep(3)
    browser.key(" ")  # pauses: the picture no longer changes
    settled(browser, path)
    golden = GOLDEN / f"{name}.png"
    if store:
        store_picture(path, golden)
    reason = difference(path, golden)
    check(not reason, f"{name}: the screenshot is as stored {reason}")
    light = pictures / f"{name}-other.png"
    if name == "1280x720":
        browser.key("t")
        time.sleep(2)
        browser.screenshot(light)
        check(difference(light, golden) != "", "another theme is found by the comparison")
        browser.key("t")
        browser.key("t")


def measure(browser, lesson):
    time.sleep(12)
    rates, steps, drawn = [], [], []
    last, drawn_before = ask(browser, STATE), ask(browser, DRAWN)
    for _ in range(9):
        begin = time.monotonic()
        time.sleep(1)
        now = ask(browser, STATE)
        steps.append((now["step"] - last["step"]) / (time.monotonic() - begin))
        rates.append(now["framesPerSecond"])
        last = now
        drawn_now = ask(browser, DRAWN)
        drawn.append(1000 * (drawn_now["positions"] - drawn_before["positions"]) / (drawn_now["at"] - drawn_before["at"]))
        drawn_before = drawn_now
    rates.sort()
    drawn.sort()
    steps.sort()
    print(f"        {lesson}: {rates[4]:.1f} frames/s ({rates[0]:.1f} to {rates[8]:.1f}), {steps[4]:.1f} time steps/s ({steps[0]:.1f} to {steps[8]:.1f}), "
          f"{drawn[4]:.1f} pictures of new positions of bodies/s ({drawn[0]:.1f} to {drawn[8]:.1f}), time step {last.get('stepMilliseconds', 0):.1f} ms")
    check(steps[4] > 0, f"{lesson}: time steps continue")


def measure_all(address):
    for name, width, height in (("1280x720", 1280, 720), ("1920x1080", 1920, 1080)):
        for lesson, link in (("n-body, 1024 bodies", "lesson=nbody&set=n=1024"), ("reduction", "lesson=reduction"), ("transpose", "lesson=transpose")):
            browser = Browser(width, height)
            try:
                browser.open(address + "#" + link)
                first = browser.wait_for_picture()
                print(f"{name}, {lesson}: first picture after {first:.0f} ms")
                check(first < 2000, "the first picture is shown within 2 s")
                measure(browser, lesson)
                tasks = ask(browser, LONG_TASKS)
                check(max(tasks, default=0) <= 50, f"the page's thread is never blocked for more than 50 ms: {tasks}")
            finally:
                browser.close()


def in_chromium(address, pictures, store):
    for name, width, height, ratio, touches, link in STORED:
        browser = Browser(width, height, ratio, touches)
        try:
            browser.open(address + "#" + link)
            browser.wait_for_picture()
            compare(browser, name, pictures, store)
            if name == "1280x720":
                browser.open(address + "?#lesson=transpose&variant=tiled")
                browser.wait_for_picture()
                walk(browser, pictures)
                links(browser)
                downloads(browser, pictures)
                layouts(browser, address, pictures)
                browser.open(address + "?keys#lesson=transpose&variant=tiled")
                browser.wait_for_picture()
                keyboard(browser)
                start_page(browser, pictures)
                quiet(browser, address)
            elif name == "390x844":
                typing(browser, address, pictures)
                browser.open(address + "?#lesson=transpose&variant=tiled")
                browser.wait_for_picture()
                fingers(browser, pictures)
                long_words_of_a_follower(browser, address)
            errors = errors_of(browser)
            check(not errors, f"no errors in the console: {errors}")
        finally:
            browser.close()


    browser = Browser(844, 390, 2, True)
    try:
        on_its_side(browser, address, pictures)
    finally:
        browser.close()
    without_webgl(address, pictures)


def in_firefox(address, pictures, store):
    from firefox import Firefox
    name, width, height, _, _, link = STORED[0]
    browser = Firefox(width, height)
    try:
        browser.open(address + "#" + link)
        browser.wait_for_picture()
        compare(browser, name, pictures, False)
        browser.open(address + "?#lesson=transpose&variant=tiled")
        browser.wait_for_picture()
        walk(browser, pictures)
        links(browser)
        errors = errors_of(browser)
        check(not errors, f"no errors in the console: {errors}")
    finally:
        browser.close()


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    site = pathlib.Path(words[1])
    require(site, ["convert"] + (["chromedriver", "chromium"] if words[0] == "chromium" else ["firefox-esr"]))
    pictures = pathlib.Path(words[2] if len(words) > 2 else "web-pictures") / words[0]
    pictures.mkdir(parents=True, exist_ok=True)
    with served(site) as address:
        if "--measure" in sys.argv:
            measure_all(address)
        else:
            {"chromium": in_chromium, "firefox": in_firefox}[words[0]](address, pictures, "--store" in sys.argv)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
