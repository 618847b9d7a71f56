"""Lockstep of hardware designs with their Rust models: which units are built for it, and runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from proofsmith import _core
from proofsmith.accelerator import load_accelerator
from proofsmith.rtl.simulation import build
from proofsmith.rtl.sources import RtlError
from proofsmith.rtl.unit import Unit

#: The scalar field of a curve, as the hardware names it.
FIELDS = {"BLS12-381": "curves_pkg::BLS12_381_FR", "BN254": "curves_pkg::BN254_FR"}


@dataclass(frozen=True, slots=True)
class Subject:
    """A unit, and the accelerator description that it was made from, if there is one."""

    unit: Unit
    toml: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of one workload."""

    workload: str
    #: Cycles compared, without the one that differs.
    cycles: int
    #: The first difference with its cycle.
    difference: str | None

    @property
    def summary(self) -> str:
        """Both in a line."""
        found = f"then {self.difference}" if self.difference else "0 differences"
        return f"{self.cycles} cycles compared, {found}"


class Lockstep:
    """A design that is ready to be compared with its model."""

    def __init__(self, name: str, *, cycles: int, seed: int, directory: Path | None = None) -> None:
        """Build the design, whose sources are under `directory`, `rtl/` unless given.

        Workloads without an end of their own run for `cycles`; `seed` decides random stimuli.

        Raises:
            RtlError: an unknown name, or a design that cannot be built.

        """
        try:
            subject = SUBJECTS[name]()
        except KeyError:
            raise RtlError(f"no design {name!r} to compare: {', '.join(SUBJECTS)}") from None
        self._name = name
        self._options = (subject.toml, cycles, seed)
        #: What is compared, in order.
        self.workloads = _core.cosim_workloads(name, *self._options)
        self._simulation = build(subject.unit, directory)

    def run(self, workload: str) -> Comparison:
        """Compare until the workload ends or something differs."""
        unit = self._simulation.unit
        cycles, difference = _core.cosim(
            self._name,
            self.workloads.index(workload),
            self._simulation.path,
            list(unit.inputs.items()),
            list(unit.outputs.items()),
            *self._options,
        )
        return Comparison(workload, cycles, difference)


def _fifo() -> Subject:
    return Subject(
        Unit(
            name="fifo",
            module="fifo",
            parameters={"Width": "64", "Depth": "16"},
            inputs={"valid_i": 1, "data_i": 64, "ready_i": 1},
            outputs={"ready_o": 1, "valid_o": 1, "data_o": 64},
            reset=True,
        )
    )


def axi(channels: int) -> tuple[dict[str, int], dict[str, int]]:
    """Inputs and outputs of a unit's AXI masters, one for each DRAM channel, as arrays."""
    inputs = {"arready_i": 1, "rvalid_i": 1, "rid_i": 16, "rdata_i": 512}
    inputs |= {"awready_i": 1, "wready_i": 1, "bvalid_i": 1}
    outputs = {"arvalid_o": 1, "araddr_o": 40, "arid_o": 16}
    outputs |= {"awvalid_o": 1, "awaddr_o": 40, "wvalid_o": 1, "wdata_o": 512}
    return (
        {port: channels * bits for port, bits in inputs.items()},
        {port: channels * bits for port, bits in outputs.items()},
    )


def _axi_copy() -> Subject:
    inputs, outputs = axi(channels=2)
    return Subject(
        Unit(
            name="axi_copy",
            module="axi_copy",
            parameters={"Channels": "2", "Depth": "16"},
            inputs={"from_i": 40, "to_i": 40, "bursts_i": 16} | inputs,
            outputs={"done_o": 1} | outputs,
            reset=True,
        )
    )


def _uninm() -> Subject:
    accelerator = load_accelerator("uninm")
    ntt = accelerator.parameters["ntt"]
    inputs, outputs = axi(channels=1)
    inputs |= {"start_i": 1, "inverse_i": 1, "coset_i": 1, "log2_size_i": 5}
    inputs |= {"first_base_i": 40, "second_base_i": 40}
    inputs |= {"table_valid_i": 1, "table_i": 2, "table_index_i": 16, "table_data_i": 256}
    unit = Unit(
        name="ntt_multi_bank",
        module="ntt_multi_bank",
        parameters={
            "Field": FIELDS[accelerator.curves[0]],
            "Kernels": str(ntt["kernels"]),
            "Butterflies": str(ntt["butterflies_per_kernel"]),
            "MaxLog2": str(ntt["max_sub_ntt"].bit_length() - 1),
            "TwiddleMultipliers": str(ntt["twiddle_multipliers_per_kernel"]),
            "Tile": str(ntt["tile"]),
        },
        inputs=inputs,
        outputs=outputs | {"busy_o": 1, "issue_o": 23},
        reset=True,
    )
    return Subject(unit, accelerator.toml)


def _multi_bank() -> Subject:
    # The engine alone, in a field that simulates fast: its schedule is that of any other whose
    # multiplier has the same latency.
    lines, beat, max_log2, width = 4, 2, 8, 64
    places = {"line_i": beat * (lines - 1).bit_length(), "index_i": beat * max_log2}
    load = {f"load_{port}": bits for port, bits in places.items()}
    store = {f"store_{port}": bits for port, bits in places.items()}
    unit = Unit(
        name="multi_bank_engine",
        module="multi_bank_engine",
        parameters={
            "Cfg": "field_pkg::mod_mul_cfg_t'({field_pkg::MONT_LBFP, 8'd0, 1'b0, 1'b0})",
            "Field": "curves_pkg::GOLDILOCKS",
            "Lines": str(lines),
            "Butterflies": "4",
            "Multipliers": "8",
            "MaxLog2": str(max_log2),
            "Beat": str(beat),
        },
        inputs={"pass_i": 9, "load_valid_i": 1, "load_last_i": 1}
        | load
        | {"load_data_i": beat * width, "store_read_i": 1, "store_done_i": 1}
        | store
        | {"table_valid_i": 1, "table_i": 2, "table_index_i": 16, "table_data_i": width},
        outputs={"load_ready_o": 1, "store_ready_o": 1, "issue_o": 23}
        | {"store_data_o": beat * width},
        reset=True,
    )
    return Subject(unit, load_accelerator("uninm").toml)


#: What `proofsmith cosim` knows, as `crates/cosim` does.
SUBJECTS: dict[str, Callable[[], Subject]] = {
    "axi_copy": _axi_copy,
    "fifo": _fifo,
    "multi_bank": _multi_bank,
    "uninm": _uninm,
}
