#!/usr/bin/env python3
"""Checks what README.md and docs/*.md refer to: links, anchors, pictures, the index of pages, the tables of
lessons and of script commands, the glossary, and the lengths of pages.

  check_pages.py ROOT
"""
import pathlib
import re
import sys
import tomllib

sys.dont_write_bytecode = True
import pages  # noqa: E402

README_WORDS = 900
PAGE_WORDS = 1500
REFERENCES = {"commands", "glossary", "lectures", "lessons-reference", "sm-model", "sm-model-suite"}  # pages to look something up, which may be longer


def link_mistakes(root, page):
    """Relative links whose file or anchor does not exist."""
    mistakes, text = [], (root / page).read_text(encoding="utf-8")
    for number, line in enumerate(pages.without_blocks(text), 1):
        for target in pages.LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, name = target.partition("#")
            file = (root / page).parent / path if path else root / page
            if not file.exists():
                mistakes.append(f"{page}, line {number}: {target} does not exist")
            elif name and file.suffix == ".md" and name not in pages.anchors_of(file):
                mistakes.append(f"{page}, line {number}: {path or page} has no heading `#{name}`")
    return mistakes


def index_mistakes(root):
    """Pages of docs that docs/README.md does not link, and pages of lessons that docs/lessons.md does not link."""
    mistakes = []
    for index, folder in (("README.md", "."), ("lessons.md", "lessons")):
        file = root / "docs" / index
        linked = {(file.parent / target).resolve() for target in pages.LINK.findall(file.read_text(encoding="utf-8"))} if file.exists() else set()
        mistakes += [f"docs/{index} does not list {path.name}" for path in sorted((root / "docs" / folder).glob("*.md")) if path.resolve() not in linked | {file.resolve()}]
    return mistakes


def picture_mistakes(root):
    """Pictures that no page shows."""
    text = "".join((root / page).read_text(encoding="utf-8") for page in pages.pages_of(root))
    return [f"no page shows {path.relative_to(root)}" for path in sorted((root / "docs/pictures").iterdir())
            if path.suffix in (".png", ".gif", ".svg") and path.name not in text]


def lesson_mistakes(root):
    """Rows of the table of lessons in README.md that differ from the lessons: number, title and id."""
    lessons = [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted((root / "assets/lessons").glob("*/lesson.toml"))]
    wanted = [(str(lesson["number"]), lesson["title"], f"`{lesson['id']}`") for lesson in lessons]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in (root / "README.md").read_text(encoding="utf-8").split("\n")
            if re.match(r"\| \d+ \|", line)]
    shown = [tuple(row[:3]) for row in rows]
    return [f"README.md lacks the lesson {' '.join(row)}" for row in wanted if row not in shown] \
        + [f"README.md lists a lesson that does not exist: {' '.join(row)}" for row in shown if row not in wanted]


def script_mistakes(root):
    """Commands of scripts that the table in docs/scripting.md lacks, and those that do not exist."""
    own = (root / "app/stage/script/script.cpp").read_text(encoding="utf-8")
    table = (root / "app/stage/input/key_table.cpp").read_text(encoding="utf-8")
    wanted = set(re.findall(r'OwnVerb \{ "([a-z-]+)"', own)) | set(re.findall(r'\{ "([a-z-]+)[^"]*", read_', table))
    section = (root / "docs/scripting.md").read_text(encoding="utf-8").partition("\n## Commands")[2].partition("\n## ")[0]
    cells = [re.split(r"(?<!\\)\|", line)[1] for line in section.split("\n") if line.startswith("| `")]
    shown = {text.split()[0] for cell in cells for text in re.findall(r"`([^`]+)`", cell)}
    return [f"docs/scripting.md lacks the script command `{name}`" for name in sorted(wanted - shown)] \
        + [f"docs/scripting.md names the script command `{name}`, which does not exist" for name in sorted(shown - wanted)]


def rows_of(text):
    """The first two cells of the rows of all tables, as a dictionary."""
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:3]] for line in text.split("\n") if line.startswith("| ")]
    return {row[0]: row[1] for row in rows if len(row) == 2}


def glossary_mistakes(root):
    """Terms of docs/language.md that docs/glossary.md lacks or describes otherwise. A row may have several terms: "active, inactive lane"."""
    glossary = rows_of((root / "docs/glossary.md").read_text(encoding="utf-8"))
    language = rows_of((root / "docs/language.md").read_text(encoding="utf-8").partition("\n## Terms")[2])
    mistakes = []
    for term, meaning in language.items():
        if term == "use" or set(term) <= {"-"}:
            continue
        if term in glossary and glossary[term].split(";")[0].split(",")[0] != meaning.split(";")[0].split(",")[0]:
            mistakes.append(f"docs/glossary.md describes `{term}` otherwise than docs/language.md")
        elif term not in glossary:
            last = term.split()[-1]
            parts = [part if part.endswith(last) else f"{part} {last}" for part in term.split(", ")]
            mistakes += [f"docs/glossary.md lacks `{part}`, a term of docs/language.md" for part in parts if part not in glossary]
    return mistakes


def length_mistakes(root):
    """Pages that are longer than a reader finishes; every word counts, also those of tables and examples, but not the lines of tables."""
    limits = {"README.md": README_WORDS} | {page: PAGE_WORDS for page in pages.pages_of(root) if page != "README.md" and pathlib.Path(page).stem not in REFERENCES}
    counts = {page: len(re.findall(r"\S*\w\S*", (root / page).read_text(encoding="utf-8"))) for page in limits}
    return [f"{page} has {counts[page]} words; at most {limit} are allowed" for page, limit in limits.items() if counts[page] > limit]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    mistakes = [mistake for page in pages.pages_of(root) for mistake in link_mistakes(root, page)]
    mistakes += index_mistakes(root) + picture_mistakes(root) + lesson_mistakes(root) + script_mistakes(root) + glossary_mistakes(root) + length_mistakes(root)
    print(f"{len(pages.pages_of(root))} pages, {len(mistakes)} mistakes")
    for mistake in mistakes:
        print(f"  {mistake}")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
