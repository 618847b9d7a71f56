//! The number-theoretic transform: decimation in frequency, block after block so that all stages
//! of a block find it in the cache, in parallel across halves.

use ark_ff::Field;
use rayon::prelude::*;

use super::residue::Residue;
use crate::{Curve, Domain, EngineError, Transform};

/// Elements that one thread transforms, or treats of a larger stage, at a time.
const BLOCK: usize = 1 << 10;

/// Transforms `data` in place, natural order in and out.
pub(super) fn transform<C: Curve>(
    domain: &Domain<C::ScalarField>,
    transform: Transform<C::ScalarField>,
    data: &mut [C::ScalarField],
) -> Result<(), EngineError> {
    if data.len() != domain.size() {
        return Err(EngineError::Length { what: "values", got: data.len(), want: domain.size() });
    }
    let one = C::ScalarField::ONE;
    let invert = |x: C::ScalarField| x.inverse().ok_or(EngineError::Shift);
    // Factor i of the input and of the output is first * ratio^i.
    let (root, before, after) = match transform {
        Transform::Forward(shift) => {
            let shift = shift.unwrap_or(one);
            invert(shift)?;
            (domain.root(), (one, shift), (one, one))
        }
        Transform::Inverse(shift) => {
            let scale = invert(C::ScalarField::from(domain.size() as u64))?;
            (invert(domain.root())?, (one, one), (scale, invert(shift.unwrap_or(one))?))
        }
    };
    let mut values: Vec<Residue<C>> = data.par_iter().map(Residue::new).collect();
    scale(&mut values, before);
    forward(&mut values, &twiddles(root, domain.size()));
    let shift = usize::BITS - domain.log2_size();
    let reversed = |i: usize| i.reverse_bits().checked_shr(shift).unwrap_or(0);
    let mut ordered: Vec<Residue<C>> =
        (0..values.len()).into_par_iter().map(|i| values[reversed(i)]).collect();
    scale(&mut ordered, after);
    data.par_iter_mut().zip(&ordered).for_each(|(to, from)| *to = from.element());
    Ok(())
}

/// Multiplies value i by first * ratio^i.
fn scale<C: Curve>(values: &mut [Residue<C>], (first, ratio): (C::ScalarField, C::ScalarField)) {
    if first == C::ScalarField::ONE && ratio == C::ScalarField::ONE {
        return;
    }
    values.par_chunks_mut(BLOCK).enumerate().for_each(|(block, values)| {
        let mut factor = Residue::new(&(first * ratio.pow([(block * BLOCK) as u64])));
        let ratio = Residue::new(&ratio);
        for value in values {
            *value = *value * factor;
            factor = factor * ratio;
        }
    });
}

/// For each stage, the first of n points down to the last of 2, the powers of its root.
fn twiddles<C: Curve>(root: C::ScalarField, size: usize) -> Vec<Vec<Residue<C>>> {
    let mut stage = vec![Residue::new(&C::ScalarField::ONE); size / 2];
    scale(&mut stage, (C::ScalarField::ONE, root));
    let mut stages = Vec::new();
    while !stage.is_empty() {
        let next = stage.iter().step_by(2).copied().take(stage.len() / 2).collect();
        stages.push(std::mem::replace(&mut stage, next));
    }
    stages
}

/// Natural order in, bit-reversed order out; the stages that are left for these values.
fn forward<C: Curve>(values: &mut [Residue<C>], stages: &[Vec<Residue<C>>]) {
    if values.len() <= BLOCK {
        return forward_serial(values, stages);
    }
    let Some((twiddles, stages)) = stages.split_first() else { return };
    let (low, high) = values.split_at_mut(twiddles.len());
    low.par_chunks_mut(BLOCK)
        .zip(high.par_chunks_mut(BLOCK))
        .zip(twiddles.par_chunks(BLOCK))
        .for_each(|((low, high), twiddles)| butterflies(low, high, twiddles));
    rayon::join(|| forward(low, stages), || forward(high, stages));
}

fn forward_serial<C: Curve>(values: &mut [Residue<C>], stages: &[Vec<Residue<C>>]) {
    for twiddles in stages {
        for block in values.chunks_exact_mut(2 * twiddles.len()) {
            let (low, high) = block.split_at_mut(twiddles.len());
            if let ([low], [high]) = (&mut *low, &mut *high) {
                (*low, *high) = (*low + *high, *low - *high); // the only twiddle is 1
            } else {
                butterflies(low, high, twiddles);
            }
        }
    }
}

#[inline(always)]
fn butterflies<C: Curve>(low: &mut [Residue<C>], high: &mut [Residue<C>], twiddles: &[Residue<C>]) {
    for ((low, high), twiddle) in low.iter_mut().zip(high).zip(twiddles) {
        (*low, *high) = (*low + *high, (*low - *high) * *twiddle);
    }
}
