//! `rtl/prim/fifo.sv` with 16 words of 64 bits.

use std::collections::VecDeque;

use crate::lockstep::same;
use crate::{CosimError, Design, Options, Random, Suite, Workload};

/// Words in the memory of the design that is compared.
const DEPTH: usize = 16;

/// The queue as it is between two clock edges.
#[derive(Clone, Debug)]
pub struct Model<T> {
    memory: VecDeque<T>,
    depth: usize,
    output: Option<T>,
}

impl<T> Model<T> {
    /// An empty queue with this many words in its memory.
    #[must_use]
    pub fn new(depth: usize) -> Self {
        Self { memory: VecDeque::new(), depth, output: None }
    }

    /// `ready_o`
    #[must_use]
    pub fn ready(&self) -> bool {
        self.memory.len() < self.depth
    }

    /// `data_o` where there is `valid_o`.
    #[must_use]
    pub fn output(&self) -> Option<&T> {
        self.output.as_ref()
    }

    /// The clock edge: `data_i` with `valid_i`, and `ready_i`.
    pub fn clock(&mut self, input: Option<T>, ready: bool) {
        let writes = self.ready();
        if self.output.is_none() || ready {
            self.output = self.memory.pop_front();
        }
        if writes {
            self.memory.extend(input);
        }
    }
}

/// Words in and out at random.
struct Traffic {
    name: &'static str,
    /// Chances of `valid_i` and of `ready_i` in 1/256.
    chances: [u32; 2],
    cycles: u64,
    seed: u64,
}

/// Queues that are full, empty, and in between.
pub(crate) fn suite(options: &Options) -> Result<Suite, CosimError> {
    let traffic = |(name, chances)| -> Box<dyn Workload> {
        Box::new(Traffic { name, chances, cycles: options.cycles, seed: options.seed })
    };
    let all = [("full", [230, 100]), ("empty", [100, 230]), ("even", [128, 128])];
    Ok(all.into_iter().map(traffic).collect())
}

impl Workload for Traffic {
    fn name(&self) -> String {
        self.name.into()
    }

    fn run(&self, design: &mut Design) -> Result<u64, CosimError> {
        let (valid_i, ready_i) = (design.input("valid_i", 1)?, design.input("ready_i", 1)?);
        let data_i = design.input("data_i", 64)?;
        let (valid_o, ready_o) = (design.output("valid_o", 1)?, design.output("ready_o", 1)?);
        let data_o = design.output("data_o", 64)?;
        let mut random = Random::new(self.seed);
        let mut model = Model::new(DEPTH);
        for cycle in 0..self.cycles {
            let [valid, ready] = self.chances.map(|chance| random.chance(chance));
            let data = random.draw();
            design.set(valid_i, u64::from(valid));
            design.set(ready_i, u64::from(ready));
            design.set(data_i, data);
            design.eval()?;
            same(cycle, "ready_o", u64::from(model.ready()), design.get(ready_o))?;
            same(cycle, "valid_o", u64::from(model.output().is_some()), design.get(valid_o))?;
            if let Some(&word) = model.output() {
                same(cycle, "data_o", word, design.get(data_o))?;
            }
            model.clock(valid.then_some(data), ready);
            design.edge()?;
        }
        Ok(self.cycles)
    }
}
