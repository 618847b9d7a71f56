"""What the tests of the streaming NTT kernels and their engine share."""

from __future__ import annotations

from dataclasses import dataclass

from fields import FIELDS, mod_mul_cfg

#: No quadratic residues.
_GENERATORS = {"GOLDILOCKS": 7, "BN254_FR": 5}


@dataclass(frozen=True)
class Kernel:
    """A kind of pipeline with its parameters."""

    organisation: str
    field: str
    multiplier: str
    lines: int
    max_log2: int
    interval: int = 1

    @property
    def name(self) -> str:
        parts = (self.organisation, self.field, self.multiplier, self.lines, self.interval)
        return "_".join(map(str, parts)).lower()

    @property
    def modulus(self) -> int:
        return FIELDS[self.field].modulus

    @property
    def width(self) -> int:
        return FIELDS[self.field].width

    @property
    def cfg(self) -> str:
        return mod_mul_cfg(self.multiplier)

    @property
    def elements(self) -> int:
        """Elements that a line takes in a slot."""
        return 2 if self.organisation == "REORDER" else 1

    def root(self, log2_size: int, inverse: bool = False) -> int:
        """Of the order 2^log2_size."""
        root = pow(_GENERATORS[self.field], (self.modulus - 1) >> log2_size, self.modulus)
        return pow(root, -1, self.modulus) if inverse else root

    def in_form(self, value: int, radix_bits: int) -> int:
        """As the multiplier takes a table's entries."""
        return (value << radix_bits) % self.modulus

    def twiddles(self, radix_bits: int, inverse: bool = False) -> dict[int, int]:
        """All entries of the table."""
        table = {}
        for stage in range(self.max_log2):
            half, root, power = 1 << stage, self.root(stage + 1, inverse), 1
            for index in range(half):
                table[half + index] = self.in_form(power, radix_bits)
                power = power * root % self.modulus
        return table

    def transform(self, line: list[int], inverse: bool = False) -> list[int]:
        """The transform by its definition, natural order, without a factor."""
        root = self.root(len(line).bit_length() - 1, inverse)
        powers = [1]
        for _ in line[1:]:
            powers.append(powers[-1] * root % self.modulus)
        return [
            sum(value * powers[i * k % len(line)] for i, value in enumerate(line)) % self.modulus
            for k in range(len(line))
        ]

    def pack(self, values: list[int]) -> int:
        """One value for each line, on a bus."""
        return sum(value << (self.width * k) for k, value in enumerate(values))

    def unpack(self, bus: int) -> list[int]:
        """The values on a bus of all lines."""
        mask = (1 << self.width) - 1
        return [bus >> (self.width * k) & mask for k in range(self.lines)]


def reversed_bits(value: int, bits: int) -> int:
    """The value with its bits in the other order."""
    return int(f"{value:0{bits}b}"[::-1], 2) if bits else 0
