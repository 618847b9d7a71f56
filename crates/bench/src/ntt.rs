//! The same forward NTT by every crate.

use std::hint::black_box;

use ark_ff::PrimeField;
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use ark_std::{UniformRand, test_rng};
use halo2curves::{bn256, ff::PrimeField as _, fft::best_fft};
use proofsmith_engine::{CpuEngine, Curve, Domain, Engine, Transform};

use crate::{Contestant, msm::le_bytes};

fn random<F: UniformRand>(log2_size: u32) -> Vec<F> {
    let mut rng = test_rng();
    (0..1 << log2_size).map(|_| F::rand(&mut rng)).collect()
}

/// Ours and arkworks, over the scalar field of a curve.
#[must_use]
pub fn contestants<C: Curve>(log2_size: u32) -> Vec<Contestant<'static>> {
    let domain = Domain::<C::ScalarField>::arkworks(log2_size).expect("a small domain");
    let radix2 =
        Radix2EvaluationDomain::<C::ScalarField>::new(1 << log2_size).expect("a small domain");
    let values = random::<C::ScalarField>(log2_size);
    let theirs = values.clone();
    vec![
        (
            "ours",
            Box::new(move || {
                let mut values = values.clone();
                Engine::<C>::ntt(&CpuEngine, &domain, Transform::Forward(None), &mut values)
                    .expect("the domain's size");
                black_box(values);
            }),
        ),
        (
            "ark-poly",
            Box::new(move || {
                let mut values = theirs.clone();
                radix2.fft_in_place(&mut values);
                black_box(values);
            }),
        ),
    ]
}

/// Ours, arkworks and halo2curves, over BN254's scalar field.
#[must_use]
pub fn bn254(log2_size: u32) -> Vec<Contestant<'static>> {
    let convert = |value: ark_bn254::Fr| {
        bn256::Fr::from_repr(le_bytes(&value.into_bigint()).into()).expect("reduced")
    };
    let values: Vec<bn256::Fr> =
        random::<ark_bn254::Fr>(log2_size).into_iter().map(convert).collect();
    let root = Domain::<ark_bn254::Fr>::arkworks(log2_size).expect("a small domain").root();
    let root = convert(root);
    let mut contestants = contestants::<ark_bn254::Bn254>(log2_size);
    contestants.push((
        "halo2curves",
        Box::new(move || {
            let mut values = values.clone();
            best_fft(&mut values, root, log2_size);
            black_box(values);
        }),
    ));
    contestants
}
