//! A whole proof of the BN254 example, key in memory, beside ark-circom and ark-groth16.

use std::path::Path;

use ark_bn254::Bn254;
use criterion::{Criterion, criterion_group, criterion_main};
use proofsmith_bench::prove::{Arkworks, Ours};
use proofsmith_groth16::{R1csFile, WitnessFile, ZkeyFile, setup};

fn prove(criterion: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/merkle_bn254");
    let made = tempfile::tempdir().expect("a temporary folder");
    let path = made.path().join("circuit.zkey");
    let r1cs = R1csFile::open(folder.join("circuit.r1cs")).expect("the example");
    setup::<Bn254>(&r1cs, &path, None).expect("a key");
    let zkey = ZkeyFile::open(&path).expect("the key");
    let witness = WitnessFile::open(folder.join("witness.wtns")).expect("the example");
    let ours = Ours::<Bn254>::load(&zkey, &witness).expect("the key");
    let arkworks = Arkworks::load(&path, &witness).expect("the key");
    assert!(arkworks.verifies(&arkworks.prove()));

    let mut group = criterion.benchmark_group("prove merkle_bn254");
    group.sample_size(10);
    group.bench_function("ours", |bencher| bencher.iter(|| ours.prove().expect("a proof")));
    group.bench_function("arkworks", |bencher| bencher.iter(|| arkworks.prove()));
    group.finish();
}

criterion_group!(benches, prove);
criterion_main!(benches);
