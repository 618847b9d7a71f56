//! Every reader run over the whole of a file, for the tests and the fuzz targets.
#![allow(dead_code, reason = "each user takes its own part")]

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ff::BigInt;
use proofsmith_accel::CurveId;
use proofsmith_engine::Curve;
use proofsmith_groth16::{FileError, G1Section, JsonFile, R1csFile, WitnessFile, ZkeyFile};

/// Calls the function with the curve as its type.
macro_rules! on_curve {
    ($curve:expr, $function:ident($($argument:expr),*)) => {
        match $curve {
            CurveId::Bn254 => $function::<Bn254>($($argument),*),
            CurveId::Bls12_381 => $function::<Bls12_381>($($argument),*),
        }
    };
}

/// Reads a circuit with all its constraints.
pub fn r1cs(label: &str, bytes: Vec<u8>) -> Result<(), FileError> {
    let file = R1csFile::from_bytes(label, bytes)?;
    on_curve!(file.curve(), constraints(&file))
}

/// Reads a witness with all its values.
pub fn wtns(label: &str, bytes: Vec<u8>) -> Result<(), FileError> {
    let file = WitnessFile::from_bytes(label, bytes)?;
    on_curve!(file.curve(), values(&file))
}

/// Reads a key with all its points and coefficients.
pub fn zkey(label: &str, bytes: Vec<u8>) -> Result<(), FileError> {
    let file = ZkeyFile::from_bytes(label, bytes)?;
    on_curve!(file.curve(), key(&file))
}

/// Reads a proof.
pub fn proof(label: &str, bytes: Vec<u8>) -> Result<(), FileError> {
    let file = JsonFile::from_bytes(label, bytes);
    on_curve!(file.curve()?, one_proof(&file))
}

/// Reads public signals of a statement with two of them.
pub fn public(label: &str, bytes: Vec<u8>) -> Result<(), FileError> {
    JsonFile::from_bytes(label, bytes).public::<Bn254>(2).map(drop)
}

/// Reads a verification key.
pub fn verification_key(label: &str, bytes: Vec<u8>) -> Result<(), FileError> {
    let file = JsonFile::from_bytes(label, bytes);
    on_curve!(file.curve()?, one_verification_key(&file))
}

fn constraints<C: Curve>(file: &R1csFile) -> Result<(), FileError> {
    file.constraints::<C>()?.try_for_each(|constraint| constraint.map(drop))
}

fn values<C: Curve>(file: &WitnessFile) -> Result<(), FileError> {
    file.values::<C>().map(drop)
}

fn key<C: Curve>(file: &ZkeyFile) -> Result<(), FileError> {
    let key = file.view::<C>()?;
    for section in [G1Section::Ic, G1Section::A, G1Section::B1, G1Section::C, G1Section::H] {
        key.g1_points(section)?;
    }
    key.g2_points()?;
    key.evaluate(&vec![BigInt::one(); file.n_vars()]).map(drop)
}

fn one_proof<C: Curve>(file: &JsonFile) -> Result<(), FileError> {
    file.proof::<C>().map(drop)
}

fn one_verification_key<C: Curve>(file: &JsonFile) -> Result<(), FileError> {
    file.verifying_key::<C>().map(drop)
}
