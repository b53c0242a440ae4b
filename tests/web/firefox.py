"""Firefox without a display, driven through WebDriver BiDi: the same functions as those of browser.py's Browser."""
import base64
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import time

import websocket

KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Escape": "\ue00c", "Enter": "\ue007"}


class Firefox:
    def __init__(self, width, height):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.profile = tempfile.TemporaryDirectory()
        (pathlib.Path(self.profile.name) / "user.js").write_text('user_pref("app.update.enabled", false);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n')
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", self.profile.name, f"--width={width}", f"--height={height}",
                   f"--remote-debugging-port={port}", "about:blank"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=self.profile.name))
        self.entries = []
        self.count = 0
        self.socket = self.connected(port)
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def connected(self, port):
        for _ in range(600):
            try:
                return websocket.create_connection(f"ws://127.0.0.1:{port}/session", timeout=120, suppress_origin=True)
            except (OSError, websocket.WebSocketException):
                time.sleep(0.1)
        raise AssertionError("Firefox has not opened its port within 60 s.")

    def call(self, method, **parameters):
        self.count += 1
        number = self.count
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("method") == "log.entryAdded":
                self.entries.append(message["params"])
            elif message.get("id") == number:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['message']}")
                return message["result"]

    def open(self, address):
        self.call("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, script):
        """The result of the body of an async function, which returns what JSON can represent."""
        expression = "(async () => { %s })().then((value) => JSON.stringify(value === undefined ? null : value))" % script
        answer = self.call("script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=True)
        if answer["type"] != "success":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait_for(self, script, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.run(script)
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"Not within {seconds} s: {script}\n" + "\n".join(self.log()))

    def wait_for_picture(self, seconds=120):
        return self.wait_for("const marks = performance.getEntriesByName('first-picture'); return marks.length ? marks[0].startTime : 0", seconds)

    def perform(self, kind, actions):
        source = {"type": kind, "id": kind, "actions": actions}
        if kind == "pointer":
            source["parameters"] = {"pointerType": "mouse"}
        self.call("input.performActions", context=self.context, actions=[source])

    def key(self, key):
        value = KEYS.get(key, key)
        self.perform("key", [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}])

    def click(self, x, y):
        self.perform("pointer", [{"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
                                 {"type": "pointerUp", "button": 0}])

    def screenshot(self, path):
        data = self.call("browsingContext.captureScreenshot", context=self.context)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def log(self):
        levels = {"error": "SEVERE"}
        return [f'{levels.get(entry["level"], entry["level"])}: {entry.get("text")}' for entry in self.entries]

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()
