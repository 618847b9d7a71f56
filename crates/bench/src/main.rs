//! Prints, as Markdown, our MSM, NTT and prover beside those of others, all measured in this run.
//!
//! `proofsmith-bench [--snarkjs CLI.cjs] [--kernels | --provers] [CIRCUIT...]`: a circuit is a
//! folder with `circuit.r1cs`, `witness.wtns` and, if it is not to be made, `circuit_final.zkey`;
//! without one, the two examples are taken.

use std::{
    error::Error,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Instant,
};

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use proofsmith_accel::CurveId;
use proofsmith_bench::{
    Contestant, msm, ntt,
    prove::{Arkworks, Ours, ours_from_files},
};
use proofsmith_engine::Curve;
use proofsmith_groth16::{R1csFile, WitnessFile, ZkeyFile, setup};

/// Calls of each contestant, in turns, so that what else the machine does meets all alike.
const ROUNDS: usize = 9;

fn main() -> ExitCode {
    match Arguments::parse().and_then(|arguments| run(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

struct Arguments {
    snarkjs: PathBuf,
    kernels: bool,
    provers: bool,
    circuits: Vec<PathBuf>,
}

impl Arguments {
    fn parse() -> Result<Self, Box<dyn Error>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut arguments = Self {
            snarkjs: root.join("tests/system/node_modules/snarkjs/build/cli.cjs"),
            kernels: true,
            provers: true,
            circuits: Vec::new(),
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--snarkjs" => {
                    arguments.snarkjs = words.next().ok_or("--snarkjs: path missing")?.into();
                }
                "--kernels" => arguments.provers = false,
                "--provers" => arguments.kernels = false,
                option if option.starts_with('-') => {
                    let allowed = "--snarkjs PATH, --kernels, --provers, or a circuit's folder";
                    return Err(format!("{option}: allowed: {allowed}").into());
                }
                circuit => arguments.circuits.push(circuit.into()),
            }
        }
        if arguments.circuits.is_empty() {
            let example = |name| root.join("examples").join(name);
            arguments.circuits = ["merkle_bn254", "merkle_bls12_381"].map(example).into();
        }
        Ok(arguments)
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    print_machine();
    if arguments.kernels {
        print_msm();
        print_ntt();
    }
    if arguments.provers {
        print_provers(arguments)?;
    }
    Ok(())
}

fn print_machine() {
    let commit = output("git", &["describe", "--always", "--dirty"]);
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    println!(
        "Version {}, commit {}, {} ({} threads). Median of {ROUNDS} calls each, in turns, in ms;\n\
         a ratio is our time over theirs.\n",
        env!("CARGO_PKG_VERSION"),
        commit.as_deref().unwrap_or("unknown"),
        model.map_or("unknown CPU", |(_, name)| name),
        rayon::current_num_threads(),
    );
}

fn print_msm() {
    println!("| MSM | points | ours | arkworks | ratio | halo2curves, blst | ratio |");
    println!("|---|---|---|---|---|---|---|");
    for log2_size in [12, 14, 16] {
        let row = |name: &str, contestants: Vec<Contestant<'_>>| {
            print_kernel(name, log2_size, &contestants);
        };
        row("BN254 G1", msm::bn254_g1(&msm::Inputs::random(log2_size)));
        row("BN254 G2", msm::bn254_g2(&msm::Inputs::random(log2_size)));
        row("BLS12-381 G1", msm::bls12_381_g1(&msm::Inputs::random(log2_size)));
        row("BLS12-381 G2", msm::bls12_381_g2(&msm::Inputs::random(log2_size)));
    }
    println!();
}

fn print_ntt() {
    println!("| NTT | points | ours | ark-poly | ratio | halo2curves | ratio |");
    println!("|---|---|---|---|---|---|---|");
    for log2_size in [12, 14, 16, 18] {
        print_kernel("BN254 Fr", log2_size, &ntt::bn254(log2_size));
        print_kernel("BLS12-381 Fr", log2_size, &ntt::contestants::<Bls12_381>(log2_size));
    }
    println!();
}

fn print_kernel(name: &str, log2_size: u32, contestants: &[Contestant<'_>]) {
    let medians = medians(contestants);
    let mut row = format!("| {name} | 2^{log2_size} | {:.2} |", medians[0]);
    for other in 1..3 {
        row += &cells(medians[0], medians.get(other).copied());
    }
    println!("{row}");
}

/// Two cells: another's time, and ours over it.
fn cells(ours: f64, theirs: Option<f64>) -> String {
    theirs.map_or(" | |".into(), |theirs| format!(" {theirs:.2} | {:.2} |", ours / theirs))
}

/// Median milliseconds of each contestant, after one call that is not counted.
fn medians(contestants: &[Contestant<'_>]) -> Vec<f64> {
    let mut times = vec![Vec::new(); contestants.len()];
    for round in 0..=ROUNDS {
        for ((_, call), times) in contestants.iter().zip(&mut times) {
            let start = Instant::now();
            call();
            if round > 0 {
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect()
}

fn print_provers(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let snarkjs = arguments.snarkjs.is_file().then_some(arguments.snarkjs.as_path());
    println!(
        "Proofs: ours are verified each time, theirs are not. Of ark-circom and ark-groth16, which\n\
         serve BN254 only, and of ours: with the key in memory, and with reading it from the file.\n\
         snarkjs is compared with ours from the file; its file is in memory."
    );
    if snarkjs.is_none() {
        println!("snarkjs is skipped: no {}.", arguments.snarkjs.display());
    }
    println!(
        "\n| circuit | curve | constraints | ours | arkworks | ratio | ours, file | arkworks, file \
         | ratio | snarkjs | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for folder in &arguments.circuits {
        let circuit = Circuit::open(folder)?;
        match circuit.r1cs.curve() {
            CurveId::Bn254 => print_prover::<Bn254>(&circuit, snarkjs)?,
            CurveId::Bls12_381 => print_prover::<Bls12_381>(&circuit, snarkjs)?,
        }
    }
    Ok(())
}

struct Circuit {
    name: String,
    r1cs: R1csFile,
    zkey: PathBuf,
    witness: PathBuf,
    /// Holds a key made here.
    _made: tempfile::TempDir,
}

impl Circuit {
    fn open(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let made = tempfile::tempdir()?;
        let r1cs = R1csFile::open(folder.join("circuit.r1cs"))?;
        let mut zkey = folder.join("circuit_final.zkey");
        if !zkey.is_file() {
            zkey = made.path().join("circuit.zkey");
            match r1cs.curve() {
                CurveId::Bn254 => drop(setup::<Bn254>(&r1cs, &zkey, None)?),
                CurveId::Bls12_381 => drop(setup::<Bls12_381>(&r1cs, &zkey, None)?),
            }
        }
        let name = folder.file_name().map_or("circuit".into(), |name| name.to_string_lossy());
        let witness = folder.join("witness.wtns");
        Ok(Self { name: name.into_owned(), r1cs, zkey, witness, _made: made })
    }
}

fn print_prover<C: Curve>(circuit: &Circuit, snarkjs: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let (zkey, witness) = (ZkeyFile::open(&circuit.zkey)?, WitnessFile::open(&circuit.witness)?);
    let ours = Ours::<C>::load(&zkey, &witness)?;
    // Once with errors reported: a call under measurement has nobody to report to.
    ours.prove()?;
    ours_from_files::<C>(&circuit.zkey, &circuit.witness)?;
    let arkworks = match C::ID {
        CurveId::Bn254 => Some(Arkworks::load(&circuit.zkey, &witness)?),
        CurveId::Bls12_381 => None,
    };
    let mut contestants: Vec<Contestant<'_>> = vec![
        ("ours", Box::new(|| ours.prove().expect("it did before"))),
        (
            "ours, file",
            Box::new(|| {
                ours_from_files::<C>(&circuit.zkey, &circuit.witness).expect("it did before");
            }),
        ),
    ];
    if let Some(arkworks) = &arkworks {
        if !arkworks.verifies(&arkworks.prove()) {
            return Err(format!("{}: arkworks' proof does not verify", circuit.name).into());
        }
        contestants.push(("arkworks", Box::new(|| _ = std::hint::black_box(arkworks.prove()))));
        contestants.push((
            "arkworks, file",
            Box::new(|| {
                let loaded = Arkworks::load(&circuit.zkey, &witness).expect("it did before");
                std::hint::black_box(loaded.prove());
            }),
        ));
    }
    let medians = medians(&contestants);
    let snarkjs = snarkjs.map(|cli| time_snarkjs(cli, circuit)).transpose()?;
    println!(
        "| {} | {} | {} | {:.1} |{} {:.1} |{}{}",
        circuit.name,
        C::ID,
        circuit.r1cs.n_constraints(),
        medians[0],
        cells(medians[0], medians.get(2).copied()),
        medians[1],
        cells(medians[1], medians.get(3).copied()),
        cells(medians[1], snarkjs),
    );
    Ok(())
}

fn time_snarkjs(cli: &Path, circuit: &Circuit) -> Result<f64, Box<dyn Error>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/snarkjs.cjs");
    let files: [&Path; 4] = [&script, cli, &circuit.zkey, &circuit.witness];
    let mut words: Vec<String> = files.map(|file| file.display().to_string()).into();
    words.push(ROUNDS.to_string());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let printed = output("node", &words).ok_or("snarkjs: no proof, or no node on the PATH")?;
    Ok(printed.parse()?)
}

/// What a program prints, if it succeeds.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
