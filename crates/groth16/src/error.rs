//! What can be wrong with a file.

/// A file that was refused. Its text is one line: the file, the place in it, the reason and what
/// would have been allowed. Values of a witness never appear in it.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("{file}: {source}")]
    Io {
        /// The file as the user named it.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file as a whole is not of the expected kind, or its list of sections is damaged.
    #[error("{file}: {reason}")]
    Format {
        /// The file as the user named it.
        file: String,
        /// What is wrong, and what was allowed.
        reason: String,
    },
    /// The contents of one section are refused.
    #[error("{file}: section {id} ({name}): {reason}")]
    Section {
        /// The file as the user named it.
        file: String,
        /// The section's number in the file.
        id: u32,
        /// What the section holds.
        name: &'static str,
        /// What is wrong, and what was allowed.
        reason: String,
    },
    /// A value of a JSON file is refused.
    #[error("{file}: {key}: {reason}")]
    Json {
        /// The file as the user named it.
        file: String,
        /// The key that holds the value.
        key: String,
        /// What is wrong, and what was allowed.
        reason: String,
    },
    /// The witness does not satisfy the circuit.
    #[error(
        "{file}: section 2 (constraints): constraint {constraint} is not satisfied by the witness"
    )]
    Unsatisfied {
        /// The `.r1cs` file as the user named it.
        file: String,
        /// The first such constraint, counted from 0.
        constraint: u32,
    },
}
