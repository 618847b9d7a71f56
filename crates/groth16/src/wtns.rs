//! The witness file `.wtns`, version 2: one scalar for each wire.

use std::path::Path;

use ark_ff::{BigInt, PrimeField};
use proofsmith_accel::CurveId;
use proofsmith_engine::Curve;
use rayon::prelude::*;

use crate::{
    FileError,
    container::{Container, Format, limbs},
    curve::{N8R, read_scalar_prime},
};

static FORMAT: Format =
    Format { magic: "wtns", version: 2, sections: &["header", "values"], required: &[1, 2] };

const HEADER: u32 = 1;
const VALUES: u32 = 2;

/// An opened witness. Its values are secret: they appear in no error and there is no `Debug`.
///
/// The file is mapped: it must not be changed while this value lives.
pub struct WitnessFile {
    container: Container,
    curve: CurveId,
    count: usize,
}

impl WitnessFile {
    /// Maps and indexes a witness, and checks its header against its size.
    ///
    /// # Errors
    /// A file that cannot be read, or is not a complete witness of a curve served.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::new(Container::open(path.as_ref(), &FORMAT)?)
    }

    /// [`WitnessFile::open`] on bytes in memory; `label` stands for the file in errors.
    ///
    /// # Errors
    /// As for [`WitnessFile::open`].
    pub fn from_bytes(label: &str, bytes: Vec<u8>) -> Result<Self, FileError> {
        Self::new(Container::from_bytes(label, bytes, &FORMAT)?)
    }

    fn new(container: Container) -> Result<Self, FileError> {
        let mut header = container.section(HEADER).cursor();
        let curve = read_scalar_prime(&mut header)?.id;
        let count = header.u32()?;
        header.finish()?;
        if count == 0 {
            return Err(header.error("no values: allowed: 1 or more, the first being 1"));
        }
        container.section(VALUES).expect_entries(count.into(), N8R)?;
        Ok(Self { container, curve, count: count as usize })
    }

    /// The file as the user named it.
    #[must_use]
    pub fn file(&self) -> &str {
        self.container.file()
    }

    /// The curve whose scalar field the values are in.
    #[must_use]
    pub fn curve(&self) -> CurveId {
        self.curve
    }

    /// Number of values; at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a witness is never empty")]
    pub fn len(&self) -> usize {
        self.count
    }

    /// All values, reduced, in standard form; the first is 1.
    ///
    /// # Errors
    /// `C` is another curve than the file's, a value is not reduced, or the first is not 1.
    pub fn values<C: Curve>(&self) -> Result<Vec<BigInt<4>>, FileError> {
        let section = self.container.section(VALUES);
        if C::ID != self.curve {
            return Err(self.container.section(HEADER).error(format!(
                "witness on {}: allowed here: {}",
                self.curve,
                C::ID
            )));
        }
        let mut values = vec![BigInt([0; 4]); self.count];
        values
            .par_iter_mut()
            .zip(section.bytes.par_chunks_exact(N8R))
            .for_each(|(value, bytes)| *value = BigInt(limbs(bytes)));
        if let Some(wire) = values.par_iter().position_first(|v| *v >= C::ScalarField::MODULUS) {
            return Err(section.error(format!(
                "value {wire} is not reduced: allowed: below the {} scalar prime",
                self.curve
            )));
        }
        if values[0] != BigInt::one() {
            return Err(section.error("value 0 is not 1: allowed: 1"));
        }
        Ok(values)
    }
}
