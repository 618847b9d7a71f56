#![no_main]

#[path = "../../crates/groth16/tests/common/readers.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(error) = readers::zkey("fuzz.zkey", data.to_vec()) {
        assert!(!error.to_string().contains('\n'));
    }
});
