//! The multi-bank engine (uninm, section 4.2) during one pass, one variable for each register of
//! `rtl/ntt/multi_bank_engine.sv`.
//!
//! Kernels beside each other transform a line each, with b butterflies; batches of one line a kernel
//! take turns in two pairs of bank groups. A batch goes through parts: element-wise products
//! (coset), the stages, products with generated twiddles (Hadamard), products (coset). Each part
//! reads one group of the pair and writes the other, `latency` cycles from the issue of a group to
//! the first read of its results. Butterfly group g of a stage reads elements bg.. and n/2 + bg.. and
//! writes 2bg.. (forward; the inverse reads and writes the other way round), product group g reads
//! and writes bg... A part starts when its first group's operands are written and every later
//! group's will be:
//!
//! | from the start of | to | cycles |
//! |---|---|---|
//! | products | the first stage, whose first group needs elements n/2 apart | max(n/b, n/2b + latency) |
//! | a stage | the next | max(n/2b, n/4b + latency): from 256 points on, b = 4, nothing waits |
//! | the last stage | products, in the order in which it writes | max(n/2b, latency) |
//! | products | products | max(n/b, latency) |
//! | the last part | the next batch | n/2b of a stage, n/b of products |
//! | the cycle after the last group | the batch is done | latency |
//!
//! Hadamard products wait for their twiddles. A batch starts in the cycle after its last element is
//! loaded, and not before the one after the batch two before is stored, whose groups it takes. When
//! a batch is done it can be stored, and the batch two behind be loaded where its last part has
//! read. Twiddles are generated from the first cycle of the pass, for two batches ahead.

use proofsmith_accel::MultiBank;

use super::engine::{Counts, Edge, LineEngine, LinePass};
use super::twiddle::{TwiddleEngine, twiddle_cycles};
use crate::trace::{Event, Trace};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Before,
    Stage(u32),
    Hadamard,
    After,
}

/// Groups of a part, and cycles from its start to that of the next.
#[derive(Clone, Copy, Debug)]
struct Slots {
    groups: u64,
    interval: u64,
}

/// Two bank groups, which hold one batch after the other.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// A batch may be loaded.
    free: bool,
    /// A batch is loaded and waits.
    loaded: bool,
    /// Results wait to be stored.
    result: bool,
    /// There are no results, nor will there be any before the next batch starts.
    stored: bool,
}

/// The engine during one pass.
#[derive(Clone, Debug)]
pub struct MultiBankEngine {
    pass: LinePass,
    latency: u64,
    before: Slots,
    stage: Slots,
    last_stage: Slots,
    hadamard: Slots,
    after: Slots,
    twiddles: Option<TwiddleEngine>,
    pairs: [Pair; 2],
    load_pair: usize,
    pair: usize,
    done_pair: usize,
    store_pair: usize,
    part: Part,
    /// Cycles since the start of the part.
    count: u64,
    /// Until the batch whose issue has ended is done; 0 without one.
    draining: u64,
    counts: Counts,
    /// Cycles in which no batch could start, since the last one's issue.
    idle: u64,
}

impl MultiBankEngine {
    /// An empty engine; its first clock is the first cycle of the pass.
    pub fn new(config: &MultiBank, pass: LinePass) -> Self {
        let latency = u64::from(config.butterfly_latency);
        let products = (1u64 << pass.log2_size) / u64::from(config.butterflies_per_kernel);
        let groups = products / 2;
        let slots = |groups: u64, interval: u64| Slots { groups, interval };
        let products_behind = pass.hadamard || pass.product_after;
        let twiddles = pass.hadamard.then(|| {
            TwiddleEngine::new(twiddle_cycles(
                pass.log2_size,
                config.kernels,
                config.twiddle_multipliers_per_kernel,
                config.twiddle_multiplier_interval,
            ))
        });
        Self {
            pass,
            latency,
            before: slots(products, products.max(groups + latency)),
            stage: slots(groups, groups.max(groups / 2 + latency)),
            last_stage: slots(groups, if products_behind { groups.max(latency) } else { groups }),
            hadamard: slots(
                products,
                if pass.product_after { products.max(latency) } else { products },
            ),
            after: slots(products, products),
            twiddles,
            pairs: [Pair { free: true, loaded: false, result: false, stored: true }; 2],
            load_pair: 0,
            pair: 0,
            done_pair: 0,
            store_pair: 0,
            part: Self::first(pass),
            count: 0,
            draining: 0,
            counts: Counts::default(),
            idle: 0,
        }
    }

    fn first(pass: LinePass) -> Part {
        if pass.product_before { Part::Before } else { Part::Stage(0) }
    }

    /// The part behind `part`, if any.
    fn next(&self, part: Part) -> Option<Part> {
        match part {
            Part::Before => Some(Part::Stage(0)),
            Part::Stage(stage) if stage + 1 < self.pass.log2_size => Some(Part::Stage(stage + 1)),
            Part::Stage(_) if self.pass.hadamard => Some(Part::Hadamard),
            Part::Stage(_) | Part::Hadamard if self.pass.product_after => Some(Part::After),
            _ => None,
        }
    }

    fn slots(&self) -> Slots {
        match self.part {
            Part::Before => self.before,
            Part::Stage(stage) if stage + 1 < self.pass.log2_size => self.stage,
            Part::Stage(_) => self.last_stage,
            Part::Hadamard => self.hadamard,
            Part::After => self.after,
        }
    }
}

impl LineEngine for MultiBankEngine {
    fn load_ready(&self) -> bool {
        self.pairs[self.load_pair].free
    }

    fn store_ready(&self) -> bool {
        self.pairs[self.store_pair].result
    }

    fn clock<T: Trace>(&mut self, cycle: u64, edge: Edge, trace: &mut T) {
        let starting = self.count == 0;
        let first = starting && self.part == Self::first(self.pass);
        let pair = self.pairs[self.pair];
        let slots = self.slots();
        let filled = self.twiddles.as_ref().is_some_and(TwiddleEngine::filled);
        let go = if first {
            pair.loaded && pair.stored
        } else {
            !starting || self.part != Part::Hadamard || filled
        };
        let issue = go && self.count < slots.groups;
        let release = go && self.part == Part::Hadamard && self.count + 1 == slots.groups;
        let part_end = go && self.count + 1 == slots.interval;
        let done = self.draining == 1;
        self.draining = self.draining.saturating_sub(1);

        if issue {
            let group = self.count as u32;
            if let Part::Stage(stage) = self.part {
                self.counts.butterflies += 1;
                trace.event(cycle, Event::ButterflyGroup { stage, group });
            } else {
                self.counts.products += 1;
                trace.event(cycle, Event::ProductGroup { group });
            }
        }
        if go {
            self.count += 1;
        } else if first {
            self.idle += 1;
        } else {
            self.counts.twiddle_wait += 1;
        }
        if first && go {
            self.counts.memory_wait += self.idle;
            self.idle = 0;
            self.pairs[self.pair].loaded = false;
            self.pairs[self.pair].stored = false;
        }
        if part_end {
            self.count = 0;
            if let Some(next) = self.next(self.part) {
                self.part = next;
            } else {
                self.part = Self::first(self.pass);
                self.pair ^= 1;
                self.draining = self.latency;
            }
        }
        if done {
            self.pairs[self.done_pair].free = true;
            self.pairs[self.done_pair].result = true;
            self.done_pair ^= 1;
        }
        if edge.load_last {
            self.pairs[self.load_pair].free = false;
            self.pairs[self.load_pair].loaded = true;
            self.load_pair ^= 1;
        }
        if edge.store_done {
            self.pairs[self.store_pair].result = false;
            self.pairs[self.store_pair].stored = true;
            self.store_pair ^= 1;
        }
        if let Some(twiddles) = &mut self.twiddles {
            twiddles.clock(twiddles.ready(), release);
        }
    }

    fn counts(&self) -> Counts {
        // Behind the last batch, memory is waited for once that batch is done.
        let waiting = self.idle.saturating_sub(self.latency);
        Counts { memory_wait: self.counts.memory_wait + waiting, ..self.counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proofsmith_accel::{Accelerator, Ntt};

    fn config() -> MultiBank {
        match Accelerator::load("uninm", &[]).unwrap().ntt {
            Ntt::MultiBank(config) => config,
            other => panic!("{other:?}"),
        }
    }

    fn pass(log2_size: u32) -> LinePass {
        LinePass {
            log2_size,
            inverse: false,
            product_before: false,
            hadamard: false,
            product_after: false,
        }
    }

    /// Issues of one batch that is loaded in cycle 0, and the cycle in which it is done.
    fn one_batch(pass: LinePass) -> (Vec<(u64, Event)>, u64) {
        let mut engine = MultiBankEngine::new(&config(), pass);
        let mut trace = Vec::new();
        let mut cycle = 0;
        while !engine.store_ready() {
            engine.clock(cycle, Edge { load_last: cycle == 0, store_done: false }, &mut trace);
            cycle += 1;
        }
        (trace, cycle)
    }

    /// Elements that a group reads and writes.
    fn elements(event: Event, size: usize, inverse: bool) -> (Vec<usize>, Vec<usize>) {
        match event {
            Event::ButterflyGroup { group, .. } => {
                let butterflies = 4 * group as usize..4 * group as usize + 4;
                let apart = butterflies.clone().flat_map(|i| [i, i + size / 2]).collect();
                let together = butterflies.flat_map(|i| [2 * i, 2 * i + 1]).collect();
                if inverse { (together, apart) } else { (apart, together) }
            }
            Event::ProductGroup { group } => {
                let places: Vec<usize> = (4 * group as usize..4 * group as usize + 4).collect();
                (places.clone(), places)
            }
            other => panic!("{other:?}"),
        }
    }

    /// Replays the data flow element by element: every group finds its operands written, in each
    /// part that does not wait for issue slots one of them just in time, and nothing is overwritten
    /// that is still to be read.
    #[test]
    fn parts_follow_as_closely_as_their_data_allows() {
        let latency = u64::from(config().butterfly_latency);
        for log2_size in 4..=12 {
            for flags in 0..8 {
                let size = 1usize << log2_size;
                let pass = LinePass {
                    inverse: flags & 1 != 0,
                    product_before: flags & 2 != 0,
                    product_after: flags & 4 != 0,
                    ..pass(log2_size)
                };
                let (trace, done) = one_batch(pass);
                assert_eq!(done, trace.last().unwrap().0 + 1 + latency);
                // A part ends with a change of kind or stage.
                let kind = |event| match event {
                    Event::ButterflyGroup { stage, .. } => Some(stage),
                    _ => None,
                };
                let parts: Vec<&[(u64, Event)]> =
                    trace.chunk_by(|a, b| kind(a.1) == kind(b.1)).collect();
                let [before, after] = [pass.product_before, pass.product_after].map(usize::from);
                assert_eq!(parts.len(), log2_size as usize + before + after);
                let mut written = vec![0; size];
                let mut last_end = 0;
                for (index, part) in parts.iter().enumerate() {
                    let mut writes = vec![u64::MAX; size];
                    let mut slack = part[0].0 - last_end;
                    for &(cycle, event) in *part {
                        let (reads, results) = elements(event, size, pass.inverse);
                        for place in reads {
                            assert!(written[place] <= cycle, "2^{log2_size}, part {index}");
                            slack = slack.min(cycle - written[place]);
                        }
                        for place in results {
                            assert_eq!(writes[place], u64::MAX);
                            writes[place] = cycle + latency;
                        }
                    }
                    // One cycle: half a stage, rounded, or a product that could read in other order.
                    let close = index == 0 || slack <= 1;
                    assert!(close, "2^{log2_size} {pass:?} part {index}: {slack} given away");
                    written = writes;
                    last_end = part.last().unwrap().0 + 1;
                }
            }
        }
    }

    /// A small generator of chances, for gaps.
    struct Chance(u64);

    impl Chance {
        fn one_in(&mut self, count: u64) -> bool {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33).is_multiple_of(count)
        }
    }

    /// Batches against when each can start, from what it waits for.
    #[test]
    fn batches_take_turns() {
        let latency = u64::from(config().butterfly_latency);
        for (log2_size, hadamard) in [(4, false), (5, true), (6, true), (8, false), (10, true)] {
            for gap in [1, 40, 400, 2000] {
                let pass = LinePass { hadamard, ..pass(log2_size) };
                let mut engine = MultiBankEngine::new(&config(), pass);
                let (mut chance, mut trace) = (Chance(gap), Vec::new());
                let (mut loads, mut stores, mut ready) = (vec![], vec![], vec![]);
                let batches = 20;
                let mut cycle = 0;
                while stores.len() < batches {
                    let edge = Edge {
                        load_last: engine.load_ready() && chance.one_in(gap),
                        store_done: engine.store_ready() && chance.one_in(gap),
                    };
                    let waiting = engine.pairs.iter().filter(|pair| pair.result).count();
                    if stores.len() + waiting > ready.len() {
                        ready.push(cycle);
                    }
                    engine.clock(cycle, edge, &mut trace);
                    loads.extend(edge.load_last.then_some(cycle));
                    stores.extend(edge.store_done.then_some(cycle));
                    cycle += 1;
                }
                let products = (1u64 << log2_size) / 4;
                let stages = u64::from(log2_size - 1) * (products / 2).max(products / 4 + latency)
                    + if hadamard { (products / 2).max(latency) } else { products / 2 };
                let generation = twiddle_cycles(log2_size, 4, 8, 9);
                let (mut free, mut generated) = (0, 0);
                let mut released: Vec<u64> = Vec::new();
                let mut wait = 0;
                for batch in 0..batches {
                    let mut start = free.max(loads[batch] + 1);
                    if batch >= 2 {
                        start = start.max(stores[batch - 2] + 1);
                        assert!(loads[batch] >= ready[batch - 2]);
                    }
                    let first = Event::ButterflyGroup { stage: 0, group: 0 };
                    let mut starts = trace.iter().filter(|(_, event)| *event == first);
                    assert_eq!(starts.nth(batch).unwrap().0, start, "2^{log2_size} {batch}");
                    free = start + stages;
                    if hadamard {
                        if batch >= 2 {
                            generated = released[batch - 2].max(generated);
                        }
                        generated += generation;
                        wait += generated.saturating_sub(free);
                        free = free.max(generated) + products;
                        released.push(free);
                    }
                    assert_eq!(ready[batch], free + latency, "2^{log2_size} {batch}");
                }
                let counts = engine.counts();
                if hadamard && engine.part != Part::Hadamard {
                    assert_eq!(counts.twiddle_wait, wait);
                }
                assert_eq!(counts.butterflies + counts.products, trace.len() as u64);
            }
        }
    }

    /// The engine's share of equation 7: from 256 points on the butterflies never rest.
    #[test]
    fn long_lines_keep_the_butterflies_busy() {
        for log2_size in 8..=12 {
            let (trace, done) = one_batch(pass(log2_size));
            let groups = (1u64 << log2_size) / 8 * u64::from(log2_size);
            assert_eq!(trace.len() as u64, groups);
            assert_eq!(done, 1 + groups + u64::from(config().butterfly_latency));
        }
    }
}
