//! The fields that point coordinates live in.

use std::ops::{Add, Mul, Neg, Sub};

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::pairing::Pairing;
use ark_ff::{AdditiveGroup, BigInt, Field};
use halo2curves::{bn256, ff::Field as _, serde::SerdeObject};

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

/// A curve whose points the MSM can add, and the form it keeps coordinates in.
pub trait MsmCurve: Pairing {
    /// An element of Fq.
    type Fq: Coordinate;

    /// Into the MSM's form.
    fn to_coordinate(element: &Self::BaseField) -> Self::Fq;
    /// Back into arkworks' form.
    fn from_coordinate(coordinate: &Self::Fq) -> Self::BaseField;
}

impl MsmCurve for Bls12_381 {
    type Fq = ark_bls12_381::Fq;

    fn to_coordinate(element: &Self::BaseField) -> Self::Fq {
        *element
    }

    fn from_coordinate(coordinate: &Self::Fq) -> Self::BaseField {
        *coordinate
    }
}

impl Coordinate for ark_bls12_381::Fq {
    const ZERO: Self = <Self as AdditiveGroup>::ZERO;
    const ONE: Self = <Self as Field>::ONE;

    #[inline(always)]
    fn square(self) -> Self {
        Field::square(&self)
    }

    fn inverse(self) -> Option<Self> {
        Field::inverse(&self)
    }
}

impl MsmCurve for Bn254 {
    type Fq = Bn254Fq;

    // Both sides keep the Montgomery form with R = 2^256.

    fn to_coordinate(element: &Self::BaseField) -> Self::Fq {
        let bytes: [u8; 32] = std::array::from_fn(|i| element.0.0[i / 8].to_le_bytes()[i % 8]);
        Bn254Fq(bn256::Fq::from_raw_bytes_unchecked(&bytes))
    }

    fn from_coordinate(coordinate: &Self::Fq) -> Self::BaseField {
        let bytes = coordinate.0.to_raw_bytes();
        let limbs = bytes.as_chunks::<8>().0.iter().map(|limb| u64::from_le_bytes(*limb));
        let mut montgomery = BigInt::<4>::zero();
        montgomery.0.iter_mut().zip(limbs).for_each(|(to, from)| *to = from);
        ark_bn254::Fq::new_unchecked(montgomery)
    }
}

/// BN254's Fq by halo2curves, whose assembly multiplies a fifth faster than arkworks'.
#[derive(Clone, Copy, PartialEq)]
pub struct Bn254Fq(bn256::Fq);

impl Add for Bn254Fq {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Bn254Fq {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul for Bn254Fq {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Neg for Bn254Fq {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Coordinate for Bn254Fq {
    const ZERO: Self = Self(bn256::Fq::ZERO);
    const ONE: Self = Self(bn256::Fq::ONE);

    #[inline(always)]
    fn square(self) -> Self {
        Self(halo2curves::ff::Field::square(&self.0))
    }

    fn inverse(self) -> Option<Self> {
        Option::from(halo2curves::ff::Field::invert(&self.0)).map(Self)
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

impl<F: Coordinate> Add for Fq2<F> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { c0: self.c0 + other.c0, c1: self.c1 + other.c1 }
    }
}

impl<F: Coordinate> Sub for Fq2<F> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { c0: self.c0 - other.c0, c1: self.c1 - other.c1 }
    }
}

impl<F: Coordinate> Neg for Fq2<F> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { c0: -self.c0, c1: -self.c1 }
    }
}

impl<F: Coordinate> Mul for Fq2<F> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let low = self.c0 * other.c0;
        let high = self.c1 * other.c1;
        let cross = (self.c0 + self.c1) * (other.c0 + other.c1);
        Self { c0: low - high, c1: cross - low - high }
    }
}

impl<F: Coordinate> Coordinate for Fq2<F> {
    const ZERO: Self = Self { c0: F::ZERO, c1: F::ZERO };
    const ONE: Self = Self { c0: F::ONE, c1: F::ZERO };

    #[inline(always)]
    fn square(self) -> Self {
        let product = self.c0 * self.c1;
        Self { c0: (self.c0 + self.c1) * (self.c0 - self.c1), c1: product + product }
    }

    fn inverse(self) -> Option<Self> {
        let inverse = (self.c0.square() + self.c1.square()).inverse()?;
        Some(Self { c0: self.c0 * inverse, c1: -(self.c1 * inverse) })
    }
}
