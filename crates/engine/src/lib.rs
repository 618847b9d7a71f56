//! The two kernels that dominate a zk-SNARK prover, NTT and MSM, behind one small trait.
//!
//! A prover is generic over [`Engine`]; each call returns a [`KernelRun`] that says what it took.

mod cpu;
mod curve;
mod domain;
pub mod edwards;
mod error;
mod run;
mod sim_engine;

pub use cpu::{CpuBases, CpuEngine, MsmCurve};
pub use curve::Curve;
pub use domain::{Domain, Transform};
pub use error::EngineError;
pub use run::{Kernel, KernelRun};
pub use sim_engine::{SimBases, SimEngine, SimMode};

use ark_ff::BigInt;

/// Executes NTTs and MSMs of one curve.
pub trait Engine<C: Curve>: Send + Sync {
    /// G1 bases in the form the engine keeps them in.
    type G1Bases: Send + Sync;
    /// G2 bases in the form the engine keeps them in.
    type G2Bases: Send + Sync;

    /// Name for reports: `cpu`, or the accelerator's name.
    fn name(&self) -> &str;

    /// Transforms `data` (length `domain.size()`) in place, natural order in and out.
    ///
    /// # Errors
    /// A size the engine does not support, or data of another length than the domain.
    fn ntt(
        &self,
        domain: &Domain<C::ScalarField>,
        transform: Transform<C::ScalarField>,
        data: &mut [C::ScalarField],
    ) -> Result<KernelRun, EngineError>;

    /// Takes G1 bases, to be used by any number of MSMs. Infinity is allowed among them.
    ///
    /// # Errors
    /// More points than the engine can hold.
    fn load_g1(&self, points: Vec<C::G1Affine>) -> Result<Self::G1Bases, EngineError>;

    /// Takes G2 bases, to be used by any number of MSMs. Infinity is allowed among them.
    ///
    /// # Errors
    /// More points than the engine can hold.
    fn load_g2(&self, points: Vec<C::G2Affine>) -> Result<Self::G2Bases, EngineError>;

    /// Sum of `scalars[i] * bases[i]` in G1. Scalars are reduced, in standard form.
    ///
    /// # Errors
    /// Another number of scalars than bases.
    fn msm_g1(
        &self,
        bases: &Self::G1Bases,
        scalars: &[BigInt<4>],
    ) -> Result<(C::G1, KernelRun), EngineError>;

    /// Sum of `scalars[i] * bases[i]` in G2. Scalars are reduced, in standard form.
    ///
    /// # Errors
    /// Another number of scalars than bases.
    fn msm_g2(
        &self,
        bases: &Self::G2Bases,
        scalars: &[BigInt<4>],
    ) -> Result<(C::G2, KernelRun), EngineError>;
}
