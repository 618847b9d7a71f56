//! snarkjs' JSON files: proof, public signals, verification key.
//!
//! Numbers are decimal strings, points projective with last coordinate 1, infinity (0, 1, 0).
//! Written byte for byte as snarkjs does, `JSON.stringify(value, null, 1)`.

use std::path::Path;

use ark_ec::AffineRepr;
use ark_ff::{Field, PrimeField};
use proofsmith_accel::CurveId;
use proofsmith_engine::Curve;
use serde::{Deserialize, Serialize};

use crate::{
    FileError, Proof, VerifyingKey,
    data::{Data, one_line},
};

/// A G1 point as written: x, y, z.
type G1Text<S> = [S; 3];
/// A G2 point as written: x, y, z, each c0, c1.
type G2Text<S> = [[S; 2]; 3];
/// An element of Fq12 as written: two Fq6, of three Fq2, of two numbers.
type Fq12Text<S> = [[[S; 2]; 3]; 2];

/// `proof.json`, keys in snarkjs' order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofText<S> {
    pi_a: G1Text<S>,
    pi_b: G2Text<S>,
    pi_c: G1Text<S>,
    protocol: S,
    curve: S,
}

/// `verification_key.json`, keys in snarkjs' order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyText<S> {
    protocol: S,
    curve: S,
    #[serde(rename = "nPublic")]
    n_public: u32,
    vk_alpha_1: G1Text<S>,
    vk_beta_2: G2Text<S>,
    vk_gamma_2: G2Text<S>,
    vk_delta_2: G2Text<S>,
    vk_alphabeta_12: Fq12Text<S>,
    #[serde(rename = "IC")]
    ic: Vec<G1Text<S>>,
}

/// What is common to a proof and a key.
#[derive(Deserialize)]
struct CurveText<S> {
    curve: S,
}

const PROTOCOL: &str = "groth16";

/// Longest decimal number in a file: below a prime of 381 bits.
const MAX_DIGITS: usize = 115;

/// The text of `proof.json`.
#[must_use]
pub fn proof_json<C: Curve>(proof: &Proof<C>) -> String {
    pretty(&ProofText {
        pi_a: g1_text::<C>(&proof.a),
        pi_b: g2_text::<C>(&proof.b),
        pi_c: g1_text::<C>(&proof.c),
        protocol: PROTOCOL.into(),
        curve: C::ID.snarkjs_name().into(),
    })
}

/// The text of `public.json`: outputs, then public inputs.
#[must_use]
pub fn public_json<F: PrimeField>(public: &[F]) -> String {
    pretty(&public.iter().map(decimal).collect::<Vec<_>>())
}

/// The text of `verification_key.json`.
///
/// # Panics
/// `key.ic` has more than 2^32 points.
#[must_use]
pub fn verifying_key_json<C: Curve>(key: &VerifyingKey<C>) -> String {
    pretty(&KeyText {
        protocol: PROTOCOL.into(),
        curve: C::ID.snarkjs_name().into(),
        n_public: u32::try_from(key.ic.len().saturating_sub(1)).expect("fewer than 2^32"),
        vk_alpha_1: g1_text::<C>(&key.alpha1),
        vk_beta_2: g2_text::<C>(&key.beta2),
        vk_gamma_2: g2_text::<C>(&key.gamma2),
        vk_delta_2: g2_text::<C>(&key.delta2),
        vk_alphabeta_12: alphabeta_text(key),
        ic: key.ic.iter().map(g1_text::<C>).collect(),
    })
}

/// An opened JSON file, mapped: it must not be changed while this value lives.
pub struct JsonFile {
    data: Data,
}

impl JsonFile {
    /// Maps a file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Ok(Self { data: Data::open(path.as_ref())? })
    }

    /// Takes bytes in memory; `label` stands for the file in errors.
    #[must_use]
    pub fn from_bytes(label: &str, bytes: Vec<u8>) -> Self {
        Self { data: Data::from_bytes(label, bytes) }
    }

    /// The curve that a proof or verification key states.
    ///
    /// # Errors
    /// Not JSON, or the curve is missing or none that is served.
    pub fn curve(&self) -> Result<CurveId, FileError> {
        let CurveText { curve } = self.parse::<CurveText<&str>>()?;
        CurveId::ALL.into_iter().find(|id| id.snarkjs_name() == curve).ok_or_else(|| {
            let allowed = CurveId::ALL.map(CurveId::snarkjs_name).join(", ");
            self.error("curve", format!("{}: allowed: {allowed}", shown(curve)))
        })
    }

    /// The file as a proof. Its points are reduced, on the curve and in the subgroup.
    ///
    /// # Errors
    /// Anything else in the file, or another curve than `C`.
    pub fn proof<C: Curve>(&self) -> Result<Proof<C>, FileError> {
        let text = self.parse::<ProofText<&str>>()?;
        self.check_labels::<C>(text.protocol, text.curve)?;
        Ok(Proof {
            a: self.g1::<C>("pi_a", &text.pi_a)?,
            b: self.g2::<C>("pi_b", &text.pi_b)?,
            c: self.g1::<C>("pi_c", &text.pi_c)?,
        })
    }

    /// The file as public signals, of which there must be `count`.
    ///
    /// # Errors
    /// Anything else in the file.
    pub fn public<C: Curve>(&self, count: usize) -> Result<Vec<C::ScalarField>, FileError> {
        let text = self.parse::<Vec<&str>>()?;
        if text.len() != count {
            let reason = format!("{}: allowed: {count}, as in the key", text.len());
            return Err(self.error("number of public signals", reason));
        }
        let signal = |(number, text)| self.number(&format!("public signal {number}"), text);
        text.into_iter().enumerate().map(signal).collect()
    }

    /// The file as a verification key. Its points are reduced, on the curve, in the subgroup and,
    /// outside `IC`, not infinity; `vk_alphabeta_12` is e(alpha, beta).
    ///
    /// # Errors
    /// Anything else in the file, or another curve than `C`.
    pub fn verifying_key<C: Curve>(&self) -> Result<VerifyingKey<C>, FileError> {
        let text = self.parse::<KeyText<&str>>()?;
        self.check_labels::<C>(text.protocol, text.curve)?;
        if text.ic.len() as u64 != u64::from(text.n_public) + 1 {
            let reason = format!("{} points: allowed: nPublic + 1", text.ic.len());
            return Err(self.error("IC", reason));
        }
        let ic_point = |(number, text)| self.g1::<C>(&format!("IC[{number}]"), text);
        let key = VerifyingKey::<C> {
            alpha1: self.g1::<C>("vk_alpha_1", &text.vk_alpha_1)?,
            beta2: self.g2::<C>("vk_beta_2", &text.vk_beta_2)?,
            gamma2: self.g2::<C>("vk_gamma_2", &text.vk_gamma_2)?,
            delta2: self.g2::<C>("vk_delta_2", &text.vk_delta_2)?,
            ic: text.ic.iter().enumerate().map(ic_point).collect::<Result<_, _>>()?,
        };
        let infinite = [
            ("vk_alpha_1", key.alpha1.is_zero()),
            ("vk_beta_2", key.beta2.is_zero()),
            ("vk_gamma_2", key.gamma2.is_zero()),
            ("vk_delta_2", key.delta2.is_zero()),
        ];
        if let Some((name, _)) = infinite.into_iter().find(|(_, infinite)| *infinite) {
            return Err(self.error(name, "infinity: allowed: any other point"));
        }
        if alphabeta_text(&key).as_flattened().as_flattened()
            != text.vk_alphabeta_12.as_flattened().as_flattened()
        {
            let reason = "not the pairing of vk_alpha_1 and vk_beta_2";
            return Err(self.error("vk_alphabeta_12", reason));
        }
        Ok(key)
    }

    fn parse<'a, T: Deserialize<'a>>(&'a self) -> Result<T, FileError> {
        serde_json::from_slice(&self.data)
            .map_err(|error| self.error("JSON", shown(&error.to_string())))
    }

    fn check_labels<C: Curve>(&self, protocol: &str, curve: &str) -> Result<(), FileError> {
        let allowed = [("protocol", protocol, PROTOCOL), ("curve", curve, C::ID.snarkjs_name())];
        for (key, found, allowed) in allowed {
            if found != allowed {
                return Err(self.error(key, format!("{}: allowed: {allowed}", shown(found))));
            }
        }
        Ok(())
    }

    fn g1<C: Curve>(&self, key: &str, text: &G1Text<&str>) -> Result<C::G1Affine, FileError> {
        let point = match *text {
            ["0", "1", "0"] => return Ok(C::G1Affine::zero()),
            [x, y, "1"] => C::g1(self.number(key, x)?, self.number(key, y)?),
            _ => return Err(self.error(key, "last coordinate: allowed: 1, or (0, 1, 0)")),
        };
        self.checked_point(key, point, |point| !point.is_zero() && C::g1_in_subgroup(point))
    }

    fn g2<C: Curve>(&self, key: &str, text: &G2Text<&str>) -> Result<C::G2Affine, FileError> {
        let point = match *text {
            [["0", "0"], ["1", "0"], ["0", "0"]] => return Ok(C::G2Affine::zero()),
            [x, y, ["1", "0"]] => {
                let pair = |[c0, c1]: [&str; 2]| Ok([self.number(key, c0)?, self.number(key, c1)?]);
                C::g2(pair(x)?, pair(y)?)
            }
            _ => return Err(self.error(key, "last coordinate: allowed: 1, or (0, 1, 0)")),
        };
        self.checked_point(key, point, |point| !point.is_zero() && C::g2_in_subgroup(point))
    }

    /// Coordinates (0, 0) stand for infinity in binary files only; here they are off the curve.
    fn checked_point<P>(
        &self,
        key: &str,
        point: Option<P>,
        in_subgroup: impl Fn(&P) -> bool,
    ) -> Result<P, FileError> {
        let point =
            point.ok_or_else(|| self.error(key, "off the curve: allowed: points on the curve"))?;
        if in_subgroup(&point) {
            return Ok(point);
        }
        Err(self.error(key, "outside the subgroup: allowed: points of order r"))
    }

    /// A reduced number in decimal digits, without sign or leading zeros.
    fn number<F: PrimeField>(&self, key: &str, text: &str) -> Result<F, FileError> {
        let canonical = text.bytes().all(|byte| byte.is_ascii_digit())
            && (1..=MAX_DIGITS).contains(&text.len());
        // Equal digits mean that nothing was reduced away.
        let value = canonical.then(|| F::from_str(text).ok()).flatten();
        value.filter(|value| decimal(value) == text).ok_or_else(|| {
            let reason = format!("{}: allowed: decimal digits, below {}", shown(text), F::MODULUS);
            self.error(key, reason)
        })
    }

    fn error(&self, key: &str, reason: impl Into<String>) -> FileError {
        FileError::Json { file: self.data.file().into(), key: key.into(), reason: reason.into() }
    }
}

/// `text` on one line and not too long for one.
fn shown(text: &str) -> String {
    const LIMIT: usize = 120;
    let mut shown = one_line(&text.chars().take(LIMIT).collect::<String>());
    if text.chars().nth(LIMIT).is_some() {
        shown.push_str("...");
    }
    shown
}

fn pretty<T: Serialize>(value: &T) -> String {
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    value.serialize(&mut serializer).expect("strings and arrays always serialise");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

fn decimal<F: PrimeField>(element: &F) -> String {
    element.into_bigint().to_string()
}

fn g1_text<C: Curve>(point: &C::G1Affine) -> G1Text<String> {
    if point.is_zero() {
        return ["0", "1", "0"].map(String::from);
    }
    let [x, y] = C::g1_xy(point);
    [decimal(&x), decimal(&y), "1".into()]
}

fn g2_text<C: Curve>(point: &C::G2Affine) -> G2Text<String> {
    if point.is_zero() {
        return [["0", "0"], ["1", "0"], ["0", "0"]].map(|pair| pair.map(String::from));
    }
    let [x, y] = C::g2_xy(point).map(|pair| pair.map(|c| decimal(&c)));
    [x, y, ["1", "0"].map(String::from)]
}

fn alphabeta_text<C: Curve>(key: &VerifyingKey<C>) -> Fq12Text<String> {
    let pairing = C::pairing(key.alpha1, key.beta2).0;
    let mut numbers = pairing.to_base_prime_field_elements().map(|c| decimal(&c));
    let mut next = || numbers.next().expect("Fq12 has twelve coordinates over Fq");
    std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| next())))
}
