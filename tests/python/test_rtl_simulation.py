"""Simulation of units: packing, reset, the cache, and errors."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from proofsmith.rtl import RtlError, Unit, build

# Every width is none of a whole byte or word; sum_o leaves a register, and_o does not.
MIX = """
module mix #(
  parameter int unsigned Width = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] a_i,
  input  logic [      6:0] b_i,
  output logic [  Width:0] sum_o,
  output logic             and_o,
  output logic [     10:0] count_o
);
  always_ff @(posedge clk_i) begin
    sum_o   <= mix_pkg::add_one((Width + 1)'(a_i)) + (Width + 1)'(b_i);
    count_o <= rst_ni ? count_o + 11'd1 : 11'd0;
    assert (!(rst_ni && a_i == '1 && b_i == '1));
  end
  assign and_o = a_i[0] & b_i[6];
endmodule
"""
MIX_PKG = """
package mix_pkg;
  localparam int LATENCY = 1;
  function automatic logic [101:0] add_one(logic [101:0] x);
    return x + 102'd1;
  endfunction
endpackage
"""
OTHER = "module other (input logic clk_i); syntax error\n"
UNIT = Unit(
    name="mix_101",
    module="mix",
    parameters={"Width": "101"},
    inputs={"a_i": 101, "b_i": 7},
    outputs={"sum_o": 102, "and_o": 1, "count_o": 11},
    reset=True,
    constants={"latency": "mix_pkg::LATENCY", "negative": "-7"},
)


@pytest.fixture(scope="module")
def rtl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("checkout") / "rtl"
    directory.mkdir()
    (directory / "mix.sv").write_text(MIX)
    (directory / "mix_pkg.sv").write_text(MIX_PKG)
    (directory / "other.sv").write_text(OTHER)
    return directory


def libraries(rtl: Path) -> dict[Path, int]:
    made = (rtl.parent / "build" / "verilated").glob("mix*/unit.so")
    return {path: path.stat().st_mtime_ns for path in made}


def test_values_go_in_and_come_out_in_their_cycles(rtl: Path) -> None:
    simulation = build(UNIT, rtl)
    assert simulation.constants == {"latency": 1, "negative": -7}
    values = random.Random(1)
    a = [values.getrandbits(101) for _ in range(1000)] + [2**101 - 1]
    b = [values.getrandbits(7) for _ in range(1000)] + [0]
    for _ in range(2):  # each run starts from reset
        results = simulation.run({"a_i": a, "b_i": b})
        sums = [x + y + 1 for x, y in zip(a, b, strict=True)]
        assert results["sum_o"][1:] == sums[:-1]
        assert results["and_o"] == [x & y >> 6 & 1 for x, y in zip(a, b, strict=True)]
        assert results["count_o"] == list(range(1001))
    assert simulation.cycles_per_second > 0


def test_no_cycles(rtl: Path) -> None:
    assert build(UNIT, rtl).run({"a_i": [], "b_i": []})["sum_o"] == []


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"a_i": [0]}, "has the inputs a_i, b_i"),
        ({"a_i": [0], "b_i": [0], "c_i": [0]}, "has the inputs a_i, b_i"),
        ({"a_i": [0, 1], "b_i": [0]}, "b_i: 1 values, not 2"),
        ({"a_i": [0], "b_i": [128]}, "b_i: a value is not one of 7 bits"),
        ({"a_i": [-1], "b_i": [0]}, "a_i: a value is not one of 101 bits"),
    ],
)
def test_wrong_inputs(rtl: Path, inputs: dict[str, list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build(UNIT, rtl).run(inputs)


def test_a_failed_assertion_is_an_error_with_its_place(rtl: Path) -> None:
    simulation = build(UNIT, rtl)
    with pytest.raises(RtlError, match=r"mix_101: .*mix\.sv:\d+"):
        simulation.run({"a_i": [2**101 - 1] * 2, "b_i": [127] * 2})
    assert simulation.run({"a_i": [1], "b_i": [64]})["and_o"] == [1]


def test_only_used_sources_make_a_new_library(rtl: Path) -> None:
    build(UNIT, rtl)
    before = libraries(rtl)
    (rtl / "other.sv").write_text(OTHER + "\n")
    build(UNIT, rtl)
    assert libraries(rtl) == before
    (rtl / "mix_pkg.sv").write_text(MIX_PKG.replace("LATENCY = 1", "LATENCY = 2"))
    try:
        assert build(UNIT, rtl).constants["latency"] == 2
    finally:
        (rtl / "mix_pkg.sv").write_text(MIX_PKG)
    assert len(libraries(rtl)) == len(before) + 1


def test_two_processes_may_build_the_same_unit(rtl: Path) -> None:
    program = (
        "from pathlib import Path; from proofsmith.rtl import Unit, build\n"
        f"unit = {replace(UNIT, constants={'third': '3'})!r}\n"
        f"print(build(unit, Path({str(rtl)!r})).run({{'a_i': [5, 0], 'b_i': [6, 0]}})['sum_o'][1])"
    )

    def run(_process: int) -> str:
        return subprocess.check_output([sys.executable, "-c", program], text=True)

    with ThreadPoolExecutor() as pool:
        assert list(pool.map(run, range(2))) == ["12\n", "12\n"]
    assert not list((rtl.parent / "build" / "verilated").glob(".*"))


def test_an_error_of_verilator_is_one_line_with_its_place(rtl: Path) -> None:
    bad = Unit(name="bad", module="other", inputs={"a_i": 1}, outputs={"b_o": 1})
    with pytest.raises(RtlError, match=r"^bad: %Error: .*other\.sv:1:") as error:
        build(bad, rtl)
    assert "\n" not in str(error.value)
