//! Cycle-exact models of the accelerators in `accelerators/*.toml`.
//!
//! A model runs in *functional* mode (it computes with real field elements and points; the result is
//! the answer) or in *timing* mode (indices only, for sizes that do not fit in memory). Both give the
//! same cycles, statistics and trace: the MSM is one piece of code over either, the NTT's schedule
//! does not depend on data at all, so [`ntt::NttModel`] counts and [`ntt::four_step`] computes.
//! Nothing here reads a clock or draws a random number.

mod error;
pub mod memory;
pub mod msm;
pub mod ntt;
mod stats;
pub mod trace;

pub use error::SimError;
pub use stats::{DramStats, Phase, SimStats, Utilisation};

use proofsmith_accel::{Accelerator, CurveId};

fn check_curve(accelerator: &Accelerator, curve: CurveId) -> Result<(), SimError> {
    if accelerator.curves.contains(&curve) {
        return Ok(());
    }
    Err(SimError::Curve {
        accelerator: accelerator.name.clone(),
        curve: curve.name(),
        allowed: accelerator.curves.iter().map(|c| c.name()).collect::<Vec<_>>().join(", "),
    })
}
