//! Speed of the models: simulated cycles a second in timing mode, and functional mode beside the
//! same number of bare arkworks point additions.

use ark_bls12_381::{Bls12_381, G1Affine, G1Projective};
use ark_ec::{AdditiveGroup, CurveGroup, pairing::Pairing};
use ark_ff::{PrimeField, UniformRand};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use proofsmith_accel::{Accelerator, CurveId};
use proofsmith_sim::msm::{Indices, MsmModel, Points, RandomScalars};
use proofsmith_sim::ntt::{Direction, NttModel};
use proofsmith_sim::trace::NoTrace;

type Fr = <Bls12_381 as Pairing>::ScalarField;

fn accelerator(window_bits: u32) -> Accelerator {
    let settings = ["dram.device=ideal".into(), format!("msm.window_bits={window_bits}")];
    Accelerator::load("uninm", &settings).expect("built in")
}

fn timing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("timing mode, cycles");
    group.sample_size(10);
    for window_bits in [6, 13] {
        let accelerator = accelerator(window_bits);
        let modulus = Fr::MODULUS.0;
        let source = RandomScalars { seed: 1, count: 1 << 16, modulus };
        let curve = CurveId::Bls12_381;
        let model = MsmModel { accelerator: &accelerator, curve, modulus, passes: None };
        let run = || model.run(&source, &Indices, &mut NoTrace, &mut |_, _| {}).expect("runs");
        group.throughput(Throughput::Elements(run().stats.cycles));
        group.bench_function(format!("MSM 2^16, c = {window_bits}"), |bench| bench.iter(run));
    }
    let accelerator = accelerator(6);
    let model = NttModel {
        accelerator: &accelerator,
        curve: CurveId::Bls12_381,
        log2_size: 20,
        direction: Direction::Forward,
        coset: false,
    };
    let run = || model.run(&mut NoTrace, &mut |_, _| {}).expect("runs");
    group.throughput(Throughput::Elements(run().cycles));
    group.bench_function("NTT 2^20", |bench| bench.iter(run));
    group.finish();
}

fn functional(criterion: &mut Criterion) {
    let mut rng = ark_std::test_rng();
    let projective: Vec<G1Projective> = (0..4096).map(|_| G1Projective::rand(&mut rng)).collect();
    let points: Vec<G1Affine> = G1Projective::normalize_batch(&projective);
    let scalars: Vec<[u64; 4]> = (0..4096).map(|_| Fr::rand(&mut rng).into_bigint().0).collect();
    let accelerator = accelerator(6);
    let curve = CurveId::Bls12_381;
    let model = MsmModel { accelerator: &accelerator, curve, modulus: Fr::MODULUS.0, passes: None };
    let run =
        || model.run(&scalars[..], &Points(&points), &mut NoTrace, &mut |_, _| {}).expect("runs");
    let adds = run().stats.utilisation.used;

    let mut group = criterion.benchmark_group("functional mode, additions");
    group.sample_size(10);
    group.throughput(Throughput::Elements(adds));
    group.bench_function("MSM 2^12, c = 6", |bench| bench.iter(run));
    group.bench_function("bare arkworks additions", |bench| {
        bench.iter(|| {
            let mut sums = vec![G1Projective::ZERO; 64];
            for i in 0..adds as usize {
                let term = projective[i % projective.len()];
                sums[i % 64] += term;
            }
            sums
        });
    });
    group.finish();
}

criterion_group!(benches, timing, functional);
criterion_main!(benches);
