"""What is no state of a presenter, or a hostile one: the page keeps what it shows and says why."""
import gzip
import json
import os
import re
import time
import urllib.parse

from audience import link_in, said, state_of, wait_for_page
from page_test import check
from presenting import settled

MARKUP = "<img src=x onerror=alert(1)>"


def file_trouble(state, browser):
    """What is no state, hostile states, and no file; the page keeps what it shows and says so."""
    text = settled(state)
    wait_for_page(browser, text)
    kept = lambda: link_in(state_of(browser)["link"]) == link_in(text)
    with_fields = lambda **fields: ("warpstage=1&presenter=x&serial=9&" + urllib.parse.urlencode({"lesson": link_in(text)["lesson"], **fields})).encode()
    for name, content in (("garbage", os.urandom(3000)), ("a page", b"<script>alert(1)</script>" * 100), ("a huge file", b"a" * 10_000_000),
                          ("nothing", b""), ("a newer format", b"warpstage=2&x=y\n"), ("markup as a format", f"warpstage={MARKUP}".encode()),
                          ("markup as a key", f"warpstage=1&{MARKUP}=1".encode()), ("markup as a presenter", f"warpstage=1&presenter={MARKUP}".encode()),
                          ("a number of 65 bits", with_fields(step=18446744073709551616)),
                          ("a path as kernels", with_fields(kernels="../../../../etc-1")), ("markup as kernels", with_fields(kernels=MARKUP))):
        state.write_bytes(content)
        check(said(browser, "cannot be used") and kept(), f"{name}: the page says so and keeps its state")
    for number, (name, fields) in enumerate((("lesson", {"lesson": MARKUP}), ("variant", {"variant": MARKUP}), ("parameter", {"set": f"n={MARKUP}"}),
                                             ("architecture", {"arch": MARKUP}), ("numbers", {"warp": 4294967295, "step": 18446744073709551615, "cue": 18446744073709551615, "line": 4294967295,
                                                                                             "block": 18446744073709551615, "lane": 4294967295, "access": 4294967295}),
                                             ("size", {"set": "n=2^40"}))):
        state.write_bytes(with_fields(**fields).replace(b"serial=9", f"serial={100 + number}".encode()))
        time.sleep(2)
        check(said(browser, "Following") and link_in(state_of(browser)["link"])["lesson"] == link_in(text)["lesson"], f"hostile {name}: the page goes on")
    state.unlink()
    check(said(browser, "is not on the server"), "missing file: the page says so")
    state.write_text(text.replace("serial=", "serial=9"))
    check(said(browser, "Following the presenter.") and wait_for_page(browser, text) < float("inf"), "the state is back: the page follows again")


def hostile_kernels(server, text, browser):
    """Files that are no kernels, too large, do not end, or are not those that the state names."""
    values = dict(urllib.parse.parse_qsl(text.strip()))
    good = gzip.decompress((server.site / f"kernels-{values['kernels'][:16]}").read_bytes())

    def hash_of(content):
        value = 0xcbf29ce484222325
        for byte in content:
            value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
        return value

    def published(serial, packed, content):
        name = f"{hash_of(content):016x}"
        (server.site / f"kernels-{name}").write_bytes(packed)
        fields = dict(values, presenter="hostile", serial=serial, kernels=f"{name}-{len(content)}")
        server.state.write_text("&".join(f"{key}={urllib.parse.quote(str(value))}" for key, value in fields.items()) + "\n")

    small = json.loads(good)
    document = lambda **changes: json.dumps(dict(small, **changes)).encode()
    plain = document()  # the page has the presenter's own file already
    ptx = small["kernels"][0]["ptx"]
    loop = re.sub(r"(\.visible \.entry [^{]*\{)", r"\1\n$endless:\n bra $endless;\n", ptx)
    deep = re.sub(r"(\.visible \.entry [^{]*\{)", r"\1\n .local .align 4 .b8 deep[4000000];\n", ptx)
    kernels = lambda changed: [dict(small["kernels"][0], ptx=changed), *small["kernels"][1:]]
    bomb = gzip.compress(b"a" * 50_000_000)
    for serial, (what, packed, content, words) in enumerate((
            ("not compressed", plain, plain, "cannot be loaded"),
            ("another file", gzip.compress(b"x" * len(plain)), plain, "is damaged"),
            ("50 MB in a small file", bomb, b"a", "cannot be loaded"),
            ("markup", gzip.compress(MARKUP.encode()), MARKUP.encode(), "not a file with edited kernels"),
            ("PTX that is markup", None, document(kernels=kernels(MARKUP)), "cannot be used"),
            ("4 MB of local memory", None, document(kernels=kernels(deep)), "too much memory"),
            ("another lesson", None, document(lesson=MARKUP), "another lesson")), 1):
        published(serial, gzip.compress(content) if packed is None else packed, content)
        check(said(browser, words, 15), f"hostile kernels, {what}: the page says so")
        check(state_of(browser)["lesson"] == "transpose", f"hostile kernels, {what}: the page goes on")
    source = document(source="\n".join([MARKUP] * 400))
    published(20, gzip.compress(source), source)
    check(said(browser, "Following the presenter.", 15) and any(state_of(browser)["edited"] or time.sleep(0.1) for _ in range(50)), "markup as source is text")
    endless = document(kernels=kernels(loop))
    published(21, gzip.compress(endless), endless)
    check(said(browser, "Following the presenter.", 15), "an endless loop: the page follows")
    time.sleep(3)
    began = time.monotonic()
    browser.key("?")
    shown = any(state_of(browser)["mode"] == "help" or time.sleep(0.05) for _ in range(100))
    check(shown and time.monotonic() - began < 2, f"an endless loop: a key takes effect within {time.monotonic() - began:.1f} s")
    browser.key("Escape")
