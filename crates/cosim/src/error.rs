//! Why a lockstep did not come to its end.

use proofsmith_sim::SimError;

use crate::lockstep::Difference;

/// A design that cannot be stepped, or in which something was found.
#[derive(Debug, thiserror::Error)]
pub enum CosimError {
    /// The library is missing, or none that the harness is in.
    #[error("{library}: {reason}")]
    Load {
        /// The file.
        library: String,
        /// What the system said.
        reason: String,
    },
    /// The table of ports does not belong to the library.
    #[error("{library}: {rows} rows of {got} bytes, by its ports {want}")]
    Rows {
        /// The file.
        library: String,
        /// Which of the two rows.
        rows: &'static str,
        /// What the library has.
        got: u64,
        /// What the table of ports takes.
        want: u64,
    },
    /// The design lacks a port, or has it with another width or direction.
    #[error("port {name}: {reason}")]
    Port {
        /// The port.
        name: String,
        /// What it should be.
        reason: String,
    },
    /// There is no such thing.
    #[error("no {what} '{name}': allowed: {allowed}")]
    Unknown {
        /// What was asked for.
        what: &'static str,
        /// Its name.
        name: String,
        /// All names.
        allowed: String,
    },
    /// A model or memory that cannot be made.
    #[error(transparent)]
    Sim(#[from] SimError),
    /// The design and its model disagree.
    #[error(transparent)]
    Difference(#[from] Difference),
    /// An assertion of the design failed.
    #[error("cycle {cycle}: {message}")]
    Assertion {
        /// Cycle since reset.
        cycle: u64,
        /// Where and what.
        message: String,
    },
    /// The design broke the rules of a bus.
    #[error("cycle {cycle}: port {port}: {what}")]
    Protocol {
        /// Cycle since reset.
        cycle: u64,
        /// Which of the ports, by its channel.
        port: u32,
        /// What it did.
        what: String,
    },
}

impl CosimError {
    /// Whether it tells something about the design, and not about how it was run.
    #[must_use]
    pub fn is_finding(&self) -> bool {
        matches!(self, Self::Difference(_) | Self::Assertion { .. } | Self::Protocol { .. })
    }
}
