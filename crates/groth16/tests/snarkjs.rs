//! Files that snarkjs wrote, read and written back byte for byte.

mod common;

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ff::{BigInt, Field, PrimeField};
use common::{bytes, vector};
use proofsmith_accel::CurveId;
use proofsmith_engine::Curve;
use proofsmith_groth16::{
    FileError, G1Section, JsonFile, R1csFile, WitnessFile, ZkeyFile, proof_json, public_json,
    verify, verify_files, verifying_key_json,
};

fn text(name: &str) -> String {
    String::from_utf8(bytes(name)).unwrap()
}

fn json_round_trip<C: Curve>(circuit: &str) {
    let file = |name: &str| format!("{circuit}/{name}.json");
    let open = |name: &str| JsonFile::open(vector(&file(name))).unwrap();

    let key_file = open("verification_key");
    assert_eq!(key_file.curve().unwrap(), C::ID);
    let key = key_file.verifying_key::<C>().unwrap();
    let public = open("public").public::<C>(key.ic.len() - 1).unwrap();
    let proof = open("proof").proof::<C>().unwrap();
    assert!(verify(&key, &public, &proof));
    assert!(!verify(&key, &public[1..], &proof), "one signal missing");

    assert_eq!(verifying_key_json(&key), text(&file("verification_key")));
    assert_eq!(public_json(&public), text(&file("public")));
    assert_eq!(proof_json(&proof), text(&file("proof")));

    let zkey = ZkeyFile::open(vector(&format!("{circuit}/circuit_final.zkey"))).unwrap();
    let from_zkey = zkey.view::<C>().unwrap().verifying_key().unwrap();
    assert_eq!(verifying_key_json(&from_zkey), text(&file("verification_key")));
}

#[test]
fn json_round_trip_bn254() {
    json_round_trip::<Bn254>("tiny_bn");
}

#[test]
fn json_round_trip_bls12_381() {
    json_round_trip::<Bls12_381>("bls_mimc");
}

#[test]
fn verify_files_on_both_curves() {
    for circuit in ["tiny_bn", "bls_mimc"] {
        let file = |name: &str| vector(&format!("{circuit}/{name}.json"));
        let (key, public, proof) = (file("verification_key"), file("public"), file("proof"));
        assert!(verify_files(&key, &public, &proof).unwrap());
        let error = verify_files(&public, &public, &proof).unwrap_err().to_string();
        assert!(error.contains("public.json: JSON: "), "{error}");
    }
    let error = verify_files(
        vector("tiny_bn/verification_key.json"),
        vector("tiny_bn/public.json"),
        vector("bls_mimc/proof.json"),
    )
    .unwrap_err()
    .to_string();
    assert!(error.ends_with("proof.json: curve: bls12381: allowed: bn128"), "{error}");
}

/// A witness and a circuit that fit together: a, b from the key equal the products of the matrices
/// of the `.r1cs`, the rows that follow hold the public signals.
fn circuit_witness_and_key<C: Curve>(circuit: &str) {
    let r1cs = R1csFile::open(vector(&format!("{circuit}/circuit.r1cs"))).unwrap();
    let witness = WitnessFile::open(vector(&format!("{circuit}/witness.wtns"))).unwrap();
    let zkey = ZkeyFile::open(vector(&format!("{circuit}/circuit_final.zkey"))).unwrap();
    assert_eq!([r1cs.curve(), witness.curve(), zkey.curve()], [C::ID; 3]);
    assert_eq!([r1cs.n_wires(), witness.len()], [zkey.n_vars(); 2]);
    assert_eq!(r1cs.n_public(), zkey.n_public());

    let words = witness.values::<C>().unwrap();
    let values: Vec<_> =
        words.iter().map(|&word| C::ScalarField::from_bigint(word).unwrap()).collect();
    r1cs.check_witness::<C>(&values).unwrap();

    let (a, b) = zkey.view::<C>().unwrap().evaluate(&words).unwrap();
    assert_eq!([a.len(), b.len()], [zkey.domain_size(); 2]);
    let dot = |terms: &[(u32, C::ScalarField)]| -> C::ScalarField {
        terms.iter().map(|&(wire, coefficient)| coefficient * values[wire as usize]).sum()
    };
    let constraints = r1cs.constraints::<C>().unwrap().map(Result::unwrap).collect::<Vec<_>>();
    assert_eq!(constraints.len(), r1cs.n_constraints());
    for (row, constraint) in constraints.iter().enumerate() {
        assert_eq!((a[row], b[row]), (dot(&constraint.a), dot(&constraint.b)), "row {row}");
    }
    let identity = &a[constraints.len()..][..=zkey.n_public()];
    assert_eq!(identity, &values[..=zkey.n_public()]);
}

#[test]
fn circuit_witness_and_key_bn254() {
    circuit_witness_and_key::<Bn254>("tiny_bn");
}

#[test]
fn circuit_witness_and_key_bls12_381() {
    circuit_witness_and_key::<Bls12_381>("bls_mimc");
}

#[test]
fn all_points_are_good() {
    let tiny = ZkeyFile::open(vector("tiny_bn/circuit_final.zkey")).unwrap();
    tiny.view::<Bn254>().unwrap().check_points().unwrap();
    let mimc = ZkeyFile::open(vector("bls_mimc/circuit_final.zkey")).unwrap();
    mimc.view::<Bls12_381>().unwrap().check_points().unwrap();
}

#[test]
fn ranges_are_parts_of_the_whole() {
    let file = ZkeyFile::open(vector("bls_mimc/circuit_final.zkey")).unwrap();
    let key = file.view::<Bls12_381>().unwrap();
    for section in [G1Section::Ic, G1Section::A, G1Section::B1, G1Section::C, G1Section::H] {
        let whole = key.g1_points(section).unwrap();
        let middle = whole.len() / 2;
        let parts =
            [0..middle, middle..whole.len()].map(|range| key.g1_range(section, range).unwrap());
        assert_eq!(parts.concat(), whole);
    }
    let whole = key.g2_points().unwrap();
    assert_eq!(key.g2_range(5..9).unwrap(), whole[5..9]);
}

#[test]
fn another_curve_is_refused() {
    let zkey = ZkeyFile::open(vector("tiny_bn/circuit_final.zkey")).unwrap();
    assert_eq!(zkey.curve(), CurveId::Bn254);
    let error = zkey.view::<Bls12_381>().err().unwrap().to_string();
    assert!(
        error.ends_with("section 2 (header): key on BN254: allowed here: BLS12-381"),
        "{error}"
    );
    let witness = WitnessFile::open(vector("tiny_bn/witness.wtns")).unwrap();
    let error = witness.values::<Bls12_381>().unwrap_err().to_string();
    assert!(error.contains("section 1 (header): witness on BN254"), "{error}");
    let r1cs = R1csFile::open(vector("tiny_bn/circuit.r1cs")).unwrap();
    let error = r1cs.constraints::<Bls12_381>().err().unwrap().to_string();
    assert!(error.contains("section 1 (header): circuit on BN254"), "{error}");
}

#[test]
fn first_unsatisfied_constraint_is_named() {
    let r1cs = R1csFile::open(vector("tiny_bn/circuit.r1cs")).unwrap();
    let words = WitnessFile::open(vector("tiny_bn/witness.wtns")).unwrap();
    let mut values: Vec<ark_bn254::Fr> = words
        .values::<Bn254>()
        .unwrap()
        .into_iter()
        .map(|word| PrimeField::from_bigint(word).unwrap())
        .collect();
    // The output is the product of the last constraint only.
    values[1] += ark_bn254::Fr::ONE;
    match r1cs.check_witness::<Bn254>(&values) {
        Err(FileError::Unsatisfied { constraint, .. }) => assert_eq!(constraint, 4),
        other => panic!("{other:?}"),
    }
    let error = r1cs.check_witness::<Bn254>(&values[1..]).unwrap_err().to_string();
    assert!(error.ends_with("witness of 7 values: allowed: 8, one for each wire"), "{error}");
}

#[test]
fn witness_of_another_length_or_not_reduced_is_refused_by_the_key() {
    let zkey = ZkeyFile::open(vector("tiny_bn/circuit_final.zkey")).unwrap();
    let key = zkey.view::<Bn254>().unwrap();
    let error = key.evaluate(&[BigInt::one(); 7]).unwrap_err().to_string();
    assert!(error.contains("witness of 7 values: allowed: 8"), "{error}");
    let error = key.evaluate(&[BigInt([u64::MAX; 4]); 8]).unwrap_err().to_string();
    assert!(error.contains("is not reduced"), "{error}");
}
