"""tools/pictures --check notices a changed word and a changed size, and accepts a reduced palette. Status 77 without ImageMagick."""
import importlib.machinery
import importlib.util
import pathlib
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "pictures"
SPECIFICATION = importlib.util.spec_from_loader("pictures", importlib.machinery.SourceFileLoader("pictures", str(TOOL)))
pictures = importlib.util.module_from_spec(SPECIFICATION)
SPECIFICATION.loader.exec_module(pictures)


class Comparison(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        pictures.FOLDER = self.folder / "kept"
        pictures.FOLDER.mkdir()

    def tearDown(self):
        self.temporary.cleanup()

    def paint(self, path, words, size="640x360", options=()):
        pictures.convert("-size", size, "gradient:#101828-#203050", "-fill", "#e0e4ec", "-font", "JetBrains-Mono-Regular", "-pointsize", "16",
                         "-draw", f"text 40,100 '{words}'", *options, str(path))

    def compared(self, words, kept="8 wavefronts", moving=(), **more):
        self.paint(pictures.FOLDER / "a.png", kept, options=["-dither", "FloydSteinberg", "-colors", "64"])
        self.paint(self.folder / "a.png", words, **more)
        return pictures.compare(pictures.Stage("a.png", "", "", moving=list(moving)), self.folder)

    def test_the_same_picture_with_fewer_colors(self):
        self.assertIsNone(self.compared("8 wavefronts"))

    def test_a_changed_character_and_a_changed_word(self):
        self.assertIn("differs", self.compared("4 wavefronts"))
        self.assertIn("differs", self.compared("8 iterations"))

    def test_what_moves_is_left_out(self):
        self.assertIsNone(self.compared("4 wavefronts", moving=[(30, 80, 200, 40)]))
        self.assertIn("differs", self.compared("4 wavefronts", moving=[(300, 80, 200, 40)]))

    def test_another_size_and_no_picture(self):
        self.assertEqual(self.compared("8 wavefronts", size="640x400"), "has another size")
        self.assertEqual(pictures.compare(pictures.Stage("b.png", "", ""), self.folder), "does not exist")

    def test_the_still_frames_of_a_clip(self):
        self.paint(self.folder / "one.png", "moves")
        self.paint(self.folder / "two.png", "8 wavefronts")
        pictures.convert(str(self.folder / "one.png"), str(self.folder / "two.png"), str(pictures.FOLDER / "c.gif"))
        clip = pictures.Clip("c.gif", "", [])
        self.assertEqual(pictures.compare(clip, self.folder), "has other frames")
        self.paint(self.folder / "shot-001.png", "8 wavefronts")
        self.assertIsNone(pictures.compare(clip, self.folder))
        self.paint(self.folder / "shot-001.png", "8 iterations")
        self.assertIn("frame 001", pictures.compare(clip, self.folder))
        self.paint(self.folder / "shot-002.png", "8 wavefronts")
        self.assertEqual(pictures.compare(clip, self.folder), "has other frames")


if __name__ == "__main__":
    if shutil.which("convert") is None:
        sys.exit(77)
    unittest.main()
