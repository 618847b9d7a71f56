//! The four-step controller and its movers: two passes over a matrix in DRAM, cycle by cycle.
//!
//! The state here is that of `four_step`, `batch_loader` and `batch_storer` in `rtl/`, one variable
//! for each register, and a turn of the loop is a clock. A batch is loaded when the one before has
//! been handed to the engine and the engine has room; it is stored when its results are complete and
//! the one before is stored. Each channel of the memory serves every `channels`-th burst of a batch,
//! in order, at most one a cycle. The RTL has one channel. Ideal memory answers a whole batch in the
//! cycle after its first request.

use super::engine::{Edge, LineEngine};
use crate::memory::{BURST_BYTES, Dram, TiledMatrix};
use crate::trace::Trace;

/// Clocks from a read of the engine's results to the data (`ntt_pkg::STORE_LATENCY`).
const STORE_LATENCY: usize = 2;

/// Words of the queue between engine and memory (`batch_storer`).
const QUEUE: u64 = STORE_LATENCY as u64 + 2;

/// One pass over the matrix.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Where it reads.
    pub source: TiledMatrix,
    /// Where it writes.
    pub target: TiledMatrix,
    /// Where it reads the Hadamard factors of a batch, behind its data.
    pub factors: Option<TiledMatrix>,
    /// Its lines are rows, not columns.
    pub rows: bool,
    /// Lines of a batch.
    pub lines: u64,
    /// Batches of the pass.
    pub batches: u64,
    /// Bursts of a batch's data.
    pub bursts: u64,
}

/// `batch_loader`.
struct Loader {
    loading: bool,
    /// The last element of a batch is at the engine's port.
    last: bool,
    batch: u64,
    /// Bursts requested of each channel.
    issued: Vec<u64>,
    answered: u64,
}

/// `batch_storer`.
struct Storer {
    storing: bool,
    /// A batch is at its end.
    done: bool,
    batch: u64,
    channels: Vec<Queue>,
    answered: u64,
}

/// The way of a batch's bursts to one channel.
#[derive(Clone, Copy)]
struct Queue {
    read: u64,
    /// Reads whose data is on its way from the engine, the oldest last.
    under_way: [bool; STORE_LATENCY],
    held: u64,
    free: u64,
    issued: u64,
}

impl Pass {
    fn address(&self, matrix: TiledMatrix, batch: u64, burst: u64) -> u64 {
        let first = batch * self.lines;
        if self.rows { matrix.row_burst(first, burst) } else { matrix.column_burst(first, burst) }
    }

    fn load_address(&self, batch: u64, burst: u64) -> u64 {
        match self.factors {
            Some(factors) if burst >= self.bursts => {
                self.address(factors, batch, burst - self.bursts)
            }
            _ => self.address(self.source, batch, burst),
        }
    }

    /// Runs all batches, from the cycle in which the controller begins the pass to the one in which
    /// the last batch is stored. `progress` hears of stored batches.
    pub fn run<E: LineEngine, T: Trace>(
        &self,
        engine: &mut E,
        dram: &mut Dram,
        trace: &mut T,
        progress: &mut dyn FnMut(u64),
    ) {
        let bursts = self.bursts;
        let channels = dram.channels() as usize;
        let mut loader = Loader {
            loading: false,
            last: false,
            batch: 0,
            issued: vec![0; channels],
            answered: 0,
        };
        let queue =
            Queue { read: 0, under_way: [false; STORE_LATENCY], held: 0, free: QUEUE, issued: 0 };
        let mut storer = Storer {
            storing: false,
            done: false,
            batch: 0,
            channels: vec![queue; channels],
            answered: 0,
        };
        // Answers of the memory that nobody has seen yet: reads and writes of each channel.
        let mut pending = vec![[0u64; 2]; channels];
        let at_once = if dram.is_ideal() { u64::MAX } else { 1 };
        let mut starting = true;
        loop {
            let mut answers = [0, 0];
            for waiting in &mut pending {
                for (answers, waiting) in answers.iter_mut().zip(waiting) {
                    let seen = at_once.min(*waiting);
                    *waiting -= seen;
                    *answers += seen;
                }
            }
            let edge = Edge { load_last: loader.last, store_done: storer.done };
            let pass_done = storer.done && storer.batch == self.batches;
            let may_load = !starting && engine.load_ready() && loader.batch != self.batches;
            let may_store = !starting && engine.store_ready();
            let to_load = if self.factors.is_some() { 2 * bursts } else { bursts };
            loader.clock(self, dram, may_load, answers[0], to_load, trace);
            storer.clock(self, dram, may_store, answers[1], bursts, trace);
            engine.clock(dram.cycle(), edge, trace);
            if storer.done {
                progress(storer.batch);
            }
            dram.tick(|address, write| {
                let channel = address / BURST_BYTES % channels as u64;
                pending[channel as usize][usize::from(write)] += 1;
            });
            starting = false;
            if pass_done {
                return;
            }
        }
    }
}

impl Loader {
    fn clock<T: Trace>(
        &mut self,
        pass: &Pass,
        dram: &mut Dram,
        may_load: bool,
        answers: u64,
        bursts: u64,
        trace: &mut T,
    ) {
        let start = may_load && !self.loading && !self.last;
        if self.loading {
            let channels = self.issued.len() as u64;
            for (channel, issued) in self.issued.iter_mut().enumerate() {
                loop {
                    let burst = channel as u64 + *issued * channels;
                    if burst >= bursts
                        || !dram.try_request(pass.load_address(self.batch, burst), false, trace)
                    {
                        break;
                    }
                    *issued += 1;
                    if !dram.is_ideal() {
                        break;
                    }
                }
            }
        }
        self.answered += answers;
        self.last = self.loading && self.answered == bursts;
        if self.last {
            self.loading = false;
            self.batch += 1;
        }
        if start {
            self.loading = true;
            self.issued.fill(0);
            self.answered = 0;
        }
    }
}

impl Storer {
    fn clock<T: Trace>(
        &mut self,
        pass: &Pass,
        dram: &mut Dram,
        may_store: bool,
        answers: u64,
        bursts: u64,
        trace: &mut T,
    ) {
        let start = may_store && !self.storing && !self.done;
        let channels = self.channels.len() as u64;
        for (channel, queue) in self.channels.iter_mut().enumerate() {
            let burst = |count: u64| channel as u64 + count * channels;
            if dram.is_ideal() {
                while self.storing && burst(queue.issued) < bursts {
                    let address = pass.address(pass.target, self.batch, burst(queue.issued));
                    dram.try_request(address, true, trace);
                    queue.issued += 1;
                }
                continue;
            }
            let taken = queue.held != 0
                && dram.try_request(
                    pass.address(pass.target, self.batch, burst(queue.issued)),
                    true,
                    trace,
                );
            let read = self.storing && burst(queue.read) < bursts && queue.free != 0;
            queue.held =
                queue.held + u64::from(queue.under_way[STORE_LATENCY - 1]) - u64::from(taken);
            queue.free = queue.free + u64::from(taken) - u64::from(read);
            queue.under_way.rotate_right(1);
            queue.under_way[0] = read;
            queue.read += u64::from(read);
            queue.issued += u64::from(taken);
        }
        self.answered += answers;
        self.done = self.storing && self.answered == bursts;
        if self.done {
            self.storing = false;
            self.batch += 1;
        }
        if start {
            self.storing = true;
            self.answered = 0;
            for queue in &mut self.channels {
                (queue.read, queue.issued) = (0, 0);
            }
        }
    }
}
