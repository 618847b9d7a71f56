"""Keys that snarkjs makes at test time, with everything about them that trips a reader.

On BLS12-381 these keys also need snarkjs' own root of unity, made from the non-residue 5 where
other libraries start from 7: with another root the proofs here would not verify.
"""

import json
import struct
from pathlib import Path

import pytest
import tools
from conftest import SnarkjsKeys

IN_ORDER = list(range(1, 11))
CONTRIBUTIONS = 5000


def prove(key: Path, witness: Path, folder: Path, *options: object) -> tuple[Path, Path, Path]:
    """Prove, and return verification key, public signals and proof: snarkjs' order."""
    vk, public, proof = (folder / f"{name}.json" for name in ("vk", "public", "proof"))
    tools.succeed(
        tools.proofsmith(
            *("prove", key, witness, *options),
            *("--vk", vk, "--public", public, "--proof", proof),
        )
    )
    return vk, public, proof


def section_order(key: Path) -> list[int]:
    return [section for section, _ in tools.sections(key)]


@pytest.mark.parametrize("stage", ["fresh", "final"])
def test_proof_with_a_snarkjs_key(
    snarkjs_keys: SnarkjsKeys, stage: str, engine: str, tmp_path: Path
) -> None:
    key = snarkjs_keys.fresh if stage == "fresh" else snarkjs_keys.final
    assert (section_order(key) == IN_ORDER) == (stage == "final")

    options = ("--engine", engine, "--r1cs", snarkjs_keys.r1cs)
    vk, public, proof = prove(key, snarkjs_keys.witness, tmp_path, *options)
    assert tools.snarkjs_accepts(vk, public, proof)
    assert not tools.snarkjs_accepts(vk, tools.with_first_public_changed(public), proof)


def test_verification_key_of_a_snarkjs_key(snarkjs_keys: SnarkjsKeys, tmp_path: Path) -> None:
    vk, _, _ = prove(snarkjs_keys.final, snarkjs_keys.witness, tmp_path)
    exported = tmp_path / "exported.json"
    tools.succeed(tools.snarkjs("zkey", "export", "verificationkey", snarkjs_keys.final, exported))
    assert json.loads(vk.read_text()) == json.loads(exported.read_text())


def test_most_b_points_at_infinity(snarkjs_keys: SnarkjsKeys) -> None:
    """The proofs above do meet the corner: two thirds and more of B1 and of B2 are zero bytes."""
    bodies = dict(tools.sections(snarkjs_keys.final))
    for section, coordinates in ((6, 2), (7, 4)):
        size = coordinates * (48 if snarkjs_keys.curve == "bls12_381" else 32)
        body = bodies[section]
        points = [body[i : i + size] for i in range(0, len(body), size)]
        assert sum(not any(point) for point in points) * 3 >= len(points) * 2


def test_sections_in_any_order(snarkjs_keys: SnarkjsKeys, tmp_path: Path) -> None:
    key = tmp_path / "backwards.zkey"
    tools.write_sections(key, b"zkey", 1, tools.sections(snarkjs_keys.final)[::-1])
    assert tools.snarkjs_accepts(*prove(key, snarkjs_keys.witness, tmp_path))


def test_thousands_of_contributions(snarkjs_keys: SnarkjsKeys, tmp_path: Path) -> None:
    """The record of a large ceremony: one contribution written again and again."""
    bodies = dict(tools.sections(snarkjs_keys.final))
    circuit_hash, record = bodies[10][:64], bodies[10][68:]
    (count,) = struct.unpack_from("<I", bodies[10], 64)
    assert count == 3
    bodies[10] = circuit_hash + struct.pack("<I", count * CONTRIBUTIONS) + record * CONTRIBUTIONS
    key = tmp_path / "ceremony.zkey"
    tools.write_sections(key, b"zkey", 1, sorted(bodies.items()))
    assert tools.snarkjs_accepts(*prove(key, snarkjs_keys.witness, tmp_path))
