//! Single kernels.

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::CurveGroup;
use ark_ff::PrimeField;
use proofsmith_accel::{Accelerator, CurveId};
use proofsmith_engine::{CpuEngine, Curve, Domain, Engine, KernelRun, Transform};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::Error;
use crate::inputs::{self, Source};

/// Little-endian output (`None` in timing mode) and the record of the call.
type Output = (Option<Vec<u8>>, KernelRun);

/// What an NTT call was asked for.
struct Ntt {
    source: Source,
    seed: u64,
    inverse: bool,
    coset: bool,
}

/// What an MSM call was asked for.
struct Msm {
    source: Source,
    points: Option<String>,
    seed: u64,
}

impl Ntt {
    fn run<C: Curve>(&self, accelerator: Option<&Accelerator>, timing: bool) -> Result<Output, Error> {
        self.run_on::<C, _>(&CpuEngine)
    }

    fn run_on<C: Curve, E: Engine<C>>(&self, engine: &E) -> Result<Output, Error> {
        let mut data: Vec<C::ScalarField> = inputs::scalars::<C>(&self.source, self.seed)?
            .into_iter()
            .map(C::ScalarField::from)
            .collect();
        let (domain, transform) = self.transform::<C>(data.len())?;
        let run = engine.ntt(&domain, transform, &mut data)?;
        Ok((Some(data.iter().flat_map(inputs::scalar_bytes).collect()), run))
    }

    /// The transform with snarkjs' root; the coset is the one of its prover.
    #[allow(clippy::type_complexity)]
    fn transform<C: Curve>(
        &self,
        size: usize,
    ) -> Result<(Domain<C::ScalarField>, Transform<C::ScalarField>), Error> {
        if !size.is_power_of_two() {
            let reason = format!("{size} given: allowed: a power of two");
            return Err(Error::input("scalars of an NTT", reason));
        }
        let domain = Domain::snarkjs(size.ilog2())?;
        let shift = if self.coset { Some(Domain::snarkjs(size.ilog2() + 1)?.root()) } else { None };
        let transform =
            if self.inverse { Transform::Inverse(shift) } else { Transform::Forward(shift) };
        Ok((domain, transform))
    }
}

impl Msm {
    fn run<C: Curve>(&self, accelerator: Option<&Accelerator>, timing: bool) -> Result<Output, Error> {
        self.run_on::<C, _>(&CpuEngine)
    }

    fn run_on<C: Curve, E: Engine<C>>(&self, engine: &E) -> Result<Output, Error> {
        let scalars = inputs::scalars::<C>(&self.source, self.seed)?;
        let points = match &self.points {
            Some(file) => inputs::read_points::<C>(file)?,
            None => inputs::random_points::<C>(scalars.len(), self.seed),
        };
        let bases = engine.load_g1(points)?;
        let (sum, run) = engine.msm_g1(&bases, &scalars)?;
        Ok((Some(inputs::point_bytes::<C>(&sum.into_affine())), run))
    }
}

/// One NTT: (raw output, JSON array with its record).
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn ntt<'py>(
    python: Python<'py>,
    curve: &str,
    source: Source,
    seed: u64,
    inverse: bool,
    coset: bool,
    accelerator_toml: Option<&str>,
    timing: bool,
) -> Result<(Option<Bound<'py, PyBytes>>, String), Error> {
    let (curve, accelerator) = (parse_curve(curve)?, parse_accelerator(accelerator_toml)?);
    let job = Ntt { source, seed, inverse, coset };
    let output = python.detach(|| match curve {
        CurveId::Bn254 => job.run::<Bn254>(accelerator.as_ref(), timing),
        CurveId::Bls12_381 => job.run::<Bls12_381>(accelerator.as_ref(), timing),
    })?;
    into_python(python, output)
}

/// One MSM in G1: (raw output, JSON array with its record).
#[pyfunction]
fn msm<'py>(
    python: Python<'py>,
    curve: &str,
    source: Source,
    points: Option<String>,
    seed: u64,
    accelerator_toml: Option<&str>,
    timing: bool,
) -> Result<(Option<Bound<'py, PyBytes>>, String), Error> {
    let (curve, accelerator) = (parse_curve(curve)?, parse_accelerator(accelerator_toml)?);
    let job = Msm { source, points, seed };
    let output = python.detach(|| match curve {
        CurveId::Bn254 => job.run::<Bn254>(accelerator.as_ref(), timing),
        CurveId::Bls12_381 => job.run::<Bls12_381>(accelerator.as_ref(), timing),
    })?;
    into_python(python, output)
}

/// The description that `accelerator()` returned as TOML.
pub fn parse_accelerator(toml: Option<&str>) -> Result<Option<Accelerator>, Error> {
    Ok(toml.map(|toml| Accelerator::parse("accelerator", toml, &[])).transpose()?)
}

fn parse_curve(name: &str) -> Result<CurveId, Error> {
    CurveId::ALL.into_iter().find(|curve| curve.name() == name).ok_or_else(|| {
        let allowed = CurveId::ALL.map(CurveId::name).join(", ");
        Error::input("curve", format!("'{name}': allowed: {allowed}"))
    })
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
