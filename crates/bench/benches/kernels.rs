//! MSM and NTT beside the crates that others use.

use ark_bls12_381::Bls12_381;
use criterion::{Criterion, criterion_group, criterion_main};
use proofsmith_bench::{Contestant, msm, ntt};

fn compare(criterion: &mut Criterion, name: &str, contestants: Vec<Contestant<'_>>) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    for (contestant, call) in contestants {
        group.bench_function(contestant, |bencher| bencher.iter(&call));
    }
    group.finish();
}

fn kernels(criterion: &mut Criterion) {
    for log2_size in [14, 16] {
        let mut compare = |group: &str, contestants: Vec<Contestant<'_>>| {
            compare(criterion, &format!("MSM {group} 2^{log2_size}"), contestants);
        };
        compare("BN254 G1", msm::bn254_g1(&msm::Inputs::random(log2_size)));
        compare("BN254 G2", msm::bn254_g2(&msm::Inputs::random(log2_size)));
        compare("BLS12-381 G1", msm::bls12_381_g1(&msm::Inputs::random(log2_size)));
        compare("BLS12-381 G2", msm::bls12_381_g2(&msm::Inputs::random(log2_size)));
    }
    for log2_size in [14, 16, 18] {
        compare(criterion, &format!("NTT BN254 2^{log2_size}"), ntt::bn254(log2_size));
        let contestants = ntt::contestants::<Bls12_381>(log2_size);
        compare(criterion, &format!("NTT BLS12-381 2^{log2_size}"), contestants);
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
