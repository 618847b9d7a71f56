"""Bad input: exit code 2, one line that names the file, nothing written, no secret in the line.

The damaged files of `tests/vectors/reject-mutants` and its manifest say what must be refused. They
go through the command line in this process, which is fast; a sample goes through a real one.
"""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import tools

from proofsmith import cli, load_accelerator

MUTANTS = tools.VECTORS / "reject-mutants"
GOOD = MUTANTS / "bn" / "good"
KEY = GOOD / "circuit_final.zkey"
WITNESS = GOOD / "witness.wtns"
CIRCUIT = GOOD / "circuit.r1cs"
VERIFICATION_KEY = GOOD / "verification_key.json"
PUBLIC = GOOD / "public.json"
PROOF = GOOD / "proof.json"


@dataclass(frozen=True)
class Mutant:
    """One damaged file: what it is of, what was done to it, and what kind of damage it is."""

    path: Path
    why: str
    damage: str

    def __str__(self) -> str:
        return self.path.stem


def mutants(kind: str) -> list[Mutant]:
    """Those of one file type that must be refused, by a lenient or by a strict reader."""
    entries: list[dict[str, str]] = json.loads((MUTANTS / "manifest.json").read_text())
    found = [
        Mutant(MUTANTS / entry["file"], entry["why"], entry["cls"])
        for entry in entries
        if entry["file"].split("/")[1] == kind and entry["severity"] in ("must", "strict")
    ]
    assert found
    return found


Refused = Callable[..., str]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """Run a command line that must be refused; return its one line on stderr."""

    def call(*arguments: object) -> str:
        code = cli.run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert code == 2, (code, out, err)
        assert out == ""
        return the_line(err)

    return call


def the_line(stderr: str) -> str:
    """The error, which is all there is."""
    lines = stderr.splitlines()
    assert len(lines) == 1, stderr
    assert lines[0].startswith("proofsmith: error: ")
    return lines[0]


def prove(key: Path, witness: Path, folder: Path) -> list[object]:
    return ["prove", key, witness, "--engine", "cpu", "--proof", folder / "proof.json"]


def test_the_undamaged_files_are_accepted(tmp_path: Path) -> None:
    arguments = [*prove(KEY, WITNESS, tmp_path), "--r1cs", CIRCUIT]
    assert cli.run([str(argument) for argument in arguments]) == 0
    proof = tmp_path / "proof.json"
    assert cli.run(["verify", str(VERIFICATION_KEY), str(PUBLIC), str(proof)]) == 0
    assert cli.run(["setup", str(CIRCUIT), str(tmp_path / "own.zkey")]) == 0


@pytest.mark.parametrize("mutant", mutants("zkey"), ids=str)
def test_proving_key(mutant: Mutant, refused: Refused, tmp_path: Path) -> None:
    assert str(mutant.path) in refused(*prove(mutant.path, WITNESS, tmp_path)), mutant.why
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("with_circuit", [False, True], ids=["key", "key+r1cs"])
@pytest.mark.parametrize("mutant", mutants("wtns"), ids=str)
def test_witness(mutant: Mutant, with_circuit: bool, refused: Refused, tmp_path: Path) -> None:
    circuit = ["--r1cs", CIRCUIT] if with_circuit else []
    line = refused(*prove(KEY, mutant.path, tmp_path), *circuit)
    # A witness that only fails the constraints: the line names the circuit with the constraint, or
    # without a circuit the key, which could be at fault as well.
    expected = CIRCUIT if with_circuit else KEY
    assert str(mutant.path) in line or (mutant.damage == "semantic" and str(expected) in line)
    assert not list(tmp_path.iterdir())
    for secret in witness_values(mutant.path) | witness_values(WITNESS):
        assert str(secret) not in line
        assert f"{secret:x}" not in line.lower()


def witness_values(path: Path) -> set[int]:
    """Values too large to occur in a message by chance; none of a file too damaged to have any."""
    if path.stem.startswith(("empty", "trunc", "missing")):
        return set()
    body = dict(tools.sections(path))[2]
    words = (body[i : i + 32] for i in range(0, len(body), 32))
    return {value for word in words if (value := int.from_bytes(word, "little")) >> 32}


@pytest.mark.parametrize("mutant", mutants("r1cs"), ids=str)
def test_circuit_in_setup(mutant: Mutant, refused: Refused, tmp_path: Path) -> None:
    line = refused("setup", mutant.path, tmp_path / "own.zkey", "--vk", tmp_path / "vk.json")
    assert str(mutant.path) in line, mutant.why
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("mutant", mutants("r1cs"), ids=str)
def test_circuit_in_prove(mutant: Mutant, refused: Refused, tmp_path: Path) -> None:
    """The witness is checked against the circuit first, so that a damaged one always shows."""
    line = refused(*prove(KEY, WITNESS, tmp_path), "--r1cs", mutant.path)
    assert str(mutant.path) in line, mutant.why
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("mutant", mutants("proof"), ids=str)
def test_proof_and_public_signals(
    mutant: Mutant, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A well-formed proof of something else is no error: it is not valid, exit code 1."""
    pair = json.loads(mutant.path.read_text())
    proof, public = tmp_path / "proof.json", tmp_path / "public.json"
    proof.write_text(json.dumps(pair["proof"]))
    public.write_text(json.dumps(pair["public"]))
    code = cli.run(["verify", str(VERIFICATION_KEY), str(public), str(proof)])
    out, err = capsys.readouterr()
    if mutant.damage == "semantic":
        assert (code, err) == (1, "")
        assert "NOT valid" in out
    else:
        assert (code, out) == (2, "")
        damaged = public if mutant.path.stem.startswith("public") else proof
        assert str(damaged) in the_line(err)


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda document: document.pop(key)


def off_curve(document: dict[str, Any]) -> None:
    document["vk_alpha_1"][1] = "5"


def not_reduced(document: dict[str, Any]) -> None:
    document["vk_alpha_1"][0] = str(int(document["vk_alpha_1"][0]) + 2**254)


def not_decimal(document: dict[str, Any]) -> None:
    document["IC"][1][0] = "0x10"


def too_few_points(document: dict[str, Any]) -> None:
    document["IC"].pop()


def other_curve(document: dict[str, Any]) -> None:
    document["curve"] = "bls12381"


def other_protocol(document: dict[str, Any]) -> None:
    document["protocol"] = "plonk"


@pytest.mark.parametrize(
    "damage",
    [
        *(pytest.param(without(key), id=f"without-{key}") for key in ("curve", "IC", "vk_delta_2")),
        *(off_curve, not_reduced, not_decimal, too_few_points, other_curve, other_protocol),
    ],
)
def test_verification_key(
    damage: Callable[[dict[str, Any]], None], refused: Refused, tmp_path: Path
) -> None:
    document = json.loads(VERIFICATION_KEY.read_text())
    damage(document)
    damaged = tmp_path / "vk.json"
    damaged.write_text(json.dumps(document))
    assert str(damaged) in refused("verify", damaged, PUBLIC, PROOF)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"curve": "bn128"', "\x00", "[" * 100_000])
@pytest.mark.parametrize("place", range(3), ids=["vk", "public", "proof"])
def test_text_that_is_not_the_json_expected(
    text: str, place: int, refused: Refused, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.json"
    damaged.write_text(text)
    files = [VERIFICATION_KEY, PUBLIC, PROOF]
    files[place] = damaged
    assert str(damaged) in refused("verify", *files)


@pytest.mark.parametrize("place", range(2), ids=["key", "witness"])
def test_files_of_two_curves(place: int, refused: Refused, tmp_path: Path) -> None:
    files = [KEY, WITNESS]
    files[place] = tools.VECTORS / "bls_mimc" / files[place].name
    key, witness = files
    line = refused(*prove(key, witness, tmp_path))
    assert any(str(file) in line for file in files)
    assert "BN254" in line
    assert "BLS12-381" in line


@pytest.mark.parametrize("missing", ["no-such-file", "no-such-folder/file", "."])
def test_input_that_is_not_there(missing: str, refused: Refused, tmp_path: Path) -> None:
    absent = tmp_path / missing
    output = tmp_path / "own.zkey"
    assert str(absent) in refused(*prove(absent, WITNESS, tmp_path))
    assert str(absent) in refused(*prove(KEY, absent, tmp_path))
    assert str(absent) in refused(*prove(KEY, WITNESS, tmp_path), "--r1cs", absent)
    assert str(absent) in refused("setup", absent, output)
    assert str(absent) in refused("verify", absent, PUBLIC, PROOF)
    assert str(absent) in refused("verify", VERIFICATION_KEY, absent, PROOF)
    assert str(absent) in refused("verify", VERIFICATION_KEY, PUBLIC, absent)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--proof", "--public", "--vk", "--report", "--trace"])
def test_output_that_cannot_be_written(option: str, refused: Refused, tmp_path: Path) -> None:
    output = tmp_path / "no-such-folder" / "output"
    assert str(output) in refused("prove", KEY, WITNESS, "--engine", "cpu", option, output)
    assert str(output) in refused("setup", CIRCUIT, output)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["prove", KEY], "WITNESS"),
        (["prove", KEY, WITNESS, "--engine", "gpu"], "gpu"),
        (["prove", KEY, WITNESS, "--accelerator", "nothing"], "nothing"),
        (["prove", KEY, WITNESS, "--memory", "DDR9"], "DDR9"),
        (["prove", KEY, WITNESS, "--set", "msm.no_such_key=1"], "no_such_key"),
        (["prove", KEY, WITNESS, "--set", "msm.window_bits=99"], "--set msm.window_bits=99"),
        (["prove", KEY, WITNESS, "--set", "clock_mhz=1\nname='x'"], "control characters"),
        (["prove", KEY, WITNESS, "--engine", "cpu", "--accelerator", "uninm"], "accelerator"),
        (["prove", KEY, WITNESS, "--seed", "-1"], "--seed"),
        (["ntt", "--size", "41"], "--size"),
        (["msm"], "size"),
        (["accelerators", "show", "nothing"], "nothing"),
        (["no-such-command"], "no-such-command"),
    ],
)
def test_wrong_arguments(arguments: list[object], named: str, refused: Refused) -> None:
    assert named in refused(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["prove", "zkey", "wtns", "--proof", "zkey"],
        ["prove", "zkey", "wtns", "--r1cs", "r1cs", "--report", "r1cs"],
        ["prove", "zkey", "wtns", "--accelerator", "a.toml", "--trace", "a.toml"],
        ["setup", "r1cs", "r1cs"],
        ["setup", "r1cs", "new", "--vk", "r1cs"],
        ["ntt", "--scalars", "wtns", "--output", "wtns"],
        ["msm", "--scalars", "wtns", "--points", "zkey", "--output", "zkey"],
    ],
)
def test_output_that_is_an_input(
    arguments: list[str], refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for source, name in ((KEY, "zkey"), (WITNESS, "wtns"), (CIRCUIT, "r1cs")):
        shutil.copy(source, name)
    Path("a.toml").write_text(load_accelerator("uninm").toml)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    line = refused(*arguments)
    assert line.endswith(f"{arguments[-1]}: given for an input and an output")
    assert before == {path: path.read_bytes() for path in tmp_path.iterdir()}


def test_input_that_is_a_fifo(refused: Refused, tmp_path: Path) -> None:
    """Nobody writes into it: to open it would hang."""
    fifo = tmp_path / "fifo.toml"
    os.mkfifo(fifo)
    for arguments in (
        prove(fifo, WITNESS, tmp_path),
        prove(KEY, fifo, tmp_path),
        ["setup", fifo, tmp_path / "new"],
        ["verify", fifo, PUBLIC, PROOF],
        ["ntt", "--scalars", fifo],
        ["msm", "--scalars", WITNESS, "--points", fifo],
        ["accelerators", "show", fifo],
    ):
        line = refused(*arguments)
        assert "fifo.toml" in line or str(WITNESS) in line


def test_paths_that_are_not_utf_8(
    refused: Refused, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there, absent = tmp_path / "\udcff", tmp_path / "\udcfe"
    shutil.copy(KEY, there)
    assert cli.run([str(argument) for argument in prove(there, WITNESS, tmp_path)]) == 0
    capsys.readouterr()
    refused(*prove(KEY, absent, tmp_path))
    refused("verify", absent, PUBLIC, PROOF)
    refused("ntt", "--scalars", absent)
    assert "not UTF-8" in refused("ntt", "--size", 10, "--set", "name=\udcff")
    assert "not UTF-8" in refused("ntt", "--size", 10, "--accelerator", "\udcff.toml")


def test_descriptions_that_are_too_large_or_not_printable(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    text = load_accelerator("uninm").toml
    path.write_text(text + "# padding\n" * 110_000)
    assert "allowed: up to 1048576" in refused("accelerators", "show", path)
    for name in ("", "[red]x[/red]", "\\u001b[31m", "x" * 41):
        path.write_text(text.replace('name = "uninm"', f'name = "{name}"'))
        assert f"{path}: name = " in refused("accelerators", "show", path)


@pytest.mark.parametrize("log2_size", [9, 25])
def test_size_the_accelerator_cannot_transform(log2_size: int, refused: Refused) -> None:
    line = refused("ntt", "--size", log2_size, "--mode", "timing")
    assert "uninm" in line
    assert f"2^{log2_size}" in line


@pytest.mark.parametrize("name", ["zkey/nvars_huge.zkey", "zkey/section_len_2p62.zkey"])
def test_proving_key_as_a_program(name: str) -> None:
    refused_as_a_program(MUTANTS / "bn" / name, "prove", MUTANTS / "bn" / name, WITNESS)


def test_other_files_as_a_program(tmp_path: Path) -> None:
    witness, circuit, public = (
        MUTANTS / "bn" / name
        for name in ("wtns/unsatisfied.wtns", "r1cs/term_count_huge.r1cs", "proof/good.json")
    )
    refused_as_a_program(CIRCUIT, "prove", KEY, witness, "--r1cs", CIRCUIT)
    refused_as_a_program(circuit, "setup", circuit, tmp_path / "own.zkey")
    refused_as_a_program(public, "verify", VERIFICATION_KEY, public, PROOF)


def refused_as_a_program(named: Path, *arguments: object) -> None:
    done = tools.proofsmith(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert str(named) in the_line(done.stderr)
