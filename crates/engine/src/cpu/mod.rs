//! The CPU engine: both kernels on all cores of this machine.

mod batch_add;
mod coordinate;
mod msm;
mod ntt;
mod residue;
mod scalar;

use std::time::Instant;

use ark_ec::AffineRepr;
use ark_ff::BigInt;
use rayon::prelude::*;

pub use self::coordinate::MsmCurve;
use self::{batch_add::Point, coordinate::Fq2};
use crate::{Curve, Domain, Engine, EngineError, Kernel, KernelRun, Transform};

/// NTTs and MSMs on the CPU, in parallel on the current rayon pool.
///
/// Works for every [`Curve`] whose G1 and G2 are short Weierstrass curves with a = 0 and whose G2
/// has its coordinates in Fq\[u\]/(u^2 + 1), as BN254 and BLS12-381 do.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuEngine;

/// Points as the MSM wants them: x and y only.
pub struct CpuBases<F>(Vec<Point<F>>);

impl<C: Curve> Engine<C> for CpuEngine {
    type G1Bases = CpuBases<C::Fq>;
    type G2Bases = CpuBases<Fq2<C::Fq>>;

    fn name(&self) -> &str {
        "cpu"
    }

    fn ntt(
        &self,
        domain: &Domain<C::ScalarField>,
        transform: Transform<C::ScalarField>,
        data: &mut [C::ScalarField],
    ) -> Result<KernelRun, EngineError> {
        let start = Instant::now();
        ntt::transform::<C>(domain, transform, data)?;
        Ok(KernelRun::on_cpu(transform.into(), data.len(), start))
    }

    fn load_g1(&self, points: Vec<C::G1Affine>) -> Result<Self::G1Bases, EngineError> {
        load(&points, |point| {
            let [x, y] = C::g1_xy(point).map(|x| C::to_coordinate(&x));
            Point { x, y }
        })
    }

    fn load_g2(&self, points: Vec<C::G2Affine>) -> Result<Self::G2Bases, EngineError> {
        load(&points, |point| {
            let [x, y] = C::g2_xy(point).map(|x| x.map(|x| C::to_coordinate(&x)));
            Point { x: Fq2 { c0: x[0], c1: x[1] }, y: Fq2 { c0: y[0], c1: y[1] } }
        })
    }

    fn msm_g1(
        &self,
        bases: &Self::G1Bases,
        scalars: &[BigInt<4>],
    ) -> Result<(C::G1, KernelRun), EngineError> {
        check_lengths(bases, scalars)?;
        let start = Instant::now();
        let sum = msm::msm::<C::ScalarField, _, C::G1>(&bases.0, scalars, |point| {
            let [x, y] = [point.x, point.y].map(|x| C::from_coordinate(&x));
            C::g1(x, y).expect("a sum of points on the curve lies on it").into_group()
        });
        Ok((sum, KernelRun::on_cpu(Kernel::MsmG1, scalars.len(), start)))
    }

    fn msm_g2(
        &self,
        bases: &Self::G2Bases,
        scalars: &[BigInt<4>],
    ) -> Result<(C::G2, KernelRun), EngineError> {
        check_lengths(bases, scalars)?;
        let start = Instant::now();
        let sum = msm::msm::<C::ScalarField, _, C::G2>(&bases.0, scalars, |point| {
            let [x, y] = [point.x, point.y].map(|x| [x.c0, x.c1].map(|x| C::from_coordinate(&x)));
            C::g2(x, y).expect("a sum of points on the curve lies on it").into_group()
        });
        Ok((sum, KernelRun::on_cpu(Kernel::MsmG2, scalars.len(), start)))
    }
}

fn load<A: Sync, F: Send>(
    points: &[A],
    convert: impl Fn(&A) -> Point<F> + Sync + Send,
) -> Result<CpuBases<F>, EngineError> {
    // Terms of the sum hold 32-bit indices.
    let most = u32::MAX as usize;
    if points.len() > most {
        return Err(EngineError::Length { what: "bases", got: points.len(), want: most });
    }
    Ok(CpuBases(points.par_iter().map(convert).collect()))
}

fn check_lengths<F>(bases: &CpuBases<F>, scalars: &[BigInt<4>]) -> Result<(), EngineError> {
    if bases.0.len() == scalars.len() {
        Ok(())
    } else {
        Err(EngineError::Length { what: "scalars", got: scalars.len(), want: bases.0.len() })
    }
}
