#!/usr/bin/env python3
"""Checks that every number in a lesson's titles, labels, cues, summaries and notes has a claim: measured on the virtual machine, tested, computed, given by
the lesson's own files, or taken from a named source. Lists the numbers without a claim, and claims without a number. See README.md."""
import argparse
import ast
import operator
import pathlib
import re
import sys
import tomllib
from dataclasses import dataclass, field

KINDS = {
    "measured": {"says", "variant", "parameters", "block", "architectures", "checks", "at", "expect", "fault", "within"},
    "tested": {"says", "test"},
    "computed": {"says", "expression", "value", "within"},
    "given": {"says", "code", "because"},
    "sourced": {"says", "source"},
    "answer": {"question", "panel", "text"}, # where the answer is visible: answers_test.cpp
}
WORDS = ("two three four five six seven eight nine ten eleven twelve sixteen twenty thirty half third quarter quarters fifth eighth "
         "twice hundreds thousand million").split()
# Names, not numbers: of GPUs and compute capabilities, of types, warp instructions and dimensions, ordinals of headings and lists.
NAMES = re.compile(r"(?:CC|compute capability) \d+\.[\dx](?:(?:,| and| to| or) \d+\.[\dx])*|compute capability \d+(?=\W)"
                   r"|GTX 280|GTX 480|K40c|H200|H100|Q8300|Core 2|C1060|C2050|Ampere|lecture \d|lesson \d+|\b[123]-D\b"
                   r"|\b[A-Za-z_]+\d+\w*\b|^#+ .*$|^\s*\d+\.\s|first half-warp|half-warps?\b|other half\b", re.M)
NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?:e-?\d+)?(?:\^-?[\d.]*\d)?|\b(?i:" + "|".join(WORDS) + r")\b")
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow}


@dataclass
class Text:
    place: str
    words: str
    labels: re.Pattern # of the variants: also names
    held: list = field(default_factory=list)  # spans


@dataclass
class Figures:
    found: int = 0
    by_kind: dict = field(default_factory=lambda: dict.fromkeys(KINDS, 0))


def evaluate(node):
    if isinstance(node, ast.Expression):
        return evaluate(node.body)
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -evaluate(node.operand)
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](evaluate(node.left), evaluate(node.right))
    raise ValueError("an expression may contain only numbers, + - * / ** and parentheses")


def plain(words):
    return re.sub(r"\s+", " ", words).strip()


def without_code(markdown):
    """The text without its code, which other tests compile or run. Placeholders keep the positions."""
    lines = [line for line in markdown.split("\n") if not line.startswith("    ") and not re.fullmatch(r"[|\s:-]+", line)]
    return re.sub(r"`[^`]*`", lambda code: "`" + re.sub(r"\d", "#", code.group()[1:-1]) + "`", "\n".join(lines))


def choice_mistakes(folder):
    """Numbers in a correct choice must occur in the question or the caption; wrong choices require no claim."""
    mistakes = []
    for i, cue in enumerate(tomllib.loads((folder / "lesson.toml").read_text()).get("cue", []), 1):
        if "choices" not in cue:
            continue
        right = cue["choices"][cue["answer"] - 1]
        held = {number.group().lower() for number in NUMBER.finditer(f"{cue.get('predict', '')} {cue['caption']}")}
        mistakes += [f"cue {i} choices: the correct one contains {number.group()}, the caption does not"
                     for number in NUMBER.finditer(right) if number.group().lower() not in held]
    return mistakes


def texts_of(folder):
    lesson = tomllib.loads((folder / "lesson.toml").read_text())
    labels = re.compile("|".join(re.escape(f"*{v['label']}*") for v in lesson["variant"]))
    written = [(key, lesson[key]) for key in ("title", "summary") if key in lesson]
    written += [(f"parameter {p['id']}", p["label"]) for p in lesson.get("parameter", [])]
    for variant in lesson["variant"]:
        # "5 · four results", "5 with volatile": the kernel's number in the lecture.
        written.append((f"label of {variant['id']}", re.sub(r"^\d+ (?=·|with)", "", variant["label"])))
        written.append((f"variant {variant['id']}", variant["summary"]))
    for i, cue in enumerate(lesson.get("cue", []), 1):
        written += [(f"cue {i} {key}", cue[key]) for key in ("predict", "caption") if key in cue]
    written.append(("notes", (folder / "notes.md").read_text()))
    return [Text(place, words, labels) for place, words in written]


def spaces(words):
    return "".join(character if character == "\n" else " " for character in words)


def number_spans(text):
    words = without_code(text.words) if text.place == "notes" else text.words
    for names in (text.labels, NAMES):
        words = names.sub(lambda name: spaces(name.group()), words)
    return words, [(m.start(), m.end()) for m in NUMBER.finditer(words)]


def pattern_of(snippet):
    return re.compile(r"\s+".join(re.escape(word) for word in plain(snippet).split(" ")))


def mistakes_of_claim(kind, claim, folder, sources, tests):
    mistakes = [f"unknown key `{key}`" for key in claim if key not in KINDS[kind]]
    if kind == "sourced":
        source, _, place = claim["source"].partition(": ")
        if source not in sources:
            mistakes.append(f"unknown source `{source}`")
        if not place:
            mistakes.append("the section of the source is missing, as in `guide: Constant Memory`")
    if kind == "tested":
        suite, _, name = claim["test"].partition(".")
        if not re.search(r"TEST(?:_F|_P)?\(%s, %s\)" % (suite, name), tests):
            mistakes.append(f"unknown test {claim['test']}")
    if kind == "computed":
        value = evaluate(ast.parse(claim["expression"], mode="eval"))
        if abs(value - claim["value"]) > claim.get("within", 1e-9 * abs(claim["value"])):
            mistakes.append(f"{claim['expression']} is {value}, not {claim['value']}")
    if kind == "given":
        if "code" in claim and not any(claim["code"] in (folder / name).read_text() for name in ("kernels.cu", "lesson.toml")):
            mistakes.append(f"`{claim['code']}` is not in kernels.cu or lesson.toml")
        if not claim.get("because"):
            mistakes.append("`because` is missing")
    return mistakes


def check_lesson(folder, sources, tests, figures):
    """The mistakes of one lesson, one line each."""
    texts = texts_of(folder)
    claims = folder / "claims.toml"
    mistakes = []
    for kind, entries in tomllib.loads(claims.read_text() if claims.exists() else "").items():
        if kind not in KINDS:
            mistakes.append(f"claims.toml: unknown kind `{kind}`. Use {', '.join(KINDS)}")
            continue
        for claim in entries:
            mistakes += [f"claims.toml: {mistake}" for mistake in mistakes_of_claim(kind, claim, folder, sources, tests)]
            for snippet in claim.get("says", []):
                pattern, found = pattern_of(snippet), False
                for text in texts:
                    words = without_code(text.words) if text.place == "notes" else text.words
                    searched = pattern_of(without_code(snippet)) if text.place == "notes" else pattern
                    for match in searched.finditer(words):
                        text.held.append((match.start(), match.end(), kind))
                        found = True
                if not found:
                    mistakes.append(f"claims.toml: no text contains \"{snippet}\"")
    for text in texts:
        words, spans = number_spans(text)
        for begin, end in spans:
            figures.found += 1
            holder = next((kind for b, e, kind in text.held if b <= begin and end <= e), None)
            if holder:
                figures.by_kind[holder] += 1
            else:
                around = plain(words[max(0, begin - 40):begin] + "[" + words[begin:end] + "]" + words[end:end + 40])
                mistakes.append(f"{text.place}: no claim for {around}")
    mistakes += choice_mistakes(folder)
    return mistakes


def all_tests(tests):
    return "\n".join(path.read_text() for path in sorted(tests.rglob("*_test.cpp")))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("--lesson", help="folder of the lesson to check (default: all)")
    arguments = parser.parse_args()
    assets = arguments.project / "assets"
    sources = tomllib.loads((assets / "sources.toml").read_text())
    tests = all_tests(arguments.project / "tests")
    total = 0
    for folder in sorted((assets / "lessons").iterdir()):
        if not (folder / "lesson.toml").exists() or arguments.lesson not in (None, folder.name):
            continue
        figures = Figures()
        mistakes = check_lesson(folder, sources, tests, figures)
        held = ", ".join(f"{count} {kind}" for kind, count in figures.by_kind.items())
        print(f"{folder.name}: {figures.found} numbers: {held}; {len(mistakes)} mistakes")
        for mistake in mistakes:
            print(f"  {folder.name}: {mistake}")
        total += len(mistakes)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
