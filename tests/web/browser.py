"""Chromium without a display, driven with Selenium: pages, keys, mouse, screenshots, measurements."""
import base64
import contextlib
import functools
import http.server
import pathlib
import shutil
import threading
import time


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder, handler=QuietHandler):
    """The folder as `python3 -m http.server` serves it; yields the address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()


def started(width, height, switches):
    """On a computer with other work, the driver can give up before the browser answers it."""
    from selenium import webdriver  # a computer without it skips the tests: needed.py
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--enable-unsafe-swiftshader", f"--window-size={width},{height}", *switches):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for attempt in range(1, 4):
        try:
            return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        except WebDriverException as error:
            print(f"        start {attempt} of Chromium: {(error.msg or '').splitlines()[:1]}")
            if attempt == 3:
                raise
            time.sleep(2)


class Browser:
    def __init__(self, width, height, ratio=1.0, touch=False, switches=()):
        self.chrome = started(width, height, switches)
        self.chrome.set_script_timeout(300)  # seconds: the tests run beside others
        self.process = self.chrome.service.process
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio, mobile=touch)
        if touch:
            self.cdp("Emulation.setTouchEmulationEnabled", enabled=True)

    def cdp(self, command, **parameters):
        return self.chrome.execute_cdp_cmd(command, parameters)

    def open(self, address):
        self.chrome.get(address)

    def run(self, script, *arguments):
        return self.chrome.execute_script(script, *arguments)

    def run_async(self, script):
        return self.chrome.execute_async_script(script)

    def log(self):
        return [f'{line["level"]}: {line["message"]}' for line in self.chrome.get_log("browser")]

    def wait_for(self, script, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.run(script)
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"Not within {seconds} s: {script}\n" + "\n".join(self.log()))

    def wait_for_picture(self, seconds=60):
        """The milliseconds from the start of the navigation to the first picture."""
        return self.wait_for("const marks = performance.getEntriesByName('first-picture'); return marks.length ? marks[0].startTime : 0", seconds)

    def key(self, key, modifiers=0):
        text = {"text": key} if len(key) == 1 else {}
        self.cdp("Input.dispatchKeyEvent", type="keyDown", key=key, modifiers=modifiers, **text)
        self.cdp("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers)

    def tab(self):
        """As a keyboard sends it, so that the browser moves the focus."""
        for kind in ("rawKeyDown", "keyUp"):
            self.cdp("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)

    def choose_file(self, selector, path):
        """Of a field for files, as in the browser's dialog."""
        document = self.cdp("DOM.getDocument")["root"]["nodeId"]
        node = self.cdp("DOM.querySelector", nodeId=document, selector=selector)["nodeId"]
        self.cdp("DOM.setFileInputFiles", files=[str(path)], nodeId=node)

    def click(self, x, y):
        for kind, buttons in (("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)):
            self.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left", buttons=buttons, clickCount=1)

    def move(self, x, y):
        self.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self, path):
        picture = self.cdp("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(picture))

    def close(self):
        self.chrome.quit()
