//! Verification.

use pyo3::prelude::*;

use crate::errors::Error;

/// Whether a proof in snarkjs' JSON files is valid.
#[pyfunction]
fn verify(
    python: Python<'_>,
    verification_key: &str,
    public: &str,
    proof: &str,
) -> Result<bool, Error> {
    python
        .detach(|| proofsmith_groth16::verify_files(verification_key, public, proof))
        .map_err(Error::from)
}

/// Adds this file's functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(verify, module)?)
}
