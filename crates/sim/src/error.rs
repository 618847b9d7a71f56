//! What a model can refuse.

/// A kernel that a model cannot run.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// Transform size outside the engine's range.
    #[error("{accelerator}: NTT of 2^{log2_size} points: allowed: 2^{min} to 2^{max}")]
    NttSize {
        /// Accelerator.
        accelerator: String,
        /// Requested size.
        log2_size: u32,
        /// Smallest allowed.
        min: u32,
        /// Largest allowed.
        max: u32,
    },
    /// The accelerator's arithmetic does not serve this curve.
    #[error("{accelerator} has no arithmetic for {curve}: allowed: {allowed}")]
    Curve {
        /// Accelerator.
        accelerator: String,
        /// Requested curve.
        curve: &'static str,
        /// What it was built for.
        allowed: String,
    },
    /// The accelerator transforms only.
    #[error("{accelerator} has no MSM engine: allowed: an accelerator with [msm], or the CPU")]
    NoMsm {
        /// Accelerator.
        accelerator: String,
    },
    /// Another number of elements than the model was told.
    #[error("{what}: {got} given, {want} needed")]
    Length {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        got: u64,
        /// How many there should be.
        want: u64,
    },
    /// The DRAM simulator could not be set up or read.
    #[error("DRAM simulator: {0}")]
    Dram(String),
}
