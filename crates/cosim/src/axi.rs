//! An AXI4 slave for each DRAM channel: the design's data in a byte image, the time it takes from
//! [`proofsmith_sim::memory`].

use proofsmith_sim::memory::{BURST_BYTES, Dram, MemoryPorts};
use proofsmith_sim::trace::Trace;

use crate::{CosimError, Design, Input, Output, Random};

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
/// | `wvalid_o`, `wdata_o` | 1, 512 | its data, offered from the same cycle on |
/// | `awready_i`, `wready_i` | 1, 1 | |
/// | `bvalid_i` | 1 | one write is done, always taken |
///
/// A port's addresses are those of its channel. Valid never waits for ready, and what is offered
/// stays until it is taken. Ready is random where nothing is offered. A write that the memory does not
/// take at once may have its address or its data taken in advance, at random; it is requested when
/// memory takes it. A cycle is [`settle`](Self::settle), which shows the answers of
/// [`MemoryPorts`] and sets ready for what is offered, then [`clock`](Self::clock), which takes the
/// requests, reads before writes. Data is read and written when a request is taken, so a read sees
/// all writes that were taken in earlier cycles.
pub struct Memory {
    ports: MemoryPorts<Read>,
    image: Vec<u8>,
    channels: Vec<Channel>,
    random: Random,
}

/// A read on its way.
struct Read {
    id: u64,
    data: [u8; BURST],
}

struct Channel {
    pins: Pins,
    offers: Offers,
    /// Whether each offer of this cycle is taken.
    read: bool,
    address: bool,
    data: bool,
    /// What was offered in the cycle before and is still to be taken.
    left: Offers,
    /// The part of a write that was taken in advance.
    half: Option<Half>,
}

/// What a master offers in a cycle.
#[derive(Clone, Copy, Default, PartialEq)]
struct Offers {
    /// Address and id.
    read: Option<(u64, u64)>,
    address: Option<u64>,
    data: Option<[u8; BURST]>,
}

#[derive(Clone, Copy)]
enum Half {
    Address(u64),
    Data([u8; BURST]),
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

    fn offers(&self, design: &Design) -> Offers {
        let valid = |pin| design.get(pin) == 1;
        let word = || design.bytes(self.wdata).try_into().expect("the length of a burst");
        Offers {
            read: valid(self.arvalid).then(|| (design.get(self.araddr), design.get(self.arid))),
            address: valid(self.awvalid).then(|| design.get(self.awaddr)),
            data: valid(self.wvalid).then(word),
        }
    }
}

impl Memory {
    /// Memory that holds `image`, from address 0, at a design that offers nothing yet. The seed is
    /// that of the ready signals that are free.
    ///
    /// # Errors
    /// The design has not one master for each channel of `dram`.
    pub fn new(dram: Dram, image: Vec<u8>, seed: u64, design: &Design) -> Result<Self, CosimError> {
        let count = dram.channels() as usize;
        let channel = |index| {
            Ok(Channel {
                pins: Pins::find(design, index, count)?,
                offers: Offers::default(),
                read: false,
                address: false,
                data: false,
                left: Offers::default(),
                half: None,
            })
        };
        let channels = (0..count).map(channel).collect::<Result<_, CosimError>>()?;
        Ok(Self { ports: MemoryPorts::new(dram), image, channels, random: Random::new(seed) })
    }

    /// What it holds.
    #[must_use]
    pub fn image(&self) -> &[u8] {
        &self.image
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
            let broken = |what: String| protocol(design, index, what);
            let Channel { pins, half, .. } = &self.channels[index];
            let offers = pins.offers(design);
            self.check_offers(index, offers).map_err(broken)?;
            let read = offers.read.map(|(address, _)| address);
            for (name, address) in [("araddr", read), ("awaddr", offers.address)] {
                if let Some(address) = address {
                    self.check_address(index, name, address).map_err(broken)?;
                }
            }
            let write = match half {
                Some(Half::Address(address)) => Some(*address),
                _ => offers.address,
            };
            let accepts = |address: Option<u64>, write| {
                address.map(|address| self.ports.accepts(address, write))
            };
            let (reads, writes) = (accepts(read, false), accepts(write, true));
            // Ready is free where nothing is offered. A write that waits has one of its parts taken
            // in half of the cycles.
            let coin = self.random.draw();
            let idle = [coin & 1 == 1, coin & 2 == 2, coin & 4 == 4];
            let advance = half.is_none() && coin & 8 == 8;
            let channel = &mut self.channels[index];
            channel.offers = offers;
            channel.read = reads.unwrap_or(idle[0]);
            let (address, data) = match writes {
                None => (idle[1], idle[2]),
                Some(true) => (true, true),
                Some(false) => (advance && idle[1], advance && !idle[1]),
            };
            (channel.address, channel.data) = (address, data);
            let pins = &channel.pins;
            design.set(pins.arready, u64::from(channel.read));
            design.set(pins.awready, u64::from(channel.address));
            design.set(pins.wready, u64::from(channel.data));
        }
        design.eval()
    }

    /// Takes the requests of the settled cycle and ends it on the side of the memory; the clock
    /// edge of the design comes next.
    ///
    /// # Errors
    /// What the design offers depends on ready.
    pub fn clock(&mut self, design: &Design, trace: &mut impl Trace) -> Result<(), CosimError> {
        for (index, Channel { pins, offers, .. }) in self.channels.iter().enumerate() {
            if pins.offers(design) != *offers {
                return Err(protocol(design, index, "what is offered depends on ready".into()));
            }
        }
        for Channel { offers, read, .. } in &self.channels {
            if let (Some((address, id)), true) = (offers.read, *read) {
                let data = self.image[burst(address)].try_into().expect("the length of a burst");
                self.ports.read(address, Read { id, data }, trace);
            }
        }
        for channel in &mut self.channels {
            let Channel { offers, read, address, data, left, half, .. } = channel;
            left.read = offers.read.filter(|_| !*read);
            left.address = offers.address.filter(|_| !*address);
            left.data = offers.data.filter(|_| !*data);
            let address = offers.address.filter(|_| *address);
            let data = offers.data.filter(|_| *data);
            let write = match (half.take(), address, data) {
                (None | Some(Half::Data(_)), Some(address), Some(data))
                | (Some(Half::Data(data)), Some(address), None)
                | (Some(Half::Address(address)), None, Some(data)) => Some((address, data)),
                (None, Some(address), None) => {
                    *half = Some(Half::Address(address));
                    None
                }
                (None, None, Some(data)) => {
                    *half = Some(Half::Data(data));
                    None
                }
                (before, ..) => {
                    *half = before;
                    None
                }
            };
            if let Some((address, data)) = write {
                self.image[burst(address)].copy_from_slice(&data);
                self.ports.write(address, trace);
            }
        }
        self.ports.tick();
        Ok(())
    }

    /// What was not taken stays; of a write, the parts that are still to be taken are offered.
    fn check_offers(&self, channel: usize, offers: Offers) -> Result<(), String> {
        let Channel { left, half, .. } = &self.channels[channel];
        let Offers { read, address, data } = offers;
        if let Some((offered, _)) = left.read.filter(|_| left.read != read) {
            return Err(format!("araddr {offered:#x} was not taken and is gone"));
        }
        if let Some(offered) = left.address.filter(|_| left.address != address) {
            return Err(format!("awaddr {offered:#x} was not taken and is gone"));
        }
        if left.data.is_some() && left.data != data {
            return Err("wdata was not taken and is gone".into());
        }
        let parts = match half {
            None => address.is_some() == data.is_some(),
            Some(Half::Address(_)) => address.is_none() && data.is_some(),
            Some(Half::Data(_)) => address.is_some() && data.is_none(),
        };
        if parts { Ok(()) } else { Err("awvalid and wvalid are not of the same write".into()) }
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
