"""Merge equal modules of a design in RTLIL.

The SystemVerilog frontend names a module after the place of its instance, so a multiplier that
stands in ten places would be synthesised ten times.
"""

from __future__ import annotations

import re

_MODULE = re.compile(r"^module (\S+)\n(.*?)^end\n", re.DOTALL | re.MULTILINE)
_SOURCE = re.compile(r"^ *attribute \\(?:src|hdlname) .*\n", re.MULTILINE)
_CELL = re.compile(r"^(  cell )(\S+)", re.MULTILINE)
#: The type of a cell, or a name that Yosys made up.
_NAME = re.compile(r"^  cell \S+|(?<!\S)(\$\S+)", re.MULTILINE)


def share(text: str) -> str:
    """The design with one module in place of each set of equal ones."""
    bodies = dict(_MODULE.findall(_SOURCE.sub("", text)))
    representative: dict[str, str] = {}
    by_body: dict[str, str] = {}
    settled: dict[str, str] = {}

    def visit(module: str) -> str:
        """The module that stands for this one, once those inside it are settled."""
        if module not in bodies:
            return module
        if module not in representative:
            body = _CELL.sub(lambda match: match[1] + visit(match[2]), bodies[module])
            settled[module] = body
            representative[module] = by_body.setdefault(_renumbered(body), module)
        return representative[module]

    for module in bodies:
        visit(module)
    used = {module: settled[module] for module in by_body.values()}
    kept = (f"attribute \\keep_hierarchy 1\nmodule {name}\n{used[name]}end\n" for name in used)
    return "autoidx 1000000000\n" + "\n".join(kept)


def _renumbered(body: str) -> str:
    """The body with numbers in place of made-up names, from 0, as they come."""
    numbers: dict[str, int] = {}

    def renumber(match: re.Match[str]) -> str:
        return f"${numbers.setdefault(match[1], len(numbers))}" if match[1] else match[0]

    return _NAME.sub(renumber, body)
