"""Designs in lockstep with their models: agreement, and what is found in broken designs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from broken import broken
from campaign import ALL_FIELDS, OPERATIONS

from proofsmith import ProofsmithError, cli
from proofsmith.rtl import RtlError
from proofsmith.rtl.cosim import SUBJECTS, Comparison, Lockstep, Subject

Captured = pytest.CaptureFixture[str]

CYCLES = min(OPERATIONS, 10**7)

#: In bursts, a clock each at the least.
LONGEST_COPY = 2**16 - 1

#: Cycles that the smallest transform takes there and back, at the least.
SHORTEST = dict.fromkeys(("delay_feedback_small", "reorder_small"), 2 * 2**4)
SHORTEST |= {"reconf_small": 2 * 2**6, "uninm_small": 2 * 2**8}
SHORTEST |= {"reconf_narrow": 2500} | dict.fromkeys(
    ("delay_feedback", "reconf", "reconf_wide", "reorder", "uninm"), 3750
)

#: Designs, with the cycles of each of their workloads, or of all transforms.
DESIGNS = {"axi_copy": CYCLES, "fifo": CYCLES, "reorder_small": CYCLES}
DESIGNS |= {"uninm": CYCLES * 3 // 10}
if ALL_FIELDS:  # designs that take half a minute and more to build
    DESIGNS |= {
        "delay_commutator_engine": CYCLES // 100,
        "delay_feedback": CYCLES // 10,
        "delay_feedback_engine": CYCLES // 40,
        "delay_feedback_engine_pipelined": CYCLES // 40,
        "delay_feedback_small": CYCLES,
        "multi_bank_engine": CYCLES // 40,
        "reconf": CYCLES,
        "reconf_narrow": CYCLES // 10,
        "reconf_small": CYCLES,
        "reconf_wide": CYCLES // 10,
        "reorder": CYCLES,
        "reorder_engine": CYCLES // 40,
        "reorder_engine_pipelined": CYCLES // 40,
        "uninm_small": CYCLES,
    }


def compare(name: str, workload: str, rtl: Path | None = None, seed: int = 1) -> Comparison:
    return Lockstep(name, cycles=CYCLES, seed=seed, directory=rtl).run(workload)


@pytest.mark.parametrize(("name", "cycles"), DESIGNS.items())
def test_design_and_model_agree(name: str, cycles: int) -> None:
    lockstep = Lockstep(name, cycles=cycles, seed=0)
    compared = []
    for workload in lockstep.workloads:
        result = lockstep.run(workload)
        assert result.difference is None, f"{workload}: {result.difference}"
        compared.append(result.cycles)
    assert min(compared) >= min(cycles // 8, SHORTEST.get(name, LONGEST_COPY))
    assert sum(compared) >= min(cycles, 300_000) // 8


def test_a_seed_repeats_a_run_and_another_one_is_another_run() -> None:
    runs = [compare("axi_copy", "DDR4-3200x2 with back pressure", seed=seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1]
    assert runs[1].cycles != runs[2].cycles


def test_back_pressure_takes_time_and_ideal_memory_none() -> None:
    lockstep = Lockstep("axi_copy", cycles=CYCLES, seed=0)
    ideal, dram, stalled = (lockstep.run(workload).cycles for workload in lockstep.workloads)
    bursts = min(CYCLES // 4, LONGEST_COPY)
    assert bursts < ideal < bursts + 20
    assert bursts * 1.5 < dram < stalled


def test_a_model_of_another_latency_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = SUBJECTS["reorder_small"]()
    assert subject.toml is not None
    slower = Subject(
        subject.unit, subject.toml.replace("butterfly_latency = 8", "butterfly_latency = 9")
    )
    monkeypatch.setitem(SUBJECTS, "reorder_small", lambda: slower)
    found = compare("reorder_small", "BN254 NTT and INTT 2^8")
    assert found.difference is not None
    stage = "ButterflyGroup { stage: 3, group: 0 }"
    assert found.difference == f"cycle {found.cycles}: the model says nothing, the RTL says {stage}"


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("broken")


@pytest.mark.parametrize("cycle", [0, 777])
def test_a_wrong_output_is_found_in_its_cycle(cycle: int, directory: Path) -> None:
    rtl = broken(
        directory,
        "fifo",
        (
            "  assign ready_o = count_q != CountBits'(Depth);",
            "  logic [31:0] clock_q;\n"
            "  always_ff @(posedge clk_i) clock_q <= rst_ni ? clock_q + 1 : '0;\n"
            f"  assign ready_o = count_q != CountBits'(Depth) && clock_q != {cycle};",
        ),
    )
    found = compare("fifo", "empty", rtl)
    said = f"cycle {cycle}: the model says ready_o = 1, the RTL says ready_o = 0"
    assert found == Comparison("empty", cycle, said)


def test_a_request_too_late_is_found_in_the_cycle_in_which_it_was_due(directory: Path) -> None:
    # The read of burst 99 waits for more room than the model waits for.
    due = "asked_q != bursts_i"
    rtl = broken(directory, "axi_copy", (due, f"{due} && (asked_q != 99 || held_q < 3)"))
    found = compare("axi_copy", "DDR4-3200x2", rtl)
    assert found.difference is not None
    assert found.difference.startswith(f"cycle {found.cycles}: the model says DramRequest")
    model, says = found.difference.split(", the RTL says ")
    reads = [f"DramRequest {{ address: {64 * (2 * 99 + c)}, write: false }}" for c in (0, 1)]
    assert any(read in model for read in reads)
    assert not any(read in says for read in reads)


def test_a_wrong_value_is_found_at_the_end_of_its_transform(directory: Path) -> None:
    wrong = "load_data ^ 512'(load_valid && load_factor && load_index[0] == 3)"
    rtl = broken(directory, "ntt_stream", (".load_data_i(load_data)", f".load_data_i({wrong})"))
    found = compare("reorder_small", "BN254 NTT and INTT 2^4", rtl)
    assert found.difference is not None
    assert "first element that differs from arkworks = Some(" in found.difference


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            [("araddr_o[c] = from_i", "araddr_o[c] = from_i + 40'(64 * (asked_q == 7))")],
            "port 0: araddr 0x3c0 belongs to channel 1",
        ),
        (
            [("arvalid_o[c] = rst_ni", "arvalid_o[c] = !arready_i[c] && rst_ni")],
            "what is offered depends on ready",
        ),
        (
            [("arid_o[c] = asked_q", "arid_o[c] = arready_i[c] ? asked_q : '0")],
            "what is offered depends on ready",
        ),
        (
            [("asks = arvalid_o[c] && arready_i[c]", "asks = asked_q != bursts_i && arready_i[c]")],
            "the model says nothing, the RTL says DramRequest",
        ),
        (
            [(".wready_i (wready_i[c])", ".wready_i (wready_i[c] && awready_i[c])")],
            "awvalid and wvalid are not of the same write",
        ),
        (
            [
                ("arvalid_o[c] = rst_ni", "arvalid_o[c] = !refused_q && rst_ni"),
                (
                    "    logic asks,",
                    "    logic refused_q;\n"
                    "    always_ff @(posedge clk_i) refused_q <= arvalid_o[c] && !arready_i[c];\n"
                    "    logic asks,",
                ),
            ],
            "was not taken and is gone",
        ),
        (
            [("{rid_i[c], rdata_i[c]}", "{rid_i[c], rdata_i[c] ^ 512'(rid_i[c] == 5) << 80}")],
            f"first byte that differs = Some({64 * 2 * 5 + 10})",
        ),
        ([("assert (room", "assert (asked_q != 50 && room")], "axi_copy.sv"),
    ],
    ids=["channel", "ready", "id", "idle", "apart", "gone", "data", "assertion"],
)
def test_what_breaks_a_rule_is_told(
    changes: list[tuple[str, str]], said: str, directory: Path
) -> None:
    rtl = broken(directory, "axi_copy", *changes)
    found = compare("axi_copy", "DDR4-3200x2 with back pressure", rtl)
    assert found.difference is not None
    assert said in found.difference


def test_the_command_prints_a_line_for_each_workload(capsys: Captured) -> None:
    assert cli.run(["cosim", "fifo", "--cycles", "1000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"fifo, {name}: 1000 cycles compared, 0 differences" for name in ("full", "empty", "even")
    ]
    assert cli.run(["cosim", "fifo", "--cycles", "10", "--seed", "3", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["design"], record["seed"]) == ("fifo", 3)
    assert record["workloads"][0] == {"workload": "full", "cycles": 10, "difference": None}


def test_the_command_ends_with_1_on_a_difference_and_with_2_on_bad_input(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = Comparison("full", 5, "cycle 5: the model says a, the RTL says b")
    with monkeypatch.context() as patch:
        patch.setattr(Lockstep, "run", lambda *_: wrong)
        assert cli.run(["cosim", "fifo"]) == 1
    assert capsys.readouterr().out.startswith(
        "fifo, full: 5 cycles compared, then cycle 5: the model says a, the RTL says b\n"
    )
    assert cli.run(["cosim", "nothing"]) == 2
    assert ", ".join(SUBJECTS) in capsys.readouterr().err
    assert cli.run(["cosim", "fifo", "--cycles", "0"]) == 2


def test_ports_that_are_not_the_designs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lockstep = Lockstep("fifo", cycles=10, seed=0)
    unit = lockstep._simulation.unit
    monkeypatch.setitem(unit.inputs, "data_i", 65)
    with pytest.raises(ProofsmithError, match="port data_i: Input of 65 bits: needed: Input of 64"):
        lockstep.run("full")
    monkeypatch.setitem(unit.inputs, "data_i", 6400)
    with pytest.raises(ProofsmithError, match="input rows of 12 bytes, by its ports 804"):
        lockstep.run("full")
    with pytest.raises(RtlError, match="no design 'x'"):
        Lockstep("x", cycles=10, seed=0)
