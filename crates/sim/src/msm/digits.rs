//! Signed window digits by offset-binary coding, and where scalars come from.

/// Cuts scalars below a modulus into signed digits of `c` bits, -2^(c-1) ..= 2^(c-1)-1.
///
/// Adding 2^(c-1) to every window turns signed digits into plain slices of the sum (uninm,
/// section 4.3): hardware needs one constant adder and no carry between windows.
#[derive(Clone, Debug)]
pub struct SignedDigits {
    window_bits: u32,
    windows: u32,
    offset: [u64; 5],
}

impl SignedDigits {
    /// Digits of `window_bits` (2 to 20) bits for scalars in `0..modulus`. The number of windows
    /// is the smallest whose digits reach modulus - 1: the carry out of the top is never dropped.
    #[must_use]
    pub fn new(window_bits: u32, modulus: &[u64; 4]) -> Self {
        let bits = 256 - leading_zeros(modulus);
        let mut windows = bits.div_ceil(window_bits);
        loop {
            let digits = Self { window_bits, windows, offset: offset(window_bits, windows) };
            let mut largest = *modulus;
            largest[0] -= 1; // a prime modulus is odd
            let recoded = digits.recode(&largest);
            if bit_length(&recoded) <= window_bits * windows {
                return digits;
            }
            windows += 1;
        }
    }

    /// Number of windows.
    #[must_use]
    pub fn windows(&self) -> u32 {
        self.windows
    }

    /// Scalar plus offset; every window of it is a digit plus 2^(c-1).
    fn recode(&self, scalar: &[u64; 4]) -> [u64; 5] {
        let mut sum = [0; 5];
        let mut carry = false;
        for (i, limb) in sum.iter_mut().enumerate() {
            let value = scalar.get(i).copied().unwrap_or(0);
            let (partial, first) = value.overflowing_add(self.offset[i]);
            let (total, second) = partial.overflowing_add(u64::from(carry));
            *limb = total;
            carry = first | second;
        }
        sum
    }

    /// The digit of one window.
    #[must_use]
    pub fn digit(&self, scalar: &[u64; 4], window: u32) -> i32 {
        let recoded = self.recode(scalar);
        let low = window * self.window_bits;
        let (limb, shift) = ((low / 64) as usize, low % 64);
        let mut slice = recoded[limb] >> shift;
        if shift + self.window_bits > 64 && limb + 1 < recoded.len() {
            slice |= recoded[limb + 1] << (64 - shift);
        }
        let slice = slice & ((1 << self.window_bits) - 1);
        slice as i32 - (1 << (self.window_bits - 1))
    }
}

fn offset(window_bits: u32, windows: u32) -> [u64; 5] {
    let mut offset = [0u64; 5];
    for window in 0..windows {
        let bit = window * window_bits + window_bits - 1;
        offset[(bit / 64) as usize] |= 1 << (bit % 64);
    }
    offset
}

fn leading_zeros(limbs: &[u64; 4]) -> u32 {
    256 - bit_length(limbs)
}

fn bit_length(limbs: &[u64]) -> u32 {
    limbs
        .iter()
        .enumerate()
        .rev()
        .find(|(_, limb)| **limb != 0)
        .map_or(0, |(i, limb)| 64 * i as u32 + 64 - limb.leading_zeros())
}

/// The scalars of one MSM, standard form, little-endian limbs, below the modulus.
pub trait ScalarSource {
    /// How many.
    fn len(&self) -> u64;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The scalar at an index below `len`.
    fn scalar(&self, index: u64) -> [u64; 4];
}

impl ScalarSource for [[u64; 4]] {
    fn len(&self) -> u64 {
        <[_]>::len(self) as u64
    }

    fn scalar(&self, index: u64) -> [u64; 4] {
        self[index as usize]
    }
}

/// Uniform scalars made on the fly from a seed: a workload, not a source of secrets. 2^26 of them
/// take no memory.
#[derive(Clone, Debug)]
pub struct RandomScalars {
    /// Seed.
    pub seed: u64,
    /// How many.
    pub count: u64,
    /// Exclusive upper bound.
    pub modulus: [u64; 4],
}

impl ScalarSource for RandomScalars {
    fn len(&self) -> u64 {
        self.count
    }

    fn scalar(&self, index: u64) -> [u64; 4] {
        let top_mask = u64::MAX >> self.modulus[3].leading_zeros();
        let mut attempt = 0u64;
        loop {
            let base = self
                .seed
                .wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15))
                .wrapping_add(attempt << 48);
            let mut limbs = [0; 4];
            for (i, limb) in limbs.iter_mut().enumerate() {
                *limb = mix(base ^ mix(i as u64 + 1));
            }
            limbs[3] &= top_mask;
            // Reject what is not below the modulus: the distribution stays uniform.
            if limbs.iter().rev().lt(self.modulus.iter().rev()) {
                return limbs;
            }
            attempt += 1;
        }
    }
}

/// The output function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bls12_381::Fr as BlsFr;
    use ark_bn254::Fr as BnFr;
    use ark_ff::{BigInt, Field, PrimeField};

    fn check<F: PrimeField<BigInt = BigInt<4>>>(window_bits: u32) {
        let digits = SignedDigits::new(window_bits, &F::MODULUS.0);
        let half = 1i64 << (window_bits - 1);
        let mut rng = ark_std::test_rng();
        let corners = [F::zero(), F::one(), -F::one(), F::from(half as u64), -F::from(2u64)];
        let randoms: Vec<F> = (0..50).map(|_| F::rand(&mut rng)).collect();
        for scalar in corners.into_iter().chain(randoms) {
            let limbs = scalar.into_bigint().0;
            let mut sum = F::zero();
            for window in (0..digits.windows()).rev() {
                let digit = i64::from(digits.digit(&limbs, window));
                assert!((-half..half).contains(&digit));
                sum = sum * F::from(1u64 << window_bits) + F::from(digit);
            }
            assert_eq!(sum, scalar, "c = {window_bits}");
        }
    }

    #[test]
    fn digits_sum_up_to_the_scalar_for_every_window_size() {
        for window_bits in 2..=20 {
            check::<BlsFr>(window_bits);
            check::<BnFr>(window_bits);
        }
    }

    #[test]
    fn the_digit_sum_is_exact_as_an_integer() {
        // Equal modulo two primes of 254 bits means equal: a dropped top carry would show here.
        for window_bits in [5, 6, 13, 16] {
            let digits = SignedDigits::new(window_bits, &BlsFr::MODULUS.0);
            for scalar in [-BlsFr::ONE, -BlsFr::from(3u64), BlsFr::ONE] {
                let limbs = scalar.into_bigint().0;
                let mut sum = BnFr::from(0u64);
                for window in (0..digits.windows()).rev() {
                    let digit = i64::from(digits.digit(&limbs, window));
                    sum = sum * BnFr::from(1u64 << window_bits) + BnFr::from(digit);
                }
                let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                assert_eq!(sum, BnFr::from_le_bytes_mod_order(&bytes));
            }
        }
        assert_eq!(SignedDigits::new(5, &BlsFr::MODULUS.0).windows(), 52);
        assert_eq!(SignedDigits::new(6, &BlsFr::MODULUS.0).windows(), 43);
        assert_eq!(SignedDigits::new(13, &BlsFr::MODULUS.0).windows(), 20);
    }

    #[test]
    fn random_scalars_are_reduced_reproducible_and_spread() {
        let modulus = BlsFr::MODULUS.0;
        let source = RandomScalars { seed: 1, count: 4096, modulus };
        let mean: f64 = (0..4096)
            .map(|i| {
                let scalar = source.scalar(i);
                assert!(scalar.iter().rev().lt(modulus.iter().rev()));
                assert_eq!(scalar, source.scalar(i));
                scalar[3] as f64 / modulus[3] as f64
            })
            .sum::<f64>()
            / 4096.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
    }
}
