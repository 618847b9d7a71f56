//! Inputs of single kernels: raw files, or random values from a seed.

use std::fs;
use std::path::{Path, PathBuf};

use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{BigInt, BigInteger, PrimeField};
use proofsmith_engine::Curve;
use proofsmith_sim::msm::{RandomScalars, ScalarSource};
use pyo3::FromPyObject;
use rayon::prelude::*;

use crate::errors::Error;

/// The largest input that is never held in memory, log2 of its elements.
const MAX_LOG2_SIZE: u32 = 30;
/// The largest input that is, log2 of its elements.
const MAX_LOG2_VALUES: u32 = 28;
const SCALAR_BYTES: usize = 32;

/// Where scalars come from.
#[derive(FromPyObject)]
pub enum Source {
    /// Random ones; log2 of how many.
    Random(u32),
    /// A raw file of little-endian scalars below r.
    File(PathBuf),
}

/// Random scalars below r, made on the fly.
pub fn random_scalars<C: Curve>(log2_size: u32, seed: u64) -> Result<RandomScalars, Error> {
    check_size(log2_size, MAX_LOG2_SIZE)?;
    Ok(RandomScalars { seed, count: 1 << log2_size, modulus: C::ScalarField::MODULUS.0 })
}

/// How many scalars there are, before any is made or read.
///
/// # Errors
/// A file that is not a regular one or has another size; an input that is too large.
pub fn count(source: &Source) -> Result<usize, Error> {
    match source {
        Source::Random(log2_size) => {
            check_size(*log2_size, MAX_LOG2_VALUES)?;
            Ok(1 << log2_size)
        }
        Source::File(file) => count_elements(file, SCALAR_BYTES),
    }
}

/// Scalars below r.
///
/// # Errors
/// A file that cannot be read or holds something else; a random input that is too large.
pub fn scalars<C: Curve>(source: &Source, seed: u64) -> Result<Vec<BigInt<4>>, Error> {
    match source {
        Source::Random(log2_size) => {
            check_size(*log2_size, MAX_LOG2_VALUES)?;
            let random = random_scalars::<C>(*log2_size, seed)?;
            Ok((0..random.count).into_par_iter().map(|i| BigInt(random.scalar(i))).collect())
        }
        Source::File(file) => read_elements(file, SCALAR_BYTES, |index, bytes| {
            let scalar = BigInt(std::array::from_fn(|i| limb(&bytes[8 * i..])));
            if scalar < C::ScalarField::MODULUS {
                Ok(scalar)
            } else {
                Err(Error::file(file, format!("scalar {index} is not below r")))
            }
        }),
    }
}

/// Points from a raw file: x||y, little-endian, standard form, zeros for infinity.
pub fn read_points<C: Curve>(file: &Path) -> Result<Vec<C::G1Affine>, Error> {
    let width = 8 * C::FQ_LIMBS;
    read_elements(file, 2 * width, |index, bytes| {
        let bad = |reason| Error::file(file, format!("point {index} {reason}"));
        let coordinate = |bytes: &[u8]| {
            let value = C::BaseField::from_le_bytes_mod_order(bytes);
            (value.into_bigint().to_bytes_le() == bytes).then_some(value)
        };
        let x = coordinate(&bytes[..width]).ok_or_else(|| bad("has a coordinate not below q"))?;
        let y = coordinate(&bytes[width..]).ok_or_else(|| bad("has a coordinate not below q"))?;
        let point = C::g1(x, y).ok_or_else(|| bad("is not on the curve"))?;
        if C::g1_in_subgroup(&point) { Ok(point) } else { Err(bad("is not in the subgroup")) }
    })
}

/// Distinct points in a row: (seed + 1 + i) G. A workload, not a source of secrets.
pub fn random_points<C: Curve>(count: usize, seed: u64) -> Vec<C::G1Affine> {
    const CHUNK: usize = 1 << 12;
    let generator = C::G1Affine::generator();
    let first = C::ScalarField::from(seed) + C::ScalarField::from(1u64);
    (0..count.div_ceil(CHUNK))
        .into_par_iter()
        .flat_map_iter(|chunk| {
            let start = chunk * CHUNK;
            let mut point = C::G1::generator() * (first + C::ScalarField::from(start as u64));
            let mut points = Vec::with_capacity(CHUNK);
            for _ in start..count.min(start + CHUNK) {
                points.push(point);
                point += generator;
            }
            C::G1::normalize_batch(&points)
        })
        .collect()
}

/// A scalar as it stands in raw files.
pub fn scalar_bytes<F: PrimeField>(scalar: &F) -> Vec<u8> {
    scalar.into_bigint().to_bytes_le()
}

/// A point as it stands in raw files.
pub fn point_bytes<C: Curve>(point: &C::G1Affine) -> Vec<u8> {
    C::g1_xy(point).iter().flat_map(|coordinate| coordinate.into_bigint().to_bytes_le()).collect()
}

fn check_size(log2_size: u32, most: u32) -> Result<(), Error> {
    if log2_size <= most {
        return Ok(());
    }
    Err(Error::input("size", format!("2^{log2_size} elements: allowed: up to 2^{most}")))
}

/// Elements of `bytes` bytes in a regular file.
fn count_elements(file: &Path, bytes: usize) -> Result<usize, Error> {
    // Asked before opening it: to open a FIFO would wait for a writer.
    let found = fs::metadata(file).map_err(|error| Error::file(file, error.to_string()))?;
    if !found.is_file() {
        return Err(Error::file(file, "not a regular file"));
    }
    let (length, bytes) = (found.len(), bytes as u64);
    if length == 0 || length % bytes != 0 || length / bytes > 1 << MAX_LOG2_VALUES {
        let reason = format!(
            "{length} bytes: allowed: a positive multiple of {bytes}, up to 2^{MAX_LOG2_VALUES} \
             elements"
        );
        return Err(Error::file(file, reason));
    }
    Ok((length / bytes) as usize)
}

fn read_elements<T: Send>(
    file: &Path,
    bytes: usize,
    parse: impl Fn(usize, &[u8]) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    count_elements(file, bytes)?;
    let data = fs::read(file).map_err(|error| Error::file(file, error.to_string()))?;
    data.par_chunks_exact(bytes).enumerate().map(|(index, element)| parse(index, element)).collect()
}

fn limb(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| bytes[i]))
}
