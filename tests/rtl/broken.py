"""Copies of hardware sources with a mistake in one of them."""

from __future__ import annotations

import shutil
from pathlib import Path

from proofsmith.rtl import sources


def broken(directory: Path, module: str, *changes: tuple[str, str]) -> Path:
    """A directory with what a module needs, in which the first text of each change is the second.

    It is made beside others in `directory`, so that builds share what they have in common.
    """
    copy = directory / f"{module}_{len(list(directory.iterdir()))}"
    copy.mkdir()
    for path in sources.used(module, sources.root()):
        shutil.copy(path, copy)
    path = copy / f"{module}.sv"
    text = path.read_text(encoding="utf-8")
    for right, wrong in changes:
        assert text.count(right) == 1, right
        text = text.replace(right, wrong)
    path.write_text(text, encoding="utf-8")
    return copy
