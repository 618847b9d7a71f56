"""One module of `rtl/` with all its parameters given, and the wrapper that tools see it through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

TOP = "unit_wrapper"
# Verilator keeps ports of more than 64 bits as arrays of 32-bit words.
_SMALLEST_PORT = 96


@dataclass(frozen=True, slots=True)
class Unit:
    """A module with its parameters, and its data ports with their widths in bits.

    `parameters` and `constants` are SystemVerilog expressions in which packages are named in full.
    `constants` are 32-bit integers that the simulation tells, such as a latency.
    """

    name: str
    module: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, int] = field(default_factory=dict)
    outputs: Mapping[str, int] = field(default_factory=dict)
    clock: bool = True
    reset: bool = False
    constants: Mapping[str, str] = field(default_factory=dict)

    def instance(self, connections: Iterable[str]) -> str:
        """SystemVerilog that instantiates the module."""
        parameters = ",\n".join(f"    .{name}({value})" for name, value in self.parameters.items())
        ports = ",\n".join(f"    {connection}" for connection in connections)
        values = f" #(\n{parameters}\n  )" if parameters else ""
        return f"  {self.module}{values} u_unit (\n{ports}\n  );\n"

    def simulation_wrapper(self) -> str:
        """A top module with all inputs in `in_i` and all outputs in `out_o`.

        Ports follow each other from bit 0, each from a byte boundary, so that Python makes a row by
        joining bytes. Reset and clock always exist, so that one harness drives every unit.
        """
        places = _places(self.inputs), _places(self.outputs)
        connections = [".clk_i(clk_i)"] * self.clock + [".rst_ni(rst_ni)"] * self.reset
        for ports, vector, offsets in (
            (self.inputs, "in_i", places[0]),
            (self.outputs, "out_o", places[1]),
        ):
            connections += [
                f".{port}({vector}[{offsets[port]}+:{bits}])" for port, bits in ports.items()
            ]
        out_bits = row_bits(self.outputs)
        constant_bits = max(32 * len(self.constants), _SMALLEST_PORT)
        return (
            "// verilator lint_off UNUSEDSIGNAL\n"
            f"module {TOP} (\n"
            "  input  logic clk_i,\n"
            "  input  logic rst_ni,\n"
            f"  input  logic [{row_bits(self.inputs) - 1}:0] in_i,\n"
            f"  output logic [{out_bits - 1}:0] out_o,\n"
            f"  output logic [{constant_bits - 1}:0] constants_o\n"
            ");\n"
            + self.instance(connections)
            + _fill("out_o", out_bits, [(places[1][p], b) for p, b in self.outputs.items()])
            + "".join(
                f"  assign constants_o[{32 * index}+:32] = 32'({value});\n"
                for index, value in enumerate(self.constants.values())
            )
            + _fill("constants_o", constant_bits, [(0, 32 * len(self.constants))])
            + f"endmodule : {TOP}\n"
        )

    def synthesis_wrapper(self) -> str:
        """A top module with the ports of the unit, whose parameters are fixed."""
        ports = ["  input  logic clk_i"] * self.clock + ["  input  logic rst_ni"] * self.reset
        ports += [f"  input  logic [{bits - 1}:0] {port}" for port, bits in self.inputs.items()]
        ports += [f"  output logic [{bits - 1}:0] {port}" for port, bits in self.outputs.items()]
        names = ["clk_i"] * self.clock + ["rst_ni"] * self.reset + [*self.inputs, *self.outputs]
        return (
            f"module {TOP} (\n"
            + ",\n".join(ports)
            + "\n);\n"
            + self.instance(f".{name}({name})" for name in names)
            + f"endmodule : {TOP}\n"
        )


def port_bytes(bits: int) -> int:
    """What a port takes in a row."""
    return (bits + 7) // 8


def row_bits(ports: Mapping[str, int]) -> int:
    """Width of the vector that holds all ports, in whole 32-bit words."""
    used = 8 * sum(port_bytes(bits) for bits in ports.values())
    return max((used + 31) // 32 * 32, _SMALLEST_PORT)


def _places(ports: Mapping[str, int]) -> dict[str, int]:
    places, offset = {}, 0
    for port, bits in ports.items():
        places[port] = offset
        offset += 8 * port_bytes(bits)
    return places


def _fill(vector: str, bits: int, driven: list[tuple[int, int]]) -> str:
    """Tie what no port drives to zero."""
    text, reached = "", 0
    for offset, width in [*driven, (bits, 0)]:
        if offset > reached:
            text += f"  assign {vector}[{reached}+:{offset - reached}] = '0;\n"
        reached = offset + width
    return text
