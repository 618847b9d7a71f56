//! Delay-commutator NTT pipelines on reconfigurable multipliers (reconf, section V-E):
//! `delay_commutator_engine` in `rtl/`.
//!
//! A batch has a line for each lane of all pipelines, and all lines go in step. With n elements in a
//! line, L = log2 n, and M clocks in the multiplier, a batch whose first elements are issued in cycle
//! t takes these:
//!
//! - t to t + n - 1: an element of each line is read and issued (the events);
//! - 1 clock in the memory of lines, M in the multiplier in front, h + 1 + M in each stage whose
//!   operands are h places apart, h = n/2 to 1: the first results come at t + n - 1 + (L + 1)(1 + M);
//! - 1 + M before a result its Hadamard factor is read;
//! - the results are complete, and their factors' memory is free, in the cycle after the last.
//!
//! The next batch is issued behind the last element, so that there is no gap, if it has been loaded
//! and the memory of results has room. That memory, and that of factors, holds [`BATCHES`]; that of
//! lines holds two. Products ride along: they take no cycles of issue.

use std::collections::VecDeque;

use proofsmith_accel::DelayCommutator;

use super::engine::{Counts, Edge, LineEngine, LinePass, ideal_pass};
use super::shape;
use crate::trace::{Event, NoTrace, Trace};

/// Batches in the memories of results and of factors (`Batches` of the RTL).
const BATCHES: u32 = 4;

/// Batches in the memory of lines.
const LOADED: u32 = 2;

/// Latency of `lane_add_sub`; of the memory of lines.
const ADD_SUB_LATENCY: u64 = 1;
const LINE_MEMORY_LATENCY: u64 = 1;

/// Latency of `mont_reconf` for operands of one, two or three words.
///
/// # Panics
/// If there are more words.
const fn multiplier_latency(words: u32) -> u64 {
    match words {
        1 => 6,
        2 => 12,
        3 => 17,
        _ => panic!("an element has one to three words"),
    }
}

/// The engine during one pass.
pub struct DelayCommutatorEngine {
    last_index: u32,
    /// From the first issue of a batch to the first cycle with its factors' memory free.
    factors_after: u64,
    /// From the first issue of a batch to the first cycle with its results complete.
    results_after: u64,
    now: u64,
    /// Index that is issued next; not 0 inside a batch.
    index: u32,
    /// Batches loaded and not all issued.
    loaded: u32,
    /// Batches issued, at least in part, and not stored.
    issued: u32,
    /// Batches loaded and not all their factors read.
    factors: u32,
    /// Batches complete and not stored.
    complete: u32,
    /// When the batches in the pipeline have their factors read, and are complete.
    factors_at: VecDeque<u64>,
    results_at: VecDeque<u64>,
    counts: Counts,
    /// Cycles without issue since the last one.
    idle: u64,
}

impl DelayCommutatorEngine {
    /// An idle engine for elements of one to three words, with its tables loaded.
    ///
    /// # Panics
    /// If the elements have more words.
    pub fn new(words: u32, pass: LinePass) -> Self {
        let log2_size = u64::from(pass.log2_size);
        let last_index = (1 << pass.log2_size) - 1;
        let stage = ADD_SUB_LATENCY + multiplier_latency(words);
        let first_result = LINE_MEMORY_LATENCY
            + multiplier_latency(words)
            + u64::from(last_index)
            + log2_size * stage;
        let results_after = first_result + u64::from(last_index) + 1;
        Self {
            last_index,
            factors_after: results_after - stage,
            results_after,
            now: 0,
            index: 0,
            loaded: 0,
            issued: 0,
            factors: 0,
            complete: 0,
            factors_at: VecDeque::new(),
            results_at: VecDeque::new(),
            counts: Counts::default(),
            idle: 0,
        }
    }

    /// Cycles of both passes of a transform in memory that takes no time, of elements of so many
    /// bits: as many lanes as the multipliers then have.
    ///
    /// # Panics
    /// If an element has more than three words.
    #[must_use]
    pub fn ideal_transform(config: &DelayCommutator, bits: u32, log2_size: u32) -> u64 {
        let words = bits.div_ceil(config.word_bits);
        let lanes = u64::from(config.lanes(bits));
        let (log_rows, log_columns) = shape(log2_size);
        let pass = |line: u32, lines: u32, hadamard: bool| {
            let pass = LinePass {
                log2_size: line,
                inverse: false,
                product_before: false,
                hadamard,
                product_after: false,
            };
            ideal_pass(&mut Self::new(words, pass), (1u64 << lines).div_ceil(lanes), &mut NoTrace)
        };
        pass(log_columns, log_rows, true) + pass(log_rows, log_columns, false)
    }
}

impl LineEngine for DelayCommutatorEngine {
    fn load_ready(&self) -> bool {
        self.loaded < LOADED && self.factors < BATCHES
    }

    fn store_ready(&self) -> bool {
        self.complete > 0
    }

    fn clock<T: Trace>(&mut self, cycle: u64, edge: Edge, trace: &mut T) {
        let first = self.index == 0 && self.loaded > 0 && self.issued < BATCHES;
        if first {
            self.issued += 1;
            self.factors_at.push_back(self.now + self.factors_after);
            self.results_at.push_back(self.now + self.results_after);
            self.counts.memory_wait += std::mem::take(&mut self.idle);
        }
        if first || self.index > 0 {
            if T::ON {
                trace.event(cycle, Event::ButterflyGroup { stage: 0, group: self.index });
            }
            self.counts.butterflies += 1;
            if self.index == self.last_index {
                self.index = 0;
                self.loaded -= 1;
            } else {
                self.index += 1;
            }
        } else {
            self.idle += 1;
        }
        self.now += 1;
        if self.factors_at.front() == Some(&self.now) {
            self.factors_at.pop_front();
            self.factors -= 1;
        }
        if self.results_at.front() == Some(&self.now) {
            self.results_at.pop_front();
            self.complete += 1;
        }
        if edge.load_last {
            self.loaded += 1;
            self.factors += 1;
        }
        if edge.store_done {
            self.issued -= 1;
            self.complete -= 1;
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}

#[cfg(test)]
mod tests {
    use proofsmith_accel::{Accelerator, Ntt};

    use super::*;

    fn engine(words: u32, log2_size: u32) -> DelayCommutatorEngine {
        let pass = LinePass {
            log2_size,
            inverse: false,
            product_before: false,
            hadamard: true,
            product_after: false,
        };
        DelayCommutatorEngine::new(words, pass)
    }

    #[test]
    fn table_v_within_five_percent() {
        let accelerator = Accelerator::load("reconf", &[]).unwrap();
        let Ntt::DelayCommutator(ntt) = &accelerator.ntt else { panic!("{:?}", accelerator.ntt) };
        for (log2_size, bits, published) in [
            (16, 128, 14.9),
            (16, 256, 41.9),
            (16, 384, 82.9),
            (20, 128, 222.9),
            (20, 256, 658.3),
            (20, 384, 1313.7),
        ] {
            let cycles = DelayCommutatorEngine::ideal_transform(ntt, bits, log2_size);
            let time_us = cycles as f64 / f64::from(accelerator.clock_mhz);
            let ratio = time_us / published;
            println!("2^{log2_size}, {bits} bits: {time_us:.1} us, {published} us, {ratio:.4}");
            assert!((0.95..1.05).contains(&ratio));
        }
    }

    #[test]
    fn batches_follow_each_other_without_gap() {
        for words in 1..=3 {
            for log2_size in 8..=12 {
                let (mut unit, mut trace) = (engine(words, log2_size), Vec::new());
                let (batches, size) = (9, 1u64 << log2_size);
                let cycles = ideal_pass(&mut unit, batches, &mut trace);
                let expected: Vec<_> = (0..batches * size)
                    .map(|k| {
                        let group = (k % size) as u32;
                        (k + 1, Event::ButterflyGroup { stage: 0, group })
                    })
                    .collect();
                assert_eq!(trace, expected);
                let last_first = 1 + (batches - 1) * size;
                assert_eq!(cycles, last_first + unit.results_after + 1);
                let counts =
                    Counts { butterflies: batches * size, memory_wait: 1, ..Counts::default() };
                assert_eq!(unit.counts(), counts);
            }
        }
    }

    #[test]
    fn results_that_nobody_stores_hold_the_engine() {
        let mut unit = engine(2, 4);
        let (mut loaded, mut last_issue) = (0, 0);
        let mut trace = Vec::new();
        for cycle in 0..2000 {
            let load_last = unit.load_ready();
            loaded += u32::from(load_last);
            unit.clock(cycle, Edge { load_last, store_done: false }, &mut trace);
            last_issue = trace.last().map_or(0, |(cycle, _)| *cycle);
        }
        assert_eq!((loaded, unit.complete), (BATCHES + LOADED, BATCHES));
        assert_eq!(trace.len(), 16 * BATCHES as usize);
        assert!(last_issue < 1000 && unit.store_ready() && !unit.load_ready());
        // Room for one more batch: it starts in the cycle after.
        unit.clock(2000, Edge { load_last: false, store_done: true }, &mut trace);
        unit.clock(2001, Edge::default(), &mut trace);
        assert_eq!(trace.last(), Some(&(2001, Event::ButterflyGroup { stage: 0, group: 0 })));
    }
}
