#!/usr/bin/env python3
"""Checks what a newcomer relies on: every file has a license, the version is the same everywhere, every linked library is in NOTICE, and the
workflows run tools/test. `reuse lint` runs, too, where version 4 or later of the tool is installed.
Usage: check_project.py FOLDER"""
import fnmatch
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

# Names in CMake (find_package, pkg_check_modules) and the names in NOTICE. None: nothing of it is linked into the program.
LIBRARIES = {
    "fmt": "{fmt}", "TBB": "oneTBB", "nlohmann_json": "JSON for Modern C++", "CLI11": "CLI11", "Qt6": "Qt 6", "fontconfig": "Fontconfig",
    "imgui": "Dear ImGui", "freetype2": "FreeType", "glfw3": "GLFW", "PNG": "libpng", "tomlplusplus": "toml++", "libzstd": "Zstandard", "liblz4": "LZ4", "libzip": "libzip", "liblzma": "liblzma", "ZLIB": "zlib", "libqrencode": "libqrencode", "libseccomp": "libseccomp",
    "OpenSSL": "OpenSSL", "cpp-httplib": "cpp-httplib", "sqlite3": "SQLite",
    "Threads": None, "Python3": None, "PkgConfig": None, "CUDAToolkit": None, "OpenGL": None, "GTest": None, "benchmark": None,
}


def license_of(annotations, name):
    """The license of a file by REUSE.toml; None: no annotation covers it."""
    found = None
    for annotation in annotations:
        paths = annotation["path"] if isinstance(annotation["path"], list) else [annotation["path"]]
        if any(path == "**" or fnmatch.fnmatchcase(name, path.replace("**", "*")) for path in paths):
            found = annotation["SPDX-License-Identifier"]
    return found


def license_problems(root, files):
    annotations = tomllib.loads((root / "REUSE.toml").read_text())["annotations"]
    for name in files:
        license_id = license_of(annotations, name)
        if license_id is None:
            yield f"{name}: no annotation of REUSE.toml covers it."
        elif not (root / "LICENSES" / f"{license_id}.txt").is_file():
            yield f"{name}: its license {license_id} has no text in LICENSES."
    if (root / "LICENSE").read_text() != (root / "LICENSES" / "Apache-2.0.txt").read_text():
        yield "LICENSE: differs from LICENSES/Apache-2.0.txt."


def version_problems(root):
    version = re.search(r"project\(warpstage VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text())[1]
    cited = re.search(r"^version: ([\d.]+)$", (root / "CITATION.cff").read_text(), re.M)
    if not cited or cited[1] != version:
        yield f"CITATION.cff: the version is not {version}, that of CMakeLists.txt."
    released = re.search(rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$", (root / "CHANGELOG.md").read_text(), re.M)
    if not released:
        yield f"CHANGELOG.md: no section for version {version}, that of CMakeLists.txt."
    elif f"date-released: {released[1]}" not in (root / "CITATION.cff").read_text():
        yield f"CITATION.cff: the date is not {released[1]}, that of CHANGELOG.md."


def library_problems(root, files):
    notice = (root / "NOTICE").read_text()
    for name in files:
        if not name.endswith(("CMakeLists.txt", ".cmake")) or name.startswith("tests/"):
            continue
        text = (root / name).read_text()
        packages = re.findall(r"^\s*find_package\((\w+)", text, re.M)
        for modules in re.findall(r"pkg_check_modules\(\w+ ([^)]*)\)", text):
            packages += [word for word in modules.split() if not word.isupper() and not word.startswith("IMPORTED")]
        for package in packages:
            if package not in LIBRARIES:
                yield f"{name}: library {package} has no row in tests/project/check_project.py."
            elif LIBRARIES[package] and LIBRARIES[package] not in notice:
                yield f"NOTICE: {LIBRARIES[package]}, which {name} links, is missing."


def workflow_problems(root):
    workflows = sorted((root / ".github" / "workflows").glob("*.yml"))
    if not any(re.search(r"^\s*- run: tools/test( --all)?$", path.read_text(), re.M) for path in workflows):
        yield ".github/workflows: none runs tools/test."


def problems(root, files):
    yield from license_problems(root, files)
    yield from version_problems(root)
    yield from library_problems(root, files)
    yield from workflow_problems(root)


def reuse_problems(root):
    """What the reuse tool finds, and which version looked; versions before 4 do not read REUSE.toml."""
    tool = shutil.which("reuse")
    version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout if tool else ""
    number = re.search(r"(\d+)\.\d+", version)
    if not number or int(number[1]) < 4:
        print("reuse 4 or later is not installed: the rules of REUSE.toml were checked here alone")
        return
    lint = subprocess.run([tool, "lint", "--lines"], cwd=root, capture_output=True, text=True)
    print(f"reuse lint {number[0]}: {'clean' if lint.returncode == 0 else 'see below'}")
    if lint.returncode != 0:
        yield lint.stdout


def main():
    root = pathlib.Path(sys.argv[1])
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, capture_output=True, text=True, check=True).stdout.split("\n")
    found = list(problems(root, [name for name in files if name and (root / name).is_file()])) + list(reuse_problems(root))
    for problem in found:
        print(problem)
    print(f"project files: {len(found) or 'no'} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
