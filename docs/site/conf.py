"""Sphinx configuration of the manual; tools/manual runs Sphinx with it."""
import os
import pathlib
import re

root = pathlib.Path(os.environ["WARPSTAGE_ROOT"])

project = "warpstage"
author = "warpstage contributors"
copyright = "2026 warpstage contributors"  # noqa: A001, the name that Sphinx reads
version = release = re.search(r"project\(warpstage VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
language = "en"

extensions = ["myst_parser"]
myst_heading_anchors = 4  # the anchors of headings are those of GitHub
root_doc = "index"
exclude_patterns = []
# Examples are excerpts: a part of a file or of an output need not be complete in its language.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"warpstage {version}"
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_last_updated_fmt = None
html_use_index = False
html_theme_options = {"navigation_with_keys": False, "top_of_page_button": None}
smartquotes = False  # options begin with two hyphens
pygments_style = "tango"
