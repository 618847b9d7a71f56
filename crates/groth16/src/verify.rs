//! Groth16 verification: e(A, B) = e(alpha, beta) e(IC.public, gamma) e(C, delta).

use std::path::Path;

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::{AffineRepr, VariableBaseMSM, pairing::Pairing};
use ark_ff::Zero;
use proofsmith_accel::CurveId;
use proofsmith_engine::Curve;

use crate::{FileError, json::JsonFile};

/// A proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<C: Pairing> {
    /// pi_a.
    pub a: C::G1Affine,
    /// pi_b.
    pub b: C::G2Affine,
    /// pi_c.
    pub c: C::G1Affine,
}

/// A verification key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyingKey<C: Pairing> {
    /// alpha in G1.
    pub alpha1: C::G1Affine,
    /// beta in G2.
    pub beta2: C::G2Affine,
    /// gamma in G2.
    pub gamma2: C::G2Affine,
    /// delta in G2.
    pub delta2: C::G2Affine,
    /// One point for the constant 1, then one for each public signal.
    pub ic: Vec<C::G1Affine>,
}

/// Whether `proof` proves the statement with these public signals (outputs first, without the
/// constant 1). Points are taken to be in their subgroups, as the readers ensure. Another number
/// of signals than the key's is a statement that nothing proves.
#[must_use]
pub fn verify<C: Curve>(
    key: &VerifyingKey<C>,
    public: &[C::ScalarField],
    proof: &Proof<C>,
) -> bool {
    let Some((constant, signals)) = key.ic.split_first() else { return false };
    let Ok(sum) = C::G1::msm(signals, public) else { return false };
    let (minus_a, statement) = ((-proof.a.into_group()).into(), (sum + constant).into());
    let left: [C::G1Affine; 4] = [minus_a, key.alpha1, statement, proof.c];
    C::multi_pairing(left, [proof.b, key.beta2, key.gamma2, key.delta2]).is_zero()
}

/// [`verify`] on snarkjs' JSON files: verification key, public signals and proof.
///
/// # Errors
/// A file that cannot be read or is refused, or that belongs to another curve or circuit than the
/// verification key.
pub fn verify_files(
    key: impl AsRef<Path>,
    public: impl AsRef<Path>,
    proof: impl AsRef<Path>,
) -> Result<bool, FileError> {
    let (key, public, proof) =
        (JsonFile::open(key)?, JsonFile::open(public)?, JsonFile::open(proof)?);
    match key.curve()? {
        CurveId::Bn254 => verify_json::<Bn254>(&key, &public, &proof),
        CurveId::Bls12_381 => verify_json::<Bls12_381>(&key, &public, &proof),
    }
}

fn verify_json<C: Curve>(
    key: &JsonFile,
    public: &JsonFile,
    proof: &JsonFile,
) -> Result<bool, FileError> {
    let key = key.verifying_key::<C>()?;
    let public = public.public::<C>(key.ic.len() - 1)?;
    Ok(verify(&key, &public, &proof.proof::<C>()?))
}
