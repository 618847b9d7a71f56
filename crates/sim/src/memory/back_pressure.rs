//! Refusals beyond those of the DRAM itself, to try what an engine does when it has to wait.

/// Cycles of a long refusal.
const STRETCH_CYCLES: u64 = 64;

/// Which requests memory refuses: a function of the cycle, so that everybody who asks gets the
/// same answer and no state has to be passed on.
///
/// One direction of one channel refuses single cycles, and whole stretches of 64 cycles, with a
/// chance of `rate`/256 each: at `rate` 26, for example, about a fifth of all cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackPressure {
    /// Another seed is another pattern.
    pub seed: u64,
    /// Chance of a refusal in 1/256.
    pub rate: u8,
}

impl BackPressure {
    /// Whether a request of `cycle` is refused.
    #[must_use]
    pub fn refuses(&self, cycle: u64, channel: u32, write: bool) -> bool {
        let who = splitmix64(self.seed ^ u64::from(channel) << 2 ^ u64::from(write) << 1);
        let drawn = |of: u64| (splitmix64(who ^ of) >> 56) < u64::from(self.rate);
        drawn(cycle) || drawn(!(cycle / STRETCH_CYCLES))
    }
}

/// A number that looks random for each `x`: the output function of the SplitMix64 generator (Steele,
/// Lea, Flood: Fast splittable pseudorandom number generators, 2014).
#[must_use]
pub fn splitmix64(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_of_the_generator() {
        // Of the published implementation with seed 1234567.
        let golden = 0x9e37_79b9_7f4a_7c15_u64;
        let drawn = (0..3).map(|i| splitmix64(golden.wrapping_mul(i).wrapping_add(1_234_567)));
        assert_eq!(
            drawn.collect::<Vec<_>>(),
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn the_rate_is_what_it_says_and_channels_and_directions_differ() {
        let pattern = BackPressure { seed: 1, rate: 26 };
        let refused = |channel, write| -> Vec<bool> {
            (0..1 << 18).map(|cycle| pattern.refuses(cycle, channel, write)).collect()
        };
        let all = [refused(0, false), refused(0, true), refused(1, false), refused(1, true)];
        let chance = 26.0 / 256.0;
        let expected = 1.0 - (1.0 - chance) * (1.0 - chance);
        for (index, one) in all.iter().enumerate() {
            let share = one.iter().filter(|&&refused| refused).count() as f64 / one.len() as f64;
            assert!((share - expected).abs() < 0.02, "{share}");
            let whole = one.chunks(64).filter(|chunk| chunk.iter().all(|&refused| refused)).count();
            assert!(whole > 200, "{whole}");
            assert!(all[..index].iter().all(|other| other != one));
        }
        assert!(!BackPressure { seed: 1, rate: 0 }.refuses(5, 0, false));
    }
}
