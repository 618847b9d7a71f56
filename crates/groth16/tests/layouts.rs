//! Layouts that real files have and small samples do not: sections in any order, thousands of
//! contributions, most B points at infinity. Each file is a real one taken apart and rebuilt.

mod common;
#[path = "common/readers.rs"]
mod readers;

use ark_bn254::Bn254;
use ark_ec::AffineRepr;
use common::{bytes, join, split, vector};
use proofsmith_engine::Curve;
use proofsmith_groth16::{
    G1Section, JsonFile, R1csFile, WitnessFile, ZkeyFile, verifying_key_json,
};

const KEY: &str = "tiny_bn/circuit_final.zkey";

fn body(sections: &mut [(u32, Vec<u8>)], id: u32) -> &mut Vec<u8> {
    &mut sections.iter_mut().find(|(found, _)| *found == id).unwrap().1
}

/// Everything the prover takes from a key, the matrices by what they do to a witness.
fn contents(file: Vec<u8>) -> impl PartialEq + std::fmt::Debug {
    let file = ZkeyFile::from_bytes("key.zkey", file).unwrap();
    let key = file.view::<Bn254>().unwrap();
    let witness = WitnessFile::open(vector("tiny_bn/witness.wtns")).unwrap();
    let g1 = [G1Section::Ic, G1Section::A, G1Section::B1, G1Section::C, G1Section::H]
        .map(|section| key.g1_points(section).unwrap());
    let rows = key.evaluate(&witness.values::<Bn254>().unwrap()).unwrap();
    (verifying_key_json(&key.verifying_key().unwrap()), g1, key.g2_points().unwrap(), rows)
}

#[test]
fn sections_in_any_order() {
    for (name, read) in [
        (KEY, readers::zkey as fn(&str, Vec<u8>) -> _),
        ("tiny_bn/circuit.r1cs", readers::r1cs),
        ("tiny_bn/witness.wtns", readers::wtns),
    ] {
        let (start, mut sections) = split(&bytes(name));
        assert_eq!(join(&start, &sections), bytes(name));
        for _ in 0..sections.len() {
            sections.rotate_left(1);
            read(name, join(&start, &sections)).unwrap();
        }
        sections.reverse();
        read(name, join(&start, &sections)).unwrap();
    }
    // The order in which snarkjs writes a key that has had no contribution yet.
    let (start, mut sections) = split(&bytes(KEY));
    sections.sort_by_key(|(id, _)| [1, 2, 4, 3, 9, 8, 5, 6, 7, 10].iter().position(|i| i == id));
    assert_eq!(contents(join(&start, &sections)), contents(bytes(KEY)));
}

#[test]
fn thousands_of_contributions() {
    let (start, mut sections) = split(&bytes(KEY));
    let contributions = body(&mut sections, 10);
    let count = u32::from_le_bytes(contributions[64..68].try_into().unwrap()) as usize;
    let one = contributions[68..68 + (contributions.len() - 68) / count].to_vec();
    contributions.truncate(64);
    contributions.extend(5348u32.to_le_bytes());
    contributions.extend(one.repeat(5348));
    let large = join(&start, &sections);
    assert!(large.len() > 1 << 20);
    assert_eq!(contents(large), contents(bytes(KEY)));
    sections.retain(|(id, _)| *id != 10);
    assert_eq!(contents(join(&start, &sections)), contents(bytes(KEY)));
}

#[test]
fn two_thirds_of_b_at_infinity() {
    let (start, mut sections) = split(&bytes(KEY));
    for (id, point_bytes) in [(6, 64), (7, 128)] {
        for (wire, point) in body(&mut sections, id).chunks_mut(point_bytes).enumerate() {
            if wire % 3 != 0 {
                point.fill(0);
            }
        }
    }
    let file = ZkeyFile::from_bytes("sparse.zkey", join(&start, &sections)).unwrap();
    let original = ZkeyFile::open(vector(KEY)).unwrap();
    let [sparse, dense] = [&file, &original].map(|file| file.view::<Bn254>().unwrap());
    sparse.check_points().unwrap();
    let b1 = sparse.g1_points(G1Section::B1).unwrap();
    let b2 = sparse.g2_points().unwrap();
    let dense_b1 = dense.g1_points(G1Section::B1).unwrap();
    let dense_b2 = dense.g2_points().unwrap();
    for wire in 0..file.n_vars() {
        let expected = if wire % 3 == 0 {
            (dense_b1[wire], dense_b2[wire])
        } else {
            (AffineRepr::zero(), AffineRepr::zero())
        };
        assert_eq!((b1[wire], b2[wire]), expected, "wire {wire}");
    }
}

#[test]
fn coefficients_in_any_order() {
    let (start, mut sections) = split(&bytes(KEY));
    let coefficients = body(&mut sections, 4);
    let reversed: Vec<u8> = coefficients[4..].rchunks(44).flatten().copied().collect();
    coefficients.truncate(4);
    coefficients.extend(reversed);
    assert_eq!(contents(join(&start, &sections)), contents(bytes(KEY)));
}

#[test]
fn custom_gates() {
    let (start, mut sections) = split(&bytes("tiny_bn/circuit.r1cs"));
    sections.push((4, 0u32.to_le_bytes().to_vec()));
    sections.push((5, vec![]));
    readers::r1cs("none.r1cs", join(&start, &sections)).unwrap();
    sections.pop();
    body(&mut sections, 4)[0] = 1;
    let error = readers::r1cs("gates.r1cs", join(&start, &sections)).unwrap_err().to_string();
    let expected =
        "gates.r1cs: section 4 (custom gates): custom gates: allowed: rank-1 constraints only";
    assert_eq!(error, expected);
}

#[test]
fn a_circuit_without_constraints() {
    let (start, mut sections) = split(&bytes("tiny_bn/circuit.r1cs"));
    let header = body(&mut sections, 1);
    let at = header.len() - 4;
    header[at..].fill(0);
    body(&mut sections, 2).clear();
    let circuit = R1csFile::from_bytes("empty.r1cs", join(&start, &sections)).unwrap();
    assert_eq!(circuit.constraints::<Bn254>().unwrap().count(), 0);
    body(&mut sections, 2).push(0);
    let error = readers::r1cs("extra.r1cs", join(&start, &sections)).unwrap_err().to_string();
    assert!(error.contains("section 2 (constraints): 1 bytes too many"), "{error}");
}

#[test]
fn infinity_in_json() {
    let text = String::from_utf8(bytes("tiny_bn/verification_key.json")).unwrap();
    let key = JsonFile::from_bytes("key.json", text.clone().into_bytes());
    let mut key = key.verifying_key::<Bn254>().unwrap();
    key.ic[1] = AffineRepr::zero();
    let sparse = verifying_key_json(&key);
    assert!(
        sparse.contains("[\n   \"0\",\n   \"1\",\n   \"0\"\n  ]"),
        "as snarkjs writes infinity"
    );
    let read = JsonFile::from_bytes("key.json", sparse.into_bytes());
    assert_eq!(read.verifying_key::<Bn254>().unwrap(), key);
    key.delta2 = AffineRepr::zero();
    let error = refused_key::<Bn254>(&verifying_key_json(&key));
    assert_eq!(error, "key.json: vk_delta_2: infinity: allowed: any other point");
}

fn refused_key<C: Curve>(text: &str) -> String {
    let file = JsonFile::from_bytes("key.json", text.as_bytes().to_vec());
    file.verifying_key::<C>().unwrap_err().to_string()
}

#[test]
fn json_values_that_are_refused() {
    let text = String::from_utf8(bytes("tiny_bn/verification_key.json")).unwrap();
    let number = "6077488231958058972588980013271242599141166881566881278413635666412295191656";
    let cases = [
        (format!("\"{number}\""), number.into(), "JSON: "),
        (number.into(), format!("0{number}"), "vk_alpha_1: 0607"),
        (number.into(), format!("+{number}"), "vk_alpha_1: +607"),
        (number.into(), "0x10".into(), "vk_alpha_1: 0x10: allowed: decimal digits, below 2188"),
        (number.into(), "1".repeat(1 << 20), "vk_alpha_1: 1111"),
        (number.into(), String::new(), "vk_alpha_1: : allowed"),
        ("\"nPublic\": 2".into(), "\"nPublic\": 3".into(), "IC: 3 points: allowed: nPublic + 1"),
        (
            "15728181563466913631116136397522163551423195365412045091310488247575650539395".into(),
            "1".into(),
            "vk_alphabeta_12: not the pairing",
        ),
        ("groth16".into(), "plonk".into(), "protocol: plonk: allowed: groth16"),
        ("bn128".into(), "bn\\u000a".into(), "JSON: "),
        ("bn128".into(), "secp256k1".into(), "curve: secp256k1: allowed: bn128"),
        ("\"curve\"".into(), "\"protocol\"".into(), "JSON: duplicate field `protocol`"),
        ("\"curve\"".into(), "\"a\\nb\"".into(), "JSON: unknown field"),
    ];
    for (from, to, place) in cases {
        assert!(text.contains(&from));
        let error = refused_key::<Bn254>(&text.replacen(&from, &to, 1));
        assert!(error.starts_with(&format!("key.json: {place}")), "{error}");
        assert!(error.len() < 500 && !error.contains('\n'), "{error}");
    }
}

#[test]
fn what_is_no_regular_file() {
    let directory = std::env::temp_dir();
    let error = ZkeyFile::open(&directory).err().unwrap().to_string();
    assert!(error.ends_with(": not a regular file"), "{error}");
    let error = WitnessFile::open(directory.join("no such\nfile.wtns")).err().unwrap().to_string();
    assert!(error.contains("no such file.wtns: No such file"), "{error}");
    let empty = vector("reject-mutants/bn/zkey/empty.zkey");
    let error = ZkeyFile::open(empty).err().unwrap().to_string();
    assert!(error.ends_with("empty.zkey: 0 bytes are no .zkey file: header needs 12"), "{error}");
}
