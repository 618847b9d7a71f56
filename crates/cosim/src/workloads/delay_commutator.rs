//! `rtl/ntt/delay_commutator_engine.sv` alone.

use proofsmith_sim::ntt::DelayCommutatorEngine;

use crate::engine::{Batches, lockstep};
use crate::{CosimError, Design, Options, Suite, Workload};

/// Words of an element.
const WORDS: [u32; 3] = [1, 2, 3];

struct Pass {
    words: u32,
    batches: Batches,
}

/// All passes with lines of the design that is compared, and elements of all widths.
pub(crate) fn suite(options: &Options) -> Result<Suite, CosimError> {
    let mut suite: Suite = Vec::new();
    for words in WORDS {
        for batches in Batches::all(options, 1..=7).filter(Batches::shares_vector) {
            suite.push(Box::new(Pass { words, batches }));
        }
    }
    Ok(suite)
}

impl Workload for Pass {
    fn name(&self) -> String {
        let plural = if self.words == 1 { "" } else { "s" };
        format!("{} word{plural}, {}", self.words, self.batches.name())
    }

    fn run(&self, design: &mut Design) -> Result<u64, CosimError> {
        design.set(design.input("words_i", 2)?, self.words.into());
        let mut model = DelayCommutatorEngine::new(self.words, self.batches.pass);
        lockstep(design, &mut model, &self.batches)
    }
}
