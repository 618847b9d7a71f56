"""Long calls in a thread."""

from __future__ import annotations

import threading

import pytest

from proofsmith import progress


def test_the_result_and_the_exception_come_through() -> None:
    assert progress.run("x", None, lambda _: 7) == 7
    with pytest.raises(LookupError, match="gone"):
        progress.run("x", 3, _fail)


def _fail(advance: progress.Advance) -> None:
    advance("one")
    raise LookupError("gone")


def test_nothing_is_printed_without_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENT_SECONDS", 0.0)
    assert progress.run("x", 1, lambda advance: advance("step")) is None
    assert capsys.readouterr() == ("", "")


def test_a_terminal_shows_the_steps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    shown = threading.Event()

    def work(advance: progress.Advance) -> int:
        advance("MSM G1")
        return shown.wait(3 * progress.REFRESH_SECONDS) or 5

    assert progress.run("Proving", 11, work) == 5
    output = capsys.readouterr()
    assert output.out == ""
    assert "Proving: MSM G1" in output.err
    assert "1/11" in output.err
