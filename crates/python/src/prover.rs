//! Proving, verification and the test setup.

use std::path::{Path, PathBuf};

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use proofsmith_accel::CurveId;
use proofsmith_engine::{CpuEngine, Curve, Engine, SimEngine};
use proofsmith_groth16::{
    ProveOptions, R1csFile, SETUP_WARNING, WitnessFile, ZkeyFile, proof_json, public_json,
    verifying_key_json,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::accelerators::{model, parse};
use crate::errors::Error;
use crate::progress::Progress;

/// The opened files of one proof, and how to make it.
struct Job {
    zkey: ZkeyFile,
    witness: WitnessFile,
    r1cs: Option<R1csFile>,
    seed: Option<u64>,
    progress: Progress,
}

/// JSON texts.
struct Proved {
    proof: String,
    public: String,
    verification_key: String,
    runs: String,
}

impl Job {
    fn prove<C: Curve>(&self, engine: Option<&SimEngine>) -> Result<Proved, Error> {
        match engine {
            Some(engine) => self.prove_on::<C, _>(engine),
            None => self.prove_on::<C, _>(&CpuEngine),
        }
    }

    fn prove_on<C: Curve, E: Engine<C>>(&self, engine: &E) -> Result<Proved, Error> {
        let zkey = self.zkey.view::<C>()?;
        let witness = self.witness.values::<C>()?;
        let progress = |done, total, step: &str| self.progress.report(done, total, step);
        let options =
            ProveOptions { seed: self.seed, r1cs: self.r1cs.as_ref(), progress: Some(&progress) };
        let output = proofsmith_groth16::prove(engine, &zkey, &witness, &options)?;
        Ok(Proved {
            proof: proof_json(&output.proof),
            public: public_json(&output.public),
            verification_key: verifying_key_json(&zkey.verifying_key()?),
            runs: serde_json::to_string(&output.runs)?,
        })
    }
}

/// A verified proof: a dictionary of JSON texts and sizes.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // keyword arguments on the Python side
fn prove<'py>(
    python: Python<'py>,
    zkey: PathBuf,
    wtns: PathBuf,
    r1cs: Option<PathBuf>,
    accelerator_toml: Option<&str>,
    timing: bool,
    seed: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let engine = parse(accelerator_toml)?.map(|accelerator| model(accelerator, timing));
    let progress = Progress::new(progress);
    let (job, proved) = python.detach(|| -> Result<_, Error> {
        let job = Job {
            zkey: ZkeyFile::open(zkey)?,
            witness: WitnessFile::open(wtns)?,
            r1cs: r1cs.map(R1csFile::open).transpose()?,
            seed,
            progress,
        };
        let proved = match job.zkey.curve() {
            CurveId::Bn254 => job.prove::<Bn254>(engine.as_ref()),
            CurveId::Bls12_381 => job.prove::<Bls12_381>(engine.as_ref()),
        }?;
        Ok((job, proved))
    })?;
    let result = PyDict::new(python);
    result.set_item("curve", job.zkey.curve().name())?;
    result.set_item("wires", job.zkey.n_vars())?;
    result.set_item("domain", job.zkey.domain_size())?;
    result.set_item("proof", proved.proof)?;
    result.set_item("public", proved.public)?;
    result.set_item("verification_key", proved.verification_key)?;
    result.set_item("runs", proved.runs)?;
    Ok(result)
}

/// Whether a proof in snarkjs' JSON files is valid.
#[pyfunction]
fn verify(
    python: Python<'_>,
    verification_key: PathBuf,
    public: PathBuf,
    proof: PathBuf,
) -> Result<bool, Error> {
    python
        .detach(|| proofsmith_groth16::verify_files(verification_key, public, proof))
        .map_err(Error::from)
}

/// Makes a key for tests and returns its verification key as JSON text.
#[pyfunction]
fn setup(
    python: Python<'_>,
    r1cs: PathBuf,
    zkey: PathBuf,
    seed: Option<u64>,
) -> Result<String, Error> {
    python.detach(|| {
        let circuit = R1csFile::open(r1cs)?;
        match circuit.curve() {
            CurveId::Bn254 => setup_on::<Bn254>(&circuit, &zkey, seed),
            CurveId::Bls12_381 => setup_on::<Bls12_381>(&circuit, &zkey, seed),
        }
    })
}

fn setup_on<C: Curve>(circuit: &R1csFile, zkey: &Path, seed: Option<u64>) -> Result<String, Error> {
    Ok(verifying_key_json(&proofsmith_groth16::setup::<C>(circuit, zkey, seed)?))
}

/// Adds this file's functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("SETUP_WARNING", SETUP_WARNING)?;
    module.add_function(wrap_pyfunction!(prove, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)?;
    module.add_function(wrap_pyfunction!(setup, module)?)
}
