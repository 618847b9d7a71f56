"""`rtl/published.toml`: what papers and other projects state, beside what synthesis measured."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proofsmith.rtl import sources
from proofsmith.rtl.sources import RtlError

FILE = "published.toml"
_RATIO = {"what", "of", "to", "figure", "published", "source"}
_VALUE = {"what", "unit", "figures", "published", "source"}
_RATIO_HEAD = """### Ratios beside the published ones

| What | Ours | Published | Of | To | Figure | Source |
|---|---:|---:|---|---|---|---|
"""
_VALUE_HEAD = """### Figures beside the published ones

| What | Ours | Published | Unit | Source |
|---|---|---|---|---|
"""


def tables(units: Mapping[str, Any], directory: Path | None = None) -> str:
    """Markdown of the ratios and of the absolute figures whose units are measured."""
    path = (directory or sources.root()) / FILE
    try:
        published = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RtlError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RtlError(f"{path}: {error}") from None
    if unknown := published.keys() - {"ratio", "value"}:
        raise RtlError(f"{path}: unknown table {min(unknown)!r}")
    ratios = [_check(path, entry, _RATIO) for entry in published.get("ratio", [])]
    values = [_check(path, entry, _VALUE) for entry in published.get("value", [])]
    ratio_rows, value_rows = "", ""
    for one in ratios:
        sides = [_counts(path, one[key]) for key in ("of", "to")]
        of, to = (_total(units, side, one["figure"]) for side in sides)
        if of is not None and to:
            names = [
                " + ".join(f"`{name}`" if n == 1 else f"{n} `{name}`" for name, n in side.items())
                for side in sides
            ]
            cells = [one["what"], f"{of / to:.2f}", one["published"], *names]
            cells += [one["figure"], one["source"]]
            ratio_rows += f"| {' | '.join(cells)} |\n"
    for one in values:
        ours = {name: _figure(units, one["unit"], name) for name in one["figures"]}
        if None not in ours.values():
            own = ", ".join(f"{value:,} {name.partition('.')[2]}" for name, value in ours.items())
            cells = [one["what"], own, one["published"], f"`{one['unit']}`", one["source"]]
            value_rows += f"| {' | '.join(cells)} |\n"
    text = f"{_RATIO_HEAD}{ratio_rows}\n" if ratio_rows else ""
    return text + (f"{_VALUE_HEAD}{value_rows}" if value_rows else "")


def _check(path: Path, entry: Any, keys: set[str]) -> dict[str, Any]:
    if not isinstance(entry, dict) or entry.keys() != keys:
        raise RtlError(f"{path}: an entry must have just the keys {', '.join(sorted(keys))}")
    return entry


def _counts(path: Path, side: Any) -> dict[str, int]:
    """One side of a ratio: a unit, or how many of each unit."""
    counts = {side: 1} if isinstance(side, str) else side
    if not isinstance(counts, dict) or not all(isinstance(n, int) for n in counts.values()):
        raise RtlError(f"{path}: {side!r} is neither a unit nor a number of each unit")
    return counts


def _total(units: Mapping[str, Any], counts: Mapping[str, int], figure: str) -> float | None:
    figures = {name: _figure(units, name, figure) for name in counts}
    total = 0.0
    for name, one in figures.items():
        if one is None:
            return None
        total += counts[name] * one
    return total


def _figure(units: Mapping[str, Any], name: str, figure: str) -> float | None:
    """A figure such as `asic.ge` of a unit, `None` where it is not measured."""
    section, _, key = figure.partition(".")
    value = units.get(name, {}).get(section, {}).get(key)
    return None if value is None else float(value) if isinstance(value, float) else int(value)
