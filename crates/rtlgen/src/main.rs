//! Writes what the SystemVerilog takes from arkworks: the package of constants, and points with
//! their sums for the tests of the point adders.
//!
//! `cargo run --release -p proofsmith-rtlgen > rtl/field/curves_pkg.sv`

mod package;
mod points;

use std::io::{self, Write as _};
use std::process::ExitCode;

const USAGE: &str = "usage: proofsmith-rtlgen [points GROUP COUNT [SEED]]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let written = text(&arguments).and_then(|text| {
        io::stdout().write_all(text.as_bytes()).map_err(|error| format!("cannot write: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("proofsmith-rtlgen: {message}");
            ExitCode::from(2)
        }
    }
}

/// What the command line asks for, or what is wrong with it.
fn text(arguments: &[&str]) -> Result<String, String> {
    match arguments {
        [] => Ok(package::text()),
        ["points", group, count] => points::text(group, number(count)?, 0),
        ["points", group, count, seed] => points::text(group, number(count)?, number(seed)?),
        _ => Err(USAGE.to_owned()),
    }
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number; {USAGE}"))
}
