#!/usr/bin/env python3
"""The program on a GPU that fails: one sentence, no crash, no hang, and the lecture goes on.

Usage: test_failures.py PROGRAM FAULTY_DRIVER [--behind DRIVER] [--cupti LIBRARY] [--all]
FAULTY_DRIVER, a libcuda.so.1, injects the failures; DRIVER does the work (default: that of this computer; exit status 77 without one).
LIBRARY is a CUPTI that the test of counters loads. --all: every call of the driver fails with every status.
"""
import argparse
import ctypes
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TIME_LIMIT = 120  # seconds for one run
STATUSES = {2: "out of memory", 46: "unavailable", 214: "ECC error", 700: "illegal address", 719: "launch failed", 801: "not supported",
            810: "MPS client terminated", 999: "unknown"}


def driver_of_this_computer():
    """The path of libcuda.so.1; None without a usable one."""
    for name in ("libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1"):
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        count = ctypes.c_int(0)
        if library.cuInit(0) != 0 or library.cuDeviceGetCount(ctypes.byref(count)) != 0 or count.value == 0:
            return None
        mapped = pathlib.Path("/proc/self/maps").read_text(encoding="utf-8")
        return re.search(r"\S*/libcuda\.so\S*", mapped).group()
    return None


class Program:
    def __init__(self, options, folder):
        self.program, self.folder = options.program, folder
        self.library, self.behind, self.cupti = options.driver.parent, options.behind, options.cupti
        self.runs = 0

    def environment(self, switches, **more):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("WARPSTAGE_", "XDG_"))}
        libraries = ":".join(part for part in (str(self.library), more.pop("libraries", ""), kept.get("LD_LIBRARY_PATH", "")) if part)
        return kept | {"HOME": str(self.folder), "LD_LIBRARY_PATH": libraries,
                       "WARPSTAGE_FAULTY_CUDA": f"driver={self.behind} {switches}"} | more

    def start(self, switches, *words, **more):
        self.runs += 1
        return subprocess.Popen([self.program, *map(str, words)], env=self.environment(switches, **more), text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder)

    def run(self, switches, *words, **more):
        """Exit status and output, both checked for crashes and for messages that are no sentences."""
        process = self.start(switches, *words, **more)
        try:
            output, _ = process.communicate(timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError(f"{words} with {switches!r} hangs") from None
        what = f"{' '.join(map(str, words))} with {switches!r}: status {process.returncode}\n{output}"
        assert process.returncode in (0, 1, 2), what
        for line in output.splitlines():
            if line.startswith("warpstage: "):
                assert line.endswith("."), "no sentence in " + what
        assert process.returncode == 0 or "warpstage: " in output, "no reason in " + what
        return process.returncode, output

    def stage(self, switches, script, *words):
        """The notice at the end of a script, which must do what it expects, and all output."""
        path = self.folder / "script.txt"
        path.write_text(script + "\nexpect notice (shown)\n", encoding="utf-8")
        status, output = self.run(switches, "--offscreen", "640x360", "--script", path, *words)
        notice = re.search(r"`notice` is `(.*)`; the script expects `\(shown\)`", output, re.DOTALL)
        assert status != 0 and notice, output
        return notice.group(1)


def functions():
    """The functions of the driver that the program calls."""
    table = pathlib.Path(__file__).parents[2] / "core/gpu/driver/driver_functions.h"
    return re.findall(r"ENTRY\(\w+, (cu\w+), \d+\)", table.read_text(encoding="utf-8"))


def check_every_call(program, every_status):
    results = ("check", "transpose", "--engine", "gpu", "--set", "n=64")
    frames = ("--lesson", "hazards", "--engine", "gpu", "--offscreen", "320x200", "--frames", "8")
    status, output = program.run("", *results)
    assert status == 0, output
    refused = 0
    for number, function in enumerate(functions()):
        failures = [(kind, code) for kind in ("fail", "lost") for code in STATUSES]
        if not every_status:
            failures = failures[number * 7 % len(failures):][:1]  # 7 and 16 have no common factor: each pair has its functions
        for kind, code in failures:
            status, _ = program.run(f"{kind}={function}:1:{code}", *results)
            refused += int(status != 0)
        program.run(f"lost={function}:2:{failures[0][1]}", *frames)
    assert refused > len(functions()) / 4, f"only {refused} failures were reported"


def check_start(program):
    for code, words in ((100, "finds no GPU"), (803, "Restart the computer"), (805, "(MPS) shares this GPU"), (999, "Restart the computer")):
        status, output = program.run(f"lost=cuInit:1:{code}", "--engine", "gpu", "--offscreen", "320x200", "--frames", "2")
        assert status != 0 and words in output, output
        status, output = program.run(f"lost=cuInit:1:{code}", "--offscreen", "320x200", "--frames", "2", "--lesson", "hazards")
        assert status == 0, output
    status, output = program.run("fail=cuDevicePrimaryCtxRetain:1:46", "check", "hazards", "--engine", "gpu")
    assert status != 0 and "Another program uses the GPU exclusively" in output, output


def check_memory_in_a_lesson_change(program):
    # Room for the first lesson, not for the second one: its input is about 1 MB.
    notice = program.stage("memory=1000000000 occupied=999700000",
                           "wait 20\nexpect engine gpu\nlesson nbody\nwait 90\nexpect engine vm\nexpect lesson nbody", "--lesson", "hazards")
    assert "Allocating" in notice and "Choose a smaller size, or close other programs that use the GPU." in notice, notice
    assert notice.endswith("The virtual machine runs the kernels now."), notice
    # The GPU has room for the next lesson, and for the same one at a smaller size.
    program.stage("memory=1000000000 occupied=999700000",
                  "wait 20\nlesson nbody\nwait 90\nexpect engine vm\nlesson hazards\nwait 30\nexpect engine gpu", "--lesson", "hazards")
    program.stage("memory=1000000000 occupied=999700000",
                  "wait 20\nlesson nbody\nwait 90\nexpect engine vm\nset n 256\nkey Shift+g\nwait 30\nexpect engine gpu", "--lesson", "hazards")
    # Room for one of the two, not for both at once.
    program.stage("memory=1000000000 occupied=999300000",
                  "wait 20\nlesson nbody\nset n 20480\nset n 256\nwait 30\nlesson hazards\nwait 20\nexpect engine gpu", "--lesson", "hazards")


def check_lost_device(program):
    for call in ("cuLaunchKernel:9", "cuEventQuery:5", "cuMemcpyDtoHAsync:3", "cuStreamSynchronize:7", "cuEventElapsedTime:3"):
        for code in (214, 700, 719):
            notice = program.stage(f"lost={call}:{code}", "wait 120\nexpect engine vm\nexpect lesson nbody", "--lesson", "nbody", "--set", "n=256",
                                   "--engine", "gpu")
            assert "After this fault the process cannot use the GPU any more" in notice, notice
            assert notice.endswith("The virtual machine runs the kernels now."), notice
    notice = program.stage("lost=cuLaunchKernel:9:719",
                           "wait 90\nexpect engine vm\nkey Shift+g\nwait 5\nexpect engine vm\nlesson hazards\nwait 5\nexpect engine vm",
                           "--lesson", "nbody", "--set", "n=256", "--engine", "gpu")
    assert "cannot use the GPU any more" in notice, notice
    # A failure that does not last: the user returns to the GPU.
    program.stage("fail=cuLaunchKernel:9:701", "wait 90\nexpect engine vm\nkey Shift+g\nwait 30\nexpect engine gpu", "--lesson", "nbody",
                  "--set", "n=256", "--engine", "gpu")


def check_sharing_refused(program):
    path = program.folder / "unshared.png"
    notice = program.stage("fail=cuGraphicsGLRegisterBuffer:1:304", f"wait 60\nexpect engine gpu\nscreenshot {path}", "--lesson", "nbody",
                           "--set", "n=256", "--engine", "gpu")
    # OpenGL on the processor shares nothing, and nothing is asked of the driver.
    if "off screen: NVIDIA" in program.run("", "doctor")[1]:
        assert "OpenGL does not share buffer" in notice and "copied through the host" in notice, notice
    else:
        assert notice == "", notice
    assert path.stat().st_size > 1000


def check_several_gpus(program):
    notice = program.stage("devices=2",
                           "wait 20\nengine gpu 1\nwait 20\nexpect engine gpu\nengine vm\nwait 5\nexpect engine vm\nengine gpu\nwait 5\n"
                           "expect engine gpu\nengine gpu 0\nwait 5\nexpect engine gpu\nengine gpu 7\nwait 2\nexpect engine gpu",
                           "--lesson", "hazards", "--engine", "gpu", "--gpu", "1")
    assert notice.startswith("Unknown GPU 7: the driver lists GPU 0 (") and ") and GPU 1 (" in notice, notice
    # GPU 1 is not available: the one that runs goes on.
    notice = program.stage("devices=2 fail=cuDevicePrimaryCtxRetain:2:46", "wait 20\nengine gpu 1\nwait 2\nexpect engine gpu",
                           "--lesson", "hazards", "--engine", "gpu")
    assert "Another program uses the GPU exclusively" in notice, notice


def check_part_of_a_gpu(program):
    switches = "name=NVIDIA_H100_80GB_HBM3_MIG_1g.10gb multiprocessors=16 memory=10468982784"
    status, output = program.run(switches, "doctor")
    assert "NVIDIA H100 80GB HBM3 MIG 1g.10gb" in output and "16 SMs" in output, output
    status, output = program.run(switches, "--engine", "gpu", "--lesson", "hazards", "--offscreen", "640x360", "--frames", "20")
    assert status == 0 and "MIG 1g.10gb" in output, output


def check_counters_without_permission(program):
    if program.cupti is None:
        return
    folder = program.folder / "cupti"
    folder.mkdir()
    (folder / "libcupti.so.13").symlink_to(program.cupti)
    (folder / "libcupti.so.12").symlink_to(program.cupti)
    status, output = program.run("", "counters", "reduction", "reduce2", "--engine", "gpu", "--set", "n=4096", libraries=str(folder),
                                 WARPSTAGE_FAKE_CUPTI="fail=cuptiRangeProfilerEnable:35")
    assert status != 0 and "ERR_NVGPUCTRPERM" in output, output


def check_instances(program):
    script = program.folder / "instances.txt"
    script.write_text("wait 60\nexpect engine gpu\n", encoding="utf-8")
    stage = ("--offscreen", "640x360", "--lesson", "nbody", "--set", "n=256", "--engine", "gpu", "--script", script)
    results = ("check", "transpose", "--engine", "gpu", "--set", "n=64")
    running = [program.start("", *words) for words in (stage, results, stage, results)]
    for process in running:
        output, _ = process.communicate(timeout=TIME_LIMIT)
        assert process.returncode == 0, output


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("driver", type=pathlib.Path)
    parser.add_argument("--behind", type=pathlib.Path)
    parser.add_argument("--cupti", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    options.behind = options.behind or driver_of_this_computer()
    if options.behind is None:
        print("No NVIDIA driver with a GPU.")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options, pathlib.Path(folder))
        for check in (check_start, check_memory_in_a_lesson_change, check_lost_device, check_sharing_refused, check_several_gpus,
                      check_part_of_a_gpu, check_counters_without_permission, check_instances):
            check(program)
            print(f"{check.__name__}: good")
        check_every_call(program, options.all)
        print(f"check_every_call: good; {program.runs} runs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
