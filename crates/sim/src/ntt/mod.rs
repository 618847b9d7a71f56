//! The NTT model: an engine under a four-step controller (uninm, section 4.2).
//!
//! A transform of N = rows x columns points takes two passes over DRAM ([`passes`]). Forward: rows
//! with Hadamard products, then columns; inverse: columns with Hadamard products, then rows. In each
//! pass batches of lines are loaded, transformed by the engine and stored; engines have room for more
//! than one batch, so that transfers run beside the transform. The second pass starts when the first
//! is stored. Data may lie in DRAM in any order of the host's choosing, so bit reversal and
//! transposition cost nothing (section 4.1).

mod delay_commutator;
mod engine;
mod kernel;
mod multi_bank;
mod passes;
mod stream;
mod twiddle;

pub use delay_commutator::DelayCommutatorEngine;
pub use engine::{Counts, Edge, LineEngine, LinePass, ideal_pass};
pub use kernel::{Direction, four_step, powers, reverse_bits};
pub use multi_bank::MultiBankEngine;
pub use stream::{StreamEngine, StreamOrganisation};
pub use twiddle::{TwiddleEngine, twiddle_cycles};

use proofsmith_accel::{Accelerator, CurveId, Ntt, Stages};

use crate::memory::{BURST_BYTES, Dram, Layout, TiledMatrix};
use crate::trace::Trace;
use crate::{Phase, SimError, SimStats, Utilisation};
use passes::Pass;

/// Descriptions whose NTT runs in lockstep with RTL as they ship, memory included.
const LOCKSTEP: &[&str] = &["reconf", "reorder", "uninm"];

/// Bits of a scalar-field element.
const SCALAR_BITS: u32 = 256;

/// log2 of rows and columns of the matrix that 2^`log2_size` points form.
#[must_use]
pub fn shape(log2_size: u32) -> (u32, u32) {
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

/// What of a transform is run, and on which data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where the data lies; that of the hardware is the tiled one.
    pub layout: Layout,
    /// The most batches of a pass.
    pub batches: u64,
    /// Bits of an element, which takes the next power of two in memory.
    pub element_bits: u32,
    /// Address of the data, of whole bursts; what is between the passes and the factors follow it.
    pub base: u64,
}

impl Default for Part {
    /// All of a transform over a scalar field.
    fn default() -> Self {
        Self { layout: Layout::Tiled, batches: u64::MAX, element_bits: SCALAR_BITS, base: 0 }
    }
}

/// What the controller must know of an engine, beside its timing.
struct Shape {
    /// Lines of a batch.
    lines: u64,
    /// Butterfly units.
    units: u64,
    /// Cycles between two butterflies of a unit.
    interval: u64,
    /// Hadamard factors are read from memory beside the data.
    factors: bool,
    /// What is run.
    part: Part,
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
        let dram = Dram::new(&self.accelerator.dram, self.accelerator.clock_mhz)?;
        self.run_on(dram, trace, progress)
    }

    /// The same on a memory in any state; its cycle is that in which the controller begins.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_on<T: Trace>(
        &self,
        dram: Dram,
        trace: &mut T,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<SimStats, SimError> {
        self.run_part(Part::default(), dram, trace, progress)
    }

    /// The same of a part, or on other data.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_part<T: Trace>(
        &self,
        part: Part,
        dram: Dram,
        trace: &mut T,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<SimStats, SimError> {
        let accelerator = self.accelerator;
        crate::check_curve(accelerator, self.curve)?;
        let ntt = &accelerator.ntt;
        let (min, max) = (ntt.min_log2_size(), ntt.max_log2_size());
        if !(min..=max).contains(&self.log2_size) {
            return Err(SimError::NttSize {
                accelerator: accelerator.name.clone(),
                log2_size: self.log2_size,
                min,
                max,
            });
        }
        let stream = |stages: &Stages| Shape {
            lines: u64::from(stages.pipelines),
            units: u64::from(stages.pipelines * stages.max_sub_ntt.ilog2()),
            interval: u64::from(stages.butterfly_interval),
            factors: true,
            part,
        };
        match ntt {
            Ntt::MultiBank(config) => {
                let shape = Shape {
                    lines: u64::from(config.kernels),
                    units: u64::from(config.kernels * config.butterflies_per_kernel),
                    interval: 1,
                    factors: false,
                    part,
                };
                let engine = |pass| MultiBankEngine::new(config, pass);
                self.passes(&shape, engine, dram, trace, progress)
            }
            Ntt::DelayCommutator(config) => {
                let lanes = config.lanes(part.element_bits);
                let shape = Shape {
                    lines: u64::from(config.lines(part.element_bits)),
                    units: u64::from(lanes * config.max_sub_ntt.ilog2()),
                    interval: 1,
                    factors: true,
                    part,
                };
                let words = part.element_bits.div_ceil(config.word_bits);
                let engine = |pass| DelayCommutatorEngine::new(words, pass);
                self.passes(&shape, engine, dram, trace, progress)
            }
            Ntt::Reorder(stages) => {
                let shape = stream(stages);
                let engine = |pass| StreamEngine::new(StreamOrganisation::Reorder, stages, pass);
                self.passes(&shape, engine, dram, trace, progress)
            }
            Ntt::DelayFeedback(stages) => {
                let shape = stream(stages);
                let organisation = StreamOrganisation::DelayFeedback;
                let engine = |pass| StreamEngine::new(organisation, stages, pass);
                self.passes(&shape, engine, dram, trace, progress)
            }
        }
    }

    /// Whether this is a description that runs in lockstep with RTL, as it ships.
    fn in_lockstep(&self) -> bool {
        let name = self.accelerator.name.as_str();
        LOCKSTEP.contains(&name)
            && Accelerator::load(name, &[]).is_ok_and(|shipped| shipped == *self.accelerator)
    }

    /// What the first and the second pass do.
    fn plan(&self, shape: &Shape) -> [(Pass, LinePass); 2] {
        let (log_rows, log_columns) = self::shape(self.log2_size);
        let (rows, columns) = (1u64 << log_rows, 1u64 << log_columns);
        let tile = u64::from(self.accelerator.ntt.tile());
        let matrix = |base| {
            TiledMatrix::new(base, rows, columns, tile, shape.lines)
                .with_element_bytes(u64::from(shape.part.element_bits.next_power_of_two() / 8))
                .with_layout(shape.part.layout)
        };
        let first = matrix(shape.part.base);
        let second = matrix(shape.part.base + first.bytes());
        let factors = shape.factors.then(|| matrix(shape.part.base + 2 * first.bytes()));
        let inverse = self.direction == Direction::Inverse;
        [false, true].map(|again| {
            let over_rows = inverse == again;
            let batches = (if over_rows { rows } else { columns }) / shape.lines;
            let pass = Pass {
                source: if again { second } else { first },
                target: if again { first } else { second },
                factors: factors.filter(|_| !again),
                rows: over_rows,
                lines: shape.lines,
                batches: batches.min(shape.part.batches),
                bursts: first.bytes() / BURST_BYTES / batches,
            };
            let line = LinePass {
                log2_size: if over_rows { log_columns } else { log_rows },
                inverse,
                product_before: self.coset && over_rows && !inverse,
                hadamard: !again,
                product_after: self.coset && over_rows && inverse,
            };
            (pass, line)
        })
    }

    fn passes<E: LineEngine, T: Trace>(
        &self,
        shape: &Shape,
        engine: impl Fn(LinePass) -> E,
        mut dram: Dram,
        trace: &mut T,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<SimStats, SimError> {
        let plan = self.plan(shape);
        let total: u64 = plan.iter().map(|(pass, _)| pass.batches).sum();
        let begin = dram.cycle();
        let mut counts = Counts::default();
        let mut phases = Vec::new();
        let mut done = 0;
        let mut used = 0;
        for (pass, line) in plan {
            let start = dram.cycle();
            let mut engine = engine(line);
            pass.run(&mut engine, &mut dram, trace, &mut |batch| progress(done + batch, total));
            done += pass.batches;
            let butterflies = (1u64 << line.log2_size) / 2 * u64::from(line.log2_size);
            used += pass.batches * pass.lines * butterflies;
            counts += engine.counts();
            let name = if pass.rows { "rows" } else { "columns" };
            phases.push(Phase { name: name.into(), cycles: dram.cycle() - start });
        }

        let cycles = dram.cycle() - begin;
        let slots = shape.units * cycles / shape.interval;
        // While a pipeline drains, its stages work although its first one waits.
        let mut left = slots - used;
        let mut bubbles: Vec<(String, u64)> = [
            ("element-wise product", counts.products),
            ("memory wait", counts.memory_wait),
            ("twiddle wait", counts.twiddle_wait),
        ]
        .map(|(name, count)| {
            let empty = left.min(count * shape.units / shape.interval);
            left -= empty;
            (name.to_owned(), empty)
        })
        .into();
        bubbles.push(("stage dependency and drain".to_owned(), left));
        Ok(SimStats {
            accelerator: self.accelerator.name.clone(),
            clock_mhz: self.accelerator.clock_mhz,
            cycles,
            phases,
            utilisation: Utilisation { unit: "butterfly".into(), units: shape.units, used, slots },
            bubbles,
            dram: dram.stats(counts.memory_wait)?,
            verified_against_rtl: shape.part == Part::default() && self.in_lockstep(),
        })
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
    fn only_what_ships_has_a_lockstep_behind_it() {
        assert!(stats(&[], 10, Direction::Forward, false).verified_against_rtl);
        for other in ["dram.channels=2", "ntt.butterfly_latency=13", "clock_mhz=400"] {
            assert!(!stats(&[other], 10, Direction::Forward, false).verified_against_rtl);
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
