//! Proving with keys made by snarkjs and by our own setup, and refusing to.

mod common;

use std::{cell::RefCell, collections::HashSet};

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ff::{BigInt, PrimeField};
use common::{bytes, split, vector};
use proofsmith_engine::{CpuEngine, Curve, Kernel};
use proofsmith_groth16::{
    JsonFile, LoadedKey, ProofOutput, ProveError, ProveOptions, R1csFile, WitnessFile, ZkeyFile,
    prove, prove_loaded, setup, verify,
};
use serde_json::Value;

fn witness<C: Curve>(circuit: &str) -> Vec<BigInt<4>> {
    WitnessFile::open(vector(&format!("{circuit}/witness.wtns"))).unwrap().values::<C>().unwrap()
}

fn zkey(circuit: &str) -> ZkeyFile {
    ZkeyFile::open(vector(&format!("{circuit}/circuit_final.zkey"))).unwrap()
}

fn r1cs(circuit: &str) -> R1csFile {
    R1csFile::open(vector(&format!("{circuit}/circuit.r1cs"))).unwrap()
}

fn prove_file<C: Curve>(
    zkey: &ZkeyFile,
    witness: &[BigInt<4>],
    options: &ProveOptions<'_>,
) -> Result<ProofOutput<C>, ProveError> {
    prove(&CpuEngine, &zkey.view::<C>()?, witness, options)
}

/// The proof is accepted with snarkjs' verification key and public signals, and only with these.
fn assert_accepted_by_snarkjs_key<C: Curve>(circuit: &str, output: &ProofOutput<C>) {
    let json = |name: &str| JsonFile::open(vector(&format!("{circuit}/{name}.json"))).unwrap();
    let key = json("verification_key").verifying_key::<C>().unwrap();
    let mut public = json("public").public::<C>(key.ic.len() - 1).unwrap();
    assert_eq!(output.public, public);
    assert!(verify(&key, &public, &output.proof));
    public[0] += C::ScalarField::from(1u64);
    assert!(!verify(&key, &public, &output.proof));
}

fn snarkjs_key<C: Curve>(circuit: &str) {
    let (zkey, witness) = (zkey(circuit), witness::<C>(circuit));
    let options = ProveOptions::default();
    let first = prove_file::<C>(&zkey, &witness, &options).unwrap();
    assert_accepted_by_snarkjs_key(circuit, &first);

    let view = zkey.view::<C>().unwrap();
    let key = LoadedKey::load(&CpuEngine, &view).unwrap();
    let second = prove_loaded(&CpuEngine, &view, &key, &witness, &options).unwrap();
    assert_accepted_by_snarkjs_key(circuit, &second);
    assert!(first.proof != second.proof, "every proof has its own randomness");

    let seeded = ProveOptions { seed: Some(7), ..options };
    let third = prove_file::<C>(&zkey, &witness, &seeded).unwrap();
    let fourth = prove_loaded(&CpuEngine, &view, &key, &witness, &seeded).unwrap();
    assert_eq!(third.proof, fourth.proof);
    assert_accepted_by_snarkjs_key(circuit, &third);
}

#[test]
fn snarkjs_key_on_bn254() {
    snarkjs_key::<Bn254>("tiny_bn");
}

#[test]
fn snarkjs_key_on_bls12_381() {
    snarkjs_key::<Bls12_381>("bls_mimc");
}

#[test]
fn runs_and_progress_tell_every_step() {
    let steps = RefCell::new(Vec::new());
    let progress = |step: usize, total: usize, label: &str| {
        steps.borrow_mut().push((step, total, label.to_owned()));
    };
    let options = ProveOptions { progress: Some(&progress), ..Default::default() };
    let (zkey, witness) = (zkey("tiny_bn"), witness::<Bn254>("tiny_bn"));
    let output = prove_file::<Bn254>(&zkey, &witness, &options).unwrap();

    let steps = steps.into_inner();
    assert!(steps.iter().enumerate().all(|(i, step)| (step.0, step.1) == (i, steps.len())));
    let labels: Vec<_> = steps.into_iter().map(|step| step.2).collect();
    let runs: Vec<_> = output.runs.iter().map(|run| run.label.clone()).collect();
    assert_eq!(labels[1..labels.len() - 1], runs);
    let expected = "iNTT a, coset NTT a, iNTT b, coset NTT b, iNTT c, coset NTT c, \
                    MSM A, MSM B1, MSM B2 (G2), MSM C, MSM H";
    assert_eq!(runs.join(", "), expected);
    assert_eq!(output.runs[8].kernel, Kernel::MsmG2);
    assert_eq!(output.runs[10].size, zkey.domain_size() as u64);
}

fn own_key<C: Curve>(circuit: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.zkey");
    let (r1cs, witness) = (r1cs(circuit), witness::<C>(circuit));
    let verifying_key = setup::<C>(&r1cs, &path, None).unwrap();
    let own = ZkeyFile::open(&path).unwrap();
    own.view::<C>().unwrap().check_points().unwrap();
    let output = prove_file::<C>(&own, &witness, &ProveOptions::default()).unwrap();
    assert!(verify(&verifying_key, &output.public, &output.proof));

    // What does not depend on the secret numbers is what snarkjs writes, byte for byte.
    let sections = |file: &[u8]| {
        let (head, mut sections) = split(file);
        sections.sort();
        (head, sections)
    };
    let (own_head, own) = sections(&std::fs::read(&path).unwrap());
    let (head, theirs) = sections(&bytes(&format!("{circuit}/circuit_final.zkey")));
    assert_eq!(own_head, head);
    for (own, theirs) in own.iter().zip(&theirs) {
        assert_eq!(own.0, theirs.0);
        match own.0 {
            1 | 4 => assert_eq!(own.1, theirs.1, "section {}", own.0),
            10 => assert_eq!(own.1, [0; 68]),
            _ => assert_eq!(own.1.len(), theirs.1.len(), "section {}", own.0),
        }
    }
}

#[test]
fn own_key_on_bn254() {
    own_key::<Bn254>("tiny_bn");
}

#[test]
fn own_key_on_bls12_381() {
    own_key::<Bls12_381>("bls_mimc");
}

#[test]
fn setup_is_random_unless_seeded_and_leaves_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, seed| {
        setup::<Bn254>(&r1cs("tiny_bn"), folder.path().join(name), seed).unwrap();
        std::fs::read(folder.path().join(name)).unwrap()
    };
    let keys = [make("a", None), make("b", None), make("c", Some(1)), make("a", Some(1))];
    assert_eq!(keys[2], keys[3]);
    assert_eq!(keys.into_iter().collect::<HashSet<_>>().len(), 3);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn setup_that_cannot_write_is_one_line_with_the_path() {
    let path = std::path::Path::new("no such folder").join("x.zkey");
    let error = setup::<Bn254>(&r1cs("tiny_bn"), path, None).unwrap_err().to_string();
    assert!(error.starts_with("no such folder/x.zkey: ") && !error.contains('\n'), "{error}");
    let error = setup::<Bls12_381>(&r1cs("tiny_bn"), "x.zkey", None).unwrap_err().to_string();
    assert!(error.contains("circuit on BN254"), "{error}");
}

fn mutants(kind: &str) -> Vec<String> {
    let manifest: Value = serde_json::from_slice(&bytes("reject-mutants/manifest.json")).unwrap();
    let files = manifest.as_array().unwrap().iter().map(|entry| entry["file"].as_str().unwrap());
    files.filter(|file| file.starts_with(&format!("bn/{kind}/"))).map(Into::into).collect()
}

fn assert_one_line(error: &ProveError) -> String {
    let text = error.to_string();
    assert!(!text.contains('\n') && text.len() < 400, "{text}");
    text
}

#[test]
fn no_damaged_key_yields_a_proof() {
    let witness = witness::<Bn254>("tiny_bn");
    let files = mutants("zkey");
    assert!(files.len() > 40);
    for file in files {
        let prove = || -> Result<_, ProveError> {
            let zkey = ZkeyFile::open(vector(&format!("reject-mutants/{file}")))?;
            prove_file::<Bn254>(&zkey, &witness, &ProveOptions::default())
        };
        let text = assert_one_line(&prove().err().unwrap_or_else(|| panic!("{file}")));
        assert!(text.contains(&file), "{file}: {text}");
        match file.as_str() {
            "bn/zkey/delta1_replaced_by_G.zkey" => assert!(text.contains("delta1"), "{text}"),
            "bn/zkey/B2_not_in_subgroup.zkey" => assert!(text.contains("point 3"), "{text}"),
            _ => {}
        }
    }
}

#[test]
fn no_bad_witness_yields_a_proof() {
    let (zkey, r1cs) = (zkey("tiny_bn"), r1cs("tiny_bn"));
    let options = ProveOptions { r1cs: Some(&r1cs), ..Default::default() };
    let files = mutants("wtns");
    assert!(files.len() > 15);
    for file in files {
        let prove = |options| -> Result<_, ProveError> {
            let witness = WitnessFile::open(vector(&format!("reject-mutants/{file}")))?;
            prove_file::<Bn254>(&zkey, &witness.values::<Bn254>()?, options)
        };
        let text = assert_one_line(&prove(&options).err().unwrap_or_else(|| panic!("{file}")));
        let blind = assert_one_line(&prove(&ProveOptions::default()).unwrap_err());
        if file.ends_with("unsatisfied.wtns") || file.ends_with("wrong_output.wtns") {
            assert!(text.contains("circuit.r1cs") && text.contains("constraint "), "{text}");
            assert!(blind.contains("circuit_final.zkey: no proof: the witness"), "{blind}");
        }
    }
}

#[test]
fn wrong_coefficients_and_foreign_circuits_yield_no_proof() {
    let (witness, r1cs) = (witness::<Bn254>("tiny_bn"), r1cs("tiny_bn"));
    let (head, mut sections) = split(&bytes("tiny_bn/circuit_final.zkey"));
    let body = &mut sections.iter_mut().find(|section| section.0 == 4).unwrap().1;
    body[4 + 12] ^= 1; // lowest bit of the first coefficient
    let zkey = ZkeyFile::from_bytes("odd.zkey", common::join(&head, &sections)).unwrap();
    let options = ProveOptions { r1cs: Some(&r1cs), ..Default::default() };
    let error = prove_file::<Bn254>(&zkey, &witness, &options).unwrap_err();
    assert!(matches!(error, ProveError::Inconsistent { .. }), "{error}");
    assert!(assert_one_line(&error).starts_with("odd.zkey: no proof"));
    let error = prove_file::<Bn254>(&zkey, &witness, &ProveOptions::default()).unwrap_err();
    assert!(matches!(error, ProveError::Unsatisfied { .. }), "{error}");
}

#[test]
fn lengths_and_curves_must_agree() {
    let (zkey, witness) = (zkey("tiny_bn"), witness::<Bn254>("tiny_bn"));
    for wrong in [&witness[..witness.len() - 1], &[]] {
        let error = prove_file::<Bn254>(&zkey, wrong, &ProveOptions::default()).unwrap_err();
        assert!(assert_one_line(&error).contains("witness of "), "{error}");
    }
    let error = prove_file::<Bls12_381>(&zkey, &witness, &ProveOptions::default()).unwrap_err();
    assert!(assert_one_line(&error).contains("key on BN254"), "{error}");
    // An unreduced value is refused, not reduced: it would change the public signals' encoding.
    let mut unreduced = witness.clone();
    unreduced[1] = ark_bn254::Fr::MODULUS;
    assert!(prove_file::<Bn254>(&zkey, &unreduced, &ProveOptions::default()).is_err());
}
