//! The circuit file `.r1cs`, version 1: rank-1 constraints A.w * B.w = C.w.

use std::path::Path;

use ark_ff::{BigInt, PrimeField, Zero};
use proofsmith_accel::CurveId;
use proofsmith_engine::Curve;

use crate::{
    FileError,
    container::{Container, Cursor, Format, limbs},
    curve::{N8R, read_scalar_prime},
};

static FORMAT: Format = Format {
    magic: "r1cs",
    version: 1,
    sections: &["header", "constraints", "wire labels", "custom gates", "custom gate uses"],
    required: &[HEADER, CONSTRAINTS],
};

const HEADER: u32 = 1;
const CONSTRAINTS: u32 = 2;
const LABELS: u32 = 3;
const CUSTOM_GATES: u32 = 4;
const CUSTOM_GATE_USES: u32 = 5;

/// Bytes of a linear combination's term: wire u32, coefficient.
const TERM_BYTES: usize = 4 + N8R;
/// Bytes of the smallest constraint: three empty linear combinations.
const MIN_CONSTRAINT_BYTES: usize = 3 * 4;

/// A wire and its coefficient.
pub type Term<F> = (u32, F);

/// One constraint: the sum of `a` times the sum of `b` equals the sum of `c`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint<F> {
    /// Left factor.
    pub a: Vec<Term<F>>,
    /// Right factor.
    pub b: Vec<Term<F>>,
    /// Product.
    pub c: Vec<Term<F>>,
}

/// An opened circuit.
///
/// The file is mapped: it must not be changed while this value lives.
pub struct R1csFile {
    container: Container,
    curve: CurveId,
    n_wires: u32,
    n_outputs: u32,
    n_public_inputs: u32,
    n_private_inputs: u32,
    n_constraints: u32,
}

impl R1csFile {
    /// Maps and indexes a circuit, and checks its header. The constraints are checked as
    /// [`R1csFile::constraints`] reads them.
    ///
    /// # Errors
    /// A file that cannot be read, is not a complete circuit of a curve served, or uses custom
    /// gates.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::new(Container::open(path.as_ref(), &FORMAT)?)
    }

    /// [`R1csFile::open`] on bytes in memory; `label` stands for the file in errors.
    ///
    /// # Errors
    /// As for [`R1csFile::open`].
    pub fn from_bytes(label: &str, bytes: Vec<u8>) -> Result<Self, FileError> {
        Self::new(Container::from_bytes(label, bytes, &FORMAT)?)
    }

    fn new(container: Container) -> Result<Self, FileError> {
        let mut header = container.section(HEADER).cursor();
        let curve = read_scalar_prime(&mut header)?.id;
        let n_wires = header.u32()?;
        let n_outputs = header.u32()?;
        let n_public_inputs = header.u32()?;
        let n_private_inputs = header.u32()?;
        let _n_labels = header.u64()?;
        let n_constraints = header.u32()?;
        header.finish()?;
        let named =
            1 + u64::from(n_outputs) + u64::from(n_public_inputs) + u64::from(n_private_inputs);
        if named > u64::from(n_wires) {
            return Err(header.error(format!(
                "{n_wires} wires: allowed: {named} or more, the constant, outputs and inputs"
            )));
        }
        check_constraint_count(&container, n_constraints)?;
        if let Some(labels) = container.optional_section(LABELS) {
            labels.expect_entries(n_wires.into(), 8)?;
        }
        check_no_custom_gates(&container)?;
        Ok(Self {
            container,
            curve,
            n_wires,
            n_outputs,
            n_public_inputs,
            n_private_inputs,
            n_constraints,
        })
    }

    /// The file as the user named it.
    #[must_use]
    pub fn file(&self) -> &str {
        self.container.file()
    }

    /// The curve whose scalar field the coefficients are in.
    #[must_use]
    pub fn curve(&self) -> CurveId {
        self.curve
    }

    /// Wires, the constant 1 included. In order: constant, outputs, public inputs, private
    /// inputs, intermediate wires.
    #[must_use]
    pub fn n_wires(&self) -> usize {
        self.n_wires as usize
    }

    /// Public signals: outputs and public inputs.
    #[must_use]
    pub fn n_public(&self) -> usize {
        // Their sum is below the number of wires, a u32.
        (self.n_outputs + self.n_public_inputs) as usize
    }

    /// Outputs.
    #[must_use]
    pub fn n_outputs(&self) -> usize {
        self.n_outputs as usize
    }

    /// Private inputs.
    #[must_use]
    pub fn n_private_inputs(&self) -> usize {
        self.n_private_inputs as usize
    }

    /// Constraints.
    #[must_use]
    pub fn n_constraints(&self) -> usize {
        self.n_constraints as usize
    }

    /// The constraints in file order. The iterator ends after its first error.
    ///
    /// # Errors
    /// `C` is another curve than the file's. An item is an error where the section is cut short
    /// or too long, a wire does not exist, or a coefficient is not reduced.
    pub fn constraints<C: Curve>(
        &self,
    ) -> Result<impl Iterator<Item = Result<Constraint<C::ScalarField>, FileError>>, FileError>
    {
        if C::ID != self.curve {
            return Err(self.container.section(HEADER).error(format!(
                "circuit on {}: allowed here: {}",
                self.curve,
                C::ID
            )));
        }
        Ok(Constraints {
            cursor: self.container.section(CONSTRAINTS).cursor(),
            n_wires: self.n_wires,
            next: 0,
            count: self.n_constraints,
            field: std::marker::PhantomData,
        })
    }

    /// Checks that `witness` satisfies every constraint.
    ///
    /// # Errors
    /// [`FileError::Unsatisfied`] with the first constraint that does not hold; any error of
    /// [`R1csFile::constraints`]; a witness with another number of values than wires.
    pub fn check_witness<C: Curve>(&self, witness: &[C::ScalarField]) -> Result<(), FileError> {
        if witness.len() != self.n_wires() {
            return Err(self.container.section(HEADER).error(format!(
                "witness of {} values: allowed: {}, one for each wire",
                witness.len(),
                self.n_wires
            )));
        }
        let dot = |terms: &[Term<C::ScalarField>]| -> C::ScalarField {
            terms.iter().map(|&(wire, coefficient)| coefficient * witness[wire as usize]).sum()
        };
        for (number, constraint) in (0..).zip(self.constraints::<C>()?) {
            let Constraint { a, b, c } = constraint?;
            if !(dot(&a) * dot(&b) - dot(&c)).is_zero() {
                return Err(FileError::Unsatisfied {
                    file: self.file().into(),
                    constraint: number,
                });
            }
        }
        Ok(())
    }
}

fn check_constraint_count(container: &Container, count: u32) -> Result<(), FileError> {
    let section = container.section(CONSTRAINTS);
    if count == 0 {
        return section.cursor().finish();
    }
    let most = (section.bytes.len() / MIN_CONSTRAINT_BYTES) as u64;
    if u64::from(count) > most {
        return Err(section.error(format!(
            "{count} constraints: allowed: at most {most} in {} bytes",
            section.bytes.len()
        )));
    }
    Ok(())
}

/// Custom gates have no meaning in Groth16; their sections may only say that there are none.
fn check_no_custom_gates(container: &Container) -> Result<(), FileError> {
    for id in [CUSTOM_GATES, CUSTOM_GATE_USES] {
        let Some(section) = container.optional_section(id) else { continue };
        if section.bytes.iter().any(|&byte| byte != 0) || section.bytes.len() > 4 {
            return Err(section.error("custom gates: allowed: rank-1 constraints only"));
        }
    }
    Ok(())
}

struct Constraints<'a, F> {
    cursor: Cursor<'a>,
    n_wires: u32,
    next: u32,
    count: u32,
    field: std::marker::PhantomData<F>,
}

impl<F: PrimeField<BigInt = BigInt<4>>> Constraints<'_, F> {
    fn read(&mut self) -> Result<Constraint<F>, FileError> {
        let [a, b, c] = [self.combination()?, self.combination()?, self.combination()?];
        if self.next + 1 == self.count {
            self.cursor.finish()?;
        }
        Ok(Constraint { a, b, c })
    }

    fn combination(&mut self) -> Result<Vec<Term<F>>, FileError> {
        let count = self.cursor.u32()?;
        let most = self.cursor.remaining() / TERM_BYTES;
        if count as usize > most {
            let next = self.next;
            return Err(self.cursor.error(format!(
                "constraint {next}: {count} terms: allowed: at most {most} in the bytes left"
            )));
        }
        (0..count).map(|_| self.term()).collect()
    }

    fn term(&mut self) -> Result<Term<F>, FileError> {
        let bytes = self.cursor.bytes(TERM_BYTES)?;
        let (wire, coefficient) = (crate::container::u32_at(bytes, 0), BigInt(limbs(&bytes[4..])));
        if wire >= self.n_wires {
            return Err(self.cursor.error(format!(
                "constraint {}: wire {wire}: allowed: below {}",
                self.next, self.n_wires
            )));
        }
        let coefficient = F::from_bigint(coefficient).ok_or_else(|| {
            let next = self.next;
            self.cursor.error(format!(
                "constraint {next}: coefficient of wire {wire} is not reduced: allowed: below the scalar prime"
            ))
        })?;
        Ok((wire, coefficient))
    }
}

impl<F: PrimeField<BigInt = BigInt<4>>> Iterator for Constraints<'_, F> {
    type Item = Result<Constraint<F>, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.count {
            return None;
        }
        let item = self.read();
        self.next = if item.is_ok() { self.next + 1 } else { self.count };
        Some(item)
    }
}
