"""The report: one self-contained HTML page that needs no network."""

from __future__ import annotations

import json
from html import escape
from string import Template

from plotly.offline import get_plotlyjs

from proofsmith import _core
from proofsmith.charts import Chart, charts
from proofsmith.results import Result, size_text
from proofsmith.runs import KernelRun, SimStats, Totals

COLUMNS = (
    "Label",
    "Kernel",
    "Size",
    "Ran on",
    "Cycles",
    "ms",
    "Utilisation",
    "DRAM MB",
    "GB/s",
    "Row hits",
    "Stall cycles",
)
TEXT_COLUMNS = 4


def render(result: Result) -> str:
    """Return the page for a result."""
    return _PAGE.substitute(
        title=escape(result.title),
        style=_STYLE + _PAGE_STYLE,
        banner=_banner(result),
        headline=_headline(result),
        caveats=_caveats(result),
        facts=_facts(result),
        table=kernel_table(result.runs),
        charts="".join(_chart(chart) for chart in charts(result.runs)),
        configuration=_configuration(result),
        version=escape(f"proofsmith {_core.VERSION}, commit {_core.COMMIT}"),
        plotly=get_plotlyjs(),
    )


def summary(result: Result) -> str:
    """Return headline and table as a fragment, for notebooks."""
    body = f"{_banner(result)}{_headline(result)}{kernel_table(result.runs)}"
    return f"<style>{_STYLE}</style><div class=proofsmith>{body}</div>"


def kernel_table(runs: tuple[KernelRun, ...]) -> str:
    """Return the kernels as an HTML table, one row a kernel, in call order."""
    head = "".join(
        f"<th{'' if index < TEXT_COLUMNS else ' class=n'}>{name}</th>"
        for index, name in enumerate(COLUMNS)
    )
    return (
        f"<div class=scroll><table class=kernels><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(_row(run) for run in runs)}</tbody>{_total(runs)}</table></div>"
    )


def _row(run: KernelRun) -> str:
    texts = [run.label, run.title, size_text(run.size), run.engine]
    cells = "".join(f"<td>{escape(text)}</td>" for text in texts)
    if run.sim is None:
        note = f"{run.wall_s * 1000:,.1f} ms wall time on this machine"
        return f"<tr class=cpu>{cells}<td class=n colspan=7>{note}</td></tr>"
    return f"<tr>{cells}{_counts(run.sim)}</tr>"


def _total(runs: tuple[KernelRun, ...]) -> str:
    totals = Totals.of(runs)
    if totals.kernels < 2:
        return ""
    numbers = [
        f"{totals.cycles:,}",
        f"{totals.milliseconds:,.4f}",
        "",
        f"{totals.dram_bytes / 1e6:,.2f}",
        "",
        "",
        f"{totals.stall_cycles:,}",
    ]
    cells = "".join(f"<td class=n>{number}</td>" for number in numbers)
    name = f"All {totals.kernels} kernels on the accelerator"
    return f"<tfoot><tr><td colspan={TEXT_COLUMNS}>{name}</td>{cells}</tr></tfoot>"


def _counts(sim: SimStats) -> str:
    percent = 100 * sim.utilisation.fraction
    bar = f'<span class=meter><span style="width:{percent:.1f}%"></span></span>{percent:.1f}%'
    rate = sim.dram.row_hit_rate
    numbers = [
        f"{sim.cycles:,}",
        f"{sim.milliseconds:,.4f}",
        bar,
        f"{sim.dram.total_bytes / 1e6:,.2f}",
        f"{sim.dram_gigabytes_per_second:,.1f}",
        "-" if rate is None else f"{100 * rate:.1f}%",
        f"{sim.dram.stall_cycles:,}",
    ]
    return "".join(f"<td class=n>{number}</td>" for number in numbers)


def _banner(result: Result) -> str:
    accelerator = result.setting.accelerator
    if accelerator is None or not accelerator.ignores_dram:
        return ""
    return f"<p class=banner>{escape(result.caveats[0])}</p>"


def _headline(result: Result) -> str:
    accelerator, totals = result.setting.accelerator, result.totals
    if accelerator is None:
        cells = {"Engine": "CPU", "Kernels": str(len(result.runs))}
        cells["Wall time"] = f"{result.wall_s * 1000:,.1f} ms"
    else:
        cells = {
            "Accelerator": accelerator.name,
            "Memory": accelerator.memory,
            "Clock": f"{accelerator.clock_mhz} MHz",
            "Total cycles": f"{totals.cycles:,}",
            "Accelerator time": f"{totals.milliseconds:,.4f} ms",
            "DRAM traffic": f"{totals.dram_bytes / 1e6:,.1f} MB",
        }
    items = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in cells.items()
    )
    return f"<dl class=headline>{items}</dl>"


def _caveats(result: Result) -> str:
    notes = result.caveats[1:] if _banner(result) else result.caveats
    return "".join(f"<li>{escape(note)}</li>" for note in notes)


def _facts(result: Result) -> str:
    return " · ".join(f"{escape(name)}: {escape(text)}" for name, text in result.facts.items())


def _chart(chart: Chart) -> str:
    # "<" as an escape, so that no text can end the script element.
    figure = json.dumps(chart.figure).replace("<", "\\u003c")
    return (
        f"<section><h2>{escape(chart.title)}</h2><p>{escape(chart.caption)}</p>"
        f'<div id="{chart.name}" class=chart style="height:{chart.height}px"></div>'
        f"<script>draw({json.dumps(chart.name)}, {figure});</script></section>"
    )


def _configuration(result: Result) -> str:
    accelerator = result.setting.accelerator
    setting = {key: value for key, value in result.setting.to_dict().items() if value is not None}
    setting.pop("accelerator", None)
    rows = "".join(
        f"<tr><th>{escape(key)}</th><td>{escape(str(value))}</td></tr>"
        for key, value in setting.items()
    )
    toml = f"<pre>{escape(accelerator.toml)}</pre>" if accelerator else ""
    return f"<table class=setting>{rows}</table>{toml}"


# What the page and a notebook share; nothing here reaches outside .proofsmith.
_STYLE = """
.proofsmith { --ink: #1c2330; --soft: #5d6878; --line: #dfe4ea; --accent: #2457a6;
  color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
.proofsmith .banner { background: #fff3cd; color: #5c4400; border: 1px solid #e8cf7a;
  border-radius: 8px; padding: 10px 16px; margin: 0 0 18px; font-weight: 600; }
.proofsmith .headline { display: grid; gap: 12px; margin: 18px 0;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); }
.proofsmith .headline > div { background: #fff; border: 1px solid var(--line);
  border-radius: 8px; padding: 12px 16px; }
.proofsmith .headline dt { color: var(--soft); font-size: 13px; font-weight: 400; }
.proofsmith .headline dd { margin: 0; font-size: 18px; font-weight: 600; white-space: nowrap; }
.proofsmith .scroll { overflow-x: auto; }
.proofsmith table { border-collapse: collapse; width: 100%; font-size: 14px; }
.proofsmith th, .proofsmith td { padding: 6px 10px; border-bottom: 1px solid var(--line);
  text-align: left; white-space: nowrap; }
.proofsmith th { color: var(--soft); font-weight: 600; }
.proofsmith .n { text-align: right; font-variant-numeric: tabular-nums; }
.proofsmith tfoot td { font-weight: 600; border-bottom: 0; }
.proofsmith .cpu td { color: var(--soft); }
.proofsmith .meter { display: inline-block; width: 64px; height: 8px; margin-right: 8px;
  border-radius: 4px; background: #e6ebf2; overflow: hidden; }
.proofsmith .meter span { display: block; height: 100%; background: var(--accent); }
"""

_PAGE_STYLE = """
* { box-sizing: border-box; }
body { margin: 0; background: #f6f7f9; }
main { max-width: 1180px; margin: 0 auto; padding: 28px 24px 48px; }
h1 { font-size: 26px; margin: 0; }
h2 { font-size: 18px; margin: 0 0 2px; }
p { margin: 0 0 10px; color: var(--soft); }
section { background: #fff; border: 1px solid var(--line); border-radius: 8px;
  padding: 18px 20px; margin-top: 18px; }
.caveats { margin: 0; padding-left: 20px; color: var(--soft); }
.proofsmith .setting { width: auto; margin-bottom: 12px; }
pre { background: #f6f7f9; border: 1px solid var(--line); border-radius: 6px; margin: 0;
  padding: 12px 16px; overflow-x: auto; font-size: 13px; }
footer { margin-top: 20px; color: var(--soft); font-size: 13px; }
"""

_PAGE = Template("""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title · proofsmith</title><style>$style</style>
<script>$plotly</script>
<script>
function draw(id, figure) {
  Plotly.newPlot(id, figure.data, figure.layout, {responsive: true, displayModeBar: false});
}
</script></head>
<body><main class=proofsmith>
$banner<header><h1>$title</h1><p>$facts</p></header>
$headline
<ul class="caveats">$caveats</ul>
<section><h2>Kernels</h2><p>In call order; cycles are exact counts of the model.</p>$table</section>
$charts
<section><h2>Configuration</h2>$configuration</section>
<footer>$version</footer>
</main></body></html>
""")
