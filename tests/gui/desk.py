"""The environment of tests with real windows: an X server with a window manager, a home folder, the program, and its screenshots."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

TOOLS = ["Xvfb", "openbox", "xdotool", "convert-im6.q16", "import-im6.q16"]
START_SECONDS = 60  # long enough for a sanitized build on a busy computer


def wait_for(condition, seconds, what):
    """Returns the first true value of condition(); raises an AssertionError with `what` after `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen within {seconds} s")


def run(check, sentence, tools=()):
    """Calls check(program, folder, *other arguments) with an empty folder; returns the exit status, 77 without the tools."""
    missing = [tool for tool in [*TOOLS, *tools] if shutil.which(tool) is None]
    if missing:
        print(f"skipped: this computer has no {', '.join(missing)}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        check(sys.argv[1], pathlib.Path(folder), *sys.argv[2:])
    print(sentence)
    return 0


class Picture:
    """A saved PNG as rows of RGB bytes."""

    def __init__(self, path):
        self.path = path
        size = subprocess.run(["convert-im6.q16", str(path), "-format", "%w %h", "info:"], check=True, capture_output=True)
        self.width, self.height = map(int, size.stdout.split())
        raw = subprocess.run(["convert-im6.q16", str(path), "-depth", "8", "rgb:-"], check=True, capture_output=True)
        self.pixels = raw.stdout

    def colors(self):
        """Number of distinct colors, coarsely quantized: a blank image has one."""
        return len({self.pixels[i:i + 3] for i in range(0, len(self.pixels), 3 * 7)})

    def difference(self, other, box=None):
        """Fraction of clearly different pixels within box = (x, y, width, height)."""
        x0, y0, w, h = box or (0, 0, self.width, self.height)
        changed = 0
        for y in range(y0, y0 + h):
            row = slice(3 * (y * self.width + x0), 3 * (y * self.width + x0 + w))
            a, b = self.pixels[row], other.pixels[row]
            changed += sum(1 for i in range(0, len(a), 3) if abs(a[i] - b[i]) + abs(a[i + 1] - b[i + 1]) + abs(a[i + 2] - b[i + 2]) > 60)
        return changed / (w * h)


def xvfb(size):
    """Starts a server with one screen of `size`, for example "1600x1000"; returns its process and its display."""
    read_end, write_end = os.pipe()
    process = subprocess.Popen(["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
                               pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        return process, ":" + pipe.readline().strip()


class Desk:
    """An X server with a window manager and a home folder. Its programs end with it."""

    def __init__(self, folder, server):
        self.folder = pathlib.Path(folder)
        self.pictures = self.folder / "Pictures"
        process, display = server
        self.processes = [process]
        settings = self.folder / ".config" / "warpstage"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "stage.txt").write_text("tour = seen\n", encoding="utf-8")
        (self.folder / ".config" / "user-dirs.dirs").write_text('XDG_PICTURES_DIR="$HOME/Pictures"\n', encoding="utf-8")
        self.environment = dict(os.environ, DISPLAY=display, HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder / ".config"),
                                XDG_DATA_HOME=str(self.folder / "data"), XDG_STATE_HOME=str(self.folder / "state"))
        for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_PICTURES_DIR"):
            self.environment.pop(name, None)
        self.processes.append(wait_for(self.window_manager, START_SECONDS, "starting openbox"))
        self.log = open(self.folder / "log", "w+", encoding="utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
        self.log.close()

    def window_manager(self):
        """Returns openbox if it still runs after a moment: on a busy computer the display may respond late, and openbox then exits."""
        process = subprocess.Popen(["openbox"], env=self.environment, stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        return process if process.poll() is None else None

    def start(self, program, *words):
        """Starts the program on the virtual machine; `stage` is the window of the stage."""
        self.program = subprocess.Popen([program, "--engine", "vm", *words], env=self.environment, stdout=self.log, stderr=self.log)
        self.processes.append(self.program)
        self.stage = wait_for(lambda: self.find("^warpstage$"), START_SECONDS, "opening the stage")
        self.xdotool("windowactivate", "--sync", self.stage)

    def find(self, title):
        self.expect_running()
        return self.xdotool("search", "--onlyvisible", "--name", title).split("\n")[0]

    def expect_running(self):
        if self.program.poll() is not None:
            self.log.seek(0)
            raise AssertionError(f"the program ended with status {self.program.returncode}: {self.log.read()}")

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True, check=False).stdout.strip()

    def place(self, window, x, y, width, height):
        self.xdotool("windowsize", window, str(width), str(height))
        self.xdotool("windowmove", window, str(x), str(y))

    def size(self):
        words = dict(line.split("=", 1) for line in self.xdotool("getwindowgeometry", "--shell", self.stage).splitlines() if "=" in line)
        return int(words["WIDTH"]), int(words["HEIGHT"])

    def press(self, *keys):
        # Without a window argument xdotool uses the XTEST extension: the window manager sends the key to the window with the focus.
        for key in keys:
            self.xdotool("key", "--clearmodifiers", key)

    def press_in(self, window, *keys):
        self.xdotool("windowactivate", "--sync", window)
        self.press(*keys)

    def picture(self):
        """Presses F12 and reads the file that appears."""
        return self.picture_after(lambda: self.press("F12"))

    def picture_after(self, act):
        """Returns the screenshot that the program saves on act()."""
        before = set(self.pictures.rglob("*.png"))
        act()
        path = wait_for(lambda: set(self.pictures.rglob("*.png")) - before, 20, "saving a screenshot").pop()
        wait_for(lambda: path.read_bytes()[-8:-4] == b"IEND", 10, "finishing the screenshot")
        return Picture(path)

    def screenshot(self, path, window="root"):
        """The content of the screen, which may differ from what the program has drawn."""
        subprocess.run(["import-im6.q16", "-window", window, str(path)], env=self.environment, check=True)

    def remembered(self, name):
        """The lines `key = value` of one of the program's state files; empty without the file."""
        path = self.folder / "state" / "warpstage" / name
        if not path.exists():
            return {}
        lines = [line.split("=", 1) for line in path.read_text(encoding="utf-8").splitlines() if "=" in line]
        return {key.strip(): value.strip() for key, value in lines}
