//! Comparison of a design with its model, cycle by cycle.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use proofsmith_sim::trace::{Event, Trace};

/// The first thing that the two do not agree on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cycle {cycle}: the model says {model}, the RTL says {rtl}")]
pub struct Difference {
    /// Cycle since reset.
    pub cycle: u64,
    /// What only the model says.
    pub model: String,
    /// What only the RTL says.
    pub rtl: String,
}

/// Compares two values of a cycle: an output, a count, a total.
///
/// # Errors
/// They differ.
pub fn same<T: PartialEq + Debug>(
    cycle: u64,
    what: &str,
    model: T,
    rtl: T,
) -> Result<(), Difference> {
    if model == rtl {
        return Ok(());
    }
    let say = |value: T| format!("{what} = {value:?}");
    Err(Difference { cycle, model: say(model), rtl: say(rtl) })
}

/// Compares the events of two sides; those of one cycle may come in any order.
///
/// Each side is a [`Trace`] that its owner reports to. [`agree_until`](Self::agree_until) compares
/// what both have told and forgets it, so that only what one side is ahead of the other is kept.
#[derive(Default)]
pub struct Comparer {
    /// What the model does.
    pub model: Side,
    /// What the design does.
    pub rtl: Side,
}

/// What one side has told and nobody has compared yet, by cycle.
#[derive(Default)]
pub struct Side(VecDeque<(u64, Event)>);

impl Trace for Side {
    const ON: bool = true;

    fn event(&mut self, cycle: u64, event: Event) {
        // Units of one side report in turns, each in its order.
        let ahead = self.0.iter().rev().take_while(|(other, _)| *other > cycle).count();
        self.0.insert(self.0.len() - ahead, (cycle, event));
    }
}

impl Side {
    fn first_before(&self, cycle: u64) -> Option<u64> {
        self.0.front().map(|event| event.0).filter(|&first| first < cycle)
    }

    fn take_cycle(&mut self, cycle: u64) -> Vec<Event> {
        let of_cycle = self.0.iter().take_while(|event| event.0 == cycle).count();
        self.0.drain(..of_cycle).map(|(_, event)| event).collect()
    }
}

impl Comparer {
    /// Compares all cycles before `cycle`, of which both sides have told everything.
    ///
    /// # Errors
    /// The first cycle in which one side has an event that the other has not.
    pub fn agree_until(&mut self, cycle: u64) -> Result<(), Difference> {
        loop {
            let firsts = [self.model.first_before(cycle), self.rtl.first_before(cycle)];
            let Some(first) = firsts.into_iter().flatten().min() else { return Ok(()) };
            if self.model.0.front() == self.rtl.0.front() {
                self.model.0.pop_front();
                self.rtl.0.pop_front();
                continue;
            }
            let mut model = self.model.take_cycle(first);
            let mut rtl = self.rtl.take_cycle(first);
            model.retain(|event| match rtl.iter().position(|other| other == event) {
                Some(place) => {
                    rtl.remove(place);
                    false
                }
                None => true,
            });
            if !(model.is_empty() && rtl.is_empty()) {
                return Err(Difference { cycle: first, model: say(&model), rtl: say(&rtl) });
            }
        }
    }
}

fn say(events: &[Event]) -> String {
    if events.is_empty() {
        return "nothing".into();
    }
    events.iter().map(|event| format!("{event:?}")).collect::<Vec<_>>().join(" and ")
}

/// Events of a batch between two threads, and batches under way: what a model may be ahead.
const BATCH: usize = 4096;
const BATCHES: usize = 16;

/// The two ends of a queue for a model that cannot be stepped: it runs in a thread of its own and
/// reports to the first end, which waits where the model is too far ahead.
#[must_use]
pub fn queue() -> (Sender, Events) {
    let (sender, receiver) = sync_channel(BATCHES);
    (Sender { batch: Vec::new(), sender }, Events { batch: Vec::new().into_iter(), receiver })
}

/// The end of the model. The other end sees the last events when this one is dropped.
pub struct Sender {
    batch: Vec<(u64, Event)>,
    sender: SyncSender<Vec<(u64, Event)>>,
}

/// The events of a model in another thread, in the order in which it reports them.
pub struct Events {
    batch: std::vec::IntoIter<(u64, Event)>,
    receiver: Receiver<Vec<(u64, Event)>>,
}

impl Trace for Sender {
    const ON: bool = true;

    fn event(&mut self, cycle: u64, event: Event) {
        self.batch.push((cycle, event));
        if self.batch.len() == BATCH {
            self.flush();
        }
    }
}

impl Sender {
    fn flush(&mut self) {
        // Nobody listens any more once a difference was found.
        let _ = self.sender.send(std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH)));
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.flush();
    }
}

impl Iterator for Events {
    type Item = (u64, Event);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(event) = self.batch.next() {
                return Some(event);
            }
            self.batch = self.receiver.recv().ok()?.into_iter();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(group: u32) -> Event {
        Event::ProductGroup { group }
    }

    fn request(address: u64) -> Event {
        Event::DramRequest { address, write: false }
    }

    #[test]
    fn events_of_one_cycle_have_no_order_and_units_may_report_in_turns() {
        let mut comparer = Comparer::default();
        for (cycle, event) in [(3, group(1)), (3, request(0)), (5, request(64)), (4, group(2))] {
            comparer.model.event(cycle, event);
        }
        for (cycle, event) in [(3, request(0)), (3, group(1)), (4, group(2)), (5, request(64))] {
            comparer.rtl.event(cycle, event);
        }
        assert_eq!(comparer.agree_until(6), Ok(()));
        assert!(comparer.model.0.is_empty() && comparer.rtl.0.is_empty());
    }

    #[test]
    fn what_is_not_told_yet_is_not_compared() {
        let mut comparer = Comparer::default();
        comparer.model.event(10, group(0));
        assert_eq!(comparer.agree_until(10), Ok(()));
        comparer.rtl.event(10, group(0));
        assert_eq!(comparer.agree_until(11), Ok(()));
    }

    #[test]
    fn the_first_difference_is_told_with_its_cycle() {
        let tell = |model: &[(u64, Event)], rtl: &[(u64, Event)]| {
            let mut comparer = Comparer::default();
            model.iter().for_each(|&(cycle, event)| comparer.model.event(cycle, event));
            rtl.iter().for_each(|&(cycle, event)| comparer.rtl.event(cycle, event));
            comparer.agree_until(100).unwrap_err().to_string()
        };
        let (a, b) = ("ProductGroup { group: 1 }", "ProductGroup { group: 2 }");
        assert_eq!(
            tell(&[(1, group(0)), (7, group(1))], &[(1, group(0)), (7, group(2))]),
            format!("cycle 7: the model says {a}, the RTL says {b}")
        );
        // One cycle late is a difference in the earlier cycle.
        assert_eq!(
            tell(&[(7, group(1))], &[(8, group(1))]),
            format!("cycle 7: the model says {a}, the RTL says nothing")
        );
        // An event too many, as often as it is too many.
        assert_eq!(
            tell(&[(7, group(1))], &[(7, group(1)), (7, group(2)), (7, group(2))]),
            format!("cycle 7: the model says nothing, the RTL says {b} and {b}")
        );
    }

    #[test]
    fn values_are_compared_by_name() {
        assert_eq!(same(4, "ready_o", 1, 1), Ok(()));
        assert_eq!(
            same(4, "ready_o", 1, 0).unwrap_err().to_string(),
            "cycle 4: the model says ready_o = 1, the RTL says ready_o = 0"
        );
    }

    #[test]
    fn a_model_in_another_thread_is_compared_and_ends_after_a_difference() {
        let cycles = 100 + (BATCH * BATCHES * 3) as u64;
        let compare = |wrong: Option<u64>| {
            let (mut sender, events) = queue();
            std::thread::scope(|scope| {
                scope.spawn(move || (0..cycles).for_each(|cycle| sender.event(cycle, group(1))));
                let mut comparer = Comparer::default();
                for (cycle, event) in events {
                    comparer.model.event(cycle, event);
                    comparer.rtl.event(cycle, group(1 + u32::from(wrong == Some(cycle))));
                    comparer.agree_until(cycle + 1)?;
                    assert!(comparer.model.0.is_empty());
                }
                Ok::<(), Difference>(())
            })
        };
        assert_eq!(compare(None), Ok(()));
        assert_eq!(compare(Some(5000)).unwrap_err().cycle, 5000);
        assert_eq!(compare(Some(cycles - 1)).unwrap_err().cycle, cycles - 1);
    }
}
