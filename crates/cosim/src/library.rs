//! The C functions of a Verilated unit (`python/proofsmith/rtl/harness.cpp`).
#![allow(unsafe_code, reason = "a shared library is called; nothing else here may be unsafe")]

use std::ffi::{CStr, c_char, c_void};
use std::path::Path;
use std::ptr;

use libloading::Library;

/// A null pointer, or why it failed: valid until the next call.
type Message = *const c_char;
type Call = unsafe extern "C" fn(*mut c_void) -> Message;
type Eval = unsafe extern "C" fn(*mut c_void, *const u8, *mut u8) -> Message;

/// One instance of a unit with its functions.
pub struct Unit {
    instance: *mut c_void,
    reset: Call,
    eval: Eval,
    edge: Call,
    destroy: unsafe extern "C" fn(*mut c_void),
    /// Bytes of a row of inputs.
    pub input_bytes: usize,
    /// Bytes of a row of outputs.
    pub output_bytes: usize,
    // Last: the functions are gone with it.
    _library: Library,
}

impl Unit {
    /// Loads a library and makes an instance; not yet reset.
    pub fn load(path: &Path) -> Result<Self, String> {
        let text = |error: libloading::Error| error.to_string();
        // SAFETY: what runs on loading is the constructors of Verilator's runtime. The types are
        // those of the functions in harness.cpp; `create` fills its argument or returns a message.
        unsafe {
            let library = Library::new(path).map_err(text)?;
            type Size = unsafe extern "C" fn() -> u64;
            let input_bytes = library.get::<Size>(b"input_bytes\0").map_err(text)?() as usize;
            let output_bytes = library.get::<Size>(b"output_bytes\0").map_err(text)?() as usize;
            let create = *library
                .get::<unsafe extern "C" fn(*mut *mut c_void) -> Message>(b"create\0")
                .map_err(text)?;
            let mut unit = Self {
                instance: ptr::null_mut(),
                reset: *library.get(b"reset\0").map_err(text)?,
                eval: *library.get(b"eval\0").map_err(text)?,
                edge: *library.get(b"edge\0").map_err(text)?,
                destroy: *library.get(b"destroy\0").map_err(text)?,
                input_bytes,
                output_bytes,
                _library: library,
            };
            check(create(&raw mut unit.instance))?;
            Ok(unit)
        }
    }

    /// A few clocks in reset, all inputs zero.
    pub fn reset(&mut self) -> Result<(), String> {
        // SAFETY: the instance lives as long as `self`, and no one else has it.
        unsafe { check((self.reset)(self.instance)) }
    }

    /// Settles the outputs for these inputs.
    pub fn eval(&mut self, inputs: &[u8], outputs: &mut [u8]) -> Result<(), String> {
        assert!(inputs.len() >= self.input_bytes && outputs.len() >= self.output_bytes);
        // SAFETY: as in `reset`; it reads and writes whole rows, for which there is room.
        unsafe { check((self.eval)(self.instance, inputs.as_ptr(), outputs.as_mut_ptr())) }
    }

    /// The clock edge that ends a cycle.
    pub fn edge(&mut self) -> Result<(), String> {
        // SAFETY: as in `reset`.
        unsafe { check((self.edge)(self.instance)) }
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: from `create`, or null, which it ignores; not used again.
        unsafe { (self.destroy)(self.instance) }
    }
}

/// # Safety
/// A null pointer, or a string that nothing changes during the call.
unsafe fn check(message: Message) -> Result<(), String> {
    if message.is_null() {
        return Ok(());
    }
    // SAFETY: by this function's condition.
    Err(unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned())
}
