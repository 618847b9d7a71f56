//! Real files changed at random: no reader panics, none allocates more than a few times the
//! file's size, and each error is one line that names the file. The fuzz targets do the same for
//! longer.

mod common;
#[path = "common/counting.rs"]
mod counting;
#[path = "common/readers.rs"]
mod readers;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use common::{bytes, split};
use counting::peak_of;
use proofsmith_groth16::FileError;
use proptest::{prelude::*, sample::Index, test_runner::TestRunner};

#[derive(Clone, Debug)]
enum Mutation {
    Flip { bit: u8 },
    Overwrite { value: u64, width: usize },
    Insert { bytes: Vec<u8> },
    Copy { from: Index, length: usize },
    Remove { length: usize },
    Truncate,
}

/// A mutation at a place: one of the file's structural places plus a few bytes, or any.
#[derive(Clone, Debug)]
struct Change {
    mutation: Mutation,
    near: Option<(Index, usize)>,
    anywhere: Index,
}

fn extreme() -> impl Strategy<Value = u64> {
    let near = |centre: u64| (0..3u64).prop_map(move |offset| (centre - 1).wrapping_add(offset));
    prop_oneof![
        near(1),
        near(1 << 16),
        near(1 << 31),
        near(1 << 32),
        near(1 << 60),
        near(1 << 63),
        Just(u64::MAX),
        0..100u64,
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let mutation = prop_oneof![
        4 => (0..8u8).prop_map(|bit| Mutation::Flip { bit }),
        4 => (extreme(), prop_oneof![Just(4), Just(8)])
            .prop_map(|(value, width)| Mutation::Overwrite { value, width }),
        1 => proptest::collection::vec(any::<u8>(), 1..40)
            .prop_map(|bytes| Mutation::Insert { bytes }),
        1 => (any::<Index>(), 1..200usize)
            .prop_map(|(from, length)| Mutation::Copy { from, length }),
        1 => (1..200usize).prop_map(|length| Mutation::Remove { length }),
        1 => Just(Mutation::Truncate),
    ];
    let near = proptest::option::weighted(0.7, (any::<Index>(), 0..24usize));
    (mutation, near, any::<Index>()).prop_map(|(mutation, near, anywhere)| Change {
        mutation,
        near,
        anywhere,
    })
}

impl Change {
    fn apply(&self, places: &[usize], file: &mut Vec<u8>) {
        if file.is_empty() {
            return;
        }
        let at = match self.near {
            Some((index, offset)) => (index.get(places) + offset).min(file.len() - 1),
            None => self.anywhere.index(file.len()),
        };
        match &self.mutation {
            Mutation::Flip { bit } => file[at] ^= 1 << bit,
            Mutation::Overwrite { value, width } => {
                let end = file.len().min(at + width);
                file[at..end].copy_from_slice(&value.to_le_bytes()[..end - at]);
            }
            Mutation::Insert { bytes } => drop(file.splice(at..at, bytes.iter().copied())),
            Mutation::Copy { from, length } => {
                let from = from.index(file.len());
                let length = (*length).min(file.len() - from.max(at));
                file.copy_within(from..from + length, at);
            }
            Mutation::Remove { length } => {
                drop(file.drain(at..file.len().min(at + length)));
            }
            Mutation::Truncate => file.truncate(at),
        }
    }
}

/// Starts of the section headers and bodies; for other files the start.
fn places(file: &[u8], is_container: bool) -> Vec<usize> {
    let mut places = vec![0];
    if is_container {
        let mut at = 12;
        for (_, body) in split(file).1 {
            places.extend([at, at + 12]);
            at += 12 + body.len();
        }
    }
    places
}

type Read = fn(&str, Vec<u8>) -> Result<(), FileError>;

fn assert_robust(name: &str, read: Read, cases: u32) {
    let original = bytes(name);
    let places = places(&original, !name.ends_with(".json"));
    // The first call sets up the thread pool, which is no part of the reading.
    read(name, original.clone()).unwrap();
    let mut runner = TestRunner::new(ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let changes = proptest::collection::vec(change(), 1..4);
    let refused = AtomicUsize::new(0);
    let result = runner.run(&changes, |changes| {
        let mut file = original.clone();
        changes.iter().for_each(|change| change.apply(&places, &mut file));
        let limit = 6 * file.len() + (64 << 10);
        let (result, peak) = peak_of(|| read("changed.file", file));
        prop_assert!(peak <= limit, "{peak} bytes allocated, {limit} allowed");
        if let Err(error) = result {
            refused.fetch_add(1, Relaxed);
            let text = error.to_string();
            prop_assert!(text.starts_with("changed.file: "), "{text}");
            prop_assert!(!text.contains('\n') && text.len() < 500, "{text}");
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{name}: {error}");
    }
    let refused = refused.into_inner();
    assert!(refused > cases as usize / 2, "{name}: {refused} of {cases} changed files refused");
}

/// One test, so that nothing else allocates meanwhile.
#[test]
fn changed_files_are_read_or_refused() {
    assert!(peak_of(|| vec![1u8; 1 << 20]).1 >= 1 << 20, "the allocator counts");
    assert_robust("tiny_bn/circuit.r1cs", readers::r1cs, 2000);
    assert_robust("tiny_bn/witness.wtns", readers::wtns, 2000);
    assert_robust("tiny_bn/circuit_final.zkey", readers::zkey, 2000);
    assert_robust("tiny_bn/proof.json", readers::proof, 500);
    assert_robust("tiny_bn/public.json", readers::public, 500);
    assert_robust("tiny_bn/verification_key.json", readers::verification_key, 200);
    assert_robust("bls_mimc/witness.wtns", readers::wtns, 100);
    assert_robust("bls_mimc/circuit_final.zkey", readers::zkey, 30);
    assert_robust("bls_mimc/proof.json", readers::proof, 200);
}
