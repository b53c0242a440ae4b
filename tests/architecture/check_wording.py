#!/usr/bin/env python3
"""Counts the expectations of the tests that contain an English phrase: three words or more of a text for people.

    check_wording.py PROJECT_FOLDER

Such a test fails when a sentence is worded better. EXPECT_APPROVED of tests/approved.h compares the sentence with an approved text
instead, beside the call that gives it.
"""
import collections
import pathlib
import re
import sys

REPORTED = 12  # files
MACRO = re.compile(r"(EXPECT|ASSERT)_\w+|expect\w*")  # also functions of a test, such as expect_error(input, sentence)
PHRASE = re.compile(r"\b[A-Za-z]{2,}[,:;]? [a-z]{2,}[,:;]? [a-z]{2,}\b")
TOKEN = re.compile(r"""R"(?P<mark>[^()\s]*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:[^"\\\n]|\\.)*)"|'(?:[^'\\\n]|\\.)'|//[^\n]*|[A-Za-z_]\w*|\s+|.""", re.S)


def expectations(source):
    """For each expectation of a C++ file, whether it contains a phrase. The text of EXPECT_APPROVED is an input, and of a function with
    several arguments the first one."""
    depth, texts, joined, approved, has_input = None, [], False, False, False
    for token in TOKEN.finditer(source):
        word = token[0]
        if depth is None:
            if MACRO.fullmatch(word):
                depth, texts, approved, has_input = 0, [], word.endswith("_APPROVED"), word.islower()
            continue
        text = token["raw"] if token["raw"] is not None else token["text"]
        if word == "(":
            depth += 1
        elif word == ")":
            depth -= 1
            if depth == 0:
                depth = None
                yield not approved and any(PHRASE.search(each) for each in texts)
        elif word == "," and depth == 1 and has_input:
            texts, has_input = [], False
        elif text is not None:
            if joined:
                texts[-1] += text
            else:
                texts.append(text)
        if not word.isspace():
            joined = text is not None


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    total, found = 0, collections.Counter()
    for path in sorted((root / "tests").rglob("*_test.cpp")):
        phrases = list(expectations(path.read_text(encoding="utf-8")))
        total += len(phrases)
        found[path.relative_to(root).as_posix()] = sum(phrases)
    print(f"{sum(found.values())} of {total} expectations contain an English phrase")
    for name, count in found.most_common(REPORTED):
        print(f"{count:6}  {name}")
    return 0 if total else 1


if __name__ == "__main__":
    sys.exit(main())
