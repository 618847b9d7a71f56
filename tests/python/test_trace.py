"""The trace: what Perfetto needs to open it, and figures that add up."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
import samples

from proofsmith.runs import KernelRun
from proofsmith.trace import ACCELERATOR, CPU, build


def spans(trace: dict[str, Any], pid: int) -> list[dict[str, Any]]:
    return [event for event in trace["traceEvents"] if event["ph"] == "X" and event["pid"] == pid]


def test_kernels_follow_one_another_with_their_phases_inside() -> None:
    result = samples.prove_result()
    found = spans(build(result), ACCELERATOR)
    kernels = [span for span in found if "kernel" in span["args"]]
    phases = [span for span in found if "kernel" not in span["args"]]
    assert len(kernels) == 10
    assert len(phases) == 30
    for before, after in pairwise(kernels):
        assert before["ts"] + before["dur"] == pytest.approx(after["ts"])
    for kernel in kernels:
        end = kernel["ts"] + kernel["dur"]
        inside = [p for p in phases if kernel["ts"] <= p["ts"] < end]
        assert sum(phase["dur"] for phase in inside) == pytest.approx(kernel["dur"])
    assert kernels[-1]["ts"] + kernels[-1]["dur"] == pytest.approx(
        1000 * result.totals.milliseconds
    )


def test_rounding_keeps_phases_within_their_kernel() -> None:
    result = samples.prove_result()
    calls = [samples.run("H", "msm_g1", 9, samples.sim(cycles)) for cycles in (8001, 777, 3)]
    object.__setattr__(result, "runs", tuple(KernelRun.from_dict(call) for call in calls))
    found = spans(build(result), ACCELERATOR)
    for kernel in (span for span in found if "kernel" in span["args"]):
        end = round(kernel["ts"] + kernel["dur"], 3)
        inside = [span for span in found if kernel["ts"] <= span["ts"] < end]
        assert max(round(span["ts"] + span["dur"], 3) for span in inside) == end


def test_cpu_kernels_are_a_process_of_their_own() -> None:
    (span,) = spans(build(samples.prove_result()), CPU)
    assert span["name"] == "B2 (4,000)"
    assert span["dur"] == pytest.approx(250_000)


def test_counters_fall_back_to_zero_at_the_end() -> None:
    trace = build(samples.prove_result())
    counters = [event for event in trace["traceEvents"] if event["ph"] == "C"]
    assert {event["name"] for event in counters} == {"DRAM GB/s", "utilisation %"}
    assert counters[0]["args"] == {"DRAM GB/s": pytest.approx(9.6)}
    assert [next(iter(event["args"].values())) for event in counters[-2:]] == [0.0, 0.0]


def test_the_trace_is_json_and_says_how_it_was_made() -> None:
    trace = json.loads(json.dumps(build(samples.prove_result("ideal", seed=9))))
    assert trace["otherData"]["accelerator"]["dram"]["device"] == "ideal"
    assert trace["otherData"]["seed"] == 9
    assert "DRAM is ignored" in trace["otherData"]["caveats"][0]
    assert trace["otherData"]["version"]
