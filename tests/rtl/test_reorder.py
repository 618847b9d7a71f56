"""`reorder` against the definition of the transform."""

from __future__ import annotations

import pytest
from campaign import ALL_FIELDS
from kernels import check
from streams import Kernel

KERNELS = [
    Kernel("REORDER", "GOLDILOCKS", "MONT_LBFP", 1, 8),
    Kernel("REORDER", "GOLDILOCKS", "MONT_SHARED", 2, 8),
    Kernel("REORDER", "GOLDILOCKS", "MONT_KARATSUBA", 4, 5, 2),
    Kernel("REORDER", "BN254_FR", "MONT_SHARED", 1, 4, 18),
]
if not ALL_FIELDS:
    KERNELS = KERNELS[:2]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_transforms(kernel: Kernel) -> None:
    check(kernel)
