"""The named configurations in `rtl/units.toml`: what lint checks and synthesis measures."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofsmith.rtl import sources
from proofsmith.rtl.sources import RtlError
from proofsmith.rtl.unit import Unit

FILE = "units.toml"
#: What synthesis can measure.
SYNTHESIS = ("xcup", "asic")
#: What can be measured: the twin of a unit that is meant for an FPGA simulates as the unit does.
TARGETS = (*SYNTHESIS, "simulation")
#: Key, type and default of an entry; a default of `None` means that the key is needed.
KEYS: dict[str, tuple[type, Any]] = {
    "module": (str, None),
    "inputs": (dict, None),
    "outputs": (dict, None),
    "parameters": (dict, {}),
    "constants": (dict, {}),
    "clock": (bool, True),
    "reset": (bool, False),
    "interval": (int, 1),
    "hierarchical": (bool, False),
    "targets": (list, list(SYNTHESIS)),
    "note": (str, ""),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit with what its measurements need to be read."""

    unit: Unit
    #: Clocks from one operation to the next.
    interval: int
    #: The targets that the configuration is meant for.
    targets: tuple[str, ...]
    #: Modules marked `(* keep_hierarchy *)` are synthesised once each, not flattened.
    hierarchical: bool
    note: str


def load(directory: Path | None = None) -> dict[str, Entry]:
    """All entries in the order of the file, whose directory is `rtl/` unless given."""
    path = (directory or sources.root()) / FILE
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RtlError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RtlError(f"{path}: {error}") from None
    return {name: _entry(f"{path}: [{name}]", name, table) for name, table in tables.items()}


def select(entries: dict[str, Entry], names: Sequence[str]) -> dict[str, Entry]:
    """The entries of these names, or all without any."""
    for name in names:
        if name not in entries:
            known = ", ".join(entries) or "none"
            raise RtlError(f"no unit {name!r} in {FILE}; there are: {known}")
    return {name: entries[name] for name in names} if names else entries


def _entry(place: str, name: str, table: Any) -> Entry:
    if not isinstance(table, dict):
        raise RtlError(f"{place} is not a table")
    if unknown := table.keys() - KEYS:
        raise RtlError(f"{place}: unknown key {min(unknown)!r}")
    values: dict[str, Any] = {}
    for key, (kind, default) in KEYS.items():
        if key not in table and default is None:
            raise RtlError(f"{place}: {key} is missing")
        values[key] = table.get(key, default)
        if type(values[key]) is not kind:
            raise RtlError(f"{place}: {key} must be {_KINDS[kind]}")
    for key in ("inputs", "outputs"):
        if not values[key]:
            raise RtlError(f"{place}: {key} is empty")
        for port, bits in values[key].items():
            if type(bits) is not int or bits < 1:
                raise RtlError(f"{place}: {key}.{port} must be a number of bits")
    for key in ("parameters", "constants"):
        for inner, value in values[key].items():
            if not isinstance(value, str):
                raise RtlError(f"{place}: {key}.{inner} must be a string of SystemVerilog")
    if values["interval"] < 1:
        raise RtlError(f"{place}: interval must be at least 1")
    targets = tuple(values.pop("targets"))
    if not targets or not set(targets) <= set(SYNTHESIS):
        raise RtlError(f"{place}: targets must be some of {', '.join(SYNTHESIS)}")
    if "asic" in targets:
        targets += ("simulation",)
    own = {key: values.pop(key) for key in ("interval", "hierarchical", "note")}
    return Entry(Unit(name=name, **values), targets=targets, **own)


_KINDS = {
    str: "a string",
    dict: "a table",
    list: "a list",
    bool: "true or false",
    int: "an integer",
}
