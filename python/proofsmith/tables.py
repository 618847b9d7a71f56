"""Results as terminal tables; each fits into 80 columns."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.table import Table

from proofsmith.accelerator import Accelerator
from proofsmith.results import Result, size_text
from proofsmith.runs import KernelRun, Totals


def kernels(result: Result) -> Table:
    """One row a kernel, in call order."""
    accelerator = result.setting.accelerator
    return _cpu_kernels(result) if accelerator is None else _model_kernels(result, accelerator)


def accelerators(found: tuple[Accelerator, ...]) -> Table:
    """One row an accelerator."""
    table = Table(box=SIMPLE_HEAD)
    for name in ("Name", "Clock", "Memory", "What it is"):
        table.add_column(name)
    for one in found:
        msm = "" if one.has_msm else "; MSMs on the CPU"
        what = f"{one.summary} ({', '.join(one.curves)}{msm})"
        table.add_row(one.name, f"{one.clock_mhz} MHz", one.memory, what)
    return table


def _model_kernels(result: Result, accelerator: Accelerator) -> Table:
    where = f"{accelerator.name}, {accelerator.clock_mhz} MHz, {accelerator.memory}"
    table = _table(
        f"{result.title} on {where}, {result.setting.curve}",
        ("Kernel", "Size", "Cycles", "ms", "Used", "DRAM MB", "GB/s", "Hits"),
    )
    for run in result.runs:
        table.add_row(*_cells(run))
    if result.totals.kernels > 1:
        table.add_section()
        table.add_row(*_total(result.totals), style="bold")
    return table


def _cpu_kernels(result: Result) -> Table:
    title = f"{result.title} on the CPU, {result.setting.curve}"
    table = _table(title, ("Kernel", "Size", "ms on this machine"))
    for run in result.runs:
        table.add_row(run.name, size_text(run.size), f"{run.wall_s * 1000:,.1f}")
    return table


def _table(title: str, columns: tuple[str, ...]) -> Table:
    table = Table(
        title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False
    )
    for column in columns:
        table.add_column(column, justify="left" if column == "Kernel" else "right", no_wrap=True)
    return table


def _cells(run: KernelRun) -> list[str]:
    first = [run.name, size_text(run.size)]
    sim = run.sim
    if sim is None:
        return [*first, "on the CPU"]
    rate = sim.dram.row_hit_rate
    return [
        *first,
        f"{sim.cycles:,}",
        f"{sim.milliseconds:,.4f}",
        f"{sim.utilisation.fraction:.1%}",
        f"{sim.dram.total_bytes / 1e6:,.2f}",
        f"{sim.dram_gigabytes_per_second:.1f}",
        "-" if rate is None else f"{rate:.1%}",
    ]


def _total(totals: Totals) -> list[str]:
    return [
        f"{totals.kernels} kernels",
        "",
        f"{totals.cycles:,}",
        f"{totals.milliseconds:,.4f}",
        "",
        f"{totals.dram_bytes / 1e6:,.2f}",
    ]
