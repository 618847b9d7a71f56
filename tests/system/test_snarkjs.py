"""snarkjs checks the proofs, public signals and keys that we write, for the examples."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import tools


@dataclass(frozen=True)
class Example:
    """An example circuit, and a key for it from our own setup."""

    folder: Path
    key: Path
    verification_key: Path


@cache
def example_with_key(name: str) -> Example:
    """Run our setup once for each example and version of the program."""
    folder = tools.EXAMPLES / name
    work = tools.CACHE / f"own-{name}"
    work.mkdir(parents=True, exist_ok=True)
    made = Example(folder, work / "circuit.zkey", work / "verification_key.json")
    tools.succeed(
        tools.proofsmith("setup", folder / "circuit.r1cs", made.key, "--vk", made.verification_key)
    )
    return made


@pytest.fixture(params=["merkle_bn254", "merkle_bls12_381"])
def example(request: pytest.FixtureRequest) -> Example:
    return example_with_key(request.param)


def test_snarkjs_accepts_our_proof_and_refuses_another_statement(
    example: Example, engine: str, tmp_path: Path
) -> None:
    proof, public = tmp_path / "proof.json", tmp_path / "public.json"
    witness = example.folder / "witness.wtns"
    tools.succeed(
        tools.proofsmith(
            *("prove", example.key, witness, "--engine", engine),
            *("--proof", proof, "--public", public),
        )
    )

    expected = json.loads((example.folder / "public.json").read_text())
    assert json.loads(public.read_text()) == expected
    assert tools.snarkjs_accepts(example.verification_key, public, proof)
    changed = tools.with_first_public_changed(public)
    assert not tools.snarkjs_accepts(example.verification_key, changed, proof)

    tools.succeed(tools.proofsmith("verify", example.verification_key, public, proof))
    refused = tools.proofsmith("verify", example.verification_key, changed, proof)
    assert refused.returncode == 1


def test_snarkjs_reads_the_same_verification_key_from_our_zkey(
    example: Example, tmp_path: Path
) -> None:
    exported = tmp_path / "exported.json"
    tools.succeed(tools.snarkjs("zkey", "export", "verificationkey", example.key, exported))
    ours = json.loads(example.verification_key.read_text())
    assert json.loads(exported.read_text()) == ours


def test_snarkjs_proves_with_our_zkey(example: Example, tmp_path: Path) -> None:
    proof, public = tmp_path / "proof.json", tmp_path / "public.json"
    tools.succeed(
        tools.snarkjs(
            *("groth16", "prove", example.key, example.folder / "witness.wtns"), proof, public
        )
    )
    tools.succeed(tools.proofsmith("verify", example.verification_key, public, proof))
