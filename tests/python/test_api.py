"""The functions of the package, on small real files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import proofsmith

VECTORS = Path(__file__).parents[1] / "vectors"
TINY = VECTORS / "tiny_bn"
R = 21888242871839275222246405745257275088548364400416034343698204186575808495617
Q = 21888242871839275222246405745257275088696311157297823662689037894645226208583
SMALL = ("ntt.min_log2_size=6", "ntt.tile=8", "ntt.butterflies_per_kernel=2")


def words(values: list[int]) -> bytes:
    return b"".join(value.to_bytes(32, "little") for value in values)


def numbers(data: bytes | None) -> list[int]:
    assert data is not None
    return [int.from_bytes(data[i : i + 32], "little") for i in range(0, len(data), 32)]


@pytest.mark.parametrize("engine", ["cpu", "sim"])
@pytest.mark.parametrize("vector", ["tiny_bn", "bls_mimc"])
def test_a_proof_is_made_and_accepted(vector: str, engine: str, tmp_path: Path) -> None:
    folder = VECTORS / vector
    steps: list[tuple[int, int, str]] = []
    result = proofsmith.prove(
        folder / "circuit_final.zkey",
        folder / "witness.wtns",
        engine=engine,
        memory="ideal" if engine == "sim" else None,
        progress=lambda *step: steps.append(step),
    )
    assert result.public == json.loads((folder / "public.json").read_text())
    assert result.verification_key == json.loads((folder / "verification_key.json").read_text()) | {
        "vk_alphabeta_12": result.verification_key.get("vk_alphabeta_12")
    }
    assert len(result.runs) == 11
    assert [done for done, _, _ in steps] == list(range(steps[0][1]))
    for name, text in (("proof", result.proof_json), ("public", result.public_json)):
        (tmp_path / f"{name}.json").write_text(text)
    arguments = (folder / "verification_key.json", tmp_path / "public.json")
    assert proofsmith.verify(*arguments, tmp_path / "proof.json")


def test_both_modes_count_the_same_cycles() -> None:
    folder = VECTORS / "bls_mimc"
    functional, timing = (
        proofsmith.prove(
            folder / "circuit_final.zkey",
            folder / "witness.wtns",
            mode=mode,
            memory="ideal",
            overrides=SMALL,
            seed=1,
        )
        for mode in ("functional", "timing")
    )
    assert functional.proof == timing.proof
    assert [run.sim for run in functional.runs] == [run.sim for run in timing.runs]
    assert functional.totals.kernels == 10
    assert "Timing mode" in " ".join(timing.caveats)


@pytest.fixture
def alone(tmp_path: Path) -> str:
    """A description like uninm's without its MSM engine."""
    text = proofsmith.load_accelerator("uninm", overrides=["name=alone"]).toml
    path = tmp_path / "alone.toml"
    path.write_text(re.sub(r"\[(adder|msm)\]\n([a-z].*\n)+\n?", "", text))
    return str(path)


@pytest.mark.parametrize("mode", ["functional", "timing"])
@pytest.mark.parametrize("name", ["alone", "reorder", "reconf"])
def test_without_an_msm_engine_a_proof_has_its_sums_from_the_cpu(
    name: str, mode: str, alone: str
) -> None:
    folder = VECTORS / "bls_mimc"
    result = proofsmith.prove(
        folder / "circuit_final.zkey",
        folder / "witness.wtns",
        accelerator=alone if name == "alone" else name,
        memory="ideal",
        mode=mode,
    )
    sums = [run for run in result.runs if run.is_msm]
    transforms = [run for run in result.runs if not run.is_msm]
    assert (len(sums), len(transforms)) == (5, 6)
    assert {run.engine for run in sums} == {"cpu"}
    assert {run.engine for run in transforms} == {name}
    assert all(run.sim is None for run in sums)
    assert result.totals.kernels == 6
    said = " ".join(result.caveats)
    assert f"On the CPU, not on the accelerator: {', '.join(run.name for run in sums)};" in said
    assert f"{name} has no MSM engine: its MSMs run on the CPU." in said


@pytest.mark.parametrize("mode", ["functional", "timing"])
@pytest.mark.parametrize("name", ["reorder", "reconf"])
def test_one_sum_needs_an_msm_engine(name: str, mode: str) -> None:
    with pytest.raises(proofsmith.AcceleratorError, match=f"^{name} has no MSM engine: allowed: "):
        proofsmith.msm(size=4, accelerator=name, mode=mode)


def test_a_seed_repeats_a_proof_and_no_seed_does_not() -> None:
    def proof(seed: int | None) -> str:
        arguments = (TINY / "circuit_final.zkey", TINY / "witness.wtns")
        return proofsmith.prove(*arguments, engine="cpu", seed=seed).proof_json

    assert proof(3) == proof(3)
    assert proof(None) != proof(None)


def test_setup_makes_a_key_that_proves(tmp_path: Path) -> None:
    zkey, key = tmp_path / "own.zkey", tmp_path / "vk.json"
    returned = proofsmith.setup(TINY / "circuit.r1cs", zkey, verification_key=key)
    assert returned == json.loads(key.read_text())
    result = proofsmith.prove(zkey, TINY / "witness.wtns", engine="cpu")
    assert result.verification_key == returned
    with pytest.raises(proofsmith.InputError, match="two outputs"):
        proofsmith.setup(TINY / "circuit.r1cs", zkey, verification_key=zkey)


def test_ntt_of_a_file_is_the_polynomial_at_the_roots_of_unity(tmp_path: Path) -> None:
    coefficients = [3, 1, R - 4, 1, 5, 9, 2, 6]
    (tmp_path / "in").write_bytes(words(coefficients))
    root = pow(5, (R - 1) // 8, R)
    shift = pow(5, (R - 1) // 16, R)

    def at(x: int) -> int:
        return sum(c * pow(x, i, R) for i, c in enumerate(coefficients)) % R

    plain = proofsmith.ntt(scalars=tmp_path / "in", engine="cpu")
    assert numbers(plain.output) == [at(pow(root, i, R)) for i in range(8)]
    coset = proofsmith.ntt(scalars=tmp_path / "in", engine="cpu", coset=True)
    assert numbers(coset.output) == [at(shift * pow(root, i, R) % R) for i in range(8)]
    assert coset.output is not None
    (tmp_path / "out").write_bytes(coset.output)
    back = proofsmith.ntt(scalars=tmp_path / "out", engine="cpu", inverse=True, coset=True)
    assert numbers(back.output) == coefficients
    assert back.run.kernel == "coset_intt"


def test_msm_of_files_is_the_sum(tmp_path: Path) -> None:
    (tmp_path / "points").write_bytes(words([1, 2]) + words([0, 0]) + words([1, Q - 2]))
    (tmp_path / "scalars").write_bytes(words([5, 7, 3]))
    for engine in ("cpu", "sim"):
        result = proofsmith.msm(
            scalars=tmp_path / "scalars", points=tmp_path / "points", engine=engine
        )
        # 5 G + 7 * infinity - 3 G = 2 G.
        assert numbers(result.output) == [
            0x030644E72E131A029B85045B68181585D97816A916871CA8D3C208C16D87CFD3,
            0x15ED738C0E0A7C92E7845F96B2AE9C0A68A6A449E3538FC7FF3EBF7A5A18A2C4,
        ]


@pytest.mark.parametrize("curve", ["BN254", "BLS12-381"])
def test_kernels_agree_with_the_cpu_and_timing_with_functional(curve: str) -> None:
    for kernel in (proofsmith.ntt, proofsmith.msm):
        functional = kernel(size=10, curve=curve, check=True)
        assert functional.matches_cpu is True
        timing = kernel(size=10, curve=curve, mode="timing")
        assert timing.output is None
        assert timing.run.sim == functional.run.sim
        assert timing.run.kernel == functional.run.kernel


def test_the_seed_changes_a_random_input() -> None:
    outputs = {proofsmith.ntt(size=4, engine="cpu", seed=seed).output for seed in (0, 0, 1)}
    assert len(outputs) == 2


@pytest.mark.parametrize(
    ("scalars", "points", "reason"),
    [
        (words([R]), words([1, 2]), "scalar 0 is not below r"),
        (words([1]), words([1, 3]), "point 0 is not on the curve"),
        (words([1]), words([Q + 1, 2]), "point 0 has a coordinate not below q"),
        (words([1])[:-1], words([1, 2]), "31 bytes"),
        (b"", words([1, 2]), "0 bytes"),
        (words([1, 1]), words([1, 2]), "2 given, 1 needed"),
    ],
)
def test_bad_raw_files_are_refused(
    scalars: bytes, points: bytes, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "scalars").write_bytes(scalars)
    (tmp_path / "points").write_bytes(points)
    with pytest.raises(proofsmith.ProofsmithError, match=reason):
        proofsmith.msm(scalars=tmp_path / "scalars", points=tmp_path / "points", engine="cpu")


def test_contradicting_arguments_are_refused(tmp_path: Path) -> None:
    (tmp_path / "three").write_bytes(words([1, 2, 3]))
    refused = proofsmith.InputError
    with pytest.raises(refused, match="one of the two"):
        proofsmith.ntt()
    with pytest.raises(refused, match="power of two"):
        proofsmith.ntt(scalars=tmp_path / "three")
    with pytest.raises(refused, match="give both"):
        proofsmith.msm(scalars=tmp_path / "three")
    with pytest.raises(refused, match="'cpu' takes no"):
        proofsmith.ntt(size=4, engine="cpu", memory="ideal")
    with pytest.raises(refused, match="check"):
        proofsmith.ntt(size=10, mode="timing", check=True)
    with pytest.raises(refused, match="curve: 'P-256': allowed: BN254"):
        proofsmith.ntt(size=4, curve="P-256", engine="cpu")
    with pytest.raises(refused, match="engine 'gpu': allowed: cpu, sim"):
        proofsmith.ntt(size=4, engine="gpu")
    with pytest.raises(refused, match="'cpu' takes no"):
        proofsmith.ntt(size=4, engine="cpu", accelerator="uninm")
    with pytest.raises(refused, match=r"allowed: up to 2\^30"):
        proofsmith.msm(size=31, mode="timing")
    with pytest.raises(refused, match=r"allowed: up to 2\^\d+ in memory"):
        proofsmith.msm(size=40, engine="cpu")


def test_a_transform_too_large_is_refused_before_its_input_is_read(tmp_path: Path) -> None:
    values = tmp_path / "values"
    with values.open("wb") as file:
        file.truncate(32 << 25)  # zeros that take no space
    with pytest.raises(proofsmith.AcceleratorError, match=r"2\^25 points: allowed"):
        proofsmith.ntt(scalars=values)
    with values.open("wb") as file:
        file.truncate(32 << 28)
    with pytest.raises(proofsmith.InputError, match=r"2\^28 points: allowed: up to 2\^27"):
        proofsmith.ntt(scalars=values, engine="cpu", coset=True)
    with values.open("wb") as file:
        file.truncate(32 << 29)
    with pytest.raises(proofsmith.InputError, match=r"up to 2\^28 elements"):
        proofsmith.ntt(scalars=values, engine="cpu")


def test_a_sum_of_nothing_but_infinity_is_shown(tmp_path: Path) -> None:
    (tmp_path / "points").write_bytes(words([0, 0]))
    (tmp_path / "scalars").write_bytes(words([5]))
    result = proofsmith.msm(scalars=tmp_path / "scalars", points=tmp_path / "points")
    assert result.output == words([0, 0])
    assert result.title == "MSM G1 of 0"


def test_only_a_proof_has_a_final_check() -> None:
    kernel = " ".join(proofsmith.ntt(size=5).caveats)
    assert "On the CPU" in kernel
    assert "final check" not in kernel
    proof = proofsmith.prove(TINY / "circuit_final.zkey", TINY / "witness.wtns")
    assert "the final check as well." in " ".join(proof.caveats)


def test_wrong_accelerators_are_refused() -> None:
    refused = proofsmith.AcceleratorError
    with pytest.raises(refused, match="no accelerator named 'nope'"):
        proofsmith.load_accelerator("nope")
    with pytest.raises(refused, match=r"msm\.window_bits"):
        proofsmith.load_accelerator("uninm", overrides=["msm.window_bits=1"])
    with pytest.raises(refused, match="memory = hbm"):
        proofsmith.load_accelerator("uninm", memory="hbm")
    with pytest.raises(refused, match=r"2\^25 points: allowed"):
        proofsmith.ntt(size=25, mode="timing")


def test_a_description_file_is_used(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    mine = proofsmith.load_accelerator("uninm", overrides=["name='mine'", "clock_mhz=400"])
    path.write_text(mine.toml)
    result = proofsmith.ntt(size=10, accelerator=str(path), memory="ideal")
    assert result.run.engine == "mine"
    assert result.setting.accelerator is not None
    assert result.setting.accelerator.clock_mhz == 400
    assert result.setting.accelerator.ignores_dram


def test_the_shipped_accelerators_are_listed() -> None:
    found = proofsmith.accelerators()
    assert [one.name for one in found] == ["uninm", "reorder", "reconf"]
    assert (found[0].clock_mhz, found[0].memory) == (800, "DDR4-3200 x1")
    assert [one.has_msm for one in found] == [True, False, False]
