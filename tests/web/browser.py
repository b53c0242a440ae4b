"""A browser without a display, driven through chromedriver: pages, keys, mouse, screenshots, measurements."""
import base64
import contextlib
import functools
import http.server
import json
import pathlib
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """The folder as `python3 -m http.server` serves it; yields the address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()


class Browser:
    def __init__(self, width, height, ratio=1.0, touch=False):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                self.call("GET", "/status")
                break
            except OSError:
                time.sleep(0.1)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--enable-unsafe-swiftshader", f"--window-size={width},{height}"]}
        capabilities = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = self.new_session({"capabilities": {"alwaysMatch": capabilities}})
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio, mobile=touch)
        if touch:
            self.cdp("Emulation.setTouchEmulationEnabled", enabled=True)

    def new_session(self, wanted):
        """On a computer with other work, the driver can give up before the browser answers it."""
        for attempt in range(1, 4):
            try:
                return self.call("POST", "/session", wanted)["sessionId"]
            except urllib.error.HTTPError as error:
                print(f"        start {attempt} of Chromium: {json.loads(error.read())['value']['message'].splitlines()[0]}")
                if attempt == 3:
                    raise
                time.sleep(2)

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def of_session(self, method, path, body=None):
        return self.call(method, f"/session/{self.session}{path}", body)

    def cdp(self, command, **parameters):
        return self.of_session("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, address):
        self.of_session("POST", "/url", {"url": address})

    def run(self, script):
        return self.of_session("POST", "/execute/sync", {"script": script, "args": []})

    def log(self):
        return [f'{line["level"]}: {line["message"]}' for line in self.of_session("POST", "/se/log", {"type": "browser"})]

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

    def click(self, x, y):
        for kind, buttons in (("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)):
            self.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left", buttons=buttons, clickCount=1)

    def move(self, x, y):
        self.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self, path):
        picture = self.cdp("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(picture))

    def close(self):
        try:
            self.of_session("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
