//! The proving key `.zkey` of snarkjs' Groth16, version 1.

use std::{ops::Range, path::Path};

use ark_ec::{AffineRepr, pairing::Pairing};
use ark_ff::{BigInt, Zero};
use proofsmith_accel::CurveId;
use proofsmith_engine::Curve;
use rayon::prelude::*;

use crate::{
    FileError, VerifyingKey,
    container::{Container, Cursor, Format, Section, limbs, u32_at, u64_at},
    curve::{CurveInfo, N8R, read_base_prime, read_scalar_prime},
};

static FORMAT: Format = Format {
    magic: "zkey",
    version: 1,
    sections: &[
        "protocol",
        "header",
        "IC points",
        "coefficients",
        "A points",
        "B1 points",
        "B2 points",
        "C points",
        "H points",
        "contributions",
    ],
    required: &[PROTOCOL, HEADER, 3, COEFFICIENTS, 5, 6, B2, 8, 9],
};

const PROTOCOL: u32 = 1;
const HEADER: u32 = 2;
const COEFFICIENTS: u32 = 4;
const B2: u32 = 7;

const GROTH16: u32 = 1;

/// Bytes of a coefficient: matrix, constraint and signal u32, value.
const ENTRY_BYTES: usize = 12 + N8R;
/// Coefficients multiplied in parallel before their products are added to the rows in order.
const ENTRIES_PER_BLOCK: usize = 1 << 15;

/// A section of G1 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum G1Section {
    /// `n_public + 1` points, one for each public wire, the constant first.
    Ic,
    /// `n_vars` points: the A polynomials.
    A,
    /// `n_vars` points: the B polynomials.
    B1,
    /// `n_vars - n_public - 1` points: the private wires, divided by delta.
    C,
    /// `domain_size` points: odd members of the Lagrange basis of the double domain, divided by
    /// delta.
    H,
}

impl G1Section {
    const ALL: [Self; 5] = [Self::Ic, Self::A, Self::B1, Self::C, Self::H];

    const fn id(self) -> u32 {
        match self {
            Self::Ic => 3,
            Self::A => 5,
            Self::B1 => 6,
            Self::C => 8,
            Self::H => 9,
        }
    }
}

/// The products A.w and B.w, one element for each row.
pub type RowPair<F> = (Vec<F>, Vec<F>);

/// The six points of a key's header; each is in its group and not infinity.
#[derive(Clone, Copy, Debug)]
pub struct ZkeyHeader<C: Pairing> {
    /// alpha in G1.
    pub alpha1: C::G1Affine,
    /// beta in G1.
    pub beta1: C::G1Affine,
    /// beta in G2.
    pub beta2: C::G2Affine,
    /// gamma in G2.
    pub gamma2: C::G2Affine,
    /// delta in G1.
    pub delta1: C::G1Affine,
    /// delta in G2.
    pub delta2: C::G2Affine,
}

/// An opened proving key whose curve is known by name only; [`ZkeyFile::view`] gives it its type.
///
/// The file is mapped: it must not be changed while this value lives.
pub struct ZkeyFile {
    container: Container,
    curve: CurveInfo,
    n_vars: u32,
    n_public: u32,
    domain_size: u32,
    /// Where the header's points start in section 2.
    points_at: usize,
}

/// A proving key of a known curve, read from its file as needed.
#[derive(Clone)]
pub struct Zkey<'a, C: Curve> {
    file: &'a ZkeyFile,
    header: ZkeyHeader<C>,
}

impl ZkeyFile {
    /// Maps and indexes a key, and checks its header and the size of every section. Points and
    /// coefficients are checked as they are read.
    ///
    /// # Errors
    /// A file that cannot be read, or is not a complete Groth16 key of a curve served.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::new(Container::open(path.as_ref(), &FORMAT)?)
    }

    /// [`ZkeyFile::open`] on bytes in memory; `label` stands for the file in errors.
    ///
    /// # Errors
    /// As for [`ZkeyFile::open`].
    pub fn from_bytes(label: &str, bytes: Vec<u8>) -> Result<Self, FileError> {
        Self::new(Container::from_bytes(label, bytes, &FORMAT)?)
    }

    fn new(container: Container) -> Result<Self, FileError> {
        check_protocol(container.section(PROTOCOL).cursor())?;
        let section = container.section(HEADER);
        let mut header = section.cursor();
        let curve = read_base_prime(&mut header)?;
        let scalar_curve = read_scalar_prime(&mut header)?;
        if scalar_curve.id != curve.id {
            return Err(header.error(format!(
                "base prime of {}, scalar prime of {}: allowed: two primes of one curve",
                curve.id, scalar_curve.id
            )));
        }
        let (n_vars, n_public, domain_size) = (header.u32()?, header.u32()?, header.u32()?);
        let points_at = section.bytes.len() - header.remaining();
        header.bytes(3 * g1_bytes(&curve) + 3 * g2_bytes(&curve))?;
        header.finish()?;
        if n_public >= n_vars {
            return Err(header.error(format!(
                "{n_public} public signals of {n_vars} variables: allowed: fewer than variables"
            )));
        }
        // Below the field's whole 2-adic group, so that the double domain exists.
        let largest = 1 << (curve.two_adicity - 1).min(31);
        if !domain_size.is_power_of_two() || domain_size > largest {
            return Err(header.error(format!(
                "domain size {domain_size}: allowed: a power of two, at most {largest}"
            )));
        }
        let file = Self { container, curve, n_vars, n_public, domain_size, points_at };
        file.check_section_sizes()?;
        Ok(file)
    }

    fn check_section_sizes(&self) -> Result<(), FileError> {
        for section in G1Section::ALL {
            let count = self.g1_len(section) as u64;
            self.container.section(section.id()).expect_entries(count, g1_bytes(&self.curve))?;
        }
        self.container.section(B2).expect_entries(self.n_vars.into(), g2_bytes(&self.curve))?;
        let coefficients = self.container.section(COEFFICIENTS);
        let (count, entries) = (coefficients.cursor().u32()?, coefficients.bytes.len() - 4);
        if u64::from(count) * ENTRY_BYTES as u64 != entries as u64 {
            return Err(coefficients.error(format!(
                "count {count}, which needs {} bytes: allowed: the {entries} bytes that follow",
                u64::from(count) * ENTRY_BYTES as u64
            )));
        }
        Ok(())
    }

    /// The file as the user named it.
    #[must_use]
    pub fn file(&self) -> &str {
        self.container.file()
    }

    /// The key's curve.
    #[must_use]
    pub fn curve(&self) -> CurveId {
        self.curve.id
    }

    /// Wires of the circuit, the constant 1 included.
    #[must_use]
    pub fn n_vars(&self) -> usize {
        self.n_vars as usize
    }

    /// Public signals, the constant 1 not included; fewer than [`ZkeyFile::n_vars`].
    #[must_use]
    pub fn n_public(&self) -> usize {
        self.n_public as usize
    }

    /// Points of the NTT domain, a power of two.
    #[must_use]
    pub fn domain_size(&self) -> usize {
        self.domain_size as usize
    }

    /// Non-zero entries of the matrices A and B.
    #[must_use]
    pub fn n_coefficients(&self) -> usize {
        (self.container.section(COEFFICIENTS).bytes.len() - 4) / ENTRY_BYTES
    }

    /// Points in a G1 section.
    #[must_use]
    pub fn g1_len(&self, section: G1Section) -> usize {
        match section {
            G1Section::Ic => self.n_public() + 1,
            G1Section::A | G1Section::B1 => self.n_vars(),
            G1Section::C => self.n_vars() - self.n_public() - 1,
            G1Section::H => self.domain_size(),
        }
    }

    /// The key with its curve as a type, its header's points read.
    ///
    /// # Errors
    /// `C` is another curve than the file's, or a header point is not reduced, off the curve,
    /// outside the subgroup or infinity.
    pub fn view<C: Curve>(&self) -> Result<Zkey<'_, C>, FileError> {
        let section = self.container.section(HEADER);
        if C::ID != self.curve.id {
            let error = format!("key on {}: allowed here: {}", self.curve.id, C::ID);
            return Err(section.error(error));
        }
        let mut points = HeaderPoints::<C>::new(section, &section.bytes[self.points_at..]);
        let header = ZkeyHeader {
            alpha1: points.g1("alpha1")?,
            beta1: points.g1("beta1")?,
            beta2: points.g2("beta2")?,
            gamma2: points.g2("gamma2")?,
            delta1: points.g1("delta1")?,
            delta2: points.g2("delta2")?,
        };
        Ok(Zkey { file: self, header })
    }
}

impl<'a, C: Curve> Zkey<'a, C> {
    /// The file that the key is read from, with its counts.
    #[must_use]
    pub fn file(&self) -> &'a ZkeyFile {
        self.file
    }

    /// The header's points.
    #[must_use]
    pub fn header(&self) -> &ZkeyHeader<C> {
        &self.header
    }

    /// All points of a G1 section.
    ///
    /// # Errors
    /// The first point that is not reduced or off the curve. Subgroups are left to
    /// [`Zkey::check_points`].
    pub fn g1_points(&self, section: G1Section) -> Result<Vec<C::G1Affine>, FileError> {
        self.g1_range(section, 0..self.file.g1_len(section))
    }

    /// Part of a G1 section, so that a large key can be read piece by piece.
    ///
    /// # Errors
    /// As for [`Zkey::g1_points`].
    ///
    /// # Panics
    /// `range` reaches beyond [`ZkeyFile::g1_len`].
    pub fn g1_range(
        &self,
        section: G1Section,
        range: Range<usize>,
    ) -> Result<Vec<C::G1Affine>, FileError> {
        decode_points(
            self.file.container.section(section.id()),
            g1_bytes(&self.file.curve),
            range,
            C::G1Affine::zero(),
            decode_g1::<C>,
        )
    }

    /// All points of section B2, `n_vars` of them.
    ///
    /// # Errors
    /// As for [`Zkey::g1_points`].
    pub fn g2_points(&self) -> Result<Vec<C::G2Affine>, FileError> {
        self.g2_range(0..self.file.n_vars())
    }

    /// Part of section B2.
    ///
    /// # Errors
    /// As for [`Zkey::g1_points`].
    ///
    /// # Panics
    /// `range` reaches beyond [`ZkeyFile::n_vars`].
    pub fn g2_range(&self, range: Range<usize>) -> Result<Vec<C::G2Affine>, FileError> {
        decode_points(
            self.file.container.section(B2),
            g2_bytes(&self.file.curve),
            range,
            C::G2Affine::zero(),
            decode_g2::<C>,
        )
    }

    /// The products A.w and B.w of the constraint matrices and a witness, `domain_size` elements
    /// each. `witness` is reduced, in standard form, as [`crate::WitnessFile::values`] gives it.
    ///
    /// # Errors
    /// The first coefficient with an unknown matrix, constraint or signal, or one that is not
    /// reduced; a witness with another number of values than variables, or one not reduced.
    pub fn evaluate(&self, witness: &[BigInt<4>]) -> Result<RowPair<C::ScalarField>, FileError> {
        if witness.len() != self.file.n_vars() {
            return Err(self.file.container.section(HEADER).error(format!(
                "witness of {} values: allowed: {}, one for each variable",
                witness.len(),
                self.file.n_vars
            )));
        }
        let section = self.file.container.section(COEFFICIENTS);
        let mut rows = vec![[C::ScalarField::zero(); 2]; self.file.domain_size()];
        let mut products = Vec::new();
        for (block, bytes) in section.bytes[4..].chunks(ENTRY_BYTES * ENTRIES_PER_BLOCK).enumerate()
        {
            bytes
                .par_chunks_exact(ENTRY_BYTES)
                .map(|entry| self.product(entry, witness))
                .collect_into_vec(&mut products);
            for (position, product) in products.drain(..).enumerate() {
                let (matrix, constraint, value) = product.map_err(|reason| {
                    let number = block * ENTRIES_PER_BLOCK + position;
                    section.error(format!("coefficient {number}: {reason}"))
                })?;
                rows[constraint][matrix] += value;
            }
        }
        Ok(rows.into_iter().map(|[a, b]| (a, b)).unzip())
    }

    /// Matrix, constraint and coefficient times witness value, in that order.
    fn product(
        &self,
        entry: &[u8],
        witness: &[BigInt<4>],
    ) -> Result<(usize, usize, C::ScalarField), String> {
        let [matrix, constraint, signal] = [0, 4, 8].map(|at| u32_at(entry, at) as usize);
        if matrix > 1 {
            return Err(format!("matrix {matrix}: allowed: 0 (A) or 1 (B)"));
        }
        if constraint >= self.file.domain_size() {
            let limit = self.file.domain_size;
            return Err(format!(
                "constraint {constraint}: allowed: below {limit}, the domain size"
            ));
        }
        let value = witness
            .get(signal)
            .ok_or_else(|| format!("signal {signal}: allowed: below {}", witness.len()))?;
        // Files hold c R^2 and the witness is a plain w. Taken for Montgomery forms these stand
        // for c R and w / R, whose product is c w: no conversion of either is needed.
        let coefficient = C::fr_from_montgomery(limbs(&entry[12..]))
            .ok_or("value is not reduced: allowed: below the scalar prime")?;
        let value = C::fr_from_montgomery(value.0)
            .ok_or_else(|| format!("witness value {signal} is not reduced"))?;
        Ok((matrix, constraint, coefficient * value))
    }

    /// The verification key that belongs to this key.
    ///
    /// # Errors
    /// As for [`Zkey::g1_points`], on the IC points; these are also checked to be in the subgroup.
    pub fn verifying_key(&self) -> Result<VerifyingKey<C>, FileError> {
        let ZkeyHeader { alpha1, beta2, gamma2, delta2, .. } = self.header;
        let ic = self.g1_points(G1Section::Ic)?;
        self.check_g1_subgroup(G1Section::Ic, 0, &ic)?;
        Ok(VerifyingKey { alpha1, beta2, gamma2, delta2, ic })
    }

    /// Checks what is too expensive to check for every proof: that beta and delta are the same
    /// number in G1 and in G2, and that all points lie in the subgroup of order r. For a key
    /// whose proofs do not verify: it names the culprit.
    ///
    /// # Errors
    /// The first pair or point found at fault, and any error of reading the points.
    pub fn check_points(&self) -> Result<(), FileError> {
        /// Points held in memory at a time.
        const PIECE: usize = 1 << 16;
        self.check_pair("beta", self.header.beta1, self.header.beta2)?;
        self.check_pair("delta", self.header.delta1, self.header.delta2)?;
        for section in G1Section::ALL {
            for range in pieces(self.file.g1_len(section), PIECE) {
                let start = range.start;
                self.check_g1_subgroup(section, start, &self.g1_range(section, range)?)?;
            }
        }
        for range in pieces(self.file.n_vars(), PIECE) {
            let start = range.start;
            let points = self.g2_range(range)?;
            let outside = points
                .par_iter()
                .position_first(|point| !point.is_zero() && !C::g2_in_subgroup(point));
            if let Some(position) = outside {
                return Err(outside_subgroup(self.file.container.section(B2), start + position));
            }
        }
        Ok(())
    }

    fn check_g1_subgroup(
        &self,
        section: G1Section,
        start: usize,
        points: &[C::G1Affine],
    ) -> Result<(), FileError> {
        let outside = |point: &C::G1Affine| !point.is_zero() && !C::g1_in_subgroup(point);
        match points.par_iter().position_first(outside) {
            None => Ok(()),
            Some(position) => {
                let section = self.file.container.section(section.id());
                Err(outside_subgroup(section, start + position))
            }
        }
    }

    fn check_pair(
        &self,
        name: &str,
        in_g1: C::G1Affine,
        in_g2: C::G2Affine,
    ) -> Result<(), FileError> {
        let left = C::pairing(in_g1, C::G2Affine::generator());
        if left == C::pairing(C::G1Affine::generator(), in_g2) {
            return Ok(());
        }
        Err(self.file.container.section(HEADER).error(format!(
            "{name}1 and {name}2 differ: allowed: one number times the generator of each group"
        )))
    }
}

fn check_protocol(mut cursor: Cursor<'_>) -> Result<(), FileError> {
    let name = match cursor.u32()? {
        GROTH16 => return cursor.finish(),
        2 => "PLONK".into(),
        10 => "FFLONK".into(),
        other => format!("protocol {other}"),
    };
    Err(cursor.error(format!("{name}: allowed: {GROTH16} (Groth16)")))
}

const fn g1_bytes(curve: &CurveInfo) -> usize {
    2 * curve.n8q
}

const fn g2_bytes(curve: &CurveInfo) -> usize {
    4 * curve.n8q
}

fn pieces(len: usize, piece: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len).step_by(piece).map(move |start| start..len.min(start + piece))
}

fn outside_subgroup(section: Section<'_>, position: usize) -> FileError {
    section.error(format!("point {position} is outside the subgroup: allowed: order r"))
}

/// Reads the header's points one after the other.
struct HeaderPoints<'a, C> {
    section: Section<'a>,
    rest: &'a [u8],
    curve: std::marker::PhantomData<C>,
}

impl<'a, C: Curve> HeaderPoints<'a, C> {
    fn new(section: Section<'a>, rest: &'a [u8]) -> Self {
        Self { section, rest, curve: std::marker::PhantomData }
    }

    fn g1(&mut self, name: &str) -> Result<C::G1Affine, FileError> {
        let bytes = self.take(2);
        let point = decode_g1::<C>(bytes);
        self.check(name, point, |p| p.is_zero(), C::g1_in_subgroup)
    }

    fn g2(&mut self, name: &str) -> Result<C::G2Affine, FileError> {
        let bytes = self.take(4);
        let point = decode_g2::<C>(bytes);
        self.check(name, point, |p| p.is_zero(), C::g2_in_subgroup)
    }

    /// `coordinates` field elements; the section's size was checked when the file was opened.
    fn take(&mut self, coordinates: usize) -> &'a [u8] {
        let (head, rest) = self.rest.split_at(coordinates * 8 * C::FQ_LIMBS);
        self.rest = rest;
        head
    }

    fn check<P>(
        &self,
        name: &str,
        point: Result<P, &'static str>,
        is_zero: fn(&P) -> bool,
        in_subgroup: fn(&P) -> bool,
    ) -> Result<P, FileError> {
        let point = point.map_err(|reason| self.section.error(format!("{name}: {reason}")))?;
        if is_zero(&point) {
            return Err(self
                .section
                .error(format!("{name} is infinity: allowed: any other point")));
        }
        if !in_subgroup(&point) {
            let reason = format!("{name} is outside the subgroup: allowed: order r");
            return Err(self.section.error(reason));
        }
        Ok(point)
    }
}

/// Decodes points in parallel, in order; the error names the first bad one.
fn decode_points<P: Copy + Send>(
    section: Section<'_>,
    point_bytes: usize,
    range: Range<usize>,
    infinity: P,
    decode: fn(&[u8]) -> Result<P, &'static str>,
) -> Result<Vec<P>, FileError> {
    let start = range.start;
    let bytes = &section.bytes[range.start * point_bytes..range.end * point_bytes];
    let mut points = vec![infinity; range.len()];
    let bad = points
        .par_iter_mut()
        .zip(bytes.par_chunks_exact(point_bytes))
        .enumerate()
        .filter_map(|(position, (point, bytes))| match decode(bytes) {
            Ok(decoded) => {
                *point = decoded;
                None
            }
            Err(reason) => Some((position, reason)),
        })
        .find_first(|_| true);
    match bad {
        None => Ok(points),
        Some((position, reason)) => {
            Err(section.error(format!("point {}: {reason}", start + position)))
        }
    }
}

const NOT_REDUCED: &str = "coordinate is not reduced: allowed: below the base prime";
const OFF_CURVE: &str = "off the curve: allowed: points on the curve, or all zero for infinity";

fn decode_g1<C: Curve>(bytes: &[u8]) -> Result<C::G1Affine, &'static str> {
    let [x, y] = decode_coordinates::<C, 2>(bytes)?;
    C::g1(x, y).ok_or(OFF_CURVE)
}

fn decode_g2<C: Curve>(bytes: &[u8]) -> Result<C::G2Affine, &'static str> {
    let [x0, x1, y0, y1] = decode_coordinates::<C, 4>(bytes)?;
    C::g2([x0, x1], [y0, y1]).ok_or(OFF_CURVE)
}

fn decode_coordinates<C: Curve, const N: usize>(
    bytes: &[u8],
) -> Result<[C::BaseField; N], &'static str> {
    /// Limbs of the largest base field served.
    const MAX_LIMBS: usize = 6;
    let mut coordinates = [C::BaseField::zero(); N];
    let element_bytes = 8 * C::FQ_LIMBS;
    for (coordinate, bytes) in coordinates.iter_mut().zip(bytes.chunks_exact(element_bytes)) {
        let mut limbs = [0; MAX_LIMBS];
        for (limb, at) in limbs[..C::FQ_LIMBS].iter_mut().zip((0..).step_by(8)) {
            *limb = u64_at(bytes, at);
        }
        *coordinate = C::fq_from_montgomery(&limbs[..C::FQ_LIMBS]).ok_or(NOT_REDUCED)?;
    }
    Ok(coordinates)
}
