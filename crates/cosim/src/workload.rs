//! What `proofsmith cosim NAME` runs.

use proofsmith_accel::Accelerator;

use crate::workloads::{axi_copy, delay_commutator, fifo, multi_bank, ntt, stream};
use crate::{CosimError, Design};

/// One lockstep of a design with its model.
pub trait Workload {
    /// What is done, in a few words.
    fn name(&self) -> String;

    /// Runs a design that was just reset beside its model; returns the cycles compared.
    ///
    /// # Errors
    /// The first difference, or why there is nothing to compare.
    fn run(&self, design: &mut Design) -> Result<u64, CosimError>;
}

/// What all workloads of a name are made from.
pub struct Options {
    /// The description that the design was built from, where there is one.
    pub accelerator: Option<Accelerator>,
    /// How long a workload without an end of its own runs, in cycles.
    pub cycles: u64,
    /// Of random data and random waiting.
    pub seed: u64,
}

/// The workloads of one design.
pub type Suite = Vec<Box<dyn Workload>>;

type MakeSuite = fn(&Options) -> Result<Suite, CosimError>;

/// Every design with a model to run beside it.
const SUITES: &[(&str, MakeSuite)] = &[
    ("axi_copy", axi_copy::suite),
    ("delay_commutator_engine", delay_commutator::suite),
    ("delay_feedback", ntt::suite),
    ("delay_feedback_engine", stream::suite),
    ("delay_feedback_engine_pipelined", stream::suite),
    ("delay_feedback_small", ntt::suite),
    ("fifo", fifo::suite),
    ("multi_bank_engine", multi_bank::suite),
    ("reconf", ntt::suite),
    ("reconf_narrow", ntt::narrow_suite),
    ("reconf_small", ntt::suite),
    ("reconf_wide", ntt::wide_suite),
    ("reorder", ntt::suite),
    ("reorder_engine", stream::suite),
    ("reorder_engine_pipelined", stream::suite),
    ("reorder_small", ntt::suite),
    ("uninm", ntt::suite),
    ("uninm_small", ntt::suite),
];

/// The workloads of a name.
///
/// # Errors
/// There is none of this name, or it needs other options.
pub fn suite(name: &str, options: &Options) -> Result<Suite, CosimError> {
    let Some((_, make)) = SUITES.iter().find(|(known, _)| *known == name) else {
        let allowed = SUITES.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        return Err(CosimError::Unknown { what: "design", name: name.into(), allowed });
    };
    make(options)
}

/// How a workload ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Cycles compared, without the one that differs.
    pub cycles: u64,
    /// The first difference, failed assertion or broken rule.
    pub difference: Option<String>,
}

/// Runs a workload, to its end or to the first thing that is found.
///
/// # Errors
/// The workload cannot be run.
pub fn run(workload: &dyn Workload, design: &mut Design) -> Result<Outcome, CosimError> {
    design.reset()?;
    match workload.run(design) {
        Ok(cycles) => Ok(Outcome { cycles, difference: None }),
        Err(error) if error.is_finding() => {
            Ok(Outcome { cycles: design.cycle(), difference: Some(error.to_string()) })
        }
        Err(error) => Err(error),
    }
}
