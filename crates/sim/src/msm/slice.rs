//! Bucket accumulation of one batch slice under uninm's Table 1, taken literally.
//!
//! Every cycle the arbiter looks at the next point of the point memory (P, bucket A = |digit|), at
//! the head of the result buffer (R, bucket B) and at the full flags of both buckets:
//!
//! ```text
//!  case  P    R    ids   A     B     adder   A     B
//!  0a    yes  no         empty       bubble  <- P
//!  0b    yes  no         full        P + A   empty
//!  1     yes  yes  =                 P + R
//!  2a    yes  yes  /=    full  empty P + A   empty <- R
//!  2b    yes  yes  /=    empty full  R + B   <- P  empty
//!  2c    yes  yes  /=    empty empty bubble  <- P  <- R
//!  2d    yes  yes  /=    full  full  P + A   empty        R waits
//!  3a    no   yes              empty bubble        <- R
//!  3b    no   yes              full  R + B         empty
//!  4     no   no                     bubble
//! ```
//!
//! Two things the table leaves open. A point whose digit is 0 is dropped and takes its cycle
//! (figure 17, time 2); R is served in that cycle as in case 3. A full result buffer turns case 2d
//! into R + B without taking P. A sum issued in cycle t is in the result buffer in cycle
//! t + latency + 1 (figure 17).

use std::collections::VecDeque;

use super::datapath::Datapath;
use crate::trace::{Event, Trace};

/// How often each kind of cycle occurred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SliceCounts {
    /// Cycles.
    pub cycles: u64,
    /// Additions issued (cases 0b, 1, 2a, 2b, 2d, 3b).
    pub adds: u64,
    /// Bubbles because operands met empty buckets (cases 0a, 2c, 3a).
    pub stores: u64,
    /// Bubbles because the digit was 0 and no result waited.
    pub zero_digits: u64,
    /// Bubbles at the end, waiting for the pipeline (case 4).
    pub drain: u64,
    /// Most results that ever waited.
    pub result_buffer_peak: u64,
}

impl SliceCounts {
    /// Adds another slice's counts.
    pub fn accumulate(&mut self, other: &Self) {
        self.cycles += other.cycles;
        self.adds += other.adds;
        self.stores += other.stores;
        self.zero_digits += other.zero_digits;
        self.drain += other.drain;
        self.result_buffer_peak = self.result_buffer_peak.max(other.result_buffer_peak);
    }
}

/// The buckets of one window with their adder, arbiter and result buffer.
pub struct BucketArray<P> {
    adder: u32,
    /// Index |digit|; entry 0 is unused.
    buckets: Vec<Option<P>>,
    /// The adder pipeline as a ring: bucket and sum of each stage; bucket 0 is a bubble.
    pipeline: Vec<(u32, Option<P>)>,
    stage: usize,
    in_flight: u32,
    results: VecDeque<(u32, P)>,
    result_capacity: usize,
}

impl<P: Clone> BucketArray<P> {
    /// Empty buckets 1..=`count` behind an adder of `latency` cycles; a `result_capacity` of 0 is
    /// unlimited.
    #[must_use]
    pub fn new(adder: u32, count: u32, latency: u32, result_capacity: u32) -> Self {
        Self {
            adder,
            buckets: vec![None; count as usize + 1],
            pipeline: vec![(0, None); latency as usize],
            stage: 0,
            in_flight: 0,
            results: VecDeque::new(),
            result_capacity: if result_capacity == 0 {
                usize::MAX
            } else {
                result_capacity as usize
            },
        }
    }

    /// Empties the buckets and returns them, index |digit|.
    pub fn take(&mut self) -> Vec<Option<P>> {
        let empty = vec![None; self.buckets.len()];
        std::mem::replace(&mut self.buckets, empty)
    }

    /// Accumulates one batch slice: `digits[i]` belongs to input point `first + i`. Ends when all
    /// sums rest in buckets. `start` is only the origin of trace cycles.
    pub fn run<D: Datapath<Point = P>, T: Trace>(
        &mut self,
        datapath: &D,
        digits: &[i32],
        first: u64,
        start: u64,
        trace: &mut T,
    ) -> SliceCounts {
        let mut counts = SliceCounts::default();
        let mut next = 0;
        while next < digits.len() || !self.results.is_empty() || self.in_flight > 0 {
            let mut issue = (0, None);
            let mut point = None;
            let mut skipped = false;
            if next < digits.len() {
                let digit = digits[next];
                if digit == 0 {
                    skipped = true;
                    next += 1;
                } else {
                    point = Some((digit.unsigned_abs(), first + next as u64, digit < 0));
                }
            }
            let waiting = self.results.len();
            match (point, self.results.front()) {
                (Some((a, index, negate)), None) => {
                    next += 1;
                    match self.buckets[a as usize].take() {
                        Some(held) => issue = (a, Some(datapath.add_input(&held, index, negate))),
                        None => self.buckets[a as usize] = Some(datapath.input(index, negate)),
                    }
                }
                (Some((a, index, negate)), Some((b, result))) if a == *b => {
                    next += 1;
                    issue = (a, Some(datapath.add_input(result, index, negate)));
                    self.results.pop_front();
                }
                (Some((a, index, negate)), Some(&(b, _))) => {
                    let full =
                        (self.buckets[a as usize].is_some(), self.buckets[b as usize].is_some());
                    if full == (true, true) && waiting >= self.result_capacity {
                        issue = self.add_result_to_bucket(datapath, b);
                    } else {
                        next += 1;
                        match full {
                            (true, b_full) => {
                                if let Some(held) = self.buckets[a as usize].take() {
                                    let sum = datapath.add_input(&held, index, negate);
                                    issue = (a, Some(sum));
                                }
                                if !b_full {
                                    self.store_result();
                                }
                            }
                            (false, b_full) => {
                                self.buckets[a as usize] = Some(datapath.input(index, negate));
                                if b_full {
                                    issue = self.add_result_to_bucket(datapath, b);
                                } else {
                                    self.store_result();
                                }
                            }
                        }
                    }
                }
                (None, Some(&(b, _))) => {
                    if self.buckets[b as usize].is_some() {
                        issue = self.add_result_to_bucket(datapath, b);
                    } else {
                        self.store_result();
                    }
                }
                (None, None) => {
                    if skipped {
                        counts.zero_digits += 1;
                    } else {
                        counts.drain += 1;
                    }
                }
            }
            if issue.0 != 0 {
                counts.adds += 1;
                self.in_flight += 1;
                trace.event(
                    start + counts.cycles,
                    Event::AdderIssue { adder: self.adder, bucket: issue.0 },
                );
            }
            if let (bucket, Some(sum)) = std::mem::replace(&mut self.pipeline[self.stage], issue) {
                self.in_flight -= 1;
                self.results.push_back((bucket, sum));
            }
            self.stage += 1;
            if self.stage == self.pipeline.len() {
                self.stage = 0;
            }
            counts.result_buffer_peak = counts.result_buffer_peak.max(self.results.len() as u64);
            counts.cycles += 1;
        }
        counts.stores = counts.cycles - counts.adds - counts.zero_digits - counts.drain;
        counts
    }

    fn add_result_to_bucket<D: Datapath<Point = P>>(
        &mut self,
        datapath: &D,
        bucket: u32,
    ) -> (u32, Option<P>) {
        match (self.results.pop_front(), self.buckets[bucket as usize].take()) {
            (Some((_, result)), Some(held)) => (bucket, Some(datapath.add(&result, &held))),
            _ => (0, None),
        }
    }

    fn store_result(&mut self) {
        if let Some((bucket, result)) = self.results.pop_front() {
            self.buckets[bucket as usize] = Some(result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::msm::datapath::Indices;
    use crate::trace::NoTrace;

    /// The sixteen points of uninm's figure 17 (4-stage adder, 2-bit digits) and the bucket of
    /// every addition in it, with the cycle in which the arbiter decides.
    #[test]
    fn figure_17() {
        let digits = [3, 1, 0, 2, 3, 2, 3, 1, 3, 1, 1, 2, 3, 2, 3, 1];
        let mut array = BucketArray::new(0, 3, 4, 0);
        let mut trace = Vec::new();
        let counts = array.run(&Indices, &digits, 0, 0, &mut trace);
        let issued: Vec<(u64, u32)> = trace
            .iter()
            .map(|(cycle, event)| match event {
                Event::AdderIssue { bucket, .. } => (*cycle, *bucket),
                other => panic!("{other:?}"),
            })
            .collect();
        let want = [
            (4, 3),
            (5, 2),
            (7, 1),
            (8, 3),
            (10, 1),
            (11, 2),
            (12, 3),
            (14, 3),
            (15, 1),
            (16, 2),
            (19, 3),
            (20, 1),
        ];
        assert_eq!(issued, want);
        assert_eq!(counts.cycles, 26);
        assert!(array.take()[1..].iter().all(Option::is_some));
    }

    /// Bucket values as sums of input indices: shows that nothing is lost or counted twice.
    struct Sums;

    impl Datapath for Sums {
        type Point = i64;
        fn identity(&self) -> i64 {
            0
        }
        fn input(&self, index: u64, negate: bool) -> i64 {
            let value = 1 << (index % 40);
            if negate { -value } else { value }
        }
        fn add_input(&self, sum: &i64, index: u64, negate: bool) -> i64 {
            sum + self.input(index, negate)
        }
        fn add(&self, left: &i64, right: &i64) -> i64 {
            left + right
        }
    }

    fn pseudo_random_digits(count: usize, half: i32, seed: u32) -> Vec<i32> {
        let mut state = seed.max(1);
        (0..count)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                (state >> 8) as i32 % half * if state & 1 == 0 { 1 } else { -1 }
            })
            .collect()
    }

    #[test]
    fn buckets_hold_the_right_sums_and_timing_mode_gives_the_same_cycles() {
        for latency in [1, 4, 22] {
            for capacity in [0, 1, 8, 64] {
                for seed in 1..20 {
                    let half = 1 << (seed % 6 + 1);
                    let digits = pseudo_random_digits(512, half, seed);
                    let mut array = BucketArray::new(0, half as u32, latency, capacity);
                    let mut timing = BucketArray::new(0, half as u32, latency, capacity);
                    let mut want = vec![0i64; half as usize + 1];
                    let mut present = vec![false; half as usize + 1];
                    for first in [0, 512] {
                        let counts = array.run(&Sums, &digits, first, 0, &mut NoTrace);
                        assert_eq!(counts, timing.run(&Indices, &digits, first, 0, &mut NoTrace));
                        if capacity > 0 {
                            assert!(counts.result_buffer_peak <= u64::from(capacity) + 1);
                        }
                        for (i, digit) in digits.iter().enumerate().filter(|(_, d)| **d != 0) {
                            let value = Sums.input(first + i as u64, *digit < 0);
                            want[digit.unsigned_abs() as usize] += value;
                            present[digit.unsigned_abs() as usize] = true;
                        }
                    }
                    let got = array.take();
                    for bucket in 1..want.len() {
                        assert_eq!(got[bucket].is_some(), present[bucket]);
                        assert_eq!(got[bucket].unwrap_or(0), want[bucket], "bucket {bucket}");
                    }
                }
            }
        }
    }

    #[test]
    fn skewed_slices_end_and_cost_at_least_one_cycle_a_point() {
        for digits in [vec![0; 1024], vec![5; 1024], vec![-1; 1024], [7, -7].repeat(512)] {
            let counts = BucketArray::new(0, 32, 22, 0).run(&Indices, &digits, 0, 0, &mut NoTrace);
            assert!((1024..1400).contains(&counts.cycles), "{counts:?}");
        }
    }
}
