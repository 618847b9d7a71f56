//! Affine point additions that share one inversion (Montgomery's trick): 5M + 1S each.

use super::coordinate::Coordinate;

/// An affine point on y^2 = x^3 + b; (0, 0) is infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point<F> {
    pub(super) x: F,
    pub(super) y: F,
}

impl<F: Coordinate> Point<F> {
    pub(super) const INFINITY: Self = Self { x: F::ZERO, y: F::ZERO };

    #[inline(always)]
    pub(super) fn is_infinity(&self) -> bool {
        self.x == F::ZERO && self.y == F::ZERO
    }

    #[inline(always)]
    pub(super) fn negated_if(self, negative: bool) -> Self {
        if negative { Self { x: self.x, y: -self.y } } else { self }
    }
}

/// Additions behind one inversion: enough to hide its cost, few enough for the second-level cache.
const BATCH: usize = 1024;

/// Collects independent additions `points[i] += points[j]` and executes them in batches.
pub(super) struct BatchAdder<'a, F> {
    points: &'a mut [Point<F>],
    pairs: Vec<(u32, u32)>,
    /// Denominator of each slope (0: nothing left to do), and the product of those before it.
    steps: Vec<(F, F)>,
}

impl<'a, F: Coordinate> BatchAdder<'a, F> {
    /// Works on `points`, at most 2^32 of them.
    pub(super) fn new(points: &'a mut [Point<F>]) -> Self {
        Self { points, pairs: Vec::with_capacity(BATCH), steps: Vec::with_capacity(BATCH) }
    }

    /// Schedules `points[i] += points[j]`. Neither may be touched by another addition until
    /// [`Self::flush`].
    #[inline(always)]
    pub(super) fn add(&mut self, i: usize, j: usize) {
        self.pairs.push((i as u32, j as u32));
        if self.pairs.len() == BATCH {
            self.flush();
        }
    }

    /// Executes what is scheduled.
    pub(super) fn flush(&mut self) {
        let mut product = F::ONE;
        self.steps.clear();
        for &(i, j) in &self.pairs {
            let denominator = start_addition(self.points, i as usize, j as usize);
            self.steps.push((denominator, product));
            if denominator != F::ZERO {
                product = product * denominator;
            }
        }
        // A product of non-zero elements of a field is not zero.
        let mut inverse = product.inverse().unwrap_or(F::ONE);
        for (&(i, j), &(denominator, before)) in self.pairs.iter().zip(&self.steps).rev() {
            if denominator != F::ZERO {
                let reciprocal = inverse * before;
                inverse = inverse * denominator;
                finish_addition(self.points, i as usize, j as usize, reciprocal);
            }
        }
        self.pairs.clear();
    }

    /// Sums every group; group g is `points[starts[g]..starts[g + 1]]`, its sum replaces its first
    /// point (an empty group has none), its other points are lost. A tree of additions, so that a
    /// group of any size fills the batches.
    pub(super) fn sum_groups(&mut self, starts: &[u32]) {
        let mut active: Vec<(usize, usize)> = starts
            .windows(2)
            .map(|pair| (pair[0] as usize, (pair[1] - pair[0]) as usize))
            .filter(|(_, len)| *len > 1)
            .collect();
        let mut stride = 1;
        while !active.is_empty() {
            for &(start, len) in &active {
                for i in (start..start + len - stride).step_by(2 * stride) {
                    self.add(i, i + stride);
                }
            }
            self.flush();
            stride *= 2;
            active.retain(|(_, len)| *len > stride);
        }
    }
}

/// The denominator of the slope for `points[i] + points[j]`, or 0 if the sum needs no slope, in
/// which case it is already in its place.
#[inline(always)]
fn start_addition<F: Coordinate>(points: &mut [Point<F>], i: usize, j: usize) -> F {
    let (p, q) = (points[i], points[j]);
    let difference = q.x - p.x;
    if q.is_infinity() {
        return F::ZERO;
    }
    if p.is_infinity() {
        points[i] = q;
        return F::ZERO;
    }
    if difference != F::ZERO {
        return difference;
    }
    let sum = p.y + q.y; // 2y if the points are equal, 0 if they are opposite
    if sum == F::ZERO {
        points[i] = Point::INFINITY;
    }
    sum
}

#[inline(always)]
fn finish_addition<F: Coordinate>(points: &mut [Point<F>], i: usize, j: usize, reciprocal: F) {
    let (p, q) = (points[i], points[j]);
    let slope = if p.x == q.x {
        let square = p.x.square();
        (square + square + square) * reciprocal
    } else {
        (q.y - p.y) * reciprocal
    };
    let x = slope.square() - p.x - q.x;
    points[i] = Point { x, y: slope * (p.x - x) - p.y };
}
