"""An accelerator's description as a SystemVerilog package."""

from __future__ import annotations

from typing import Any

from proofsmith.accelerator import Accelerator

#: Not of the hardware that is described in SystemVerilog.
_SKIPPED = ("dram",)


def package(accelerator: Accelerator) -> str:
    """The numbers of the description as parameters, `[ntt] kernels` as `NTT_KERNELS`.

    Choices by name, which the instantiating design makes, stand in comments.
    """
    name = f"{accelerator.name}_pkg"
    lines = [f"/// Made of the description of {accelerator.name}; do not edit.", f"package {name};"]
    for section, table in accelerator.parameters.items():
        if isinstance(table, dict) and section not in _SKIPPED:
            lines += ["", f"  // {section}"]
            lines += [_parameter(section, key, value) for key, value in table.items()]
    return "\n".join([*lines, "", f"endpackage : {name}", ""])


def _parameter(section: str, key: str, value: Any) -> str:
    name = f"{section}_{key}".upper()
    if isinstance(value, bool):
        return f"  localparam bit {name} = 1'b{value:d};"
    if isinstance(value, int):
        return f"  localparam int unsigned {name} = {value};"
    return f"  // {key}: {value}"
