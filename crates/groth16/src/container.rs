//! The container that `.r1cs`, `.wtns` and `.zkey` share: magic, version and a list of sections
//! in any order.

use std::{ops::Range, path::Path};

use crate::{FileError, data::Data};

/// Bytes before the first section: magic, version, number of sections.
const FILE_HEADER_BYTES: usize = 12;

/// What a kind of file must look like.
pub(crate) struct Format {
    /// First four bytes, which are also the kind's name.
    pub magic: &'static str,
    /// The version whose layout is known.
    pub version: u32,
    /// Names of the sections with ids 1, 2, ...
    pub sections: &'static [&'static str],
    /// Ids that must be there.
    pub required: &'static [u32],
}

/// A file with its sections indexed.
pub(crate) struct Container {
    format: &'static Format,
    data: Data,
    /// Where the section with id i+1 lies.
    index: Vec<Option<Range<usize>>>,
}

/// One section's bytes, and its name for errors.
#[derive(Clone, Copy)]
pub(crate) struct Section<'a> {
    file: &'a str,
    id: u32,
    name: &'static str,
    /// The body.
    pub bytes: &'a [u8],
}

/// Reads a section from its start.
pub(crate) struct Cursor<'a> {
    section: Section<'a>,
    rest: &'a [u8],
}

impl Container {
    pub(crate) fn open(path: &Path, format: &'static Format) -> Result<Self, FileError> {
        Self::new(Data::open(path)?, format)
    }

    pub(crate) fn from_bytes(
        label: &str,
        bytes: Vec<u8>,
        format: &'static Format,
    ) -> Result<Self, FileError> {
        Self::new(Data::from_bytes(label, bytes), format)
    }

    fn new(data: Data, format: &'static Format) -> Result<Self, FileError> {
        let index = index(&data, format)
            .map_err(|reason| FileError::Format { file: data.file().into(), reason })?;
        Ok(Self { format, data, index })
    }

    /// The file as the user named it.
    pub(crate) fn file(&self) -> &str {
        self.data.file()
    }

    /// A section that [`Format::required`] names.
    pub(crate) fn section(&self, id: u32) -> Section<'_> {
        self.optional_section(id).expect("required sections are checked by the index")
    }

    /// A section that may be absent.
    pub(crate) fn optional_section(&self, id: u32) -> Option<Section<'_>> {
        let slot = id as usize - 1;
        let range = self.index[slot].clone()?;
        let name = self.format.sections[slot];
        Some(Section { file: self.file(), id, name, bytes: &self.data[range] })
    }
}

/// Finds every section; the error is the reason for refusing the file.
fn index(data: &[u8], format: &Format) -> Result<Vec<Option<Range<usize>>>, String> {
    let Format { magic, version, sections, required } = format;
    let too_short = || format!("{} bytes are no .{magic} file: header needs 12", data.len());
    let (header, _) = data.split_at_checked(FILE_HEADER_BYTES).ok_or_else(too_short)?;
    if &header[..4] != magic.as_bytes() {
        return Err(format!("not a .{magic} file: allowed: magic '{magic}'"));
    }
    if u32_at(header, 4) != *version {
        return Err(format!("version {}: allowed: {version}", u32_at(header, 4)));
    }
    let mut index = vec![None; sections.len()];
    let mut position = FILE_HEADER_BYTES;
    let count = u32_at(header, 8);
    for number in 1..=count {
        let place =
            format_args!("section header {number} of {count} at byte {position}").to_string();
        let (head, body) = data[position..]
            .split_at_checked(12)
            .ok_or_else(|| format!("{place}: file ends at byte {}", data.len()))?;
        let (id, length) = (u32_at(head, 0), u64_at(head, 4));
        let name = (id as usize).checked_sub(1).and_then(|slot| sections.get(slot));
        let name =
            name.ok_or_else(|| format!("{place}: id {id}: allowed: 1 to {}", sections.len()))?;
        let length = usize::try_from(length).ok().filter(|&length| length <= body.len());
        let length = length.ok_or_else(|| {
            let (claimed, left) = (u64_at(head, 4), body.len());
            format!("section {id} ({name}): length {claimed}: allowed: the {left} bytes left in the file")
        })?;
        let slot = &mut index[id as usize - 1];
        if slot.is_some() {
            return Err(format!("section {id} ({name}): second one: allowed: one"));
        }
        position += 12;
        *slot = Some(position..position + length);
        position += length;
    }
    if position != data.len() {
        let extra = data.len() - position;
        return Err(format!("{extra} bytes after the last section: allowed: none"));
    }
    for &id in *required {
        if index[id as usize - 1].is_none() {
            return Err(format!("section {id} ({}): missing", sections[id as usize - 1]));
        }
    }
    Ok(index)
}

impl<'a> Section<'a> {
    /// An error at this section.
    pub(crate) fn error(&self, reason: impl Into<String>) -> FileError {
        FileError::Section {
            file: self.file.into(),
            id: self.id,
            name: self.name,
            reason: reason.into(),
        }
    }

    pub(crate) fn cursor(self) -> Cursor<'a> {
        Cursor { section: self, rest: self.bytes }
    }

    /// Checks that the body is exactly `count` entries of `entry_bytes` each.
    pub(crate) fn expect_entries(&self, count: u64, entry_bytes: usize) -> Result<(), FileError> {
        let want = u128::from(count) * entry_bytes as u128;
        if self.bytes.len() as u128 == want {
            return Ok(());
        }
        let got = self.bytes.len();
        Err(self
            .error(format!("{got} bytes: allowed: {want}, {count} entries of {entry_bytes} bytes")))
    }
}

impl<'a> Cursor<'a> {
    /// An error at this section.
    pub(crate) fn error(&self, reason: impl Into<String>) -> FileError {
        self.section.error(reason)
    }

    /// Bytes not yet read.
    pub(crate) fn remaining(&self) -> usize {
        self.rest.len()
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8], FileError> {
        let (head, rest) = self.rest.split_at_checked(count).ok_or_else(|| {
            let at = self.section.bytes.len() - self.rest.len();
            let left = self.rest.len();
            self.error(format!("{count} bytes needed at byte {at}: {left} left in the section"))
        })?;
        self.rest = rest;
        Ok(head)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, FileError> {
        Ok(u32_at(self.bytes(4)?, 0))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, FileError> {
        Ok(u64_at(self.bytes(8)?, 0))
    }

    /// Checks that everything was read.
    pub(crate) fn finish(&self) -> Result<(), FileError> {
        match self.rest.len() {
            0 => Ok(()),
            extra => Err(self.error(format!("{extra} bytes too many: allowed: none left over"))),
        }
    }
}

/// The little-endian u32 at byte `at`, which must lie inside.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

/// The little-endian u64 at byte `at`, which must lie inside.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// `N` little-endian 64-bit limbs from the start of `bytes`, which must hold them.
pub(crate) fn limbs<const N: usize>(bytes: &[u8]) -> [u64; N] {
    std::array::from_fn(|limb| u64_at(bytes, 8 * limb))
}
