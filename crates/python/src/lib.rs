//! The Python module `proofsmith._core`: a thin binding, no arithmetic and no model.
//!
//! Structured results cross as JSON text, which the Python side turns into dataclasses. The
//! interpreter lock is released while a kernel runs.

mod accelerators;
mod cosim;
mod errors;
mod inputs;
mod kernels;
mod progress;
mod prover;

use pyo3::prelude::*;

/// The Rust half of proofsmith.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("COMMIT", env!("PROOFSMITH_COMMIT"))?;
    errors::register(module)?;
    accelerators::register(module)?;
    cosim::register(module)?;
    kernels::register(module)?;
    prover::register(module)
}
