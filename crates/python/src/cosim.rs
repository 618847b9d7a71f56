//! Lockstep of Verilated designs and their models.

use std::path::PathBuf;

use proofsmith_cosim::{Design, Direction, Options, Port, run, suite};
use pyo3::prelude::*;

use crate::accelerators::parse;
use crate::errors::Error;

/// The workloads that compare the design `name`.
#[pyfunction]
fn cosim_workloads(
    name: &str,
    accelerator_toml: Option<&str>,
    cycles: u64,
    seed: u64,
) -> Result<Vec<String>, Error> {
    let options = Options { accelerator: parse(accelerator_toml)?, cycles, seed };
    Ok(suite(name, &options)?.iter().map(|workload| workload.name()).collect())
}

/// One workload, by its place among all: (cycles compared, first difference).
#[pyfunction]
#[allow(clippy::too_many_arguments)] // keyword arguments on the Python side
fn cosim(
    python: Python<'_>,
    name: &str,
    workload: usize,
    library: PathBuf,
    inputs: Vec<(String, u32)>,
    outputs: Vec<(String, u32)>,
    accelerator_toml: Option<&str>,
    cycles: u64,
    seed: u64,
) -> Result<(u64, Option<String>), Error> {
    let options = Options { accelerator: parse(accelerator_toml)?, cycles, seed };
    let port = |direction| move |(name, bits)| Port { name, bits, direction };
    let inputs = inputs.into_iter().map(port(Direction::Input));
    let ports: Vec<Port> = inputs.chain(outputs.into_iter().map(port(Direction::Output))).collect();
    python.detach(|| {
        let suite = suite(name, &options)?;
        let Some(workload) = suite.get(workload) else {
            let reason = format!("{workload}: allowed: below {}", suite.len());
            return Err(Error::input("workload", reason));
        };
        let outcome = run(workload.as_ref(), &mut Design::load(&library, &ports)?)?;
        Ok((outcome.cycles, outcome.difference))
    })
}

/// Adds this file's functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(cosim_workloads, module)?)?;
    module.add_function(wrap_pyfunction!(cosim, module)?)
}
