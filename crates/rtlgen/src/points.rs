//! Pairs of points and their sums, every special case first, as lines `P Q P+Q`.
//!
//! A point is its affine coordinates in standard form, in hexadecimal, joined by commas: `x,y`, or
//! `x.c0,x.c1,y.c0,y.c1` over Fq2. The point at infinity is `-`.

use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{Field, PrimeField, UniformRand};
use ark_std::rand::{SeedableRng, rngs::StdRng};
use num_bigint::BigUint;
use proofsmith_engine::edwards::to_edwards;

/// Writes so many random additions of a group, after the special ones, from a seed.
type Table = fn(count: usize, seed: u64) -> String;

const GROUPS: [(&str, Table); 7] = [
    ("bn254_g1", weierstrass::<ark_bn254::G1Projective>),
    ("bn254_g2", weierstrass::<ark_bn254::G2Projective>),
    ("bls12_381_g1", weierstrass::<ark_bls12_381::G1Projective>),
    ("bls12_381_g2", weierstrass::<ark_bls12_381::G2Projective>),
    ("bls12_377_g1", weierstrass::<ark_bls12_377::G1Projective>),
    ("bls12_377_edwards", edwards),
    ("mnt4_753_g1", weierstrass::<ark_mnt4_753::G1Projective>),
];

/// The additions of the group of this name; an error names the groups there are.
pub fn text(group: &str, count: usize, seed: u64) -> Result<String, String> {
    match GROUPS.iter().find(|(name, _)| *name == group) {
        Some((_, table)) => Ok(table(count, seed)),
        None => {
            let names: Vec<_> = GROUPS.iter().map(|(name, _)| *name).collect();
            Err(format!("no group `{group}`; the groups are {}", names.join(", ")))
        }
    }
}

fn weierstrass<G: CurveGroup>(count: usize, seed: u64) -> String {
    table(&additions::<G>(count, seed), |point| point.xy())
}

/// Points and sums of G1, mapped to the Edwards curve, where the neutral point has coordinates.
fn edwards(count: usize, seed: u64) -> String {
    let triples = additions::<ark_bls12_377::G1Projective>(count, seed);
    let points = to_edwards(triples.as_flattened()).into_iter();
    let points: Vec<_> = points.map(|point| point.expect("a point of odd order")).collect();
    table(points.as_chunks().0, |point| Some((point.x, point.y)))
}

/// The triples P, Q, P + Q: all pairs among O, P, -P, Q, -Q of random P and Q; all pairs among
/// O, the generator's negative, and its multiples by 1 to 16; then random pairs.
///
/// Each random pair is twice the one before: in a group of odd prime order no special case comes
/// up on the way, and a pair costs no scalar multiplication.
fn additions<G: CurveGroup>(count: usize, seed: u64) -> Vec<[G::Affine; 3]> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut point = || G::generator() * <G as PrimeGroup>::ScalarField::rand(&mut random);
    let (mut p, mut q) = (point(), point());
    let multiples = (1..=16u64).map(|factor| G::generator().mul_bigint([factor]));

    let signs = [G::zero(), p, -p, q, -q];
    let generators: Vec<G> = [G::zero(), -G::generator()].into_iter().chain(multiples).collect();
    let mut pairs = all_pairs(&signs);
    pairs.extend(all_pairs(&generators));
    for _ in 0..count {
        pairs.push((p, q));
        (p, q) = (p.double(), q.double());
    }

    let points: Vec<G> = pairs.into_iter().flat_map(|(p, q)| [p, q, p + q]).collect();
    G::normalize_batch(&points).as_chunks().0.to_vec()
}

fn all_pairs<G: Copy>(points: &[G]) -> Vec<(G, G)> {
    points.iter().flat_map(|&p| points.iter().map(move |&q| (p, q))).collect()
}

/// The lines of these triples, given how to take a point's coordinates; infinity has none.
fn table<P, F: Field>(triples: &[[P; 3]], xy: impl Fn(&P) -> Option<(F, F)>) -> String {
    let text = |point: &P| match xy(point) {
        None => "-".to_owned(),
        Some((x, y)) => format!("{},{}", hexadecimal(x), hexadecimal(y)),
    };
    triples.iter().map(|triple| triple.each_ref().map(text).join(" ") + "\n").collect()
}

fn hexadecimal<F: Field>(element: F) -> String {
    let coordinates = element.to_base_prime_field_elements();
    let digits = coordinates.map(|value| {
        let integer: BigUint = value.into_bigint().into();
        format!("{integer:x}")
    });
    digits.collect::<Vec<_>>().join(",")
}
