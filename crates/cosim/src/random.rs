//! Random stimuli.

use proofsmith_sim::memory::splitmix64;

/// A stream of numbers that its seed decides.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed: splitmix64(seed), drawn: 0 }
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.drawn += 1;
        splitmix64(self.seed.wrapping_add(self.drawn.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// True with a chance of `in_256`/256.
    pub fn chance(&mut self, in_256: u32) -> bool {
        self.draw() >> 56 < u64::from(in_256)
    }
}
