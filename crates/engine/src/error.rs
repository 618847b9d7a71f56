//! What an engine can refuse.

/// A call that an engine cannot execute.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The domain is outside the engine's range.
    #[error("{engine}: NTT of 2^{log2_size} points: allowed: 2^{min} to 2^{max}")]
    NttSize {
        /// The engine.
        engine: String,
        /// Requested size.
        log2_size: u32,
        /// Smallest allowed.
        min: u32,
        /// Largest allowed.
        max: u32,
    },
    /// Two inputs that belong together differ in length.
    #[error("{what}: {got} given, {want} needed")]
    Length {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        got: usize,
        /// How many there should be.
        want: usize,
    },
    /// The accelerator was not built for this curve.
    #[error("{engine} has no arithmetic for {curve}: allowed: {allowed}")]
    Curve {
        /// The engine.
        engine: String,
        /// Requested curve.
        curve: &'static str,
        /// What it was built for.
        allowed: String,
    },
    /// The root given for a domain does not have its order.
    #[error("not a primitive root of unity of order 2^{log2_size}")]
    Root {
        /// Order asked for.
        log2_size: u32,
    },
    /// A coset needs a shift that is not 0.
    #[error("the shift of a coset is 0")]
    Shift,
    /// A failure inside the memory model.
    #[error("{0}")]
    Memory(String),
}
