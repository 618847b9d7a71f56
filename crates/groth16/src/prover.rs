//! The Groth16 prover over an [`Engine`], in snarkjs' variant: the evaluations of A.B - C on the
//! odd half of the double domain are the scalars of H, without a division or a transform back.

use ark_ec::CurveGroup;
use ark_ff::{BigInt, PrimeField};
use ark_std::UniformRand;
use proofsmith_engine::{Curve, Domain, Engine, EngineError, KernelRun, Transform};
use rayon::prelude::*;
use zeroize::Zeroizing;

use crate::{FileError, G1Section, Proof, R1csFile, VerifyingKey, Zkey, random, verify};

/// Called as a step begins: its number from 0, the number of steps, its name.
pub type Progress<'a> = &'a dyn Fn(usize, usize, &str);

/// How to prove.
#[derive(Clone, Copy, Default)]
pub struct ProveOptions<'a> {
    /// Only for tests: takes r and s from this seed. Such a proof reveals its witness to everyone
    /// who knows the seed.
    pub seed: Option<u64>,
    /// The circuit: the witness is checked against it first, to name a violated constraint.
    pub r1cs: Option<&'a R1csFile>,
    /// Is told what happens.
    pub progress: Option<Progress<'a>>,
}

/// A proof that was verified, and what it took.
#[derive(Clone, Debug)]
pub struct ProofOutput<C: Curve> {
    /// The proof.
    pub proof: Proof<C>,
    /// Public signals: outputs, then public inputs.
    pub public: Vec<C::ScalarField>,
    /// Every call of the engine, in order.
    pub runs: Vec<KernelRun>,
}

/// Why there is no proof, or no key.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// A file was refused, or the witness violates a named constraint.
    #[error(transparent)]
    File(#[from] FileError),
    /// The engine cannot execute a kernel.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The proof did not verify; the key's points are in their groups.
    #[error(
        "{key}: no proof: the witness does not satisfy the circuit of this key, or the key is inconsistent"
    )]
    Unsatisfied {
        /// The key file as the user named it.
        key: String,
    },
    /// The proof did not verify although the witness satisfies the circuit.
    #[error(
        "{key}: no proof: the witness satisfies {r1cs}: the key is inconsistent, or of another circuit"
    )]
    Inconsistent {
        /// The key file as the user named it.
        key: String,
        /// The circuit file as the user named it.
        r1cs: String,
    },
    /// The operating system gave no randomness.
    #[error("no randomness from the operating system: {0}")]
    Random(#[from] getrandom::Error),
}

/// The MSMs in G1, by name and section.
const G1_MSMS: [(&str, G1Section); 4] = [
    ("MSM A", G1Section::A),
    ("MSM B1", G1Section::B1),
    ("MSM C", G1Section::C),
    ("MSM H", G1Section::H),
];

/// A key's bases as an engine keeps them, for many proofs with one key.
pub struct LoadedKey<C: Curve, E: Engine<C>> {
    /// In the order of [`G1_MSMS`].
    g1: Vec<E::G1Bases>,
    b2: E::G2Bases,
    verifying_key: VerifyingKey<C>,
}

impl<C: Curve, E: Engine<C>> LoadedKey<C, E> {
    /// Reads all points of a key into `engine`.
    ///
    /// # Errors
    /// A point that the key file's reader refuses; more points than the engine holds.
    pub fn load(engine: &E, zkey: &Zkey<'_, C>) -> Result<Self, ProveError> {
        let load = |(_, section)| load_g1(engine, zkey, section);
        Ok(Self {
            g1: G1_MSMS.into_iter().map(load).collect::<Result<_, _>>()?,
            b2: engine.load_g2(zkey.g2_points()?)?,
            verifying_key: zkey.verifying_key()?,
        })
    }
}

fn load_g1<C: Curve, E: Engine<C>>(
    engine: &E,
    zkey: &Zkey<'_, C>,
    section: G1Section,
) -> Result<E::G1Bases, ProveError> {
    Ok(engine.load_g1(zkey.g1_points(section)?)?)
}

/// Proves that `witness` satisfies the circuit of `zkey`. Each section of the key is read just
/// before its MSM and dropped after it.
///
/// `witness` has one value for each variable, reduced, in standard form, as
/// [`crate::WitnessFile::values`] gives it.
///
/// # Errors
/// A constraint that the witness violates, if [`ProveOptions::r1cs`] is given. Every proof is
/// verified before it is returned; one that fails is dropped and the error says what is at fault: a
/// point of the key, or the witness, or the key as a whole. Also: a witness of another length than
/// the key's, a damaged key, a size that the engine does not support.
pub fn prove<C: Curve, E: Engine<C>>(
    engine: &E,
    zkey: &Zkey<'_, C>,
    witness: &[BigInt<4>],
    options: &ProveOptions<'_>,
) -> Result<ProofOutput<C>, ProveError> {
    let verifying_key = zkey.verifying_key()?;
    Prover::new(engine, zkey, options).prove(None, &verifying_key, witness)
}

/// [`prove`] with a key that was loaded before, from the same `zkey`.
///
/// # Errors
/// As for [`prove`].
pub fn prove_loaded<C: Curve, E: Engine<C>>(
    engine: &E,
    zkey: &Zkey<'_, C>,
    key: &LoadedKey<C, E>,
    witness: &[BigInt<4>],
    options: &ProveOptions<'_>,
) -> Result<ProofOutput<C>, ProveError> {
    Prover::new(engine, zkey, options).prove(Some(key), &key.verifying_key, witness)
}

/// One proof in the making.
struct Prover<'a, C: Curve, E> {
    engine: &'a E,
    zkey: &'a Zkey<'a, C>,
    options: &'a ProveOptions<'a>,
    step: usize,
    runs: Vec<KernelRun>,
}

/// A.w and B.w, two transforms of each of three polynomials, five MSMs, verification.
const STEPS: usize = 1 + 6 + 5 + 1;

impl<'a, C: Curve, E: Engine<C>> Prover<'a, C, E> {
    fn new(engine: &'a E, zkey: &'a Zkey<'a, C>, options: &'a ProveOptions<'a>) -> Self {
        Self { engine, zkey, options, step: 0, runs: Vec::with_capacity(STEPS) }
    }

    fn prove(
        mut self,
        key: Option<&LoadedKey<C, E>>,
        verifying_key: &VerifyingKey<C>,
        witness: &[BigInt<4>],
    ) -> Result<ProofOutput<C>, ProveError> {
        self.check_circuit(witness)?;
        let h = self.quotient(witness)?;
        // The length of `witness` was checked with the coefficients.
        let private = &witness[self.zkey.file().n_public() + 1..];
        let a = self.msm_g1(0, key, witness)?;
        let b1 = self.msm_g1(1, key, witness)?;
        let b2 = self.msm_g2(key, witness)?;
        let c = self.msm_g1(2, key, private)?;
        let h = self.msm_g1(3, key, &h)?;
        let proof = self.blind(a, b1, b2, c + h)?;

        self.begin("verify");
        let public: Vec<C::ScalarField> = witness[1..=self.zkey.file().n_public()]
            .iter()
            .map(|value| C::ScalarField::from(*value))
            .collect();
        if !verify(verifying_key, &public, &proof) {
            return Err(self.diagnose());
        }
        Ok(ProofOutput { proof, public, runs: self.runs })
    }

    /// A.B - C on the odd points of the double domain, in standard form.
    fn quotient(&mut self, witness: &[BigInt<4>]) -> Result<Vec<BigInt<4>>, ProveError> {
        self.begin("A.w, B.w");
        let (mut a, mut b) = self.zkey.evaluate(witness)?;
        let mut c: Vec<C::ScalarField> = a.par_iter().zip(&b).map(|(a, b)| *a * b).collect();
        let log2_size = self.zkey.file().domain_size().ilog2();
        let domain = Domain::snarkjs(log2_size)?;
        let shift = Domain::snarkjs(log2_size + 1)?.root();
        for (name, values) in [("a", &mut a), ("b", &mut b), ("c", &mut c)] {
            self.ntt(&format!("iNTT {name}"), &domain, Transform::Inverse(None), values)?;
            let coset = Transform::Forward(Some(shift));
            self.ntt(&format!("coset NTT {name}"), &domain, coset, values)?;
        }
        Ok(a.par_iter().zip(&b).zip(&c).map(|((a, b), c)| (*a * b - c).into_bigint()).collect())
    }

    /// Adds the fixed points and the randomness that hides the witness.
    fn blind(&self, a: C::G1, b1: C::G1, b2: C::G2, ch: C::G1) -> Result<Proof<C>, ProveError> {
        let mut rng = random::generator(self.options.seed)?;
        let r = Zeroizing::new(C::ScalarField::rand(&mut rng));
        let s = Zeroizing::new(C::ScalarField::rand(&mut rng));
        let key = self.zkey.header();
        let a = a + key.alpha1 + key.delta1 * *r;
        let b1 = b1 + key.beta1 + key.delta1 * *s;
        let b = b2 + key.beta2 + key.delta2 * *s;
        let c = ch + a * *s + b1 * *r - key.delta1 * (*r * *s);
        Ok(Proof { a: a.into_affine(), b: b.into_affine(), c: c.into_affine() })
    }

    /// With the circuit at hand, a bad witness or a damaged circuit file shows before any work.
    fn check_circuit(&self, witness: &[BigInt<4>]) -> Result<(), ProveError> {
        let Some(r1cs) = self.options.r1cs else { return Ok(()) };
        let witness: Vec<C::ScalarField> =
            witness.par_iter().map(|value| C::ScalarField::from(*value)).collect();
        Ok(r1cs.check_witness::<C>(&witness)?)
    }

    /// Why the proof does not verify.
    fn diagnose(&self) -> ProveError {
        let key = self.zkey.file().file().to_owned();
        if let Err(error) = self.zkey.check_points() {
            return error.into();
        }
        match self.options.r1cs {
            None => ProveError::Unsatisfied { key },
            Some(r1cs) => ProveError::Inconsistent { key, r1cs: r1cs.file().into() },
        }
    }

    fn begin(&mut self, label: &str) {
        if let Some(progress) = self.options.progress {
            progress(self.step, STEPS, label);
        }
        self.step += 1;
    }

    fn record(&mut self, label: &str, run: KernelRun) {
        self.runs.push(KernelRun { label: label.into(), ..run });
    }

    fn ntt(
        &mut self,
        label: &str,
        domain: &Domain<C::ScalarField>,
        transform: Transform<C::ScalarField>,
        values: &mut [C::ScalarField],
    ) -> Result<(), ProveError> {
        self.begin(label);
        let run = self.engine.ntt(domain, transform, values)?;
        self.record(label, run);
        Ok(())
    }

    /// The MSM in place `number` of [`G1_MSMS`].
    fn msm_g1(
        &mut self,
        number: usize,
        key: Option<&LoadedKey<C, E>>,
        scalars: &[BigInt<4>],
    ) -> Result<C::G1, ProveError> {
        let (label, section) = G1_MSMS[number];
        self.begin(label);
        let (sum, run) = match key {
            Some(key) => self.engine.msm_g1(&key.g1[number], scalars)?,
            None => self.engine.msm_g1(&load_g1(self.engine, self.zkey, section)?, scalars)?,
        };
        self.record(label, run);
        Ok(sum)
    }

    fn msm_g2(
        &mut self,
        key: Option<&LoadedKey<C, E>>,
        scalars: &[BigInt<4>],
    ) -> Result<C::G2, ProveError> {
        let label = "MSM B2 (G2)";
        self.begin(label);
        let (sum, run) = match key {
            Some(key) => self.engine.msm_g2(&key.b2, scalars)?,
            None => self.engine.msm_g2(&self.engine.load_g2(self.zkey.g2_points()?)?, scalars)?,
        };
        self.record(label, run);
        Ok(sum)
    }
}
