//! Makes a proving key from a circuit alone, for tests and demonstrations.
//!
//! **This is not a ceremony.** Whoever runs it could keep the secret numbers and forge proofs of
//! anything. A key that is to protect something comes from a multi-party computation
//! (`snarkjs powersoftau` and `snarkjs zkey contribute`).

use std::{
    fs::Permissions,
    io::{self, BufWriter, Write},
    os::unix::fs::PermissionsExt,
    path::Path,
};

use ark_ec::{PrimeGroup, scalar_mul::BatchMulPreprocessing};
use ark_ff::{AdditiveGroup, BigInteger, FftField, Field, PrimeField, batch_inversion};
use ark_std::rand::RngCore;
use proofsmith_engine::{Curve, Domain, EngineError};
use rayon::prelude::*;
use zeroize::{Zeroize, Zeroizing};

use crate::{Constraint, FileError, ProveError, R1csFile, VerifyingKey, ZkeyFile, random};

/// To be shown with every key that [`setup`] makes.
pub const SETUP_WARNING: &str = "this key is for tests only: one party made it, without a \
     ceremony, and whoever made it can forge proofs; never let it protect anything";

/// Makes a key for `r1cs` and writes it to `path` in snarkjs' format, without contributions. The
/// file appears when it is complete; one that was there is kept until then. Show the user
/// [`SETUP_WARNING`].
///
/// The secret numbers come from the operating system, or from `seed` to repeat a test, and are
/// zeroed afterwards.
///
/// # Errors
/// A circuit that its reader refuses, that is on another curve than `C` or too large for the
/// curve's NTT domains; a file that cannot be written.
pub fn setup<C: Curve>(
    r1cs: &R1csFile,
    path: impl AsRef<Path>,
    seed: Option<u64>,
) -> Result<VerifyingKey<C>, ProveError> {
    let path = path.as_ref();
    let secrets = Secrets::random(&mut random::generator(seed)?);
    let circuit = Circuit::<C>::at_tau(r1cs, secrets.tau)?;
    replace_file(path, |file| circuit.write_key(&secrets, file))
        .map_err(|source| FileError::Io { file: path.display().to_string(), source })?;
    Ok(ZkeyFile::open(path)?.view::<C>()?.verifying_key()?)
}

/// Has `write` fill a new file in the same folder, then moves it to `path`.
fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&std::fs::File>) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let file = tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o666)) // less the user's umask, as for any new file
        .tempfile_in(folder.unwrap_or(Path::new(".")))?;
    let mut writer = BufWriter::new(file.as_file());
    write(&mut writer)?;
    writer.flush()?;
    drop(writer);
    file.persist(path)?;
    Ok(())
}

/// The numbers nobody may know ("toxic waste"); gamma is 1, as in snarkjs.
struct Secrets<F: Zeroize> {
    tau: F,
    alpha: F,
    beta: F,
    delta: F,
    delta_inverse: F,
}

impl<F: PrimeField> Secrets<F> {
    fn random(rng: &mut impl RngCore) -> Self {
        loop {
            let [tau, alpha, beta, delta] = std::array::from_fn(|_| F::rand(rng));
            // Neither 0 nor in any domain, where its Lagrange basis would not be defined.
            let in_domain = tau.pow([1 << F::TWO_ADICITY.min(63)]).is_one();
            if let (false, false, Some(delta_inverse)) =
                (in_domain, tau.is_zero() || alpha.is_zero() || beta.is_zero(), delta.inverse())
            {
                return Self { tau, alpha, beta, delta, delta_inverse };
            }
        }
    }
}

impl<F: Zeroize> Drop for Secrets<F> {
    fn drop(&mut self) {
        self.tau.zeroize();
        self.alpha.zeroize();
        self.beta.zeroize();
        self.delta.zeroize();
        self.delta_inverse.zeroize();
    }
}

/// A circuit with its polynomials evaluated at tau.
struct Circuit<C: Curve> {
    n_vars: usize,
    n_public: usize,
    log2_domain: u32,
    /// A_j(tau), B_j(tau), C_j(tau) for each wire j.
    polynomials: Vec<[C::ScalarField; 3]>,
    /// Odd members of the double domain's Lagrange basis at tau.
    odd_lagrange: Zeroizing<Vec<C::ScalarField>>,
    /// Entries of section 4.
    coefficients: Vec<u8>,
    n_coefficients: u32,
    /// 2^256.
    montgomery_radix: C::ScalarField,
}

impl<C: Curve> Drop for Circuit<C> {
    fn drop(&mut self) {
        self.polynomials.iter_mut().for_each(Zeroize::zeroize);
    }
}

impl<C: Curve> Circuit<C> {
    fn at_tau(r1cs: &R1csFile, tau: C::ScalarField) -> Result<Self, ProveError> {
        let (n_vars, n_public) = (r1cs.n_wires(), r1cs.n_public());
        // As snarkjs: room for the constraints and one row for each public wire.
        let log2_domain = (r1cs.n_constraints() + n_public).max(1).ilog2() + 1;
        if log2_domain >= C::ScalarField::TWO_ADICITY {
            return Err(EngineError::Root { log2_size: log2_domain + 1 }.into());
        }
        let domain = Domain::snarkjs(log2_domain)?;
        let double = Domain::snarkjs(log2_domain + 1)?;
        let lagrange = lagrange(C::ScalarField::ONE, &domain, tau);
        let mut circuit = Self {
            n_vars,
            n_public,
            log2_domain,
            polynomials: vec![[C::ScalarField::ZERO; 3]; n_vars],
            odd_lagrange: odd_lagrange(&domain, &double, tau),
            coefficients: Vec::new(),
            n_coefficients: 0,
            montgomery_radix: C::ScalarField::from(2u64).pow([256]),
        };
        for (row, constraint) in (0..).zip(r1cs.constraints::<C>()?) {
            let Constraint { a, b, c } = constraint?;
            for (matrix, terms) in (0..).zip([a, b, c]) {
                for (wire, coefficient) in terms {
                    circuit.add_term(matrix, row, wire, coefficient, lagrange[row as usize]);
                }
            }
        }
        // These rows make the public wires' A polynomials independent of all others.
        let rows = r1cs.n_constraints() as u32..;
        for (wire, row) in (0..=n_public as u32).zip(rows) {
            circuit.add_term(0, row, wire, C::ScalarField::ONE, lagrange[row as usize]);
        }
        Ok(circuit)
    }

    /// Enters a coefficient of matrix A (0), B (1) or C (2); `basis` is its row's Lagrange
    /// polynomial at tau.
    fn add_term(
        &mut self,
        matrix: u32,
        row: u32,
        wire: u32,
        coefficient: C::ScalarField,
        basis: C::ScalarField,
    ) {
        self.polynomials[wire as usize][matrix as usize] += coefficient * basis;
        if matrix == 2 {
            return; // the prover computes C.w as the product of A.w and B.w
        }
        for word in [matrix, row, wire] {
            self.coefficients.extend(word.to_le_bytes());
        }
        // The file's value is c R^2, the Montgomery form of c R.
        for limb in C::fr_to_montgomery(&(coefficient * self.montgomery_radix)) {
            self.coefficients.extend(limb.to_le_bytes());
        }
        self.n_coefficients += 1;
    }

    fn write_key(
        &self,
        secrets: &Secrets<C::ScalarField>,
        writer: &mut impl Write,
    ) -> io::Result<()> {
        let (g1_bytes, g2_bytes) = (16 * C::FQ_LIMBS, 32 * C::FQ_LIMBS);
        let (n_vars, n_ic) = (self.n_vars, self.n_public + 1);
        let domain_size = 1 << self.log2_domain;
        let g1 = BatchMulPreprocessing::new(C::G1::generator(), 3 * n_vars + domain_size);
        let g2 = BatchMulPreprocessing::new(C::G2::generator(), n_vars);
        writer.write_all(b"zkey")?;
        u32s(writer, &[1, 10])?; // version, sections

        section(writer, 1, 4)?;
        u32s(writer, &[1])?; // Groth16
        let header = self.header(secrets);
        section(writer, 2, header.len())?;
        writer.write_all(&header)?;

        // beta A + alpha B + C: as it is for the public wires, over delta for the others.
        let combine = |[a, b, c]: &[C::ScalarField; 3]| secrets.beta * a + secrets.alpha * b + c;
        let (public, private) = self.polynomials.split_at(n_ic);
        section(writer, 3, n_ic * g1_bytes)?;
        write_multiples(writer, public, combine, &g1, g1_bytes_of::<C>)?;
        section(writer, 4, 4 + self.coefficients.len())?;
        u32s(writer, &[self.n_coefficients])?;
        writer.write_all(&self.coefficients)?;
        section(writer, 5, n_vars * g1_bytes)?;
        write_multiples(writer, &self.polynomials, |[a, ..]| *a, &g1, g1_bytes_of::<C>)?;
        section(writer, 6, n_vars * g1_bytes)?;
        write_multiples(writer, &self.polynomials, |[_, b, _]| *b, &g1, g1_bytes_of::<C>)?;
        section(writer, 7, n_vars * g2_bytes)?;
        write_multiples(writer, &self.polynomials, |[_, b, _]| *b, &g2, g2_bytes_of::<C>)?;
        section(writer, 8, private.len() * g1_bytes)?;
        let combine = |wire: &_| combine(wire) * secrets.delta_inverse;
        write_multiples(writer, private, combine, &g1, g1_bytes_of::<C>)?;

        section(writer, 9, domain_size * g1_bytes)?;
        let divide = |value: &_| secrets.delta_inverse * value;
        write_multiples(writer, &self.odd_lagrange, divide, &g1, g1_bytes_of::<C>)?;
        section(writer, 10, 64 + 4)?; // hash of the circuit, which is for contributors; none
        writer.write_all(&[0; 64])?;
        u32s(writer, &[0])
    }

    /// Section 2.
    fn header(&self, secrets: &Secrets<C::ScalarField>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let u32 = |bytes: &mut Vec<u8>, value: usize| bytes.extend((value as u32).to_le_bytes());
        let (q, r) = (C::BaseField::MODULUS.to_bytes_le(), C::ScalarField::MODULUS.to_bytes_le());
        for prime in [q, r] {
            u32(&mut bytes, prime.len());
            bytes.extend(prime);
        }
        for value in [self.n_vars, self.n_public, 1 << self.log2_domain] {
            u32(&mut bytes, value);
        }
        let g1 = |s: C::ScalarField| g1_bytes_of::<C>(&(C::G1::generator() * s).into());
        let g2 = |s: C::ScalarField| g2_bytes_of::<C>(&(C::G2::generator() * s).into());
        let Secrets { alpha, beta, delta, .. } = *secrets;
        bytes.extend([g1(alpha), g1(beta), g2(beta)].concat());
        bytes.extend([g2(C::ScalarField::ONE), g1(delta), g2(delta)].concat());
        bytes
    }
}

/// The Lagrange basis at `x` over the coset `shift * H` of a domain of n points w^i:
/// (x^n - s^n) s w^i / (n s^n (x - s w^i)).
fn lagrange<F: PrimeField>(shift: F, domain: &Domain<F>, x: F) -> Zeroizing<Vec<F>> {
    let size = domain.size();
    let mut points = Vec::with_capacity(size);
    let mut values = Zeroizing::new(Vec::with_capacity(size));
    let mut point = shift;
    for _ in 0..size {
        points.push(point);
        values.push(x - point);
        point *= domain.root();
    }
    batch_inversion(&mut values);
    let shift_power = shift.pow([size as u64]);
    let scale = (x.pow([size as u64]) - shift_power) / (shift_power * F::from(size as u64));
    values.par_iter_mut().zip(&points).for_each(|(value, point)| *value *= scale * point);
    values
}

/// Odd members of the Lagrange basis of the domain of twice the size, at `x`.
fn odd_lagrange<F: PrimeField>(domain: &Domain<F>, double: &Domain<F>, x: F) -> Zeroizing<Vec<F>> {
    // The odd points are a coset with s^n = -1. The members of its own basis become those of the
    // double domain when they also vanish on the even points: times (x^n - 1) / (s^n - 1).
    let mut values = lagrange(double.root(), domain, x);
    let factor = (F::ONE - x.pow([domain.size() as u64])) / F::from(2u64);
    values.par_iter_mut().for_each(|value| *value *= factor);
    values
}

/// Writes the multiples of the table's point by `scalar` of each item, block by block.
fn write_multiples<T, F, G>(
    writer: &mut impl Write,
    items: &[T],
    scalar: impl Fn(&T) -> F + Sync,
    table: &BatchMulPreprocessing<G>,
    encode: fn(&G::MulBase) -> Vec<u8>,
) -> io::Result<()>
where
    T: Sync,
    F: PrimeField,
    G: ark_ec::scalar_mul::ScalarMul<ScalarField = F>,
{
    /// Points multiplied and held at a time.
    const BLOCK: usize = 1 << 14;
    for block in items.chunks(BLOCK) {
        let scalars: Zeroizing<Vec<F>> = Zeroizing::new(block.par_iter().map(&scalar).collect());
        for point in table.batch_mul(&scalars) {
            writer.write_all(&encode(&point))?;
        }
    }
    Ok(())
}

fn g1_bytes_of<C: Curve>(point: &C::G1Affine) -> Vec<u8> {
    coordinate_bytes::<C>(&C::g1_xy(point))
}

fn g2_bytes_of<C: Curve>(point: &C::G2Affine) -> Vec<u8> {
    coordinate_bytes::<C>(C::g2_xy(point).as_flattened())
}

fn coordinate_bytes<C: Curve>(coordinates: &[C::BaseField]) -> Vec<u8> {
    coordinates.iter().flat_map(C::fq_to_montgomery).flat_map(u64::to_le_bytes).collect()
}

/// A section's head.
fn section(writer: &mut impl Write, id: u32, bytes: usize) -> io::Result<()> {
    u32s(writer, &[id])?;
    writer.write_all(&(bytes as u64).to_le_bytes())
}

fn u32s(writer: &mut impl Write, values: &[u32]) -> io::Result<()> {
    values.iter().try_for_each(|value| writer.write_all(&value.to_le_bytes()))
}
