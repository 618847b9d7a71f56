//! Transforms on the NTT accelerators of `rtl/ntt`, with their memory, beside [`NttModel`]: the trace
//! cycle by cycle, the total, and the result against arkworks.

mod host;

use std::thread;

use ark_ff::{BigInteger, FftField, Fp128, MontBackend, MontConfig, PrimeField};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use proofsmith_accel::{Accelerator, CurveId, Dram as Memory, DramDevice};
use proofsmith_sim::memory::{BackPressure, Dram};
use proofsmith_sim::ntt::{Direction, NttModel, Part};
use proofsmith_sim::trace::Trace;

use crate::engine::{issued, issues};
use crate::lockstep::{Comparer, Events, queue, same};
use crate::{CosimError, Design, Options, Random, Suite, Workload, axi};
use host::{BASE, Task, element_bits};

/// Transforms up to this size are compared; larger ones would take hours.
const MAX_LOG2_SIZE: u32 = 16;

/// Cycles that a point takes there and back, about: what decides how many transforms fit.
const CYCLES_PER_POINT: u64 = 10;

/// Refusals of the memory under back pressure, in 1/256.
const BACK_PRESSURE: u8 = 20;

/// Cycles for each point after which a transform does not end any more.
const PATIENCE: u64 = 1000;

/// Cycles that a design is watched for after its transform.
const IDLE: u64 = 50;

/// What the elements are of.
#[derive(Clone, Copy)]
enum Field {
    /// The scalar field of a curve that the accelerator is for.
    Scalar(CurveId),
    /// The base field of BLS12-377, of 377 bits: it has roots of unity up to 2^46.
    Bls12377Base,
    /// Of 128 bits, with roots of unity up to 2^32.
    P128,
}

/// 2^128 - 9 * 2^32 + 1, as P128 of `curves_pkg`.
#[derive(MontConfig)]
#[modulus = "340282366920938463463374607393113505793"]
#[generator = "3"]
struct P128Config;

/// A transform of random data, and its inverse without a reset between them.
struct Transform {
    accelerator: Accelerator,
    field: Field,
    log2_size: u32,
    coset: bool,
    back_pressure: bool,
    seed: u64,
}

/// Over the scalar field of the accelerator's first curve: all sizes whose transforms fit into the
/// cycles, on a coset and not, with and without back pressure beyond that of the memory.
pub(crate) fn suite(options: &Options) -> Result<Suite, CosimError> {
    over(options, |accelerator| Field::Scalar(accelerator.curves[0]))
}

/// The same over a field of 128 bits.
pub(crate) fn narrow_suite(options: &Options) -> Result<Suite, CosimError> {
    over(options, |_| Field::P128)
}

/// The same over a field of 384 bits.
pub(crate) fn wide_suite(options: &Options) -> Result<Suite, CosimError> {
    over(options, |_| Field::Bls12377Base)
}

fn over(options: &Options, field: impl Fn(&Accelerator) -> Field) -> Result<Suite, CosimError> {
    let Some(accelerator) = &options.accelerator else {
        return Err(CosimError::Unknown {
            what: "accelerator",
            name: "none".into(),
            allowed: "a description".into(),
        });
    };
    let mut accelerator = accelerator.clone();
    accelerator.dram = Memory { device: DramDevice::Ddr4_3200, channels: 1 };
    let sizes = accelerator.ntt.min_log2_size()..=accelerator.ntt.max_log2_size();
    let mut suite: Suite = Vec::new();
    let mut cycles = 0;
    for log2_size in sizes.filter(|&size| size <= MAX_LOG2_SIZE) {
        for variant in 0..4 {
            cycles += CYCLES_PER_POINT << log2_size;
            if cycles > options.cycles && !suite.is_empty() {
                return Ok(suite);
            }
            suite.push(Box::new(Transform {
                field: field(&accelerator),
                accelerator: accelerator.clone(),
                log2_size,
                coset: variant & 1 != 0,
                back_pressure: variant & 2 != 0,
                seed: options.seed.wrapping_add(variant),
            }));
        }
    }
    Ok(suite)
}

impl Workload for Transform {
    fn name(&self) -> String {
        let coset = if self.coset { " on a coset" } else { "" };
        let pressure = if self.back_pressure { ", back pressure" } else { "" };
        let field = match self.field {
            Field::Scalar(curve) => curve.name(),
            Field::Bls12377Base => "BLS12-377 Fq",
            Field::P128 => "P128",
        };
        format!("{field} NTT and INTT 2^{}{coset}{pressure}", self.log2_size)
    }

    fn run(&self, design: &mut Design) -> Result<u64, CosimError> {
        match self.field {
            Field::Scalar(CurveId::Bn254) => self.run_over::<ark_bn254::Fr>(design),
            Field::Scalar(CurveId::Bls12_381) => self.run_over::<ark_bls12_381::Fr>(design),
            Field::Bls12377Base => self.run_over::<ark_bls12_377::Fq>(design),
            Field::P128 => self.run_over::<Fp128<MontBackend<P128Config, 2>>>(design),
        }
    }
}

impl Transform {
    /// The memory in a cycle.
    fn dram(&self, cycle: u64) -> Result<Dram, CosimError> {
        let rate = if self.back_pressure { BACK_PRESSURE } else { 0 };
        let mut dram = Dram::new(&self.accelerator.dram, self.accelerator.clock_mhz)?;
        dram.advance_to(cycle);
        Ok(dram.with_back_pressure(BackPressure { seed: self.seed, rate }))
    }

    fn run_over<F: PrimeField + FftField>(&self, design: &mut Design) -> Result<u64, CosimError> {
        let mut values: Vec<F> = random(self.seed, 1 << self.log2_size);
        let coset = if self.coset { random(!self.seed, 1)[0] } else { F::ONE };
        let domain = Radix2EvaluationDomain::<F>::new(1 << self.log2_size)
            .and_then(|domain| domain.get_coset(coset))
            .expect("a domain of this size");
        let mut cycles = 0;
        for direction in [Direction::Forward, Direction::Inverse] {
            let task = Task::new(&self.accelerator.ntt, direction, domain);
            let bytes = task.bytes();
            // Data, what is between the passes, factors.
            let mut image = vec![0; BASE as usize + 3 * bytes];
            for (index, value) in values.iter().enumerate() {
                let element = value.into_bigint().to_bytes_le();
                image[task.input(index)..][..element.len()].copy_from_slice(&element);
            }
            for (place, factor) in task.factors() {
                image[2 * bytes + place..][..factor.len()].copy_from_slice(&factor);
            }
            task.prepare(design)?;
            let (taken, image) = self.compare::<F>(design, image, direction)?;
            cycles += taken;

            match direction {
                Direction::Forward => domain.fft_in_place(&mut values),
                Direction::Inverse => domain.ifft_in_place(&mut values),
            }
            let wrong = values.iter().enumerate().position(|(index, value)| {
                !image[task.output(index)..].starts_with(&value.into_bigint().to_bytes_le())
            });
            same(design.cycle(), "first element that differs from arkworks", None, wrong)?;
        }
        Ok(cycles)
    }

    /// Steps the design and its model through the transform; returns the cycles and the memory.
    fn compare<F: PrimeField>(
        &self,
        design: &mut Design,
        image: Vec<u8>,
        direction: Direction,
    ) -> Result<(u64, Vec<u8>), CosimError> {
        let inverse = u64::from(direction == Direction::Inverse);
        let matrix = (image.len() as u64 - BASE) / 3;
        if self.accelerator.ntt.multi_bank().is_none() {
            design.set(design.input("factors_base_i", 40)?, BASE + 2 * matrix);
        }
        for (name, bits, value) in [
            ("start_i", 1, 1),
            ("inverse_i", 1, inverse),
            ("coset_i", 1, u64::from(self.coset)),
            ("log2_size_i", 5, u64::from(self.log2_size)),
            ("first_base_i", 40, BASE),
            ("second_base_i", 40, BASE + matrix),
        ] {
            design.set(design.input(name, bits)?, value);
        }
        design.edge()?;
        design.set(design.input("start_i", 1)?, 0);

        let mut memory = axi::Memory::new(self.dram(design.cycle())?, image, self.seed, design)?;
        let model = NttModel {
            accelerator: &self.accelerator,
            curve: self.accelerator.curves[0],
            log2_size: self.log2_size,
            direction,
            coset: self.coset,
        };
        let part = Part { element_bits: element_bits::<F>(), base: BASE, ..Part::default() };
        let dram = self.dram(design.cycle())?;
        thread::scope(|scope| {
            let (mut sender, events) = queue();
            let model =
                scope.spawn(move || model.run_part(part, dram, &mut sender, &mut |_, _| {}));
            // What stops the model says why the two differ.
            let result = self.step(design, &mut memory, events);
            let stats = model.join().expect("the model does not panic")?;
            let cycles = result?;
            same(design.cycle(), "total cycles", stats.cycles, cycles)?;
            Ok((cycles, memory.image().to_vec()))
        })
    }

    /// Steps the design until it is not busy, beside the events of its model; returns the cycles.
    fn step(
        &self,
        design: &mut Design,
        memory: &mut axi::Memory,
        events: Events,
    ) -> Result<u64, CosimError> {
        let issues = issues(design)?;
        let busy = design.output("busy_o", 1)?;
        let begin = design.cycle();
        let mut events = events.peekable();
        let mut comparer = Comparer::default();
        let mut end = None;
        loop {
            let cycle = design.cycle();
            memory.settle(design)?;
            if design.get(busy) == 0 {
                end.get_or_insert(cycle);
            }
            if end.is_some_and(|end| cycle == end + IDLE) {
                break;
            }
            for &issue in &issues {
                issued(cycle, design.get(issue), &mut comparer.rtl);
            }
            memory.clock(design, &mut comparer.rtl)?;
            while let Some((at, event)) = events.next_if(|&(at, _)| at <= cycle) {
                comparer.model.event(at, event);
            }
            comparer.agree_until(cycle + 1)?;
            let quiet = cycle - begin > PATIENCE << self.log2_size;
            same(cycle, "a design that never ends", false, quiet)?;
            design.edge()?;
        }
        for (at, event) in events {
            comparer.model.event(at, event);
        }
        comparer.agree_until(u64::MAX)?;
        Ok(end.map_or(0, |end| end - begin))
    }
}

fn random<F: PrimeField>(seed: u64, count: usize) -> Vec<F> {
    let mut random = Random::new(seed);
    let element = |_| {
        let bytes: Vec<u8> =
            (0..element_bits::<F>() / 64).flat_map(|_| random.draw().to_le_bytes()).collect();
        F::from_le_bytes_mod_order(&bytes)
    };
    (0..count).map(element).collect()
}
