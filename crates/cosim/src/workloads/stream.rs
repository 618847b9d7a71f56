//! `rtl/ntt/stream_engine.sv` alone, in either organisation.

use proofsmith_accel::{Accelerator, Ntt, Stages};
use proofsmith_sim::ntt::{StreamEngine, StreamOrganisation};

use crate::engine::{Batches, lockstep};
use crate::{CosimError, Design, Options, Suite, Workload};

struct Pass {
    organisation: StreamOrganisation,
    stages: Stages,
    batches: Batches,
}

/// All passes with lines of the design that is compared, as the accelerator's description has them.
pub(crate) fn suite(options: &Options) -> Result<Suite, CosimError> {
    let (organisation, stages) = match &options.accelerator {
        Some(Accelerator { ntt: Ntt::Reorder(stages), .. }) => {
            (StreamOrganisation::Reorder, stages)
        }
        Some(Accelerator { ntt: Ntt::DelayFeedback(stages), .. }) => {
            (StreamOrganisation::DelayFeedback, stages)
        }
        other => {
            let name = other.as_ref().map_or("none", |accelerator| accelerator.ntt.organisation());
            return Err(CosimError::Unknown {
                what: "organisation of the accelerator",
                name: name.into(),
                allowed: "reorder, delay_feedback".into(),
            });
        }
    };
    let pass = |batches| -> Box<dyn Workload> {
        Box::new(Pass { organisation, stages: stages.clone(), batches })
    };
    Ok(Batches::all(options, 2..=8).filter(Batches::shares_vector).map(pass).collect())
}

impl Workload for Pass {
    fn name(&self) -> String {
        self.batches.name()
    }

    fn run(&self, design: &mut Design) -> Result<u64, CosimError> {
        let mut model = StreamEngine::new(self.organisation, &self.stages, self.batches.pass);
        lockstep(design, &mut model, &self.batches)
    }
}
