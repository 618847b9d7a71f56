//! The NTT model: multi-bank kernels under a four-step controller (uninm, section 4.2).
//!
//! A transform of N = rows x columns points takes two passes over DRAM. Forward: rows with
//! Hadamard products, then columns; inverse: columns, then Hadamard products and rows. In each pass
//! a batch of `kernels` lines is loaded, transformed and stored; two pairs of bank groups let the
//! load of the next batch and the store of the last one run beside the transform. The Hadamard
//! twiddles are generated on the fly, one batch ahead. The second pass starts when the first is
//! stored. Data may lie in DRAM in any order of the host's choosing, so bit reversal and
//! transposition cost nothing (section 4.1).

mod delay_commutator;
mod engine;
mod kernel;
mod multi_bank;
mod schedule;
mod twiddle;

pub use delay_commutator::DelayCommutatorEngine;
pub use engine::{Counts, Edge, LineEngine, LinePass};
pub use kernel::{Direction, four_step};
pub use multi_bank::MultiBankEngine;
pub use twiddle::{TwiddleEngine, twiddle_cycles};

use std::collections::VecDeque;

use proofsmith_accel::{Accelerator, CurveId, MultiBank};

use crate::memory::{Dram, Stream, TiledMatrix};
use crate::trace::Trace;
use crate::{Phase, SimError, SimStats, Utilisation};
use schedule::{BatchShape, BatchTiming};

/// log2 of rows and columns of the matrix that 2^`log2_size` points form.
pub(crate) fn shape(log2_size: u32) -> (u32, u32) {
    (log2_size / 2, log2_size - log2_size / 2)
}

/// One NTT to be modelled. Cycles depend on nothing else: not on the data, root or shift.
pub struct NttModel<'a> {
    /// The machine.
    pub accelerator: &'a Accelerator,
    /// The curve whose scalar field is used.
    pub curve: CurveId,
    /// log2 of the points.
    pub log2_size: u32,
    /// Direction.
    pub direction: Direction,
    /// On a coset.
    pub coset: bool,
}

/// One pass over the matrix.
struct Pass<'a> {
    name: &'static str,
    shape: BatchShape,
    batches: u64,
    source: TiledMatrix,
    target: TiledMatrix,
    rows: bool,
    config: &'a MultiBank,
}

/// What a pass took, in cycles.
#[derive(Default)]
struct PassCounts {
    memory_wait: u64,
    twiddle_wait: u64,
    butterflies: u64,
    products: u64,
}

impl NttModel<'_> {
    /// Runs the schedule. [`four_step`] computes the values.
    ///
    /// # Errors
    /// A size or curve the accelerator does not serve; a failure of the DRAM simulator.
    pub fn run<T: Trace>(
        &self,
        trace: &mut T,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<SimStats, SimError> {
        let Self { accelerator, curve, log2_size, direction, coset } = *self;
        crate::check_curve(accelerator, curve)?;
        let ntt = &accelerator.ntt;
        if !(ntt.min_log2_size()..=ntt.max_log2_size()).contains(&log2_size) {
            return Err(SimError::NttSize {
                accelerator: accelerator.name.clone(),
                log2_size,
                min: ntt.min_log2_size(),
                max: ntt.max_log2_size(),
            });
        }
        let config = ntt.multi_bank().ok_or_else(|| SimError::NoModel {
            accelerator: accelerator.name.clone(),
            organisation: ntt.organisation(),
        })?;
        let (log_rows, log_columns) = shape(log2_size);
        let (rows, columns) = (1u64 << log_rows, 1u64 << log_columns);
        let kernels = u64::from(config.kernels);
        let matrix = |base| TiledMatrix::new(base, rows, columns, u64::from(config.tile), kernels);
        let source = matrix(0);
        let target = matrix(source.bytes());
        let row_pass = Pass {
            name: "rows",
            shape: BatchShape {
                log2_size: log_columns,
                product_before: coset && direction == Direction::Forward,
                hadamard: direction == Direction::Forward,
                product_after: coset && direction == Direction::Inverse,
            },
            batches: rows / kernels,
            source: if direction == Direction::Forward { source } else { target },
            target: if direction == Direction::Forward { target } else { source },
            rows: true,
            config,
        };
        let column_pass = Pass {
            name: "columns",
            shape: BatchShape {
                log2_size: log_rows,
                product_before: false,
                hadamard: direction == Direction::Inverse,
                product_after: false,
            },
            batches: columns / kernels,
            source: if direction == Direction::Forward { target } else { source },
            target: if direction == Direction::Forward { source } else { target },
            rows: false,
            config,
        };
        let passes = match direction {
            Direction::Forward => [row_pass, column_pass],
            Direction::Inverse => [column_pass, row_pass],
        };

        let mut dram = Dram::new(&accelerator.dram, accelerator.clock_mhz)?;
        let mut phases = Vec::new();
        let mut counts = PassCounts::default();
        let total: u64 = passes.iter().map(|pass| pass.batches).sum();
        let mut done = 0;
        for pass in &passes {
            let start = dram.cycle();
            pass.run(&mut dram, &mut counts, trace, &mut |batch| progress(done + batch, total));
            done += pass.batches;
            phases.push(Phase { name: pass.name.into(), cycles: dram.cycle() - start });
        }

        let cycles = dram.cycle();
        let units = kernels * u64::from(config.butterflies_per_kernel);
        let used = (1u64 << log2_size) / 2 * u64::from(log2_size);
        let counted = [
            ("element-wise product", counts.products),
            ("memory wait", counts.memory_wait),
            ("twiddle wait", counts.twiddle_wait),
        ];
        let other = cycles - counts.butterflies - counted.iter().map(|(_, n)| n).sum::<u64>();
        let bubbles = counted
            .into_iter()
            .chain([("stage dependency and drain", other)])
            .map(|(name, count)| (name.to_owned(), count * units))
            .collect();
        Ok(SimStats {
            accelerator: accelerator.name.clone(),
            clock_mhz: accelerator.clock_mhz,
            cycles,
            phases,
            utilisation: Utilisation {
                unit: "butterfly".into(),
                units,
                used,
                slots: units * cycles,
            },
            bubbles,
            dram: dram.stats(counts.memory_wait)?,
            verified_against_rtl: false,
        })
    }
}

impl Pass<'_> {
    fn bursts(&self, matrix: TiledMatrix, batch: u64) -> Box<dyn Iterator<Item = u64>> {
        let first = batch * u64::from(self.config.kernels);
        if self.rows {
            Box::new(matrix.row_batch(first))
        } else {
            Box::new(matrix.column_batch(first))
        }
    }

    /// Runs all batches; ends with the DRAM at the cycle in which the last one is stored.
    fn run<T: Trace>(
        &self,
        dram: &mut Dram,
        counts: &mut PassCounts,
        trace: &mut T,
        progress: &mut dyn FnMut(u64),
    ) {
        let timing = self.shape.timing(self.config);
        let mut compute = Compute::new(self, timing, dram.cycle());
        let none = || Stream::new(Box::new(std::iter::empty()) as Box<dyn Iterator<Item = u64>>);
        let (mut load, mut store) = (none(), none());
        let (mut loading, mut storing) = (None, None);
        let (mut next_load, mut stored) = (0, 0);

        while stored < self.batches {
            let now = dram.cycle();
            if loading.is_none()
                && next_load < self.batches
                && compute.input_group_free(next_load, now)
            {
                load = Stream::new(self.bursts(self.source, next_load));
                loading = Some(next_load);
                next_load += 1;
            }
            if storing.is_none()
                && let Some(batch) = compute.take_result(now)
            {
                store = Stream::new(self.bursts(self.target, batch));
                storing = Some(batch);
            }
            let moving = loading.is_some() || storing.is_some();
            if moving {
                dram.step(&mut load, &mut store, trace);
            }
            let now = dram.cycle();
            if loading.is_some() && load.done() {
                loading = None;
                compute.loaded(now, counts, trace);
            }
            if let Some(batch) = storing
                && store.done()
            {
                storing = None;
                stored += 1;
                compute.stored(batch, now, counts, trace);
                progress(stored);
            }
            if !moving && let Some(next) = compute.next_result_at() {
                dram.advance_to(next);
            }
        }
        // The next pass waits for the last store.
        counts.memory_wait += dram.cycle() - compute.last_done();
    }
}

/// The kernels' side of a pass: which batch is where, and when it is done.
struct Compute<'a> {
    pass: &'a Pass<'a>,
    timing: BatchTiming,
    /// Cycles to generate the Hadamard twiddles of one batch.
    twiddle_cycles: u64,
    /// Batches whose data has arrived, by arrival cycle, not yet started.
    waiting: VecDeque<u64>,
    started: u64,
    /// First cycle in which another batch can be issued.
    issue_free: u64,
    /// Cycle in which each of the last two bank-group pairs was stored.
    stored_at: [Option<u64>; 2],
    /// Cycle in which each of the last two batches was done.
    done_at: [u64; 2],
    /// Batches transformed but not yet handed to the store, with the cycle they are done.
    results: VecDeque<(u64, u64)>,
    twiddles_ready: u64,
    /// Ends of the last two Hadamard products, which free their twiddle buffers.
    hadamard_end: [u64; 2],
}

impl<'a> Compute<'a> {
    fn new(pass: &'a Pass<'a>, timing: BatchTiming, now: u64) -> Self {
        let config = pass.config;
        let products = (1u64 << pass.shape.log2_size)
            .div_ceil(u64::from(config.twiddle_multipliers_per_kernel));
        Self {
            pass,
            timing,
            twiddle_cycles: products * u64::from(config.twiddle_multiplier_interval),
            waiting: VecDeque::new(),
            started: 0,
            issue_free: now,
            stored_at: [Some(now); 2],
            done_at: [now; 2],
            results: VecDeque::new(),
            twiddles_ready: now,
            hadamard_end: [now; 2],
        }
    }

    /// A batch may be loaded once the batch two before is done: its result then fills one group of
    /// the pair, and the load takes the other.
    fn input_group_free(&self, batch: u64, now: u64) -> bool {
        batch < 2 || (self.started > batch - 2 && self.done_at[(batch % 2) as usize] <= now)
    }

    fn loaded<T: Trace>(&mut self, now: u64, counts: &mut PassCounts, trace: &mut T) {
        self.waiting.push_back(now);
        self.start(counts, trace);
    }

    fn stored<T: Trace>(&mut self, batch: u64, now: u64, counts: &mut PassCounts, trace: &mut T) {
        self.stored_at[(batch % 2) as usize] = Some(now);
        self.start(counts, trace);
    }

    /// Starts every batch whose data is there and whose bank-group pair is empty.
    fn start<T: Trace>(&mut self, counts: &mut PassCounts, trace: &mut T) {
        while let Some(&arrived) = self.waiting.front() {
            let pair = (self.started % 2) as usize;
            let Some(emptied) = self.stored_at[pair] else { return };
            self.waiting.pop_front();
            let start = self.issue_free.max(arrived).max(emptied);
            counts.memory_wait += start - self.issue_free;
            let stages_end = start + self.timing.stages_end;
            let mut tail_start = stages_end;
            if self.pass.shape.hadamard {
                // Double buffered: generation of a batch's twiddles waits for the buffer that the
                // product two batches before used.
                self.twiddles_ready =
                    self.twiddles_ready.max(self.hadamard_end[pair]) + self.twiddle_cycles;
                tail_start = stages_end.max(self.twiddles_ready);
                counts.twiddle_wait += tail_start - stages_end;
            }
            self.issue_free = tail_start + self.timing.tail;
            self.hadamard_end[pair] = self.issue_free;
            counts.butterflies += self.timing.butterflies;
            counts.products += self.timing.products;
            self.pass.shape.trace(self.pass.config, start, tail_start, trace);
            let done = self.issue_free + u64::from(self.pass.config.butterfly_latency);
            self.done_at[pair] = done;
            self.stored_at[pair] = None;
            self.results.push_back((self.started, done));
            self.started += 1;
        }
    }

    /// The oldest batch that is done by now.
    fn take_result(&mut self, now: u64) -> Option<u64> {
        let &(batch, done) = self.results.front()?;
        (done <= now).then(|| {
            self.results.pop_front();
            batch
        })
    }

    fn last_done(&self) -> u64 {
        self.done_at[0].max(self.done_at[1])
    }

    fn next_result_at(&self) -> Option<u64> {
        self.results.front().map(|(_, done)| *done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Event, NoTrace};

    fn stats(settings: &[&str], log2_size: u32, direction: Direction, coset: bool) -> SimStats {
        let settings: Vec<String> = settings.iter().map(|s| (*s).to_owned()).collect();
        let accelerator = Accelerator::load("uninm", &settings).unwrap();
        let model = NttModel {
            accelerator: &accelerator,
            curve: CurveId::Bls12_381,
            log2_size,
            direction,
            coset,
        };
        let mut trace: Vec<(u64, Event)> = Vec::new();
        let traced = model.run(&mut trace, &mut |_, _| {}).unwrap();
        let stats = model.run(&mut NoTrace, &mut |_, _| {}).unwrap();
        assert_eq!(traced, stats);
        let groups =
            trace.iter().filter(|(_, e)| matches!(e, Event::ButterflyGroup { .. })).count() as u64;
        assert_eq!(groups * stats.utilisation.units, stats.utilisation.used);
        assert!(trace.iter().all(|(cycle, _)| *cycle <= stats.cycles));
        assert_eq!(stats.phases.iter().map(|phase| phase.cycles).sum::<u64>(), stats.cycles);
        let bubbles: u64 = stats.bubbles.iter().map(|(_, count)| count).sum();
        assert_eq!(bubbles + stats.utilisation.used, stats.utilisation.slots);
        stats
    }

    const IDEAL: &[&str] = &["dram.device=ideal"];

    #[test]
    fn ideal_memory_follows_equation_7() {
        for log2_size in [16, 18, 20] {
            let n = 1u64 << (log2_size / 2);
            let log = u64::from(log2_size / 2);
            let equation = n / 4 * (n / 8 * log + n / 4) + n / 4 * (n / 8 * log);
            let forward = stats(IDEAL, log2_size, Direction::Forward, false);
            // Only the first batch's twiddles and the two drains come on top.
            assert!((equation..equation + 2 * n + 200).contains(&forward.cycles), "{forward:?}");
            let inverse = stats(IDEAL, log2_size, Direction::Inverse, false);
            assert!(inverse.cycles.abs_diff(forward.cycles) < n, "{inverse:?}");
            let coset = stats(IDEAL, log2_size, Direction::Forward, true);
            // One more product a row; it hides the wait for the first batch's twiddles.
            assert!((coset.cycles - forward.cycles).abs_diff(n / 4 * (n / 4)) < n);
        }
    }

    #[test]
    fn every_size_and_variant_runs() {
        for log2_size in 10..=15 {
            for direction in [Direction::Forward, Direction::Inverse] {
                for coset in [false, true] {
                    let stats = stats(IDEAL, log2_size, direction, coset);
                    assert_eq!(stats.dram.read_bytes, 64 << log2_size);
                    assert_eq!(stats.dram.write_bytes, 64 << log2_size);
                }
            }
        }
    }

    #[test]
    fn four_twiddle_multipliers_do_not_keep_up() {
        let settings = ["dram.device=ideal", "ntt.twiddle_multipliers_per_kernel=4"];
        let slow = stats(&settings, 16, Direction::Forward, false);
        let fast = stats(IDEAL, 16, Direction::Forward, false);
        assert!(slow.cycles > fast.cycles * 12 / 10);
    }

    #[test]
    fn ddr4_is_bound_by_its_pins_and_channels_help() {
        let ideal = stats(IDEAL, 14, Direction::Forward, false).cycles;
        let mut last = u64::MAX;
        for channels in [1u64, 2, 4] {
            let set = format!("dram.channels={channels}");
            let stats = stats(&[&set], 14, Direction::Forward, false);
            let bytes = stats.dram.read_bytes + stats.dram.write_bytes;
            assert!(stats.cycles * 32 * channels >= bytes, "faster than the pins: {stats:?}");
            assert!(stats.cycles >= ideal && stats.cycles < last, "{stats:?}");
            assert!(stats.dram.row_hits > 4 * stats.dram.row_misses, "{stats:?}");
            last = stats.cycles;
        }
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        let accelerator = Accelerator::load("uninm", &[]).unwrap();
        for log2_size in [0, 9, 25, 40] {
            let model = NttModel {
                accelerator: &accelerator,
                curve: CurveId::Bn254,
                log2_size,
                direction: Direction::Forward,
                coset: false,
            };
            assert!(model.run(&mut NoTrace, &mut |_, _| {}).is_err());
        }
    }
}
