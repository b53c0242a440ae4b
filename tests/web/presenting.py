"""A presenter: the stage in a window of a virtual display, and the server that has its state."""
import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import threading
import time

import http.server

TOKEN = "a-token-of-the-test"


def follow_server():
    """tools/follow-server as a module."""
    path = pathlib.Path(__file__).parent.parent.parent / "tools/follow-server"
    loader = importlib.machinery.SourceFileLoader("follow_server", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("follow_server", loader))
    loader.exec_module(module)
    return module


class Server:
    """tools/follow-server, which counts the bytes of requests for the state and of their answers, and can fail."""

    def __init__(self, site):
        self.site, self.port, self.counts, self.puts = site, 0, {}, []
        self.status = None  # of every PUT; None: those of the server
        self.server = None

    def start(self):
        owner = self

        class Handler(follow_server().Handler):
            protocol_version = "HTTP/1.1"
            token = TOKEN

            def do_PUT(self):
                owner.puts.append((time.time(), self.path))
                if owner.status is not None:
                    self.close_connection = True
                    return self.answer(owner.status)
                return super().do_PUT()

            def do_GET(self):
                if self.path != "/state":
                    return super().do_GET()
                request = len(self.requestline) + 2 + len(bytes(self.headers)) + 2
                self.sent = 0
                super().do_GET()
                agent = self.headers.get("User-Agent", "")
                who = next((name for name in ("Chrome", "Firefox") if name in agent), "node")
                total, polls = owner.counts.get(who, (0, 0))
                owner.counts[who] = (total + request + self.sent, polls + 1)
                return None

            def end_headers(self):
                self.sent = sum(len(line) for line in self._headers_buffer) + 2
                content = [line for line in self._headers_buffer if line.lower().startswith(b"content-length:")]
                self.sent += int(content[0].split(b":")[1]) if content else 0
                super().end_headers()

        handler = lambda *arguments: Handler(*arguments, directory=str(self.site))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None # followers that are stopped reset their connections
        self.port = self.server.server_address[1]
        self.connections = []
        accept = self.server.get_request

        def get_request():
            connection = accept()
            self.connections.append(connection[0])
            return connection

        self.server.get_request = get_request
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        for connection in self.connections:
            try:
                connection.shutdown(2)
            except OSError:
                pass

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"

    @property
    def state(self):
        return self.site / "state"


class Presenter:
    """The stage in a window of a virtual display; keys are those of a user."""

    def __init__(self, program, folder, words):
        environment = dict(os.environ, XDG_CONFIG_HOME=str(folder), XDG_STATE_HOME=str(folder), XDG_DATA_HOME=str(folder),
                           WARPSTAGE_PUBLISH_TOKEN=TOKEN)
        self.display = f":{90 + os.getpid() % 1000}"
        self.screen = subprocess.Popen(["Xvfb", self.display, "-screen", "0", "1280x800x24"], stderr=subprocess.DEVNULL)
        time.sleep(2)
        self.environment = dict(environment, DISPLAY=self.display)
        self.stage = subprocess.Popen([program, "--engine", "vm", *words],
                                      env=self.environment, stdout=subprocess.DEVNULL)

    def key(self, name):
        """Presses the key; returns the time."""
        subprocess.run(["xdotool", "key", name], env=self.environment, check=True, stdout=subprocess.DEVNULL)
        return time.time()

    def close(self):
        for process in (self.stage, self.screen):
            process.terminate()
            process.wait()


def wait_for_file(state, old, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if state.exists() and state.read_text() != old:
            return state.read_text()
        time.sleep(0.005)
    raise AssertionError(f"The presenter has not published within {seconds} s.")


def settled(state):
    """The state after selections that follow a recording."""
    text = None
    while text != state.read_text():
        text = state.read_text()
        time.sleep(1.5)
    return text
