//! Groth16 over circom's files: strict readers for `.r1cs`, `.wtns` and `.zkey`, snarkjs' JSON
//! files, the prover, the verifier, and a setup for tests.
//!
//! Readers map their file and index it first; each error is one line that names the file, the
//! place and the reason. Nothing is allocated on the word of a file: every count is compared with
//! the bytes that are there.

mod container;
mod curve;
mod data;
mod error;
mod json;
mod prover;
mod r1cs;
mod random;
mod setup;
mod verify;
mod wtns;
mod zkey;

pub use error::FileError;
pub use json::{JsonFile, proof_json, public_json, verifying_key_json};
pub use prover::{LoadedKey, Progress, ProofOutput, ProveError, ProveOptions, prove, prove_loaded};
pub use r1cs::{Constraint, R1csFile, Term};
pub use setup::{SETUP_WARNING, setup};
pub use verify::{Proof, VerifyingKey, verify, verify_files};
pub use wtns::WitnessFile;
pub use zkey::{G1Section, RowPair, Zkey, ZkeyFile, ZkeyHeader};
