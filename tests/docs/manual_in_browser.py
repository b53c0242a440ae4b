#!/usr/bin/env python3
"""Opens every page of the manual in headless Chromium, as wide as a desktop and as a phone, and uses the search.

  manual_in_browser.py SITE [PICTURES]     PICTURES: folder for screenshots of the first screen of some pages

Needs the package chromium-driver: `tools/install-dependencies --web-tests` installs it.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "web"))
from browser import Browser, served  # noqa: E402

SIZES = [("1280", 1280, 900, 1, False), ("390", 390, 844, 2, True)]
SHOWN = ["index.html", "presenting.html", "lessons/banks.html", "lessons/banks-cues.html", "commands.html", "first-lecture.html", "how-it-works.html"]
# The page itself never scrolls sideways. What is wider than the text scrolls inside of its own frame.
WIDER = """
const found = [];
if (document.documentElement.scrollWidth > window.innerWidth) found.push("the page is " + document.documentElement.scrollWidth + " px wide");
for (const image of document.images)
  if (!image.naturalWidth || image.getBoundingClientRect().right > window.innerWidth + 1) found.push("picture " + image.getAttribute("src"));
return found;"""
LOADED = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
RESULTS = "return [...document.querySelectorAll('#search-results ul.search li a')].map((link) => link.textContent)"
failures = []


def check(condition, sentence):
    if not condition:
        failures.append(sentence)
        print("FAILED  " + sentence)


def look(browser, address, pages, size, pictures):
    for page in pages:
        browser.open(address + page)
        wider = browser.run(WIDER)
        check(not wider, f"{page} at {size} pixels: {'; '.join(wider)}")
        foreign = [name for name in browser.run(LOADED) if not name.startswith((address, "data:"))]
        check(not foreign, f"{page} loads {', '.join(foreign)}")
        if pictures and page in SHOWN:
            pictures.mkdir(parents=True, exist_ok=True)
            for theme in ("light", "dark"):
                browser.run(f"document.body.dataset.theme = '{theme}'")
                browser.screenshot(pictures / f"{page.replace('/', '-').removesuffix('.html')}-{size}-{theme}.png")


def search(browser, address):
    for words, wanted in (("bank conflict", "Lesson 3: Banks"), ("clicker", "Presenting"), ("new-lesson", "Your first lecture")):
        browser.open(f"{address}search.html?q={words.replace(' ', '+')}")
        browser.wait_for("return /found|matching|did not match/i.test(document.querySelector('#search-results')?.textContent ?? '')", 20)
        browser.wait_for(f"return ({RESULTS.removeprefix('return ')}).some((title) => title.includes('{wanted}'))", 20)


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    pages = sorted(str(path.relative_to(site)) for path in site.rglob("*.html"))
    for name, width, height, ratio, touch in SIZES:
        browser = Browser(width, height, ratio, touch)
        try:
            with served(site) as address:
                look(browser, address, pages, name, pictures)
                search(browser, address)
            search(browser, site.as_uri() + "/")
        finally:
            browser.close()
    print(f"{len(pages)} pages at {', '.join(size[0] for size in SIZES)} pixels, search from a server and from files: {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
