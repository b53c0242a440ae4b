#!/usr/bin/env python3
"""A translation has the placeholders of its English text, its blanks at both ends and its keys; a language has as many plural forms as it says."""
import pathlib
import re
import sys

HOLE = re.compile(r"\{[^{}]*(?:\{\})?[^{}]*\}")


def entries(path):
    """Of each entry its English texts and its translations."""
    for block in path.read_text().split("\n\n"):
        if block.startswith("#~"):
            continue
        found = {}
        for key, first, rest in re.findall(r'^(msg\w+(?:\[\d\])?) "(.*)"\n?((?:".*"\n?)*)', block, re.M):
            found[key] = first + "".join(re.findall(r'^"(.*)"$', rest, re.M))
        if "msgid" in found:
            yield found


def holes(text):
    return sorted(re.sub(r"^\{\d+", "{", hole) for hole in HOLE.findall(text))


def mistakes_of(path):
    mistakes = []
    forms = 0
    for entry in entries(path):
        translations = [text for key, text in entry.items() if key.startswith("msgstr")]
        if not entry["msgid"]:
            forms = int(re.search(r"nplurals=(\d)", translations[0]).group(1))
            continue
        if "msgid_plural" in entry and len(translations) != forms:
            mistakes.append(f"{path.name}: `{entry['msgid']}` has {len(translations)} forms, not {forms}")
        english = entry.get("msgid_plural", entry["msgid"])
        for text in translations:
            if holes(text) != holes(english):
                mistakes.append(f"{path.name}: `{text}` has other placeholders than `{english}`")
            if [len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))] != \
                    [len(english) - len(english.lstrip(" ")), len(english) - len(english.rstrip(" "))]:
                mistakes.append(f"{path.name}: `{text}` has other blanks at its ends than `{english}`")
    return mistakes


def main():
    mistakes = []
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.po")):
        mistakes += mistakes_of(path)
    print("\n".join(mistakes) or "all placeholders are there")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
