//! Scalars as signed numbers, and their signed digits.

use ark_ff::{BigInt, BigInteger, PrimeField};

/// One term of a sum: +-magnitude * bases\[base\].
#[derive(Clone, Copy)]
pub(super) struct Term {
    magnitude: BigInt<4>,
    pub(super) base: u32,
    negative: bool,
}

impl Term {
    /// The term for a scalar below the modulus of `F`, as the smaller of s and r - s: small
    /// negative numbers are as frequent in witnesses as small positive ones, and cost as little.
    pub(super) fn new<F: PrimeField<BigInt = BigInt<4>>>(base: u32, scalar: BigInt<4>) -> Self {
        let negative = scalar > F::MODULUS_MINUS_ONE_DIV_TWO;
        let mut magnitude = scalar;
        if negative {
            magnitude = F::MODULUS;
            magnitude.sub_with_borrow(&scalar);
        }
        Self { magnitude, base, negative }
    }

    /// Bits of the magnitude.
    pub(super) fn bits(&self) -> u32 {
        self.magnitude.num_bits()
    }

    /// Signed digit number `window` of `bits` bits: in -2^(bits-1) ..= 2^(bits-1).
    ///
    /// Booth's recoding: each digit looks at the top bit of the one below instead of at a carry,
    /// so that windows are independent. `bits` is at most 31.
    #[inline(always)]
    pub(super) fn digit(&self, window: u32, bits: u32) -> i32 {
        let limbs = &self.magnitude.0;
        let overlapped = match (window * bits).checked_sub(1) {
            None => limbs[0] << 1,
            Some(low) => {
                let (limb, shift) = ((low / 64) as usize, low % 64);
                let below = limbs.get(limb).map_or(0, |word| word >> shift);
                let above = limbs.get(limb + 1).map_or(0, |word| word << 1 << (63 - shift));
                below | above
            }
        };
        let overlapped = (overlapped & ((2 << bits) - 1)) as i32;
        let digit = ((overlapped + 1) >> 1) - ((overlapped >> bits) << bits);
        if self.negative { -digit } else { digit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bn254::Fr;
    use ark_ff::{AdditiveGroup, Field};
    use ark_std::{UniformRand, test_rng};

    #[test]
    fn digits_add_up_to_the_scalar() {
        let mut rng = test_rng();
        let corners = [Fr::ZERO, Fr::ONE, -Fr::ONE, Fr::from(2).inverse().unwrap(), Fr::from(255)];
        let scalars = corners.into_iter().chain((0..50).map(|_| Fr::rand(&mut rng)));
        for scalar in scalars {
            let term = Term::new::<Fr>(0, scalar.into_bigint());
            assert!(term.bits() <= 253);
            for bits in 2..=20 {
                let half = 1i32 << (bits - 1);
                let mut sum = Fr::ZERO;
                for window in (0..=term.bits() / bits).rev() {
                    let digit = term.digit(window, bits);
                    assert!((-half..=half).contains(&digit));
                    sum = sum * Fr::from(1u64 << bits) + Fr::from(digit);
                }
                assert_eq!(sum, scalar, "{bits} bits");
            }
        }
    }
}
