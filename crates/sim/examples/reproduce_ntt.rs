//! Reruns the NTT experiments of the uninm, reorder and reconf papers on the models and prints
//! them, as Markdown, beside the published figures: `make reproduce` writes the output to
//! `docs/ntt-results.md`.
//!
//! Arguments: the commit to name in the output. Everything printed is a count of simulated cycles
//! and therefore the same on every machine.

use std::collections::BTreeMap;

use proofsmith_accel::{Accelerator, CurveId, DelayCommutator, MultiBank, Ntt, Stages};
use proofsmith_sim::SimStats;
use proofsmith_sim::memory::{Dram, Layout};
use proofsmith_sim::ntt::{
    DelayCommutatorEngine, Direction, LinePass, NttModel, Part, StreamEngine, StreamOrganisation,
    ideal_pass,
};
use proofsmith_sim::trace::NoTrace;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const IDEAL: &[&str] = &["dram.device=ideal", "dram.channels=1"];
const DDR4: &[&str] = &["dram.device=DDR4-3200", "dram.channels=1"];

/// The four organisations: description and settings.
const ORGANISATIONS: [(&str, &[&str]); 4] =
    [("uninm", &[]), ("reorder", &[]), ("reorder", DELAY_FEEDBACK), ("reconf", &[])];
const DELAY_FEEDBACK: &[&str] = &["ntt.organisation=delay_feedback"];

/// Table III of reorder: rounds, sub-tasks, how many of them in parallel, clocks.
const REORDER_TABLE_3: [(u32, u64, u64, u32); 5] = [
    (8, 16, 1, 39094),
    (8, 16, 2, 20361),
    (4, 256, 1, 39407),
    (4, 256, 2, 20312),
    (4, 256, 4, 10524),
];

/// Clocks of a butterfly that fit table III.
const TABLE_3_INTERVAL: u32 = 18;

/// Table V of reorder, 256 bits: log2 of the size, milliseconds of `PipeZK`'s core and of theirs.
const REORDER_TABLE_5: [(u32, f64, f64); 7] = [
    (12, 6.772, 3.984),
    (13, 13.554, 7.737),
    (14, 28.446, 15.205),
    (15, 55.469, 29.346),
    (16, 114.455, 59.722),
    (18, 468.860, 240.973),
    (20, 1892.553, 968.722),
];

/// Largest transform that is run with slow butterflies and DRAM.
const SLOW_LARGEST: u32 = 16;

/// Table V of reconf: log2 of the size, bits, microseconds.
const RECONF_TABLE_5: [(u32, u32, f64); 6] = [
    (16, 128, 14.9),
    (16, 256, 41.9),
    (16, 384, 82.9),
    (20, 128, 222.9),
    (20, 256, 658.3),
    (20, 384, 1313.7),
];

/// A transform whose layouts are compared whole, and the largest one, of which only a part is run.
const WHOLE_LAYOUTS: [u32; 2] = [16, 20];
const LARGEST: u32 = 24;
/// Batches of each pass in such a part.
const PART: u64 = 64;

/// Of a scalar-field element in memory.
const ELEMENT_BITS: u64 = 256;
const ELEMENT_BYTES: u64 = ELEMENT_BITS / 8;

/// Time between two refreshes of DDR4, nanoseconds.
const REFRESH_NS: u64 = 7800;
const RUNS: u64 = 100;

fn main() -> Result<()> {
    let commit = std::env::args().nth(1).unwrap_or_else(|| "unknown".into());
    println!("# NTT engines: measured against published\n");
    println!(
        "Printed by `make reproduce` (`cargo run --release --package proofsmith-sim --example \
         reproduce_ntt`) at commit {commit}, version {}: do not edit. Configurations: \
         `accelerators/uninm.toml`, `reorder.toml` and `reconf.toml`, BN254, forward, unless \
         said otherwise; delay feedback is `reorder` with `ntt.organisation=delay_feedback`. \
         These are figures of the models; `docs/ntt.md` says how they are compared with the \
         RTL.\n",
        env!("CARGO_PKG_VERSION")
    );
    let mut runs = Runs::default();
    uninm(&mut runs)?;
    reorder_table_3()?;
    reorder_table_5(&mut runs)?;
    reconf_table_5(&mut runs)?;
    layouts()?;
    utilisation(&mut runs)?;
    jitter()?;
    cost()
}

fn accelerator(name: &str, settings: &[&[&str]]) -> Result<Accelerator> {
    let settings: Vec<String> = settings.concat().iter().map(|&one| one.to_owned()).collect();
    Ok(Accelerator::load(name, &settings)?)
}

fn model(accelerator: &Accelerator, log2_size: u32) -> NttModel<'_> {
    let (curve, direction) = (CurveId::Bn254, Direction::Forward);
    NttModel { accelerator, curve, log2_size, direction, coset: false }
}

/// Whole transforms, each run once.
#[derive(Default)]
struct Runs(BTreeMap<String, SimStats>);

impl Runs {
    fn get(&mut self, name: &str, settings: &[&[&str]], log2_size: u32) -> Result<SimStats> {
        let key = format!("2^{log2_size} {name} {}", settings.concat().join(" "));
        if let Some(stats) = self.0.get(&key) {
            return Ok(stats.clone());
        }
        eprintln!("NTT {key}");
        let accelerator = accelerator(name, settings)?;
        let stats = model(&accelerator, log2_size).run(&mut NoTrace, &mut |_, _| {})?;
        self.0.insert(key, stats.clone());
        Ok(stats)
    }
}

fn percent(ours: f64, published: f64) -> String {
    format!("{:+.1} %", (ours / published - 1.0) * 100.0)
}

/// Row hits among column commands, percent.
fn row_hits(stats: &SimStats) -> f64 {
    let (hits, misses) = (stats.dram.row_hits as f64, stats.dram.row_misses as f64);
    hits / (hits + misses) * 100.0
}

fn uninm(runs: &mut Runs) -> Result<()> {
    println!("## uninm, table 6\n");
    let of = |runs: &mut Runs, log2_size, published| -> Result<String> {
        let ours = runs.get("uninm", &[IDEAL], log2_size)?.milliseconds();
        Ok(format!("2^{log2_size} takes {ours:.4} ms, {}", percent(ours, published)))
    };
    println!(
        "With ideal memory {}, and {}. The table, with DRAM beside it, is in `uninm-results.md`.\n",
        of(runs, 16, 0.047)?,
        of(runs, 20, 0.91)?
    );
    Ok(())
}

fn reorder_table_3() -> Result<()> {
    let Ntt::Reorder(stages) = accelerator("reorder", &[])?.ntt else {
        return Err("reorder has another organisation".into());
    };
    let interval = stages.butterfly_interval;
    println!("## reorder, table III: clocks of one pass of 4096 points\n");
    println!(
        "The paper gives clocks of m rounds on sub-tasks of 2^m points, 4096 points in all. That \
         is one pass, not a transform: that has 12 rounds, and these are 8 or 4 of them. The \
         clocks are about those of one butterfly in {TABLE_3_INTERVAL}: p pipelines take \
         (sub-tasks / p + 1) 2^(m-1) {TABLE_3_INTERVAL} and their latency. The difference of two \
         rows of the paper tells what one sub-task more costs: some clocks more than that, which \
         it does not explain, and which count most where sub-tasks are short. With \
         `mont_shared`, which takes operands every {interval} clocks, the same pass takes the \
         clocks of the last column; sub-tasks of 16 points are then shorter than the pipeline, \
         and two batches of memory for results hold them up. Lines are loaded and stored in no \
         time.\n"
    );
    println!(
        "| rounds | sub-tasks | in parallel | published | ours, butterfly in {TABLE_3_INTERVAL} \
         | difference | one sub-task more: published | ours | ours, butterfly in {interval} |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let clocks = |rounds, tasks, butterfly_interval| {
        let stages = Stages { butterfly_interval, ..stages.clone() };
        let pass = LinePass {
            log2_size: rounds,
            inverse: false,
            product_before: false,
            hadamard: false,
            product_after: false,
        };
        let mut engine = StreamEngine::new(StreamOrganisation::Reorder, &stages, pass);
        ideal_pass(&mut engine, tasks, &mut NoTrace) as f64
    };
    for (index, &(rounds, tasks, parallel, published)) in REORDER_TABLE_3.iter().enumerate() {
        let published = f64::from(published);
        let each = tasks / parallel;
        let ours = clocks(rounds, each, TABLE_3_INTERVAL);
        // The next row, where it has half as many sub-tasks for a pipeline.
        let next = REORDER_TABLE_3.get(index + 1).filter(|next| next.0 == rounds);
        let more = next.map_or(" | ".into(), |next| {
            let half = each / 2;
            let per_task = |whole: f64, less: f64| (whole - less) / half as f64;
            let ours = per_task(ours, clocks(rounds, half, TABLE_3_INTERVAL));
            format!("{:.1} | {ours:.1}", per_task(published, f64::from(next.3)))
        });
        println!(
            "| {rounds} | {tasks} | {parallel} | {published} | {ours} | {} | {more} | {} |",
            percent(ours, published),
            clocks(rounds, each, interval),
        );
    }
    println!();
    Ok(())
}

fn reorder_table_5(runs: &mut Runs) -> Result<()> {
    let slow = format!("ntt.butterfly_interval={TABLE_3_INTERVAL}");
    let slow: &[&str] = &[&slow];
    let described = accelerator("reorder", &[])?;
    let interval = described.ntt.butterfly_interval();
    println!("## reorder, table V: delay feedback over data reordering, 256 bits\n");
    println!(
        "How many times longer the transform takes with delay feedback. DDR4 is one channel of \
         DDR4-3200 at {} MHz. Clocks a point are those of data reordering; ours at \
         {TABLE_3_INTERVAL} clocks a butterfly has two pipelines, the paper's core has one. The \
         published times are not explained by table III: they take 61 to 66 clocks a point, \
         where its core takes 9.5 in each of two passes. If they are sums of what both cores \
         need alike, such as transfers, and of what takes twice as long with delay feedback, two \
         less the ratio is the part alike: 30 % at 2^12, 5 % at 2^20. The model has no such part \
         with ideal memory. With DRAM and a butterfly in {interval} it has another: rows are \
         loaded with their Hadamard factors, a burst a clock, for longer than data reordering \
         takes to transform them.\n",
        described.clock_mhz
    );
    println!(
        "| size | published | ideal, butterfly in {TABLE_3_INTERVAL} | DDR4, in \
         {TABLE_3_INTERVAL} | ideal, in {interval} | DDR4, in {interval} | clocks a point: \
         published | ideal, in {TABLE_3_INTERVAL} | DDR4, in {TABLE_3_INTERVAL} | ideal, in \
         {interval} | DDR4, in {interval} |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (log2_size, feedback, reorder) in REORDER_TABLE_5 {
        let points = f64::from(1u32 << log2_size);
        let clocks = reorder * f64::from(described.clock_mhz) * 1000.0 / points;
        let mut ratios = format!("{:.2}", feedback / reorder);
        let mut clocks = format!("{clocks:.2}");
        for settings in [&[IDEAL, slow][..], &[DDR4, slow], &[IDEAL], &[DDR4]] {
            if settings == [DDR4, slow] && log2_size > SLOW_LARGEST {
                ratios += " | ";
                clocks += " | ";
                continue;
            }
            let mut with = settings.to_vec();
            let reorder = runs.get("reorder", &with, log2_size)?.cycles as f64;
            with.push(DELAY_FEEDBACK);
            let feedback = runs.get("reorder", &with, log2_size)?.cycles as f64;
            ratios += &format!(" | {:.3}", feedback / reorder);
            clocks += &format!(" | {:.2}", reorder / points);
        }
        println!("| 2^{log2_size} | {ratios} | {clocks} |");
    }
    println!();
    Ok(())
}

fn reconf_table_5(runs: &mut Runs) -> Result<()> {
    let reconf = accelerator("reconf", &[])?;
    let Ntt::DelayCommutator(config) = &reconf.ntt else {
        return Err("reconf has another organisation".into());
    };
    println!("## reconf, table V: two pipelines at {} MHz\n", reconf.clock_mhz);
    println!(
        "The engine alone, with lines that come and go in no time; beside it the whole under the \
         controller, with ideal memory and with one channel of DDR4-3200. The tiled matrix has \
         batches of a power of two lines, so that the controller uses eight of the twelve lanes \
         for 128 bits. Elements of 384 bits lie in 64 bytes each.\n"
    );
    println!(
        "| size | bits | lanes | published us | ours | difference | controller, ideal | DDR4 x1 |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (log2_size, bits, published) in RECONF_TABLE_5 {
        let cycles = DelayCommutatorEngine::ideal_transform(config, bits, log2_size);
        let ours = cycles as f64 / f64::from(reconf.clock_mhz);
        let mut whole = |memory| -> Result<String> {
            let stats = if u64::from(bits) == ELEMENT_BITS {
                runs.get("reconf", &[memory], log2_size)?
            } else {
                let part = Part { element_bits: bits, ..Part::default() };
                run_part("reconf", memory, log2_size, part)?
            };
            Ok(format!("{:.1}", stats.milliseconds() * 1000.0))
        };
        let whole = [whole(IDEAL)?, whole(DDR4)?].join(" | ");
        println!(
            "| 2^{log2_size} | {bits} | {} | {published} | {ours:.1} | {} | {whole} |",
            config.lanes(bits),
            percent(ours, published),
        );
    }
    println!();
    Ok(())
}

fn run_part(name: &str, memory: &[&str], log2_size: u32, part: Part) -> Result<SimStats> {
    eprintln!("NTT 2^{log2_size} {name} {} {part:?}", memory.concat());
    let accelerator = accelerator(name, &[memory])?;
    let dram = Dram::new(&accelerator.dram, accelerator.clock_mhz)?;
    Ok(model(&accelerator, log2_size).run_part(part, dram, &mut NoTrace, &mut |_, _| {})?)
}

fn layouts() -> Result<()> {
    println!("## Tiled against row-major layout: uninm, DDR4-3200 x1\n");
    println!(
        "Batches of four rows or columns are read in the order in which they lie in memory. ~: \
         scaled from the first {PART} batches of each pass; the part of 2^{} beside its whole \
         shows what that is worth.\n",
        WHOLE_LAYOUTS[1]
    );
    println!(
        "| size | tiled: row hits | ms: rows, columns | both | row-major: row hits | ms: rows, \
         columns | both | row-major over tiled |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let parts = [WHOLE_LAYOUTS[1], LARGEST].map(|log2_size| (log2_size, PART));
    for (log2_size, batches) in WHOLE_LAYOUTS.map(|size| (size, u64::MAX)).into_iter().chain(parts)
    {
        let mut columns = Vec::new();
        let mut cycles = Vec::new();
        for layout in [Layout::Tiled, Layout::RowMajor] {
            let part = Part { layout, batches, ..Part::default() };
            let stats = run_part("uninm", DDR4, log2_size, part)?;
            // Of what fraction of all butterflies the part is.
            let all = (1u64 << log2_size) / 2 * u64::from(log2_size);
            let scale = all as f64 / stats.utilisation.used as f64;
            let ms = |cycles: u64| cycles as f64 * scale / f64::from(stats.clock_mhz) / 1000.0;
            columns.push(format!("{:.1} %", row_hits(&stats)));
            let passes: Vec<String> =
                stats.phases.iter().map(|phase| format!("{:.2}", ms(phase.cycles))).collect();
            columns.push(passes.join(", "));
            columns.push(format!("{:.2}", ms(stats.cycles)));
            cycles.push(stats.cycles as f64);
        }
        let mark = if batches == u64::MAX { "" } else { "~" };
        println!(
            "| {mark}2^{log2_size} | {} | {:.2} |",
            columns.join(" | "),
            cycles[1] / cycles[0]
        );
    }
    println!(
        "\nA row of the DRAM holds 8 KiB, and consecutive bursts go round its 8 banks: 64 KiB \
         lie in one row of every bank. Row-major, a column's bursts are as far apart as a row of \
         the matrix is long, always in the same two banks: 8 KiB at 2^16, so that eight of them \
         are in an open row; 32 KiB at 2^20, two; 128 KiB at 2^24, one. With tiles a column \
         costs the same at every size.\n"
    );
    Ok(())
}

fn utilisation(runs: &mut Runs) -> Result<()> {
    println!("## Utilisation and traffic\n");
    println!(
        "Utilisation is useful butterflies, N/2 log2 N, over butterfly slots. A slot is a time \
         at which a butterfly unit could start: every cycle for each of uninm's 16; every \
         `butterfly_interval` cycles for each stage of each pipeline by reordering and delay \
         feedback; every cycle for each stage of each lane of the delay commutator. At most: \
         what the organisation could reach with lines without a gap. A line of 2^(k/2) points \
         uses k/2 of the 12 stages that there are; of these, a unit of delay feedback works half of \
         the time, since it waits for the second element of each pair, and half of the products \
         of a delay commutator, whose stages take an element a cycle, are by 1. Traffic is bytes read and written, over the floor of two passes that each \
         read and write all: 4 x {ELEMENT_BYTES} N. Engines that read their Hadamard factors \
         from memory have 5/4 of it. Ideal memory loads and stores a batch in a cycle.\n"
    );
    println!(
        "| organisation | size | at most | ideal: cycles | utilisation | DDR4-3200 x1: cycles | \
         utilisation | traffic |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (name, settings) in ORGANISATIONS {
        for log2_size in [12, 16, 20] {
            let [ideal, ddr4] =
                [IDEAL, DDR4].map(|memory| runs.get(name, &[memory, settings], log2_size));
            let (ideal, ddr4) = (ideal?, ddr4?);
            let ntt = accelerator(name, &[settings])?.ntt;
            let stages = f64::from(log2_size) / 2.0 / f64::from(ntt.max_sub_ntt().ilog2());
            let most = match ntt {
                Ntt::MultiBank(_) => 1.0,
                Ntt::Reorder(_) => stages,
                Ntt::DelayFeedback(_) | Ntt::DelayCommutator(_) => stages / 2.0,
            };
            let floor = (4 * ELEMENT_BYTES) << log2_size;
            let bytes = ddr4.dram.read_bytes + ddr4.dram.write_bytes;
            let used = |stats: &SimStats| stats.utilisation.fraction() * 100.0;
            println!(
                "| {} | 2^{log2_size} | {:.1} % | {} | {:.1} % | {} | {:.1} % | {:.2} |",
                ntt.organisation(),
                most * 100.0,
                ideal.cycles,
                used(&ideal),
                ddr4.cycles,
                used(&ddr4),
                bytes as f64 / floor as f64,
            );
        }
    }
    println!();
    Ok(())
}

fn jitter() -> Result<()> {
    println!("## Jitter of {RUNS} runs (reorder, figure 12)\n");
    println!(
        "The schedule does not depend on data: with ideal memory every run takes the same \
         cycles. With DRAM, what differs between runs is where refresh stands when they begin. \
         {RUNS} runs of 2^12 on DDR4-3200 x1, begun evenly spread over the {REFRESH_NS} ns \
         between two refreshes. The paper times transforms of a million points, on a host.\n"
    );
    println!("| organisation | least cycles | mean | most | most - least, of the mean |");
    println!("|---|---|---|---|---|");
    for name in ["uninm", "reorder"] {
        let accelerator = accelerator(name, &[DDR4])?;
        let refresh = REFRESH_NS * u64::from(accelerator.clock_mhz) / 1000;
        let mut cycles = Vec::new();
        for run in 0..RUNS {
            let mut dram = Dram::new(&accelerator.dram, accelerator.clock_mhz)?;
            dram.advance_to(run * refresh / RUNS);
            let stats = model(&accelerator, 12).run_on(dram, &mut NoTrace, &mut |_, _| {})?;
            cycles.push(stats.cycles);
        }
        let mean = cycles.iter().sum::<u64>() as f64 / RUNS as f64;
        let (least, most) = (cycles.iter().min().unwrap_or(&0), cycles.iter().max().unwrap_or(&0));
        println!(
            "| {} | {least} | {mean:.1} | {most} | {:.2} % |",
            accelerator.ntt.organisation(),
            (most - least) as f64 / mean * 100.0
        );
    }
    println!();
    Ok(())
}

/// What an engine is made of.
struct Cost {
    multipliers: String,
    bits: u64,
}

/// K kernels of B butterflies, n points: a multiplier in each butterfly, which also makes the
/// products, and D digit-serial ones a kernel for twiddles. For each kernel four bank groups of n
/// and two twiddle buffers of n; once for all, tables of twiddles, vector, seeds and first twiddles.
fn multi_bank(config: &MultiBank) -> Cost {
    let (kernels, points) = (u64::from(config.kernels), u64::from(config.max_sub_ntt));
    let butterflies = config.kernels * config.butterflies_per_kernel;
    let digit_serial = config.kernels * config.twiddle_multipliers_per_kernel;
    Cost {
        multipliers: format!("{butterflies} and {digit_serial} digit-serial"),
        bits: (kernels * (4 + 2) * points + 4 * points) * ELEMENT_BITS,
    }
}

/// P pipelines of L stages, n = 2^L points, e elements a slot (two by reordering): a multiplier a
/// stage, and e at either end. For each pipeline 2n in, 2n out, 3n of factors, and what waits in
/// the stages; once for all, twiddles and e copies of the vector.
fn stream(config: &Stages, organisation: StreamOrganisation) -> Cost {
    let (pipelines, points) = (u64::from(config.pipelines), u64::from(config.max_sub_ntt));
    let (elements, waiting) = match organisation {
        StreamOrganisation::DelayFeedback => (1, points - 1),
        StreamOrganisation::Reorder => (2, points - 2),
    };
    let stages = u64::from(points.ilog2());
    Cost {
        multipliers: (pipelines * (stages + 2 * elements)).to_string(),
        bits: (pipelines * (7 * points + waiting) + points - 1 + elements * points) * ELEMENT_BITS,
    }
}

/// `delay_commutator_pkg` in `rtl/`, for lines of n = 2^L points: six words of W bits in each of P
/// pipelines, and three in a table; memories for two batches of lines, four of factors and four of
/// results.
fn delay_commutator(config: &DelayCommutator, points: u64) -> Cost {
    let (pipelines, word) = (u64::from(config.pipelines), u64::from(config.word_bits));
    let places = (2 + 4 + 4) * points + 2 * (points - 2);
    let entries = (points - 2) + points;
    Cost {
        multipliers: (pipelines * (u64::from(points.ilog2()) + 1)).to_string(),
        bits: 6 * word * pipelines * places + 3 * word * entries,
    }
}

fn cost() -> Result<()> {
    println!("## Multipliers and memories\n");
    println!(
        "Of the engine, without controller and movers; from the descriptions by the formulas \
         below, with n = `max_sub_ntt` = 2^L points in a line and elements of w = {ELEMENT_BITS} \
         bits. What areas have been synthesised is in `characterization.json`.\n"
    );
    println!("| organisation | n | multipliers | SRAM, Mbit |");
    println!("|---|---|---|---|");
    let row = |ntt: &Ntt, points: u64, cost: Cost| {
        println!(
            "| {} | {points} | {} | {:.2} |",
            ntt.organisation(),
            cost.multipliers,
            cost.bits as f64 / 1e6
        );
    };
    for (name, settings) in ORGANISATIONS {
        let ntt = accelerator(name, &[settings])?.ntt;
        let points = u64::from(ntt.max_sub_ntt());
        match &ntt {
            Ntt::MultiBank(config) => row(&ntt, points, multi_bank(config)),
            Ntt::Reorder(config) => row(&ntt, points, stream(config, StreamOrganisation::Reorder)),
            Ntt::DelayFeedback(config) => {
                row(&ntt, points, stream(config, StreamOrganisation::DelayFeedback));
            }
            Ntt::DelayCommutator(config) => {
                // Enough for the paper's 2^20, and what the description has.
                row(&ntt, 1024, delay_commutator(config, 1024));
                row(&ntt, points, delay_commutator(config, points));
            }
        }
    }
    println!(
        "\n- multi_bank, K kernels of B butterflies with D twiddle multipliers: K B multipliers, \
         which also make the element-wise products, and K D digit-serial ones; w (K (4 + 2) n + \
         4 n) bits: two pairs of bank groups and two twiddle buffers in each kernel; twiddles, \
         vector, seeds and first twiddles once.\n- reorder and delay_feedback, P pipelines: P (L \
         + 2 e) multipliers with e elements a slot, 2 and 1; w (P (2n + 2n + 3n + s) + (n - 1) + \
         e n) bits: data in, data out and factors, what waits in the stages, s = n - 2 by \
         reordering and n - 1 by delay feedback; twiddles and e copies of the vector once. A \
         stage that holds one or two words has registers for them.\n- delay_commutator, P \
         pipelines with words of W bits, whatever the lanes: P (L + 1) multipliers of six \
         products of words; 6 W P (10 n + 2 (n - 2)) + 3 W (2n - 2) bits: two batches of lines, \
         four of factors and four of results, both delays of each stage; twiddles and vector \
         once."
    );
    Ok(())
}
