#!/usr/bin/env python3
"""Captures as archives, valid and hostile, unpacked by the page's program in node.

Usage: archive_test.py. Needs nodejs.
"""
import base64
import io
import json
import pathlib
import struct
import subprocess
import sys
import zipfile

from needed import require_programs

SCRIPT = """
globalThis.self = globalThis;
require(process.argv[1]);
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
(async () => {
  const results = [];
  for (const text of input) {
    const bytes = Uint8Array.from(Buffer.from(text, "base64"));
    try {
      results.push(Object.fromEntries((await unpackArchive(bytes)).map(([name, content]) => [name, Buffer.from(content).toString("latin1")])));
    } catch (reason) {
      results.push(reason.message);
    }
  }
  console.log(JSON.stringify(results));
})();"""


def archive(files, method=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as target:
        for name, content in files:
            target.writestr(name, content)
    return stream.getvalue()


def changed(content, at, values):
    return content[:at] + values + content[at + len(values):]


def directory(content):
    return content.index(b"PK\x01\x02")


def cases():
    """Name, archive, and the files or a part of the sentence that refuses it."""
    text = "grid_x = 1\n" * 1000
    good = archive([("lesson.toml", text), ("buffers/1.bin", b"\0" * 5000)])
    yield "packed", good, {"lesson.toml": text, "buffers/1.bin": "\0" * 5000}
    yield "stored", archive([("lesson.toml", text)], zipfile.ZIP_STORED), {"lesson.toml": text}
    yield "a folder", archive([("buffers/", ""), ("lesson.toml", text)]), {"lesson.toml": text}
    for name in ("../lesson.toml", "/lesson.toml", "a/b/c", ".hidden", "a/.hidden", "a\\b", "lesson toml", "<img src=x>", "x" * 300):
        yield f"the name {name[:20]!r}", archive([(name, "x")]), "whose name is not one of a capture"
    yield "nothing", b"", "directory of the archive is missing"
    yield "no archive", b"PK\x03\x04" + b"x" * 5000, "directory of the archive is missing"
    yield "the first half", good[:len(good) // 2], "directory of the archive is missing"
    at = directory(good)
    yield "another checksum", changed(good, at + 16, b"\1\2\3\4"), "checksum"
    yield "a smaller size", changed(good, at + 24, struct.pack("<I", 10)), "longer than stated"
    yield "a larger size", changed(good, at + 24, struct.pack("<I", len(text) + 1)), "shorter than stated"
    yield "a huge size", changed(good, at + 24, struct.pack("<I", 0xffffffff)), "more than 128 MiB"
    yield "a place outside", changed(good, at + 42, struct.pack("<I", 0x7fffffff)), "cannot be unpacked"
    yield "packed bytes outside", changed(good, at + 20, struct.pack("<I", 0x7fffffff)), "cannot be unpacked"
    yield "another method", changed(good, at + 10, struct.pack("<H", 12)), "another method"
    yield "encrypted", changed(good, at + 8, struct.pack("<H", 1)), "encrypted"
    yield "a directory outside", changed(good, len(good) - 6, struct.pack("<I", 0x7fffffff)), "directory of the archive is incomplete"
    yield "damaged bytes", changed(good, 60, b"\xff" * 20), "damaged"
    yield "twice", archive([("lesson.toml", "a"), ("lesson_toml", "b")]).replace(b"lesson_toml", b"lesson.toml"), "twice"
    yield "a bomb", archive([("a.bin", b"\0" * (100 << 20)), ("b.bin", b"\0" * (100 << 20))]), "more than 128 MiB"


def main():
    require_programs(["node"])
    listed = list(cases())
    script = pathlib.Path(__file__).resolve().parent.parent.parent / "app/web/page/archive.js"
    answer = subprocess.run(["node", "-e", SCRIPT, str(script)], input=json.dumps([base64.b64encode(content).decode() for _, content, _ in listed]),
                            check=True, capture_output=True, text=True, timeout=120)
    failed = 0
    for (name, _, expected), found in zip(listed, json.loads(answer.stdout)):
        good = found == expected if isinstance(expected, dict) else isinstance(found, str) and expected in found
        failed += not good
        print(f"{'ok      ' if good else 'FAILED  '}{name}: {str(found)[:110]}")
    return 1 if failed or not listed else 0


if __name__ == "__main__":
    sys.exit(main())
