//! What the four-step controller and an NTT engine tell each other, cycle by cycle.
//!
//! An engine transforms lines (rows or columns of the four-step matrix) in batches. The controller
//! loads a batch, waits for its results and stores them; engines differ in how they compute.

use crate::trace::Trace;

/// What a pass does with each of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePass {
    /// log2 of the elements of a line.
    pub log2_size: u32,
    /// The transform is inverse.
    pub inverse: bool,
    /// Products with a stored vector before the first stage (coset).
    pub product_before: bool,
    /// Products with the twiddles of the four-step method behind the last stage.
    pub hadamard: bool,
    /// Products with a stored vector behind everything (coset).
    pub product_after: bool,
}

/// What the controller does to an engine in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// The last element of the batch that is being loaded arrives.
    pub load_last: bool,
    /// The oldest complete batch has been stored.
    pub store_done: bool,
}

/// Issue cycles of an engine, by what they were used for. Those not counted here went to data
/// dependencies and drains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// With butterflies.
    pub butterflies: u64,
    /// With element-wise products.
    pub products: u64,
    /// Waiting for generated twiddles.
    pub twiddle_wait: u64,
    /// Waiting for a batch to be loaded, or for room for its results.
    pub memory_wait: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.butterflies += other.butterflies;
        self.products += other.products;
        self.twiddle_wait += other.twiddle_wait;
        self.memory_wait += other.memory_wait;
    }
}

/// An NTT engine during one pass.
pub trait LineEngine {
    /// Whether a batch may be loaded, in the current cycle.
    fn load_ready(&self) -> bool;

    /// Whether the results of a batch are complete, in the current cycle.
    fn store_ready(&self) -> bool;

    /// The clock edge that ends `cycle`, after the events of that cycle.
    fn clock<T: Trace>(&mut self, cycle: u64, edge: Edge, trace: &mut T);

    /// Issue cycles so far.
    fn counts(&self) -> Counts;
}

/// Cycles of a pass in which batches are loaded and stored in no time, from the first cycle in which
/// one may be loaded to that in which the last one is stored.
pub fn ideal_pass<E: LineEngine, T: Trace>(engine: &mut E, batches: u64, trace: &mut T) -> u64 {
    let (mut loaded, mut stored) = (0, 0);
    let mut cycle = 0;
    while stored < batches {
        let load_last = loaded < batches && engine.load_ready();
        let store_done = engine.store_ready();
        loaded += u64::from(load_last);
        stored += u64::from(store_done);
        engine.clock(cycle, Edge { load_last, store_done }, trace);
        cycle += 1;
    }
    cycle
}
