//! Burst-level DRAM: DRAMsim3 behind the accelerator's clock, or ideal memory.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use dramsim3::MemorySystem;
use proofsmith_accel::{Dram as DramConfig, DramDevice};

use super::BackPressure;
use crate::trace::{Event, Trace};
use crate::{DramStats, SimError};

/// Bytes of one burst: 8 beats of a 64-bit channel.
pub const BURST_BYTES: u64 = 64;

/// DRAM clock period of DDR4-3200, picoseconds.
const DRAM_PERIOD_PS: u64 = 625;

/// DRAM cycles between two statistics dumps of DRAMsim3, the only way it gives them out.
const EPOCH: u64 = 50_000;

/// One direction of a data mover: bursts still to be requested and in flight.
///
/// Requests are issued in the order of `addresses`, at most one for each channel and cycle. A write
/// is answered when the controller has taken it (posted).
#[derive(Debug)]
pub struct Stream<I: Iterator<Item = u64>> {
    addresses: I,
    next: Option<u64>,
    in_flight: u64,
}

impl<I: Iterator<Item = u64>> Stream<I> {
    /// A stream over burst addresses.
    pub fn new(mut addresses: I) -> Self {
        let next = addresses.next();
        Self { addresses, next, in_flight: 0 }
    }

    /// Whether every burst was requested and answered.
    pub fn done(&self) -> bool {
        self.next.is_none() && self.in_flight == 0
    }
}

/// A memory system as the accelerator sees it. An accelerator cycle is one `step` of two streams,
/// or any number of `try_request` and then a `tick`.
pub struct Dram {
    label: String,
    channels: u32,
    back_pressure: Option<BackPressure>,
    controller: Option<Controller>,
    /// Requests of this cycle to ideal memory, as (address, write).
    instant: Vec<(u64, bool)>,
    clock_mhz: u64,
    cycle: u64,
    read_bytes: u64,
    write_bytes: u64,
}

struct Controller {
    system: MemorySystem,
    directory: PathBuf,
    /// DRAM cycles done.
    ticks: u64,
}

impl Dram {
    /// Builds the memory that `config` describes beside a core clock of `clock_mhz`.
    ///
    /// # Errors
    /// The simulator's working files cannot be written.
    pub fn new(config: &DramConfig, clock_mhz: u32) -> Result<Self, SimError> {
        let controller = match config.device {
            DramDevice::Ideal => None,
            DramDevice::Ddr4_3200 => Some(Controller::new(config.channels)?),
        };
        Ok(Self {
            label: config.label(),
            channels: config.channels,
            back_pressure: None,
            controller,
            instant: Vec::new(),
            clock_mhz: u64::from(clock_mhz),
            cycle: 0,
            read_bytes: 0,
            write_bytes: 0,
        })
    }

    /// The same memory, which now also refuses what `pattern` says.
    #[must_use]
    pub fn with_back_pressure(self, pattern: BackPressure) -> Self {
        Self { back_pressure: Some(pattern), ..self }
    }

    /// How many channels there are.
    #[must_use]
    pub fn channels(&self) -> u32 {
        self.channels
    }

    /// The channel that a burst belongs to.
    #[must_use]
    pub fn channel(&self, address: u64) -> u32 {
        channel_of(address, self.channels)
    }

    /// Whether a burst would be taken in the current cycle. Reads and writes wait in queues of
    /// their own: the answer for one direction changes only as requests of that direction are made.
    #[must_use]
    pub fn accepts(&self, address: u64, write: bool) -> bool {
        let refused =
            |pattern: &BackPressure| pattern.refuses(self.cycle, self.channel(address), write);
        !self.back_pressure.as_ref().is_some_and(refused)
            && self.controller.as_ref().is_none_or(|one| one.system.can_add(address, write))
    }

    /// Hands over one burst, if it is taken. A `tick` tells when it is done: the earliest one where
    /// memory is ideal.
    pub fn try_request<T: Trace>(&mut self, address: u64, write: bool, trace: &mut T) -> bool {
        if !self.accepts(address, write) {
            return false;
        }
        match &mut self.controller {
            Some(controller) => {
                controller.system.add(address, write);
            }
            None => self.instant.push((address, write)),
        }
        let bytes = if write { &mut self.write_bytes } else { &mut self.read_bytes };
        *bytes += BURST_BYTES;
        trace.event(self.cycle, Event::DramRequest { address, write });
        true
    }

    /// Ends the accelerator cycle; `done(address, write)` is told of what was finished in it.
    pub fn tick(&mut self, mut done: impl FnMut(u64, bool)) {
        self.cycle += 1;
        match &mut self.controller {
            Some(controller) => controller.tick_to(self.cycle, self.clock_mhz, done),
            None => self.instant.drain(..).for_each(|(address, write)| done(address, write)),
        }
    }

    /// Whether transfers take no time.
    #[must_use]
    pub fn is_ideal(&self) -> bool {
        self.controller.is_none()
    }

    /// The current accelerator cycle.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Lets time pass without requests until `cycle`.
    pub fn advance_to(&mut self, cycle: u64) {
        if let Some(controller) = &mut self.controller {
            controller.tick_to(cycle, self.clock_mhz, |_, _| {});
        }
        self.cycle = self.cycle.max(cycle);
    }

    /// One accelerator cycle: both streams issue what the controller accepts, then time passes.
    /// With ideal memory both streams complete at once and no time passes.
    pub fn step<R, W, T>(&mut self, read: &mut Stream<R>, write: &mut Stream<W>, trace: &mut T)
    where
        R: Iterator<Item = u64>,
        W: Iterator<Item = u64>,
        T: Trace,
    {
        if self.is_ideal() {
            self.read_bytes += drain(read, false, self.cycle, trace);
            self.write_bytes += drain(write, true, self.cycle, trace);
            return;
        }
        self.issue(read, false, trace);
        self.issue(write, true, trace);
        self.tick(|_, is_write| {
            let in_flight = if is_write { &mut write.in_flight } else { &mut read.in_flight };
            *in_flight -= 1;
        });
    }

    /// Requests in order, at most one for each channel.
    fn issue<I: Iterator<Item = u64>, T: Trace>(
        &mut self,
        stream: &mut Stream<I>,
        write: bool,
        trace: &mut T,
    ) {
        let mut taken = 0u32;
        while let Some(address) = stream.next {
            let channel = 1 << self.channel(address);
            if taken & channel != 0 || !self.try_request(address, write, trace) {
                break;
            }
            taken |= channel;
            stream.in_flight += 1;
            stream.next = stream.addresses.next();
        }
    }

    /// Reads all of `addresses`, starting at `start` or later; returns the cycle after the last
    /// answer (`start` itself with ideal memory).
    pub fn read<T: Trace>(
        &mut self,
        start: u64,
        addresses: impl Iterator<Item = u64>,
        trace: &mut T,
    ) -> u64 {
        self.advance_to(start);
        let mut stream = Stream::new(addresses);
        if self.is_ideal() {
            self.read_bytes += drain(&mut stream, false, self.cycle, trace);
            return self.cycle;
        }
        let mut none = Stream::new(std::iter::empty());
        while !stream.done() {
            self.step(&mut stream, &mut none, trace);
        }
        self.cycle
    }

    /// Traffic so far. Row statistics cover whole epochs of the simulator: call this last.
    ///
    /// # Errors
    /// The simulator's statistics cannot be read.
    pub fn stats(&mut self, stall_cycles: u64) -> Result<DramStats, SimError> {
        let (row_hits, row_misses) = match &mut self.controller {
            Some(controller) => controller.row_statistics()?,
            None => (0, 0),
        };
        Ok(DramStats {
            memory: self.label.clone(),
            read_bytes: self.read_bytes,
            write_bytes: self.write_bytes,
            row_hits,
            row_misses,
            stall_cycles,
        })
    }
}

/// The channel of a burst: neighbours are on different ones.
pub(super) fn channel_of(address: u64, channels: u32) -> u32 {
    (address / BURST_BYTES % u64::from(channels)) as u32
}

fn drain<I: Iterator<Item = u64>, T: Trace>(
    stream: &mut Stream<I>,
    write: bool,
    cycle: u64,
    trace: &mut T,
) -> u64 {
    let mut bytes = 0;
    while let Some(address) = stream.next {
        trace.event(cycle, Event::DramRequest { address, write });
        bytes += BURST_BYTES;
        stream.next = stream.addresses.next();
    }
    bytes
}

impl Controller {
    fn new(channels: u32) -> Result<Self, SimError> {
        // DRAMsim3 takes its configuration from a file and gives statistics in another.
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let directory =
            std::env::temp_dir().join(format!("proofsmith-dram-{}-{serial}", std::process::id()));
        let io =
            |error: std::io::Error| SimError::Dram(format!("{}: {error}", directory.display()));
        std::fs::create_dir(&directory).map_err(io)?;
        let config = directory.join("ddr4.ini");
        std::fs::write(&config, ddr4_3200(channels)).map_err(io)?;
        let system = MemorySystem::new(&config, &directory)
            .map_err(|error| SimError::Dram(format!("{error:?}")))?;
        Ok(Self { system, directory, ticks: 0 })
    }

    /// Lets DRAM time pass up to the start of an accelerator cycle.
    fn tick_to(&mut self, cycle: u64, clock_mhz: u64, mut done: impl FnMut(u64, bool)) {
        while self.ticks * DRAM_PERIOD_PS * clock_mhz < cycle * 1_000_000 {
            self.system.tick(&mut done);
            self.ticks += 1;
        }
    }

    /// Row hits and misses over all epochs, after running on to the end of the next one, so that
    /// nothing is left in the queues. The few writes that DRAMsim3 keeps in a buffer until more
    /// come are not among them.
    fn row_statistics(&mut self) -> Result<(u64, u64), SimError> {
        let mut left = 2 * EPOCH - self.ticks % EPOCH + 1;
        while left > 0 {
            self.system.tick(|_, _| {});
            self.ticks += 1;
            left -= 1;
        }
        let path = self.directory.join("dramsim3epoch.json");
        let text = std::fs::read_to_string(&path)
            .map_err(|error| SimError::Dram(format!("{}: {error}", path.display())))?;
        let hits =
            sum_of(&text, "\"num_read_row_hits\":") + sum_of(&text, "\"num_write_row_hits\":");
        let all = sum_of(&text, "\"num_read_cmds\":") + sum_of(&text, "\"num_write_cmds\":");
        Ok((hits, all.saturating_sub(hits)))
    }
}

impl Drop for Controller {
    fn drop(&mut self) {
        // Best effort: these are temporary files of our own.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Adds up the integers that follow `key` (DRAMsim3's dump is a stream of objects, not one JSON
/// value).
fn sum_of(text: &str, key: &str) -> u64 {
    text.split(key)
        .skip(1)
        .filter_map(|rest| {
            let digits: String =
                rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u64>().ok()
        })
        .sum()
}

/// DDR4-3200 of the part in uninm's Table 2 (4 Gb, x16; address bits: 15 row, 10 column, 2 bank, 1
/// bank group, 1 rank; tRCD = tRP = 13.75 ns), other timings as JEDEC gives them for the speed grade,
/// in clock cycles. Addresses are row-column-bank as there, channel and bank group lowest:
/// consecutive bursts then never wait for tCCD_L. Addresses beyond the 4 GB of a channel wrap, which
/// changes no timing of a stream.
fn ddr4_3200(channels: u32) -> String {
    format!(
        "[dram_structure]\nprotocol = DDR4\nbankgroups = 2\nbanks_per_group = 4\nrows = 32768\n\
         columns = 1024\ndevice_width = 16\nBL = 8\n\
         [timing]\ntCK = 0.625\nAL = 0\nCL = 22\nCWL = 16\ntRCD = 22\ntRP = 22\ntRAS = 52\n\
         tRFC = 416\ntRFC2 = 256\ntRFC4 = 176\ntREFI = 12480\ntRPRE = 1\ntWPRE = 1\ntRRD_S = 9\n\
         tRRD_L = 11\ntWTR_S = 4\ntWTR_L = 12\ntFAW = 48\ntWR = 24\ntWR2 = 25\ntRTP = 12\n\
         tCCD_S = 4\ntCCD_L = 8\ntCKE = 8\ntCKESR = 9\ntXS = 432\ntXP = 10\ntRTRS = 1\n\
         [power]\nVDD = 1.2\nIDD0 = 95\nIPP0 = 4.0\nIDD2P = 25\nIDD2N = 37\nIDD3P = 47\n\
         IDD3N = 56\nIDD4W = 278\nIDD4R = 302\nIDD5AB = 280\nIDD6x = 30\n\
         [system]\nchannel_size = 4096\nchannels = {channels}\nbus_width = 64\n\
         address_mapping = roracobabgch\nqueue_structure = PER_BANK\n\
         refresh_policy = RANK_LEVEL_STAGGERED\nrow_buf_policy = OPEN_PAGE\ncmd_queue_size = 8\n\
         trans_queue_size = 32\n\
         [other]\nepoch_period = {EPOCH}\noutput_level = 1\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::NoTrace;

    fn ddr4(channels: u32) -> Dram {
        let config = DramConfig { device: DramDevice::Ddr4_3200, channels };
        Dram::new(&config, 800).unwrap()
    }

    fn sequential(bytes: u64) -> impl Iterator<Item = u64> {
        (0..bytes).step_by(BURST_BYTES as usize)
    }

    #[test]
    fn sequential_reads_reach_nearly_the_pin_bandwidth_and_never_exceed_it() {
        for channels in [1, 2, 4] {
            let bytes = 1 << 20;
            let cycles = ddr4(channels).read(0, sequential(bytes), &mut NoTrace);
            // 25.6 GB/s a channel is 32 bytes for each 800 MHz cycle.
            let peak = 32 * u64::from(channels);
            assert!(cycles * peak >= bytes, "{channels}: {cycles}");
            assert!(cycles * peak <= bytes * 112 / 100, "{channels}: {cycles}");
        }
    }

    #[test]
    fn one_read_takes_the_closed_bank_latency() {
        // Activate, read, burst: tRCD + CL + BL/2 = 48 DRAM cycles = 24 core cycles, plus the
        // controller's queues; an open row saves tRCD.
        let mut dram = ddr4(1);
        let first = dram.read(0, sequential(64), &mut NoTrace);
        assert!((24..32).contains(&first), "{first}");
        let second = dram.read(first + 100, sequential(64), &mut NoTrace) - first - 100;
        assert!((13..first - 10).contains(&second), "{second} after {first}");
    }

    #[test]
    fn row_statistics_tell_streaming_from_hopping() {
        let mut streaming = ddr4(1);
        streaming.read(0, sequential(1 << 18), &mut NoTrace);
        let stats = streaming.stats(0).unwrap();
        assert_eq!(stats.read_bytes, 1 << 18);
        assert_eq!(stats.row_hits + stats.row_misses, 1 << 12);
        assert!(stats.row_hits > stats.row_misses * 20, "{stats:?}");

        let mut hopping = ddr4(1);
        hopping.read(0, (0..1 << 12).map(|i| i << 17), &mut NoTrace);
        let stats = hopping.stats(0).unwrap();
        assert_eq!(stats.row_hits, 0, "{stats:?}");
    }

    #[test]
    fn ideal_memory_takes_no_time_and_still_counts_bytes() {
        let config = DramConfig { device: DramDevice::Ideal, channels: 1 };
        let mut dram = Dram::new(&config, 800).unwrap();
        assert_eq!(dram.read(7, sequential(1 << 16), &mut NoTrace), 7);
        assert_eq!(dram.stats(0).unwrap().read_bytes, 1 << 16);
    }

    /// Requests of a mover that reads and writes both in order.
    fn mixed() -> (Vec<u64>, Vec<u64>) {
        let reads = sequential(1 << 15).collect();
        // Writes in another row, which closes the row of the reads.
        let writes = sequential(1 << 15).map(|address| address + (1 << 24)).collect();
        (reads, writes)
    }

    #[test]
    fn requests_and_ticks_are_what_a_step_does() {
        let pattern = BackPressure { seed: 3, rate: 40 };
        for channels in [1, 2] {
            let (reads, writes) = mixed();
            let mut stepped = ddr4(channels).with_back_pressure(pattern);
            let mut want = Vec::new();
            let mut load = Stream::new(reads.iter().copied());
            let mut store = Stream::new(writes.iter().copied());
            while !load.done() || !store.done() {
                stepped.step(&mut load, &mut store, &mut want);
            }

            let mut ticked = ddr4(channels).with_back_pressure(pattern);
            let mut got = Vec::new();
            let mut next = [0, 0];
            let mut done = [0, 0];
            while done != [reads.len(), writes.len()] {
                for (write, addresses) in [&reads, &writes].into_iter().enumerate() {
                    let first = next[write];
                    while let Some(&address) = addresses.get(next[write]) {
                        // One a channel, and the channels take turns.
                        if next[write] - first == channels as usize
                            || !ticked.try_request(address, write == 1, &mut got)
                        {
                            break;
                        }
                        next[write] += 1;
                    }
                }
                ticked.tick(|_, write| done[usize::from(write)] += 1);
            }
            assert_eq!(got, want, "{channels}");
            assert_eq!(ticked.cycle(), stepped.cycle());
            assert_eq!(ticked.stats(0).unwrap().read_bytes, 1 << 15);
        }
    }

    #[test]
    fn a_request_comes_back_once_with_its_address_beyond_the_size_of_the_device_too() {
        let mut dram = ddr4(2);
        let mut open = Vec::new();
        for burst in 0..20u64 {
            let request = ((1 << 39) + burst * 7 * BURST_BYTES, burst % 3 == 0);
            assert!(dram.try_request(request.0, request.1, &mut NoTrace));
            open.push(request);
        }
        for _ in 0..1000 {
            dram.tick(|address, write| {
                let place = open.iter().position(|&request| request == (address, write));
                open.remove(place.expect("an open request"));
            });
        }
        assert_eq!(open, []);
    }

    #[test]
    fn a_full_queue_refuses_and_leaves_no_event() {
        let mut dram = ddr4(1);
        let mut trace = Vec::new();
        let taken = sequential(1 << 16).take_while(|&a| dram.try_request(a, false, &mut trace));
        let taken = taken.count();
        assert!((1..1 << 10).contains(&taken), "{taken}");
        assert_eq!(trace.len(), taken);
        assert!(!dram.accepts(0, false));
        assert!(dram.accepts(0, true), "writes have a queue of their own");
        dram.tick(|_, _| {});
    }

    #[test]
    fn ideal_memory_is_done_with_a_request_at_the_next_tick() {
        let config = DramConfig { device: DramDevice::Ideal, channels: 1 };
        let mut dram = Dram::new(&config, 800).unwrap();
        assert!(dram.try_request(64, false, &mut NoTrace));
        assert!(dram.try_request(128, true, &mut NoTrace));
        let mut done = Vec::new();
        dram.tick(|address, write| done.push((address, write)));
        dram.tick(|_, _| panic!("answered twice"));
        assert_eq!(done, [(64, false), (128, true)]);
        assert_eq!(dram.cycle(), 2);
    }
}
