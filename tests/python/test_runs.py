"""Records of kernel calls and what is derived from them."""

from __future__ import annotations

import json

import pytest
import samples

from proofsmith.runs import KernelRun, Totals, parse_runs


def test_a_run_survives_the_way_through_json() -> None:
    data = samples.run("H", "msm_g1", 4096, samples.sim(8000))
    (parsed,) = parse_runs(json.dumps([data]))
    assert parsed == KernelRun.from_dict(data)
    assert parsed.sim is not None
    assert [phase.name for phase in parsed.sim.phases] == ["load", "compute", "drain"]
    assert sum(phase.cycles for phase in parsed.sim.phases) == parsed.sim.cycles


def test_derived_figures() -> None:
    sim = KernelRun.from_dict(samples.run("", "ntt", 4096, samples.sim(8000))).sim
    assert sim is not None
    # 8000 cycles at 800 MHz are 10 us; 64000 + 32000 bytes in that time are 9.6 GB/s.
    assert sim.milliseconds == pytest.approx(0.01)
    assert sim.dram.total_bytes == 96_000
    assert sim.dram_gigabytes_per_second == pytest.approx(9.6)
    assert sim.utilisation.fraction == 0.5
    assert sim.dram.row_hit_rate == 0.8


def test_nothing_is_divided_by_zero() -> None:
    sim = KernelRun.from_dict(samples.run("", "ntt", 1, samples.sim(0, "ideal"))).sim
    assert sim is not None
    assert sim.dram.row_hit_rate is None
    assert sim.dram_gigabytes_per_second == 0.0
    assert sim.utilisation.fraction == 0.0


def test_totals_leave_out_what_the_cpu_did() -> None:
    totals = Totals.of(samples.proof_runs())
    assert totals.kernels == 10
    assert totals.cycles == 6 * 8000 + 4 * 80_000
    assert totals.milliseconds == pytest.approx(totals.cycles / 800_000)


def test_names_of_unlabelled_runs() -> None:
    assert KernelRun.from_dict(samples.run("", "coset_intt", 8, None)).name == "inverse coset NTT"
    assert KernelRun.from_dict(samples.run("H", "msm_g1", 8, None)).name == "H"
