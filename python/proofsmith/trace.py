"""Chrome trace-event JSON, the format that Perfetto and chrome://tracing open.

Two processes: the accelerator, whose time is modelled cycles at its clock, and the CPU, whose time
is this machine's. Each starts at zero and runs its kernels one after another; the two clocks have
nothing to do with each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from proofsmith.results import Result, size_text
from proofsmith.runs import KernelRun, SimStats

Event = dict[str, Any]

ACCELERATOR, CPU = 1, 2
THREAD = 1


def build(result: Result) -> dict[str, Any]:
    """Trace object with the configuration under `otherData`; times are microseconds."""
    on_accelerator = [(run, run.sim) for run in result.runs if run.sim is not None]
    on_cpu = [run for run in result.runs if run.sim is None]
    events: list[Event] = []
    if on_accelerator:
        events += _accelerator_events(on_accelerator)
    if on_cpu:
        events += _cpu_events(on_cpu)
    return {
        "traceEvents": events,
        "displayTimeUnit": "ns",
        "otherData": {**result.setting.to_dict(), "caveats": result.caveats},
    }


@dataclass(frozen=True, slots=True)
class _Clock:
    """Cycles to microseconds, rounded to nanoseconds so that nested spans end together."""

    mhz: int

    def span(self, name: str, start: int, cycles: int, arguments: dict[str, Any]) -> Event:
        begin_us = self.microseconds(start)
        duration_us = round(self.microseconds(start + cycles) - begin_us, 3)
        return _span(ACCELERATOR, name, begin_us, duration_us, arguments)

    def microseconds(self, cycle: int) -> float:
        return round(cycle / self.mhz, 3)


def _accelerator_events(runs: list[tuple[KernelRun, SimStats]]) -> list[Event]:
    first = runs[0][1]
    clock = _Clock(first.clock_mhz)
    events = _process(
        ACCELERATOR,
        f"{first.accelerator} at {first.clock_mhz} MHz, {first.dram.memory} (modelled time)",
    )
    start = 0
    for run, sim in runs:
        events += _kernel_events(clock, start, run, sim)
        start += sim.cycles
    return events + _counters(clock.microseconds(start), bandwidth=0.0, utilisation=0.0)


def _kernel_events(clock: _Clock, start: int, run: KernelRun, sim: SimStats) -> list[Event]:
    arguments = {
        "kernel": run.title,
        "size": run.size,
        "cycles": sim.cycles,
        "utilisation": sim.utilisation.fraction,
        "read_bytes": sim.dram.read_bytes,
        "write_bytes": sim.dram.write_bytes,
        "stall_cycles": sim.dram.stall_cycles,
    }
    events = [clock.span(_name(run), start, sim.cycles, arguments)]
    phase_start = start
    for phase in sim.phases:
        events.append(clock.span(phase.name, phase_start, phase.cycles, {"cycles": phase.cycles}))
        phase_start += phase.cycles
    return events + _counters(
        clock.microseconds(start),
        bandwidth=sim.dram_gigabytes_per_second,
        utilisation=sim.utilisation.fraction,
    )


def _cpu_events(runs: list[KernelRun]) -> list[Event]:
    events = _process(CPU, "CPU (wall time of this machine)")
    start_us = 0.0
    for run in runs:
        arguments = {"kernel": run.title, "size": run.size}
        events.append(_span(CPU, _name(run), start_us, run.wall_s * 1e6, arguments))
        start_us += run.wall_s * 1e6
    return events


def _name(run: KernelRun) -> str:
    return f"{run.name} ({size_text(run.size)})"


def _process(pid: int, name: str) -> list[Event]:
    metadata = {
        "process_name": {"name": name},
        "process_sort_index": {"sort_index": pid},
        "thread_name": {"name": "kernels"},
    }
    return [
        {"ph": "M", "pid": pid, "tid": THREAD, "name": key, "args": arguments}
        for key, arguments in metadata.items()
    ]


def _span(
    pid: int, name: str, start_us: float, duration_us: float, arguments: dict[str, Any]
) -> Event:
    return {
        "ph": "X",
        "pid": pid,
        "tid": THREAD,
        "name": name,
        "ts": start_us,
        "dur": duration_us,
        "args": arguments,
    }


def _counters(time_us: float, *, bandwidth: float, utilisation: float) -> list[Event]:
    values = {"DRAM GB/s": bandwidth, "utilisation %": 100 * utilisation}
    return [
        {"ph": "C", "pid": ACCELERATOR, "name": name, "ts": time_us, "args": {name: value}}
        for name, value in values.items()
    ]
