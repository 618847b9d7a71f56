//! Checks of values, and the one form of their refusal.

use crate::AccelError;

/// Longest text quoted in a message, characters.
const MAX_QUOTED: usize = 40;

/// Checks the values of one description; `file` is how messages name it.
pub struct Check<'a> {
    pub file: &'a str,
}

impl Check<'_> {
    /// Refuses `value` unless it is `ok`.
    pub fn value(
        &self,
        key: &'static str,
        value: &str,
        ok: bool,
        allowed: &str,
    ) -> Result<(), AccelError> {
        if ok {
            return Ok(());
        }
        let (file, value, allowed) = (self.file.into(), value.into(), allowed.into());
        Err(AccelError::Value { file, key, value, allowed })
    }

    /// Refuses what is not between `low` and `high`.
    pub fn range(
        &self,
        key: &'static str,
        value: u32,
        low: u32,
        high: u32,
    ) -> Result<(), AccelError> {
        let ok = (low..=high).contains(&value);
        self.value(key, &value.to_string(), ok, &format!("{low} to {high}"))
    }

    /// Refuses what is not a power of two between `low` and `high`.
    pub fn power(
        &self,
        key: &'static str,
        value: u32,
        low: u32,
        high: u32,
    ) -> Result<(), AccelError> {
        let ok = value.is_power_of_two() && (low..=high).contains(&value);
        self.value(key, &value.to_string(), ok, &format!("a power of two, {low} to {high}"))
    }

    /// Refuses a text unless it is `ok`, and quotes its beginning.
    pub fn text(
        &self,
        key: &'static str,
        value: &str,
        ok: bool,
        allowed: &str,
    ) -> Result<(), AccelError> {
        let quoted = format!("{:?}", value.chars().take(MAX_QUOTED).collect::<String>());
        self.value(key, &quoted, ok, allowed)
    }
}
