//! The fields that point coordinates live in.

use std::ops::{Add, Mul, Neg, Sub};

use ark_ff::PrimeField;

/// What point addition needs of a field.
pub trait Coordinate:
    Copy
    + Send
    + Sync
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// x^2.
    fn square(self) -> Self;
    /// 1/x; `None` for 0.
    fn inverse(self) -> Option<Self>;
}

impl<F: PrimeField> Coordinate for F {
    const ZERO: Self = <F as ark_ff::AdditiveGroup>::ZERO;
    const ONE: Self = <F as ark_ff::Field>::ONE;

    #[inline(always)]
    fn square(self) -> Self {
        ark_ff::Field::square(&self)
    }

    fn inverse(self) -> Option<Self> {
        ark_ff::Field::inverse(&self)
    }
}

/// c0 + c1 u with u^2 = -1.
///
/// Karatsuba over the assembly multiplication of Fq beats arkworks' `Fp2`, which interleaves sums
/// of products in portable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fq2<F> {
    pub(super) c0: F,
    pub(super) c1: F,
}

impl<F: PrimeField> Add for Fq2<F> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { c0: self.c0 + other.c0, c1: self.c1 + other.c1 }
    }
}

impl<F: PrimeField> Sub for Fq2<F> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { c0: self.c0 - other.c0, c1: self.c1 - other.c1 }
    }
}

impl<F: PrimeField> Neg for Fq2<F> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { c0: -self.c0, c1: -self.c1 }
    }
}

impl<F: PrimeField> Mul for Fq2<F> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let low = self.c0 * other.c0;
        let high = self.c1 * other.c1;
        let cross = (self.c0 + self.c1) * (other.c0 + other.c1);
        Self { c0: low - high, c1: cross - low - high }
    }
}

impl<F: PrimeField> Coordinate for Fq2<F> {
    const ZERO: Self =
        Self { c0: <F as ark_ff::AdditiveGroup>::ZERO, c1: <F as ark_ff::AdditiveGroup>::ZERO };
    const ONE: Self =
        Self { c0: <F as ark_ff::Field>::ONE, c1: <F as ark_ff::AdditiveGroup>::ZERO };

    #[inline(always)]
    fn square(self) -> Self {
        let product = self.c0 * self.c1;
        Self { c0: (self.c0 + self.c1) * (self.c0 - self.c1), c1: product + product }
    }

    fn inverse(self) -> Option<Self> {
        let norm = ark_ff::Field::square(&self.c0) + ark_ff::Field::square(&self.c1);
        let inverse = ark_ff::Field::inverse(&norm)?;
        Some(Self { c0: self.c0 * inverse, c1: -(self.c1 * inverse) })
    }
}
