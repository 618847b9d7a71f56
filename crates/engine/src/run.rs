//! The record of one kernel call.

use std::time::Instant;

use proofsmith_sim::SimStats;
use serde::Serialize;

use crate::Transform;

/// What was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kernel {
    /// Forward NTT.
    Ntt,
    /// Inverse NTT.
    Intt,
    /// Forward NTT on a coset.
    CosetNtt,
    /// Inverse NTT from a coset.
    CosetIntt,
    /// Multi-scalar multiplication in G1.
    MsmG1,
    /// Multi-scalar multiplication in G2.
    MsmG2,
}

/// One kernel call: what it was, who executed it, what it took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KernelRun {
    /// Role in the proof (`A`, `H`, `iNTT a`, ...); empty until the caller names it.
    pub label: String,
    /// What was computed.
    pub kernel: Kernel,
    /// Points of the transform, or terms of the sum.
    pub size: u64,
    /// `cpu`, or the accelerator that the kernel was modelled on.
    pub engine: String,
    /// Wall time of the call on this machine, seconds.
    pub wall_s: f64,
    /// Exact counts, when a modelled accelerator executed it.
    pub sim: Option<SimStats>,
}

impl KernelRun {
    /// A call on the CPU that began at `start` and has just ended.
    pub(crate) fn on_cpu(kernel: Kernel, size: usize, start: Instant) -> Self {
        Self {
            label: String::new(),
            kernel,
            size: size as u64,
            engine: "cpu".into(),
            wall_s: start.elapsed().as_secs_f64(),
            sim: None,
        }
    }

    /// A call on a modelled accelerator that began at `start` and has just ended.
    #[must_use]
    pub fn on_accelerator(kernel: Kernel, size: usize, stats: SimStats, start: Instant) -> Self {
        let engine = stats.accelerator.clone();
        Self { engine, sim: Some(stats), ..Self::on_cpu(kernel, size, start) }
    }
}

impl<F> From<Transform<F>> for Kernel {
    fn from(transform: Transform<F>) -> Self {
        match transform {
            Transform::Forward(None) => Self::Ntt,
            Transform::Forward(Some(_)) => Self::CosetNtt,
            Transform::Inverse(None) => Self::Intt,
            Transform::Inverse(Some(_)) => Self::CosetIntt,
        }
    }
}
