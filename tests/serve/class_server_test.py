#!/usr/bin/env python3
"""`warpstage serve` from the outside: students who join, check and submit, a presenter, a server that is killed, hostile clients.

  class_server_test.py PROGRAM EXERCISES     EXERCISES: assets/exercises
"""
import concurrent.futures
import contextlib
import pathlib
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from server import CODE, Server

failures = []


def check(good, what):
    print(f"{'ok' if good else 'FAILED'}  {what}", flush=True)
    if not good:
        failures.append(what)


def within(seconds, reached):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if reached():
            return True
        time.sleep(0.2)
    return False


def students(server, exercises):
    start = (exercises / "race" / "kernels.cu").read_text(encoding="utf-8")
    solution = (exercises / "race" / "solution.cu").read_text(encoding="utf-8")
    check(server.ask("POST", "/api/join", {"code": "wrong1"})[0] == 403, "a wrong code is refused")
    check(server.ask("POST", "/api/check", {"exercise": "race", "source": start})[0] == 401, "without a token nothing is checked")
    check(server.ask("POST", "/api/check", {"exercise": "race", "source": start}, token="0" * 32)[0] == 401, "nor with a wrong token")
    token = server.join("<script>alert(1)</script> Ada\n\x1b[31m")
    status, listed = server.ask("GET", "/api/exercises")
    check(status == 200 and [one["id"] for one in listed] == ["race", "reduction"], "the exercises are listed")
    check(listed[0]["start"] == start and "seed" not in str(listed) and "__syncthreads();" not in listed[0]["start"], "without solutions and hidden sizes")
    check("barrier" in str(listed[0]["requirements"][1]["hints"]), "with hints")
    status, result = server.ask("POST", "/api/check", {"exercise": "race", "source": start}, token)
    check(status == 200 and result["points"] == 0 and "Race on" in str(result), "the start file has no points and a race")
    status, result = server.ask("POST", "/api/check", {"exercise": "race", "source": solution}, token)
    check(status == 200 and result["points"] == 10, "the solution has all points")
    begin = time.monotonic()
    other = server.join()
    check(server.ask("POST", "/api/check", {"exercise": "race", "source": solution}, other)[1] == result and time.monotonic() - begin < 1, "an equal text has its result at once")
    status, compiled = server.ask("POST", "/api/compile", {"source": "__global__ void k() {\n  x = 1;\n}\n"}, token)
    check(status == 200 and compiled["messages"][0]["line"] == 2 and "error" in compiled, "a message of the compiler has its line")
    status, compiled = server.ask("POST", "/api/compile", {"exercise": "race", "source": solution}, token)
    check(status == 200 and ".visible .entry" in compiled["ptx"], "kernels are compiled")
    status, state = server.ask("GET", "/shown/" + compiled["shown"])
    check(status == 200 and b"exercise-race" in state and b"kernels=" in state, "and a page can show them on its stage")
    check(server.ask("POST", "/api/submit", {"exercise": "other", "source": solution}, token)[0] == 404, "an unknown exercise is refused")
    check(server.ask("POST", "/api/submit", {"exercise": "race", "source": ""}, token)[0] == 400, "an empty text is refused")
    status, submitted = server.ask("POST", "/api/submit", {"exercise": "race", "source": solution}, token)
    check(status == 200, "a solution is submitted")
    check(within(30, lambda: server.ask("GET", "/api/mine", token=token)[1]["submissions"][0]["graded"]), "and graded")
    mine = server.ask("GET", "/api/mine", token=token)[1]
    check(mine["submissions"][0]["points"] == 10 and "\n" not in mine["name"] and "\x1b" not in mine["name"], "with its points, and a name in one line")

    def counted():
        summary = server.ask("GET", "/api/summary")[1]
        race = summary["exercises"][0]
        return summary["students"] == 2 and race["submitted"] == 1 and race["complete"] == 2 and "Ada" not in str(summary)
    check(within(10, counted), "the class sees numbers without names") # they are half a second old
    check("Ada" in str(server.ask("GET", "/api/summary", token=server.token)[1]["names"]), "the lecturer sees names")
    check(within(10, lambda: any("2 of 2 meet `No bank conflicts`" in line for line in server.lines)), "the terminal shows how far the class is")
    check(server.ask("DELETE", "/api/mine", token=token)[0] == 204 and server.ask("GET", "/api/mine", token=token)[0] == 401, "a student deletes everything")
    check("Ada" not in str(server.ask("GET", "/api/summary", token=server.token)[1]), "and is gone")
    check(not any(b"Ada" in file.read_bytes() for file in server.data.glob("class.sqlite*")), "also from the files")


def presenter(server):
    check(server.ask("PUT", "/state", raw="lesson=banks", token="x")[0] == 401, "only the lecturer presents")
    heard = {}

    def listen():
        heard["data"] = server.events("state", 10)
        heard["time"] = time.monotonic()
    thread = threading.Thread(target=listen)
    thread.start()
    time.sleep(1)
    sent = time.monotonic()
    check(server.ask("PUT", "/state", raw="lesson=banks&cue=2", token=server.token)[0] == 204, "the state is published")
    thread.join()
    check(heard["data"] == "lesson=banks&cue=2" and heard["time"] - sent < 1, "and heard by a page at once")
    check(server.ask("GET", "/state")[1] == b"lesson=banks&cue=2", "and is answered on request")
    name = "/kernels-" + "0f" * 8
    check(server.ask("PUT", name, raw="k" * 100, token=server.token)[0] == 204 and server.ask("GET", name)[1] == b"k" * 100, "edited kernels, too")


def survives(program, data, exercises, words):
    solution = (exercises / "race" / "solution.cu").read_text(encoding="utf-8")
    with Server(program, data, words) as server:
        tokens = [server.join(f"s{i}") for i in range(20)]
        for number, token in enumerate(tokens):
            status, _ = server.ask("POST", "/api/submit", {"exercise": "race", "source": f"// {number}\n{solution}"}, token)
            if status != 200:
                check(False, f"submission {number}: {status}")
        server.kill()
    with Server(program, data, words) as server:
        rows = [server.ask("GET", "/api/mine", token=token)[1]["submissions"] for token in tokens]
        check(all(len(row) == 1 for row in rows), "no submission is lost when the server is killed")
        check(within(500, lambda: all(server.ask("GET", "/api/mine", token=token)[1]["submissions"][0]["points"] == 10 for token in tokens)), "and all are graded after the next start")


def raw(server, text, seconds=3):
    """What the server answers to these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as connection:
        connection.sendall(text)
        try:
            return connection.recv(4096)
        except TimeoutError:
            return b""


def hostile(server, exercises):
    try:
        status = server.ask("POST", "/api/check", raw=b"x" * (5 << 20), headers={"Content-Type": "application/json"})[0]
    except OSError: # the server does not read it
        status = 413
    check(status == 413, "a body of 5 MiB is refused")
    check(b"413" in raw(server, b"POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n"), "and one that only says so")
    check(b"411" in raw(server, b"POST /api/join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n"), "and one without an end")
    check(b" 200 " not in raw(server, b"GET / HTTP/9.9\r\n\r\n"), "nonsense has no answer that pages could show")
    for path in ("/../class.sqlite", "/class/../../token.txt", "/..%2f..%2ftoken.txt", "/shown/../token.txt", "/shown/%2e%2e/class.sqlite", "/token.txt", "/class.sqlite"):
        answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        check(b" 200 " not in answer.split(b"\r\n")[0] and server.token.encode() not in answer, f"{path} is not served")
    for body in (b"[]", b"{", b"null", b"[" * 100000, b'{"code": 7}', b"\xff\xfe"):
        status = server.ask("POST", "/api/join", raw=body, headers={"Content-Type": "application/json"})[0]
        check(status in (400, 403), f"{body[:10]} is answered with {status}")
    check(server.ask("POST", "/api/join", raw=b'{"code": "abc234"}', headers={"Content-Type": "text/plain"})[0] == 400, "a form of another site cannot join")
    statuses = [server.ask("POST", "/api/join", {"code": "guess"})[0] for _ in range(40)]
    check(statuses.count(429) > 20, f"guesses of the code are slowed down: {statuses.count(429)} of 40 refused")
    time.sleep(1)
    token = server.join("flood")
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        start = (exercises / "race" / "kernels.cu").read_text(encoding="utf-8")
        flood = list(pool.map(lambda i: server.ask("POST", "/api/check", {"exercise": "race", "source": f"// {i}\n{start}"}, token)[0], range(24)))
    check(flood.count(429) >= 10 and flood.count(200) >= 2, f"one student has two checks at a time: {flood.count(429)} of 24 refused")
    evil = server.join("evil")
    for source in ("#include \"/etc/passwd\"\n", "template<int N> struct T { using t = typename T<N + 1>::t; }; T<0>::t x;\n", "__global__ void add_neighbors(const int* a, int* b, int n) { for (;;) b[0] = n; }\n"):
        status, result = server.ask("POST", "/api/check", {"exercise": "race", "source": source}, evil)
        check(status in (200, 503) and "root:" not in str(result) and (status == 503 or result["points"] == 0), f"no points and no file for {source[:30]!r}: {status}")
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
    for connection in idle[:150]:
        connection.sendall(b"GET /api/exercises HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    begin = time.monotonic()
    status, _ = server.ask("GET", "/api/summary")
    seconds = time.monotonic() - begin
    check(status == 200 and seconds < 3, f"300 idle and slow connections: others are answered in {seconds:.2f} s")
    time.sleep(12)
    for connection in idle[:3]:
        connection.settimeout(1)
        try:
            check(connection.recv(100) is not None, "a slow connection is closed or answered after 10 s")
        except OSError:
            check(False, "a slow connection is still open after 12 s")
    for connection in idle:
        connection.close()


def at_once(server):
    """A class that presses the same button: the connections wait until the server has time, here after it was stopped for a moment."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        with contextlib.ExitStack() as open_ones:
            waiting = [open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=5)) for _ in range(300)]
            for connection in waiting:
                connection.sendall(b"GET /api/exercises HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            server.process.send_signal(signal.SIGCONT)
            answered = sum(b" 200 " in connection.recv(100) for connection in waiting)
    except OSError as error:
        answered = f"then {error}"
    finally:
        server.process.send_signal(signal.SIGCONT)
    check(answered == 300, f"of 300 connections at once, {answered} are answered")


def port_taken(program, data, port):
    command = [str(program), "serve", "--data", str(data), "--address", "127.0.0.1", "--port", str(port), "--exercise", "race"]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60)
    check(second.returncode != 0 and f"port {port}" in second.stderr, f"a second server does not take the port: {second.stderr.strip()}")


def main():
    program, exercises = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    words = ["--exercise", "race", "--exercise", "reduction"]
    with tempfile.TemporaryDirectory(prefix="warpstage-serve-") as name:
        root = pathlib.Path(name)
        with Server(program, root / "class", words) as server:
            check(CODE in "".join(server.lines), "the code is printed")
            status, page = server.ask("GET", "/class/")
            check(status == 200 and b"class.js" in page, "the page of the class is served")
            status, code = server.ask("GET", "/class/code.svg")
            check(status == 200 and code.startswith(b"<svg"), "and its QR code")
            check((root / "class").stat().st_mode & 0o077 == 0, "the folder of the class is private")
            students(server, exercises)
            presenter(server)
            hostile(server, exercises)
            at_once(server)
            port_taken(program, root / "second", server.port)
            check(server.process.poll() is None, "the server runs")
        with Server(program, root / "tls", [*words, "--tls"]) as server:
            trusting = ssl.create_default_context(cafile=str(root / "tls" / "certificate.pem"))
            with socket.create_connection(("127.0.0.1", server.port)) as plain, trusting.wrap_socket(plain, server_hostname="localhost") as secure:
                secure.sendall(b"GET /api/exercises HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                check(b" 200 " in secure.recv(4096).split(b"\r\n")[0], "https works with the server's own certificate")
            presented = ["--engine", "vm", "--offscreen", "640x360", "--no-console", "--lesson", "banks", "--frames", "400", "--publish", f"https://localhost:{server.port}/state"]
            said = subprocess.run([program, *presented, "--publish-token", str(root / "tls" / "token.txt")], capture_output=True, text=True).stderr
            with socket.create_connection(("127.0.0.1", server.port)) as plain, trusting.wrap_socket(plain, server_hostname="localhost") as secure:
                secure.sendall(b"GET /state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                answer = b"".join(iter(lambda: secure.recv(4096), b""))
            check(b"lesson=banks" in answer, f"a stage publishes to it: {answer[-200:]} {said[-200:]}")
            check((root / "tls" / "key.pem").stat().st_mode & 0o077 == 0, "whose key is private")
        survives(program, root / "killed", exercises, words)
        script = (pathlib.Path(__file__).resolve().parents[2] / "assets" / "class" / "class.js").read_text(encoding="utf-8")
        check("innerHTML" not in script and "insertAdjacentHTML" not in script and "eval(" not in script, "the page shows texts as text")
    print(f"{len(failures)} failed" if failures else "all passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
