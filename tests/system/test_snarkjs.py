"""snarkjs checks the proofs, public signals and keys that we write, for the examples."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import tools


@dataclass(frozen=True)
class Example:
    """An example circuit, and a key for it from our own setup."""

    folder: Path
    key: Path
    verification_key: Path


@pytest.fixture(scope="session", params=["merkle_bn254", "merkle_bls12_381"])
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Example:
    """Our setup, once for each example."""
    folder = tools.EXAMPLES / request.param
    work = tmp_path_factory.mktemp(request.param)
    made = Example(folder, work / "circuit.zkey", work / "verification_key.json")
    tools.succeed(
        tools.proofsmith("setup", folder / "circuit.r1cs", made.key, "--vk", made.verification_key)
    )
    return made


def on_the_accelerator(runs: list[dict[str, Any]]) -> Counter[str]:
    """How many calls of each kernel the model executed."""
    return Counter(run["kernel"] for run in runs if run["sim"] and run["sim"]["cycles"] > 0)


def test_snarkjs_accepts_our_proof_and_refuses_another_statement(
    example: Example, engine: str, tmp_path: Path
) -> None:
    proof, public = tmp_path / "proof.json", tmp_path / "public.json"
    witness = example.folder / "witness.wtns"
    done = tools.succeed(
        tools.proofsmith(
            *("prove", example.key, witness, "--engine", engine, "--json"),
            *("--proof", proof, "--public", public),
        )
    )
    # Groth16 in circom's form: three transforms there, three to the coset, four sums in G1.
    kernels = {"intt": 3, "coset_ntt": 3, "msm_g1": 4} if engine == "sim" else {}
    assert on_the_accelerator(json.loads(done.stdout)["runs"]) == kernels

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
