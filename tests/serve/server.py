"""A started `warpstage serve`, and requests to it."""
import http.client
import json
import os
import re
import signal
import subprocess
import threading
import time

CODE = "abc234"


class Server:
    """Use with `with`. `data` keeps the class between starts. `cores`: the numbers of the processor cores that the server and its workers may use."""

    def __init__(self, program, data, words=(), cores=None):
        self.data = data
        command = [str(program), "serve", "--data", str(data), "--address", "127.0.0.1", "--port", "0", "--code", CODE, "--jobs", "2", *words]
        environment = dict(os.environ, HOME=str(data), LC_ALL="C.UTF-8")
        if cores:
            command = ["taskset", "--cpu-list", cores, *command]
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines = []
        self.port = None
        for line in self.process.stdout:
            self.lines.append(line)
            if found := re.search(r"listening at port (\d+)", line):
                self.port = int(found[1])
                break
        if self.port is None:
            raise SystemExit("the server did not start: " + "".join(self.lines))
        threading.Thread(target=lambda: self.lines.extend(self.process.stdout), daemon=True).start()
        self.token = (data / "token.txt").read_text(encoding="ascii").strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=60)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def connect(self, timeout=150):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, path, content=None, token=None, raw=None, headers=None):
        """Status and body: an object if it is JSON."""
        connection = self.connect()
        fields = dict(headers or {})
        if token:
            fields["Authorization"] = f"Bearer {token}"
        body = raw
        if content is not None:
            fields["Content-Type"] = "application/json"
            body = json.dumps(content)
        connection.request(method, path, body=body, headers=fields)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        try:
            return response.status, json.loads(text)
        except ValueError:
            return response.status, text

    def join(self, name=""):
        status, answer = self.ask("POST", "/api/join", {"code": CODE, "name": name})
        if status != 200:
            raise SystemExit(f"join: {status} {answer}")
        return answer["token"]

    def events(self, wanted, seconds):
        """The data of the next event of a name, or None."""
        connection = self.connect(timeout=seconds)
        connection.request("GET", "/events")
        response = connection.getresponse()
        name = ""
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                line = response.readline().decode().rstrip("\n")
                if line.startswith("event: "):
                    name = line[7:]
                elif line.startswith("data: ") and name == wanted:
                    return line[6:]
        except TimeoutError:
            return None
        finally:
            connection.close()
        return None
