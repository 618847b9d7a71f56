"""`delay_feedback` against the definition of the transform."""

from __future__ import annotations

import pytest
from campaign import ALL_FIELDS
from kernels import check
from streams import Kernel

KERNELS = [
    Kernel("DELAY_FEEDBACK", "GOLDILOCKS", "MONT_LBFP", 1, 8),
    Kernel("DELAY_FEEDBACK", "GOLDILOCKS", "MONT_SHARED", 2, 8),
    Kernel("DELAY_FEEDBACK", "GOLDILOCKS", "MONT_KARATSUBA", 4, 5, 2),
    Kernel("DELAY_FEEDBACK", "BN254_FR", "MONT_SHARED", 1, 4, 18),
]
if not ALL_FIELDS:
    KERNELS = KERNELS[:2]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_transforms(kernel: Kernel) -> None:
    check(kernel)
