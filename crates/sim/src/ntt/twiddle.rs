//! When the twiddle engine (uninm, figure 10) has the Hadamard twiddles of a batch.
//!
//! Each line has its own multipliers, a power of two of them from four on; all lines work in step.
//! A batch takes, from the cycle of its start:
//!
//! 1. `lines` cycles to read seeds from the one memory, and one until the last is in its register;
//! 2. rounds of one product for each multiplier, a multiplier's latency each: log2(multipliers)
//!    that double the twiddles at hand and square their power, then one for each further
//!    `multipliers` twiddles;
//! 3. `multipliers / 4` cycles to write the results of the last round; those of the others are
//!    written meanwhile.
//!
//! Two buffers: one may be read while the other is filled.

/// The twiddle engine during one pass.
#[derive(Clone, Debug)]
pub struct TwiddleEngine {
    batch_cycles: u64,
    /// Until the batch in work is filled; 0 without one.
    left: u64,
    filled: u32,
}

/// Cycles from the start of a batch of `lines` lines of 2^`log2_size` to the first in which its
/// twiddles can be read.
pub fn twiddle_cycles(log2_size: u32, lines: u32, multipliers: u32, latency: u32) -> u64 {
    let doublings = multipliers.ilog2().min(log2_size);
    let rounds = u64::from(doublings) + (1 << (log2_size - doublings)) - 1;
    u64::from(lines) + 1 + u64::from(latency) * rounds + (1 << doublings) / 4
}

impl TwiddleEngine {
    const BUFFERS: u32 = 2;

    /// An idle engine with empty buffers that takes so many cycles for a batch.
    pub fn new(batch_cycles: u64) -> Self {
        Self { batch_cycles, left: 0, filled: 0 }
    }

    /// Whether a batch may be started, in the current cycle.
    pub fn ready(&self) -> bool {
        self.left == 0 && self.filled < Self::BUFFERS
    }

    /// Whether the twiddles of the oldest batch are complete, in the current cycle.
    pub fn filled(&self) -> bool {
        self.filled > 0
    }

    /// The clock edge that ends a cycle, in which the next batch was started if `ready` and the
    /// oldest one given up if `filled`.
    pub fn clock(&mut self, start: bool, release: bool) {
        debug_assert!(!start || self.ready());
        debug_assert!(!release || self.filled());
        self.filled += u32::from(self.left == 1);
        self.filled -= u32::from(release);
        self.left = if start { self.batch_cycles - 1 } else { self.left.saturating_sub(1) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the hardware takes (tests/rtl/test_twiddle_engine.py): lines of 2^2 to 2^8.
    #[test]
    fn a_batch_takes_the_cycles_of_the_hardware() {
        for (latency, multipliers, cycles) in [
            (3, 4, [12, 15, 21, 33, 57, 105, 201]),
            (3, 8, [12, 16, 19, 25, 37, 61, 109]),
            (9, 4, [24, 33, 51, 87, 159, 303, 591]),
            (9, 8, [24, 34, 43, 61, 97, 169, 313]),
        ] {
            for (log2_size, cycles) in (2..).zip(cycles) {
                assert_eq!(twiddle_cycles(log2_size, 4, multipliers, latency), cycles);
            }
        }
    }

    #[test]
    fn one_batch_is_read_while_the_next_is_made() {
        let mut engine = TwiddleEngine::new(10);
        let mut states = String::new();
        for cycle in 0..40 {
            states.push(match (engine.ready(), engine.filled()) {
                (true, false) => 'r',
                (false, false) => '.',
                (true, true) => 'R',
                (false, true) => 'F',
            });
            let start = engine.ready() && cycle != 0 && cycle != 26;
            engine.clock(start, cycle == 25 || cycle == 33);
        }
        // Started in 1, 11 and 27, filled in 11, 21 and 37; the third waits for a buffer.
        assert_eq!(states, "rr.........RFFFFFFFFFFFFFFRRFFFFFF...RFF");
    }
}
