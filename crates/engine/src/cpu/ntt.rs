//! The number-theoretic transform, by arkworks' parallel radix-2 algorithm with a root and a coset
//! of our choice.

use ark_ff::PrimeField;
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};

use crate::{Domain, EngineError, Transform};

/// Transforms `data` in place, natural order in and out.
pub(super) fn transform<F: PrimeField>(
    domain: &Domain<F>,
    transform: Transform<F>,
    data: &mut [F],
) -> Result<(), EngineError> {
    if data.len() != domain.size() {
        return Err(EngineError::Length { what: "values", got: data.len(), want: domain.size() });
    }
    let (Transform::Forward(shift) | Transform::Inverse(shift)) = transform;
    let radix2 = radix2(domain, shift.unwrap_or(F::ONE))?;
    let mut values = data.to_vec();
    match transform {
        Transform::Forward(_) => radix2.fft_in_place(&mut values),
        Transform::Inverse(_) => radix2.ifft_in_place(&mut values),
    }
    data.copy_from_slice(&values);
    Ok(())
}

fn radix2<F: PrimeField>(
    domain: &Domain<F>,
    offset: F,
) -> Result<Radix2EvaluationDomain<F>, EngineError> {
    let size = domain.size() as u64;
    let root_error = || EngineError::Root { log2_size: domain.log2_size() };
    let size_inv = F::from(size).inverse().ok_or_else(root_error)?;
    Ok(Radix2EvaluationDomain {
        size,
        log_size_of_group: domain.log2_size(),
        size_as_field_element: F::from(size),
        size_inv,
        group_gen: domain.root(),
        group_gen_inv: domain.root().inverse().ok_or_else(root_error)?,
        offset,
        offset_inv: offset.inverse().ok_or(EngineError::Shift)?,
        offset_pow_size: offset.pow([size]),
    })
}
