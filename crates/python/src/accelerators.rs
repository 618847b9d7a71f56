//! Accelerator descriptions.

use proofsmith_accel::{Accelerator, BUILT_IN, Dram};
use pyo3::prelude::*;

use crate::errors::{AcceleratorError, IntoPython};

/// An accelerator with the command line's overrides and memory applied.
pub fn load(name: &str, overrides: &[String], memory: Option<&str>) -> PyResult<Accelerator> {
    let mut accelerator = Accelerator::load(name, overrides).map_err(IntoPython::into_python)?;
    if let Some(memory) = memory {
        accelerator.dram = Dram::parse(memory).map_err(IntoPython::into_python)?;
    }
    Ok(accelerator)
}

/// Names of the accelerators that ship with the project.
#[pyfunction]
fn accelerator_names() -> Vec<&'static str> {
    BUILT_IN.iter().map(|(name, _)| *name).collect()
}

/// The description as it will be used: (JSON, TOML).
#[pyfunction]
#[pyo3(signature = (name, overrides, memory=None))]
fn accelerator(
    name: &str,
    overrides: Vec<String>,
    memory: Option<&str>,
) -> PyResult<(String, String)> {
    let accelerator = load(name, &overrides, memory)?;
    let bad = |error: &dyn std::fmt::Display| AcceleratorError::new_err(error.to_string());
    let json = serde_json::to_string(&accelerator).map_err(|error| bad(&error))?;
    let toml = toml::to_string(&accelerator).map_err(|error| bad(&error))?;
    Ok((json, toml))
}

/// Adds this file's functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(accelerator_names, module)?)?;
    module.add_function(wrap_pyfunction!(accelerator, module)?)
}
