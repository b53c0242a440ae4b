#!/usr/bin/env python3
"""Checks that a translation has the placeholders, the leading and trailing blanks and the keys of its English text, and that a language
has the declared number of plural forms, and that the catalogs are those of core/base/languages.inc. A text without a translation is no
mistake: it is shown in English.

Usage: check_catalogs.py PROJECT_FOLDER."""
import pathlib
import re
import sys

HOLE = re.compile(r"\{[^{}]*(?:\{\})?[^{}]*\}")


def entries(path):
    """The English texts and the translations of each entry."""
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
        for text in filter(None, translations):
            if holes(text) != holes(english):
                mistakes.append(f"{path.name}: `{text}` has different placeholders from `{english}`")
            if [len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))] != \
                    [len(english) - len(english.lstrip(" ")), len(english) - len(english.rstrip(" "))]:
                mistakes.append(f"{path.name}: `{text}` has different leading or trailing blanks from `{english}`")
    return mistakes


def main():
    project = pathlib.Path(sys.argv[1])
    catalogs = sorted((project / "po").glob("*.po"))
    mistakes = [mistake for path in catalogs for mistake in mistakes_of(path)]
    listed = re.findall(r'^LANGUAGE\("(\w+)"', (project / "core/base/languages.inc").read_text(), re.M)
    for code in set(listed) ^ {path.stem for path in catalogs} ^ {"en"}:
        mistakes.append(f"{code}: po/{code}.po and core/base/languages.inc do not both have it")
    print("\n".join(mistakes) or "all placeholders match")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
