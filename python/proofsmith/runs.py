"""What a kernel call took: the Rust side's `KernelRun`, as frozen dataclasses."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

KERNEL_TITLES = {
    "ntt": "NTT",
    "intt": "inverse NTT",
    "coset_ntt": "coset NTT",
    "coset_intt": "inverse coset NTT",
    "msm_g1": "MSM G1",
    "msm_g2": "MSM G2",
}


@dataclass(frozen=True, slots=True)
class Phase:
    """A named span of cycles."""

    name: str
    cycles: int


@dataclass(frozen=True, slots=True)
class Utilisation:
    """Useful operations over operation slots of the unit that bounds a kernel."""

    unit: str
    units: int
    used: int
    slots: int

    @property
    def fraction(self) -> float:
        """Used over slots, 0 to 1."""
        return self.used / self.slots if self.slots else 0.0


@dataclass(frozen=True, slots=True)
class DramStats:
    """Off-chip memory as configured and as used; bytes are whole bursts."""

    memory: str
    read_bytes: int
    write_bytes: int
    row_hits: int
    row_misses: int
    stall_cycles: int

    @property
    def total_bytes(self) -> int:
        """Bytes read and written."""
        return self.read_bytes + self.write_bytes

    @property
    def row_hit_rate(self) -> float | None:
        """Column accesses that found their row open, 0 to 1; `None` where there were none."""
        accesses = self.row_hits + self.row_misses
        return self.row_hits / accesses if accesses else None


@dataclass(frozen=True, slots=True)
class SimStats:
    """Exact counts of one kernel on one modelled accelerator."""

    accelerator: str
    clock_mhz: int
    cycles: int
    phases: tuple[Phase, ...]
    utilisation: Utilisation
    bubbles: tuple[tuple[str, int], ...]
    dram: DramStats
    verified_against_rtl: bool

    @property
    def milliseconds(self) -> float:
        """Duration at the accelerator's clock."""
        return self.milliseconds_of(self.cycles)

    @property
    def dram_gigabytes_per_second(self) -> float:
        """DRAM bytes over the kernel's duration, 10^9 bytes a second."""
        return self.dram.total_bytes / self.milliseconds / 1e6 if self.cycles else 0.0

    def milliseconds_of(self, cycles: int) -> float:
        """Duration of so many cycles at the accelerator's clock."""
        return cycles / self.clock_mhz / 1000

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> SimStats:
        """Build from the Rust side's JSON object."""
        return cls(
            accelerator=data["accelerator"],
            clock_mhz=data["clock_mhz"],
            cycles=data["cycles"],
            phases=tuple(Phase(**phase) for phase in data["phases"]),
            utilisation=Utilisation(**data["utilisation"]),
            bubbles=tuple((cause, slots) for cause, slots in data["bubbles"]),
            dram=DramStats(**data["dram"]),
            verified_against_rtl=data["verified_against_rtl"],
        )


@dataclass(frozen=True, slots=True)
class KernelRun:
    """One kernel call: what it was, who executed it, what it took.

    `kernel` is a key of `KERNEL_TITLES`; `size` counts the points of the transform or the terms of
    the sum; `wall_s` is this machine's time; `sim` is there when a modelled accelerator ran it.
    """

    label: str
    kernel: str
    size: int
    engine: str
    wall_s: float
    sim: SimStats | None

    @property
    def title(self) -> str:
        """The kernel in words."""
        return KERNEL_TITLES.get(self.kernel, self.kernel)

    @property
    def is_msm(self) -> bool:
        """Whether it is a multi-scalar multiplication, not a transform."""
        return self.kernel in ("msm_g1", "msm_g2")

    @property
    def name(self) -> str:
        """The label, or the kernel in words where there is none."""
        return self.label or self.title

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> KernelRun:
        """Build from the Rust side's JSON object."""
        sim = data["sim"]
        return cls(
            label=data["label"],
            kernel=data["kernel"],
            size=data["size"],
            engine=data["engine"],
            wall_s=data["wall_s"],
            sim=None if sim is None else SimStats.from_dict(sim),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, with the derived figures that readers ask for."""
        data = asdict(self)
        if self.sim is not None:
            data["sim"]["milliseconds"] = self.sim.milliseconds
            data["sim"]["utilisation"]["fraction"] = self.sim.utilisation.fraction
            data["sim"]["dram"]["gigabytes_per_second"] = self.sim.dram_gigabytes_per_second
        return data


def parse_runs(text: str) -> tuple[KernelRun, ...]:
    """Kernel runs from the Rust side's JSON array."""
    return tuple(KernelRun.from_dict(run) for run in json.loads(text))


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over the kernels that the accelerator executed, one after another."""

    kernels: int
    cycles: int
    milliseconds: float
    dram_bytes: int
    stall_cycles: int

    @classmethod
    def of(cls, runs: Sequence[KernelRun]) -> Totals:
        """Add up; kernels that ran on the CPU do not count."""
        sims = [run.sim for run in runs if run.sim is not None]
        return cls(
            kernels=len(sims),
            cycles=sum(sim.cycles for sim in sims),
            milliseconds=sum(sim.milliseconds for sim in sims),
            dram_bytes=sum(sim.dram.total_bytes for sim in sims),
            stall_cycles=sum(sim.dram.stall_cycles for sim in sims),
        )
