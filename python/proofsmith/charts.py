"""The report's plots, as plain plotly figure dictionaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from proofsmith.runs import KernelRun, SimStats

Figure = dict[str, Any]
SimRuns = Sequence[tuple[str, SimStats]]

COLOURS = (
    "#2457a6",
    "#e08e2b",
    "#3b9b76",
    "#b9475d",
    "#7a5ba6",
    "#4fa5c4",
    "#94a03a",
    "#8c6d52",
    "#d06fa8",
    "#66738a",
)
IDLE = "#c4ccd6"
# 10^9 bytes a second that one 64-bit channel can move.
PEAK_GB_S = {"DDR4-3200": 25.6}


@dataclass(frozen=True, slots=True)
class Chart:
    """A figure with its place on the page; `height` in pixels."""

    name: str
    title: str
    caption: str
    height: int
    figure: Figure


def charts(runs: Sequence[KernelRun]) -> list[Chart]:
    """Plots of the kernels that a modelled accelerator executed; none without one."""
    sims = _unique_names([(run.name, run.sim) for run in runs if run.sim is not None])
    if not sims:
        return []
    height = 110 + 30 * len(sims)
    drawn = [
        Chart(
            "timeline",
            "Timeline on the accelerator",
            "Kernels run one after another; colours are phases. A phase that recurs, as the memory "
            "wait of an MSM does, is drawn as one piece. CPU work is not drawn: its time is this "
            "machine's.",
            height,
            timeline(sims),
        ),
        Chart(
            "utilisation",
            "Where the issue slots went",
            "Share of the slots of the unit that bounds each kernel: used, or empty by cause.",
            height,
            utilisation(sims),
        ),
    ]
    if any(sim.dram.total_bytes for _, sim in sims):
        caption = "Bytes read and written over each kernel's duration."
        if sims[0][1].dram.memory == "ideal":
            caption += " This is what a memory would have to give: ideal memory gives anything."
        drawn.append(Chart("bandwidth", "DRAM bandwidth", caption, height, bandwidth(sims)))
    return drawn


def timeline(sims: SimRuns) -> Figure:
    """Gantt bars: a row a kernel, a segment a phase."""
    segments: dict[str, dict[str, list[Any]]] = {}
    start_ms = 0.0
    for name, sim in sims:
        for phase in sim.phases:
            length_ms = sim.milliseconds_of(phase.cycles)
            bars = segments.setdefault(phase.name, {"y": [], "x": [], "base": [], "text": []})
            bars["y"].append(name)
            bars["x"].append(length_ms)
            bars["base"].append(start_ms)
            bars["text"].append(f"{phase.cycles:,} cycles")
            start_ms += length_ms
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "name": phase,
            **bars,
            "textposition": "none",
            "hovertemplate": "%{y}, " + phase + "<br>%{text}, from %{base:.4f} ms<extra></extra>",
            "marker": {"color": COLOURS[index % len(COLOURS)]},
        }
        for index, (phase, bars) in enumerate(segments.items())
    ]
    return _figure(traces, sims, "ms at the accelerator's clock", barmode="overlay")


def utilisation(sims: SimRuns) -> Figure:
    """Stacked shares of the issue slots: used, then bubbles by cause."""
    causes = Counter[str]()
    for _, sim in sims:
        causes.update(dict(sim.bubbles))
    names = [name for name, _ in sims]
    traces = [_share("used", names, [sim.utilisation.fraction for _, sim in sims], COLOURS[0])]
    for index, (cause, slots) in enumerate(causes.most_common()):
        if slots:
            shares = [
                dict(sim.bubbles).get(cause, 0) / max(sim.utilisation.slots, 1) for _, sim in sims
            ]
            colour = COLOURS[1 + index] if index + 1 < len(COLOURS) else IDLE
            traces.append(_share(cause, names, shares, colour))
    figure = _figure(traces, sims, "share of the slots", barmode="stack")
    figure["layout"]["xaxis"].update(tickformat=".0%", range=[0, 1])
    return figure


def bandwidth(sims: SimRuns) -> Figure:
    """Read and written bytes a second, with the memory's peak where it has one."""
    names = [name for name, _ in sims]
    traces: list[Figure] = []
    directions = {
        "read": [sim.dram.read_bytes for _, sim in sims],
        "written": [sim.dram.write_bytes for _, sim in sims],
    }
    for index, (direction, counts) in enumerate(directions.items()):
        rates = [
            count / sim.milliseconds / 1e6 if sim.cycles else 0.0
            for count, (_, sim) in zip(counts, sims, strict=True)
        ]
        traces.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": direction,
                "y": names,
                "x": rates,
                "marker": {"color": COLOURS[2 * index]},
                "hovertemplate": "%{y}: %{x:.2f} GB/s " + direction + "<extra></extra>",
            }
        )
    figure = _figure(traces, sims, "GB/s (10^9 bytes a second)", barmode="stack")
    peak = _peak(sims[0][1].dram.memory)
    if peak:
        figure["layout"]["shapes"] = [
            {
                "type": "line",
                "x0": peak,
                "x1": peak,
                "y0": 0,
                "y1": 1,
                "yref": "paper",
                "line": {"dash": "dash", "color": "#b9475d"},
            }
        ]
        figure["layout"]["annotations"] = [
            {
                "x": peak,
                "y": 1.0,
                "yref": "paper",
                "yanchor": "bottom",
                "text": f"peak {peak:g} GB/s",
                "showarrow": False,
                "font": {"color": "#b9475d"},
            }
        ]
    return figure


def _peak(memory: str) -> float | None:
    """Peak of `DEVICE xCHANNELS`; `None` for ideal memory."""
    device, _, channels = memory.partition(" x")
    channel = PEAK_GB_S.get(device)
    return channel * int(channels or 1) if channel else None


def _share(name: str, labels: list[str], shares: list[float], colour: str) -> Figure:
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "y": labels,
        "x": shares,
        "marker": {"color": colour},
        "hovertemplate": "%{y}: %{x:.1%} " + name + "<extra></extra>",
    }


def _figure(traces: list[Figure], sims: SimRuns, x_title: str, *, barmode: str) -> Figure:
    return {
        "data": traces,
        "layout": {
            "barmode": barmode,
            "bargap": 0.25,
            "margin": {"l": 10, "r": 20, "t": 46, "b": 40},
            "paper_bgcolor": "#fff",
            "plot_bgcolor": "#fff",
            "font": {"family": "system-ui, Segoe UI, Roboto, DejaVu Sans, sans-serif"},
            "xaxis": {"title": {"text": x_title}, "gridcolor": "#e6ebf2", "rangemode": "tozero"},
            "yaxis": {
                "automargin": True,
                "autorange": "reversed",
                "categoryorder": "array",
                "categoryarray": [name for name, _ in sims],
                "ticksuffix": "  ",
            },
            "legend": {
                "orientation": "h",
                "traceorder": "normal",
                "x": 0,
                "y": 1.0,
                "yanchor": "bottom",
            },
            "showlegend": True,
        },
    }


def _unique_names(sims: list[tuple[str, SimStats]]) -> list[tuple[str, SimStats]]:
    """Number the rows whose names repeat: a plot would draw them as one."""
    total = Counter(name for name, _ in sims)
    seen = Counter[str]()
    unique = []
    for name, sim in sims:
        seen[name] += 1
        unique.append((f"{name} {seen[name]}" if total[name] > 1 else name, sim))
    return unique
