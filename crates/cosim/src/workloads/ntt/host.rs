//! What a host prepares for a transform: where the elements lie, the engine's tables, and the
//! Hadamard factors of engines that read them from memory.

use ark_ff::{BigInteger, FftField, PrimeField};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use proofsmith_accel::Ntt;
use proofsmith_sim::memory::TiledMatrix;
use proofsmith_sim::ntt::{Direction, powers, reverse_bits, shape};

use crate::{CosimError, Design};

/// Address of the data. Whole rows of the DRAM below it leave the timing as it is from address 0.
pub const BASE: u64 = 0xa_0000;

/// Bits of a field's elements, as the multipliers have them: whole words of 128.
pub const fn element_bits<F: PrimeField>() -> u32 {
    F::MODULUS_BIT_SIZE.next_multiple_of(128)
}

/// `table_e` of `ntt_pkg`.
#[derive(Clone, Copy)]
enum Table {
    Twiddles,
    Vector,
    Seeds,
    Starts,
}

/// A transform that is to be done.
pub struct Task<'a, F: FftField> {
    /// By which organisation.
    ntt: &'a Ntt,
    /// Which way.
    direction: Direction,
    /// Over which domain.
    domain: Radix2EvaluationDomain<F>,
    /// The matrix of the data; another follows it, and that of the factors.
    matrix: TiledMatrix,
}

impl<'a, F: PrimeField + FftField> Task<'a, F> {
    /// A transform over `domain` by the organisation `ntt`.
    pub fn new(ntt: &'a Ntt, direction: Direction, domain: Radix2EvaluationDomain<F>) -> Self {
        let (log_rows, log_columns) = shape(domain.log_size_of_group);
        let lines = match ntt {
            Ntt::DelayCommutator(config) => config.lines(element_bits::<F>()),
            others => others.lines(),
        };
        let (rows, columns) = (1 << log_rows, 1 << log_columns);
        let matrix = TiledMatrix::new(BASE, rows, columns, ntt.tile().into(), lines.into())
            .with_element_bytes(u64::from(element_bits::<F>().next_power_of_two() / 8));
        Self { ntt, direction, domain, matrix }
    }

    /// Bytes of the matrix.
    pub fn bytes(&self) -> usize {
        self.matrix.bytes() as usize
    }

    fn inverse(&self) -> bool {
        self.direction == Direction::Inverse
    }

    fn root(&self) -> F {
        if self.inverse() { self.domain.group_gen_inv() } else { self.domain.group_gen() }
    }

    fn shift(&self) -> F {
        if self.inverse() { self.domain.coset_offset_inv() } else { self.domain.coset_offset() }
    }

    /// log2 of rows and columns.
    fn logs(&self) -> (u32, u32) {
        shape(self.domain.log_size_of_group)
    }

    /// Evaluations stand in bit-reversed rows and columns.
    fn reversed(&self) -> bool {
        self.ntt.multi_bank().is_some()
    }

    /// Where an input is, by its index.
    pub fn input(&self, index: usize) -> usize {
        if self.inverse() { self.evaluation(index) } else { self.coefficient(index) }
    }

    /// Where a result is, by its index.
    pub fn output(&self, index: usize) -> usize {
        if self.inverse() { self.coefficient(index) } else { self.evaluation(index) }
    }

    fn coefficient(&self, index: usize) -> usize {
        let log_rows = self.logs().0;
        let (row, column) = (index & ((1 << log_rows) - 1), index >> log_rows);
        self.matrix.address(row as u64, column as u64) as usize
    }

    fn evaluation(&self, index: usize) -> usize {
        let (log_rows, log_columns) = self.logs();
        let mut row = index >> log_columns;
        let mut column = index & ((1 << log_columns) - 1);
        if self.reversed() {
            row = reverse_bits(row, log_rows);
            column = reverse_bits(column, log_columns);
        }
        self.matrix.address(row as u64, column as u64) as usize
    }

    /// Writes the tables, and with them what stays as it is during the transform.
    pub fn prepare(&self, design: &mut Design) -> Result<(), CosimError> {
        let mut bytes = element_bits::<F>() as usize / 8;
        if let Ntt::DelayCommutator(config) = self.ntt {
            let word = config.word_bits as usize / 8;
            bytes = 3 * word;
            let mut modulus = F::MODULUS.to_bytes_le();
            let negative = negative_inverse(u128::from_le_bytes(
                modulus[..16].try_into().expect("a modulus of more than 128 bits"),
            ));
            modulus.resize(bytes, 0);
            design.set_bytes(design.input("modulus_i", 8 * bytes as u32)?, &modulus);
            let inverse = design.input("neg_inv_i", config.word_bits)?;
            design.set_bytes(inverse, &negative.to_le_bytes()[..word]);
        }
        let valid = design.input("table_valid_i", 1)?;
        let table = design.input("table_i", 2)?;
        let index = design.input("table_index_i", 16)?;
        let data = design.input("table_data_i", 8 * bytes as u32)?;
        design.set(valid, 1);
        for (which, entry, value) in self.tables() {
            design.set(table, which as u64);
            design.set(index, entry);
            let mut value = in_form(value);
            value.resize(bytes, 0);
            design.set_bytes(data, &value);
            design.edge()?;
        }
        design.set(valid, 0);
        design.edge()
    }

    /// Tables as the headers of the engines have them.
    fn tables(&self) -> Vec<(Table, u64, F)> {
        let (log_rows, log_columns) = self.logs();
        // Off a coset nothing is multiplied by the vector.
        let of_vector =
            if self.shift().is_one() { F::GENERATOR } else { self.shift().pow([1 << log_rows]) };
        let places = powers(of_vector, 1 << log_columns).into_iter().zip(0..);
        let mut tables: Vec<_> =
            places.map(|(value, place)| (Table::Vector, place, value)).collect();
        let mut twiddles = |half: u64, root: F| {
            let powers = powers(root, half as usize).into_iter().zip(half..);
            tables.extend(powers.map(|(value, entry)| (Table::Twiddles, entry, value)));
        };
        let root_of = |root: F, size: u64| root.pow([self.domain.size / size]);
        if !self.reversed() {
            for log2_half in 0..log_columns {
                twiddles(1 << log2_half, root_of(self.root(), 2 << log2_half));
            }
            return tables;
        }
        // The multi-bank engine has one direction's twiddles for both, and makes factors itself.
        for log2_size in [log_rows, log_columns] {
            twiddles(1 << (log2_size - 1), root_of(self.domain.group_gen(), 1 << log2_size));
        }
        for line in 0..1 << if self.inverse() { log_columns } else { log_rows } {
            // Element r of column p, which is bit-reversed, has the factor (root^rev(p) shift)^r;
            // place k of row r has shift^r (root^r)^k.
            let (seed, start) = if self.inverse() {
                (
                    self.root().pow([reverse_bits(line as usize, log_columns) as u64])
                        * self.shift(),
                    F::ONE,
                )
            } else {
                (self.root().pow([line]), self.shift().pow([line]))
            };
            tables.extend([(Table::Seeds, line, seed), (Table::Starts, line, start)]);
        }
        tables
    }

    /// Factors by their places, for engines that read them: what row r is multiplied by on its way
    /// between the two passes, with 1/N in the inverse.
    pub fn factors(&self) -> Vec<(usize, Vec<u8>)> {
        if self.reversed() {
            return Vec::new();
        }
        let (log_rows, log_columns) = self.logs();
        let scale = if self.inverse() { self.domain.size_inv() } else { F::ONE };
        let mut factors = Vec::new();
        for row in 0..1u64 << log_rows {
            let start = scale * self.shift().pow([row]);
            for (column, power) in
                powers(self.root().pow([row]), 1 << log_columns).into_iter().enumerate()
            {
                let place = self.matrix.address(row, column as u64) as usize;
                factors.push((place, in_form(start * power)));
            }
        }
        factors
    }
}

/// Montgomery form, as the multipliers have it.
fn in_form<F: PrimeField>(value: F) -> Vec<u8> {
    let radix = F::from(2u64).pow([element_bits::<F>().into()]);
    (value * radix).into_bigint().to_bytes_le()
}

/// -1/M mod 2^128, of which any shorter one is the low part.
fn negative_inverse(modulus: u128) -> u128 {
    // Each step doubles the bits that are right; M is right for 3.
    (0..6)
        .fold(modulus, |x, _| x.wrapping_mul(2u128.wrapping_sub(modulus.wrapping_mul(x))))
        .wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_of_odd_numbers() {
        for modulus in [1, 3, u128::MAX, 0x73ed_a753_0000_0001, 1 << 127 | 5] {
            assert_eq!(modulus.wrapping_mul(negative_inverse(modulus)), u128::MAX);
        }
    }
}
