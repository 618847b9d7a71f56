//! The schema of an accelerator description and its validation.

use std::{fs, io, path::Path};

use serde::{Deserialize, Serialize};

use crate::{AccelError, CurveId, Ntt, check::Check};

/// Descriptions that ship with the project, by name.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("uninm", include_str!("../../../accelerators/uninm.toml")),
    ("reorder", include_str!("../../../accelerators/reorder.toml")),
    ("reconf", include_str!("../../../accelerators/reconf.toml")),
];

/// Longest name of an accelerator, characters.
const MAX_NAME: usize = 40;
/// Largest description file, bytes.
const MAX_BYTES: u64 = 1 << 20;

/// One accelerator: the single source of every parameter of its RTL, model, cost and report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accelerator {
    /// Short name, as on the command line.
    pub name: String,
    /// The publication it follows.
    pub source: String,
    /// One line for a listing.
    pub summary: String,
    /// Clock of the core and its DRAM ports, MHz.
    pub clock_mhz: u32,
    /// Curves the arithmetic is built for.
    pub curves: Vec<CurveId>,
    /// Modular multiplier.
    pub multiplier: Multiplier,
    /// Point adder, of the MSM engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adder: Option<Adder>,
    /// NTT engine.
    pub ntt: Ntt,
    /// MSM engine; without one, MSMs are the CPU's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub msm: Option<Msm>,
    /// Off-chip memory.
    pub dram: Dram,
}

/// Modular multiplier algorithm, by the name of its unit in `rtl/field`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MultiplierKind {
    /// Mixed-radix load-balanced fully-pipelined Montgomery (uninm, Algorithm 3).
    MontLbfp,
    /// Fixed-radix Montgomery (uninm, Algorithm 2).
    MontFixed,
    /// The same, not pipelined.
    MontFixedSerial,
    /// Digit-serial Montgomery.
    MontDigitSerial,
    /// Montgomery on words, for operands of one to three of them (reconf, section IV).
    MontReconf,
    /// Montgomery with one integer multiplier for its three products (reorder, section III-A).
    MontShared,
    /// Montgomery behind a Karatsuba multiplier.
    MontKaratsuba,
    /// Barrett.
    Barrett,
    /// Reduction by tables.
    StandardLut,
}

/// The modular multiplier that the processing elements share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Multiplier {
    /// Algorithm.
    pub kind: MultiplierKind,
    /// Pipeline latency for base-field operands, cycles.
    pub latency_fq: u32,
    /// Pipeline latency for scalar-field operands, cycles.
    pub latency_fr: u32,
    /// Cycles between two operations; 1 unless given.
    #[serde(default = "one")]
    pub interval: u32,
}

const fn one() -> u32 {
    1
}

/// Point addition formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdderFormula {
    /// Renes-Costello-Batina complete addition, homogeneous projective, a = 0.
    RcbComplete,
}

/// The point adder: fully pipelined, one addition a clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adder {
    /// Formula.
    pub formula: AdderFormula,
    /// Pipeline stages, cycles.
    pub latency: u32,
    /// Modular multipliers in one adder.
    pub multipliers: u32,
}

/// MSM engine organisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MsmOrganisation {
    /// Load-aware table arbitration between point memory, buckets and result buffer
    /// (uninm, Table 1).
    TableArbitration,
}

/// The MSM engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Msm {
    /// Organisation.
    pub organisation: MsmOrganisation,
    /// Point adders, each with its own scheduler and buckets; windows are dealt out among them.
    pub adders: u32,
    /// Window size c, bits; signed digits need 2^(c-1) buckets.
    pub window_bits: u32,
    /// Points in one on-chip batch.
    pub batch_points: u32,
    /// Entries of the result buffer behind the adder; 0 means large enough never to fill.
    pub result_buffer: u32,
    /// Segments the buckets are cut into during aggregation.
    pub aggregation_segments: u32,
    /// Constant-time padding: every batch slice takes at least this many cycles; 0 turns it off.
    pub pad_slice_cycles: u32,
}

/// Off-chip memory device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DramDevice {
    /// No latency, no limit: only to reproduce papers that ignore DRAM.
    #[serde(rename = "ideal")]
    Ideal,
    /// DDR4-3200, 64-bit channel, simulated by DRAMsim3.
    #[serde(rename = "DDR4-3200")]
    Ddr4_3200,
}

impl DramDevice {
    /// The name used in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ideal => "ideal",
            Self::Ddr4_3200 => "DDR4-3200",
        }
    }
}

/// Off-chip memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dram {
    /// Device.
    pub device: DramDevice,
    /// Independent 64-bit channels, a power of two.
    pub channels: u32,
}

impl Dram {
    /// Parses `ideal`, `DDR4-3200` or `DDR4-3200x4` (device, then channels).
    ///
    /// # Errors
    /// Anything else, with the allowed forms.
    pub fn parse(text: &str) -> Result<Self, AccelError> {
        let bad = || AccelError::Value {
            file: "--memory".into(),
            key: "memory",
            value: text.into(),
            allowed: "ideal, DDR4-3200, DDR4-3200x2, DDR4-3200x4".into(),
        };
        let lower = text.to_ascii_lowercase();
        if lower == "ideal" {
            return Ok(Self { device: DramDevice::Ideal, channels: 1 });
        }
        let rest = lower.strip_prefix("ddr4-3200").ok_or_else(bad)?;
        let channels = match rest.strip_prefix('x') {
            None if rest.is_empty() => 1,
            Some(n) => n.parse().map_err(|_| bad())?,
            None => return Err(bad()),
        };
        if !matches!(channels, 1 | 2 | 4) {
            return Err(bad());
        }
        Ok(Self { device: DramDevice::Ddr4_3200, channels })
    }

    /// `ideal` or `DDR4-3200 x N`.
    #[must_use]
    pub fn label(&self) -> String {
        match self.device {
            DramDevice::Ideal => "ideal".into(),
            device => format!("{} x{}", device.name(), self.channels),
        }
    }
}

impl Accelerator {
    /// Finds an accelerator by built-in name or by the path of a `.toml` file, applies
    /// `overrides` (`dotted.key=value`, the value in TOML syntax) and validates the result.
    ///
    /// # Errors
    /// [`AccelError`] with the file, the key and what was allowed.
    pub fn load(name: &str, overrides: &[String]) -> Result<Self, AccelError> {
        if let Some((_, text)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
            return Self::parse(&format!("accelerators/{name}.toml"), text, overrides);
        }
        if Path::new(name).extension().is_none_or(|extension| extension != "toml") {
            return Err(AccelError::Unknown {
                name: name.into(),
                allowed: BUILT_IN.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
            });
        }
        let text =
            read(Path::new(name)).map_err(|source| AccelError::Io { file: name.into(), source })?;
        Self::parse(name, &text, overrides)
    }

    /// Parses and validates a description; `file` is only used in messages.
    ///
    /// # Errors
    /// [`AccelError`] with the file, the key and what was allowed.
    pub fn parse(file: &str, text: &str, overrides: &[String]) -> Result<Self, AccelError> {
        let syntax = |error: toml::de::Error| AccelError::Syntax {
            file: match error.span() {
                Some(span) => {
                    let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
                    format!("{file}:{line}")
                }
                None => file.to_owned(),
            },
            message: error.message().trim().replace('\n', " "),
        };
        // The text alone first, so that its mistakes are not blamed on the overrides.
        let parsed: Self =
            toml::from_str(text).map_err(|error| syntax(Ntt::mistake(text).unwrap_or(error)))?;
        parsed.validate(file)?;
        if overrides.is_empty() {
            return Ok(parsed);
        }
        let mut table: toml::Table = toml::from_str(text).map_err(syntax)?;
        for assignment in overrides {
            apply_override(&mut table, assignment)?;
        }
        let place = format!("--set {}", overrides.join(" --set "));
        let accelerator = Self::deserialize(table).map_err(|error| AccelError::Syntax {
            file: place.clone(),
            message: error.message().trim().replace('\n', " "),
        })?;
        accelerator.validate(&place)?;
        Ok(accelerator)
    }

    fn validate(&self, file: &str) -> Result<(), AccelError> {
        let check = Check { file };
        let in_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let ok = (1..=MAX_NAME).contains(&self.name.len()) && self.name.chars().all(in_name);
        let allowed = format!("1 to {MAX_NAME} letters, digits, '-' or '_'");
        check.text("name", &self.name, ok, &allowed)?;
        for (key, value) in [("source", &self.source), ("summary", &self.summary)] {
            let ok = !value.trim().is_empty() && !value.chars().any(char::is_control);
            check.text(key, value, ok, "one line of text without control characters")?;
        }
        let allowed = CurveId::ALL.map(CurveId::name).join(", ");
        check.value("curves", "[]", !self.curves.is_empty(), &allowed)?;
        check.range("clock_mhz", self.clock_mhz, 1, 10_000)?;
        check.range("multiplier.latency_fq", self.multiplier.latency_fq, 1, 1000)?;
        check.range("multiplier.latency_fr", self.multiplier.latency_fr, 1, 1000)?;
        self.ntt.validate(&check)?;
        // A butterfly cannot come sooner than the multiplier takes its product.
        let longest = self.ntt.butterfly_interval();
        let interval = self.multiplier.interval;
        check.value(
            "multiplier.interval",
            &interval.to_string(),
            interval > 0 && longest.is_multiple_of(interval),
            &format!("what divides {longest}, the clocks between two butterflies of a unit"),
        )?;
        match (&self.adder, &self.msm) {
            (Some(adder), Some(msm)) => {
                adder.validate(&check)?;
                msm.validate(&check)?;
            }
            (None, None) => {}
            (adder, _) => {
                let (given, missing) =
                    if adder.is_some() { ("adder", "msm") } else { ("msm", "adder") };
                let message = format!(
                    "[{given}] without [{missing}]: allowed: both, or neither for an accelerator \
                     without an MSM engine"
                );
                return Err(AccelError::Syntax { file: file.into(), message });
            }
        }
        check.power("dram.channels", self.dram.channels, 1, 4)
    }

    /// The MSM engine with its point adder, where the accelerator has one.
    #[must_use]
    pub fn msm_engine(&self) -> Option<(&Msm, &Adder)> {
        self.msm.as_ref().zip(self.adder.as_ref())
    }
}

impl Adder {
    fn validate(&self, check: &Check<'_>) -> Result<(), AccelError> {
        check.range("adder.latency", self.latency, 1, 1000)?;
        check.range("adder.multipliers", self.multipliers, 1, 64)
    }
}

impl Msm {
    fn validate(&self, check: &Check<'_>) -> Result<(), AccelError> {
        check.range("msm.adders", self.adders, 1, 64)?;
        check.range("msm.window_bits", self.window_bits, 2, 20)?;
        check.range("msm.batch_points", self.batch_points, 2, 1 << 20)?;
        check.range("msm.result_buffer", self.result_buffer, 0, 1 << 20)?;
        let segments = self.aggregation_segments;
        check.power("msm.aggregation_segments", segments, 1, 1 << (self.window_bits - 1))?;
        check.range("msm.pad_slice_cycles", self.pad_slice_cycles, 0, 1 << 30)
    }
}

/// The text of a description file, which must be a regular one of sensible size.
fn read(path: &Path) -> io::Result<String> {
    // Asked before opening it: to open a FIFO would wait for a writer.
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    if found.len() > MAX_BYTES {
        let reason = format!("{} bytes: allowed: up to {MAX_BYTES}", found.len());
        return Err(io::Error::other(reason));
    }
    fs::read_to_string(path)
}

fn apply_override(table: &mut toml::Table, assignment: &str) -> Result<(), AccelError> {
    let bad = |message: &str| AccelError::Syntax {
        file: format!("--set {}", assignment.escape_debug()),
        message: message.into(),
    };
    // A line break would begin another key.
    if assignment.contains(char::is_control) {
        return Err(bad("control characters are not allowed"));
    }
    let (path, value) =
        assignment.split_once('=').ok_or_else(|| bad("allowed: dotted.key=value"))?;
    let value = toml::from_str::<toml::Table>(&format!("v = {value}"))
        .or_else(|_| toml::from_str(&format!("v = '{value}'")))
        .ok()
        .and_then(|mut parsed| parsed.remove("v"))
        .ok_or_else(|| bad("the value is not TOML"))?;
    let mut keys: Vec<&str> = path.trim().split('.').collect();
    let last = keys.pop().unwrap_or_default();
    let mut place = table;
    for key in keys {
        place = place
            .get_mut(key)
            .and_then(toml::Value::as_table_mut)
            .ok_or_else(|| bad(&format!("no table '{key}'")))?;
    }
    place.insert(last.to_owned(), value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = BUILT_IN[0].1;

    /// What `name` with these overrides is refused for.
    fn refusal(name: &str, overrides: &[&str]) -> String {
        let overrides: Vec<String> = overrides.iter().map(|&set| set.to_owned()).collect();
        Accelerator::load(name, &overrides).unwrap_err().to_string()
    }

    #[test]
    fn built_in_descriptions_are_valid_and_named_after_their_file() {
        for (name, _) in BUILT_IN {
            assert_eq!(&Accelerator::load(name, &[]).unwrap().name, name);
        }
    }

    #[test]
    fn an_unknown_key_is_refused_with_file_line_and_alternatives() {
        let text = TEXT.replace("window_bits", "windowbits");
        let message = Accelerator::parse("x.toml", &text, &[]).unwrap_err().to_string();
        assert!(message.starts_with("x.toml:"), "{message}");
        assert!(message.contains("windowbits") && message.contains("window_bits"), "{message}");
        assert!(!message.contains('\n'));
    }

    #[test]
    fn values_out_of_range_are_refused_with_what_is_allowed() {
        for (name, assignments) in [
            (
                "uninm",
                &[
                    "clock_mhz=0",
                    "curves=[]",
                    "multiplier.interval=0",
                    "multiplier.interval=2",
                    "adder.latency=0",
                    "msm.window_bits=1",
                    "msm.aggregation_segments=64",
                    "ntt.kernels=1",
                    "ntt.kernels=3",
                    "ntt.twiddle_multipliers_per_kernel=6",
                    "ntt.butterfly_latency=0",
                    "ntt.twiddle_multiplier_interval=0",
                    "ntt.max_log2_size=25",
                    "ntt.min_log2_size=7",
                    "dram.channels=3",
                ][..],
            ),
            (
                "reorder",
                &[
                    "multiplier.interval=2",
                    "ntt.pipelines=1",
                    "ntt.pipelines=3",
                    "ntt.pipelines=8",
                    "ntt.butterfly_interval=0",
                    "ntt.butterfly_latency=1001",
                    "ntt.max_sub_ntt=1000",
                    "ntt.max_log2_size=25",
                    "ntt.min_log2_size=1",
                    "ntt.tile=64",
                ],
            ),
            (
                "reconf",
                &["ntt.pipelines=0", "ntt.word_bits=256", "ntt.min_log2_size=3", "ntt.tile=1"],
            ),
        ] {
            for assignment in assignments {
                let error = refusal(name, &[assignment]);
                let (key, value) = assignment.split_once('=').unwrap();
                let start = format!("--set {assignment}: {key} = {value}: allowed: ");
                assert!(error.starts_with(&start), "{assignment}: {error}");
            }
        }
    }

    #[test]
    fn an_msm_engine_has_an_adder_or_neither_is_there() {
        let without = |table: &str| {
            let start = TEXT.find(&format!("[{table}]")).unwrap();
            let end = start + TEXT[start..].find("\n\n").unwrap();
            format!("{}{}", &TEXT[..start], &TEXT[end..])
        };
        for (missing, given) in [("msm", "adder"), ("adder", "msm")] {
            let error = Accelerator::parse("x.toml", &without(missing), &[]).unwrap_err();
            let start = format!("x.toml: [{given}] without [{missing}]: allowed: both, or neither");
            assert!(error.to_string().starts_with(&start), "{error}");
        }
        assert!(Accelerator::load("uninm", &[]).unwrap().msm_engine().is_some());
        assert_eq!(Accelerator::load("reorder", &[]).unwrap().msm_engine(), None);
        assert_eq!(
            refusal("reorder", &["msm.window_bits=8"]),
            "--set msm.window_bits=8: no table 'msm'"
        );
    }

    #[test]
    fn a_description_with_all_overrides_is_one_again() {
        for (name, _) in BUILT_IN {
            let set = ["clock_mhz=123".to_owned(), "ntt.tile=8".to_owned()];
            let accelerator = Accelerator::load(name, &set).unwrap();
            assert_eq!((accelerator.clock_mhz, accelerator.ntt.tile()), (123, 8));
            let text = toml::to_string(&accelerator).unwrap();
            assert_eq!(Accelerator::parse("x.toml", &text, &[]).unwrap(), accelerator);
        }
    }

    #[test]
    fn overrides_take_effect_and_reject_unknown_keys() {
        let set = ["msm.window_bits=13".to_owned(), "dram.device=ideal".to_owned()];
        let accelerator = Accelerator::load("uninm", &set).unwrap();
        assert_eq!(accelerator.msm_engine().unwrap().0.window_bits, 13);
        assert_eq!(accelerator.dram.device, DramDevice::Ideal);
        for bad in [
            "msm.window=13",
            "nothing.here=1",
            "msm.window_bits",
            "msm.window_bits=7\nname='x'",
            "msm.window_bits=99",
            "name=",
            "name=a b",
            "summary=\"\\u001b[31m\"",
        ] {
            let error = refusal("uninm", &[bad]);
            assert!(error.starts_with("--set ") && !error.contains('\n'), "{bad}: {error}");
        }
    }

    #[test]
    fn memory_names() {
        assert_eq!(Dram::parse("ddr4-3200x4").unwrap().channels, 4);
        assert_eq!(Dram::parse("DDR4-3200").unwrap().label(), "DDR4-3200 x1");
        for bad in ["ddr4", "DDR4-3200x3", "DDR4-3200x", "hbm", ""] {
            assert!(Dram::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn missing_files_and_names_are_one_clear_line() {
        let error = Accelerator::load("nope", &[]).unwrap_err().to_string();
        assert!(error.contains("uninm"), "{error}");
        assert!(Accelerator::load("nope.toml", &[]).is_err());
    }
}
