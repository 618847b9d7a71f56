//! An AXI4 slave for each DRAM channel: the design's data in a byte image, the time it takes from
//! [`proofsmith_sim::memory`].

use proofsmith_sim::memory::{BURST_BYTES, Dram, MemoryPorts};
use proofsmith_sim::trace::Trace;

use crate::{CosimError, Design, Input, Output};

const ADDRESS_BITS: usize = 40;
const ID_BITS: usize = 16;
const BURST: usize = BURST_BYTES as usize;
const DATA_BITS: usize = 8 * BURST;

/// Memory at the AXI masters of a design, one for each DRAM channel.
///
/// The design's ports are packed arrays by channel, without the index where there is one channel:
///
/// | port | bits | |
/// |---|---|---|
/// | `arvalid_o`, `araddr_o`, `arid_o` | 1, 40, 16 | read of one burst of 64 bytes |
/// | `arready_i` | 1 | |
/// | `rvalid_i`, `rid_i`, `rdata_i` | 1, 16, 512 | its data, always taken |
/// | `awvalid_o`, `awaddr_o` | 1, 40 | write of one burst |
/// | `wvalid_o`, `wdata_o` | 1, 512 | its data, in the same cycle |
/// | `awready_i`, `wready_i` | 1, 1 | always equal |
/// | `bvalid_i` | 1 | one write is done, always taken |
///
/// A port's addresses are those of its channel. Valid never waits for ready, and what is offered
/// stays until it is taken. A cycle is [`settle`](Self::settle), which shows the answers of
/// [`MemoryPorts`] and sets ready for what is offered, then [`clock`](Self::clock), which takes the
/// requests, reads before writes. Data is read and written when a request is taken, so a read sees
/// all writes that were taken in earlier cycles.
pub struct Memory {
    ports: MemoryPorts<Read>,
    image: Vec<u8>,
    channels: Vec<Channel>,
}

/// A read on its way.
struct Read {
    id: u64,
    data: [u8; BURST],
}

struct Channel {
    pins: Pins,
    read: Offer,
    write: Offer,
}

/// What a master offers in a cycle, and whether it is taken.
#[derive(Clone, Copy, Default)]
struct Offer {
    address: Option<u64>,
    ready: bool,
}

struct Pins {
    arvalid: Output,
    araddr: Output,
    arid: Output,
    arready: Input,
    rvalid: Input,
    rid: Input,
    rdata: Input,
    awvalid: Output,
    awaddr: Output,
    awready: Input,
    wvalid: Output,
    wdata: Output,
    wready: Input,
    bvalid: Input,
}

impl Pins {
    fn find(design: &Design, channel: usize, channels: usize) -> Result<Self, CosimError> {
        let input = |name: &str, bits: usize| {
            let port = design.input(name, (bits * channels) as u32)?;
            Ok::<_, CosimError>(port.element(channel, bits))
        };
        let output = |name: &str, bits: usize| {
            let port = design.output(name, (bits * channels) as u32)?;
            Ok::<_, CosimError>(port.element(channel, bits))
        };
        Ok(Self {
            arvalid: output("arvalid_o", 1)?,
            araddr: output("araddr_o", ADDRESS_BITS)?,
            arid: output("arid_o", ID_BITS)?,
            arready: input("arready_i", 1)?,
            rvalid: input("rvalid_i", 1)?,
            rid: input("rid_i", ID_BITS)?,
            rdata: input("rdata_i", DATA_BITS)?,
            awvalid: output("awvalid_o", 1)?,
            awaddr: output("awaddr_o", ADDRESS_BITS)?,
            awready: input("awready_i", 1)?,
            wvalid: output("wvalid_o", 1)?,
            wdata: output("wdata_o", DATA_BITS)?,
            wready: input("wready_i", 1)?,
            bvalid: input("bvalid_i", 1)?,
        })
    }

    fn read(&self, design: &Design) -> Option<u64> {
        (design.get(self.arvalid) == 1).then(|| design.get(self.araddr))
    }

    fn write(&self, design: &Design) -> Option<u64> {
        (design.get(self.awvalid) == 1).then(|| design.get(self.awaddr))
    }
}

impl Memory {
    /// Memory that holds `image`, from address 0, at a design after its reset.
    ///
    /// # Errors
    /// The design has not one master for each channel of `dram`.
    pub fn new(dram: Dram, image: Vec<u8>, design: &Design) -> Result<Self, CosimError> {
        let count = dram.channels() as usize;
        let channel = |index| {
            let pins = Pins::find(design, index, count)?;
            Ok(Channel { pins, read: Offer::default(), write: Offer::default() })
        };
        let channels = (0..count).map(channel).collect::<Result<_, CosimError>>()?;
        Ok(Self { ports: MemoryPorts::new(dram), image, channels })
    }

    /// What it holds.
    #[must_use]
    pub fn image(&self) -> &[u8] {
        &self.image
    }

    /// What it holds, to be changed between two cycles.
    pub fn image_mut(&mut self) -> &mut [u8] {
        &mut self.image
    }

    /// The DRAM, for its statistics.
    pub fn dram_mut(&mut self) -> &mut Dram {
        self.ports.dram_mut()
    }

    /// Whether nothing is under way.
    #[must_use]
    pub fn idle(&self) -> bool {
        self.ports.idle()
    }

    /// Settles the design for this cycle, with the answers and the ready that belong to it. All
    /// other inputs of the cycle are set before.
    ///
    /// # Errors
    /// An assertion of the design fails, or it breaks the rules above.
    pub fn settle(&mut self, design: &mut Design) -> Result<(), CosimError> {
        for (index, channel) in self.channels.iter().enumerate() {
            let pins = &channel.pins;
            let answer = self.ports.read_answer(index as u32);
            design.set(pins.rvalid, u64::from(answer.is_some()));
            if let Some(read) = answer {
                design.set(pins.rid, read.id);
                design.set_bytes(pins.rdata, &read.data);
            }
            design.set(pins.bvalid, u64::from(self.ports.write_answer(index as u32)));
        }
        design.eval()?;
        for index in 0..self.channels.len() {
            let Channel { pins, read, write } = &self.channels[index];
            let (read_now, write_now) = (pins.read(design), pins.write(design));
            let broken = |what: String| protocol(design, index, what);
            if design.get(pins.wvalid) != design.get(pins.awvalid) {
                return Err(broken("wvalid is not awvalid".into()));
            }
            for (name, before, now) in [("araddr", read, read_now), ("awaddr", write, write_now)] {
                if let (Some(offered), false) = (before.address, before.ready)
                    && now != Some(offered)
                {
                    return Err(broken(format!("{name} {offered:#x} was not taken and is gone")));
                }
                if let Some(address) = now {
                    self.check_address(index, name, address).map_err(broken)?;
                }
            }
            let accepts = |address: Option<u64>, write| Offer {
                address,
                ready: address.is_some_and(|address| self.ports.accepts(address, write)),
            };
            let (read, write) = (accepts(read_now, false), accepts(write_now, true));
            design.set(pins.arready, u64::from(read.ready));
            design.set(pins.awready, u64::from(write.ready));
            design.set(pins.wready, u64::from(write.ready));
            let channel = &mut self.channels[index];
            (channel.read, channel.write) = (read, write);
        }
        design.eval()
    }

    /// Takes the requests of the settled cycle and ends it on the side of the memory; the clock
    /// edge of the design comes next.
    ///
    /// # Errors
    /// What the design offers depends on ready.
    pub fn clock(&mut self, design: &Design, trace: &mut impl Trace) -> Result<(), CosimError> {
        for (index, Channel { pins, read, write }) in self.channels.iter().enumerate() {
            if (pins.read(design), pins.write(design)) != (read.address, write.address) {
                return Err(protocol(design, index, "valid or address depends on ready".into()));
            }
        }
        for Channel { pins, read, .. } in &self.channels {
            if let Offer { address: Some(address), ready: true } = *read {
                let data = self.image[burst(address)].try_into().expect("the length of a burst");
                self.ports.read(address, Read { id: design.get(pins.arid), data }, trace);
            }
        }
        for Channel { pins, write, .. } in &self.channels {
            if let Offer { address: Some(address), ready: true } = *write {
                self.image[burst(address)].copy_from_slice(design.bytes(pins.wdata));
                self.ports.write(address, trace);
            }
        }
        self.ports.tick();
        Ok(())
    }

    fn check_address(&self, channel: usize, name: &str, address: u64) -> Result<(), String> {
        if !address.is_multiple_of(BURST_BYTES) {
            return Err(format!("{name} {address:#x} is not at a burst"));
        }
        if address + BURST_BYTES > self.image.len() as u64 {
            return Err(format!("{name} {address:#x} is outside the {} bytes", self.image.len()));
        }
        let other = self.ports.dram().channel(address);
        if other as usize != channel {
            return Err(format!("{name} {address:#x} belongs to channel {other}"));
        }
        Ok(())
    }
}

fn burst(address: u64) -> std::ops::Range<usize> {
    address as usize..address as usize + BURST
}

fn protocol(design: &Design, channel: usize, what: String) -> CosimError {
    CosimError::Protocol { cycle: design.cycle(), port: channel as u32, what }
}
