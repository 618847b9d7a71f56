//! Accelerator descriptions.

use proofsmith_accel::{Accelerator, BUILT_IN, Dram};
use proofsmith_engine::{SimEngine, SimMode};
use pyo3::prelude::*;

use crate::errors::Error;

/// Names of the accelerators that ship with the project.
#[pyfunction]
fn accelerator_names() -> Vec<&'static str> {
    BUILT_IN.iter().map(|(name, _)| *name).collect()
}

/// A description with overrides and memory applied: (JSON, TOML).
#[pyfunction]
#[pyo3(signature = (name, overrides, memory=None))]
fn accelerator(
    name: &str,
    overrides: Vec<String>,
    memory: Option<&str>,
) -> Result<(String, String), Error> {
    let mut accelerator = Accelerator::load(name, &overrides)?;
    if let Some(memory) = memory {
        accelerator.dram = Dram::parse(memory)?;
    }
    Ok((serde_json::to_string(&accelerator)?, toml::to_string(&accelerator)?))
}

/// The description that [`accelerator`] returned as TOML.
pub fn parse(toml: Option<&str>) -> Result<Option<Accelerator>, Error> {
    Ok(toml.map(|toml| Accelerator::parse("accelerator", toml, &[])).transpose()?)
}

/// The engine that models `accelerator`.
pub fn model(accelerator: Accelerator, timing: bool) -> SimEngine {
    SimEngine::new(accelerator, if timing { SimMode::Timing } else { SimMode::Functional })
}

/// Adds this file's functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(accelerator_names, module)?)?;
    module.add_function(wrap_pyfunction!(accelerator, module)?)
}
