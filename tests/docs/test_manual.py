"""A site with a dead link, a missing anchor, a foreign script or a page that no index lists is refused."""
import pathlib
import tempfile
import unittest

import check_manual

INDEX = '<a class="reference internal" href="page.html">Page</a>{}'
SEARCH = 'Search.setIndex({{"docnames": {}}})'


class Site(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name).resolve()
        (self.root / "docs").mkdir()
        (self.root / "docs/page.md").write_text("# Page\n")
        self.site = self.root / "site"
        self.site.mkdir()

    def tearDown(self):
        self.folder.cleanup()

    def result(self, text="", search='["index", "page"]', navigation=True):
        (self.site / "index.html").write_text(INDEX.format("") if navigation else "")
        (self.site / "page.html").write_text(f'<h1 id="page">Page</h1>{text}')
        (self.site / "searchindex.js").write_text(SEARCH.format(search))
        return check_manual.check(self.root, self.site)

    def test_links(self):
        self.assertEqual(self.result('<a href="index.html">x</a><a href="#page">x</a><a href="page.html#page">x</a><a href="https://x.y">x</a>'), 0)
        self.assertEqual(self.result('<a href="none.html">x</a>'), 1)
        self.assertEqual(self.result('<a href="page.html#none">x</a>'), 1)
        self.assertEqual(self.result('<img src="none.png">'), 1)

    def test_other_hosts(self):
        for text in ('<script src="https://x.y/z.js"></script>', '<link rel="stylesheet" href="//x.y/z.css">', '<img src="https://x.y/z.png">'):
            self.assertEqual(self.result(text), 1, text)
        (self.site / "a.css").write_text("@font-face { src: url('https://x.y/z.woff2') }")
        self.assertEqual(self.result(), 1)

    def test_every_page_is_found(self):
        self.assertEqual(self.result(search='["index"]'), 1)
        self.assertEqual(self.result(navigation=False), 1)


if __name__ == "__main__":
    unittest.main()
