#!/usr/bin/env python3
"""The stage in a notebook: python/warpstage/_stage.js with a recorded launch, in headless Chromium.

Usage: notebook_test.py PROGRAM SITE [PICTURES], the program and the folder that tools/web wrote. A page stands in for the notebook: its
model hands the requests of the script to this process. Its security policy is stricter than those of JupyterLab and VS Code.
"""
import contextlib
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

from browser import Browser
from needed import end, require
from page_test import check, failures, within

try:
    import numpy  # noqa: F401  the module imports it
except ModuleNotFoundError:
    end("The module numpy is not installed.", False)

PYTHON = pathlib.Path(__file__).parent.parent.parent / "python"
POLICY = ("default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'; "
          "child-src https: data: blob:")
NOTEBOOK = f"""<!doctype html><meta http-equiv="Content-Security-Policy" content="{POLICY}">
<body style="margin: 0; background: white"><div id="a"></div><div id="b"></div>
<script type="module">
import widget from "./_stage.js";
class Model {{
  constructor(lost) {{ this.lost = lost; this.receivers = new Set(); }}
  get() {{ return 720; }}
  on(_, receive) {{ this.receivers.add(receive); }}
  off(_, receive) {{ this.receivers.delete(receive); }}
  async send(request) {{
    if (this.lost-- > 0)
      return;
    const response = await fetch("ask", {{ method: "POST", body: JSON.stringify(request) }});
    const content = JSON.parse(response.headers.get("answer"));
    const bytes = new DataView(await response.arrayBuffer());
    for (const receive of [...this.receivers])
      receive(content, bytes.byteLength ? [bytes] : []);
  }}
}}
self.show = (id, lost) => widget.render({{ model: new Model(lost), el: document.getElementById(id) }});
show("a", 0);
</script>"""
PTX = """.version 7.0
.target sm_75
.address_size 64
.visible .entry twice(.param .u64 y, .param .u64 x)
{
    .reg .b32 %r<4>;
    .reg .b64 %a<4>;
    .reg .f32 %f<3>;
    ld.param.u64 %a1, [y];
    ld.param.u64 %a2, [x];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %a3, %r1, 4;
    add.s64 %a1, %a1, %a3;
    add.s64 %a2, %a2, %a3;
    ld.global.f32 %f1, [%a2];
    add.f32 %f2, %f1, %f1;
    st.global.f32 [%a1], %f2;
    ret;
}
"""
STATE = "return await document.querySelector('#{} iframe').contentWindow.warpstageState()"
ASYNC = "const done = arguments[arguments.length - 1]; (async () => { %s })().then(done, (reason) => done({ reason: String(reason) }))"


class Notebook(http.server.BaseHTTPRequestHandler):
    source = None  # answers the requests
    seen = []  # paths

    def log_message(self, *_):
        pass

    def reply(self, content, kind, answer="{}"):
        self.send_response(200)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(content))), ("answer", answer)):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self):
        self.seen.append(self.path)
        if self.path == "/":
            return self.reply(NOTEBOOK.encode(), "text/html")
        if self.path == "/_stage.js":
            return self.reply((PYTHON / "warpstage/_stage.js").read_bytes(), "text/javascript")
        self.send_error(404)

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        content, buffers = self.source.answer(request)
        self.seen.append(request["part"])
        self.reply(b"".join(buffers), "application/octet-stream", json.dumps(content))


@contextlib.contextmanager
def notebook(source):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("Served", (Notebook,), {"source": source, "seen": []}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", server.RequestHandlerClass.seen
    finally:
        server.shutdown()


def assets(program, page, folder):
    """The assets of the build, with the page."""
    own = pathlib.Path(program).resolve().parent / "assets"
    folder.mkdir()
    for file in own.iterdir():
        if file.name != "web":
            os.symlink(file, folder / file.name)
    os.symlink(page.resolve(), folder / "web")


def state_of(browser, name):
    return browser.run_async(ASYNC % STATE.format(name))


def is_open(browser, name):
    return within(120, lambda: state_of(browser, name).get("recorded") and state_of(browser, name).get("lesson") == "capture-kernel")


def look(browser, file):
    browser.screenshot(file)
    return subprocess.run(["convert", str(file), "-resize", "640x", "rgb:-"], stdout=subprocess.PIPE, check=True).stdout


def differing(a, b):
    return sum(abs(x - y) > 24 for x, y in zip(a, b))


def in_browser(source, pictures):
    browser = Browser(1280, 1300)
    try:
        with notebook(source) as (address, seen):
            browser.open(address)
            check(is_open(browser, "a"), f"the launch is on the stage: {state_of(browser, 'a')}")
            check(state_of(browser, "a")["variant"] == "twice", "the kernel is shown")
            time.sleep(3)
            browser.click(640, 300)
            before = look(browser, pictures / "notebook.png")
            for _ in range(3):
                browser.key("l")
            time.sleep(2)
            after = look(browser, pictures / "notebook-step.png")
            check(differing(before, after) > 100, f"the key L steps through the recorded run: {differing(before, after)} different values")
            first = seen.count("site")
            browser.run("show('b', 2)")  # two requests are lost
            check(is_open(browser, "b"), "a second stage opens although requests are lost")
            check(seen.count("site") == first, "it does not read the page again")
            check(set(seen) <= {"/", "/_stage.js", "/favicon.ico", "list", "site", "capture"}, f"nothing else is requested: {sorted(set(seen))}")
            check(within(30, lambda: state_of(browser, "b")["step"] > 1), "the kernel runs again and again")
            errors = [line for line in browser.log() if "favicon" not in line]
            check(not errors, f"no errors in the console: {errors}")
    finally:
        browser.close()


def main():
    program, page = sys.argv[1], pathlib.Path(sys.argv[2])
    pictures = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else "web-pictures")
    pictures.mkdir(parents=True, exist_ok=True)
    require(page, ["chromedriver", "chromium", "convert"])
    sys.path.insert(0, str(PYTHON))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        assets(program, page, folder / "assets")
        starter = folder / "warpstage"
        starter.write_text(f'#!/bin/sh\ncommand=$1\nshift\nexec "{program}" "$command" --assets "{folder}/assets" "$@"\n', encoding="utf-8")
        starter.chmod(0o755)
        os.environ["WARPSTAGE_PROGRAM"] = str(starter)
        import warpstage
        from warpstage import _stage

        y, x = numpy.zeros(64, numpy.float32), numpy.arange(64, dtype=numpy.float32)
        stage = warpstage.stage(PTX, {"y": y, "x": x}, block=64)
        check(not y.any(), "the arrays keep their contents")
        files = _stage.chosen(_stage.site(), ["en-US"])
        size = sum(map(len, files.values()))
        print(f"        page: {size} bytes, capture: {len(stage.capture)} bytes")
        check(size < 3_000_000, "the page has less than 3 MB")
        check("languages/cs.mo" in _stage.chosen(_stage.site(), ["cs-CZ", "en"]), "the texts of the browser's language are sent")
        in_browser(_stage.Source(stage.name, stage.capture), pictures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
