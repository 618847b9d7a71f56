//! What the benchmarks share: inputs, and the same work by every contestant.

pub mod msm;
pub mod ntt;
pub mod prove;

/// One contestant: its name and a call that does the whole work once, on inputs that are already
/// in its own form.
pub type Contestant<'a> = (&'static str, Box<dyn Fn() + 'a>);
