//! Issue times of one batch: what each kernel does with its row or column, cycle by cycle.
//!
//! Butterfly group g of a stage reads elements 4g.. and n/2+4g.. and writes 8g.. (forward; the
//! inverse reads and writes the other way round; 4 stands for the butterflies of a kernel, b). A
//! stage may start when its first group's operands are written and every later group's will be, so
//! two stages start max(n/2b, n/4b + latency) cycles apart: from 256 points on the banks never wait.

use proofsmith_accel::MultiBank;

use crate::trace::{Event, Trace};

/// A batch in one pass: an optional element-wise product before the stages (coset), the stages,
/// and optional products behind them (Hadamard, coset).
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchShape {
    /// Length of the sub-NTT, log2.
    pub log2_size: u32,
    /// Products with a stored vector before the first stage.
    pub product_before: bool,
    /// Hadamard products with generated twiddles behind the last stage.
    pub hadamard: bool,
    /// Products with a stored vector behind the last stage.
    pub product_after: bool,
}

/// Cycles of the parts of a batch, relative to its first issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BatchTiming {
    /// Issue of the last stage ends; a Hadamard product starts here if its twiddles are there.
    pub stages_end: u64,
    /// Issue slots after `stages_end`, not counting a wait for twiddles.
    pub tail: u64,
    /// Issue cycles with butterflies.
    pub butterflies: u64,
    /// Issue cycles with element-wise products.
    pub products: u64,
}

/// Issue slots of the parts of a batch, and the cycles from the start of one to the next.
struct Intervals {
    /// Slots of an element-wise product.
    products: u64,
    /// Slots of a stage.
    stage: u64,
    /// From a product to the first stage, whose first group needs operands half a row apart.
    product_to_stage: u64,
    stage_to_stage: u64,
    /// From the last stage to a product, which reads in order what the stage writes.
    stage_to_product: u64,
    product_to_product: u64,
}

impl BatchShape {
    fn intervals(&self, config: &MultiBank) -> Intervals {
        let latency = u64::from(config.butterfly_latency);
        let products = (1u64 << self.log2_size) / u64::from(config.butterflies_per_kernel);
        let stage = products / 2;
        Intervals {
            products,
            stage,
            product_to_stage: products.max(stage + latency),
            stage_to_stage: stage.max(stage / 2 + latency),
            stage_to_product: stage.max(latency),
            product_to_product: products.max(latency),
        }
    }

    /// Products behind the last stage.
    fn products_behind(&self) -> u64 {
        u64::from(self.hadamard) + u64::from(self.product_after)
    }

    pub fn timing(&self, config: &MultiBank) -> BatchTiming {
        let intervals = self.intervals(config);
        let stages = u64::from(self.log2_size);
        let behind = self.products_behind();
        let before = if self.product_before { intervals.product_to_stage } else { 0 };
        let last_stage = before + (stages - 1) * intervals.stage_to_stage;
        let (last, tail) = match behind {
            0 => (intervals.stage, 0),
            _ => (
                intervals.stage_to_product,
                (behind - 1) * intervals.product_to_product + intervals.products,
            ),
        };
        BatchTiming {
            stages_end: last_stage + last,
            tail,
            butterflies: stages * intervals.stage,
            products: (u64::from(self.product_before) + behind) * intervals.products,
        }
    }

    /// Reports every group; `start` is the first issue, `tail_start` the first product behind.
    pub fn trace<T: Trace>(&self, config: &MultiBank, start: u64, tail_start: u64, trace: &mut T) {
        if !T::ON {
            return;
        }
        let intervals = self.intervals(config);
        let mut at = start;
        let product = |at: u64, trace: &mut T| {
            for group in 0..intervals.products {
                trace.event(at + group, Event::ProductGroup { group: group as u32 });
            }
        };
        if self.product_before {
            product(at, trace);
            at += intervals.product_to_stage;
        }
        for stage in 0..self.log2_size {
            for group in 0..intervals.stage {
                let event = Event::ButterflyGroup { stage, group: group as u32 };
                trace.event(at + group, event);
            }
            at += intervals.stage_to_stage;
        }
        for index in 0..self.products_behind() {
            product(tail_start + index * intervals.product_to_product, trace);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proofsmith_accel::Accelerator;

    /// Replays the constant-geometry data flow element by element and checks that every group
    /// finds its operands written, and that one cycle less between stages would not do.
    #[test]
    fn the_stage_interval_is_the_smallest_that_respects_every_dependency() {
        let accelerator = Accelerator::load("uninm", &[]).unwrap();
        let config = accelerator.ntt.multi_bank().unwrap();
        let latency = u64::from(config.butterfly_latency);
        for log2_size in 5..=12u32 {
            let size = 1usize << log2_size;
            let groups = size / 8;
            let shape = BatchShape {
                log2_size,
                product_before: false,
                hadamard: false,
                product_after: false,
            };
            let mut trace: Vec<(u64, Event)> = Vec::new();
            shape.trace(config, 0, 0, &mut trace);
            let mut issue = vec![vec![0u64; groups]; log2_size as usize];
            for (cycle, event) in trace {
                if let Event::ButterflyGroup { stage, group } = event {
                    issue[stage as usize][group as usize] = cycle;
                }
            }
            for forward in [true, false] {
                let mut slack = u64::MAX;
                for stage in 1..log2_size as usize {
                    let mut written = vec![0; size];
                    for i in 0..size / 2 {
                        let places = if forward { [2 * i, 2 * i + 1] } else { [i, i + size / 2] };
                        for place in places {
                            written[place] = issue[stage - 1][i / 4] + latency;
                        }
                    }
                    for i in 0..size / 2 {
                        let places = if forward { [i, i + size / 2] } else { [2 * i, 2 * i + 1] };
                        for place in places {
                            let at = issue[stage][i / 4];
                            assert!(
                                written[place] <= at,
                                "2^{log2_size} stage {stage} butterfly {i}"
                            );
                            slack = slack.min(at - written[place]);
                        }
                    }
                }
                let full = groups as u64 >= groups as u64 / 2 + latency;
                assert!(full || slack <= 1, "2^{log2_size}: {slack} cycles given away");
            }
        }
    }
}
