//! What a model reports: exact counts, each with one meaning.

use serde::Serialize;

/// Everything counted during one kernel on one accelerator.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SimStats {
    /// Accelerator that ran the kernel.
    pub accelerator: String,
    /// Clock, MHz.
    pub clock_mhz: u32,
    /// Cycles from the start command to the last result handed to the memory controller.
    pub cycles: u64,
    /// Consecutive phases; their cycles add up to `cycles`.
    pub phases: Vec<Phase>,
    /// The unit whose occupation bounds the kernel (butterflies or point adders).
    pub utilisation: Utilisation,
    /// Empty issue slots by cause; with the used slots they add up to all slots.
    pub bubbles: Vec<(String, u64)>,
    /// Off-chip memory as configured and as used.
    pub dram: DramStats,
    /// False until a lockstep run against RTL stands behind the model.
    pub verified_against_rtl: bool,
}

/// A named span of cycles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// What happens in it.
    pub name: String,
    /// Its length in cycles.
    pub cycles: u64,
}

/// Useful operations over operation slots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Utilisation {
    /// The unit: `butterfly` or `point adder`.
    pub unit: String,
    /// How many of them there are.
    pub units: u64,
    /// Operations issued.
    pub used: u64,
    /// Slots: units x cycles.
    pub slots: u64,
}

/// Off-chip memory traffic.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DramStats {
    /// Device and channels, e.g. `DDR4-3200 x1` or `ideal`.
    pub memory: String,
    /// Bytes read, in whole bursts.
    pub read_bytes: u64,
    /// Bytes written, in whole bursts.
    pub write_bytes: u64,
    /// Column commands that found their row open.
    pub row_hits: u64,
    /// Column commands for which a row had to be opened.
    pub row_misses: u64,
    /// Cycles in which compute waited for memory.
    pub stall_cycles: u64,
}

impl SimStats {
    /// Duration at the configured clock, milliseconds.
    #[must_use]
    pub fn milliseconds(&self) -> f64 {
        self.cycles as f64 / f64::from(self.clock_mhz) / 1000.0
    }
}

impl Utilisation {
    /// Used over slots, 0 to 1.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        if self.slots == 0 { 0.0 } else { self.used as f64 / self.slots as f64 }
    }
}
