//! Bucket aggregation in segments and group aggregation: additions whose order is fixed.
//!
//! A sum issued in cycle t can be an operand in cycle t + latency + 1 ("round"). Segments run
//! interleaved, one addition each in a round for the running sum T and one for the total G that
//! takes the T of the round before, so a round lasts max(latency + 1, 2 x segments) cycles.

use super::datapath::Datapath;

/// Cycles and additions of a fixed schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixedCounts {
    /// Cycles.
    pub cycles: u64,
    /// Additions issued.
    pub adds: u64,
}

impl FixedCounts {
    fn rounds(&mut self, rounds: u64, adds_in_each: u64, latency: u64) {
        self.cycles += rounds * (latency + 1).max(adds_in_each);
        self.adds += rounds * adds_in_each;
    }
}

/// Sum of t * B_t over `buckets[t]`, t from 1 (entry 0 is unused; an empty bucket is the
/// identity), in `segments` equal parts (a power of two).
///
/// For segment s of K buckets, T_s is the plain sum and G_s the sum weighted 1..K within the
/// segment; the result is sum G_s + K * sum s * T_s. The second sum is again a running sum over
/// the segments, and K a power of two: log2 K doublings.
pub fn aggregate_buckets<D: Datapath>(
    datapath: &D,
    buckets: &[Option<D::Point>],
    segments: usize,
    latency: u64,
) -> (D::Point, FixedCounts) {
    let mut counts = FixedCounts::default();
    let length = (buckets.len() - 1) / segments;
    let mut totals = Vec::with_capacity(segments);
    let mut sums = Vec::with_capacity(segments);
    for segment in 0..segments {
        let (mut running, mut total) = (datapath.identity(), datapath.identity());
        for offset in (1..=length).rev() {
            if let Some(bucket) = &buckets[segment * length + offset] {
                running = datapath.add(&running, bucket);
            }
            total = datapath.add(&total, &running);
        }
        totals.push(total);
        sums.push(running);
    }
    // `length` rounds of both additions, and one more for the last G.
    let parallel = segments as u64;
    counts.rounds(length as u64, 2 * parallel, latency);
    counts.cycles += (latency + 1).max(parallel);
    let mut result = totals[0].clone();
    if segments > 1 {
        let (mut running, mut weighted) = (datapath.identity(), datapath.identity());
        for segment in (1..segments).rev() {
            running = datapath.add(&running, &sums[segment]);
            weighted = datapath.add(&weighted, &running);
            result = datapath.add(&result, &totals[segment]);
        }
        counts.rounds(segments as u64 - 1, 3, latency);
        for _ in 0..length.ilog2() {
            weighted = datapath.add(&weighted, &weighted);
        }
        result = datapath.add(&result, &weighted);
        // The last weighted sum, then the doublings, then one addition.
        counts.cycles += latency + 1;
        counts.rounds(u64::from(length.ilog2()) + 1, 1, latency);
    }
    (result, counts)
}

/// Sum of 2^(c j) * `windows[j]`: from the top window down, c doublings and one addition each, all
/// waiting for one another.
pub fn combine_windows<D: Datapath>(
    datapath: &D,
    windows: &[D::Point],
    window_bits: u32,
    latency: u64,
) -> (D::Point, FixedCounts) {
    let mut counts = FixedCounts::default();
    let mut result = datapath.identity();
    for window in windows.iter().rev() {
        for _ in 0..window_bits {
            result = datapath.add(&result, &result);
        }
        result = datapath.add(&result, window);
    }
    counts.rounds(windows.len() as u64 * u64::from(window_bits + 1), 1, latency);
    (result, counts)
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

    #[test]
    fn every_segmentation_gives_the_weighted_sum() {
        for log in 1..=8 {
            let buckets: Vec<Option<i128>> =
                (0..=1i128 << log).map(|t| (t % 3 != 1).then_some(t * t - 77)).collect();
            let want: i128 =
                buckets.iter().enumerate().skip(1).map(|(t, b)| t as i128 * b.unwrap_or(0)).sum();
            let mut last = u64::MAX;
            for log_segments in 0..=log {
                let (got, counts) = aggregate_buckets(&Integers, &buckets, 1 << log_segments, 22);
                assert_eq!(got, want);
                if log == 8 && log_segments <= 3 {
                    assert!(counts.cycles < last, "segments pay until the adder is full");
                    last = counts.cycles;
                }
            }
        }
    }

    #[test]
    fn one_segment_costs_one_adder_latency_a_bucket() {
        let (_, counts) = aggregate_buckets(&Integers, &vec![Some(1); 33], 1, 22);
        assert_eq!(counts, FixedCounts { cycles: 33 * 23, adds: 64 });
    }

    #[test]
    fn windows_combine_by_doubling() {
        let (got, counts) = combine_windows(&Integers, &[5, -3, 7], 4, 22);
        assert_eq!(got, 5 - 3 * 16 + 7 * 256);
        assert_eq!(counts, FixedCounts { cycles: 3 * 5 * 23, adds: 15 });
    }
}
