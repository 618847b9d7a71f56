"""Accelerator descriptions (`accelerators/*.toml`), as the Rust side parses and validates them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from proofsmith import _core
from proofsmith.errors import AcceleratorError

DEFAULT = "uninm"


@dataclass(frozen=True, slots=True)
class Accelerator:
    """One accelerator with all overrides applied.

    `parameters` is the whole description as plain data, `toml` the same as text.
    """

    name: str
    source: str
    summary: str
    clock_mhz: int
    curves: tuple[str, ...]
    parameters: dict[str, Any]
    toml: str

    @property
    def memory(self) -> str:
        """Device and channels, e.g. `DDR4-3200 x4`; `ideal` ignores DRAM."""
        dram = self.parameters["dram"]
        return "ideal" if self.ignores_dram else f"{dram['device']} x{dram['channels']}"

    @property
    def ignores_dram(self) -> bool:
        """Whether off-chip memory costs nothing in this configuration."""
        return bool(self.parameters["dram"]["device"] == "ideal")

    @property
    def has_msm(self) -> bool:
        """Whether it has an MSM engine; without one, MSMs are the CPU's."""
        return "msm" in self.parameters


def load_accelerator(
    name: str, *, memory: str | None = None, overrides: Sequence[str] = ()
) -> Accelerator:
    """Load by built-in name or by the path of a `.toml` file.

    `memory` is `ideal`, `DDR4-3200`, `DDR4-3200x2` or `DDR4-3200x4`; `overrides` are
    `dotted.key=value` assignments, for example `msm.window_bits=13`.

    Raises:
        AcceleratorError: an unknown name or key, or a value that is not allowed.

    """
    for argument in (name, memory or "", *overrides):
        try:
            argument.encode()
        except UnicodeEncodeError as error:
            raise AcceleratorError(f"{argument!a}: not UTF-8") from error
    text, toml = _core.accelerator(name, list(overrides), memory)
    parameters = json.loads(text)
    return Accelerator(
        name=parameters["name"],
        source=parameters["source"],
        summary=parameters["summary"],
        clock_mhz=parameters["clock_mhz"],
        curves=tuple(parameters["curves"]),
        parameters=parameters,
        toml=toml,
    )


def accelerators() -> tuple[Accelerator, ...]:
    """Every accelerator that ships with proofsmith."""
    return tuple(load_accelerator(name) for name in _core.accelerator_names())
