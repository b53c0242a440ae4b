#!/usr/bin/env python3
"""First use in a real window: the start page, the tour, and windows of all sizes.

Usage: test_start.py PROGRAM. Exit status 77 if this computer has no Xvfb, openbox, xdotool or ImageMagick.
"""
import ctypes
import sys
import time

from desk import Desk, Picture, run, wait_for, xvfb


def shown(window):
    path = window.folder / "shown.png"
    window.screenshot(path, window.stage)
    return Picture(path)


def check_whole_window(window, what):
    """Every quarter of the window must show drawn content."""
    def agrees():
        drawn, screen = window.picture(), shown(window)
        if (drawn.width, drawn.height) != (screen.width, screen.height):
            return False
        half = (drawn.width // 2, drawn.height // 2)
        boxes = [(x, y, *half) for x in (0, half[0]) for y in (0, half[1])]
        # The message "Saved ..." appears and disappears at the bottom.
        boxes = [(x, y, w, h if y == 0 else h - h // 6) for x, y, w, h in boxes]
        return all(screen.difference(drawn, box) < 0.01 for box in boxes) and drawn
    drawn = wait_for(agrees, 40, f"showing the whole frame after {what}")
    assert drawn.colors() > 60, f"the frame is blank after {what}"
    return drawn


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
                ("padding", ctypes.c_long * 24)]


def maximize(window, wanted):
    """Sends a request to the window manager, as a taskbar does."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(window.environment["DISPLAY"].encode()))
    atom = lambda name: x11.XInternAtom(display, name, 0)
    event = ClientMessage(type=33, window=int(window.stage), message_type=atom(b"_NET_WM_STATE"), format=32)
    event.data[:4] = [int(wanted), atom(b"_NET_WM_STATE_MAXIMIZED_VERT"), atom(b"_NET_WM_STATE_MAXIMIZED_HORZ"), 1]
    redirect_and_notify = (1 << 20) | (1 << 19)
    x11.XSendEvent(display, ctypes.c_ulong(x11.XDefaultRootWindow(display)), 0, ctypes.c_long(redirect_and_notify), ctypes.byref(event))
    x11.XCloseDisplay(display)


def resized(window, width, height):
    window.xdotool("windowsize", window.stage, str(width), str(height))
    wait_for(lambda: window.size() == (width, height), 20, f"resizing to {width}x{height}")


def check_sizes(program, drawing, folder):
    """F11, maximized, restored, and resized from 1280x720 to 3840x2160."""
    with Desk(folder, xvfb("3840x2160")) as window:
        window.start(program, "--no-start-page", "--lesson", "transpose", "--drawing", drawing)
        time.sleep(3)
        window.press("space")  # two screenshots at the same time
        resized(window, 1280, 720)
        check_whole_window(window, f"1280x720, {drawing}")
        window.press("F11")
        wait_for(lambda: window.size() == (3840, 2160), 20, "full screen")
        check_whole_window(window, f"F11, {drawing}")
        window.press("Escape")
        time.sleep(1)
        assert window.size() == (3840, 2160), "one Escape leaves full screen"
        window.press("Escape")
        wait_for(lambda: window.size() == (1280, 720), 20, "leaving full screen by the second Escape")
        check_whole_window(window, f"leaving full screen, {drawing}")
        maximize(window, True)
        wait_for(lambda: window.size()[0] > 3000, 20, "maximizing")
        check_whole_window(window, f"maximizing, {drawing}")
        maximize(window, False)
        wait_for(lambda: window.size() == (1280, 720), 20, "restoring")
        check_whole_window(window, f"restoring, {drawing}")
        for size in (1920, 1080), (3600, 2000), (1000, 640):
            window.xdotool("windowmove", window.stage, "0", "30")
            resized(window, *size)
            check_whole_window(window, f"{size}, {drawing}")
        window.expect_running()


def check_start_page(program, folder):
    with Desk(folder, xvfb("1600x1000")) as window:
        window.start(program)
        page = wait_for(lambda: (p := window.picture()).colors() > 150 and p, 30, "drawing the figures of the lessons")
        window.press("Return")
        time.sleep(3)
        lesson = window.picture()
        assert lesson.difference(page) > 0.1, "Enter has not opened a lesson"
        # The panels of warps and memory on the right: the lesson starts with a kernel, so they are filled.
        panel = (lesson.width * 7 // 10, lesson.height // 10, lesson.width // 4, lesson.height // 2)
        filled = Picture(lesson.path)
        assert len({filled.pixels[3 * (y * filled.width + x):3 * (y * filled.width + x) + 3]
                    for x in range(panel[0], panel[0] + panel[2], 3) for y in range(panel[1], panel[1] + panel[3], 3)}) > 20
        wait_for(lambda: window.remembered("session.txt").get("variant") == "shared", 20, "remembering the lesson")
        window.press("2")
        wait_for(lambda: window.remembered("session.txt").get("variant") == "global", 20, "remembering the variant")
        # Back to the page, and to another lesson by its letters.
        window.press("F4")
        for key in "trans":
            window.press(key)
        window.press("Return")
        wait_for(lambda: window.remembered("session.txt").get("lesson") == "transpose", 20, "opening a lesson by its letters")
        window.xdotool("windowmove", window.stage, "200", "150")
        resized(window, 1000, 700)
        wait_for(lambda: window.remembered("window.txt").get("box", "").endswith("1000 700"), 20, "remembering the window")
    # Restart: the same lesson and the same window.
    with Desk(folder, xvfb("1600x1000")) as window:
        window.start(program)
        wait_for(lambda: window.size() == (1000, 700), 20, "restoring the window")
        for key in "con":
            window.press(key)
        window.press("Return")
        time.sleep(2)
        assert window.remembered("session.txt").get("lesson") == "transpose"
        window.press("Tab")
        wait_for(lambda: window.remembered("session.txt").get("lesson") == "reduction", 20, "the lesson after the continued one")


def check(program, folder):
    check_start_page(program, folder / "start")
    for drawing in "processor", "graphics":
        check_sizes(program, drawing, folder / drawing)


if __name__ == "__main__":
    sys.exit(run(check, "start page, full screen, maximized and every size work"))
