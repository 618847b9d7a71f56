//! Transforms on `rtl/ntt/ntt_multi_bank.sv`, with its memory, beside [`NttModel`]: the trace cycle
//! by cycle, the total, and the result against arkworks.

use std::thread;

use ark_ff::{BigInteger, FftField, PrimeField};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use proofsmith_accel::{Accelerator, CurveId, Dram as Memory, DramDevice, MultiBank};
use proofsmith_sim::memory::{BackPressure, Dram, TiledMatrix};
use proofsmith_sim::ntt::{Direction, NttModel};
use proofsmith_sim::trace::{Event, Trace};

use crate::lockstep::{Comparer, queue, same};
use crate::{CosimError, Design, Options, Random, Suite, Workload, axi};

/// Bytes of an element in memory.
const ELEMENT_BYTES: usize = 32;

/// Transforms up to this size are compared; larger ones would take hours.
const MAX_LOG2_SIZE: u32 = 16;

/// Cycles that a point takes with one DRAM channel, about: what decides how many transforms fit.
const CYCLES_PER_POINT: u64 = 5;

/// Refusals of the memory under back pressure, in 1/256.
const BACK_PRESSURE: u8 = 20;

/// Cycles that an idle design is watched, after the model is done.
const PATIENCE: u64 = 1000;

/// `table_e` of `ntt_pkg`.
#[derive(Clone, Copy)]
enum Table {
    Twiddles,
    Vector,
    Seeds,
    Starts,
}

/// One transform of random data.
struct Transform {
    accelerator: Accelerator,
    curve: CurveId,
    log2_size: u32,
    direction: Direction,
    coset: bool,
    back_pressure: bool,
    seed: u64,
}

/// All sizes whose transforms fit into the cycles, forward and inverse, on a coset and not, with
/// and without back pressure beyond that of the memory.
pub(crate) fn suite(options: &Options) -> Result<Suite, CosimError> {
    let needs = |what: &'static str, allowed: &str| CosimError::Unknown {
        what,
        name: "none".into(),
        allowed: allowed.into(),
    };
    let Some(accelerator) = &options.accelerator else {
        return Err(needs("accelerator", "a description"));
    };
    if accelerator.ntt.multi_bank().is_none() {
        return Err(needs("multi-bank NTT", "ntt.organisation = multi_bank"));
    }
    let mut accelerator = accelerator.clone();
    accelerator.dram = Memory { device: DramDevice::Ddr4_3200, channels: 1 };
    let sizes = accelerator.ntt.min_log2_size()..=accelerator.ntt.max_log2_size();
    let mut suite: Suite = Vec::new();
    let mut cycles = 0;
    for log2_size in sizes.filter(|&size| size <= MAX_LOG2_SIZE) {
        for variant in 0..8 {
            cycles += CYCLES_PER_POINT << log2_size;
            if cycles > options.cycles && !suite.is_empty() {
                return Ok(suite);
            }
            suite.push(Box::new(Transform {
                curve: accelerator.curves[0],
                accelerator: accelerator.clone(),
                log2_size,
                direction: if variant & 1 == 0 { Direction::Forward } else { Direction::Inverse },
                coset: variant & 2 != 0,
                back_pressure: variant & 4 != 0,
                seed: options.seed.wrapping_add(variant),
            }));
        }
    }
    Ok(suite)
}

impl Workload for Transform {
    fn name(&self) -> String {
        let inverse = if self.direction == Direction::Inverse { "inverse " } else { "" };
        let coset = if self.coset { " on a coset" } else { "" };
        let pressure = if self.back_pressure { ", back pressure" } else { "" };
        format!("{} {inverse}NTT 2^{}{coset}{pressure}", self.curve.name(), self.log2_size)
    }

    fn run(&self, design: &mut Design) -> Result<u64, CosimError> {
        match self.curve {
            CurveId::Bn254 => self.run_over::<ark_bn254::Fr>(design),
            CurveId::Bls12_381 => self.run_over::<ark_bls12_381::Fr>(design),
        }
    }
}

impl Transform {
    fn dram(&self) -> Result<Dram, CosimError> {
        let rate = if self.back_pressure { BACK_PRESSURE } else { 0 };
        let dram = Dram::new(&self.accelerator.dram, self.accelerator.clock_mhz)?;
        Ok(dram.with_back_pressure(BackPressure { seed: self.seed, rate }))
    }

    fn run_over<F: PrimeField + FftField>(&self, design: &mut Design) -> Result<u64, CosimError> {
        let layout = Layout::new(self);
        let data: Vec<F> = random(self.seed, 1 << self.log2_size);
        let coset = if self.coset { random(!self.seed, 1)[0] } else { F::ONE };
        let domain = Radix2EvaluationDomain::<F>::new(1 << self.log2_size)
            .and_then(|domain| domain.get_coset(coset))
            .expect("a domain of this size");
        self.write_tables(design, &layout, &domain)?;

        let inverse = self.direction == Direction::Inverse;
        let place = |index, evaluations| {
            if evaluations { layout.evaluation(index) } else { layout.coefficient(index) }
        };
        let mut image = vec![0; 2 * layout.bytes()];
        for (index, value) in data.iter().enumerate() {
            let bytes = value.into_bigint().to_bytes_le();
            image[place(index, inverse)..][..ELEMENT_BYTES].copy_from_slice(&bytes);
        }
        let (cycles, image) = self.compare(design, image, layout.bytes() as u64)?;

        let mut want = data;
        match self.direction {
            Direction::Forward => domain.fft_in_place(&mut want),
            Direction::Inverse => domain.ifft_in_place(&mut want),
        }
        let wrong = want.iter().enumerate().position(|(index, value)| {
            let place = &image[place(index, !inverse)..][..ELEMENT_BYTES];
            place != value.into_bigint().to_bytes_le()
        });
        same(cycles, "first element that differs from arkworks", None, wrong)?;
        Ok(cycles)
    }

    /// Steps the design and its model through the transform; returns the cycles and the memory.
    fn compare(
        &self,
        design: &mut Design,
        image: Vec<u8>,
        second: u64,
    ) -> Result<(u64, Vec<u8>), CosimError> {
        let inverse = u64::from(self.direction == Direction::Inverse);
        for (name, bits, value) in [
            ("start_i", 1, 1),
            ("inverse_i", 1, inverse),
            ("coset_i", 1, u64::from(self.coset)),
            ("log2_size_i", 5, u64::from(self.log2_size)),
            ("first_base_i", 40, 0),
            ("second_base_i", 40, second),
        ] {
            design.set(design.input(name, bits)?, value);
        }
        design.edge()?;
        design.set(design.input("start_i", 1)?, 0);

        let issue = design.output("issue_o", 23)?;
        let busy = design.output("busy_o", 1)?;
        let mut memory = axi::Memory::new(self.dram()?, image, design)?;
        let begin = design.cycle();
        let model = NttModel {
            accelerator: &self.accelerator,
            curve: self.curve,
            log2_size: self.log2_size,
            direction: self.direction,
            coset: self.coset,
        };
        let dram = self.dram()?;
        thread::scope(|scope| {
            let (mut sender, events) = queue();
            let model = scope.spawn(move || model.run_on(dram, &mut sender, &mut |_, _| {}));
            let mut events = events.peekable();
            let mut comparer = Comparer::default();
            let cycles = loop {
                let cycle = design.cycle() - begin;
                memory.settle(design)?;
                if design.get(busy) == 0 {
                    break cycle;
                }
                report(design.get(issue), cycle, &mut comparer.rtl);
                memory.clock(design, &mut comparer.rtl)?;
                while let Some((at, event)) = events.next_if(|&(at, _)| at <= cycle) {
                    comparer.model.event(at, event);
                }
                comparer.agree_until(cycle + 1)?;
                if events.peek().is_none() && model.is_finished() {
                    let quiet = cycle > PATIENCE << self.log2_size;
                    same(cycle, "a design that never ends", false, quiet)?;
                }
                design.edge()?;
            };
            for (at, event) in events {
                comparer.model.event(at, event);
            }
            comparer.agree_until(u64::MAX)?;
            let stats = model.join().expect("the model does not panic")?;
            same(cycles, "total cycles", stats.cycles, cycles)?;
            Ok((cycles, memory.image().to_vec()))
        })
    }

    /// Fills the tables as the header of `multi_bank_engine` has them.
    fn write_tables<F: PrimeField + FftField>(
        &self,
        design: &mut Design,
        layout: &Layout,
        domain: &Radix2EvaluationDomain<F>,
    ) -> Result<(), CosimError> {
        let inverse = self.direction == Direction::Inverse;
        let root = domain.group_gen();
        let shift = if inverse { domain.coset_offset_inv() } else { domain.coset_offset() };
        let seed = if inverse { domain.group_gen_inv() } else { root };
        let Layout { log_rows, log_columns, .. } = *layout;
        let (rows, columns) = (1u64 << log_rows, 1u64 << log_columns);
        let mut tables: Vec<(Table, u64, F)> = Vec::new();
        for log2_size in [log_rows, log_columns] {
            let half = 1u64 << (log2_size - 1);
            let of_line = root.pow([1 << (self.log2_size - log2_size)]);
            tables.extend((1..half).map(|i| (Table::Twiddles, half + i, of_line.pow([i]))));
        }
        let of_vector = shift.pow([rows]);
        tables.extend((0..columns).map(|place| (Table::Vector, place, of_vector.pow([place]))));
        for line in 0..if inverse { columns } else { rows } {
            // Element r of column p, which is bit-reversed, has the factor (seed^rev(p) shift)^r;
            // place k of row r has shift^r (seed^r)^k.
            let (seed, start) = if inverse {
                (seed.pow([reverse_bits(line, log_columns)]) * shift, F::ONE)
            } else {
                (seed.pow([line]), shift.pow([line]))
            };
            tables.extend([(Table::Seeds, line, seed), (Table::Starts, line, start)]);
        }

        let valid = design.input("table_valid_i", 1)?;
        let table = design.input("table_i", 2)?;
        let index = design.input("table_index_i", 16)?;
        let data = design.input("table_data_i", 8 * ELEMENT_BYTES as u32)?;
        let montgomery = F::from(2u64).pow([8 * ELEMENT_BYTES as u64]);
        design.set(valid, 1);
        for (which, entry, value) in tables {
            design.set(table, which as u64);
            design.set(index, entry);
            design.set_bytes(data, &(value * montgomery).into_bigint().to_bytes_le());
            design.edge()?;
        }
        design.set(valid, 0);
        design.edge()
    }
}

/// Where elements lie.
struct Layout {
    matrix: TiledMatrix,
    log_rows: u32,
    log_columns: u32,
}

impl Layout {
    fn new(transform: &Transform) -> Self {
        let (log_rows, log_columns) = proofsmith_sim::ntt::shape(transform.log2_size);
        let ntt = &transform.accelerator.ntt;
        let lines = ntt.multi_bank().map_or(1, |config: &MultiBank| config.kernels);
        let matrix =
            TiledMatrix::new(0, 1 << log_rows, 1 << log_columns, ntt.tile().into(), lines.into());
        Self { matrix, log_rows, log_columns }
    }

    fn bytes(&self) -> usize {
        self.matrix.bytes() as usize
    }

    /// Of a coefficient by its index.
    fn coefficient(&self, index: usize) -> usize {
        let (row, column) = (index & ((1 << self.log_rows) - 1), index >> self.log_rows);
        self.matrix.address(row as u64, column as u64) as usize
    }

    /// Of an evaluation by its index.
    fn evaluation(&self, index: usize) -> usize {
        let (row, column) = (index >> self.log_columns, index & ((1 << self.log_columns) - 1));
        let row = reverse_bits(row as u64, self.log_rows);
        self.matrix.address(row, reverse_bits(column as u64, self.log_columns)) as usize
    }
}

/// Reports `issue_t` of `ntt_pkg`: group, stage, products, butterflies from bit 0.
fn report(issue: u64, cycle: u64, trace: &mut impl Trace) {
    let (group, stage) = ((issue & 0xffff) as u32, (issue >> 16 & 0x1f) as u32);
    if issue >> 22 & 1 == 1 {
        trace.event(cycle, Event::ButterflyGroup { stage, group });
    }
    if issue >> 21 & 1 == 1 {
        trace.event(cycle, Event::ProductGroup { group });
    }
}

fn reverse_bits(value: u64, bits: u32) -> u64 {
    if bits == 0 { 0 } else { value.reverse_bits() >> (u64::BITS - bits) }
}

fn random<F: PrimeField>(seed: u64, count: usize) -> Vec<F> {
    let mut random = Random::new(seed);
    let element = |_| {
        let bytes: Vec<u8> =
            (0..ELEMENT_BYTES / 8).flat_map(|_| random.draw().to_le_bytes()).collect();
        F::from_le_bytes_mod_order(&bytes)
    };
    (0..count).map(element).collect()
}
