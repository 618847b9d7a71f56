//! The exception tree, and how Rust errors enter it.

use proofsmith_accel::AccelError;
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(proofsmith, ProofsmithError, PyException, "Anything proofsmith can refuse.");
create_exception!(
    proofsmith,
    InputError,
    ProofsmithError,
    "A file or value that cannot be used: missing, malformed, or contradicting another."
);
create_exception!(
    proofsmith,
    AcceleratorError,
    ProofsmithError,
    "An accelerator description that is wrong, or a kernel the accelerator cannot execute."
);

/// A Rust error that has a place in the exception tree.
pub trait IntoPython {
    /// The exception to raise.
    fn into_python(self) -> PyErr;
}

impl IntoPython for AccelError {
    fn into_python(self) -> PyErr {
        AcceleratorError::new_err(self.to_string())
    }
}

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let python = module.py();
    module.add("ProofsmithError", python.get_type::<ProofsmithError>())?;
    module.add("InputError", python.get_type::<InputError>())?;
    module.add("AcceleratorError", python.get_type::<AcceleratorError>())
}
