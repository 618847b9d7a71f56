//! The NTT engine: four organisations, each with its own keys.

use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::{AccelError, check::Check};

/// Elements of a scalar field, bits at a memory boundary.
const SCALAR_BITS: u32 = 256;

/// The NTT engine: its organisation under a four-step controller, with what only that one has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "organisation", rename_all = "snake_case")]
pub enum Ntt {
    /// Ping-pong multi-bank kernels (uninm, section 4.2).
    MultiBank(MultiBank),
    /// A butterfly unit for each stage, with data reordering between them, so that lines follow
    /// each other without a gap (reorder, section III).
    Reorder(Stages),
    /// A butterfly unit for each stage with its delay fed back; busy half of the time (PipeZK, as
    /// reorder, section IV-C, rebuilds it).
    DelayFeedback(Stages),
    /// Delay commutators on multipliers of several words (reconf, section V-E).
    DelayCommutator(DelayCommutator),
}

/// Ping-pong multi-bank kernels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MultiBank {
    /// Sub-NTT kernels; each serves one row or column of the matrix.
    pub kernels: u32,
    /// Butterfly units in each kernel.
    pub butterflies_per_kernel: u32,
    /// Butterfly latency, bank read to bank write, cycles.
    pub butterfly_latency: u32,
    /// Smallest transform, log2 of its points.
    pub min_log2_size: u32,
    /// Largest transform, log2 of its points.
    pub max_log2_size: u32,
    /// Points one bank group holds for one kernel (the longest sub-NTT).
    pub max_sub_ntt: u32,
    /// Digit-serial multipliers in each kernel's twiddle generator.
    pub twiddle_multipliers_per_kernel: u32,
    /// Cycles between two products of one digit-serial multiplier.
    pub twiddle_multiplier_interval: u32,
    /// Rows and columns of the square DRAM tile; one tile is one contiguous block.
    pub tile: u32,
}

/// Pipelines of one butterfly unit for each stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stages {
    /// Pipelines; each transforms one row or column of the matrix at a time.
    pub pipelines: u32,
    /// Cycles between two butterflies of a unit.
    pub butterfly_interval: u32,
    /// Latency of a butterfly unit, cycles.
    pub butterfly_latency: u32,
    /// Smallest transform, log2 of its points.
    pub min_log2_size: u32,
    /// Largest transform, log2 of its points.
    pub max_log2_size: u32,
    /// Points of the longest sub-NTT; a pipeline has a unit for each of its stages.
    pub max_sub_ntt: u32,
    /// Rows and columns of the square DRAM tile; one tile is one contiguous block.
    pub tile: u32,
}

/// Pipelines of delay commutators, which split into lanes for narrower elements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DelayCommutator {
    /// Pipelines.
    pub pipelines: u32,
    /// Bits of a word of their multipliers; latencies follow from the words of an element.
    pub word_bits: u32,
    /// Smallest transform, log2 of its points.
    pub min_log2_size: u32,
    /// Largest transform, log2 of its points.
    pub max_log2_size: u32,
    /// Points of the longest sub-NTT; a pipeline has a unit for each of its stages.
    pub max_sub_ntt: u32,
    /// Rows and columns of the square DRAM tile; one tile is one contiguous block.
    pub tile: u32,
}

/// Reads a key that every organisation has.
macro_rules! common {
    ($($(#[$doc:meta])* $key:ident;)*) => {
        impl Ntt {
            $(
                $(#[$doc])*
                #[must_use]
                pub const fn $key(&self) -> u32 {
                    match self {
                        Self::MultiBank(ntt) => ntt.$key,
                        Self::Reorder(ntt) | Self::DelayFeedback(ntt) => ntt.$key,
                        Self::DelayCommutator(ntt) => ntt.$key,
                    }
                }
            )*
        }
    };
}

common! {
    /// Smallest transform, log2 of its points.
    min_log2_size;
    /// Largest transform, log2 of its points.
    max_log2_size;
    /// Points of the longest sub-NTT.
    max_sub_ntt;
    /// Rows and columns of the square DRAM tile.
    tile;
}

impl Ntt {
    /// The organisation, as in a description.
    #[must_use]
    pub const fn organisation(&self) -> &'static str {
        match self {
            Self::MultiBank(_) => "multi_bank",
            Self::Reorder(_) => "reorder",
            Self::DelayFeedback(_) => "delay_feedback",
            Self::DelayCommutator(_) => "delay_commutator",
        }
    }

    /// The multi-bank kernels, where this is their organisation.
    #[must_use]
    pub const fn multi_bank(&self) -> Option<&MultiBank> {
        if let Self::MultiBank(ntt) = self { Some(ntt) } else { None }
    }

    /// Lines (rows or columns of the matrix) that are transformed at once.
    #[must_use]
    pub const fn lines(&self) -> u32 {
        match self {
            Self::MultiBank(ntt) => ntt.kernels,
            Self::Reorder(ntt) | Self::DelayFeedback(ntt) => ntt.pipelines,
            Self::DelayCommutator(ntt) => ntt.lines(SCALAR_BITS),
        }
    }

    /// Cycles between two butterflies of a unit.
    #[must_use]
    pub const fn butterfly_interval(&self) -> u32 {
        match self {
            Self::MultiBank(_) | Self::DelayCommutator(_) => 1,
            Self::Reorder(ntt) | Self::DelayFeedback(ntt) => ntt.butterfly_interval,
        }
    }

    pub(crate) fn validate(&self, check: &Check<'_>) -> Result<(), AccelError> {
        match self {
            Self::MultiBank(ntt) => {
                // A burst of a column holds elements of two lines.
                check.power("ntt.kernels", ntt.kernels, 2, 64)?;
                check.power("ntt.butterflies_per_kernel", ntt.butterflies_per_kernel, 1, 64)?;
                check.range("ntt.butterfly_latency", ntt.butterfly_latency, 1, 1000)?;
                let multipliers = ntt.twiddle_multipliers_per_kernel;
                check.power("ntt.twiddle_multipliers_per_kernel", multipliers, 4, 1024)?;
                let interval = ntt.twiddle_multiplier_interval;
                check.range("ntt.twiddle_multiplier_interval", interval, 1, 1024)?;
            }
            Self::Reorder(ntt) | Self::DelayFeedback(ntt) => {
                // A burst of a column holds elements of two lines.
                check.power("ntt.pipelines", ntt.pipelines, 2, 4)?;
                check.range("ntt.butterfly_interval", ntt.butterfly_interval, 1, 1024)?;
                check.range("ntt.butterfly_latency", ntt.butterfly_latency, 1, 1000)?;
            }
            Self::DelayCommutator(ntt) => {
                check.power("ntt.pipelines", ntt.pipelines, 1, 4)?;
                // Other words would make lanes that do not divide the lines.
                check.range("ntt.word_bits", ntt.word_bits, 128, 128)?;
            }
        }
        check.power("ntt.max_sub_ntt", self.max_sub_ntt(), 4, 1 << 16)?;
        let longest = 2 * self.max_sub_ntt().ilog2();
        check.range("ntt.max_log2_size", self.max_log2_size(), 2, longest)?;
        // The shorter side of the matrix must fill the lines, a line the butterflies of a kernel.
        let butterflies = self.multi_bank().map_or(1, |ntt| ntt.butterflies_per_kernel);
        let shortest = 2 * self.lines().next_power_of_two().max(4 * butterflies).ilog2();
        check.range("ntt.min_log2_size", self.min_log2_size(), shortest, self.max_log2_size())?;
        // Squares as wide as a batch fit a tile more than once.
        let narrowest = 2 * self.lines().next_power_of_two();
        check.power("ntt.tile", self.tile(), narrowest, 1 << (self.min_log2_size() / 2))
    }

    /// What is wrong with the table of the NTT in `text`, with its place in it, if anything is.
    ///
    /// A tagged enum reads its table into a buffer and forgets where the keys stand; the table of
    /// the organisation alone remembers.
    pub(crate) fn mistake(text: &str) -> Option<toml::de::Error> {
        /// The values of `organisation`, to have its mistakes in the words of the others.
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Organisation {
            MultiBank,
            Reorder,
            DelayFeedback,
            DelayCommutator,
        }

        let mut document = DeTable::parse(text).ok()?.into_inner();
        let mut ntt = document.remove("ntt")?;
        let DeValue::Table(table) = ntt.get_mut() else { return None };
        let mut organisation = table.remove("organisation")?;
        if !organisation.get_ref().is_str() {
            let written = text[organisation.span()].to_owned();
            *organisation.get_mut() = DeValue::String(written.into());
        }
        let organisation = ValueDeserializer::from(organisation);
        let rest = ValueDeserializer::from(ntt);
        match Organisation::deserialize(organisation) {
            Err(mistake) => Some(mistake),
            Ok(Organisation::MultiBank) => MultiBank::deserialize(rest).err(),
            Ok(Organisation::Reorder | Organisation::DelayFeedback) => {
                Stages::deserialize(rest).err()
            }
            Ok(Organisation::DelayCommutator) => DelayCommutator::deserialize(rest).err(),
        }
    }
}

impl DelayCommutator {
    /// Lines that all pipelines together transform at once, of elements of so many bits.
    ///
    /// A multiplier has six products of words. An operand of w words takes w (w + 1) / 2 of them,
    /// by Karatsuba's method: one operation of three words, two of two, or six of one.
    #[must_use]
    pub const fn lanes(&self, element_bits: u32) -> u32 {
        let words = element_bits.div_ceil(self.word_bits);
        self.pipelines * (6 / (words * (words + 1) / 2))
    }

    /// Lines of a batch under the controller, whose matrix needs a power of two: of twelve lanes
    /// four stay idle.
    #[must_use]
    pub const fn lines(&self, element_bits: u32) -> u32 {
        1 << self.lanes(element_bits).ilog2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Accelerator, BUILT_IN};

    /// What a built-in description is refused for after a change of its text.
    fn refusal(name: &str, from: &str, to: &str) -> String {
        let (_, text) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name).unwrap();
        assert!(text.contains(from), "{name} has no {from}");
        let error = Accelerator::parse("x.toml", &text.replacen(from, to, 1), &[]).unwrap_err();
        error.to_string()
    }

    /// The line of a built-in description that begins with `start`.
    fn line(name: &str, start: &str) -> usize {
        let (_, text) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name).unwrap();
        text.lines().position(|line| line.starts_with(start)).unwrap() + 1
    }

    const MULTI_BANK: &str = "`kernels`, `butterflies_per_kernel`, `butterfly_latency`, \
        `min_log2_size`, `max_log2_size`, `max_sub_ntt`, `twiddle_multipliers_per_kernel`, \
        `twiddle_multiplier_interval`, `tile`";
    const STAGES: &str = "`pipelines`, `butterfly_interval`, `butterfly_latency`, \
        `min_log2_size`, `max_log2_size`, `max_sub_ntt`, `tile`";
    const DELAY_COMMUTATOR: &str =
        "`pipelines`, `word_bits`, `min_log2_size`, `max_log2_size`, `max_sub_ntt`, `tile`";

    #[test]
    fn a_wrong_key_is_refused_with_its_line_and_the_keys_of_the_organisation() {
        for (name, from, to, allowed) in [
            ("uninm", "kernels = 4", "kernel = 4", MULTI_BANK),
            ("uninm", "max_sub_ntt = 4096", "pipelines = 1", MULTI_BANK),
            ("reorder", "pipelines = 2", "kernels = 4", STAGES),
            ("reorder", "butterfly_interval = 3", "word_bits = 128", STAGES),
            ("reconf", "word_bits = 128", "butterfly_interval = 1", DELAY_COMMUTATOR),
        ] {
            let key = to.split(' ').next().unwrap();
            let want = format!(
                "x.toml:{}: unknown field `{key}`, expected one of {allowed}",
                line(name, from)
            );
            assert_eq!(refusal(name, from, to), want);
        }
    }

    #[test]
    fn wrong_values_and_missing_keys_are_refused_with_their_line() {
        let at = line("uninm", "organisation");
        assert_eq!(
            refusal("uninm", "\"multi_bank\"", "\"multibank\""),
            format!(
                "x.toml:{at}: unknown variant `multibank`, expected one of `multi_bank`, \
                 `reorder`, `delay_feedback`, `delay_commutator`"
            )
        );
        let at = line("reorder", "pipelines");
        assert_eq!(
            refusal("reorder", "pipelines = 2", "pipelines = \"two\""),
            format!("x.toml:{at}: invalid type: string \"two\", expected u32")
        );
        let at = line("reconf", "[ntt]");
        assert_eq!(
            refusal("reconf", "word_bits = 128", ""),
            format!("x.toml:{at}: missing field `word_bits`")
        );
        assert_eq!(
            refusal("reconf", "organisation = \"delay_commutator\"", "organisation = 3"),
            format!(
                "x.toml:{}: unknown variant `3`, expected one of `multi_bank`, `reorder`, \
                 `delay_feedback`, `delay_commutator`",
                line("reconf", "organisation")
            )
        );
        assert_eq!(
            refusal("reconf", "organisation =", "#"),
            format!("x.toml:{at}: missing field `organisation`")
        );
        // A mistake elsewhere is told where it is.
        let at = line("reconf", "channels");
        assert_eq!(
            refusal("reconf", "channels = 1", "channel = 1"),
            format!("x.toml:{at}: unknown field `channel`, expected `device` or `channels`")
        );
    }

    #[test]
    fn overrides_are_of_the_organisation() {
        let load = |name, set: &str| Accelerator::load(name, &[set.to_owned()]);
        let accelerator = load("reorder", "ntt.organisation=delay_feedback").unwrap();
        assert_eq!(accelerator.ntt.organisation(), "delay_feedback");
        for (name, set, key) in [
            ("reorder", "ntt.kernels=4", "kernels"),
            ("uninm", "ntt.pipelines=1", "pipelines"),
            ("reconf", "ntt.butterfly_interval=1", "butterfly_interval"),
        ] {
            let error = load(name, set).unwrap_err().to_string();
            let start = format!("--set {set}: unknown field `{key}`, expected one of `");
            assert!(error.starts_with(&start) && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn lanes_follow_from_the_width_of_elements() {
        let ntt = Accelerator::load("reconf", &[]).unwrap().ntt;
        let Ntt::DelayCommutator(ntt) = ntt else { panic!("{ntt:?}") };
        assert_eq!([128, 256, 384].map(|bits| ntt.lanes(bits)), [12, 4, 2]);
        assert_eq!([64, 254, 255, 381].map(|bits| ntt.lanes(bits)), [12, 4, 4, 2]);
    }
}
