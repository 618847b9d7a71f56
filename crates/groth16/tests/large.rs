//! A proving key of over 2 GB is read with little heap.

mod common;
#[path = "common/counting.rs"]
mod counting;

use std::{
    fs::File,
    io::{Seek, SeekFrom, Write},
    path::PathBuf,
};

use ark_bn254::Bn254;
use common::{bytes, split};
use counting::peak_of;
use proofsmith_groth16::{FileError, G1Section, ZkeyFile};

/// Wires of the large circuit.
const N_VARS: u64 = 7 << 20;
/// Wires of the circuit whose key it is made from.
const TINY_VARS: u64 = 8;

/// A file that is removed when the test ends.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing to do about a file that is gone already.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A real key with so many wires added that it has 2.2 GB. The points of the new ones are all zero,
/// which is infinity, so the file system need not store them.
fn large_key() -> Scratch {
    let (start, sections) = split(&bytes("tiny_bn/circuit_final.zkey"));
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("large.zkey");
    let mut file = File::create(&path).unwrap();
    file.write_all(&start).unwrap();
    file.write_all(&(sections.len() as u32).to_le_bytes()).unwrap();
    for (id, mut body) in sections {
        let point_bytes = match id {
            5 | 6 | 8 => 64,
            7 => 128,
            _ => 0,
        };
        let added = point_bytes * (N_VARS - TINY_VARS);
        if id == 2 {
            // n_vars follows the two primes of 32 bytes and their sizes.
            body[72..76].copy_from_slice(&(N_VARS as u32).to_le_bytes());
        }
        file.write_all(&id.to_le_bytes()).unwrap();
        file.write_all(&(body.len() as u64 + added).to_le_bytes()).unwrap();
        file.write_all(&body).unwrap();
        let end = file.seek(SeekFrom::Current(added as i64)).unwrap();
        file.set_len(end).unwrap();
    }
    Scratch(path)
}

#[test]
fn two_gigabytes_need_little_heap() {
    let large = large_key();
    assert!(std::fs::metadata(&large.0).unwrap().len() > 2 << 30);
    let (result, peak) = peak_of(|| -> Result<(), FileError> {
        let file = ZkeyFile::open(&large.0)?;
        assert_eq!(file.n_vars(), N_VARS as usize);
        let key = file.view::<Bn254>()?;
        key.verifying_key()?;
        for start in (0..file.n_vars()).step_by(1 << 16) {
            key.g1_range(G1Section::B1, start..start + (1 << 16))?;
        }
        key.g2_range(file.n_vars() - 1000..file.n_vars()).map(drop)
    });
    result.unwrap();
    assert!(peak < 32 << 20, "{peak} bytes of heap");
}
