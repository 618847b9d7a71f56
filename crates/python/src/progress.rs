//! Progress reports to a Python callable.

use pyo3::prelude::*;

/// A Python callable taking (steps done, steps in all, the step that begins), or nobody.
pub struct Progress(Option<Py<PyAny>>);

impl Progress {
    /// Reports go to `callable`.
    pub fn new(callable: Option<Py<PyAny>>) -> Self {
        Self(callable)
    }

    /// Tells the callable. What it raises is printed by the interpreter and stops nothing.
    pub fn report(&self, done: usize, total: usize, step: &str) {
        let Some(callable) = &self.0 else { return };
        Python::attach(|python| {
            if let Err(error) = callable.call1(python, (done, total, step)) {
                error.write_unraisable(python, None);
            }
        });
    }
}
