"""circomlib's SHA-256 and Poseidon, taken from npm and built here, proved with our own keys."""

import hashlib
import json
from pathlib import Path

import pytest
import tools

#: Poseidon(1, 2) as published with the reference implementation of its parameters for BN254.
POSEIDON_OF_1_2 = "7853200120776062878684798364095072458815029376092732009249414926327459813530"


def prove_and_check(circuit: Path, engine: str, folder: Path) -> list[str]:
    """Set up, prove, have snarkjs decide; return the public signals."""
    key = folder / "circuit.zkey"
    vk, public, proof = (folder / f"{name}.json" for name in ("vk", "public", "proof"))
    tools.succeed(tools.proofsmith("setup", circuit / "circuit.r1cs", key, "--vk", vk))
    tools.succeed(
        tools.proofsmith(
            *("prove", key, circuit / "witness.wtns", "--engine", engine),
            *("--r1cs", circuit / "circuit.r1cs", "--proof", proof, "--public", public),
        )
    )
    assert tools.snarkjs_accepts(vk, public, proof)
    signals: list[str] = json.loads(public.read_text())
    return signals


@pytest.mark.parametrize("curve", ["bn254", "bls12_381"])
def test_sha256(curve: str, tmp_path: Path) -> None:
    message = b"zk\x00\xff"
    bits = [str(byte >> (7 - i) & 1) for byte in message for i in range(8)]
    circuit = tools.circuit_with_witness("sha256_32", curve, {"in": bits})
    signals = prove_and_check(circuit, "cpu", tmp_path)
    digest = int("".join(signals), 2).to_bytes(32, "big")
    assert digest == hashlib.sha256(message).digest()


def test_poseidon(engine: str, tmp_path: Path) -> None:
    circuit = tools.circuit_with_witness("poseidon_chain", "bn254", {"in": ["1", "2", "3", "4"]})
    assert prove_and_check(circuit, engine, tmp_path)[0] == POSEIDON_OF_1_2
