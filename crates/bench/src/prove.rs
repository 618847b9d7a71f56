//! The same proof by every prover, from the same key and witness.

use std::{fs::File, hint::black_box, io::BufReader, path::Path};

use ark_bn254::{Bn254, Fr};
use ark_circom::{CircomReduction, read_zkey};
use ark_ff::BigInt;
use ark_groth16::{Groth16, ProvingKey};
use ark_std::{UniformRand, test_rng};
use proofsmith_engine::{CpuEngine, Curve};
use proofsmith_groth16::{
    LoadedKey, ProveError, ProveOptions, WitnessFile, Zkey, ZkeyFile, prove, prove_loaded,
};

/// Our prover with the key in memory.
pub struct Ours<'a, C: Curve> {
    zkey: Zkey<'a, C>,
    key: LoadedKey<C, CpuEngine>,
    witness: Vec<BigInt<4>>,
}

impl<'a, C: Curve> Ours<'a, C> {
    /// Loads a key and a witness.
    ///
    /// # Errors
    /// What the readers refuse.
    pub fn load(zkey: &'a ZkeyFile, witness: &WitnessFile) -> Result<Self, ProveError> {
        let zkey = zkey.view::<C>()?;
        let key = LoadedKey::load(&CpuEngine, &zkey)?;
        Ok(Self { key, zkey, witness: witness.values::<C>()? })
    }

    /// Proves once, verification of the proof included.
    ///
    /// # Errors
    /// The witness does not satisfy the circuit.
    pub fn prove(&self) -> Result<(), ProveError> {
        let options = ProveOptions::default();
        black_box(prove_loaded(&CpuEngine, &self.zkey, &self.key, &self.witness, &options)?);
        Ok(())
    }
}

/// Our prover from the files.
///
/// # Errors
/// What the readers refuse; a witness that does not satisfy the circuit.
pub fn ours_from_files<C: Curve>(zkey: &Path, witness: &Path) -> Result<(), ProveError> {
    let (zkey, witness) = (ZkeyFile::open(zkey)?, WitnessFile::open(witness)?.values::<C>()?);
    black_box(prove(&CpuEngine, &zkey.view::<C>()?, &witness, &ProveOptions::default())?);
    Ok(())
}

/// `ark-circom` and `ark-groth16` with the key in memory; they serve BN254 only.
pub struct Arkworks {
    key: ProvingKey<Bn254>,
    matrices: Vec<Vec<Vec<(Fr, usize)>>>,
    n_inputs: usize,
    n_constraints: usize,
    witness: Vec<Fr>,
}

impl Arkworks {
    /// Loads a key and a witness.
    ///
    /// # Errors
    /// The key cannot be read, or our reader refuses the witness.
    pub fn load(zkey: &Path, witness: &WitnessFile) -> Result<Self, Box<dyn std::error::Error>> {
        let (key, index) = read_zkey(&mut BufReader::new(File::open(zkey)?))?;
        let witness = witness.values::<Bn254>()?.into_iter().map(Fr::from).collect();
        Ok(Self {
            key,
            n_inputs: index.num_instance_variables,
            n_constraints: index.num_constraints,
            matrices: vec![index.a, index.b],
            witness,
        })
    }

    /// Proves once; the proof is not verified.
    ///
    /// # Panics
    /// The circuit is larger than the field's domains.
    pub fn prove(&self) -> ark_groth16::Proof<Bn254> {
        let mut rng = test_rng();
        Groth16::<Bn254, CircomReduction>::create_proof_with_reduction_and_matrices(
            &self.key,
            Fr::rand(&mut rng),
            Fr::rand(&mut rng),
            &self.matrices,
            self.n_inputs,
            self.n_constraints,
            &self.witness,
        )
        .expect("a domain for the circuit")
    }

    /// Whether a proof of theirs verifies, so that no broken run is timed.
    ///
    /// # Panics
    /// The key is damaged.
    #[must_use]
    pub fn verifies(&self, proof: &ark_groth16::Proof<Bn254>) -> bool {
        let key = ark_groth16::prepare_verifying_key(&self.key.vk);
        Groth16::<Bn254>::verify_proof(&key, proof, &self.witness[1..self.n_inputs])
            .expect("as many public inputs as the key has")
    }
}
