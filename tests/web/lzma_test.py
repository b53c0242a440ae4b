#!/usr/bin/env python3
"""Files packed by Python's LZMA, whole and damaged, unpacked by the page's program in node, in parts of several lengths.

Usage: lzma_test.py. Needs nodejs.
"""
import base64
import hashlib
import json
import lzma
import pathlib
import random
import struct
import subprocess
import sys

from needed import require_programs

SCRIPT = """
globalThis.self = globalThis;
require(process.argv[1]);
const { createHash } = require("crypto");
async function unpack(bytes, length) {
  const parts = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += length)
        controller.enqueue(bytes.subarray(at, at + length));
      controller.close();
    },
  });
  const hash = createHash("sha256");
  try {
    for await (const piece of parts.pipeThrough(lzmaStream()))
      hash.update(piece);
    return hash.digest("hex");
  } catch (reason) {
    return reason.message;
  }
}
(async () => {
  const results = [];
  for (const [text, length] of JSON.parse(require("fs").readFileSync(0, "utf8")))
    results.push(await unpack(Uint8Array.from(Buffer.from(text, "base64")), length));
  console.log(JSON.stringify(results));
})();"""
DAMAGED = "a file of the site is damaged."


def packed(content, lc=4, lp=0, pb=0):
    result = lzma.compress(content, lzma.FORMAT_ALONE, filters=[{"id": lzma.FILTER_LZMA1, "preset": 9, "lc": lc, "lp": lp, "pb": pb}])
    return result[:5] + struct.pack("<Q", len(content)) + result[13:]


def cases():
    """Name, packed bytes, length of the parts in which they arrive, and the content; None: it is refused."""
    draw = random.Random(57)
    noise = draw.randbytes(100_000)
    # Repetitions at all distances, and the last ones again: matches, and repeated matches, of every kind.
    mixed = b"".join(draw.choice((noise[i:i + draw.randrange(1, 300)], bytes([i & 255]) * draw.randrange(1, 400), b"ld.shared.f32 %f1, [%r2+4];\n"))
                     for i in range(0, 90_000, 90))
    large = mixed * 20 + noise + mixed
    for name, content in (("nothing", b""), ("one byte", b"x"), ("zeros", bytes(3_000_000)), ("noise", noise), ("mixed", mixed), ("large", large)):
        for length in (1 << 16, 4093):
            yield f"{name}, in parts of {length}", packed(content), length, content
    yield "mixed, byte by byte", packed(mixed), 1, mixed
    for lc, lp, pb in ((3, 0, 2), (0, 2, 4), (0, 4, 0), (1, 3, 1)):
        yield f"other settings {lc} {lp} {pb}", packed(mixed, lc, lp, pb), 1 << 16, mixed
    good = packed(mixed)
    for kept in (0, 5, 17, 18, len(good) // 2, len(good) - 10):
        yield f"the first {kept} bytes", good[:kept], 1 << 16, None
    yield "a larger size", good[:5] + struct.pack("<Q", len(mixed) + 1) + good[13:], 1 << 16, None
    yield "a huge size", good[:5] + struct.pack("<Q", 1 << 31) + good[13:], 1 << 16, None
    yield "an open size", good[:5] + b"\xff" * 8 + good[13:], 1 << 16, None
    yield "other settings than possible", b"\xe1" + good[1:], 1 << 16, None
    yield "no packed file", b"<!doctype html>" * 1000, 1 << 16, None
    yield "a match before the begin", good[:13] + b"\x00\xff\xff\xff\xfe" + good[18:], 1 << 16, None


def main():
    require_programs(["node"])
    listed = list(cases())
    script = pathlib.Path(__file__).resolve().parent.parent.parent / "app/web/page/lzma.js"
    answer = subprocess.run(["node", "-e", SCRIPT, str(script)], input=json.dumps([(base64.b64encode(content).decode(), length) for _, content, length, _ in listed]),
                            check=True, capture_output=True, text=True, timeout=240)
    failed = 0
    for (name, _, _, content), found in zip(listed, json.loads(answer.stdout), strict=True):
        good = found == (DAMAGED if content is None else hashlib.sha256(content).hexdigest())
        failed += not good
        print(f"{'ok      ' if good else 'FAILED  '}{name}: {found[:60]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
