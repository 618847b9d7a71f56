//! The files in `tests/vectors`.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::path::PathBuf;

/// Path of a file in `tests/vectors`.
pub fn vector(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(name)
}

/// Contents of a file in `tests/vectors`.
pub fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(vector(name)).unwrap()
}

/// Splits a circom file into its first eight bytes (magic, version) and its sections in file
/// order.
pub fn split(file: &[u8]) -> (Vec<u8>, Vec<(u32, Vec<u8>)>) {
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    let (mut at, mut sections) = (12, Vec::new());
    for _ in 0..number(8) {
        let length = u64::from_le_bytes(file[at + 4..at + 12].try_into().unwrap()) as usize;
        sections.push((number(at), file[at + 12..at + 12 + length].to_vec()));
        at += 12 + length;
    }
    (file[..8].to_vec(), sections)
}

/// The opposite of [`split`].
pub fn join(magic_and_version: &[u8], sections: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut file = magic_and_version.to_vec();
    file.extend((sections.len() as u32).to_le_bytes());
    for (id, body) in sections {
        file.extend(id.to_le_bytes());
        file.extend((body.len() as u64).to_le_bytes());
        file.extend(body);
    }
    file
}
