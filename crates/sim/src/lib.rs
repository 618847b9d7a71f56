//! Cycle-exact models of the accelerators in `accelerators/*.toml`.
//!
//! A model runs in *functional* mode (it moves real field elements and points; the result is the
//! answer) or in *timing* mode (indices only, for sizes that do not fit in memory). Both give the
//! same cycles, statistics and trace. Nothing here reads a clock or draws a random number.

pub mod stats;

pub use stats::{DramStats, Phase, SimStats, Utilisation};
