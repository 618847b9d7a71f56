"""The `proofsmith` command.

Results go to stdout, progress and errors to stderr. An error is one line and exit code 2; a
well-formed proof that is not valid is exit code 1, and so is a difference that `cosim` finds.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from proofsmith import _core, accelerator, api, progress, tables
from proofsmith.errors import ProofsmithError
from proofsmith.files import atomic_outputs, write
from proofsmith.results import KernelResult, Result
from proofsmith.rtl import commands as rtl
from proofsmith.rtl.cosim import Comparison, Lockstep

INVALID_PROOF = 1
DIFFERENCE = 1
ERROR = 2
INTERRUPTED = 130
TERMINATED = 143
# Longest error, characters.
LINE = 400
# A table is not folded when it goes to a file or a pipe.
PIPE_COLUMNS = 140

app = typer.Typer(
    help="Groth16 proofs of circom circuits on cycle-exact models of published ZK accelerators.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
descriptions = typer.Typer(help="The accelerators that can be modelled.", no_args_is_help=True)
app.add_typer(descriptions, name="accelerators")
app.add_typer(rtl.app, name="rtl")


class Engine(StrEnum):
    """Who executes the kernels."""

    CPU = "cpu"
    SIM = "sim"


class Mode(StrEnum):
    """What the model moves."""

    FUNCTIONAL = "functional"
    TIMING = "timing"


class Curve(StrEnum):
    """Curves that proofs can be made on."""

    BN254 = "BN254"
    BLS12_381 = "BLS12-381"


EngineOption = Annotated[
    Engine, typer.Option(help="Run NTTs and G1 MSMs on the model, or everything on this machine.")
]
AcceleratorOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FILE.toml",
        help=f"The accelerator to model; {accelerator.DEFAULT} unless given.",
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Override a key of the description; may be repeated."
    ),
]
MemoryOption = Annotated[
    str | None,
    typer.Option(
        metavar="DEVICE", help="ideal, DDR4-3200, DDR4-3200x2 or DDR4-3200x4. Ideal ignores DRAM."
    ),
]
ModeOption = Annotated[
    Mode, typer.Option(help="Timing: the model counts cycles on indices, computing no values.")
]
ReportOption = Annotated[Path | None, typer.Option(help="Write a self-contained HTML page.")]
TraceOption = Annotated[Path | None, typer.Option(help="Write a trace that Perfetto opens.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
CurveOption = Annotated[Curve, typer.Option(case_sensitive=False)]
SizeOption = Annotated[int | None, typer.Option(min=0, max=40, help="log2 of the size.")]
SeedOption = Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Of the random input.")]
TestSeedOption = Annotated[
    int | None,
    typer.Option(min=0, max=2**64 - 1, help="Fix the randomness. For tests only: not secret."),
]
CheckOption = Annotated[bool, typer.Option("--check", help="Compare with the CPU engine.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"proofsmith {_core.VERSION} ({_core.COMMIT})")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print version and commit."
        ),
    ] = False,
) -> None:
    pass


@app.command()
def prove(
    key: Annotated[Path, typer.Argument(metavar="KEY.zkey", help="Groth16 proving key.")],
    witness: Annotated[Path, typer.Argument(metavar="WITNESS.wtns", help="Witness.")],
    proof: Annotated[Path | None, typer.Option(help="Write the proof.")] = None,
    public: Annotated[Path | None, typer.Option(help="Write the public signals.")] = None,
    vk: Annotated[Path | None, typer.Option(help="Write the verification key.")] = None,
    engine: EngineOption = Engine.SIM,
    accelerator: AcceleratorOption = None,
    overrides: SetOption = None,
    memory: MemoryOption = None,
    mode: ModeOption = Mode.FUNCTIONAL,
    report: ReportOption = None,
    trace: TraceOption = None,
    r1cs: Annotated[
        Path | None, typer.Option(help="Circuit, to name the constraint a bad witness violates.")
    ] = None,
    seed: TestSeedOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a proof on the modelled accelerator and verify it.

    With --mode timing the CPU makes the proof and the model only counts cycles.
    """
    inputs = [key, witness, r1cs, _description(accelerator)]
    with atomic_outputs([proof, public, vk, report, trace], inputs) as files:
        result = progress.run(
            "Proving",
            lambda advance: api.prove(
                key,
                witness,
                engine=engine,
                accelerator=accelerator,
                memory=memory,
                overrides=overrides or (),
                mode=mode,
                r1cs=r1cs,
                seed=seed,
                progress=advance,
            ),
        )
        texts = {
            proof: result.proof_json,
            public: result.public_json,
            vk: result.verification_key_json,
        }
        for path, text in texts.items():
            if path is not None:
                write(path, files[path], text)
        _write_views(result, files, report, trace)
    _show(result, as_json, "The proof passed the verifier.")


@app.command()
def verify(
    vk: Annotated[Path, typer.Argument(metavar="VK.json", help="Verification key.")],
    public: Annotated[Path, typer.Argument(metavar="PUBLIC.json", help="Public signals.")],
    proof: Annotated[Path, typer.Argument(metavar="PROOF.json", help="Proof.")],
    as_json: JsonOption = False,
) -> None:
    """Check a proof; exit code 1 if it is not valid."""
    valid = progress.run("Verifying", lambda _: api.verify(vk, public, proof))
    if as_json:
        _print_json({"version": _core.VERSION, "commit": _core.COMMIT, "valid": valid})
    else:
        print("The proof is valid." if valid else "The proof is NOT valid.")
    if not valid:
        raise typer.Exit(INVALID_PROOF)


@app.command()
def setup(
    circuit: Annotated[Path, typer.Argument(metavar="CIRCUIT.r1cs", help="Circuit.")],
    key: Annotated[Path, typer.Argument(metavar="KEY.zkey", help="Proving key to write.")],
    vk: Annotated[Path | None, typer.Option(help="Write the verification key.")] = None,
    seed: TestSeedOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a proving key for tests and demos. This is NOT a ceremony."""
    # Reserved here, not only in the thread, which a signal does not let clean up.
    with atomic_outputs([key, vk], [circuit]) as files:
        verification_key = progress.run(
            "Making a key",
            lambda _: api.setup(
                circuit, files[key], verification_key=files[vk] if vk else None, seed=seed
            ),
        )
    print(f"WARNING: {_core.SETUP_WARNING}", file=sys.stderr)
    if as_json:
        _print_json(
            {
                "version": _core.VERSION,
                "commit": _core.COMMIT,
                "seed": seed,
                "ceremony": False,
                "verification_key": verification_key,
            }
        )
    else:
        print(f"Wrote {key}, a key for tests and demos.")


@app.command()
def ntt(
    size: SizeOption = None,
    scalars: Annotated[
        Path | None, typer.Option(help="Input instead: 32-byte little-endian values below r.")
    ] = None,
    inverse: Annotated[
        bool, typer.Option("--inverse", help="Evaluations to coefficients.")
    ] = False,
    coset: Annotated[bool, typer.Option("--coset", help="On Groth16's coset.")] = False,
    curve: CurveOption = Curve.BN254,
    engine: EngineOption = Engine.SIM,
    accelerator: AcceleratorOption = None,
    overrides: SetOption = None,
    memory: MemoryOption = None,
    mode: ModeOption = Mode.FUNCTIONAL,
    seed: SeedOption = 0,
    check: CheckOption = False,
    output: Annotated[Path | None, typer.Option(help="Write the values, 32 bytes each.")] = None,
    report: ReportOption = None,
    trace: TraceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run one NTT over the scalar field."""
    _run_kernel(
        lambda advance: api.ntt(
            size=size,
            scalars=scalars,
            curve=curve,
            inverse=inverse,
            coset=coset,
            engine=engine,
            accelerator=accelerator,
            memory=memory,
            overrides=overrides or (),
            mode=mode,
            seed=seed,
            check=check,
            progress=advance,
        ),
        [scalars, _description(accelerator)],
        output,
        report,
        trace,
        as_json,
    )


@app.command()
def msm(
    size: SizeOption = None,
    scalars: Annotated[
        Path | None, typer.Option(help="Input instead: 32-byte little-endian values below r.")
    ] = None,
    points: Annotated[
        Path | None, typer.Option(help="Points for --scalars: x||y, little-endian, 0 for infinity.")
    ] = None,
    curve: CurveOption = Curve.BN254,
    engine: EngineOption = Engine.SIM,
    accelerator: AcceleratorOption = None,
    overrides: SetOption = None,
    memory: MemoryOption = None,
    mode: ModeOption = Mode.FUNCTIONAL,
    seed: SeedOption = 0,
    check: CheckOption = False,
    output: Annotated[Path | None, typer.Option(help="Write the sum: x||y.")] = None,
    report: ReportOption = None,
    trace: TraceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run one multi-scalar multiplication in G1."""
    _run_kernel(
        lambda advance: api.msm(
            size=size,
            scalars=scalars,
            points=points,
            curve=curve,
            engine=engine,
            accelerator=accelerator,
            memory=memory,
            overrides=overrides or (),
            mode=mode,
            seed=seed,
            check=check,
            progress=advance,
        ),
        [scalars, points, _description(accelerator)],
        output,
        report,
        trace,
        as_json,
    )


@app.command()
def cosim(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A design that has a model.")],
    cycles: Annotated[
        int,
        typer.Option(
            min=1, max=10**12, help="Of each workload of an engine; of all transforms together."
        ),
    ] = 100_000,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Step a hardware design and its model side by side; exit code 1 if they differ."""
    lockstep = progress.run("Building", lambda _: Lockstep(name, cycles=cycles, seed=seed))

    def compare(workload: str) -> Comparison:
        result = progress.run(workload, lambda _: lockstep.run(workload))
        if not as_json:
            print(f"{name}, {workload}: {result.summary}", flush=True)
        return result

    results = [compare(workload) for workload in lockstep.workloads]
    if as_json:
        _print_json(
            {
                "version": _core.VERSION,
                "commit": _core.COMMIT,
                "design": name,
                "seed": seed,
                "workloads": [asdict(result) for result in results],
            }
        )
    if any(result.difference for result in results):
        raise typer.Exit(DIFFERENCE)


@descriptions.command("list")
def list_accelerators(as_json: JsonOption = False) -> None:
    """List the accelerators that ship with proofsmith."""
    found = accelerator.accelerators()
    if as_json:
        _print_json({"version": _core.VERSION, "accelerators": [one.parameters for one in found]})
    else:
        _console().print(tables.accelerators(found))


@descriptions.command("show")
def show_accelerator(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE.toml")],
    overrides: SetOption = None,
    memory: MemoryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print a description with all overrides applied, as TOML."""
    shown = accelerator.load_accelerator(name, memory=memory, overrides=overrides or ())
    if as_json:
        _print_json(shown.parameters)
    else:
        print(shown.toml, end="")


def _description(accelerator: str | None) -> Path | None:
    """The description's file; `None` for a built-in name."""
    return Path(accelerator) if accelerator and accelerator.endswith(".toml") else None


def _run_kernel(
    kernel: Callable[[progress.Advance], KernelResult],
    inputs: Sequence[Path | None],
    output: Path | None,
    report: Path | None,
    trace: Path | None,
    as_json: bool,
) -> None:
    with atomic_outputs([output, report, trace], inputs) as files:
        result = progress.run("Running", kernel)
        if result.matches_cpu is False:
            raise ProofsmithError("the result differs from the CPU engine's")
        if output is not None:
            if result.output is None:
                raise ProofsmithError(f"{output}: timing mode computes no values to write")
            write(output, files[output], result.output)
        _write_views(result, files, report, trace)
    _show(result, as_json, "Equal to the CPU engine's result." if result.matches_cpu else None)


def _write_views(
    result: Result, files: dict[Path, Path], report: Path | None, trace: Path | None
) -> None:
    if report is not None:
        write(report, files[report], result.report())
    if trace is not None:
        write(trace, files[trace], json.dumps(result.trace()))


def _show(result: Result, as_json: bool, conclusion: str | None) -> None:
    if as_json:
        _print_json(result.to_dict())
        return
    console = _console()
    # Ignored DRAM must be read before any number.
    caveats = result.caveats
    for note in caveats[:1]:
        console.print(note, style="yellow", highlight=False)
    console.print(tables.kernels(result))
    for note in caveats[1:]:
        console.print(note, style="yellow", highlight=False)
    if conclusion:
        console.print(conclusion, style="bold green", highlight=False)


def _console() -> Console:
    return Console(width=None if sys.stdout.isatty() else PIPE_COLUMNS, markup=False, emoji=False)


def _print_json(data: Any) -> None:
    print(json.dumps(data, indent=2))


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    try:
        code = app(list(arguments), prog_name="proofsmith", standalone_mode=False)
        sys.stdout.flush()
    except (ProofsmithError, typer.TyperException) as error:
        text = error.format_message() if isinstance(error, typer.TyperException) else str(error)
        return _complain(text)
    except _Terminated:
        print("proofsmith: terminated", file=sys.stderr)
        return TERMINATED
    except OSError as error:  # files name themselves, so this is stdout
        _discard_stdout()
        return _complain(f"stdout: {error.strerror or error}")
    except SystemExit:  # how typer ends when the reader of stdout went away
        _discard_stdout()
        return _complain(f"stdout: {os.strerror(errno.EPIPE)}")
    if code == INTERRUPTED:  # typer's code for Ctrl-C
        print("proofsmith: interrupted", file=sys.stderr)
    return code if isinstance(code, int) else 0


def _complain(text: str) -> int:
    # A bare `proofsmith` has printed its help already and comes without a text.
    if text:
        print(f"proofsmith: error: {_one_line(text)}", file=sys.stderr)
    return ERROR


def _one_line(text: str) -> str:
    """Without control characters; long texts, which quote the user, lose their middle."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
    return line if len(line) <= LINE else f"{line[: LINE // 2]} ... {line[-LINE // 2 :]}"


def _discard_stdout() -> None:
    # What is still in the buffer would fail once more at exit.
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Terminated(BaseException):
    """SIGTERM came."""


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise _Terminated


def _open_streams() -> None:
    """Make stdout and stderr usable, whatever the caller left open and whatever is printed."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stdout is None:
        sys.exit(_complain("stdout: closed"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main() -> NoReturn:
    """Entry point of the `proofsmith` command."""
    _open_streams()
    signal.signal(signal.SIGTERM, _terminate)
    code = run(sys.argv[1:])
    if code in (INTERRUPTED, TERMINATED):
        # A Rust call may still run in its thread; nothing waits for it.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
