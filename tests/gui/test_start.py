#!/usr/bin/env python3
"""The first minutes in a real window: the start page, the tour, and a window that is as large as somebody wants it.

Usage: test_start.py PROGRAM. Exit status 77 where this machine has no Xvfb, openbox, xdotool or ImageMagick.
"""
import ctypes
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from test_window import TOOLS, Picture, Window, wait_for

MORE_TOOLS = TOOLS + ["import-im6.q16"]


def state_of(window, name):
    path = window.folder / "state" / "warpstage" / name
    if not path.exists():
        return {}
    lines = [line.split("=", 1) for line in path.read_text(encoding="utf-8").splitlines() if "=" in line]
    return {key.strip(): value.strip() for key, value in lines}


def size_of(window):
    words = dict(line.split("=", 1) for line in window.xdotool("getwindowgeometry", "--shell", window.id).splitlines() if "=" in line)
    return int(words["WIDTH"]), int(words["HEIGHT"])


def shown(window):
    """What the screen shows where the window is: not what the program has drawn, but what arrived."""
    path = window.folder / "shown.png"
    subprocess.run(["import-im6.q16", "-window", window.id, str(path)], env=window.environment, check=True)
    return Picture(path)


def check_whole_window(window, what):
    """Every quarter of the window shows what was drawn there."""
    def agrees():
        drawn, screen = window.picture(), shown(window)
        if (drawn.width, drawn.height) != (screen.width, screen.height):
            return False
        half = (drawn.width // 2, drawn.height // 2)
        boxes = [(x, y, *half) for x in (0, half[0]) for y in (0, half[1])]
        # The picture's own message, "Saved ...", comes and goes at the bottom.
        boxes = [(x, y, w, h if y == 0 else h - h // 6) for x, y, w, h in boxes]
        return all(screen.difference(drawn, box) < 0.01 for box in boxes) and drawn
    drawn = wait_for(agrees, 40, f"showing the whole picture after {what}")
    assert drawn.colours() > 60, f"the picture is blank after {what}"
    return drawn


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
                ("padding", ctypes.c_long * 24)]


def maximize(window, wanted):
    """Asks the window manager as a taskbar does."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(window.environment["DISPLAY"].encode()))
    atom = lambda name: x11.XInternAtom(display, name, 0)
    event = ClientMessage(type=33, window=int(window.id), message_type=atom(b"_NET_WM_STATE"), format=32)
    event.data[:4] = [int(wanted), atom(b"_NET_WM_STATE_MAXIMIZED_VERT"), atom(b"_NET_WM_STATE_MAXIMIZED_HORZ"), 1]
    redirect_and_notify = (1 << 20) | (1 << 19)
    x11.XSendEvent(display, ctypes.c_ulong(x11.XDefaultRootWindow(display)), 0, ctypes.c_long(redirect_and_notify), ctypes.byref(event))
    x11.XCloseDisplay(display)


def resized(window, width, height):
    window.xdotool("windowsize", window.id, str(width), str(height))
    wait_for(lambda: size_of(window) == (width, height), 20, f"resizing to {width}x{height}")


def check_sizes(program, drawing, folder):
    """F11, maximized, restored, and from 1280x720 to 3840x2160 while it runs."""
    window = Window(program, folder, ["--no-start-page", "--lesson", "transpose", "--drawing", drawing], screen="3840x2160")
    try:
        time.sleep(3)
        window.press("space")  # two pictures of a moment
        resized(window, 1280, 720)
        check_whole_window(window, f"1280x720, {drawing}")
        window.press("F11")
        wait_for(lambda: size_of(window) == (3840, 2160), 20, "full screen")
        check_whole_window(window, f"F11, {drawing}")
        window.press("Escape")
        time.sleep(1)
        assert size_of(window) == (3840, 2160), "one Escape leaves full screen"
        window.press("Escape")
        wait_for(lambda: size_of(window) == (1280, 720), 20, "leaving full screen by the second Escape")
        check_whole_window(window, f"leaving full screen, {drawing}")
        maximize(window, True)
        wait_for(lambda: size_of(window)[0] > 3000, 20, "maximizing")
        check_whole_window(window, f"maximizing, {drawing}")
        maximize(window, False)
        wait_for(lambda: size_of(window) == (1280, 720), 20, "restoring")
        check_whole_window(window, f"restoring, {drawing}")
        for size in (1920, 1080), (3600, 2000), (1000, 640):
            window.xdotool("windowmove", window.id, "0", "30")
            resized(window, *size)
            check_whole_window(window, f"{size}, {drawing}")
        assert window.program.poll() is None, "the program ended by itself"
    finally:
        window.close()


def check_start_page(program, folder):
    window = Window(program, folder, [])
    try:
        page = wait_for(lambda: (p := window.picture()).colours() > 150 and p, 30, "drawing the pictures of the lessons")
        window.press("Return")
        time.sleep(3)
        lesson = window.picture()
        assert lesson.difference(page) > 0.1, "Enter opens nothing"
        # Panels of warps and of memory, right: the lesson opens with a kernel, so they are filled.
        panel = (lesson.width * 7 // 10, lesson.height // 10, lesson.width // 4, lesson.height // 2)
        filled = Picture(lesson.path)
        assert len({filled.pixels[3 * (y * filled.width + x):3 * (y * filled.width + x) + 3]
                    for x in range(panel[0], panel[0] + panel[2], 3) for y in range(panel[1], panel[1] + panel[3], 3)}) > 20
        wait_for(lambda: state_of(window, "session.txt").get("variant") == "shared", 20, "remembering the lesson")
        window.press("2")
        wait_for(lambda: state_of(window, "session.txt").get("variant") == "global", 20, "remembering the variant")
        # The page again, by letters to another lesson.
        window.press("F4")
        for key in "trans":
            window.press(key)
        window.press("Return")
        wait_for(lambda: state_of(window, "session.txt").get("lesson") == "transpose", 20, "opening a lesson by its letters")
        window.xdotool("windowmove", window.id, "200", "150")
        resized(window, 1000, 700)
        wait_for(lambda: state_of(window, "window.txt").get("box", "").endswith("1000 700"), 20, "remembering the window")
    finally:
        window.close()
    # Back where somebody was, in the same window.
    window = Window(program, folder, [])
    try:
        wait_for(lambda: size_of(window) == (1000, 700), 20, "opening the window as it was")
        for key in "con":
            window.press(key)
        window.press("Return")
        time.sleep(2)
        assert state_of(window, "session.txt").get("lesson") == "transpose"
        window.press("Tab")
        wait_for(lambda: state_of(window, "session.txt").get("lesson") == "reduction", 20, "the lesson after the one that was continued")
    finally:
        window.close()


def main():
    missing = [tool for tool in MORE_TOOLS if shutil.which(tool) is None]
    if missing:
        print(f"skipped: this machine has no {', '.join(missing)}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        check_start_page(sys.argv[1], folder)
    for drawing in "processor", "graphics":
        with tempfile.TemporaryDirectory() as folder:
            check_sizes(sys.argv[1], drawing, pathlib.Path(folder))
    print("start page, full screen, maximized and every size did what they should")
    return 0


if __name__ == "__main__":
    sys.exit(main())
