#!/usr/bin/env python3
"""Caddy accepts the configuration in docs/class.md, and forwards what the class server answers. Without Caddy the test is skipped (status 77).

  check_caddy.py PROJECT_FOLDER
"""
import http.client
import http.server
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time


class ClassServer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        content = f"class server: {self.path}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def answer(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    return connection.getresponse().read().decode()


def wait_for(port):
    for _ in range(100):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("Caddy does not listen")


def main():
    caddy = shutil.which("caddy")
    if caddy is None:
        print("Caddy is not installed")
        return 77
    page = (pathlib.Path(sys.argv[1]) / "docs/class.md").read_text(encoding="utf-8")
    block = re.search(r"```text\n(example\.edu \{\n.*?\n\})\n```", page, re.DOTALL)[1]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), ClassServer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="warpstage-caddy-") as name:
        folder = pathlib.Path(name)
        (folder / "index.html").write_text("the site", encoding="utf-8")
        for old, new in (("example.edu {", f"http://127.0.0.1:{port} {{"), ("127.0.0.1:8000", f"127.0.0.1:{server.server_port}"), ("/srv/warpstage/class/site", name)):
            if old not in block:
                raise SystemExit(f"docs/class.md has no `{old}`")
            block = block.replace(old, new)
        (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + block, encoding="utf-8")
        with subprocess.Popen([caddy, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"], env={"HOME": name}, stderr=subprocess.DEVNULL) as process:
            try:
                wait_for(port)
                wrong = [path for path in ("/api/summary", "/events", "/state", "/shown/a/state", "/class/", "/kernels-0123456789abcdef")
                         if answer(port, path) != f"class server: {path}"]
                if answer(port, "/index.html") != "the site":
                    wrong.append("/index.html")
            finally:
                process.terminate()
    print(f"wrong: {wrong}" if wrong else "Caddy serves the site and forwards the class")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
