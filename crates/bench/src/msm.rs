//! The same multi-scalar multiplication by every crate.
//!
//! All crates keep field elements in Montgomery form with R = 2^(64 limbs), so limbs carry over.

use std::hint::black_box;

use ark_ec::CurveGroup;
use ark_ff::{BigInt, PrimeField};
use ark_std::{UniformRand, rand::Rng, test_rng};
use blst::MultiPoint;
use halo2curves::{CurveAffine, bn256, ff::PrimeField as _, msm::msm_best, serde::SerdeObject};
use proofsmith_engine::{CpuEngine, Engine};
use rayon::prelude::*;

use crate::Contestant;

type Bn254 = ark_bn254::Bn254;
type Bls12_381 = ark_bls12_381::Bls12_381;

/// Random points and scalars of one group.
pub struct Inputs<G: CurveGroup> {
    /// Points, none of them infinity.
    pub points: Vec<G::Affine>,
    /// Uniform scalars.
    pub scalars: Vec<BigInt<4>>,
}

impl<G: CurveGroup<ScalarField: PrimeField<BigInt = BigInt<4>>>> Inputs<G> {
    /// 2^`log2_size` points and scalars, the same at every call.
    #[must_use]
    pub fn random(log2_size: u32) -> Self {
        let mut rng = test_rng();
        let count = 0..1 << log2_size;
        let scalars = count.clone().map(|_| G::ScalarField::rand(&mut rng).into_bigint()).collect();
        let factors: Vec<u64> = count.map(|_| rng.gen_range(1..u64::MAX)).collect();
        let multiple = |factor: &u64| G::generator() * G::ScalarField::from(*factor);
        let points: Vec<G> = factors.par_iter().map(multiple).collect();
        Self { points: G::normalize_batch(&points), scalars }
    }
}

/// BN254 G1: ours, arkworks, halo2curves.
#[must_use]
pub fn bn254_g1(inputs: &Inputs<ark_bn254::G1Projective>) -> Vec<Contestant<'_>> {
    let bases = Engine::<Bn254>::load_g1(&CpuEngine, inputs.points.clone()).expect("few points");
    let point = |point: &ark_bn254::G1Affine| bn256::G1Affine {
        x: halo2_fq(&point.x),
        y: halo2_fq(&point.y),
    };
    let ours = move || {
        let run = Engine::<Bn254>::msm_g1(&CpuEngine, &bases, &inputs.scalars);
        _ = black_box(run.expect("lengths"));
    };
    vec![("ours", Box::new(ours)), arkworks(inputs), halo2curves(inputs, point)]
}

/// BN254 G2: ours, arkworks, halo2curves.
#[must_use]
pub fn bn254_g2(inputs: &Inputs<ark_bn254::G2Projective>) -> Vec<Contestant<'_>> {
    let bases = Engine::<Bn254>::load_g2(&CpuEngine, inputs.points.clone()).expect("few points");
    let fq2 = |x: &ark_bn254::Fq2| bn256::Fq2::new(halo2_fq(&x.c0), halo2_fq(&x.c1));
    let point =
        |point: &ark_bn254::G2Affine| bn256::G2Affine { x: fq2(&point.x), y: fq2(&point.y) };
    let ours = move || {
        let run = Engine::<Bn254>::msm_g2(&CpuEngine, &bases, &inputs.scalars);
        _ = black_box(run.expect("lengths"));
    };
    vec![("ours", Box::new(ours)), arkworks(inputs), halo2curves(inputs, point)]
}

/// BLS12-381 G1: ours, arkworks, blst.
#[must_use]
pub fn bls12_381_g1(inputs: &Inputs<ark_bls12_381::G1Projective>) -> Vec<Contestant<'_>> {
    let bases =
        Engine::<Bls12_381>::load_g1(&CpuEngine, inputs.points.clone()).expect("few points");
    let point = |point: &ark_bls12_381::G1Affine| blst::blst_p1_affine {
        x: blst_fp(&point.x),
        y: blst_fp(&point.y),
    };
    let ours = move || {
        let run = Engine::<Bls12_381>::msm_g1(&CpuEngine, &bases, &inputs.scalars);
        _ = black_box(run.expect("lengths"));
    };
    vec![("ours", Box::new(ours)), arkworks(inputs), blst(inputs, point)]
}

/// BLS12-381 G2: ours, arkworks, blst.
#[must_use]
pub fn bls12_381_g2(inputs: &Inputs<ark_bls12_381::G2Projective>) -> Vec<Contestant<'_>> {
    let bases =
        Engine::<Bls12_381>::load_g2(&CpuEngine, inputs.points.clone()).expect("few points");
    let fp2 = |x: &ark_bls12_381::Fq2| blst::blst_fp2 { fp: [blst_fp(&x.c0), blst_fp(&x.c1)] };
    let point = |point: &ark_bls12_381::G2Affine| blst::blst_p2_affine {
        x: fp2(&point.x),
        y: fp2(&point.y),
    };
    let ours = move || {
        let run = Engine::<Bls12_381>::msm_g2(&CpuEngine, &bases, &inputs.scalars);
        _ = black_box(run.expect("lengths"));
    };
    vec![("ours", Box::new(ours)), arkworks(inputs), blst(inputs, point)]
}

fn arkworks<G>(inputs: &Inputs<G>) -> Contestant<'_>
where
    G: CurveGroup<ScalarField: PrimeField<BigInt = BigInt<4>>>,
{
    let call = || _ = black_box(G::msm_bigint(&inputs.points, &inputs.scalars));
    ("arkworks", Box::new(call))
}

fn halo2curves<G, A>(inputs: &Inputs<G>, point: impl Fn(&G::Affine) -> A) -> Contestant<'_>
where
    G: CurveGroup,
    A: CurveAffine<ScalarExt = bn256::Fr> + 'static,
{
    let points: Vec<A> = inputs.points.iter().map(point).collect();
    let scalar = |value: &BigInt<4>| bn256::Fr::from_repr(le_bytes(value).into()).expect("reduced");
    let scalars: Vec<bn256::Fr> = inputs.scalars.iter().map(scalar).collect();
    ("halo2curves", Box::new(move || _ = black_box(msm_best(&scalars, &points))))
}

fn blst<G, A>(inputs: &Inputs<G>, point: impl Fn(&G::Affine) -> A) -> Contestant<'_>
where
    G: CurveGroup<ScalarField: PrimeField>,
    A: 'static,
    [A]: MultiPoint,
{
    let points: Vec<A> = inputs.points.iter().map(point).collect();
    let scalars: Vec<u8> = inputs.scalars.iter().flat_map(le_bytes).collect();
    let bits = G::ScalarField::MODULUS_BIT_SIZE as usize;
    ("blst", Box::new(move || _ = black_box(points.as_slice().mult(&scalars, bits))))
}

/// Little-endian bytes of the limbs.
pub(crate) fn le_bytes(value: &BigInt<4>) -> [u8; 32] {
    std::array::from_fn(|i| value.0[i / 8].to_le_bytes()[i % 8])
}

fn halo2_fq(value: &ark_bn254::Fq) -> bn256::Fq {
    bn256::Fq::from_raw_bytes(&le_bytes(&value.0)).expect("reduced")
}

fn blst_fp(value: &ark_bls12_381::Fq) -> blst::blst_fp {
    blst::blst_fp { l: value.0.0 }
}
