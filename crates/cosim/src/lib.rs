//! Lockstep of Verilated designs and their models.
//!
//! Nothing is built here: a [`Design`] is a shared library that `proofsmith.rtl` made. It is stepped
//! clock by clock, its AXI masters are served by [`axi::Memory`] from the DRAM model that the models
//! use, and a [`lockstep::Comparer`] finds the first cycle in which the two disagree. A
//! [`Workload`] is one such run, a name of [`suite`] all runs of one design.

pub mod axi;
mod design;
pub mod engine;
mod error;
mod library;
pub mod lockstep;
mod random;
mod workload;
pub mod workloads;

pub use design::{Design, Direction, Input, Output, Port};
pub use error::CosimError;
pub use random::Random;
pub use workload::{Options, Outcome, Suite, Workload, run, suite};
