"""Long calls in a thread."""

from __future__ import annotations

import threading

import pytest

from proofsmith import progress


def test_the_result_and_the_exception_come_through() -> None:
    assert progress.run("x", lambda _: 7) == 7
    with pytest.raises(LookupError, match="gone"):
        progress.run("x", _fail)


def _fail(advance: progress.Advance) -> None:
    advance(0, 3, "one")
    raise LookupError("gone")


def test_nothing_is_printed_without_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENT_SECONDS", 0.0)
    assert progress.run("x", lambda advance: advance(0, 1, "step")) is None
    assert capsys.readouterr() == ("", "")


def test_a_terminal_shows_the_steps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    shown = threading.Event()

    def work(advance: progress.Advance) -> int:
        advance(3, 11, "MSM G1")
        return shown.wait(3 * progress.REFRESH_SECONDS) or 5

    assert progress.run("Proving", work) == 5
    output = capsys.readouterr()
    assert output.out == ""
    assert "Proving: MSM G1" in output.err
