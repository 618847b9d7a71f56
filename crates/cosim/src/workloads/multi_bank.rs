//! `rtl/ntt/multi_bank_engine.sv` alone.

use proofsmith_accel::{Accelerator, MultiBank};
use proofsmith_sim::ntt::{LinePass, MultiBankEngine};

use crate::engine::{Batches, lockstep};
use crate::{CosimError, Design, Options, Suite, Workload};

/// Line lengths of the design that is compared.
const LOG2_SIZES: [u32; 5] = [4, 5, 6, 7, 8];

/// Chances of a beat into and out of the engine, in 1/256: memory at full speed, and each way slow.
const EAGER: [[u32; 2]; 3] = [[256, 256], [3, 256], [200, 3]];

struct Pass {
    config: MultiBank,
    batches: Batches,
}

/// Every length, with and without each of the products, at all speeds of memory.
pub(crate) fn suite(options: &Options) -> Result<Suite, CosimError> {
    let config = options.accelerator.as_ref().and_then(|Accelerator { ntt, .. }| ntt.multi_bank());
    let Some(config) = config else {
        let (name, allowed) = ("none".into(), "multi_bank".into());
        return Err(CosimError::Unknown { what: "organisation of the accelerator", name, allowed });
    };
    let mut suite: Suite = Vec::new();
    for log2_size in LOG2_SIZES {
        for flags in 0..8 {
            let pass = LinePass {
                log2_size,
                inverse: (log2_size + flags) % 2 == 1,
                product_before: flags & 1 != 0,
                hadamard: flags & 2 != 0,
                product_after: flags & 4 != 0,
            };
            let eager = EAGER[(log2_size + flags) as usize % EAGER.len()];
            let &Options { cycles, seed, .. } = options;
            let batches = Batches { pass, cycles, eager, beats: 2 << log2_size, seed };
            suite.push(Box::new(Pass { config: config.clone(), batches }));
        }
    }
    Ok(suite)
}

impl Workload for Pass {
    fn name(&self) -> String {
        let Batches { pass, eager, .. } = self.batches;
        let mut name = format!("lines of 2^{}", pass.log2_size);
        for (has, what) in [
            (pass.inverse, "inverse"),
            (pass.product_before, "product before"),
            (pass.hadamard, "Hadamard product"),
            (pass.product_after, "product after"),
            (eager[0] < 10, "slow loads"),
            (eager[1] < 10, "slow stores"),
        ] {
            if has {
                name = format!("{name}, {what}");
            }
        }
        name
    }

    fn run(&self, design: &mut Design) -> Result<u64, CosimError> {
        let mut model = MultiBankEngine::new(&self.config, self.batches.pass);
        lockstep(design, &mut model, &self.batches)
    }
}
