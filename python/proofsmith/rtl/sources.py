"""Which source files a piece of SystemVerilog needs.

Every file is named after the one module or package in it, so an identifier that is the name of a
file is a use of that file.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from proofsmith.errors import ProofsmithError

_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


class RtlError(ProofsmithError):
    """A tool refused the hardware sources, or is missing."""


def root() -> Path:
    """The directory of the sources: `rtl/` of the checkout, or else of the working directory."""
    for directory in (Path(__file__).parents[3], Path.cwd()):
        if (directory / "rtl").is_dir():
            return directory / "rtl"
    raise RtlError("no rtl directory: run this in a checkout of proofsmith")


def used(text: str, directory: Path) -> list[Path]:
    """The files under `directory` that `text` needs, each after the files that it needs itself."""
    files = _by_name(directory)
    ordered: list[Path] = []
    visited: set[Path] = set()

    def visit(text: str) -> None:
        for name in sorted(_names(text) & files.keys()):
            path = files[name]
            if path not in visited:
                visited.add(path)
                visit(path.read_text(encoding="utf-8"))
                ordered.append(path)

    visit(text)
    return ordered


def folder(module: str) -> str:
    """The folder of `rtl/` that a module lives in."""
    try:
        return _by_name(root())[module].parent.name
    except KeyError:
        raise RtlError(f"rtl/ has no module {module}") from None


def _by_name(directory: Path) -> dict[str, Path]:
    paths = sorted(path for path in directory.rglob("*.sv*") if path.suffix in (".sv", ".svh"))
    files = {path.stem: path for path in paths}
    for path in paths:
        if files[path.stem] != path:
            raise RtlError(f"{path}: {files[path.stem]} has the same name")
    return files


@cache
def _names(text: str) -> frozenset[str]:
    return frozenset(_IDENTIFIER.findall(_COMMENTS.sub(" ", text)))
