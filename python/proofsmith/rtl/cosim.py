"""Lockstep of hardware designs with their Rust models: which units are built for it, and runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from proofsmith import _core
from proofsmith.accelerator import Accelerator, load_accelerator
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
        if name not in SUBJECTS:
            raise RtlError(f"no design {name!r} to compare: {', '.join(SUBJECTS)}")
        subject = SUBJECTS[name]()
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


def _transforms(
    module: str,
    accelerator: Accelerator,
    parameters: dict[str, str],
    *,
    more: dict[str, int] | None = None,
    table_bits: int = 256,
    issues: int = 1,
) -> Subject:
    """An accelerator's NTT with its memory: the ports that all have, and `more` inputs."""
    ntt = accelerator.parameters["ntt"]
    inputs, outputs = axi(channels=1)
    inputs |= {"start_i": 1, "inverse_i": 1, "coset_i": 1, "log2_size_i": 5}
    inputs |= {"first_base_i": 40, "second_base_i": 40}
    inputs |= {"table_valid_i": 1, "table_i": 2, "table_index_i": 16, "table_data_i": table_bits}
    parameters |= {"MaxLog2": str(ntt["max_sub_ntt"].bit_length() - 1), "Tile": str(ntt["tile"])}
    unit = Unit(
        name=module,
        module=module,
        parameters=parameters,
        inputs=inputs | (more or {}),
        outputs=outputs | {"busy_o": 1, "issue_o": 23 * issues},
        reset=True,
    )
    return Subject(unit, accelerator.toml)


def _uninm(*overrides: str) -> Subject:
    accelerator = load_accelerator("uninm", overrides=overrides)
    ntt = accelerator.parameters["ntt"]
    parameters = {
        "Field": FIELDS[accelerator.curves[0]],
        "Kernels": str(ntt["kernels"]),
        "Butterflies": str(ntt["butterflies_per_kernel"]),
        "TwiddleMultipliers": str(ntt["twiddle_multipliers_per_kernel"]),
    }
    return _transforms("ntt_multi_bank", accelerator, parameters)


def _streams(organisation: str, *overrides: str) -> Subject:
    accelerator = load_accelerator(
        "reorder", overrides=[f"ntt.organisation={organisation}", *overrides]
    )
    ntt = accelerator.parameters["ntt"]
    parameters = {
        "Organisation": f"stream_pkg::{organisation.upper()}",
        "Cfg": _multiplier(accelerator.parameters["multiplier"]["kind"].upper()),
        "Field": FIELDS[accelerator.curves[0]],
        "Interval": str(ntt["butterfly_interval"]),
        "Lines": str(ntt["pipelines"]),
    }
    more = {"factors_base_i": 40}
    return _transforms("ntt_stream", accelerator, parameters, more=more, issues=2)


def _reconf(*overrides: str, words: int = 2) -> Subject:
    accelerator = load_accelerator("reconf", overrides=overrides)
    ntt = accelerator.parameters["ntt"]
    word = ntt["word_bits"]
    return _transforms(
        "ntt_delay_commutator",
        accelerator,
        {"Word": str(word), "Words": str(words), "Pipelines": str(ntt["pipelines"])},
        more={"factors_base_i": 40, "modulus_i": 3 * word, "neg_inv_i": word},
        table_bits=3 * word,
    )


# Engines alone are in a field that simulates fast: their schedule is that of any other field whose
# multiplier has the same latency.
_FIELD, _WIDTH = "curves_pkg::GOLDILOCKS", 64


def _multiplier(kind: str) -> str:
    return f"field_pkg::mod_mul_cfg_t'({{field_pkg::{kind}, 8'd0, 1'b0, 1'b0}})"


def _engine(
    module: str,
    parameters: dict[str, str],
    *,
    lines: int,
    max_log2: int,
    beat: int = 2,
    width: int = _WIDTH,
    issues: int = 1,
    more: dict[str, int] | None = None,
) -> Unit:
    """A line engine: the ports that all have, and `more` inputs."""
    places = {"line_i": beat * (lines - 1).bit_length(), "index_i": beat * max_log2}
    inputs = {"pass_i": 9, "load_valid_i": 1, "load_last_i": 1, "load_data_i": beat * width}
    inputs |= {"store_read_i": 1, "store_done_i": 1}
    for end in ("load", "store"):
        inputs |= {f"{end}_{port}": bits for port, bits in places.items()}
    inputs |= {"table_valid_i": 1, "table_i": 2, "table_index_i": 16, "table_data_i": width}
    return Unit(
        name=module,
        module=module,
        parameters=parameters | {"MaxLog2": str(max_log2), "Beat": str(beat)},
        inputs=inputs | (more or {}),
        outputs={"load_ready_o": 1, "store_ready_o": 1, "issue_o": 23 * issues}
        | {"store_data_o": beat * width},
        reset=True,
    )


def _multi_bank_engine() -> Subject:
    lines = 4
    parameters = {"Cfg": _multiplier("MONT_LBFP"), "Field": _FIELD, "Lines": str(lines)}
    parameters |= {"Butterflies": "4", "Multipliers": "8"}
    unit = _engine("multi_bank_engine", parameters, lines=lines, max_log2=8)
    # What the digit-serial multiplier takes for 64 bits.
    overrides = ["ntt.twiddle_multiplier_interval=3"]
    return Subject(unit, load_accelerator("uninm", overrides=overrides).toml)


def _stream_engine(organisation: str, *, pipelined: bool) -> Subject:
    """A butterfly takes a slot of three clocks, as the description has it, or of one."""
    lines = 2
    parameters = {
        "Organisation": f"stream_pkg::{organisation.upper()}",
        "Cfg": _multiplier("MONT_LBFP" if pipelined else "MONT_SHARED"),
        "Field": _FIELD,
        "Lines": str(lines),
    }
    unit = _engine(
        "stream_engine", parameters, lines=lines, max_log2=8, issues=2, more={"load_factor_i": 1}
    )
    overrides = [f"ntt.organisation={organisation}"]
    if pipelined:
        overrides += ["multiplier.kind=mont_lbfp", "multiplier.interval=1"]
        overrides += ["ntt.butterfly_interval=1", "ntt.butterfly_latency=9"]
    return Subject(unit, load_accelerator("reorder", overrides=overrides).toml)


def _delay_commutator_engine() -> Subject:
    # Words whose multiplier has the latency of those of 128 bits.
    word, pipelines, beat = 32, 2, 4
    parameters = {"Word": str(word), "Pipelines": str(pipelines)}
    parameters |= {"Cfg": "field_pkg::mont_reconf_cfg_t'({3'd1, 2'd1, 3'd3, 1'b0})"}
    return Subject(
        _engine(
            "delay_commutator_engine",
            parameters,
            lines=6 * pipelines,
            max_log2=7,
            beat=beat,
            width=3 * word,
            more={"words_i": 2, "modulus_i": 3 * word, "neg_inv_i": word}
            | {"load_factor_i": 1, "load_mask_i": beat},
        )
    )


# The shortest transforms that an organisation has, and no long ones.
_SHORT = ("ntt.max_sub_ntt=32", "ntt.max_log2_size=10")
_STREAMS_SMALL = ("ntt.tile=4", "ntt.min_log2_size=4", *_SHORT)

#: What `proofsmith cosim` knows, as `crates/cosim` does.
SUBJECTS: dict[str, Callable[[], Subject]] = {
    "axi_copy": _axi_copy,
    "delay_commutator_engine": _delay_commutator_engine,
    "delay_feedback": partial(_streams, "delay_feedback"),
    "delay_feedback_engine": partial(_stream_engine, "delay_feedback", pipelined=False),
    "delay_feedback_engine_pipelined": partial(_stream_engine, "delay_feedback", pipelined=True),
    "delay_feedback_small": partial(_streams, "delay_feedback", *_STREAMS_SMALL),
    "fifo": _fifo,
    "multi_bank_engine": _multi_bank_engine,
    "reconf": _reconf,
    "reconf_narrow": partial(_reconf, words=1),
    "reconf_small": partial(_reconf, "ntt.tile=8", "ntt.min_log2_size=6", *_SHORT),
    "reconf_wide": partial(_reconf, words=3),
    "reorder": partial(_streams, "reorder"),
    "reorder_engine": partial(_stream_engine, "reorder", pipelined=False),
    "reorder_engine_pipelined": partial(_stream_engine, "reorder", pipelined=True),
    "reorder_small": partial(_streams, "reorder", *_STREAMS_SMALL),
    "uninm": _uninm,
    "uninm_small": partial(_uninm, "ntt.min_log2_size=8", *_SHORT),
}
