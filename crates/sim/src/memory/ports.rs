//! Memory behind one port for each channel, as an AXI master sees it.

use std::collections::VecDeque;

use super::Dram;
use super::dram::channel_of;
use crate::trace::Trace;

/// The timing of one memory port for each DRAM channel. Data is the caller's: `T` travels with a
/// read from its request to its answer.
///
/// A cycle of the master is:
/// 1. The answers of the cycle are there: [`read_answer`](Self::read_answer) (at most one for each
///    channel) and [`write_answer`](Self::write_answer) (likewise). The master takes them all.
/// 2. Each port may ask for one read and one write that it [`accepts`](Self::accepts), all of it
///    asked before anything is requested. Then come the reads, then the writes, channel by channel.
/// 3. [`tick`](Self::tick): what DRAM finished in this cycle is an answer of the next one, or of a
///    later one where several were finished at once.
///
/// What is requested in one cycle is answered in the next at the earliest.
pub struct MemoryPorts<T> {
    dram: Dram,
    ports: Vec<Port<T>>,
}

struct Port<T> {
    /// Reads without an answer from DRAM, by address, the oldest first.
    reading: VecDeque<(u64, T)>,
    read: VecDeque<T>,
    /// Writes without an answer from DRAM.
    writing: u64,
    written: u64,
}

impl<T> Default for Port<T> {
    fn default() -> Self {
        Self { reading: VecDeque::new(), read: VecDeque::new(), writing: 0, written: 0 }
    }
}

impl<T> MemoryPorts<T> {
    /// Ports of a memory in its current cycle.
    #[must_use]
    pub fn new(dram: Dram) -> Self {
        let ports = (0..dram.channels()).map(|_| Port::default()).collect();
        Self { dram, ports }
    }

    /// The memory.
    #[must_use]
    pub fn dram(&self) -> &Dram {
        &self.dram
    }

    /// The read that is answered in this cycle.
    #[must_use]
    pub fn read_answer(&self, channel: u32) -> Option<&T> {
        self.ports[channel as usize].read.front()
    }

    /// Whether a write is answered in this cycle.
    #[must_use]
    pub fn write_answer(&self, channel: u32) -> bool {
        self.ports[channel as usize].written > 0
    }

    /// Whether the port of the address takes a request in this cycle.
    #[must_use]
    pub fn accepts(&self, address: u64, write: bool) -> bool {
        self.dram.accepts(address, write)
    }

    /// Requests a read; false if it was not taken.
    pub fn read(&mut self, address: u64, with: T, trace: &mut impl Trace) -> bool {
        let taken = self.dram.try_request(address, false, trace);
        if taken {
            let channel = self.dram.channel(address);
            self.ports[channel as usize].reading.push_back((address, with));
        }
        taken
    }

    /// Requests a write; false if it was not taken.
    pub fn write(&mut self, address: u64, trace: &mut impl Trace) -> bool {
        let taken = self.dram.try_request(address, true, trace);
        if taken {
            self.ports[self.dram.channel(address) as usize].writing += 1;
        }
        taken
    }

    /// Ends the cycle.
    pub fn tick(&mut self) {
        for port in &mut self.ports {
            port.read.pop_front();
            port.written = port.written.saturating_sub(1);
        }
        let (ports, channels) = (&mut self.ports, self.dram.channels());
        self.dram.tick(|address, write| {
            let port = &mut ports[channel_of(address, channels) as usize];
            if write {
                port.writing -= 1;
                port.written += 1;
            } else if let Some(oldest) = port.reading.iter().position(|read| read.0 == address) {
                port.read.extend(port.reading.remove(oldest).map(|(_, with)| with));
            }
        });
    }

    /// Whether nothing is under way and no answer is left.
    #[must_use]
    pub fn idle(&self) -> bool {
        self.ports.iter().all(|port| {
            port.reading.is_empty() && port.read.is_empty() && port.writing + port.written == 0
        })
    }
}

#[cfg(test)]
mod tests {
    use proofsmith_accel::{Dram as DramConfig, DramDevice};

    use super::*;
    use crate::trace::NoTrace;

    fn ports<T>(device: DramDevice, channels: u32) -> MemoryPorts<T> {
        MemoryPorts::new(Dram::new(&DramConfig { device, channels }, 800).unwrap())
    }

    #[test]
    fn ideal_memory_answers_in_the_next_cycle_for_one_cycle() {
        let mut memory = ports(DramDevice::Ideal, 2);
        assert!(memory.read(64, 'a', &mut NoTrace) && memory.write(0, &mut NoTrace));
        let shown = |memory: &MemoryPorts<char>| {
            [0, 1]
                .map(|channel| (memory.read_answer(channel).copied(), memory.write_answer(channel)))
        };
        assert_eq!(shown(&memory), [(None, false), (None, false)]);
        memory.tick();
        assert_eq!(shown(&memory), [(None, true), (Some('a'), false)]);
        assert!(!memory.idle());
        memory.tick();
        assert_eq!(shown(&memory), [(None, false), (None, false)]);
        assert!(memory.idle());
    }

    #[test]
    fn answers_that_come_together_are_shown_one_a_cycle_and_the_older_of_an_address_first() {
        let mut memory = ports(DramDevice::Ddr4_3200, 1);
        for index in 0..3 {
            // The controller merges reads of one address and finishes them together.
            assert!(memory.read(4096, index, &mut NoTrace));
        }
        let mut cycles = Vec::new();
        while !memory.idle() {
            if let Some(&index) = memory.read_answer(0) {
                cycles.push((memory.dram().cycle(), index));
            }
            memory.tick();
        }
        let first = cycles[0].0;
        assert_eq!(cycles, [(first, 0), (first + 1, 1), (first + 2, 2)]);
    }

    #[test]
    fn every_request_is_answered_once_at_its_own_port() {
        let mut memory = ports(DramDevice::Ddr4_3200, 4);
        let (mut next, mut reads, mut writes) = ([0u64; 4], [0u64; 4], [0u64; 4]);
        while memory.dram().cycle() < 3000 {
            for channel in 0..4u32 {
                if let Some(&port) = memory.read_answer(channel) {
                    assert_eq!(port, channel);
                    reads[channel as usize] += 1;
                }
                writes[channel as usize] += u64::from(memory.write_answer(channel));
            }
            for (channel, next) in next.iter_mut().enumerate() {
                // Every third row anew, so that answers overtake each other.
                let address = (*next << 8 | (*next % 3) << 20) + 64 * channel as u64;
                let both =
                    memory.accepts(address, false) && memory.accepts(address + (1 << 30), true);
                if *next < 200 && both {
                    assert!(memory.read(address, channel as u32, &mut NoTrace));
                    assert!(memory.write(address + (1 << 30), &mut NoTrace));
                    *next += 1;
                }
            }
            memory.tick();
        }
        assert!(memory.idle());
        assert_eq!((reads, writes), ([200; 4], [200; 4]));
    }
}
