//! The arithmetic of the multi-bank NTT: sub-NTTs in constant geometry, and the four steps around
//! them.
//!
//! Every stage reads and writes the same places, so the shuffles between banks and butterflies
//! are the same for all stages (uninm, section 4.2). Forward is DIF from natural to bit-reversed
//! order (Algorithm 5), inverse DIF from bit-reversed to natural order (Algorithm 6); both use
//! Gentleman-Sande butterflies and one table of n/2 - 1 twiddles.

use ark_ff::{FftField, PrimeField};

/// Direction of a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Coefficients to evaluations.
    Forward,
    /// Evaluations to coefficients, scaled by 1/N.
    Inverse,
}

/// Twiddles of one sub-NTT length: `rom[i]` is root^i for i < n/2 (`rom[0]` = 1 costs no memory).
struct SubNtt<F> {
    log2_size: u32,
    rom: Vec<F>,
    inverse_size: F,
}

impl<F: PrimeField> SubNtt<F> {
    fn new(log2_size: u32, root: F) -> Self {
        let size = 1u64 << log2_size;
        let inverse_size = F::from(size).inverse().unwrap_or(F::ONE);
        Self { log2_size, rom: powers(root, size as usize / 2), inverse_size }
    }

    /// Natural to bit-reversed order. `scratch` is the other bank group.
    fn forward(&self, data: &mut Vec<F>, scratch: &mut Vec<F>) {
        let half = data.len() / 2;
        for stage in 0..self.log2_size {
            for i in 0..half {
                let (u, v) = (data[i], data[i + half]);
                scratch[2 * i] = u + v;
                scratch[2 * i + 1] = (u - v) * self.rom[i >> stage << stage];
            }
            std::mem::swap(data, scratch);
        }
    }

    /// Bit-reversed to natural order, scaled by 1/n. The hardware halves in every butterfly; the
    /// product of all halvings is applied once here.
    fn inverse(&self, data: &mut Vec<F>, scratch: &mut Vec<F>) {
        let half = data.len() / 2;
        let index_bits = self.log2_size - 1;
        for stage in 0..self.log2_size {
            let mask = (1usize << (index_bits - stage)) - 1;
            for i in 0..half {
                let (u, v) = (data[2 * i], data[2 * i + 1]);
                // The reversal is over log2(n) - 1 bits; index n/2 is not in the table, it is
                // -root^(n/2) = 1 (a gap in Algorithm 6).
                let exponent = reverse_bits(i & mask, index_bits);
                let twiddle = if exponent == 0 { F::ONE } else { -self.rom[half - exponent] };
                scratch[i] = u + v;
                scratch[i + half] = (u - v) * twiddle;
            }
            std::mem::swap(data, scratch);
        }
        for value in data {
            *value *= self.inverse_size;
        }
    }
}

/// The whole transform, natural order in and out: what the four steps compute on a matrix whose
/// element (i, j) is `data[i + rows * j]`. `coset` is the shift g: forward evaluates on g * <root>,
/// inverse interpolates from there.
///
/// `data` has `1 << log2_size` elements, `root` has exactly that order, `log2_size >= 2`.
pub fn four_step<F: PrimeField + FftField>(
    data: &mut [F],
    log2_size: u32,
    root: F,
    direction: Direction,
    coset: Option<F>,
) {
    let (log_rows, log_columns) = super::shape(log2_size);
    let (rows, columns) = (1usize << log_rows, 1usize << log_columns);
    let row_ntt = SubNtt::new(log_columns, root.pow([rows as u64]));
    let column_ntt = SubNtt::new(log_rows, root.pow([columns as u64]));
    // Where the host puts coefficients and finds evaluations, in natural order.
    let coefficient = |index: usize| index % rows * columns + index / rows;
    let evaluation = |index: usize| {
        reverse_bits(index / columns, log_rows) * columns
            + reverse_bits(index % columns, log_columns)
    };
    let (load, store): (&dyn Fn(usize) -> usize, &dyn Fn(usize) -> usize) = match direction {
        Direction::Forward => (&coefficient, &evaluation),
        Direction::Inverse => (&evaluation, &coefficient),
    };
    // The shift's power splits into a factor of the column, an element-wise product, and one of
    // the row, which rides on the Hadamard twiddles. The inverse divides by both.
    let (seed, shift) = match direction {
        Direction::Forward => (root, coset),
        Direction::Inverse => (root.inverse().unwrap_or(F::ONE), coset.and_then(|g| g.inverse())),
    };
    let seeds = powers(seed, rows);
    let row_shift = powers(shift.unwrap_or(F::ONE), rows);
    let column_shift = shift.map(|g| powers(g.pow([rows as u64]), columns));
    let shift_columns = |line: &mut [F]| {
        if let Some(shift) = &column_shift {
            line.iter_mut().zip(shift).for_each(|(value, factor)| *value *= factor);
        }
    };

    let mut matrix = vec![F::ZERO; data.len()];
    for (index, value) in data.iter().enumerate() {
        matrix[load(index)] = *value;
    }
    let each_column = |matrix: &mut [F], transform: &dyn Fn(&mut Vec<F>, &mut Vec<F>)| {
        let mut scratch = vec![F::ZERO; rows];
        for column in 0..columns {
            let mut line: Vec<F> = (0..rows).map(|row| matrix[row * columns + column]).collect();
            transform(&mut line, &mut scratch);
            for (row, value) in line.into_iter().enumerate() {
                matrix[row * columns + column] = value;
            }
        }
    };
    let mut scratch = vec![F::ZERO; columns];
    let mut each_row = |matrix: &mut [F]| {
        for (row, place) in matrix.chunks_exact_mut(columns).enumerate() {
            let mut line = place.to_vec();
            match direction {
                Direction::Forward => {
                    shift_columns(&mut line);
                    row_ntt.forward(&mut line, &mut scratch);
                    hadamard(&mut line, seeds[row], row_shift[row], log_columns);
                }
                Direction::Inverse => {
                    hadamard(&mut line, seeds[row], row_shift[row], log_columns);
                    row_ntt.inverse(&mut line, &mut scratch);
                    shift_columns(&mut line);
                }
            }
            place.copy_from_slice(&line);
        }
    };
    match direction {
        Direction::Forward => {
            each_row(&mut matrix);
            each_column(&mut matrix, &|line, scratch| column_ntt.forward(line, scratch));
        }
        Direction::Inverse => {
            each_column(&mut matrix, &|line, scratch| column_ntt.inverse(line, scratch));
            each_row(&mut matrix);
        }
    }
    for (index, value) in data.iter_mut().enumerate() {
        *value = matrix[store(index)];
    }
}

/// Multiplies a bit-reversed row by start * seed^k, k the natural index of each place.
fn hadamard<F: PrimeField>(line: &mut [F], seed: F, start: F, log2_size: u32) {
    let mut twiddle = start;
    for k in 0..line.len() {
        line[reverse_bits(k, log2_size)] *= twiddle;
        twiddle *= seed;
    }
}

/// 1, `base`, its square and so on.
#[must_use]
pub fn powers<F: PrimeField>(base: F, count: usize) -> Vec<F> {
    std::iter::successors(Some(F::ONE), |power| Some(*power * base)).take(count).collect()
}

/// The lowest `bits` bits, which are all of `value`, in the other order.
#[must_use]
pub fn reverse_bits(value: usize, bits: u32) -> usize {
    if bits == 0 { 0 } else { value.reverse_bits() >> (usize::BITS - bits) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
    use std::collections::BTreeSet;

    fn naive<F: PrimeField>(data: &[F], root: F, shift: F) -> Vec<F> {
        (0..data.len() as u64)
            .map(|k| {
                let point = shift * root.pow([k]);
                data.iter().rev().fold(F::ZERO, |sum, value| sum * point + value)
            })
            .collect()
    }

    fn check<F: PrimeField + FftField>(generator: u64) {
        let mut rng = ark_std::test_rng();
        for log2_size in 2..=9 {
            let mut root = F::from(generator).pow(F::TRACE);
            for _ in log2_size..F::TWO_ADICITY {
                root.square_in_place();
            }
            let input: Vec<F> = (0..1 << log2_size).map(|_| F::rand(&mut rng)).collect();
            for coset in [None, Some(F::from(7u64)), Some(F::rand(&mut rng))] {
                let mut data = input.clone();
                four_step(&mut data, log2_size, root, Direction::Forward, coset);
                assert_eq!(data, naive(&input, root, coset.unwrap_or(F::ONE)), "2^{log2_size}");
                four_step(&mut data, log2_size, root, Direction::Inverse, coset);
                assert_eq!(data, input, "2^{log2_size} inverse");
            }
        }
    }

    #[test]
    fn transforms_match_the_definition_for_any_root_and_coset() {
        check::<ark_bn254::Fr>(5);
        check::<ark_bls12_381::Fr>(7);
        // snarkjs' root for BLS12-381 comes from the non-residue 5.
        check::<ark_bls12_381::Fr>(5);
    }

    fn check_against_arkworks<F: PrimeField + FftField>(log2_size: u32) {
        let mut rng = ark_std::test_rng();
        let input: Vec<F> = (0..1 << log2_size).map(|_| F::rand(&mut rng)).collect();
        for coset in [None, Some(F::rand(&mut rng))] {
            let domain = Radix2EvaluationDomain::new(1 << log2_size)
                .and_then(|domain| domain.get_coset(coset.unwrap_or(F::ONE)))
                .unwrap();
            for direction in [Direction::Forward, Direction::Inverse] {
                let mut data = input.clone();
                four_step(&mut data, log2_size, domain.group_gen(), direction, coset);
                let expected = match direction {
                    Direction::Forward => domain.fft(&input),
                    Direction::Inverse => domain.ifft(&input),
                };
                assert!(data == expected, "2^{log2_size} {direction:?}");
            }
        }
    }

    #[test]
    fn transforms_equal_arkworks() {
        for log2_size in 4..=13 {
            check_against_arkworks::<ark_bn254::Fr>(log2_size);
            check_against_arkworks::<ark_bls12_381::Fr>(log2_size);
        }
    }

    #[test]
    #[ignore = "takes minutes and 3 GB: `make verify` runs it"]
    fn long_transforms_equal_arkworks() {
        for log2_size in 14..=24 {
            check_against_arkworks::<ark_bn254::Fr>(log2_size);
        }
        check_against_arkworks::<ark_bls12_381::Fr>(24);
    }

    /// With bank = (x mod 4) + 4 * (bit 2 of x xor top bit of x), the eight elements that four
    /// butterflies read, and the eight that they write, lie in eight different banks, at every
    /// stage and in both directions.
    #[test]
    fn eight_banks_feed_four_butterflies_without_conflict() {
        for log2_size in 4..=12 {
            let size = 1usize << log2_size;
            let bank = |x: usize| x % 4 + 4 * ((x >> 2 ^ x >> (log2_size - 1)) & 1);
            for group in 0..size / 8 {
                let apart: BTreeSet<usize> = (4 * group..4 * group + 4)
                    .flat_map(|i| [bank(i), bank(i + size / 2)])
                    .collect();
                let together: BTreeSet<usize> = (8 * group..8 * group + 8).map(bank).collect();
                assert_eq!((apart.len(), together.len()), (8, 8), "n = {size}, group {group}");
            }
        }
    }
}
