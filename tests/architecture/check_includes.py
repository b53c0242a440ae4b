#!/usr/bin/env python3
"""Checks every #include of core/ and app/ against the design, and that no file includes itself through others.

Usage: check_includes.py PROJECT_FOLDER. Prints each violation with file and line; exit status 1 if there are any.
"""
import pathlib
import re
import sys

# A folder may include itself and the folders listed here. Indirect dependencies must be listed too.
CORE = ["base", "layout", "ptx", "sass", "simt", "trace", "arch", "analysis", "timing", "gpu", "problem", "lesson", "engine", "session"]
MAY_KNOW = {
    "core/base": [],
    "core/portable": [],
    "core/layout": ["core/base"],
    "core/memory_model": ["core/base"],
    "core/ptx": ["core/base"],
    "core/sass": ["core/base", "core/ptx"],
    "core/simt": ["core/base", "core/ptx"],
    "core/trace": ["core/base", "core/ptx", "core/simt"],
    "core/arch": ["core/base"],
    "core/analysis": ["core/" + name for name in ("base", "layout", "ptx", "sass", "simt", "trace", "arch", "problem", "lesson", "engine")],
    "core/timing": ["core/" + name for name in ("base", "ptx", "simt", "trace", "arch", "analysis", "problem", "lesson", "engine")],
    "core/gpu": ["core/base"],
    "core/problem": ["core/base", "core/ptx"],
    "core/lesson": ["core/base", "core/ptx", "core/simt", "core/arch", "core/problem"],
    "core/engine": ["core/base", "core/ptx", "core/simt", "core/gpu", "core/problem", "core/lesson"],
    "core/capture": ["core/base"],
    "core/capture_file": ["core/" + name for name in ("base", "ptx", "problem", "capture")],
    "core/runtime": ["core/" + name for name in ("base", "capture", "ptx", "simt", "trace", "arch", "analysis", "timing", "problem", "lesson", "engine")],
    "core/bench": ["core/" + name for name in ("base", "simt", "arch", "analysis", "timing", "problem", "lesson", "engine")],
    "core/kernel_run": ["core/" + name for name in ("base", "ptx", "simt", "gpu", "problem", "lesson", "engine")],
    "core/live": ["core/" + name for name in ("base", "ptx", "simt", "gpu", "problem", "lesson", "engine")],
    "core/exercise": ["core/" + name for name in ("base", "simt", "arch", "analysis", "timing", "gpu", "problem", "lesson", "engine", "live")],
    "core/session": ["core/" + name for name in CORE if name not in ("gpu", "session")],
    "core/editing": ["core/" + name for name in ("base", "simt", "problem", "lesson", "engine", "live", "session")],
    "core/session_file": ["core/" + name for name in CORE if name not in ("gpu", "problem")],
    "app/draw": ["core/base"],
    "app/fonts": ["app/draw", "core/base"],
    "app/views": ["app/draw", "core/memory_model"] + ["core/" + name for name in CORE if name not in ("gpu", "problem")],
    "app/stage": ["app/draw", "app/fonts", "app/views", "core/base", "core/session"],
    "app/shell": ["app/draw", "app/views", "app/stage", "core/session_file", "core/capture_file", "core/kernel_run", "core/editing"] + ["core/" + name for name in CORE if name != "gpu"],
    "app/web": ["app/draw", "app/export", "app/views", "app/stage", "app/shell", "core/bench", "core/session_file"] + ["core/" + name for name in CORE if name != "gpu"],
    "app/serve": ["app/shell", "app/views", "app/draw", "core/base", "core/analysis", "core/arch", "core/problem", "core/lesson", "core/gpu", "core/live", "core/exercise", "core/session"],
    "app/course": ["app/shell", "core/base", "core/lesson", "core/exercise", "core/capture_file", "core/session_file"],
    "app/export": ["app/draw", "app/fonts", "core/base"],
    "app/figures": ["app/draw", "app/views", "app/export", "core/bench", "core/memory_model"] + ["core/" + name for name in CORE],
    "app/runtime": ["core/base", "core/simt", "core/arch", "core/runtime"],
    "app/interpose": ["core/base", "core/ptx", "core/capture", "core/runtime"],
    "app/main.cpp": ["app/cli", "core/live"],
    "app/desktop": ["app/cli"],
    "app/compiler": ["core/base", "core/gpu"],
    "app/console": ["app/draw", "app/fonts", "app/views", "app/stage", "app/export", "core/session_file"] + ["core/" + name for name in CORE if name != "gpu"],
    "app/cli": ["app/draw", "app/fonts", "app/views", "app/stage", "app/shell", "app/export", "app/console", "app/course", "app/figures", "app/serve", "core/session_file", "core/capture", "core/capture_file", "core/runtime", "core/bench", "core/kernel_run", "core/live", "core/exercise", "core/editing", "core/memory_model"] + ["core/" + name for name in CORE],
}

# External headers that only these folders may include.
RESERVED = {
    r"cuda.*\.h|nvrtc\.h|cupti.*\.h|cublas.*\.h|nvtx3/.*": ["core/gpu"],
    r"GLFW/.*": ["app/stage/context"],
    r"glad/.*|GL/.*|EGL/.*|imgui.*|backends/imgui.*": ["app/stage"],
    r"Q[A-Z].*|Qt.*/.*|Qsci/.*": ["app/console", "app/export/qt"],
    r"curl/.*|qrencode\.h": ["app/shell/publish"],
    r"httplib\.h|sqlite3\.h|openssl/.*": ["app/serve"],
    r"seccomp\.h|spawn\.h|sys/wait\.h": ["core/base/process"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def folder_of(path):
    """The folder that a path of the project belongs to: core/ptx/parser.h -> core/ptx."""
    parts = path.split("/")
    return path if len(parts) == 2 else "/".join(parts[:2])


def violations_of(path, text):
    """Violations in the includes of one file; `path` is relative to the project."""
    folder = folder_of(path)
    if folder not in MAY_KNOW:
        yield f"{path}: folder {folder} is not part of the design; add it to this test"
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        bracket, name = match.groups()
        if bracket == '"':
            if not re.match(r"(core|app)/", name):
                yield f'{path}:{number}: "{name}" is not written from the project\'s root'
            elif folder_of(name) != folder and folder_of(name) not in MAY_KNOW[folder]:
                yield f"{path}:{number}: {folder} may not include {folder_of(name)}"
        for pattern, allowed in RESERVED.items():
            if re.fullmatch(pattern, name) and not any(path.startswith(place + "/") for place in allowed):
                yield f"{path}:{number}: <{name}> may only be included by {' and '.join(allowed)}"


def cycle_of(texts):
    """Files of which each includes the next and the last one the first; empty if there are none. `texts`: path -> text."""
    includes = {path: [m.group(2) for m in map(INCLUDE.match, text.splitlines()) if m and m.group(2) in texts] for path, text in texts.items()}
    done = set()
    for start in texts:
        way = [(start, iter(includes[start]))]
        on_way = [start]
        while way:
            following = next((name for name in way[-1][1] if name not in done), None)
            if following is None:
                done.add(on_way.pop())
                way.pop()
            elif following in on_way:
                return on_way[on_way.index(following):]
            else:
                way.append((following, iter(includes[following])))
                on_way.append(following)
    return []


def main():
    root = pathlib.Path(sys.argv[1])
    files = [f for top in ("core", "app") for f in sorted((root / top).rglob("*")) if f.suffix in (".h", ".cpp", ".inc")]
    texts = {f.relative_to(root).as_posix(): f.read_text(encoding="utf-8") for f in files}
    found = [v for path, text in texts.items() for v in violations_of(path, text)]
    cycle = cycle_of(texts)
    if cycle:
        found.append("files include each other: " + " -> ".join([*cycle, cycle[0]]))
    print("\n".join(found) if found else f"{len(files)} files have only allowed includes")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
