#!/usr/bin/env python3
"""Compares the tasks of app/web/page_task.h with the functions of app/web/page/page.js, and the commands that the page lacks with the table of
commands.

Usage: tasks_test.py PROJECT_FOLDER. Exit status 1 if one side has a name that the other lacks.
"""
import pathlib
import re
import sys

web = pathlib.Path(sys.argv[1]) / "app/web"
tasks = set(re.findall(r'std::string_view k\w+ = "(\w+)"', (web / "page_task.h").read_text(encoding="utf-8")))
table = re.search(r"const TASKS = \{\n(.*?)\n\};", (web / "page/page.js").read_text(encoding="utf-8"), re.DOTALL).group(1)
functions = set(re.findall(r"^  (\w+)", table, re.MULTILINE))
for name in sorted(tasks ^ functions):
    print(f"{name}: only in {'page_task.h' if name in tasks else 'page.js'}")
stage = pathlib.Path(sys.argv[1]) / "app/stage/input"
lists = re.findall(r"kAbsent \{(.*?)\}|kKeyless \{(.*?)\}", (stage / "absent_commands_of_page.cpp").read_text(encoding="utf-8"), re.DOTALL)
absent = {word for found in lists for text in found for word in re.findall(r'"([\w-]+)"', text)}
known = set(re.findall(r'"([\w-]+)"', (stage / "key_table.cpp").read_text(encoding="utf-8")))
for name in sorted(absent - known):
    print(f"{name}: absent_commands_of_page.cpp has it, key_table.cpp does not")
print(f"{len(tasks & functions)} tasks, {len(absent)} commands without a key or a place in the page")
sys.exit(1 if tasks != functions or not tasks or absent - known or len(lists) != 2 else 0)
