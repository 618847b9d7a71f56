"""The report page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
import samples

from proofsmith.charts import charts, timeline
from proofsmith.report import render, summary
from proofsmith.runs import KernelRun

VOID = {"meta", "br", "img", "link"}


class Page(HTMLParser):
    """Visible text and the elements that fetch something; fails on unbalanced tags."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.fetched: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.fetched += [f"{tag} {key}={value}" for key, value in attrs if key in {"src", "href"}]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and not {"script", "style", "title"} & set(self.open):
            self.text.append(data.strip())


def test_the_page_is_whole_and_fetches_nothing() -> None:
    page = Page(render(samples.prove_result()))
    assert page.fetched == []
    for expected in ("uninm", "DDR4-3200 x1", "800 MHz", "368,000", "0.4600 ms", "iNTT a"):
        assert expected in page.text
    assert any("Model only" in text for text in page.text)
    assert any("On the CPU, not on the accelerator: B2" in text for text in page.text)


def test_sums_on_the_cpu_are_pointed_out() -> None:
    page = Page(render(samples.prove_result(accelerator_name="reorder")))
    assert "reorder has no MSM engine: its MSMs run on the CPU." in page.text
    assert any("On the CPU, not on the accelerator: A, B1, C, H, B2" in text for text in page.text)
    assert page.text.count("250.0 ms wall time on this machine") == 5
    assert not any("no MSM engine" in text for text in Page(render(samples.prove_result())).text)


def test_ignored_dram_is_the_first_line() -> None:
    page = Page(render(samples.prove_result("ideal")))
    assert page.text[0].startswith("DRAM is ignored")
    honest = Page(render(samples.prove_result()))
    assert not any("DRAM is ignored" in text for text in honest.text)


def test_an_explicit_seed_is_pointed_out() -> None:
    page = Page(render(samples.prove_result(seed=5)))
    assert any("Explicit seed" in text for text in page.text)


def test_configuration_version_and_commit_are_on_the_page() -> None:
    result = samples.prove_result()
    html = render(result)
    assert result.setting.accelerator is not None
    assert "window_bits = 6" in html
    assert re.search(r"proofsmith \d+\.\d+\.\d+, commit \S+", html)


@pytest.mark.parametrize("label", ["</script><b>", "<img src=x>", "a & b"])
def test_labels_cannot_break_out_of_the_page(label: str) -> None:
    result = samples.prove_result()
    run = KernelRun.from_dict(samples.run(label, "msm_g1", 8, samples.sim()))
    object.__setattr__(result, "runs", (run,))
    page = Page(render(result))
    assert label in page.text
    assert page.fetched == []


def test_the_timeline_covers_every_cycle_once() -> None:
    sims = [(run.name, run.sim) for run in samples.proof_runs() if run.sim]
    bars = timeline(sims)["data"]
    pieces = sorted(
        (start, length)
        for trace in bars
        for start, length in zip(trace["base"], trace["x"], strict=True)
    )
    end = 0.0
    for start, length in pieces:
        assert start == pytest.approx(end)
        end = start + length
    assert end == pytest.approx(sum(sim.milliseconds for _, sim in sims))


def test_equal_labels_keep_rows_of_their_own() -> None:
    run = KernelRun.from_dict(samples.run("", "ntt", 4096, samples.sim()))
    figure = charts([run, run])[0].figure
    assert figure["layout"]["yaxis"]["categoryarray"] == ["NTT 1", "NTT 2"]


def test_slot_shares_add_up_to_one() -> None:
    figure = charts(samples.proof_runs())[1].figure
    assert sum(trace["x"][0] for trace in figure["data"]) == pytest.approx(1)


def test_ideal_memory_has_no_bandwidth_plot_and_cpu_runs_no_plots() -> None:
    assert [chart.name for chart in charts(samples.proof_runs("ideal"))] == [
        "timeline",
        "utilisation",
    ]
    assert charts([run for run in samples.proof_runs() if run.sim is None]) == []


def test_the_peak_line_follows_the_channels() -> None:
    figure = charts(samples.proof_runs("DDR4-3200 x4"))[2].figure
    assert figure["layout"]["shapes"][0]["x0"] == pytest.approx(102.4)


def test_figures_are_plain_json() -> None:
    for chart in charts(samples.proof_runs()):
        json.dumps(chart.figure, allow_nan=False)


def test_a_notebook_shows_the_kernels() -> None:
    result = samples.prove_result("ideal")
    page = Page(result._repr_html_())
    assert page.text[0].startswith("DRAM is ignored")
    assert summary(result) == result._repr_html_()
