//! An NTT engine alone, beside its model: batches come and go at random.

use std::ops::RangeInclusive;

use proofsmith_sim::ntt::{Edge, LineEngine, LinePass};
use proofsmith_sim::trace::{Event, Trace};

use crate::lockstep::{Comparer, same};
use crate::{CosimError, Design, Options, Output, Random};

/// Bits of an `issue_t` of `ntt_pkg`.
const ISSUE_BITS: usize = 23;

/// Chances of a beat into and out of the engine, in 1/256: memory at full speed, and each way slow.
const EAGER: [[u32; 2]; 3] = [[256, 256], [16, 256], [200, 16]];

/// Batches of one pass. Their data is zero, and they may be loaded in fewer beats than they have:
/// what is compared depends only on when a batch begins and ends.
#[derive(Clone, Copy, Debug)]
pub struct Batches {
    /// What is done with them.
    pub pass: LinePass,
    /// For how long.
    pub cycles: u64,
    /// Chances that a beat is loaded, and that one is stored, in 1/256.
    pub eager: [u32; 2],
    /// Most beats of a batch.
    pub beats: u64,
    /// Of what is random.
    pub seed: u64,
}

impl Batches {
    /// Every length, with and without each of the products, at all speeds of memory.
    pub fn all(options: &Options, log2_sizes: RangeInclusive<u32>) -> impl Iterator<Item = Self> {
        let &Options { cycles, seed, .. } = options;
        log2_sizes.flat_map(move |log2_size| {
            (0..8).map(move |flags| {
                let pass = LinePass {
                    log2_size,
                    inverse: (log2_size + flags) % 2 == 1,
                    product_before: flags & 1 != 0,
                    hadamard: flags & 2 != 0,
                    product_after: flags & 4 != 0,
                };
                let eager = EAGER[(log2_size + flags) as usize % EAGER.len()];
                Self { pass, cycles, eager, beats: 2 << log2_size, seed }
            })
        })
    }

    /// Whether a product by the vector behind the transform is the pass's only one: engines that
    /// multiply by loaded factors have one port to the vector, and one multiplier behind.
    #[must_use]
    pub fn shares_vector(&self) -> bool {
        let LinePass { product_before, hadamard, product_after, .. } = self.pass;
        !(product_after && (product_before || hadamard))
    }

    /// The pass, and the speed of the memory, in words.
    #[must_use]
    pub fn name(&self) -> String {
        let Self { pass, eager, .. } = self;
        let mut name = format!("lines of 2^{}", pass.log2_size);
        for (has, what) in [
            (pass.inverse, "inverse"),
            (pass.product_before, "product before"),
            (pass.hadamard, "Hadamard product"),
            (pass.product_after, "product after"),
            (eager[0] < 128, "slow loads"),
            (eager[1] < 128, "slow stores"),
        ] {
            if has {
                name = format!("{name}, {what}");
            }
        }
        name
    }
}

/// Runs an engine after its reset beside a new model; returns the cycles compared.
///
/// # Errors
/// The first cycle in which the two issue different groups or are ready for different batches.
pub fn lockstep<E: LineEngine>(
    design: &mut Design,
    model: &mut E,
    batches: &Batches,
) -> Result<u64, CosimError> {
    let control = ["load_valid_i", "load_last_i", "store_read_i", "store_done_i"];
    let [load_valid, load_last, store_read, store_done] = control.map(|name| design.input(name, 1));
    let (load_valid, load_last, store_read, store_done) =
        (load_valid?, load_last?, store_read?, store_done?);
    let (load_ready, store_ready) =
        (design.output("load_ready_o", 1)?, design.output("store_ready_o", 1)?);
    let issues = issues(design)?;
    design.set(design.input("pass_i", 9)?, pass_bits(batches.pass));

    let mut random = Random::new(batches.seed);
    let mut comparer = Comparer::default();
    let mut beats = [0, 0].map(|_: u64| 1 + random.draw() % batches.beats);
    for cycle in 0..batches.cycles {
        let ready = [model.load_ready(), model.store_ready()];
        let mut last = [false, false];
        let mut moves = [false, false];
        for k in 0..2 {
            moves[k] = ready[k] && random.chance(batches.eager[k]);
            if moves[k] {
                beats[k] -= 1;
                last[k] = beats[k] == 0;
                if last[k] {
                    beats[k] = 1 + random.draw() % batches.beats;
                }
            }
        }
        design.set(load_valid, moves[0].into());
        design.set(load_last, last[0].into());
        design.set(store_read, moves[1].into());
        design.set(store_done, last[1].into());
        design.eval()?;
        same(cycle, "load_ready_o", ready[0], design.get(load_ready) == 1)?;
        same(cycle, "store_ready_o", ready[1], design.get(store_ready) == 1)?;
        for &issue in &issues {
            issued(cycle, design.get(issue), &mut comparer.rtl);
        }
        model.clock(cycle, Edge { load_last: last[0], store_done: last[1] }, &mut comparer.model);
        comparer.agree_until(cycle + 1)?;
        design.edge()?;
    }
    Ok(batches.cycles)
}

/// A `line_pass_t` of `ntt_pkg`.
#[must_use]
pub fn pass_bits(pass: LinePass) -> u64 {
    let flags = [pass.inverse, pass.product_before, pass.hadamard, pass.product_after];
    flags.iter().fold(u64::from(pass.log2_size), |bits, &flag| bits << 1 | u64::from(flag))
}

/// The elements of `issue_o`, an array of `issue_t` of `ntt_pkg`.
///
/// # Errors
/// The design has no such port.
pub fn issues(design: &Design) -> Result<Vec<Output>, CosimError> {
    let bits = design.ports().find(|port| port.name == "issue_o").map_or(0, |port| port.bits);
    let port = design.output("issue_o", bits)?;
    Ok((0..port.bits() / ISSUE_BITS).map(|index| port.element(index, ISSUE_BITS)).collect())
}

/// Reports what an `issue_t` of `ntt_pkg` says.
pub fn issued(cycle: u64, word: u64, trace: &mut impl Trace) {
    let (group, stage) = ((word & 0xffff) as u32, (word >> 16 & 0x1f) as u32);
    if word >> 22 & 1 == 1 {
        trace.event(cycle, Event::ButterflyGroup { stage, group });
    }
    if word >> 21 & 1 == 1 {
        trace.event(cycle, Event::ProductGroup { group });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_have_their_first_field_at_the_top() {
        let pass = LinePass {
            log2_size: 12,
            inverse: true,
            product_before: false,
            hadamard: true,
            product_after: false,
        };
        assert_eq!(pass_bits(pass), 0b0_1100_1010);
        let mut trace = Vec::new();
        issued(7, 1 << 22 | 5 << 16 | 300, &mut trace);
        issued(8, 1 << 21 | 9, &mut trace);
        issued(9, 5 << 16 | 300, &mut trace);
        let butterflies = Event::ButterflyGroup { stage: 5, group: 300 };
        assert_eq!(trace, [(7, butterflies), (8, Event::ProductGroup { group: 9 })]);
    }
}
