"""Long calls: a progress bar on a terminal, and Ctrl-C that works at once."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
from rich.progress import TimeElapsedColumn as Elapsed

Result = TypeVar("Result")
Advance = Callable[[int, int, str], None]

SILENT_SECONDS = 1.0
REFRESH_SECONDS = 0.1


def run(title: str, work: Callable[[Advance], Result]) -> Result:
    """Call `work(advance)` in a thread and return its result or raise its exception.

    `work` may call `advance(done, total, step)` as its steps begin. The bar appears on stderr
    after a second, if that is a terminal. The thread is a daemon: after Ctrl-C the caller leaves
    the process without waiting for it.
    """
    job = _Job(work)
    job.start()
    if job.finished.wait(SILENT_SECONDS) or not sys.stderr.isatty():
        return job.result()
    columns = [SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), Elapsed()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        while not job.finished.wait(REFRESH_SECONDS):
            done, total, step = job.reached
            text = f"{title}: {step}" if step else title
            bar.update(task, completed=done, total=total or None, description=text)
    return job.result()


class _Job(threading.Thread, Generic[Result]):
    def __init__(self, work: Callable[[Advance], Result]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.finished = threading.Event()
        self.reached = (0, 0, "")
        self.outcome: Result | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.outcome = self.work(self._advance)
        except BaseException as error:
            self.error = error
        finally:
            self.finished.set()

    def result(self) -> Result:
        self.finished.wait()
        if self.error is not None:
            raise self.error
        return self.outcome  # type: ignore[return-value]

    def _advance(self, done: int, total: int, step: str) -> None:
        self.reached = (done, total, step)
