//! The exception tree, and how Rust errors enter it.

use std::path::Path;

use proofsmith_accel::AccelError;
use proofsmith_cosim::CosimError;
use proofsmith_engine::EngineError;
use proofsmith_groth16::{FileError, ProveError};
use proofsmith_sim::SimError;
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

/// What a call can refuse.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A description.
    #[error(transparent)]
    Accel(#[from] AccelError),
    /// A description that has no TOML form.
    #[error(transparent)]
    Toml(#[from] toml::ser::Error),
    /// A kernel call.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A model.
    #[error(transparent)]
    Sim(#[from] SimError),
    /// A design that cannot be compared with its model.
    #[error(transparent)]
    Cosim(#[from] CosimError),
    /// A proof or a key.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// A circom or JSON file.
    #[error(transparent)]
    File(#[from] FileError),
    /// A raw input file or an argument.
    #[error("{what}: {reason}")]
    Input {
        /// The file or argument.
        what: String,
        /// What is wrong with it, and what was allowed.
        reason: String,
    },
    /// A record that has no JSON form.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl Error {
    /// A raw input file that cannot be used.
    pub fn file(file: &Path, reason: impl Into<String>) -> Self {
        Self::input(file.display().to_string(), reason)
    }

    /// A raw input file or argument that cannot be used.
    pub fn input(what: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Input { what: what.into(), reason: reason.into() }
    }
}

impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::Accel(_)
            | Error::Toml(_)
            | Error::Engine(_)
            | Error::Sim(_)
            | Error::Prove(ProveError::Engine(_)) => AcceleratorError::new_err(text),
            Error::File(_) | Error::Input { .. } | Error::Cosim(_) | Error::Prove(_) => {
                InputError::new_err(text)
            }
            Error::Json(_) => ProofsmithError::new_err(text),
        }
    }
}

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let python = module.py();
    module.add("ProofsmithError", python.get_type::<ProofsmithError>())?;
    module.add("InputError", python.get_type::<InputError>())?;
    module.add("AcceleratorError", python.get_type::<AcceleratorError>())
}
