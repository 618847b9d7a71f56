//! Scalar-field arithmetic without branches, inlined into the transform's inner loop.
//!
//! arkworks' additions branch on whether to reduce, which a processor cannot predict for random
//! values; in a butterfly that costs as much as the multiplication.

use std::{
    marker::PhantomData,
    ops::{Add, Mul, Sub},
};

use ark_ff::{BigInt, PrimeField};

use crate::Curve;

/// An element of a curve's scalar field in Montgomery form (R = 2^256), below the modulus.
pub(super) struct Residue<C>([u64; 4], PhantomData<C>);

impl<C> Clone for Residue<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Residue<C> {}

impl<C: Curve> Residue<C> {
    const MODULUS: [u64; 4] = {
        let BigInt(modulus) = <C::ScalarField as PrimeField>::MODULUS;
        // `mul` adds two carries in one word.
        assert!(modulus[3] < 1 << 63);
        modulus
    };
    /// -1/modulus modulo 2^64, by Newton's iteration: each step doubles the right bits.
    const MINUS_INVERSE: u64 = {
        let mut inverse = 1u64;
        let mut step = 0;
        while step < 6 {
            let error = 2u64.wrapping_sub(Self::MODULUS[0].wrapping_mul(inverse));
            inverse = inverse.wrapping_mul(error);
            step += 1;
        }
        inverse.wrapping_neg()
    };

    pub(super) fn new(element: &C::ScalarField) -> Self {
        Self(C::fr_to_montgomery(element), PhantomData)
    }

    pub(super) fn element(self) -> C::ScalarField {
        C::fr_from_montgomery(self.0).expect("below the modulus")
    }

    /// Takes the modulus off a number below twice the modulus, if it can be.
    #[inline(always)]
    fn reduced(limbs: [u64; 4]) -> Self {
        let (difference, borrow) = subtract(limbs, Self::MODULUS);
        let keep = u64::from(borrow).wrapping_neg();
        let select = |i: usize| (limbs[i] & keep) | (difference[i] & !keep);
        Self(std::array::from_fn(select), PhantomData)
    }
}

impl<C: Curve> Add for Residue<C> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::reduced(add(self.0, other.0))
    }
}

impl<C: Curve> Sub for Residue<C> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let (difference, borrow) = subtract(self.0, other.0);
        let mask = u64::from(borrow).wrapping_neg();
        Self(add(difference, Self::MODULUS.map(|limb| limb & mask)), PhantomData)
    }
}

impl<C: Curve> Mul for Residue<C> {
    type Output = Self;

    /// Montgomery multiplication, one row of the product and its reduction at a time.
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let mut sum = [0; 4];
        for word in other.0 {
            let mut carry = 0;
            for (limb, factor) in sum.iter_mut().zip(self.0) {
                (*limb, carry) = multiply_add(*limb, factor, word, carry);
            }
            let quotient = sum[0].wrapping_mul(Self::MINUS_INVERSE);
            let (_, mut reduction) = multiply_add(sum[0], quotient, Self::MODULUS[0], 0);
            for i in 1..4 {
                (sum[i - 1], reduction) =
                    multiply_add(sum[i], quotient, Self::MODULUS[i], reduction);
            }
            sum[3] = carry + reduction;
        }
        Self::reduced(sum)
    }
}

/// Low and high word of sum + a * b + carry.
#[inline(always)]
fn multiply_add(sum: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let wide = u128::from(sum) + u128::from(a) * u128::from(b) + u128::from(carry);
    (wide as u64, (wide >> 64) as u64)
}

/// Modulo 2^256.
#[inline(always)]
fn add(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    let mut carry = false;
    std::array::from_fn(|i| {
        let (sum, first) = a[i].overflowing_add(b[i]);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first | second;
        sum
    })
}

/// Modulo 2^256, and whether it wrapped.
#[inline(always)]
fn subtract(a: [u64; 4], b: [u64; 4]) -> ([u64; 4], bool) {
    let mut borrow = false;
    let difference = std::array::from_fn(|i| {
        let (difference, first) = a[i].overflowing_sub(b[i]);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        borrow = first | second;
        difference
    });
    (difference, borrow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bls12_381::Bls12_381;
    use ark_bn254::Bn254;
    use ark_ff::{AdditiveGroup, Field};
    use ark_std::{UniformRand, test_rng};

    fn agrees_with_arkworks<C: Curve>() {
        let mut rng = test_rng();
        let one = C::ScalarField::ONE;
        let mut elements = vec![C::ScalarField::ZERO, one, -one, one.double(), -one.double()];
        // The residue of 1/R has the limbs of 1, that of 2^64/R those of 2^64.
        let radix = C::ScalarField::from(2u64).pow([256]).inverse().unwrap();
        elements.extend([radix, -radix, radix * C::ScalarField::from(u64::MAX)]);
        elements.extend((0..40).map(|_| C::ScalarField::rand(&mut rng)));
        for a in &elements {
            for b in &elements {
                let (x, y) = (Residue::<C>::new(a), Residue::<C>::new(b));
                assert_eq!((x + y).element(), *a + b);
                assert_eq!((x - y).element(), *a - b);
                assert_eq!((x * y).element(), *a * b);
            }
        }
    }

    #[test]
    fn bn254_agrees_with_arkworks() {
        agrees_with_arkworks::<Bn254>();
    }

    #[test]
    fn bls12_381_agrees_with_arkworks() {
        agrees_with_arkworks::<Bls12_381>();
    }
}
