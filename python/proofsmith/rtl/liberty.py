"""What synthesis needs of a Liberty file: areas, pins, and delays from its lookup tables.

Times are nanoseconds and capacitances picofarads, or the file's own units otherwise.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from proofsmith.rtl.sources import RtlError

_TOKEN = re.compile(r'"[^"]*"|[{}():;,]|[^\s{}():;,"]+')
_SKIPPED = re.compile(r"/\*.*?\*/|//[^\n]*|\\\s*\n", re.DOTALL)
_EDGES = ("rise", "fall")


@dataclass(slots=True)
class Group:
    """`kind (name) { ... }` with its attributes and the groups inside it."""

    kind: str
    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)

    def all(self, kind: str) -> list[Group]:
        """The groups of a kind directly inside this one."""
        return [group for group in self.groups if group.kind == kind]

    def first(self, kind: str) -> Group | None:
        """The first of them."""
        return next(iter(self.all(kind)), None)


@dataclass(frozen=True, slots=True)
class Flop:
    """Delays of a flip-flop, at a clock and data slew of a fanout-of-4 inverter."""

    clock_to_q_ns: float
    setup_ns: float


class Liberty:
    """A cell library."""

    def __init__(self, path: Path) -> None:
        """Read a file; an `RtlError` says what it lacks."""
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise RtlError(f"{path}: {error.strerror}") from None
        self.path = path
        self.sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        try:
            self._library = _parse(text)
            self.cells = {cell.name: cell for cell in self._library.all("cell")}
            self.nand2_area = self.area(self._smallest(_is_nand2, "two-input NAND"))
            self.buffer = self._smallest(_is_buffer, "buffer").name
            self.fo4_ns = self._fo4[0]
        except (IndexError, KeyError, StopIteration, ValueError) as error:
            raise RtlError(f"{path}: not a Liberty file that can be read ({error!r})") from None

    @property
    def name(self) -> str:
        """The library's name."""
        return self._library.name

    @staticmethod
    def area(cell: Group) -> float:
        """Area of a cell in the library's unit."""
        return float(cell.attributes["area"])

    def is_sequential(self, cell: str) -> bool:
        """Whether a cell is a flip-flop or a latch."""
        group = self.cells.get(cell)
        return group is not None and any(group.all(kind) for kind in ("ff", "latch"))

    def flop(self, cell: str) -> Flop:
        """Delays of a flip-flop: without load, since the load is counted with the logic."""
        slew = self._fo4[1]
        pins = self.cells[cell].all("pin")
        launch = [
            timing
            for pin in pins
            for timing in pin.all("timing")
            if timing.attributes.get("timing_type") in ("rising_edge", "falling_edge")
        ]
        check = [
            timing
            for pin in pins
            for timing in pin.all("timing")
            if timing.attributes.get("timing_type", "").startswith("setup_")
        ]
        return Flop(
            max(self._value(timing, f"cell_{e}", slew, 0.0) for timing in launch for e in _EDGES),
            max(
                self._value(timing, f"{e}_constraint", slew, slew)
                for timing in check
                for e in _EDGES
            ),
        )

    @cached_property
    def flop_load_pf(self) -> float:
        """Capacitance of the data pin of the smallest flip-flop."""
        flops = [cell for cell in self.cells.values() if cell.first("ff")]
        cell = min(flops, key=self.area)
        data = (cell.first("ff") or cell).attributes["next_state"].strip("()!'")
        return self._capacitance(cell, data)

    @cached_property
    def _fo4(self) -> tuple[float, float]:
        """Delay and output slew of the smallest inverter that drives four of its kind.

        The input slew is that of the same inverter under the same load: the delay of one stage
        inside a long chain, averaged over both edges.
        """
        cell = self._smallest(_is_inverter, "inverter")
        output = next(pin for pin in cell.all("pin") if "function" in pin.attributes)
        timing = output.all("timing")[0]
        load = 4 * self._capacitance(cell, _inputs(cell)[0])
        slew = {"rise": 0.1, "fall": 0.1}
        for _ in range(50):  # converges in a few
            slew = {
                "rise": self._value(timing, "rise_transition", slew["fall"], load),
                "fall": self._value(timing, "fall_transition", slew["rise"], load),
            }
        delays = (
            self._value(timing, "cell_rise", slew["fall"], load),
            self._value(timing, "cell_fall", slew["rise"], load),
        )
        return sum(delays) / 2, sum(slew.values()) / 2

    @staticmethod
    def _capacitance(cell: Group, pin: str) -> float:
        found = next(one for one in cell.all("pin") if one.name == pin)
        return float(found.attributes["capacitance"])

    def _smallest(self, wanted: object, what: str) -> Group:
        found = [cell for cell in self.cells.values() if callable(wanted) and wanted(cell)]
        if not found:
            raise KeyError(f"no {what}")
        return min(found, key=self.area)

    def _value(self, timing: Group, table: str, slew: float, other: float) -> float:
        """Interpolate a table at a slew (of the input or clock) and a load (or data slew)."""
        group = timing.first(table)
        if group is None:
            raise KeyError(table)
        template = next(
            (one for one in self._library.all("lu_table_template") if one.name == group.name), group
        )
        axes, points = [], []
        for number in ("1", "2"):
            index = group.attributes.get(f"index_{number}") or template.attributes.get(
                f"index_{number}"
            )
            if index is None:
                continue
            axes.append(_numbers(index))
            variable = template.attributes.get(f"variable_{number}", "")
            is_other = "capacitance" in variable or variable == "constrained_pin_transition"
            points.append(other if is_other else slew)
        values = _numbers(group.attributes["values"])
        if len(axes) == 1:
            return _interpolate(axes[0], values, points[0])
        width = len(axes[1])
        rows = [values[row * width : (row + 1) * width] for row in range(len(axes[0]))]
        return _interpolate(
            axes[0], [_interpolate(axes[1], row, points[1]) for row in rows], points[0]
        )


def _interpolate(axis: Sequence[float], values: Sequence[float], at: float) -> float:
    """Linear between the points of a table, and its end value beyond them."""
    if at <= axis[0] or len(axis) == 1:
        return values[0]
    if at >= axis[-1]:
        return values[-1]
    right = bisect_right(axis, at)
    (x0, x1), (y0, y1) = axis[right - 1 : right + 1], values[right - 1 : right + 1]
    return y0 + (y1 - y0) * (at - x0) / (x1 - x0)


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.replace(",", " ").split()]


def _inputs(cell: Group) -> list[str]:
    return [pin.name for pin in cell.all("pin") if pin.attributes.get("direction") == "input"]


def _function(cell: Group) -> str | None:
    """The function of a combinational cell with one output, bare of blanks and outer brackets."""
    outputs = [pin for pin in cell.all("pin") if pin.attributes.get("direction") == "output"]
    if len(outputs) != 1 or cell.first("ff") or cell.first("latch"):
        return None
    if "three_state" in outputs[0].attributes:
        return None
    text = " ".join(outputs[0].attributes.get("function", "").split())
    while text.startswith("(") and text.endswith(")") and _closes_at_end(text):
        text = text[1:-1].strip()
    return text


def _closes_at_end(text: str) -> bool:
    depth = 0
    for character, following in pairwise(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and following:
            return False
    return True


def _is_inverter(cell: Group) -> bool:
    inputs = _inputs(cell)
    return len(inputs) == 1 and _function(cell) in (f"!{inputs[0]}", f"{inputs[0]}'")


def _is_buffer(cell: Group) -> bool:
    inputs = _inputs(cell)
    return len(inputs) == 1 and _function(cell) == inputs[0]


def _is_nand2(cell: Group) -> bool:
    inputs, function = _inputs(cell), _function(cell)
    if len(inputs) != 2 or function is None:
        return False
    a, b = inputs
    product = rf"(?:\(?{a}\)? ?[ *&] ?\(?{b}\)?)"
    sums = rf"\(?!{a}\)? ?[+|] ?\(?!{b}\)?"
    return re.fullmatch(rf"!\({product}\)|\({product}\)'|{sums}", function) is not None


def _parse(text: str) -> Group:
    tokens = _TOKEN.finditer(_SKIPPED.sub(" ", text))
    return _statements((match.group() for match in tokens), Group("file", "")).groups[0]


def _statements(tokens: Iterator[str], group: Group) -> Group:
    """Read `name : value ;`, `name (values) ;` and groups until the group's end."""
    stack = [group]
    for token in tokens:
        if token == "}":  # noqa: S105
            stack.pop()
            continue
        if token in (";", ","):
            continue
        after = next(tokens, ";")
        if after == ":":
            stack[-1].attributes[token] = _until(tokens, ";\n").strip('"')
        elif after == "(":
            values = _until(tokens, ")")
            if (following := next(tokens, ";")) == "{":
                inner = Group(token, values.strip().strip('"'))
                stack[-1].groups.append(inner)
                stack.append(inner)
            else:
                stack[-1].attributes[token] = values.replace('"', " ")
                if following not in (";", "}"):
                    raise ValueError(f"{following} after {token}(...)")
                if following == "}":
                    stack.pop()
    return group


def _until(tokens: Iterator[str], end: str) -> str:
    read = []
    for token in tokens:
        if token in end:
            break
        read.append(token)
    return " ".join(read)
