//! The typed accelerator description: parses and validates `accelerators/*.toml`.
//!
//! One file describes one accelerator; the model, the RTL parameters, the cost and the report all
//! derive from it, so a value stands in one place. An unknown key, a wrong type or a value out of
//! range is refused with the file, the key and what was allowed.

mod check;
mod curve;
mod description;
mod error;
mod ntt;

pub use curve::CurveId;
pub use description::{
    Accelerator, Adder, AdderFormula, BUILT_IN, Dram, DramDevice, Msm, MsmOrganisation, Multiplier,
    MultiplierKind,
};
pub use error::AccelError;
pub use ntt::{DelayCommutator, MultiBank, Ntt, Stages};
