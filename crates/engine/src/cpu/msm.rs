//! Multi-scalar multiplication: Pippenger's buckets with signed digits and batched affine
//! additions.
//!
//! Points are sorted by bucket and each bucket is summed by a tree, so that no distribution of the
//! scalars (all equal, mostly 0 and 1) makes additions wait for each other.

use std::ops::{AddAssign, Range};

use ark_ff::{AdditiveGroup, BigInt, BigInteger, PrimeField};
use rayon::prelude::*;

use super::{
    batch_add::{BatchAdder, Point},
    coordinate::Coordinate,
    scalar::Term,
};

/// Points that one task sorts and adds at a time; bounds memory and stays near the cache.
const CHUNK: usize = 1 << 15;
/// Widest window, bits.
const MAX_WINDOW: u32 = 16;
/// Tasks for each thread, so that threads finish together.
const TASKS_PER_THREAD: usize = 2;

/// Sum of `scalars[i] * bases[i]`; `project` makes a group element of a point. Scalars are below
/// the modulus of `S`.
pub(super) fn msm<S, F, G>(
    bases: &[Point<F>],
    scalars: &[BigInt<4>],
    project: impl Fn(Point<F>) -> G,
) -> G
where
    S: PrimeField<BigInt = BigInt<4>>,
    F: Coordinate,
    G: AdditiveGroup + AddAssign,
{
    let terms: Vec<Term> = bases
        .par_iter()
        .zip(scalars)
        .enumerate()
        .filter(|(_, (base, scalar))| !scalar.is_zero() && !base.is_infinity())
        .map(|(i, (_, scalar))| Term::new::<S>(i as u32, *scalar))
        .collect();
    let bits = terms.par_iter().map(Term::bits).max().unwrap_or(0);
    let window = window_bits(terms.len(), bits);
    let windows = bits / window + 1; // the top digit may carry into one more bit
    let tasks = rayon::current_num_threads() * TASKS_PER_THREAD;
    let windows_per_task =
        (windows as usize).div_ceil(tasks).min(CHUNK.div_ceil(terms.len().max(1)));
    let bit_sums: Vec<Point<F>> = (0..windows)
        .step_by(windows_per_task)
        .collect::<Vec<_>>()
        .into_par_iter()
        .flat_map_iter(|first| {
            let range = first..(first + windows_per_task as u32).min(windows);
            sum_windows(bases, &terms, range, window)
        })
        .collect();
    bit_sums.into_iter().rev().fold(G::ZERO, |mut sum, point| {
        sum.double_in_place();
        sum += project(point);
        sum
    })
}

/// The window size with the fewest additions: each window adds every point to a bucket once and
/// every bucket to two partial sums.
fn window_bits(terms: usize, bits: u32) -> u32 {
    let additions = |window: &u32| (bits / window + 1) as usize * (terms + (1 << window));
    (2..=MAX_WINDOW).min_by_key(additions).unwrap_or(MAX_WINDOW)
}

/// For each window of the range, for each of its `bits` bits: the sum of all buckets whose number
/// has that bit set.
fn sum_windows<F: Coordinate>(
    bases: &[Point<F>],
    terms: &[Term],
    windows: Range<u32>,
    bits: u32,
) -> Vec<Point<F>> {
    let count = windows.len();
    let per_window = 1usize << (bits - 1);
    // Bucket d is in place d modulo 2^(bits-1): 0 has none, so the last one takes its place.
    let mut buckets = vec![Point::INFINITY; count * per_window];
    let mut sorter = Sorter::new();
    for chunk in terms.chunks(CHUNK / count) {
        sorter.fill(bases, chunk, windows.clone(), bits, &buckets);
        BatchAdder::new(&mut sorter.points).sum_groups(&sorter.starts);
        for (bucket, pair) in buckets.iter_mut().zip(sorter.starts.windows(2)) {
            if pair[0] < pair[1] {
                *bucket = sorter.points[pair[0] as usize];
            }
        }
    }
    sum_by_bit(&mut buckets, bits)
}

/// Sorts points by window and bucket (counting sort), each with the sign of its digit.
struct Sorter<F> {
    digits: Vec<i32>,
    starts: Vec<u32>,
    points: Vec<Point<F>>,
}

impl<F: Coordinate> Sorter<F> {
    fn new() -> Self {
        Self { digits: Vec::new(), starts: Vec::new(), points: Vec::new() }
    }

    /// Group g gets what bucket g holds so far and the points of `terms` that fall into it.
    fn fill(
        &mut self,
        bases: &[Point<F>],
        terms: &[Term],
        windows: Range<u32>,
        bits: u32,
        buckets: &[Point<F>],
    ) {
        let per_window = 1usize << (bits - 1);
        let group = |window: usize, digit: i32| {
            window * per_window + (digit.unsigned_abs() as usize & (per_window - 1))
        };
        self.digits.clear();
        self.starts.clear();
        self.starts.push(0);
        self.starts.extend(buckets.iter().map(|bucket| u32::from(!bucket.is_infinity())));
        for (w, window) in windows.enumerate() {
            for term in terms {
                let digit = term.digit(window, bits);
                self.digits.push(digit);
                if digit != 0 {
                    self.starts[group(w, digit) + 1] += 1;
                }
            }
        }
        for g in 1..self.starts.len() {
            self.starts[g] += self.starts[g - 1];
        }
        let total = self.starts.last().map_or(0, |end| *end as usize);
        self.points.clear();
        self.points.resize(total, Point::INFINITY);
        let mut next = self.starts.clone();
        for (bucket, place) in buckets.iter().zip(&mut next) {
            if !bucket.is_infinity() {
                self.points[*place as usize] = *bucket;
                *place += 1;
            }
        }
        for (w, digits) in self.digits.chunks(terms.len()).enumerate() {
            for (digit, term) in digits.iter().zip(terms).filter(|(digit, _)| **digit != 0) {
                let place = &mut next[group(w, *digit)];
                self.points[*place as usize] = bases[term.base as usize].negated_if(*digit < 0);
                *place += 1;
            }
        }
    }
}

/// Adds up buckets by the bits of their number, `bits` sums for each window, lowest bit first.
///
/// At level j the buckets in use are those at multiples of 2^j. Each odd one of them is added to
/// its even neighbour and then left alone: in the end the places (odd * 2^j) hold what has bit j
/// set. All in place, two additions a bucket, and all windows fill the batches together.
fn sum_by_bit<F: Coordinate>(buckets: &mut [Point<F>], bits: u32) -> Vec<Point<F>> {
    let per_window = 1usize << (bits - 1);
    let bases: Vec<usize> = (0..buckets.len()).step_by(per_window).collect();
    let mut adder = BatchAdder::new(buckets);
    for level in 0..bits - 1 {
        for base in &bases {
            // Place 0 is the last bucket, which has no bit below its highest.
            for even in (2 << level..per_window).step_by(2 << level) {
                adder.add(base + even, base + even + (1 << level));
            }
        }
        adder.flush();
    }
    let mut stride = 1;
    while stride < per_window / 2 {
        for base in &bases {
            for level in 0..bits - 1 {
                let place = |odd: usize| base + ((2 * odd + 1) << level);
                let odds = per_window >> (level + 1);
                for odd in (0..odds.saturating_sub(stride)).step_by(2 * stride) {
                    adder.add(place(odd), place(odd + stride));
                }
            }
        }
        adder.flush();
        stride *= 2;
    }
    bases
        .iter()
        .flat_map(|base| (0..bits - 1).map(move |level| base + (1 << level)).chain([*base]))
        .map(|place| buckets[place])
        .collect()
}
