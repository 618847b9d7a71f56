//! Reruns the experiments of the uninm paper on its model and prints them, as Markdown, beside the
//! published figures: `make reproduce` writes the output to `docs/uninm-results.md`.
//!
//! Arguments: the commit to name in the output. Everything printed is a count of simulated cycles
//! and therefore the same on every machine.

use std::collections::BTreeMap;

use ark_ff::PrimeField;
use proofsmith_accel::{Accelerator, CurveId};
use proofsmith_sim::SimStats;
use proofsmith_sim::msm::{
    BucketArray, Indices, MsmModel, MsmRun, RandomScalars, ScalarSource, SignedDigits,
};
use proofsmith_sim::ntt::{Direction, NttModel};
use proofsmith_sim::trace::NoTrace;

const MODULUS: [u64; 4] = ark_bls12_381::Fr::MODULUS.0;
const SEED: u64 = 2024;

/// Table 6: log2 of the size and milliseconds.
const TABLE_6: [(u32, f64); 2] = [(16, 0.047), (20, 0.91)];

/// Table 9: log2 of the size, and millions of cycles for (c = 6, c = 13) with one adder and two.
const TABLE_9: [(u32, [f64; 4]); 6] = [
    (16, [3.7, 3.5, 2.0, 1.9]),
    (18, [14.6, 8.6, 8.1, 4.8]),
    (20, [58.3, 28.9, 32.4, 16.1]),
    (22, [233.2, 110.2, 129.6, 61.3]),
    (24, [932.8, 435.7, 518.2, 242.0]),
    (26, [3731.1, 1737.2, 2072.8, 965.1]),
];

const MACHINES: [(u32, u32); 4] = [(6, 1), (13, 1), (6, 2), (13, 2)];

/// A pad for 1K-point slices at c = 6, cycles.
const PAD: u32 = 1400;

/// Largest MSM whose DRAM traffic is simulated burst by burst through all windows.
const EXACT_DRAM_LOG2: u32 = 16;
/// Larger ones are scaled from two passes of this size.
const SAMPLE_LOG2: u32 = 18;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let commit = std::env::args().nth(1).unwrap_or_else(|| "unknown".into());
    println!("# uninm: measured against published\n");
    println!(
        "Printed by `make reproduce` at commit {commit}, version {}: do not edit. Configuration: \
         `accelerators/uninm.toml`, BLS12-381, 800 MHz, random scalars from seed {SEED}. The \
         NTT with one DDR4-3200 channel runs in lockstep with its RTL; the rest is model only. The \
         paper's figures count computation and ignore DRAM; those with ideal memory do the same.\n",
        env!("CARGO_PKG_VERSION")
    );
    ntt()?;
    figure_15()?;
    constant_time()?;
    variants()?;
    let ideal = msm_ideal()?;
    msm_dram(&ideal)
}

fn accelerator(settings: &[String]) -> Result<Accelerator, Box<dyn std::error::Error>> {
    Ok(Accelerator::load("uninm", settings)?)
}

fn memories() -> [(&'static str, [String; 2]); 4] {
    let ddr4 = |n: u32| ["dram.device=\"DDR4-3200\"".to_owned(), format!("dram.channels={n}")];
    [
        ("ideal", ["dram.device=\"ideal\"".into(), "dram.channels=1".into()]),
        ("DDR4-3200 x1", ddr4(1)),
        ("DDR4-3200 x2", ddr4(2)),
        ("DDR4-3200 x4", ddr4(4)),
    ]
}

fn percent(ours: f64, published: f64) -> String {
    format!("{:+.1} %", (ours / published - 1.0) * 100.0)
}

fn run_ntt(
    settings: &[String],
    log2_size: u32,
    direction: Direction,
    coset: bool,
) -> Result<SimStats, Box<dyn std::error::Error>> {
    let accelerator = accelerator(settings)?;
    let curve = CurveId::Bls12_381;
    let model = NttModel { accelerator: &accelerator, curve, log2_size, direction, coset };
    Ok(model.run(&mut NoTrace, &mut |_, _| {})?)
}

fn ntt() -> Result<(), Box<dyn std::error::Error>> {
    println!("## NTT (Table 6)\n");
    println!(
        "| size | published ms | ideal ms | difference | cycles | with the paper's 4 twiddle multipliers: ms, slowdown |"
    );
    println!("|---|---|---|---|---|---|");
    let ideal = memories()[0].1.to_vec();
    for (log2_size, published) in TABLE_6 {
        let ours = run_ntt(&ideal, log2_size, Direction::Forward, false)?;
        let mut four = ideal.clone();
        four.push("ntt.twiddle_multipliers_per_kernel=4".into());
        let four = run_ntt(&four, log2_size, Direction::Forward, false)?;
        println!(
            "| 2^{log2_size} | {published} | {:.4} | {} | {} | {:.4}, {:.2} |",
            ours.milliseconds(),
            percent(ours.milliseconds(), published),
            ours.cycles,
            four.milliseconds(),
            four.cycles as f64 / ours.cycles as f64,
        );
    }
    println!("\nThe same transforms with DRAM, which the paper never shows:\n");
    println!("| size | memory | ms | x ideal | butterflies used | GB/s | row hits |");
    println!("|---|---|---|---|---|---|---|");
    for log2_size in [10, 12, 14, 16, 18, 20, 22] {
        let mut ideal_cycles = 0;
        for (name, memory) in memories() {
            let stats = run_ntt(&memory, log2_size, Direction::Forward, false)?;
            if name == "ideal" {
                ideal_cycles = stats.cycles;
            }
            let dram = &stats.dram;
            let bytes = (dram.read_bytes + dram.write_bytes) as f64;
            let hits = dram.row_hits as f64 / (dram.row_hits + dram.row_misses).max(1) as f64;
            println!(
                "| 2^{log2_size} | {name} | {:.4} | {:.2} | {:.1} % | {:.1} | {} |",
                stats.milliseconds(),
                stats.cycles as f64 / ideal_cycles as f64,
                stats.utilisation.fraction() * 100.0,
                bytes / stats.milliseconds() / 1e6,
                if name == "ideal" { "-".into() } else { format!("{:.1} %", hits * 100.0) },
            );
        }
    }
    println!("\nVariants at 2^16, ideal memory:\n");
    println!("| variant | cycles |");
    println!("|---|---|");
    for (name, direction, coset) in [
        ("forward", Direction::Forward, false),
        ("inverse", Direction::Inverse, false),
        ("forward on a coset", Direction::Forward, true),
        ("inverse from a coset", Direction::Inverse, true),
    ] {
        println!("| {name} | {} |", run_ntt(&ideal, 16, direction, coset)?.cycles);
    }
    println!();
    Ok(())
}

/// 100 independent slices of 1K points, each into empty buckets.
fn figure_15() -> Result<(), Box<dyn std::error::Error>> {
    println!("## 100 random 1K-point slices (Figure 15)\n");
    println!("| result buffer | published mean | ours | difference | worst - best, published 56 |");
    println!("|---|---|---|---|---|");
    let accelerator = accelerator(&[])?;
    let (config, adder) = accelerator.msm_engine().ok_or("no MSM engine")?;
    let digits = SignedDigits::new(config.window_bits, &MODULUS);
    let batch = u64::from(config.batch_points);
    let source = RandomScalars { seed: SEED, count: 100 * batch, modulus: MODULUS };
    for capacity in [config.result_buffer, 0, 128, 64, 32] {
        let cycles: Vec<u64> = (0..100)
            .map(|slice| {
                let slice_digits: Vec<i32> = (slice * batch..(slice + 1) * batch)
                    .map(|i| digits.digit(&source.scalar(i), 20))
                    .collect();
                let buckets = 1 << (config.window_bits - 1);
                let mut array = BucketArray::new(0, buckets, adder.latency, capacity);
                array.run(&Indices, &slice_digits, 0, 0, &mut NoTrace).cycles
            })
            .collect();
        let mean = cycles.iter().sum::<u64>() as f64 / 100.0;
        let spread = cycles.iter().max().unwrap_or(&0) - cycles.iter().min().unwrap_or(&0);
        let name = if capacity == 0 { "unlimited".into() } else { capacity.to_string() };
        println!("| {name} | 1273 | {mean:.1} | {} | {spread} |", percent(mean, 1273.0));
    }
    println!();
    Ok(())
}

fn msm_model(
    window_bits: u32,
    adders: u32,
    memory: &[String],
    log2_size: u32,
    passes: Option<u32>,
) -> Result<MsmRun<()>, Box<dyn std::error::Error>> {
    let mut settings = memory.to_vec();
    settings.push(format!("msm.window_bits={window_bits}"));
    settings.push(format!("msm.adders={adders}"));
    run_msm(&settings, log2_size, passes)
}

fn run_msm(
    settings: &[String],
    log2_size: u32,
    passes: Option<u32>,
) -> Result<MsmRun<()>, Box<dyn std::error::Error>> {
    let accelerator = accelerator(settings)?;
    let model =
        MsmModel { accelerator: &accelerator, curve: CurveId::Bls12_381, modulus: MODULUS, passes };
    let source = RandomScalars { seed: SEED, count: 1 << log2_size, modulus: MODULUS };
    eprintln!("MSM 2^{log2_size} {}", settings.join(" "));
    Ok(model.run(&source, &Indices, &mut NoTrace, &mut |_, _| {})?)
}

/// Slices of a whole MSM, where buckets hold the sums of earlier batches, against a pad.
fn constant_time() -> Result<(), Box<dyn std::error::Error>> {
    let mut settings = memories()[0].1.to_vec();
    let free = run_msm(&settings, 18, None)?;
    settings.push(format!("msm.pad_slice_cycles={PAD}"));
    let padded = run_msm(&settings, 18, None)?;
    println!("## Constant-time padding, MSM 2^18, c = 6, ideal memory\n");
    println!("| pad, cycles a slice | cycles | cost | slices over the pad |");
    println!("|---|---|---|---|");
    println!("| none | {} | | |", free.stats.cycles);
    let cost = percent(padded.stats.cycles as f64, free.stats.cycles as f64);
    println!("| {PAD} | {} | {cost} | {} |\n", padded.stats.cycles, padded.slices_over_pad);
    Ok(())
}

/// Choices that the paper leaves open or mentions.
fn variants() -> Result<(), Box<dyn std::error::Error>> {
    println!("## Variants of the MSM, 2^18 points, ideal memory\n");
    println!("| setting | cycles | cycles a point and window |");
    println!("|---|---|---|");
    for setting in [
        "",
        "msm.batch_points=2048",
        "msm.result_buffer=0",
        "msm.window_bits=13",
        "msm.window_bits=13 msm.result_buffer=0",
        "msm.window_bits=13 msm.result_buffer=320",
        "msm.window_bits=13 msm.batch_points=2048",
        "msm.window_bits=13 msm.aggregation_segments=8",
    ] {
        let mut settings = memories()[0].1.to_vec();
        settings.extend(setting.split_whitespace().map(str::to_owned));
        let accelerator = accelerator(&settings)?;
        let (config, _) = accelerator.msm_engine().ok_or("no MSM engine")?;
        let windows = SignedDigits::new(config.window_bits, &MODULUS).windows();
        let run = run_msm(&settings, 18, None)?;
        let name = if setting.is_empty() { "as described" } else { setting };
        println!(
            "| {name} | {} | {:.3} |",
            run.stats.cycles,
            run.slices.cycles as f64 / f64::from(windows) / f64::from(1 << 18)
        );
    }
    println!();
    Ok(())
}

/// Exact cycles by (log2 of the size, window bits, adders).
type Exact = BTreeMap<(u32, u32, u32), SimStats>;

fn msm_ideal() -> Result<Exact, Box<dyn std::error::Error>> {
    println!("## MSM, ideal memory (Table 9), millions of cycles\n");
    println!("\\* with an unlimited result buffer: Table 1 taken literally.\n");
    println!(
        "| size | c | adders | published | ours | difference | adders used | literal* | difference | \
         peak* |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let ideal = &memories()[0].1;
    let mut exact = Exact::new();
    for (log2_size, published) in TABLE_9 {
        for ((window_bits, adders), published) in MACHINES.into_iter().zip(published) {
            let run = msm_model(window_bits, adders, ideal, log2_size, None)?;
            let stats = run.stats;
            let ours = stats.cycles as f64 / 1e6;
            let mut unlimited = ideal.to_vec();
            unlimited.push("msm.result_buffer=0".into());
            let literal = msm_model(window_bits, adders, &unlimited, log2_size, None)?;
            let literal_cycles = literal.stats.cycles as f64 / 1e6;
            println!(
                "| 2^{log2_size} | {window_bits} | {adders} | {published} | {ours:.2} | {} | {:.1} % | {literal_cycles:.2} | {} | {} |",
                percent(ours, published),
                stats.utilisation.fraction() * 100.0,
                percent(literal_cycles, published),
                literal.slices.result_buffer_peak,
            );
            exact.insert((log2_size, window_bits, adders), stats);
        }
    }
    println!();
    Ok(exact)
}

/// Cycles of the phases that grow with the points, and of those that do not.
fn split(stats: &SimStats) -> (f64, f64) {
    let of = |names: &[&str]| -> f64 {
        let phases = stats.phases.iter().filter(|phase| names.contains(&phase.name.as_str()));
        phases.map(|phase| phase.cycles as f64).sum()
    };
    (of(&["bucket accumulation", "memory wait"]), of(&["bucket aggregation"]))
}

fn msm_dram(ideal: &Exact) -> Result<(), Box<dyn std::error::Error>> {
    println!("## MSM with DRAM, milliseconds\n");
    println!(
        "2^{EXACT_DRAM_LOG2} is simulated burst by burst; larger sizes (~) are scaled from the \
         second of two passes over 2^{SAMPLE_LOG2} points.\n"
    );
    println!("| size | c | adders | ideal | DDR4-3200 x1 | x2 | x4 |");
    println!("|---|---|---|---|---|---|---|");
    for (window_bits, adders) in MACHINES {
        let windows = SignedDigits::new(window_bits, &MODULUS).windows();
        let passes = f64::from(windows.div_ceil(adders));
        let mut exact = Vec::new();
        let mut second_pass = Vec::new();
        for (_, memory) in &memories()[1..] {
            let stats = msm_model(window_bits, adders, memory, EXACT_DRAM_LOG2, None)?.stats;
            exact.push(format!("{:.2}", stats.milliseconds()));
            let one = split(&msm_model(window_bits, adders, memory, SAMPLE_LOG2, Some(1))?.stats);
            let two = split(&msm_model(window_bits, adders, memory, SAMPLE_LOG2, Some(2))?.stats);
            second_pass.push((two.0 - one.0, two.1 - one.1));
        }
        for (log2_size, _) in TABLE_9 {
            let ideal = &ideal[&(log2_size, window_bits, adders)];
            let columns: Vec<String> = if log2_size == EXACT_DRAM_LOG2 {
                exact.clone()
            } else {
                let scale = f64::from(1u32 << (log2_size - SAMPLE_LOG2));
                let group: u64 = ideal.phases.last().map_or(0, |phase| phase.cycles);
                second_pass
                    .iter()
                    .map(|(growing, fixed)| {
                        let cycles = passes * (growing * scale + fixed) + group as f64;
                        format!("~{:.1}", cycles / f64::from(ideal.clock_mhz) / 1000.0)
                    })
                    .collect()
            };
            println!(
                "| 2^{log2_size} | {window_bits} | {adders} | {:.2} | {} |",
                ideal.milliseconds(),
                columns.join(" | ")
            );
        }
    }
    println!();
    Ok(())
}
