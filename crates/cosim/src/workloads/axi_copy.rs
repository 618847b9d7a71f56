//! `rtl/memory/axi_copy.sv`, the smallest AXI master: it tries the memory that all others use.

use proofsmith_accel::{Dram as Config, DramDevice};
use proofsmith_sim::memory::{BURST_BYTES, BackPressure, Dram, MemoryPorts};
use proofsmith_sim::trace::Trace;

use super::fifo;
use crate::lockstep::{Comparer, same};
use crate::{CosimError, Design, Options, Random, Suite, Workload, axi};

/// Channels and bursts in the queue of the design that is compared.
const CHANNELS: u32 = 2;
const DEPTH: usize = 16;

/// Core clock.
const CLOCK_MHZ: u32 = 800;

/// Cycles after which a copy that does not end is given up, for each burst.
const PATIENCE: u64 = 1000;

/// The design between two clock edges.
struct Model {
    memory: MemoryPorts<u64>,
    from: u64,
    to: u64,
    /// Of each channel.
    bursts: u64,
    channels: Vec<Channel>,
}

struct Channel {
    asked: u64,
    answered: u64,
    /// Bursts asked for and not yet written.
    held: usize,
    queue: fifo::Model<u64>,
}

impl Model {
    fn new(dram: Dram, [from, to, bursts]: [u64; 3]) -> Self {
        let channel =
            |_| Channel { asked: 0, answered: 0, held: 0, queue: fifo::Model::new(DEPTH) };
        let channels = (0..dram.channels()).map(channel).collect();
        Self { memory: MemoryPorts::new(dram), from, to, bursts, channels }
    }

    fn done(&self) -> bool {
        self.channels.iter().all(|channel| channel.answered == self.bursts)
    }

    /// One cycle.
    fn clock(&mut self, trace: &mut impl Trace) {
        let Self { memory, from, to, bursts, channels } = self;
        let count = channels.len() as u64;
        let place = |base: u64, burst: u64, channel| base + (burst * count + channel) * BURST_BYTES;
        let requests: Vec<[Option<u64>; 2]> = (0..)
            .zip(channels.iter())
            .map(|(index, channel)| {
                let asks = channel.asked != *bursts && channel.held != DEPTH;
                let read = asks.then(|| place(*from, channel.asked, index));
                let write = channel.queue.output().map(|&id| place(*to, id, index));
                [
                    read.filter(|&address| memory.accepts(address, false)),
                    write.filter(|&address| memory.accepts(address, true)),
                ]
            })
            .collect();
        for (index, (channel, [read, write])) in (0..).zip(channels.iter_mut().zip(&requests)) {
            channel.answered += u64::from(memory.write_answer(index));
            channel.queue.clock(memory.read_answer(index).copied(), write.is_some());
            if let Some(address) = *read {
                memory.read(address, channel.asked, trace);
                channel.asked += 1;
                channel.held += 1;
            }
            channel.held -= usize::from(write.is_some());
        }
        for [_, write] in requests {
            if let Some(address) = write {
                memory.write(address, trace);
            }
        }
        memory.tick();
    }
}

/// One copy of as many bursts as the cycles allow.
struct Copy {
    name: &'static str,
    device: DramDevice,
    back_pressure: u8,
    cycles: u64,
    seed: u64,
}

/// A copy from memory that takes no time, takes its time, and stalls at random.
pub(crate) fn suite(options: &Options) -> Result<Suite, CosimError> {
    let copy = |(name, device, back_pressure)| -> Box<dyn Workload> {
        let &Options { cycles, seed, .. } = options;
        Box::new(Copy { name, device, back_pressure, cycles, seed })
    };
    let all = [
        ("ideal memory", DramDevice::Ideal, 0),
        ("DDR4-3200x2", DramDevice::Ddr4_3200, 0),
        ("DDR4-3200x2 with back pressure", DramDevice::Ddr4_3200, 30),
    ];
    Ok(all.into_iter().map(copy).collect())
}

impl Copy {
    fn dram(&self) -> Result<Dram, CosimError> {
        let config = Config { device: self.device, channels: CHANNELS };
        let pattern = BackPressure { seed: self.seed, rate: self.back_pressure };
        Ok(Dram::new(&config, CLOCK_MHZ)?.with_back_pressure(pattern))
    }
}

impl Workload for Copy {
    fn name(&self) -> String {
        self.name.into()
    }

    fn run(&self, design: &mut Design) -> Result<u64, CosimError> {
        let bursts = (self.cycles / 4).clamp(1, (1 << 16) - 1);
        let bytes = bursts * u64::from(CHANNELS) * BURST_BYTES;
        // The copy is not in the rows of the original.
        let (from, to) = (0, bytes + (3 << 17));
        let mut image = vec![0; (to + bytes) as usize];
        let mut random = Random::new(self.seed);
        for word in image[..bytes as usize].chunks_exact_mut(8) {
            word.copy_from_slice(&random.draw().to_le_bytes());
        }

        let inputs = [("from_i", 40, from), ("to_i", 40, to), ("bursts_i", 16, bursts)];
        for (name, bits, value) in inputs {
            design.set(design.input(name, bits)?, value);
        }
        let done_o = design.output("done_o", 1)?;
        let mut model = Model::new(self.dram()?, [from, to, bursts]);
        let mut memory = axi::Memory::new(self.dram()?, image, self.seed, design)?;
        let mut comparer = Comparer::default();
        loop {
            let cycle = design.cycle();
            memory.settle(design)?;
            let done = model.done();
            same(cycle, "done_o", u64::from(done), design.get(done_o))?;
            if done {
                break;
            }
            same(cycle, "more cycles than a copy takes", false, cycle > PATIENCE * bursts)?;
            model.clock(&mut comparer.model);
            memory.clock(design, &mut comparer.rtl)?;
            comparer.agree_until(cycle + 1)?;
            design.edge()?;
        }
        let image = memory.image();
        let (original, copy) = (&image[..bytes as usize], &image[to as usize..]);
        let first = original.iter().zip(copy).position(|(original, copy)| original != copy);
        same(design.cycle(), "first byte that differs", None, first)?;
        Ok(design.cycle())
    }
}
