# mypy: disable-error-code="import-not-found, misc"
"""The widget of the stage; a module of its own, because anywidget is optional."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ._stage import Source


class StageWidget(anywidget.AnyWidget):
    """Its front end is _stage.js, which asks for the page and the capture. They are not part of the widget's state, which a
    notebook may store."""

    _esm = Path(__file__).parent / "_stage.js"
    height = traitlets.Int().tag(sync=True)

    def __init__(self, source: Source, height: int) -> None:
        super().__init__(height=height)
        self._source = source
        self.on_msg(self._receive)

    def _receive(self, _: object, request: dict[str, Any], __: object) -> None:
        self.send(*self._source.answer(request))
