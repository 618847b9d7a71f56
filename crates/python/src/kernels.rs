//! Single kernels.

use std::path::PathBuf;
use std::time::Instant;

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::CurveGroup;
use ark_ff::{FftField, PrimeField};
use proofsmith_accel::{Accelerator, CurveId};
use proofsmith_engine::{CpuEngine, Curve, Domain, Engine, Kernel, KernelRun, Transform};
use proofsmith_sim::SimError;
use proofsmith_sim::msm::{Indices, MsmModel, ScalarSource};
use proofsmith_sim::ntt::{Direction, NttModel};
use proofsmith_sim::trace::NoTrace;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::accelerators::{model, parse};
use crate::errors::Error;
use crate::inputs::{self, Source};
use crate::progress::Progress;

/// Little-endian output (`None` in timing mode) and the record of the call.
type Output = (Option<Vec<u8>>, KernelRun);

/// Who executes a kernel.
enum Executor {
    Cpu,
    /// The model moves values.
    Functional(Accelerator),
    /// The model counts cycles; nobody computes values.
    Timing(Accelerator),
}

impl Executor {
    fn new(accelerator_toml: Option<&str>, timing: bool) -> Result<Self, Error> {
        Ok(match parse(accelerator_toml)? {
            None => Self::Cpu,
            Some(accelerator) if timing => Self::Timing(accelerator),
            Some(accelerator) => Self::Functional(accelerator),
        })
    }
}

struct Ntt {
    source: Source,
    seed: u64,
    inverse: bool,
    coset: bool,
    progress: Progress,
}

impl Ntt {
    fn run<C: Curve>(&self, executor: Executor) -> Result<Output, Error> {
        match executor {
            Executor::Cpu => self.compute::<C, _>(&CpuEngine),
            Executor::Functional(accelerator) => {
                self.check_size(&accelerator)?;
                self.compute::<C, _>(&model(accelerator, false))
            }
            Executor::Timing(accelerator) => self.count::<C>(&accelerator),
        }
    }

    /// Refuses what the model would refuse, before any input is made.
    fn check_size(&self, accelerator: &Accelerator) -> Result<(), Error> {
        let log2_size = log2(inputs::count(&self.source)?)?;
        let (min, max) = (accelerator.ntt.min_log2_size(), accelerator.ntt.max_log2_size());
        if log2_size <= max {
            return Ok(());
        }
        Err(SimError::NttSize { accelerator: accelerator.name.clone(), log2_size, min, max }.into())
    }

    /// With snarkjs' root of unity, on the coset of its prover.
    fn compute<C: Curve, E: Engine<C>>(&self, engine: &E) -> Result<Output, Error> {
        let log2_size = log2(inputs::count(&self.source)?)?;
        // The coset's shift is the root of twice the order.
        let most = C::ScalarField::TWO_ADICITY - u32::from(self.coset);
        if log2_size > most {
            let reason = format!("2^{log2_size} points: allowed: up to 2^{most} on this curve");
            return Err(Error::input("size", reason));
        }
        let scalars = inputs::scalars::<C>(&self.source, self.seed)?;
        let domain = Domain::snarkjs(log2_size)?;
        let shift = if self.coset { Some(Domain::snarkjs(log2_size + 1)?.root()) } else { None };
        let transform =
            if self.inverse { Transform::Inverse(shift) } else { Transform::Forward(shift) };
        let mut data: Vec<C::ScalarField> = scalars.into_iter().map(C::ScalarField::from).collect();
        let run = engine.ntt(&domain, transform, &mut data)?;
        Ok((Some(data.iter().flat_map(inputs::scalar_bytes).collect()), run))
    }

    fn count<C: Curve>(&self, accelerator: &Accelerator) -> Result<Output, Error> {
        let log2_size = match self.source {
            Source::Random(log2_size) => log2_size,
            Source::File(_) => log2(inputs::scalars::<C>(&self.source, self.seed)?.len())?,
        };
        let direction = if self.inverse { Direction::Inverse } else { Direction::Forward };
        let start = Instant::now();
        let model = NttModel { accelerator, curve: C::ID, log2_size, direction, coset: self.coset };
        let stats = model.run(&mut NoTrace, &mut |done, total| {
            self.progress.report(done as usize, total as usize, "");
        })?;
        let shift = self.coset.then_some(());
        let transform =
            if self.inverse { Transform::Inverse(shift) } else { Transform::Forward(shift) };
        Ok((None, KernelRun::on_accelerator(transform.into(), 1 << log2_size, stats, start)))
    }
}

struct Msm {
    source: Source,
    points: Option<PathBuf>,
    seed: u64,
    progress: Progress,
}

impl Msm {
    fn run<C: Curve>(&self, executor: Executor) -> Result<Output, Error> {
        match executor {
            Executor::Cpu => self.compute::<C, _>(&CpuEngine),
            // A proof's MSMs would go to the CPU; whoever asks for this one wants the accelerator.
            Executor::Functional(Accelerator { name, msm: None, .. })
            | Executor::Timing(Accelerator { name, msm: None, .. }) => {
                Err(SimError::NoMsm { accelerator: name }.into())
            }
            Executor::Functional(accelerator) => self.compute::<C, _>(&model(accelerator, false)),
            Executor::Timing(accelerator) => match self.source {
                Source::Random(log2_size) => {
                    let scalars = inputs::random_scalars::<C>(log2_size, self.seed)?;
                    self.count::<C, _>(&accelerator, &scalars)
                }
                Source::File(_) => {
                    let scalars = inputs::scalars::<C>(&self.source, self.seed)?;
                    let limbs: Vec<[u64; 4]> = scalars.iter().map(|scalar| scalar.0).collect();
                    self.count::<C, _>(&accelerator, &limbs[..])
                }
            },
        }
    }

    fn compute<C: Curve, E: Engine<C>>(&self, engine: &E) -> Result<Output, Error> {
        let scalars = inputs::scalars::<C>(&self.source, self.seed)?;
        let points = match &self.points {
            Some(file) => inputs::read_points::<C>(file)?,
            None => inputs::random_points::<C>(scalars.len(), self.seed),
        };
        let bases = engine.load_g1(points)?;
        let (sum, run) = engine.msm_g1(&bases, &scalars)?;
        Ok((Some(inputs::point_bytes::<C>(&sum.into_affine())), run))
    }

    fn count<C: Curve, S: ScalarSource + ?Sized>(
        &self,
        accelerator: &Accelerator,
        scalars: &S,
    ) -> Result<Output, Error> {
        let start = Instant::now();
        let modulus = C::ScalarField::MODULUS.0;
        let model = MsmModel { accelerator, curve: C::ID, modulus, passes: None };
        let run = model.run(scalars, &Indices, &mut NoTrace, &mut |done, total| {
            self.progress.report(done as usize, total as usize, "");
        })?;
        Ok((
            None,
            KernelRun::on_accelerator(Kernel::MsmG1, scalars.len() as usize, run.stats, start),
        ))
    }
}

/// One NTT: (raw output, JSON array with its record).
#[pyfunction]
#[allow(clippy::too_many_arguments)] // keyword arguments on the Python side
fn ntt<'py>(
    python: Python<'py>,
    curve: &str,
    source: Source,
    seed: u64,
    inverse: bool,
    coset: bool,
    accelerator_toml: Option<&str>,
    timing: bool,
    progress: Option<Py<PyAny>>,
) -> Result<(Option<Bound<'py, PyBytes>>, String), Error> {
    let (curve, executor) = (parse_curve(curve)?, Executor::new(accelerator_toml, timing)?);
    let job = Ntt { source, seed, inverse, coset, progress: Progress::new(progress) };
    let output = python.detach(|| match curve {
        CurveId::Bn254 => job.run::<Bn254>(executor),
        CurveId::Bls12_381 => job.run::<Bls12_381>(executor),
    })?;
    into_python(python, output)
}

/// One MSM in G1: (raw output, JSON array with its record).
#[pyfunction]
#[allow(clippy::too_many_arguments)] // keyword arguments on the Python side
fn msm<'py>(
    python: Python<'py>,
    curve: &str,
    source: Source,
    points: Option<PathBuf>,
    seed: u64,
    accelerator_toml: Option<&str>,
    timing: bool,
    progress: Option<Py<PyAny>>,
) -> Result<(Option<Bound<'py, PyBytes>>, String), Error> {
    let (curve, executor) = (parse_curve(curve)?, Executor::new(accelerator_toml, timing)?);
    let job = Msm { source, points, seed, progress: Progress::new(progress) };
    let output = python.detach(|| match curve {
        CurveId::Bn254 => job.run::<Bn254>(executor),
        CurveId::Bls12_381 => job.run::<Bls12_381>(executor),
    })?;
    into_python(python, output)
}

fn parse_curve(name: &str) -> Result<CurveId, Error> {
    CurveId::ALL.into_iter().find(|curve| curve.name() == name).ok_or_else(|| {
        let allowed = CurveId::ALL.map(CurveId::name).join(", ");
        Error::input("curve", format!("'{name}': allowed: {allowed}"))
    })
}

fn log2(size: usize) -> Result<u32, Error> {
    if size.is_power_of_two() {
        return Ok(size.ilog2());
    }
    Err(Error::input("scalars", format!("{size} of them: an NTT takes a power of two")))
}

fn into_python(
    python: Python<'_>,
    (bytes, run): Output,
) -> Result<(Option<Bound<'_, PyBytes>>, String), Error> {
    Ok((bytes.map(|bytes| PyBytes::new(python, &bytes)), serde_json::to_string(&[run])?))
}

/// Adds this file's functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(ntt, module)?)?;
    module.add_function(wrap_pyfunction!(msm, module)?)
}
