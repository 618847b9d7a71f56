"""The committed files of the examples are what their sources give, byte for byte."""

import json
import sys
from pathlib import Path

import pytest
import tools


@pytest.mark.parametrize("curve", list(tools.SNARKJS_CURVE))
def test_built_files_match_their_source(curve: str, tmp_path: Path) -> None:
    committed = tools.EXAMPLES / f"merkle_{curve}"
    rebuilt = tmp_path / committed.name
    rebuilt.mkdir()
    tools.succeed(tools.run(sys.executable, tools.EXAMPLES / "make_input.py", rebuilt))
    tools.compile_circuit(committed / "circuit.circom", curve, rebuilt)
    tools.calculate_witness(rebuilt, rebuilt / "input.json")
    for name in ("input.json", "public.json", "circuit.r1cs", "witness.wtns"):
        assert (rebuilt / name).read_bytes() == (committed / name).read_bytes(), name


def test_round_constants_match_their_rule() -> None:
    done = tools.succeed(tools.run(sys.executable, tools.EXAMPLES / "mimc5.py"))
    assert done.stdout == (tools.EXAMPLES / "mimc5_constants.circom").read_text()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("isRight", 2, id="a direction that is no bit"),
        pytest.param("leaf", 7, id="another leaf"),
    ],
)
def test_circuit_refuses(name: str, value: int, tmp_path: Path) -> None:
    """The witness calculator asserts every constraint."""
    source = tools.EXAMPLES / "merkle_bn254"
    tools.compile_circuit(source / "circuit.circom", "bn254", tmp_path)
    inputs = json.loads((source / "input.json").read_text())
    if isinstance(inputs[name], list):
        inputs[name][0] = str(value)
    else:
        inputs[name] = str(value)
    changed = tmp_path / "input.json"
    changed.write_text(json.dumps(inputs))
    arguments = ("wtns", "calculate", tmp_path / "circuit.wasm", changed, tmp_path / "w.wtns")
    done = tools.snarkjs(*arguments)
    assert done.returncode != 0
    assert "Assert Failed" in done.stdout + done.stderr
