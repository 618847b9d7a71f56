//! Recognising a curve by the primes that a file states.

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::pairing::Pairing;
use ark_ff::{BigInteger, FftField, PrimeField};
use proofsmith_accel::CurveId;

use crate::{FileError, container::Cursor};

/// What the readers need of a curve before they know its type.
#[derive(Clone, Copy)]
pub(crate) struct CurveInfo {
    pub id: CurveId,
    /// Bytes of a base-field element.
    pub n8q: usize,
    /// Domains of order 2^k exist up to this k.
    pub two_adicity: u32,
    q: fn() -> Vec<u8>,
    r: fn() -> Vec<u8>,
}

/// Bytes of a scalar, on every curve served.
pub(crate) const N8R: usize = 32;

const CURVES: [CurveInfo; 2] =
    [info::<Bn254>(CurveId::Bn254, 32), info::<Bls12_381>(CurveId::Bls12_381, 48)];

const fn info<P: Pairing>(id: CurveId, n8q: usize) -> CurveInfo {
    CurveInfo {
        id,
        n8q,
        two_adicity: P::ScalarField::TWO_ADICITY,
        q: modulus::<P::BaseField>,
        r: modulus::<P::ScalarField>,
    }
}

fn modulus<F: PrimeField>() -> Vec<u8> {
    F::MODULUS.to_bytes_le()
}

/// Reads a prime's size and the prime: the base field of a curve served.
pub(crate) fn read_base_prime(cursor: &mut Cursor<'_>) -> Result<CurveInfo, FileError> {
    read_prime(cursor, "base", |curve| (curve.q)())
}

/// Reads a prime's size and the prime: the scalar field of a curve served.
pub(crate) fn read_scalar_prime(cursor: &mut Cursor<'_>) -> Result<CurveInfo, FileError> {
    read_prime(cursor, "scalar", |curve| (curve.r)())
}

fn read_prime(
    cursor: &mut Cursor<'_>,
    field: &str,
    prime_of: fn(&CurveInfo) -> Vec<u8>,
) -> Result<CurveInfo, FileError> {
    let size = cursor.u32()?;
    if !CURVES.iter().any(|curve| prime_of(curve).len() == size as usize) {
        return Err(cursor.error(format!("{field} field of {size} bytes: allowed: {}", allowed())));
    }
    let prime = cursor.bytes(size as usize)?;
    let found = CURVES.iter().find(|curve| prime_of(curve) == prime);
    found.copied().ok_or_else(|| {
        cursor.error(format!("unknown prime of the {field} field: allowed: those of {}", allowed()))
    })
}

fn allowed() -> String {
    CURVES.map(|curve| curve.id.name()).join(", ")
}
