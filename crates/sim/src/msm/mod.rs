//! The MSM model: windows one after the other over batches of points, buckets on chip.
//!
//! On-chip memory holds the buckets of one window for each adder (uninm: 4.5 KB for c = 6), so the
//! points are streamed from DRAM once for every pass, and a pass serves as many windows as there
//! are adders. Two batch buffers let the next batch arrive while this one is accumulated; a slice
//! is drained before the next begins (section 4.3).

mod aggregate;
mod datapath;
mod digits;
mod slice;

pub use datapath::{Datapath, Indices, Points};
pub use digits::{RandomScalars, ScalarSource, SignedDigits};
pub use slice::{BucketArray, SliceCounts};

use proofsmith_accel::{Accelerator, CurveId};

use crate::memory::{BURST_BYTES, Dram};
use crate::trace::Trace;
use crate::{Phase, SimError, SimStats, Utilisation};
use aggregate::{Schedule, aggregate_buckets, combine_windows};

/// One MSM to be modelled.
pub struct MsmModel<'a> {
    /// The machine.
    pub accelerator: &'a Accelerator,
    /// The curve of the points.
    pub curve: CurveId,
    /// Modulus of the scalar field, little-endian limbs.
    pub modulus: [u64; 4],
    /// Stop after so many passes over the points, without group aggregation: for estimates of
    /// sizes whose DRAM simulation takes hours. The sum is then meaningless.
    pub passes: Option<u32>,
}

/// What an MSM returned and took.
pub struct MsmRun<P> {
    /// The sum; `()` in timing mode.
    pub sum: P,
    /// Exact counts.
    pub stats: SimStats,
    /// Bucket accumulation over all slices of all windows.
    pub slices: SliceCounts,
    /// Slices that exceeded the constant-time pad.
    pub slices_over_pad: u64,
}

/// Progress of a long run: (windows done, windows).
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// Where one adder is, and what its cycles went to.
#[derive(Default)]
struct Timeline {
    /// First cycle in which the adder is free.
    free: u64,
    memory_wait: u64,
    accumulation: u64,
    padding: u64,
    aggregation: u64,
}

impl MsmModel<'_> {
    /// Runs the MSM of `scalars` with the points behind `datapath`.
    ///
    /// # Errors
    /// A curve the accelerator does not serve; a failure of the DRAM simulator.
    pub fn run<S: ScalarSource + ?Sized, D: Datapath, T: Trace>(
        &self,
        scalars: &S,
        datapath: &D,
        trace: &mut T,
        progress: Progress<'_>,
    ) -> Result<MsmRun<D::Point>, SimError> {
        let Self { accelerator, curve, modulus, passes } = self;
        crate::check_curve(accelerator, *curve)?;
        let (config, adder) = accelerator
            .msm_engine()
            .ok_or_else(|| SimError::NoMsm { accelerator: accelerator.name.clone() })?;
        let latency = u64::from(adder.latency);
        let digits = SignedDigits::new(config.window_bits, modulus);
        let windows = digits.windows();
        let batch = u64::from(config.batch_points);
        let batches = scalars.len().div_ceil(batch);
        let mut dram = Dram::new(&accelerator.dram, accelerator.clock_mhz)?;

        let mut arrays: Vec<BucketArray<D::Point>> = (0..config.adders)
            .map(|index| {
                let buckets = 1 << (config.window_bits - 1);
                BucketArray::new(index, buckets, adder.latency, config.result_buffer)
            })
            .collect();
        let mut timelines: Vec<Timeline> = arrays.iter().map(|_| Timeline::default()).collect();
        let mut slices = SliceCounts::default();
        let mut aggregation_adds = 0;
        let mut slices_over_pad = 0;
        let mut window_sums = Vec::with_capacity(windows as usize);
        let mut slice_digits = Vec::with_capacity(batch as usize);
        // When the batch two before was consumed, its buffer is free again.
        let mut buffer_free = [0u64; 2];
        let mut fetched = 0;
        let mut sequence = 0usize;

        let passes = passes.map_or(usize::MAX, |passes| passes as usize);
        for pass in (0..windows).step_by(arrays.len()).take(passes) {
            let active = arrays.len().min((windows - pass) as usize);
            for batch_index in 0..batches {
                let first = batch_index * batch;
                let count = batch.min(scalars.len() - first);
                let start = fetched.max(buffer_free[sequence % 2]);
                fetched = dram.read(start, self.batch_bursts(first, count, scalars.len()), trace);
                for adder in 0..active {
                    let timeline = &mut timelines[adder];
                    slice_digits.clear();
                    slice_digits.extend(
                        (first..first + count)
                            .map(|i| digits.digit(&scalars.scalar(i), pass + adder as u32)),
                    );
                    let start = timeline.free.max(fetched);
                    timeline.memory_wait += start - timeline.free;
                    let counts = arrays[adder].run(datapath, &slice_digits, first, start, trace);
                    let pad = u64::from(config.pad_slice_cycles);
                    slices_over_pad += u64::from(pad > 0 && counts.cycles > pad);
                    let padding = pad.saturating_sub(counts.cycles);
                    timeline.accumulation += counts.cycles;
                    timeline.padding += padding;
                    timeline.free = start + counts.cycles + padding;
                    slices.accumulate(&counts);
                    let free = &mut buffer_free[sequence % 2];
                    *free = (*free).max(timeline.free);
                }
                sequence += 1;
            }
            for adder in 0..active {
                let timeline = &mut timelines[adder];
                let cycle = timeline.free;
                let adder_index = adder as u32;
                let mut schedule =
                    Schedule { adder: adder_index, latency, cycle, adds: 0, trace: &mut *trace };
                window_sums.push(aggregate_buckets(
                    datapath,
                    &arrays[adder].take(),
                    config.aggregation_segments as usize,
                    &mut schedule,
                ));
                aggregation_adds += schedule.adds;
                timeline.free = schedule.cycle;
                timeline.aggregation += timeline.free - cycle;
            }
            progress(u64::from(pass) + active as u64, u64::from(windows));
        }
        let slowest = timelines.iter().map(|timeline| timeline.free).max().unwrap_or(0);
        let mut combination = Schedule { adder: 0, latency, cycle: slowest, adds: 0, trace };
        let sum = if window_sums.len() == windows as usize {
            combine_windows(datapath, &window_sums, config.window_bits, &mut combination)
        } else {
            datapath.identity()
        };
        let (cycles, combination_adds) = (combination.cycle, combination.adds);
        let combination = cycles - slowest;

        // The first adder serves at least as many windows as any other: its phases are the run's.
        let first = &timelines[0];
        let phases = [
            ("bucket accumulation", first.accumulation),
            ("constant-time padding", first.padding),
            ("memory wait", first.memory_wait),
            ("bucket aggregation", first.aggregation),
            ("other adders", slowest - first.free),
            ("group aggregation", combination),
        ];
        let adders = u64::from(config.adders);
        let used = slices.adds + aggregation_adds + combination_adds;
        let padding: u64 = timelines.iter().map(|timeline| timeline.padding).sum();
        let memory_wait: u64 = timelines.iter().map(|timeline| timeline.memory_wait).sum();
        let aggregation: u64 = timelines.iter().map(|timeline| timeline.aggregation).sum();
        let mut bubbles = vec![
            ("empty bucket", slices.stores),
            ("zero digit", slices.zero_digits),
            ("pipeline drain", slices.drain),
            ("constant-time padding", padding),
            ("memory wait", memory_wait),
            ("aggregation dependency", aggregation - aggregation_adds),
            ("group aggregation dependency", combination - combination_adds),
        ];
        let counted: u64 = bubbles.iter().map(|(_, count)| count).sum();
        bubbles.push(("idle adder", adders * cycles - used - counted));
        let stats = SimStats {
            accelerator: accelerator.name.clone(),
            clock_mhz: accelerator.clock_mhz,
            cycles,
            phases: phases
                .into_iter()
                .filter(|(_, cycles)| *cycles > 0)
                .map(|(name, cycles)| Phase { name: name.into(), cycles })
                .collect(),
            utilisation: Utilisation {
                unit: "point adder".into(),
                units: adders,
                used,
                slots: adders * cycles,
            },
            bubbles: bubbles.into_iter().map(|(name, count)| (name.into(), count)).collect(),
            dram: dram.stats(first.memory_wait)?,
            verified_against_rtl: false,
        };
        Ok(MsmRun { sum, stats, slices, slices_over_pad })
    }

    /// Burst addresses of one batch: points, then scalars, each a dense array.
    fn batch_bursts(
        &self,
        first: u64,
        count: u64,
        total: u64,
    ) -> impl Iterator<Item = u64> + use<> {
        let point = u64::from(self.curve.g1_bytes());
        let scalar = u64::from(self.curve.scalar_bytes());
        let scalars_base = (total * point).next_multiple_of(BURST_BYTES);
        let bursts = move |base: u64, bytes: u64| {
            let from = (base + first * bytes) / BURST_BYTES * BURST_BYTES;
            (from..base + (first + count) * bytes).step_by(BURST_BYTES as usize)
        };
        bursts(0, point).chain(bursts(scalars_base, scalar))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::NoTrace;
    use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM, pairing::Pairing};
    use ark_ff::{AdditiveGroup, BigInt, Field, PrimeField, UniformRand};

    fn accelerator(settings: &[&str]) -> Accelerator {
        let settings: Vec<String> = settings.iter().map(|s| (*s).to_owned()).collect();
        Accelerator::load("uninm", &settings).unwrap()
    }

    fn run_both<E: Pairing<ScalarField: PrimeField<BigInt = BigInt<4>>>>(
        curve: CurveId,
        accelerator: &Accelerator,
        points: &[E::G1Affine],
        scalars: &[E::ScalarField],
    ) -> SimStats {
        let limbs: Vec<[u64; 4]> = scalars.iter().map(|s| s.into_bigint().0).collect();
        let msm = MsmModel { accelerator, curve, modulus: E::ScalarField::MODULUS.0, passes: None };
        let functional =
            msm.run(&limbs[..], &Points(points), &mut NoTrace, &mut |_, _| {}).unwrap();
        let timing = msm.run(&limbs[..], &Indices, &mut NoTrace, &mut |_, _| {}).unwrap();
        assert_eq!(functional.stats, timing.stats);
        assert_eq!(functional.sum, E::G1::msm(points, scalars).unwrap());
        let stats = functional.stats;
        assert_eq!(stats.phases.iter().map(|phase| phase.cycles).sum::<u64>(), stats.cycles);
        let bubbles: u64 = stats.bubbles.iter().map(|(_, count)| count).sum();
        assert_eq!(bubbles + stats.utilisation.used, stats.utilisation.slots);
        stats
    }

    fn random<E: Pairing>(count: usize) -> (Vec<E::G1Affine>, Vec<E::ScalarField>) {
        let mut rng = ark_std::test_rng();
        let points: Vec<E::G1> = (0..count).map(|_| E::G1::rand(&mut rng)).collect();
        let scalars = (0..count).map(|_| E::ScalarField::rand(&mut rng)).collect();
        (E::G1::normalize_batch(&points), scalars)
    }

    #[test]
    fn sums_match_arkworks_for_every_shape_of_the_machine() {
        let shapes: [&[&str]; 5] = [
            &["dram.device=ideal"],
            &["dram.device=ideal", "msm.window_bits=13", "msm.aggregation_segments=8"],
            &["msm.adders=2", "msm.batch_points=100"],
            &["msm.window_bits=4", "msm.adders=3", "msm.aggregation_segments=8"],
            &["msm.result_buffer=4", "msm.pad_slice_cycles=1500", "dram.channels=4"],
        ];
        let (points, scalars) = random::<ark_bls12_381::Bls12_381>(300);
        for shape in shapes {
            run_both::<ark_bls12_381::Bls12_381>(
                CurveId::Bls12_381,
                &accelerator(shape),
                &points,
                &scalars,
            );
        }
        let (points, scalars) = random::<ark_bn254::Bn254>(1500);
        run_both::<ark_bn254::Bn254>(CurveId::Bn254, &accelerator(&[]), &points, &scalars);
    }

    #[test]
    fn skewed_inputs_give_the_right_sum() {
        type E = ark_bn254::Bn254;
        type F = ark_bn254::Fr;
        let (mut points, scalars) = random::<E>(256);
        let machine = accelerator(&["dram.device=ideal"]);
        let run =
            |points: &[_], scalars: &[F]| run_both::<E>(CurveId::Bn254, &machine, points, scalars);
        run(&points, &vec![scalars[0]; 256]);
        run(&points, &vec![F::ZERO; 256]);
        run(&points, &vec![-F::ONE; 256]);
        let bits: Vec<F> = (0..256u64).map(|i| F::from(i * i % 7 % 2)).collect();
        run(&points, &bits);
        let sparse: Vec<F> = (0..256).map(|i| if i == 77 { scalars[i] } else { F::ZERO }).collect();
        run(&points, &sparse);
        run(&vec![points[0]; 256], &scalars);
        let alternating: Vec<_> =
            (0..256).map(|i| if i % 2 == 0 { points[0] } else { -points[0] }).collect();
        run(&alternating, &scalars);
        run(&alternating, &vec![scalars[3]; 256]);
        for point in points.iter_mut().step_by(3) {
            *point = ark_bn254::G1Affine::zero();
        }
        run(&points, &scalars);
        run(&[], &[]);
        run(&points[..1], &scalars[..1]);
    }

    #[test]
    fn memory_bound_runs_wait_and_more_channels_wait_less() {
        let source = RandomScalars { seed: 7, count: 8192, modulus: ark_bls12_381::Fr::MODULUS.0 };
        let mut last = u64::MAX;
        for memory in ["ideal", "1", "2", "4"] {
            let machine = match memory {
                "ideal" => accelerator(&["dram.device=ideal"]),
                channels => accelerator(&[&format!("dram.channels={channels}")]),
            };
            let msm = MsmModel {
                accelerator: &machine,
                curve: CurveId::Bls12_381,
                modulus: source.modulus,
                passes: None,
            };
            let stats = msm.run(&source, &Indices, &mut NoTrace, &mut |_, _| {}).unwrap().stats;
            assert_eq!(stats.dram.read_bytes, 43 * 8192 * 128);
            if memory == "ideal" {
                assert_eq!(stats.dram.stall_cycles, 0);
            } else {
                assert!(stats.cycles < last, "{memory}");
                last = stats.cycles;
            }
        }
    }

    #[test]
    fn a_curve_without_arithmetic_is_refused() {
        let machine = accelerator(&["curves=[\"BLS12-381\"]"]);
        let msm = MsmModel {
            accelerator: &machine,
            curve: CurveId::Bn254,
            modulus: [3, 0, 0, 0],
            passes: None,
        };
        let empty: &[[u64; 4]] = &[];
        assert!(msm.run(empty, &Indices, &mut NoTrace, &mut |_, _| {}).is_err());
    }
}
