//! Records the commit that the module is built from; reports quote it.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn commit() -> Option<String> {
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changes =
        git(&["status", "--porcelain", "--", "..", "../../accelerators", "../../Cargo.lock"])?;
    Some(if changes.is_empty() { commit } else { commit + "+changes" })
}

fn main() {
    for path in ["..", "../../accelerators", "../../Cargo.lock"] {
        println!("cargo:rerun-if-changed={path}");
    }
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
    println!("cargo:rustc-env=PROOFSMITH_COMMIT={}", commit().unwrap_or_else(|| "unknown".into()));
}
