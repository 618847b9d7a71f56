"""The command: options, outputs, exit codes."""

from __future__ import annotations

import errno
import functools
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import samples
from rich.console import Console

from proofsmith import cli, tables

VECTORS = Path(__file__).parents[1] / "vectors"
EXAMPLES = Path(__file__).parents[2] / "examples"
TINY = VECTORS / "tiny_bn"
PROVE = ("prove", TINY / "circuit_final.zkey", TINY / "witness.wtns")

Captured = pytest.CaptureFixture[str]


def run(*arguments: object) -> int:
    return cli.run([str(argument) for argument in arguments])


@pytest.mark.parametrize(
    "arguments",
    [
        ["prove"],
        ["prove", "a.zkey"],
        ["prove", "a.zkey", "b.wtns", "--nonsense"],
        ["prove", "a.zkey", "b.wtns", "--engine", "gpu"],
        ["prove", "a.zkey", "b.wtns", "--mode", "fast"],
        ["prove", "a.zkey", "b.wtns", "--seed", "-1"],
        ["prove", "a.zkey", "b.wtns", "--seed", str(2**64)],
        ["prove", "a.zkey", "b.wtns"],
        ["prove", "a.zkey", "b.wtns", "--set", "msm"],
        ["prove", "a.zkey", "b.wtns", "--proof", "no/such/folder/proof.json"],
        ["verify", "a.json", "b.json", "c.json"],
        ["setup", "a.r1cs"],
        ["ntt"],
        ["ntt", "--size", "x"],
        ["ntt", "--size", "41"],
        ["msm", "--size", "4", "--curve", "secp256k1"],
        ["msm", "--size", "4", "--accelerator", "reorder"],
        ["accelerators", "show", "nope"],
        ["accelerators", "show", "reorder", "--set", "ntt.kernels=4"],
        ["accelerators", "show", "missing.toml"],
        ["fly"],
    ],
)
def test_an_error_is_one_line_and_exit_code_2(arguments: list[str], capsys: Captured) -> None:
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("proofsmith: error: ")
    assert err.count("\n") == 1
    assert len(err) > len("proofsmith: error: \n")


def test_help_and_version(capsys: Captured) -> None:
    for arguments in (["--help"], ["prove", "-h"], ["accelerators", "--help"]):
        assert run(*arguments) == 0
        assert "Usage" in capsys.readouterr().out
    assert run("--version") == 0
    assert capsys.readouterr().out.startswith("proofsmith ")


def test_prove_writes_everything_and_verify_accepts_it(capsys: Captured, tmp_path: Path) -> None:
    proof, public, key = (tmp_path / f"{name}.json" for name in ("proof", "public", "key"))
    report, trace = tmp_path / "report.html", tmp_path / "trace.json"
    outputs = ("--proof", proof, "--public", public, "--vk", key)
    views = ("--report", report, "--trace", trace, "--memory", "ideal")
    assert run(*PROVE, *outputs, *views) == 0
    out, err = capsys.readouterr()
    assert out.startswith("DRAM is ignored")
    assert "The proof passed the verifier." in out
    assert err == ""
    assert report.read_text().startswith("<!doctype html>")
    assert json.loads(trace.read_text())["traceEvents"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        path.name for path in (proof, public, key, report, trace)
    )
    assert run("verify", key, public, proof) == 0
    assert capsys.readouterr().out == "The proof is valid.\n"


def test_an_invalid_proof_is_exit_code_1(capsys: Captured, tmp_path: Path) -> None:
    public = json.loads((TINY / "public.json").read_text())
    public[0] = str(int(public[0]) + 1)
    changed = tmp_path / "public.json"
    changed.write_text(json.dumps(public))
    arguments = ("verify", TINY / "verification_key.json", changed, TINY / "proof.json")
    assert run(*arguments) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("The proof is NOT valid.\n", "")
    assert run(*arguments, "--json") == 1
    assert json.loads(capsys.readouterr().out)["valid"] is False


def test_json_says_how_it_was_made(capsys: Captured) -> None:
    settings = ("--seed", 7, "--memory", "DDR4-3200x2", "--set", "msm.window_bits=8", "--json")
    assert run(*PROVE, *settings) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["seed"] == 7
    assert data["engine"] == "sim"
    assert data["mode"] == "functional"
    assert data["version"]
    assert data["commit"]
    assert data["accelerator"]["msm"]["window_bits"] == 8
    assert data["accelerator"]["dram"] == {"device": "DDR4-3200", "channels": 2}
    assert data["totals"]["cycles"] == sum(
        run["sim"]["cycles"] for run in data["runs"] if run["sim"]
    )
    assert data["proof"]["protocol"] == "groth16"
    assert run(*PROVE, "--engine", "cpu", "--json") == 0
    assert json.loads(capsys.readouterr().out)["seed"] is None


def test_setup_warns_on_stderr(capsys: Captured, tmp_path: Path) -> None:
    assert run("setup", TINY / "circuit.r1cs", tmp_path / "key.zkey", "--json") == 0
    out, err = capsys.readouterr()
    assert "without a ceremony" in err
    assert json.loads(out)["ceremony"] is False


def test_kernels_alone(capsys: Captured, tmp_path: Path) -> None:
    output = tmp_path / "values"
    assert run("ntt", "--size", 10, "--inverse", "--coset", "--check", "--output", output) == 0
    assert "Equal to the CPU engine's result." in capsys.readouterr().out
    assert output.stat().st_size == 32 << 10
    assert run("msm", "--size", 10, "--curve", "bls12-381", "--output", output) == 0
    assert output.stat().st_size == 96
    capsys.readouterr()
    assert run("msm", "--size", 10, "--mode", "timing", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["seed"], data["mode"], data["runs"][0]["size"]) == (0, "timing", 1024)


def test_timing_mode_has_no_values_to_write(capsys: Captured, tmp_path: Path) -> None:
    output = tmp_path / "values"
    assert run("msm", "--size", 4, "--mode", "timing", "--output", output) == 2
    assert "computes no values" in capsys.readouterr().err
    assert not output.exists()


def test_accelerators(capsys: Captured, tmp_path: Path) -> None:
    assert run("accelerators", "list") == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in ("uninm", "reorder", "reconf"))
    assert listed.count("MSMs on the CPU") == 2
    assert run("accelerators", "list", "--json") == 0
    assert json.loads(capsys.readouterr().out)["accelerators"][0]["name"] == "uninm"
    assert run("accelerators", "show", "uninm", "--set", "clock_mhz=300") == 0
    shown = capsys.readouterr().out
    assert "clock_mhz = 300" in shown
    (tmp_path / "own.toml").write_text(shown)
    assert run("accelerators", "show", tmp_path / "own.toml") == 0
    assert capsys.readouterr().out == shown
    assert run("accelerators", "show", "reorder", "--set", "ntt.pipelines=4") == 0
    shown = capsys.readouterr().out
    assert "pipelines = 4" in shown
    assert "[msm]" not in shown


@pytest.mark.parametrize("arguments", [["list"], ["list", "--json"], ["show", "uninm"], ["-h"]])
def test_a_closed_pipe_is_one_line(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "proofsmith", "accelerators", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b"proofsmith: error: stdout: Broken pipe\n"
    assert process.returncode == 2


def test_a_full_disk_behind_stdout_is_one_line(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_text: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for arguments in (["list"], ["list", "--json"], ["show", "uninm"]):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", io.StringIO())
            patch.setattr(sys.stdout, "write", full)
            assert run("accelerators", *arguments) == 2
        assert capsys.readouterr().err == "proofsmith: error: stdout: No space left on device\n"


def test_no_stdout_at_all_is_one_line() -> None:
    command = ["sh", "-c", '"$0" -m proofsmith accelerators list >&-', sys.executable]
    done = subprocess.run(command, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"proofsmith: error: stdout: closed\n")


def test_errors_have_no_control_characters_and_a_limit(capsys: Captured) -> None:
    for name in ("\x1b[31mred", "\udcff", "\udcff.toml", "x" * 5000, "[bold]"):
        assert run("accelerators", "show", name) == 2
        err = capsys.readouterr().err
        assert err.startswith("proofsmith: error: ")
        assert err[:-1].isprintable()
        assert len(err) < 700


@pytest.mark.parametrize(
    ("sent", "code", "said"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ["msm", "--size", "20", "--output"],
        ["setup", str(EXAMPLES / "merkle_bn254" / "circuit.r1cs")],
    ],
)
def test_a_signal_leaves_nothing_behind(
    arguments: list[str], sent: signal.Signals, code: int, said: str, tmp_path: Path
) -> None:
    output = tmp_path / "sum"
    command = [sys.executable, "-m", "proofsmith", *arguments, str(output)]
    # A background job of a shell would hand down that it ignores the signal.
    default = functools.partial(signal.signal, sent, signal.SIG_DFL)
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, preexec_fn=default
    ) as process:
        while not list(tmp_path.iterdir()):  # the output's temporary file marks the start
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(sent)
        _, err = process.communicate()
    assert process.returncode == code
    assert err == f"proofsmith: {said}\n"
    assert list(tmp_path.iterdir()) == []


def test_the_table_fits_a_terminal_of_80_columns() -> None:
    console = Console(width=80, file=io.StringIO())
    console.print(tables.kernels(samples.prove_result()))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "368,000" in text
    assert "…" not in text  # rich's mark where it cut
