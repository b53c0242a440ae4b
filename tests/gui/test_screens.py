#!/usr/bin/env python3
"""Two screens, as in a lecture hall: the console opens automatically, the second screen gets hall mode, and each screen is drawn
correctly, also after clicks on the console, a restart, an exchange of the screens, a change of the projector's resolution and after unplugging it.

Usage: test_screens.py PROGRAM. Exit status 77 if this computer has no Xorg with the driver "dummy", openbox, xdotool or ImageMagick.
"""
import os
import pathlib
import subprocess
import sys
import time

from desk import START_SECONDS, Desk, Picture, run, wait_for
from test_start import check_whole_window

CONFIGURATION = """
Section "Device"
  Identifier "two outputs"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Screen"
  Identifier "both"
  Device "two outputs"
  DefaultDepth 24
EndSection
"""
MODES = {"1920x1080": "173 1920 2048 2248 2576 1080 1083 1088 1120", "1280x720": "74.5 1280 1344 1472 1664 720 723 728 748"}
LECTURER = "1024x768"  # the first screen, which the driver always provides


def two_screens(folder):
    """Starts Xorg; returns its process and its display, or nothing if it does not start."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "xorg.conf").write_text(CONFIGURATION, encoding="utf-8")
    read_end, write_end = os.pipe()
    process = subprocess.Popen(
        ["Xorg", "-displayfd", str(write_end), "-config", "xorg.conf", "-nolisten", "tcp", "-noreset", "-logfile", "xorg.log"],
        cwd=folder, pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        number = pipe.readline().strip()
    return (process, ":" + number) if number else None


def xrandr(desk, *words):
    subprocess.run(["xrandr", *words], env=desk.environment, check=True, stdout=subprocess.DEVNULL)


def plug_in(desk):
    """A projector of 1920x1080, to the right of the lecturer's screen."""
    for name, timing in MODES.items():
        xrandr(desk, "--newmode", name, *timing.split())
        xrandr(desk, "--addmode", "DUMMY1", name)
    xrandr(desk, "--output", "DUMMY0", "--mode", LECTURER, "--primary", "--output", "DUMMY1", "--mode", "1920x1080", "--right-of", "DUMMY0")
    xrandr(desk)  # queries the outputs: until then the server reports the second output as disconnected


def drawn_off_screen(desk, program, *words):
    path = desk.folder / "off_screen.png"
    subprocess.run([program, "--engine", "vm", "--no-console", "--lesson", "transpose", "--offscreen", "1920x1080", "--frames", "120",
                    "--screenshot", str(path), *words], env=desk.environment, check=True, stdout=subprocess.DEVNULL)
    return Picture(path)


def on_projector(desk, x, what):
    """The stage is on the projector at `x`, whose screen shows it, not a minimized window's empty desktop; returns the screen."""
    desk.expect_running()
    assert desk.find("^warpstage$") == desk.stage, f"{what}: the stage is minimized"
    path = desk.folder / "projector.png"
    desk.screenshot(path)
    subprocess.run(["convert-im6.q16", str(path), "-crop", f"1920x1080+{x}+0", "+repage", str(path)], check=True)
    screen = Picture(path)
    assert screen.colors() > 50, f"{what}: the projector is blank ({screen.colors()} colors)"
    return screen


def click_console(desk):
    """A click on the console, as the lecturer does all the time; the focus then leaves the stage."""
    desk.place(desk.console, 40, 40, 900, 640)
    desk.xdotool("mousemove", "500", "52", "click", "1")
    wait_for(lambda: desk.xdotool("getactivewindow") == desk.console, 10, "activating the console")
    time.sleep(2)


def check_console_beside_projector(desk, program):
    """Full screen on the projector, then clicks on the console, a clicker, a restart, and the screens the other way around."""
    click_console(desk)
    before = on_projector(desk, 1024, "clicking the console")
    desk.press("Next", "Next")  # a clicker belongs to the window with the focus
    time.sleep(3)
    assert on_projector(desk, 1024, "pressing a clicker").difference(before) > 0.01, "the clicker changed nothing on the projector"
    desk.program.terminate()
    desk.program.wait(20)
    desk.start(program, "--no-start-page", "--lesson", "transpose")
    desk.console = wait_for(lambda: desk.find("Console"), START_SECONDS, "opening the console again")
    wait_for(lambda: desk.size() == (1920, 1080), 30, "covering the second screen after a restart")
    click_console(desk)
    on_projector(desk, 1024, "restarting in full screen")
    xrandr(desk, "--output", "DUMMY1", "--pos", "0x0", "--output", "DUMMY0", "--pos", "1920x0")
    time.sleep(3)
    desk.press_in(desk.stage, "F11")
    desk.place(desk.stage, 200, 60, 1000, 640)
    time.sleep(1)
    desk.press_in(desk.stage, "F11")
    wait_for(lambda: desk.size() == (1920, 1080), 20, "covering the projector on the left")
    on_projector(desk, 0, "exchanging the screens")
    xrandr(desk, "--output", "DUMMY0", "--pos", "0x0", "--output", "DUMMY1", "--pos", "1024x0")
    time.sleep(3)
    desk.press_in(desk.stage, "F11")
    desk.place(desk.stage, 1100, 60, 1000, 640)
    time.sleep(1)
    desk.press_in(desk.stage, "F11")
    wait_for(lambda: desk.size() == (1920, 1080), 20, "covering the projector on the right again")


def check_desk(desk, program):
    plug_in(desk)
    plain, hall = drawn_off_screen(desk, program), drawn_off_screen(desk, program, "--hall")
    assert plain.difference(hall) > 0.1, "hall mode changes nothing"
    desk.start(program, "--no-start-page", "--lesson", "transpose")
    desk.console = wait_for(lambda: desk.find("Console"), START_SECONDS, "opening the console with a second screen")
    desk.place(desk.stage, 1100, 60, 1000, 640)
    wait_for(lambda: desk.size() == (1000, 640), 20, "moving to the second screen")
    time.sleep(1)
    desk.press_in(desk.stage, "space", "F11")
    wait_for(lambda: desk.size() == (1920, 1080), 20, "covering the second screen")
    time.sleep(2)
    covered = check_whole_window(desk, "covering the second screen")
    assert covered.difference(hall) < covered.difference(plain), "the window covers the second screen, but not in hall mode"
    check_console_beside_projector(desk, program)
    xrandr(desk, "--output", "DUMMY1", "--mode", "1280x720")
    time.sleep(2)
    check_whole_window(desk, "a smaller resolution of the projector")
    xrandr(desk, "--output", "DUMMY1", "--mode", "1920x1080")
    time.sleep(2)
    check_whole_window(desk, "a larger resolution of the projector")
    xrandr(desk, "--output", "DUMMY1", "--off")
    time.sleep(2)
    desk.xdotool("windowactivate", "--sync", desk.stage)
    check_whole_window(desk, "pulling the projector's cable")
    width, height = desk.size()
    assert width <= 1024 and height <= 768, f"the window is {width}x{height} on a screen of {LECTURER}"
    xrandr(desk, "--output", "DUMMY1", "--mode", "1920x1080", "--right-of", "DUMMY0")
    time.sleep(2)
    desk.xdotool("windowactivate", "--sync", desk.stage)
    check_whole_window(desk, "plugging the cable in again")
    desk.expect_running()


def check(program, folder):
    server = two_screens(pathlib.Path(folder))
    if server is None:
        print("skipped: Xorg does not start here with the driver \"dummy\"")
        sys.exit(77)
    with Desk(folder, server) as desk:
        check_desk(desk, program)


if __name__ == "__main__":
    sys.exit(run(check, "two screens, hall mode, another resolution and an unplugged cable work", ["Xorg", "xrandr"]))
