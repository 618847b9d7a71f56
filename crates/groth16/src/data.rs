//! The bytes of a file: mapped, so that they need no heap, or handed over by the caller.

use std::{
    fs::{self, File},
    io,
    ops::Deref,
    path::Path,
};

use memmap2::Mmap;

use crate::FileError;

/// A named file's bytes.
pub(crate) struct Data {
    file: String,
    bytes: Bytes,
}

enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Data {
    /// Maps a regular file.
    pub(crate) fn open(path: &Path) -> Result<Self, FileError> {
        let file = one_line(&path.display().to_string());
        match map(path) {
            Ok(map) => Ok(Self { file, bytes: Bytes::Mapped(map) }),
            Err(source) => Err(FileError::Io { file, source }),
        }
    }

    /// Takes bytes that are already in memory; `label` stands for the file in errors.
    pub(crate) fn from_bytes(label: &str, bytes: Vec<u8>) -> Self {
        Self { file: one_line(label), bytes: Bytes::Owned(bytes) }
    }

    /// The file as the user named it.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }
}

impl Deref for Data {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

/// `text` with every control character, line breaks above all, made a space.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn map(path: &Path) -> io::Result<Mmap> {
    // Asked before opening it: to open a FIFO would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    map_file(&File::open(path)?)
}

#[allow(unsafe_code)]
fn map_file(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is read-only and only ever seen as bytes, any value of which is valid. A
    // map's one hazard is that another process changes or truncates the file while it is read;
    // as with every mapped input, users must not do that, and the documentation says so.
    unsafe { Mmap::map(file) }
}
