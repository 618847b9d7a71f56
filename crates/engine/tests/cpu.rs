//! The CPU engine against definitions: a DFT by its formula, sums of arkworks multiplications.

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, VariableBaseMSM};
use ark_ff::{AdditiveGroup, BigInt, Field, PrimeField};
use ark_std::{UniformRand, rand::RngCore, test_rng};
use proofsmith_engine::{CpuEngine, Curve, Domain, Engine, EngineError, Kernel, Transform};

/// Runs a generic test on both curves.
macro_rules! on_both_curves {
    ($($name:ident)*) => {
        mod bn254 { $(#[test] fn $name() { super::$name::<super::Bn254>(); })* }
        mod bls12_381 { $(#[test] fn $name() { super::$name::<super::Bls12_381>(); })* }
    };
}

on_both_curves! {
    ntt_is_the_dft
    inverse_undoes_forward_at_sizes_that_run_in_parallel
    ntt_refuses_wrong_lengths_and_shifts
    msm_is_the_sum_of_multiplications
    msm_of_many_points_is_arkworks
    msm_of_skewed_scalars_is_arkworks
    msm_of_equal_and_opposite_points
    msm_corner_scalars
    msm_of_nothing
    msm_refuses_wrong_lengths
}

fn scalars<C: Curve>(count: usize) -> Vec<C::ScalarField> {
    let mut rng = test_rng();
    (0..count).map(|_| C::ScalarField::rand(&mut rng)).collect()
}

fn bigints<F: PrimeField>(scalars: &[F]) -> Vec<F::BigInt> {
    scalars.iter().map(|scalar| scalar.into_bigint()).collect()
}

fn horner<F: PrimeField>(coefficients: &[F], x: F) -> F {
    coefficients.iter().rev().fold(F::ZERO, |sum, c| sum * x + c)
}

fn ntt<C: Curve>(
    domain: &Domain<C::ScalarField>,
    transform: Transform<C::ScalarField>,
    data: &mut [C::ScalarField],
) -> Result<Kernel, EngineError> {
    let run = Engine::<C>::ntt(&CpuEngine, domain, transform, data)?;
    assert_eq!(run.size, data.len() as u64);
    assert_eq!((run.engine.as_str(), run.sim), ("cpu", None));
    Ok(run.kernel)
}

fn ntt_is_the_dft<C: Curve>() {
    let g = C::ScalarField::from(11u64);
    for log2_size in 0..=7 {
        for domain in [Domain::snarkjs(log2_size), Domain::arkworks(log2_size)] {
            let domain = domain.unwrap();
            let input = scalars::<C>(domain.size());
            for (shift, forward, inverse) in
                [(None, Kernel::Ntt, Kernel::Intt), (Some(g), Kernel::CosetNtt, Kernel::CosetIntt)]
            {
                let mut data = input.clone();
                let kernel = ntt::<C>(&domain, Transform::Forward(shift), &mut data).unwrap();
                assert_eq!(kernel, forward);
                for (i, value) in data.iter().enumerate() {
                    let x = domain.root().pow([i as u64]) * shift.unwrap_or(C::ScalarField::ONE);
                    assert_eq!(*value, horner(&input, x), "2^{log2_size}, {i}");
                }
                let kernel = ntt::<C>(&domain, Transform::Inverse(shift), &mut data).unwrap();
                assert_eq!((kernel, &data), (inverse, &input), "2^{log2_size}");
            }
        }
    }
}

fn inverse_undoes_forward_at_sizes_that_run_in_parallel<C: Curve>() {
    for log2_size in [12, 13, 15] {
        let domain = Domain::snarkjs(log2_size).unwrap();
        let shift = Domain::snarkjs(log2_size + 1).unwrap().root();
        let input = scalars::<C>(domain.size());
        let mut data = input.clone();
        ntt::<C>(&domain, Transform::Forward(Some(shift)), &mut data).unwrap();
        // Some values by Horner's rule tie the transform to its definition at this size too.
        for i in [0, 1, 2047, 3001, domain.size() - 1] {
            assert_eq!(data[i], horner(&input, shift * domain.root().pow([i as u64])));
        }
        ntt::<C>(&domain, Transform::Inverse(Some(shift)), &mut data).unwrap();
        assert_eq!(data, input);
    }
}

fn ntt_refuses_wrong_lengths_and_shifts<C: Curve>() {
    let domain = Domain::snarkjs(3).unwrap();
    let error = ntt::<C>(&domain, Transform::Forward(None), &mut scalars::<C>(7));
    assert!(matches!(error, Err(EngineError::Length { got: 7, want: 8, .. })));
    let zero = Some(C::ScalarField::ZERO);
    for transform in [Transform::Forward(zero), Transform::Inverse(zero)] {
        let error = ntt::<C>(&domain, transform, &mut scalars::<C>(8));
        assert!(matches!(error, Err(EngineError::Shift)));
    }
}

/// Random multiples of the generators, a fifth of them infinity.
fn bases<C: Curve>(count: usize) -> (Vec<C::G1Affine>, Vec<C::G2Affine>) {
    let mut rng = test_rng();
    let factors: Vec<C::ScalarField> = (0..count)
        .map(|_| rng.next_u64())
        .map(|word| C::ScalarField::from(if word.is_multiple_of(5) { 0 } else { word }))
        .collect();
    let g1: Vec<C::G1> = factors.iter().map(|factor| C::G1::generator() * factor).collect();
    let g2: Vec<C::G2> = factors.iter().map(|factor| C::G2::generator() * factor).collect();
    (C::G1::normalize_batch(&g1), C::G2::normalize_batch(&g2))
}

fn msm_g1<C: Curve>(points: &[C::G1Affine], scalars: &[BigInt<4>]) -> Result<C::G1, EngineError> {
    let bases = Engine::<C>::load_g1(&CpuEngine, points.to_vec())?;
    let (sum, run) = Engine::<C>::msm_g1(&CpuEngine, &bases, scalars)?;
    assert_eq!((run.kernel, run.size), (Kernel::MsmG1, scalars.len() as u64));
    Ok(sum)
}

fn msm_g2<C: Curve>(points: &[C::G2Affine], scalars: &[BigInt<4>]) -> Result<C::G2, EngineError> {
    let bases = Engine::<C>::load_g2(&CpuEngine, points.to_vec())?;
    let (sum, run) = Engine::<C>::msm_g2(&CpuEngine, &bases, scalars)?;
    assert_eq!((run.kernel, run.size), (Kernel::MsmG2, scalars.len() as u64));
    Ok(sum)
}

fn assert_same_as_arkworks<C: Curve>(
    (g1, g2): (&[C::G1Affine], &[C::G2Affine]),
    scalars: &[BigInt<4>],
) {
    let expected = <C::G1 as VariableBaseMSM>::msm_bigint(g1, scalars);
    assert_eq!(msm_g1::<C>(g1, scalars).unwrap(), expected);
    let expected = <C::G2 as VariableBaseMSM>::msm_bigint(g2, scalars);
    assert_eq!(msm_g2::<C>(g2, scalars).unwrap(), expected);
}

fn msm_is_the_sum_of_multiplications<C: Curve>() {
    for count in [1, 2, 3, 17] {
        let ((g1, g2), scalars) = (bases::<C>(count), scalars::<C>(count));
        let expected = g1.iter().zip(&scalars).map(|(p, s)| *p * s).sum();
        assert_eq!(msm_g1::<C>(&g1, &bigints(&scalars)).unwrap(), expected, "{count}");
        let expected = g2.iter().zip(&scalars).map(|(p, s)| *p * s).sum();
        assert_eq!(msm_g2::<C>(&g2, &bigints(&scalars)).unwrap(), expected, "{count}");
    }
}

fn msm_of_many_points_is_arkworks<C: Curve>() {
    let (g1, g2) = bases::<C>(3000);
    assert_same_as_arkworks::<C>((&g1, &g2), &bigints(&scalars::<C>(3000)));
    // More points than are sorted at a time.
    let many: Vec<_> = g1.iter().copied().cycle().take(70_000).collect();
    let scalars = bigints(&scalars::<C>(many.len()));
    let expected = <C::G1 as VariableBaseMSM>::msm_bigint(&many, &scalars);
    assert_eq!(msm_g1::<C>(&many, &scalars).unwrap(), expected);
}

fn msm_of_skewed_scalars_is_arkworks<C: Curve>() {
    let count = 600;
    let (g1, g2) = bases::<C>(count);
    let (random, one) = (scalars::<C>(count), C::ScalarField::ONE);
    let bit = |i: usize| C::ScalarField::from(i as u64 % 2);
    let distributions: [&dyn Fn(usize) -> C::ScalarField; 7] = [
        &|_| C::ScalarField::ZERO,
        &|_| one,
        &|_| -one,
        &|_| random[0],
        &bit,
        &|i| if i % 100 == 0 { random[i] } else { bit(i) },
        &|i| -C::ScalarField::from(i as u64),
    ];
    for scalar in distributions {
        let scalars: Vec<_> = (0..count).map(scalar).collect();
        assert_same_as_arkworks::<C>((&g1, &g2), &bigints(&scalars));
    }
}

fn msm_of_equal_and_opposite_points<C: Curve>() {
    let count = 300;
    let (p, q) = (C::G1Affine::generator(), C::G2Affine::generator());
    let (minus_p, minus_q) = ((-p.into_group()).into_affine(), (-q.into_group()).into_affine());
    let scalars = bigints(&scalars::<C>(count));
    assert_same_as_arkworks::<C>((&vec![p; count], &vec![q; count]), &scalars);
    let (alternating1, alternating2) =
        ([p, minus_p].repeat(count / 2), [q, minus_q].repeat(count / 2));
    assert_same_as_arkworks::<C>((&alternating1, &alternating2), &scalars);
    let equal = vec![scalars[0]; count];
    assert_eq!(msm_g1::<C>(&alternating1, &equal).unwrap(), C::G1::ZERO);
    assert_eq!(msm_g2::<C>(&alternating2, &equal).unwrap(), C::G2::ZERO);
    assert_eq!(msm_g1::<C>(&vec![C::G1Affine::zero(); count], &scalars).unwrap(), C::G1::ZERO);
    assert_eq!(msm_g2::<C>(&vec![C::G2Affine::zero(); count], &scalars).unwrap(), C::G2::ZERO);
}

fn msm_corner_scalars<C: Curve>() {
    let one = C::ScalarField::ONE;
    let half = one.double().inverse().unwrap();
    let (p, q) = (C::G1Affine::generator(), C::G2Affine::generator());
    for scalar in [-one, half, -half, half - one, one + one, C::ScalarField::ZERO, one] {
        let bigint = [scalar.into_bigint()];
        assert_eq!(msm_g1::<C>(&[p], &bigint).unwrap(), p * scalar);
        assert_eq!(msm_g2::<C>(&[q], &bigint).unwrap(), q * scalar);
    }
}

fn msm_of_nothing<C: Curve>() {
    assert_eq!(msm_g1::<C>(&[], &[]).unwrap(), C::G1::ZERO);
    assert_eq!(msm_g2::<C>(&[], &[]).unwrap(), C::G2::ZERO);
}

fn msm_refuses_wrong_lengths<C: Curve>() {
    let ((g1, g2), scalars) = (bases::<C>(3), bigints(&scalars::<C>(2)));
    let wrong = |error| matches!(error, Some(EngineError::Length { got: 2, want: 3, .. }));
    assert!(wrong(msm_g1::<C>(&g1, &scalars).err()));
    assert!(wrong(msm_g2::<C>(&g2, &scalars).err()));
}
