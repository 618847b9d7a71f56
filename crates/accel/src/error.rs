//! What can be wrong with a description.

/// An accelerator description that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AccelError {
    /// The file cannot be read.
    #[error("{file}: {source}")]
    Io {
        /// The file as the user named it.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// Not TOML, an unknown or missing key, or a value of the wrong type.
    #[error("{file}: {message}")]
    Syntax {
        /// The file as the user named it.
        file: String,
        /// Line, key and the allowed alternatives, on one line.
        message: String,
    },
    /// A value outside its range.
    #[error("{file}: {key} = {value}: allowed: {allowed}")]
    Value {
        /// The file as the user named it.
        file: String,
        /// Dotted key.
        key: &'static str,
        /// The value found.
        value: String,
        /// What would have been accepted.
        allowed: String,
    },
    /// No accelerator of that name.
    #[error("no accelerator named '{name}': allowed: {allowed}, or a path ending in .toml")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names that exist.
        allowed: String,
    },
}
