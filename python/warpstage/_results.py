"""What the functions return. Everything displays itself in a notebook."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._errors import KernelFault
from ._launch import Array
from ._stage import Stage


def _table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class Figure:
    """A figure of a launch. ``svg`` is its text."""

    kind: str
    svg: str = field(repr=False)

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, file: str | Path) -> None:
        """Writes the figure to an .svg file."""
        Path(file).write_text(self.svg, encoding="utf-8")


@dataclass(frozen=True)
class Run:
    """A finished run. ``json`` has everything that ``warpstage run --json`` writes."""

    json: dict[str, Any] = field(repr=False)
    arrays: dict[str, Array] = field(repr=False)
    figures: list[Figure] = field(default_factory=list)
    stage: Stage | None = None

    @property
    def output(self) -> str:
        """Output of printf in the kernel."""
        return str(self.json.get("output", ""))

    @property
    def estimates(self) -> list[dict[str, Any]]:
        """For each GPU: ``gpu``, and ``time_ns`` and ``limiter``, or the ``reason`` for a missing estimate."""
        return list(self.json.get("estimates", []))

    def raise_fault(self) -> Run:
        """Raises KernelFault if the kernel had a fault, else returns the run."""
        if "fault" in self.json:
            raise KernelFault(self)
        return self

    def _repr_html_(self) -> str:
        rows: list[Sequence[object]] = [("kernel", self.json["kernel"]), ("warp instructions", f"{self.json['warp_instructions']:,}")]
        for estimate in self.estimates:
            time = f"{estimate['time_ns'] / 1000:,.1f} µs, limited by {estimate['limiter']}" if "time_ns" in estimate else estimate["reason"]
            rows.append((f"estimated for {estimate['gpu']}", time))
        if "fault" in self.json:
            rows.append(("fault", self.json["fault"]["sentence"]))
        printed = f"<pre>{html.escape(self.output)}</pre>" if self.output else ""
        return printed + _table(("launch", ""), rows)


@dataclass(frozen=True)
class Trace:
    """Counts of one recorded block. ``json`` has everything that ``warpstage run --trace --json`` writes below ``trace``."""

    json: dict[str, Any] = field(repr=False)

    @property
    def instructions(self) -> list[dict[str, Any]]:
        """For each PTX instruction: source line, active lanes, wavefronts, sectors and their ideal."""
        return list(self.json["instructions"])

    def lines(self) -> dict[int, dict[str, int]]:
        """Sums for each source line, as the report in the terminal shows them."""
        sums: dict[int, dict[str, int]] = {}
        for row in self.instructions:
            line = sums.setdefault(row["line"], dict.fromkeys(_COUNTS, 0))
            for name in _COUNTS:
                line[name] += row[name]
        return dict(sorted(sums.items()))

    def _repr_html_(self) -> str:
        return _table(
            ("line", *(name.replace("_", " ") for name in _COUNTS)), [(line, *counts.values()) for line, counts in self.lines().items()]
        )


_COUNTS = ("instructions", "divergent_branches", "wavefronts", "wavefronts_ideal", "sectors", "sectors_ideal")


@dataclass(frozen=True)
class Estimate:
    """Estimated times, one for each GPU."""

    estimates: list[dict[str, Any]]

    def _repr_html_(self) -> str:
        rows = [
            (row["gpu"], f"{row['time_ns'] / 1000:,.1f} µs", row["limiter"]) if "time_ns" in row else (row["gpu"], "", row["reason"])
            for row in self.estimates
        ]
        return _table(("GPU", "estimated", "limiter"), rows)


@dataclass(frozen=True)
class Why:
    """Causes of the estimated time. ``figure`` draws them; ``json`` is the report of ``warpstage run --why --json``."""

    json: dict[str, Any] = field(repr=False)
    figure: Figure

    def _repr_svg_(self) -> str:
        return self.figure.svg


@dataclass(frozen=True)
class Check:
    """Result of a run with additional checks. ``fault`` is nothing if no problem was found."""

    fault: KernelFault | None

    @property
    def passed(self) -> bool:
        return self.fault is None

    def _repr_html_(self) -> str:
        return html.escape(self.fault.sentence) if self.fault else "No problems found."
