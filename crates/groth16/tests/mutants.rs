//! Damaged files: every entry of `tests/vectors/reject-mutants/manifest.json` is refused with one
//! line that names the file, except those that only a proof attempt can show.

mod common;
#[path = "common/readers.rs"]
mod readers;

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ff::PrimeField;
use common::{bytes, join, split};
use proofsmith_engine::Curve;
use proofsmith_groth16::{
    FileError, G1Section, JsonFile, R1csFile, WitnessFile, ZkeyFile, proof_json, verify,
};
use serde_json::Value;

/// Well-formed witnesses that do not satisfy the circuit. The circuit's `.r1cs` shows it, and so
/// does a proof attempt, which must fail; a reader cannot tell.
const UNSATISFIED: [&str; 2] = ["bn/wtns/unsatisfied.wtns", "bn/wtns/wrong_output.wtns"];

/// Keys that read well; their proofs do not verify, and then `Zkey::check_points` names the fault.
const ONLY_CHECK_POINTS: [&str; 2] =
    ["bn/zkey/B2_not_in_subgroup.zkey", "bn/zkey/delta1_replaced_by_G.zkey"];

/// Where the error of each kind of damage must point, by file.
const PLACES: [(&str, &str); 24] = [
    ("bn/zkey/sections_too_many.zkey", "section header 11 of 12 at byte"),
    ("bn/zkey/section_len_2p62.zkey", "section 9 (H points): length 4611686018427387904"),
    ("bn/zkey/missing_section_3.zkey", "section 3 (IC points): missing"),
    ("bn/zkey/duplicate_section_5.zkey", "section 5 (A points): second one"),
    ("bn/zkey/protocol_plonk.zkey", "section 1 (protocol): PLONK"),
    ("bn/zkey/n8q_huge.zkey", "section 2 (header): base field of 4294967295 bytes"),
    ("bn/zkey/wrong_r.zkey", "section 2 (header): unknown prime of the scalar field"),
    ("bn/zkey/nvars_huge.zkey", "section 5 (A points): 512 bytes: allowed: 274877906880"),
    ("bn/zkey/domain_not_pow2.zkey", "section 2 (header): domain size 7"),
    ("bn/zkey/coef_count_huge.zkey", "section 4 (coefficients): count 4294967295"),
    ("bn/zkey/coef_matrix_2.zkey", "section 4 (coefficients): coefficient 0: matrix 2"),
    ("bn/zkey/coef_constraint_oob.zkey", "section 4 (coefficients): coefficient 0: constraint 8"),
    ("bn/zkey/coef_signal_oob.zkey", "section 4 (coefficients): coefficient 0: signal 8"),
    ("bn/zkey/A_off_curve.zkey", "section 5 (A points): point 0: off the curve"),
    ("bn/zkey/A_coord_plus_q.zkey", "section 5 (A points): point 0: coordinate is not reduced"),
    ("bn/zkey/alpha1_off_curve.zkey", "section 2 (header): alpha1: off the curve"),
    ("bn/zkey/delta2_not_in_subgroup.zkey", "section 2 (header): delta2 is outside the subgroup"),
    ("bn/zkey/trailing_garbage.zkey", "7 bytes after the last section"),
    ("bn/wtns/value_equals_r.wtns", "section 2 (values): value 3 is not reduced"),
    ("bn/wtns/one_is_two.wtns", "section 2 (values): value 0 is not 1"),
    ("bn/r1cs/wire_oob.r1cs", "section 2 (constraints): constraint 0: wire 1000"),
    ("bn/r1cs/term_count_huge.r1cs", "section 2 (constraints): constraint 0: 4294967295 terms"),
    (
        "bn/r1cs/coef_noncanonical.r1cs",
        "section 2 (constraints): constraint 0: coefficient of wire",
    ),
    ("bn/r1cs/section2_trailing.r1cs", "section 2 (constraints): 4 bytes too many"),
];

fn manifest(kind: &str) -> Vec<(String, String)> {
    let manifest: Value = serde_json::from_slice(&bytes("reject-mutants/manifest.json")).unwrap();
    let field = |entry: &Value, key: &str| entry[key].as_str().unwrap().to_string();
    let entries = manifest.as_array().unwrap().iter();
    let entries: Vec<_> = entries
        .map(|entry| (field(entry, "file"), field(entry, "severity")))
        .filter(|(file, _)| file.starts_with(&format!("bn/{kind}/")))
        .collect();
    assert!(entries.len() > 10, "the manifest lists {kind} files");
    entries
}

fn mutant(file: &str) -> Vec<u8> {
    bytes(&format!("reject-mutants/{file}"))
}

/// The text of an error that is one line and names the file.
fn one_line(file: &str, error: &FileError) -> String {
    let text = error.to_string();
    assert!(text.starts_with(&format!("{file}: ")), "{text}");
    assert!(!text.contains('\n') && text.len() < 400, "{text}");
    if let Some((_, place)) = PLACES.iter().find(|(name, _)| *name == file) {
        assert!(text.contains(place), "{text}: expected {place}");
    }
    text
}

fn assert_refused(kind: &str, read: fn(&str, Vec<u8>) -> Result<(), FileError>, except: &[&str]) {
    for (file, _) in manifest(kind) {
        match read(&file, mutant(&file)) {
            Err(error) => {
                one_line(&file, &error);
                assert!(!except.contains(&file.as_str()), "{file} is refused by the reader");
            }
            Ok(()) => assert!(except.contains(&file.as_str()), "{file} is accepted"),
        }
    }
}

#[test]
fn damaged_zkey_files() {
    assert_refused("zkey", readers::zkey, &ONLY_CHECK_POINTS);
}

#[test]
fn damaged_wtns_files() {
    // As a prover reads them, who has the key's curve: one mutant is a witness for the other.
    let read = |label: &str, bytes: Vec<u8>| {
        WitnessFile::from_bytes(label, bytes)?.values::<Bn254>().map(drop)
    };
    assert_refused("wtns", read, &UNSATISFIED);
}

#[test]
fn damaged_r1cs_files() {
    assert_refused("r1cs", readers::r1cs, &[]);
}

#[test]
fn check_points_names_the_fault() {
    let faults = ONLY_CHECK_POINTS.map(|file| {
        let key = ZkeyFile::from_bytes(file, mutant(file)).unwrap();
        one_line(file, &key.view::<Bn254>().unwrap().check_points().unwrap_err())
    });
    assert!(faults[0].contains("section 7 (B2 points): point 3 is outside the subgroup"));
    assert!(faults[1].contains("section 2 (header): delta1 and delta2 differ"));
}

/// A point of BLS12-381's G1, where the curve is larger than the group, as a key holds it.
fn g1_outside_the_subgroup() -> (ark_bls12_381::G1Affine, Vec<u8>) {
    let point = (1u64..)
        .filter_map(|x| ark_bls12_381::G1Affine::get_point_from_x_unchecked(x.into(), true))
        .find(|point| !Bls12_381::g1_in_subgroup(point))
        .unwrap();
    let limbs = Bls12_381::g1_xy(&point).map(|c| Bls12_381::fq_to_montgomery(&c)).concat();
    (point, limbs.into_iter().flat_map(u64::to_le_bytes).collect())
}

#[test]
fn g1_points_outside_the_subgroup() {
    let (point, bytes_of_point) = g1_outside_the_subgroup();
    let (start, sections) = split(&bytes("bls_mimc/circuit_final.zkey"));
    let with_point = |section: u32, at: usize| {
        let mut sections = sections.clone();
        let (_, body) = sections.iter_mut().find(|(id, _)| *id == section).unwrap();
        body[at..at + 96].copy_from_slice(&bytes_of_point);
        ZkeyFile::from_bytes("changed.zkey", join(&start, &sections)).unwrap()
    };
    // alpha1 follows two primes with their sizes and three counts.
    let header = with_point(2, 4 + 48 + 4 + 32 + 12);
    let error = one_line("changed.zkey", &header.view::<Bls12_381>().err().unwrap());
    assert!(error.contains("section 2 (header): alpha1 is outside the subgroup"), "{error}");
    let ic = with_point(3, 96);
    let error = ic.view::<Bls12_381>().unwrap().verifying_key().unwrap_err();
    let error = one_line("changed.zkey", &error);
    assert!(error.contains("section 3 (IC points): point 1 is outside the subgroup"), "{error}");
    let h = with_point(9, 17 * 96);
    let key = h.view::<Bls12_381>().unwrap();
    key.g1_points(G1Section::H).unwrap();
    let error = one_line("changed.zkey", &key.check_points().unwrap_err());
    assert!(error.contains("section 9 (H points): point 17 is outside the subgroup"), "{error}");

    let proof = JsonFile::open(common::vector("bls_mimc/proof.json")).unwrap();
    let mut proof = proof.proof::<Bls12_381>().unwrap();
    proof.c = point;
    let proof = JsonFile::from_bytes("proof.json", proof_json(&proof).into_bytes());
    let error = proof.proof::<Bls12_381>().unwrap_err().to_string();
    assert_eq!(error, "proof.json: pi_c: outside the subgroup: allowed: points of order r");
}

#[test]
fn unsatisfied_witnesses_fail_the_circuit() {
    let circuit = R1csFile::open(common::vector("tiny_bn/circuit.r1cs")).unwrap();
    for file in UNSATISFIED {
        let words = WitnessFile::from_bytes(file, mutant(file)).unwrap().values::<Bn254>().unwrap();
        let values: Vec<_> =
            words.into_iter().map(|word| PrimeField::from_bigint(word).unwrap()).collect();
        let result = circuit.check_witness::<Bn254>(&values);
        assert!(matches!(result, Err(FileError::Unsatisfied { .. })), "{file}");
    }
}

#[test]
fn damaged_proofs() {
    let key = JsonFile::open(common::vector("tiny_bn/verification_key.json")).unwrap();
    let key = key.verifying_key::<Bn254>().unwrap();
    let check = |file: &str| -> Result<bool, FileError> {
        let both: Value = serde_json::from_slice(&mutant(file)).unwrap();
        let part = |name: &str| JsonFile::from_bytes(file, both[name].to_string().into_bytes());
        let public = part("public").public::<Bn254>(key.ic.len() - 1)?;
        Ok(verify(&key, &public, &part("proof").proof::<Bn254>()?))
    };
    let mut invalid = 0;
    for (file, severity) in manifest("proof") {
        match check(&file) {
            Ok(accepted) => {
                assert_eq!(accepted, severity == "control", "{file}");
                invalid += usize::from(!accepted);
            }
            Err(error) => {
                one_line(&file, &error);
                assert_ne!(severity, "control", "{file}: {error}");
            }
        }
    }
    assert_eq!(invalid, 5, "public + 1, -A, A and C infinite, A and C exchanged");
}
