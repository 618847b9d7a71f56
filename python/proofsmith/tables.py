"""Results as terminal tables."""

from __future__ import annotations

from rich.table import Table

from proofsmith.accelerator import Accelerator
from proofsmith.results import Result, size_text
from proofsmith.runs import KernelRun, Totals


def kernels(result: Result) -> Table:
    """Cycles, bytes and utilisation of each kernel, in call order."""
    table = Table(title=_title(result), title_justify="left", title_style="bold")
    for name in ("Label", "Kernel"):
        table.add_column(name)
    for name in ("Size", "Cycles", "ms", "Utilisation", "DRAM bytes", "GB/s", "Row hits", "Stall"):
        table.add_column(name, justify="right")
    for run in result.runs:
        table.add_row(*_cells(run))
    if result.totals.kernels > 1:
        table.add_section()
        table.add_row(*_total(result.totals), style="bold")
    return table


def accelerators(found: tuple[Accelerator, ...]) -> Table:
    """One row an accelerator."""
    table = Table()
    for name in ("Name", "Clock", "Curves", "Memory", "What it is"):
        table.add_column(name)
    for one in found:
        table.add_row(
            one.name, f"{one.clock_mhz} MHz", ", ".join(one.curves), one.memory, one.summary
        )
    return table


def _title(result: Result) -> str:
    accelerator = result.setting.accelerator
    where = (
        f"{accelerator.name}, {accelerator.clock_mhz} MHz, {accelerator.memory}"
        if accelerator
        else "CPU"
    )
    return f"{result.title} on {where}, {result.setting.curve}"


def _cells(run: KernelRun) -> list[str]:
    first = [run.label, run.title, size_text(run.size)]
    sim = run.sim
    if sim is None:
        return [*first, "on the CPU", f"{run.wall_s * 1000:,.1f} wall"]
    rate = sim.dram.row_hit_rate
    return [
        *first,
        f"{sim.cycles:,}",
        f"{sim.milliseconds:,.3f}",
        f"{sim.utilisation.fraction:.1%}",
        f"{sim.dram.total_bytes:,}",
        f"{sim.dram_gigabytes_per_second:.1f}",
        "-" if rate is None else f"{rate:.1%}",
        f"{sim.dram.stall_cycles:,}",
    ]


def _total(totals: Totals) -> list[str]:
    return [
        "total",
        f"{totals.kernels} kernels",
        "",
        f"{totals.cycles:,}",
        f"{totals.milliseconds:,.3f}",
        "",
        f"{totals.dram_bytes:,}",
        "",
        "",
        f"{totals.stall_cycles:,}",
    ]
