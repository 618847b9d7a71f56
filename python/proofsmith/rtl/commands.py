"""`proofsmith rtl`: check, test, measure and export the hardware units."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from proofsmith import accelerator, progress
from proofsmith.rtl import characterization, export, registry, sources
from proofsmith.rtl import lint as checks
from proofsmith.rtl.sources import RtlError

FAILED = 1

app = typer.Typer(help="The hardware units in rtl/.", no_args_is_help=True)


class Target(StrEnum):
    """What is measured of a unit."""

    XCUP = "xcup"
    ASIC = "asic"
    SIMULATION = "simulation"
    ALL = "all"


#: pytest's exit code where no test is selected.
NONE_FOUND = 5

UnitsArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[UNIT]...", help="Of rtl/units.toml; all if none.")
]


@app.command()
def lint(
    fix: Annotated[bool, typer.Option("--fix", help="First lay all sources out anew.")] = False,
) -> None:
    """Check all sources with Verilator and Verible; exit code 1 if there is a complaint."""
    if fix:
        checks.layout()
    complaints = progress.run("Checking", lambda advance: checks.lint(advance=advance))
    for line in complaints:
        print(line)
    if complaints:
        raise typer.Exit(FAILED)


@app.command()
def test(
    name: Annotated[str | None, typer.Argument(help="Part of a test's or file's name.")] = None,
) -> None:
    """Run the tests of the units; PROOFSMITH_RTL_OPERATIONS sets the operations of each."""
    directory = sources.root().parent / "tests" / "rtl"
    if importlib.util.find_spec("pytest") is None or not directory.is_dir():
        raise RtlError("the tests need a checkout of proofsmith and pytest")
    command = [sys.executable, "-m", "pytest", str(directory), *(["-k", name] if name else [])]
    code = subprocess.run(command, cwd=directory.parent.parent, check=False).returncode
    if code == NONE_FOUND:
        raise RtlError(f"no test in {directory} has {name!r} in its name")
    if code:
        raise typer.Exit(FAILED)


@app.command()
def synth(
    units: UnitsArgument = None,
    liberty: Annotated[
        Path | None, typer.Option(metavar="FILE.lib", help="Cells; Debian's OSU018 unless given.")
    ] = None,
    target: Annotated[
        Target, typer.Option(help="UltraScale+ primitives, gates, or the simulation's speed.")
    ] = Target.ALL,
    output: Annotated[
        Path | None, typer.Option(help="JSON to update; docs/characterization.json unless given.")
    ] = None,
) -> None:
    """Measure area and delay; entries of other units in the file stay as they are."""
    chosen = registry.select(registry.load(), units or ())
    file = output or sources.root().parent / "docs" / "characterization.json"
    if file.exists():
        characterization.read(file)  # before hours of work
    targets = registry.TARGETS if target is Target.ALL else (str(target),)
    for name in units or ():
        if not set(targets) & set(chosen[name].targets):
            allowed = ", ".join(chosen[name].targets)
            raise RtlError(f"{name} is not meant for {target}; its targets are: {allowed}")
    measured: dict[str, Any] = {}

    def save(records: dict[str, Any]) -> None:
        characterization.merge(file, records)
        measured.update(records)

    progress.run(
        "Measuring",
        lambda advance: characterization.measure(
            chosen, targets, liberty, advance=advance, save=save
        ),
    )
    print(characterization.tables(measured), end="")


@app.command()
def table(
    page: Annotated[
        Path | None, typer.Argument(help="Page to update; all of docs/ with tables unless given.")
    ] = None,
    figures: Annotated[
        Path | None, typer.Option("--input", help="docs/characterization.json unless given.")
    ] = None,
) -> None:
    """Put the tables of what was measured between the markers of pages."""
    docs = sources.root().parent / "docs"
    units = characterization.read(figures or docs / "characterization.json")
    for path in [page] if page else characterization.pages(docs):
        characterization.render(path, units)


@app.command("export")
def export_package(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE.toml")],
    overrides: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a key.")
    ] = None,
) -> None:
    """Print an accelerator's parameters as a SystemVerilog package."""
    described = accelerator.load_accelerator(name, overrides=overrides or ())
    print(export.package(described), end="")
