//! Bucket aggregation in segments and group aggregation: additions whose order is fixed.
//!
//! A sum issued in cycle t can be an operand in cycle t + latency + 1. Segments run interleaved in
//! rounds: first each segment's addition to its running sum T, then each segment's addition of the
//! T of the round before to its total G. A round lasts max(latency + 1, 2 x segments) cycles.

use super::datapath::Datapath;
use crate::trace::{Event, Trace};

/// A fixed schedule on one adder: where it is, and what it has issued.
pub(super) struct Schedule<'a, T> {
    /// The adder.
    pub adder: u32,
    /// Its pipeline stages.
    pub latency: u64,
    /// The cycle reached.
    pub cycle: u64,
    /// Additions issued.
    pub adds: u64,
    /// Is told of every issue.
    pub trace: &'a mut T,
}

impl<T: Trace> Schedule<'_, T> {
    /// Issues an addition `offset` cycles from here.
    fn issue(&mut self, offset: u64) {
        self.adds += 1;
        let event = Event::AdderIssue { adder: self.adder, bucket: 0 };
        self.trace.event(self.cycle + offset, event);
    }

    /// Issues an addition and waits for its sum.
    fn wait_for_sum(&mut self) {
        self.issue(0);
        self.cycle += self.latency + 1;
    }
}

/// Sum of t * B_t over `buckets[t]`, t from 1 (entry 0 is unused; an empty bucket is the
/// identity), in `segments` equal parts (a power of two).
///
/// For segment s of K buckets, T_s is the plain sum and G_s the sum weighted 1..K within the
/// segment; the result is sum G_s + K * sum s * T_s. The second sum is again a running sum over
/// the segments, and K a power of two: log2 K doublings.
pub(super) fn aggregate_buckets<D: Datapath, T: Trace>(
    datapath: &D,
    buckets: &[Option<D::Point>],
    segments: usize,
    schedule: &mut Schedule<'_, T>,
) -> D::Point {
    let length = (buckets.len() - 1) / segments;
    let parallel = segments as u64;
    let round = (schedule.latency + 1).max(2 * parallel);
    let mut sums = vec![datapath.identity(); segments];
    let mut totals = sums.clone();
    for offset in (1..=length).rev() {
        for segment in 0..segments {
            if let Some(bucket) = &buckets[segment * length + offset] {
                sums[segment] = datapath.add(&sums[segment], bucket);
            }
            totals[segment] = datapath.add(&totals[segment], &sums[segment]);
            schedule.issue(segment as u64);
            // G takes this round's T in the next.
            schedule.issue(round + parallel + segment as u64);
        }
        schedule.cycle += round;
    }
    // The last G of the last segment, issued one round later, must come out.
    schedule.cycle += 2 * parallel + schedule.latency;
    let mut result = totals[0].clone();
    if segments > 1 {
        let (mut running, mut weighted) = (datapath.identity(), datapath.identity());
        let round = (schedule.latency + 1).max(3);
        for segment in (1..segments).rev() {
            running = datapath.add(&running, &sums[segment]);
            weighted = datapath.add(&weighted, &running);
            result = datapath.add(&result, &totals[segment]);
            schedule.issue(0);
            schedule.issue(round + 1);
            schedule.issue(2);
            schedule.cycle += round;
        }
        schedule.cycle += schedule.latency + 2;
        for _ in 0..length.ilog2() {
            weighted = datapath.add(&weighted, &weighted);
            schedule.wait_for_sum();
        }
        result = datapath.add(&result, &weighted);
        schedule.wait_for_sum();
    }
    result
}

/// Sum of 2^(c j) * `windows[j]`: from the top window down, c doublings and one addition each, all
/// waiting for one another.
pub(super) fn combine_windows<D: Datapath, T: Trace>(
    datapath: &D,
    windows: &[D::Point],
    window_bits: u32,
    schedule: &mut Schedule<'_, T>,
) -> D::Point {
    let mut result = datapath.identity();
    for window in windows.iter().rev() {
        for _ in 0..window_bits {
            result = datapath.add(&result, &result);
            schedule.wait_for_sum();
        }
        result = datapath.add(&result, window);
        schedule.wait_for_sum();
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Integers;

    impl Datapath for Integers {
        type Point = i128;
        fn identity(&self) -> i128 {
            0
        }
        fn input(&self, _: u64, _: bool) -> i128 {
            unreachable!()
        }
        fn add_input(&self, _: &i128, _: u64, _: bool) -> i128 {
            unreachable!()
        }
        fn add(&self, left: &i128, right: &i128) -> i128 {
            left + right
        }
    }

    type Issues = Vec<(u64, Event)>;

    fn schedule(trace: &mut Issues) -> Schedule<'_, Issues> {
        Schedule { adder: 0, latency: 22, cycle: 100, adds: 0, trace }
    }

    /// One issue a cycle, all inside the schedule, the last early enough to come out.
    fn check(schedule: &Schedule<'_, Issues>) {
        let mut cycles: Vec<u64> = schedule.trace.iter().map(|(cycle, _)| *cycle).collect();
        cycles.sort_unstable();
        assert_eq!(cycles.len() as u64, schedule.adds);
        assert!(cycles.windows(2).all(|pair| pair[0] < pair[1]), "two issues in one cycle");
        assert_eq!(cycles[0], 100);
        assert_eq!(cycles[cycles.len() - 1] + 23, schedule.cycle);
    }

    #[test]
    fn every_segmentation_gives_the_weighted_sum() {
        for log in 1..=8 {
            let buckets: Vec<Option<i128>> =
                (0..=1i128 << log).map(|t| (t % 3 != 1).then_some(t * t - 77)).collect();
            let want: i128 =
                buckets.iter().enumerate().skip(1).map(|(t, b)| t as i128 * b.unwrap_or(0)).sum();
            let mut last = u64::MAX;
            for log_segments in 0..=log {
                let mut trace = Issues::new();
                let mut schedule = schedule(&mut trace);
                let got = aggregate_buckets(&Integers, &buckets, 1 << log_segments, &mut schedule);
                assert_eq!(got, want);
                check(&schedule);
                if log == 8 && log_segments <= 3 {
                    assert!(schedule.cycle < last, "segments pay until the adder is full");
                    last = schedule.cycle;
                }
            }
        }
    }

    #[test]
    fn one_segment_costs_one_adder_latency_a_bucket() {
        let mut trace = Issues::new();
        let mut schedule = schedule(&mut trace);
        aggregate_buckets(&Integers, &vec![Some(1); 33], 1, &mut schedule);
        assert_eq!((schedule.cycle - 100, schedule.adds), (33 * 23 + 1, 64));
    }

    #[test]
    fn windows_combine_by_doubling() {
        let mut trace = Issues::new();
        let mut schedule = schedule(&mut trace);
        assert_eq!(combine_windows(&Integers, &[5, -3, 7], 4, &mut schedule), 5 - 3 * 16 + 7 * 256);
        assert_eq!((schedule.cycle - 100, schedule.adds), (3 * 5 * 23, 15));
        check(&schedule);
    }
}
