//! The simulated engine: NTTs and G1 MSMs on the cycle-exact model of an accelerator.

use std::time::Instant;

use ark_ec::AffineRepr;
use ark_ff::{BigInt, PrimeField};
use proofsmith_accel::Accelerator;
use proofsmith_sim::SimError;
use proofsmith_sim::msm::{Indices, MsmModel, Points};
use proofsmith_sim::ntt::{Direction, NttModel, four_step};
use proofsmith_sim::trace::NoTrace;

use crate::{CpuEngine, Curve, Domain, Engine, EngineError, Kernel, KernelRun, Transform};

/// Who computes the values behind the modelled schedule. The cycles are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimMode {
    /// The model moves real elements and points through its buckets and butterflies.
    Functional,
    /// The CPU engine computes the values; the model moves indices only.
    Timing,
}

/// Runs NTTs and G1 MSMs on the model of an accelerator. G2 MSMs, all MSMs where the accelerator
/// has no engine for them, and transforms too small for it run on the CPU; their records say so.
#[derive(Clone, Debug)]
pub struct SimEngine {
    accelerator: Accelerator,
    mode: SimMode,
}

/// G1 bases, for the engine that will sum them.
pub enum SimBases<A, B> {
    /// The accelerator's.
    Accelerator(AcceleratorBases<A, B>),
    /// The CPU's: the accelerator has no MSM engine.
    Cpu(B),
}

/// G1 bases as the host lays them out in the accelerator's memory: without the points at infinity,
/// whose scalars are left out as well.
pub struct AcceleratorBases<A, B> {
    points: Vec<A>,
    /// Position of each kept point among the bases that were given.
    kept: Vec<u32>,
    given: usize,
    /// The same bases for the CPU, in timing mode.
    cpu: Option<B>,
}

impl SimEngine {
    /// An engine on the model of `accelerator`.
    #[must_use]
    pub fn new(accelerator: Accelerator, mode: SimMode) -> Self {
        Self { accelerator, mode }
    }

    /// The description that the model follows.
    #[must_use]
    pub fn accelerator(&self) -> &Accelerator {
        &self.accelerator
    }
}

impl<C: Curve> Engine<C> for SimEngine {
    type G1Bases = SimBases<C::G1Affine, <CpuEngine as Engine<C>>::G1Bases>;
    type G2Bases = <CpuEngine as Engine<C>>::G2Bases;

    fn name(&self) -> &str {
        &self.accelerator.name
    }

    fn ntt(
        &self,
        domain: &Domain<C::ScalarField>,
        transform: Transform<C::ScalarField>,
        data: &mut [C::ScalarField],
    ) -> Result<KernelRun, EngineError> {
        if domain.log2_size() < self.accelerator.ntt.min_log2_size() {
            return <CpuEngine as Engine<C>>::ntt(&CpuEngine, domain, transform, data);
        }
        let start = Instant::now();
        let (direction, coset) = match transform {
            Transform::Forward(coset) => (Direction::Forward, coset),
            Transform::Inverse(coset) => (Direction::Inverse, coset),
        };
        let model = NttModel {
            accelerator: &self.accelerator,
            curve: C::ID,
            log2_size: domain.log2_size(),
            direction,
            coset: coset.is_some(),
        };
        let stats = model.run(&mut NoTrace, &mut |_, _| {})?;
        if self.mode == SimMode::Timing {
            <CpuEngine as Engine<C>>::ntt(&CpuEngine, domain, transform, data)?;
        } else if data.len() != domain.size() {
            return Err(EngineError::Length {
                what: "elements of the transform",
                got: data.len(),
                want: domain.size(),
            });
        } else {
            four_step(data, domain.log2_size(), domain.root(), direction, coset);
        }
        Ok(KernelRun::on_accelerator(transform.into(), data.len(), stats, start))
    }

    fn load_g1(&self, points: Vec<C::G1Affine>) -> Result<Self::G1Bases, EngineError> {
        if self.accelerator.msm_engine().is_none() {
            let bases = <CpuEngine as Engine<C>>::load_g1(&CpuEngine, points)?;
            return Ok(SimBases::Cpu(bases));
        }
        let given = points.len();
        let (kept, points): (Vec<u32>, Vec<C::G1Affine>) = points
            .into_iter()
            .enumerate()
            .filter(|(_, point)| !point.is_zero())
            .map(|(index, point)| (index as u32, point))
            .unzip();
        Ok(SimBases::Accelerator(match self.mode {
            SimMode::Functional => AcceleratorBases { points, kept, given, cpu: None },
            SimMode::Timing => {
                let cpu = <CpuEngine as Engine<C>>::load_g1(&CpuEngine, points)?;
                AcceleratorBases { points: Vec::new(), kept, given, cpu: Some(cpu) }
            }
        }))
    }

    fn load_g2(&self, points: Vec<C::G2Affine>) -> Result<Self::G2Bases, EngineError> {
        <CpuEngine as Engine<C>>::load_g2(&CpuEngine, points)
    }

    fn msm_g1(
        &self,
        bases: &Self::G1Bases,
        scalars: &[BigInt<4>],
    ) -> Result<(C::G1, KernelRun), EngineError> {
        let bases = match bases {
            SimBases::Accelerator(bases) => bases,
            SimBases::Cpu(bases) => {
                return <CpuEngine as Engine<C>>::msm_g1(&CpuEngine, bases, scalars);
            }
        };
        let start = Instant::now();
        if scalars.len() != bases.given {
            return Err(EngineError::Length {
                what: "scalars for the bases",
                got: scalars.len(),
                want: bases.given,
            });
        }
        let kept = bases.kept.iter().map(|index| scalars[*index as usize]);
        let model = MsmModel {
            accelerator: &self.accelerator,
            curve: C::ID,
            modulus: C::ScalarField::MODULUS.0,
            passes: None,
        };
        let limbs: Vec<[u64; 4]> = kept.clone().map(|scalar| scalar.0).collect();
        let progress = &mut |_, _| {};
        let (sum, stats) = if let Some(cpu) = &bases.cpu {
            let stats = model.run(&limbs[..], &Indices, &mut NoTrace, progress)?.stats;
            let kept: Vec<BigInt<4>> = kept.collect();
            (<CpuEngine as Engine<C>>::msm_g1(&CpuEngine, cpu, &kept)?.0, stats)
        } else {
            let run = model.run(&limbs[..], &Points(&bases.points), &mut NoTrace, progress)?;
            (run.sum, run.stats)
        };
        Ok((sum, KernelRun::on_accelerator(Kernel::MsmG1, limbs.len(), stats, start)))
    }

    fn msm_g2(
        &self,
        bases: &Self::G2Bases,
        scalars: &[BigInt<4>],
    ) -> Result<(C::G2, KernelRun), EngineError> {
        <CpuEngine as Engine<C>>::msm_g2(&CpuEngine, bases, scalars)
    }
}

impl From<SimError> for EngineError {
    fn from(error: SimError) -> Self {
        match error {
            SimError::NttSize { accelerator, log2_size, min, max } => {
                Self::NttSize { engine: accelerator, log2_size, min, max }
            }
            SimError::Curve { accelerator, curve, allowed } => {
                Self::Curve { engine: accelerator, curve, allowed }
            }
            other => Self::Memory(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_ff::UniformRand;

    fn engine(name: &str, mode: SimMode) -> SimEngine {
        let set = ["dram.device=ideal".to_owned()];
        SimEngine::new(Accelerator::load(name, &set).unwrap(), mode)
    }

    fn agrees_with_the_cpu<C: Curve>(name: &str) {
        let mut rng = ark_std::test_rng();
        let domain = Domain::<C::ScalarField>::snarkjs(10).unwrap();
        let input: Vec<C::ScalarField> =
            (0..1024).map(|_| C::ScalarField::rand(&mut rng)).collect();
        let mut points: Vec<C::G1Affine> = (0..200).map(|_| C::G1Affine::rand(&mut rng)).collect();
        points[7] = C::G1Affine::zero();
        points[199] = C::G1Affine::zero();
        let scalars: Vec<BigInt<4>> = input[..200].iter().map(|s| s.into_bigint()).collect();
        let cpu = CpuEngine;
        let mut runs = Vec::new();
        for mode in [SimMode::Functional, SimMode::Timing] {
            let sim = engine(name, mode);
            for coset in [None, Some(C::ScalarField::from(11u64))] {
                for transform in [Transform::Forward(coset), Transform::Inverse(coset)] {
                    let (mut left, mut right) = (input.clone(), input.clone());
                    Engine::<C>::ntt(&cpu, &domain, transform, &mut left).unwrap();
                    let run = Engine::<C>::ntt(&sim, &domain, transform, &mut right).unwrap();
                    assert_eq!(left, right);
                    assert_eq!(run.engine, name);
                    runs.push(run.sim);
                }
            }
            let on_cpu = Engine::<C>::load_g1(&cpu, points.clone()).unwrap();
            let on_sim = Engine::<C>::load_g1(&sim, points.clone()).unwrap();
            let (want, _) = Engine::<C>::msm_g1(&cpu, &on_cpu, &scalars).unwrap();
            let (got, run) = Engine::<C>::msm_g1(&sim, &on_sim, &scalars).unwrap();
            assert_eq!(want, got);
            // Only the accelerator has no points at infinity.
            let (size, ran_on) =
                if sim.accelerator().msm.is_some() { (198, name) } else { (200, "cpu") };
            assert_eq!((run.kernel, run.size), (Kernel::MsmG1, size));
            assert_eq!(run.engine, ran_on);
            assert_eq!(run.sim.is_some(), ran_on == name);
            runs.push(run.sim);
            assert!(Engine::<C>::msm_g1(&sim, &on_sim, &scalars[1..]).is_err());
        }
        let (functional, timing) = runs.split_at(runs.len() / 2);
        assert_eq!(functional, timing, "both modes give the same cycles");
    }

    #[test]
    fn both_modes_agree_with_the_cpu_on_both_curves() {
        for name in ["uninm", "reorder", "reconf"] {
            agrees_with_the_cpu::<ark_bn254::Bn254>(name);
            agrees_with_the_cpu::<ark_bls12_381::Bls12_381>(name);
        }
    }

    #[test]
    fn transforms_below_the_smallest_size_run_on_the_cpu_and_say_so() {
        let domain = Domain::<ark_bn254::Fr>::snarkjs(5).unwrap();
        let mut data = vec![ark_bn254::Fr::from(1u64); 32];
        let sim = engine("uninm", SimMode::Functional);
        let transform = Transform::Forward(None);
        let run = Engine::<ark_bn254::Bn254>::ntt(&sim, &domain, transform, &mut data).unwrap();
        assert_eq!((run.engine.as_str(), run.sim), ("cpu", None));
    }

    #[test]
    fn transforms_above_the_largest_size_are_refused() {
        let domain = Domain::<ark_bn254::Fr>::snarkjs(11).unwrap();
        let mut data = vec![ark_bn254::Fr::from(1u64); 2048];
        let set = ["ntt.max_log2_size=10".to_owned()];
        let accelerator = Accelerator::load("uninm", &set).unwrap();
        let sim = SimEngine::new(accelerator, SimMode::Functional);
        let transform = Transform::Forward(None);
        let error = Engine::<ark_bn254::Bn254>::ntt(&sim, &domain, transform, &mut data);
        assert!(error.unwrap_err().to_string().contains("2^10 to 2^10"));
    }
}
