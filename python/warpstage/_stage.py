# mypy: allow-untyped-calls
"""The stage in a notebook: the page of the web edition with a recorded launch."""

from __future__ import annotations

import functools
import hashlib
import html
import importlib.util
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import WarpstageError
from ._program import environment, program

if TYPE_CHECKING:
    from ._results import Figure

_LESSON = "divergence"  # a page has at least one; this one is small
_NOT_SHOWN = ("service-worker.js", "manifest.webmanifest", "icon.svg")
_MAX_CAPTURE = 64 << 20  # bytes that the page opens
FALLBACK = ("source", "lanes")  # figures without anywidget
HAS_WIDGETS = importlib.util.find_spec("anywidget") is not None


@functools.cache
def site() -> dict[str, bytes]:
    """The files of the page, without a server. Raises if this installation has none."""
    with tempfile.TemporaryDirectory(prefix="warpstage-") as folder:
        words = [str(program()), "web", "-o", folder, "--lesson", _LESSON]
        ended = subprocess.run(words, capture_output=True, text=True, env=environment(), check=False)
        if ended.returncode != 0:
            raise WarpstageError(ended.stderr.strip().removeprefix("warpstage: "))
        files = sorted(file for file in Path(folder).rglob("*") if file.is_file() and not file.name.endswith(".license.txt"))
        names = [file.relative_to(folder).as_posix() for file in files]
        return {name: file.read_bytes() for name, file in zip(names, files) if name not in _NOT_SHOWN}


def chosen(files: dict[str, bytes], languages: list[str]) -> dict[str, bytes]:
    """The files without the texts of other languages than those of the browser."""
    wanted = {f"languages/{language.split('-')[0].lower()}.mo" for language in languages}
    return {name: content for name, content in files.items() if not name.startswith("languages/") or name in wanted}


class Source:
    """Answers the requests of _stage.js."""

    def __init__(self, name: str, capture: bytes) -> None:
        self.name = name
        self.parts = {"capture": capture, "site": b""}

    def answer(self, request: dict[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
        part = request["part"]
        if part != "list":
            return {"id": request["id"]}, [self.parts[part][request["from"] :][: request["count"]]]
        files = chosen(site(), request["languages"])
        self.parts["site"] = b"".join(files.values())
        names = [(name, len(content)) for name, content in files.items()]
        version = hashlib.sha256(repr(names).encode() + self.parts["site"]).hexdigest()
        return {"id": request["id"], "version": version, "names": names, "name": self.name, "capture": len(self.parts["capture"])}, []


@dataclass(frozen=True)
class Stage:
    """A launch with its memory, as a capture. In a notebook with anywidget it displays itself as the stage of the web edition."""

    capture: bytes = field(repr=False)
    name: str
    figures: list[Figure] = field(repr=False)  # shown without anywidget
    height: int = 720

    def save(self, file: str | Path) -> None:
        """Writes the capture, *.warpstage, which ``warpstage FILE`` and the web edition open."""
        Path(file).write_bytes(self.capture)

    def widget(self) -> Any:
        """The stage as a widget. Raises if anywidget is not installed or the launch is too large for the page."""
        if not HAS_WIDGETS:
            raise WarpstageError("The stage in a notebook requires the package anywidget: pip install 'warpstage[stage]'.")
        if len(self.capture) > _MAX_CAPTURE:
            raise WarpstageError(
                f"The stage in a notebook opens captures of up to {_MAX_CAPTURE >> 20} MiB; this one has {len(self.capture) >> 20} MiB. Use smaller arrays."
            )
        site()
        from ._widget import StageWidget

        return StageWidget(Source(self.name, self.capture), self.height)

    def _ipython_display_(self) -> None:
        from IPython.display import HTML, display

        try:
            display(self.widget())
        except WarpstageError as error:
            display(HTML(f"<p>{html.escape(error.sentence)}</p>"), *self.figures)
