"""Long calls: a progress bar on a terminal, and Ctrl-C that works at once."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.progress import TimeElapsedColumn as Elapsed

Result = TypeVar("Result")
Advance = Callable[[str], None]

SILENT_SECONDS = 1.0
REFRESH_SECONDS = 0.1


def run(title: str, steps: int | None, work: Callable[[Advance], Result]) -> Result:
    """Call `work(advance)` in a thread and return its result or raise its exception.

    `work` calls `advance(step)` after each of `steps` steps. The bar appears on stderr after a
    second, if that is a terminal. The thread is a daemon: after Ctrl-C the caller leaves the
    process without waiting for it.
    """
    job = _Job(work)
    job.start()
    if job.finished.wait(SILENT_SECONDS) or not sys.stderr.isatty():
        return job.result()
    columns = [SpinnerColumn(), TextColumn("{task.description}"), BarColumn()]
    counted = [MofNCompleteColumn()] if steps else []
    console = Console(stderr=True)
    with Progress(*columns, *counted, Elapsed(), console=console, transient=True) as bar:
        task = bar.add_task(title, total=steps)
        while not job.finished.wait(REFRESH_SECONDS):
            description = f"{title}: {job.last_step}" if job.last_step else title
            bar.update(task, completed=job.steps_done, description=description)
    return job.result()


class _Job(threading.Thread, Generic[Result]):
    def __init__(self, work: Callable[[Advance], Result]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.finished = threading.Event()
        self.steps_done = 0
        self.last_step = ""
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

    def _advance(self, step: str) -> None:
        self.steps_done += 1
        self.last_step = step
