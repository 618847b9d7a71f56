//! The ordered list of (cycle, event) that a model and its RTL must agree on.

/// Something that happened in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A point adder took two operands that belong to `bucket` (1-based).
    AdderIssue {
        /// Which adder.
        adder: u32,
        /// Bucket that the sum belongs to; 0 outside bucket accumulation.
        bucket: u32,
    },
    /// Every line of a batch issued one group of butterflies; in a delay commutator, an element.
    ButterflyGroup {
        /// Stage of the sub-NTT, from 0.
        stage: u32,
        /// Group within the stage, from 0.
        group: u32,
    },
    /// Every line of a batch issued one group of element-wise products.
    ProductGroup {
        /// Group within the line, from 0.
        group: u32,
    },
    /// A burst was handed to the memory controller.
    DramRequest {
        /// Byte address.
        address: u64,
        /// Direction.
        write: bool,
    },
}

/// Takes events in order of their cycle within one unit.
pub trait Trace {
    /// Whether anybody listens; lets a model skip work.
    const ON: bool;
    /// One event.
    fn event(&mut self, cycle: u64, event: Event);
}

/// Nobody listens.
pub struct NoTrace;

impl Trace for NoTrace {
    const ON: bool = false;
    fn event(&mut self, _cycle: u64, _event: Event) {}
}

impl Trace for Vec<(u64, Event)> {
    const ON: bool = true;
    fn event(&mut self, cycle: u64, event: Event) {
        self.push((cycle, event));
    }
}
