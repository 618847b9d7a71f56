//! `rtl/ntt/multi_bank_engine.sv` alone.

use proofsmith_accel::{Accelerator, MultiBank};
use proofsmith_sim::ntt::MultiBankEngine;

use crate::engine::{Batches, lockstep};
use crate::{CosimError, Design, Options, Suite, Workload};

struct Pass {
    config: MultiBank,
    batches: Batches,
}

/// All passes with lines of the design that is compared.
pub(crate) fn suite(options: &Options) -> Result<Suite, CosimError> {
    let config = options.accelerator.as_ref().and_then(|Accelerator { ntt, .. }| ntt.multi_bank());
    let Some(config) = config else {
        let (name, allowed) = ("none".into(), "multi_bank".into());
        return Err(CosimError::Unknown { what: "organisation of the accelerator", name, allowed });
    };
    let pass =
        |batches| -> Box<dyn Workload> { Box::new(Pass { config: config.clone(), batches }) };
    Ok(Batches::all(options, 4..=8).map(pass).collect())
}

impl Workload for Pass {
    fn name(&self) -> String {
        self.batches.name()
    }

    fn run(&self, design: &mut Design) -> Result<u64, CosimError> {
        let mut model = MultiBankEngine::new(&self.config, self.batches.pass);
        lockstep(design, &mut model, &self.batches)
    }
}
