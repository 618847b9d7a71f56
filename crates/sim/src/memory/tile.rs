//! The tiled DRAM layout of a matrix (uninm, Appendix B): rows and columns are both read in long
//! runs, so that the four-step NTT needs no transposition. The row-major layout is here to measure what
//! the tiles are worth.

use super::BURST_BYTES;

/// How the elements of a matrix follow each other in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In square tiles.
    Tiled,
    /// Row by row.
    RowMajor,
}

/// A `rows` x `columns` matrix in square tiles, unless it is row-major.
///
/// A tile is one contiguous block (`tile`^2 elements). Inside it, elements are grouped in squares
/// of `batch` x `batch`, so that `batch` neighbouring rows, or `batch` neighbouring columns, are
/// read in runs of `batch`^2 elements that spread over all banks. The paper gives the tiles; the
/// order inside them is ours.
#[derive(Clone, Copy, Debug)]
pub struct TiledMatrix {
    layout: Layout,
    base: u64,
    rows: u64,
    columns: u64,
    element_bytes: u64,
    tile: u64,
    batch: u64,
}

impl TiledMatrix {
    /// Of elements of 32 bytes. All sizes are powers of two with `batch <= tile <= min(rows, columns)`.
    #[must_use]
    pub fn new(base: u64, rows: u64, columns: u64, tile: u64, batch: u64) -> Self {
        let tile = tile.min(rows).min(columns);
        let (layout, element_bytes) = (Layout::Tiled, 32);
        Self { layout, base, rows, columns, element_bytes, tile, batch: batch.min(tile) }
    }

    /// The same matrix of elements of so many bytes, a power of two up to those of a burst.
    #[must_use]
    pub fn with_element_bytes(self, element_bytes: u64) -> Self {
        Self { element_bytes, ..self }
    }

    /// The same matrix in another layout.
    #[must_use]
    pub fn with_layout(self, layout: Layout) -> Self {
        Self { layout, ..self }
    }

    /// Bytes it occupies.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.rows * self.columns * self.element_bytes
    }

    /// Byte address of an element.
    #[must_use]
    pub fn address(&self, row: u64, column: u64) -> u64 {
        if self.layout == Layout::RowMajor {
            return self.base + (row * self.columns + column) * self.element_bytes;
        }
        let (tile, batch) = (self.tile, self.batch);
        let tile_index = (row / tile) * (self.columns / tile) + column / tile;
        let (row, column) = (row % tile, column % tile);
        let square = (row / batch) * (tile / batch) + column / batch;
        let (row, column) = (row % batch, column % batch);
        let element = tile_index * tile * tile + square * batch * batch + row * batch + column;
        self.base + element * self.element_bytes
    }

    /// Address of a burst of rows `first .. first + batch`, by its number in the order in which a
    /// mover requests them.
    #[must_use]
    pub fn row_burst(&self, first: u64, burst: u64) -> u64 {
        match self.layout {
            Layout::Tiled => {
                let (square, offset) = self.in_square(burst);
                self.address(first, square) + offset
            }
            Layout::RowMajor => self.address(first, 0) + burst * BURST_BYTES,
        }
    }

    /// Address of a burst of columns `first .. first + batch`.
    #[must_use]
    pub fn column_burst(&self, first: u64, burst: u64) -> u64 {
        match self.layout {
            Layout::Tiled => {
                let (square, offset) = self.in_square(burst);
                self.address(square, first) + offset
            }
            Layout::RowMajor => {
                let bursts = self.batch * self.element_bytes / BURST_BYTES;
                self.address(burst / bursts, first) + burst % bursts * BURST_BYTES
            }
        }
    }

    /// First line across the batch of the square that a burst lies in, and its place there.
    fn in_square(&self, burst: u64) -> (u64, u64) {
        let bursts = self.batch * self.batch * self.element_bytes / BURST_BYTES;
        (burst / bursts * self.batch, burst % bursts * BURST_BYTES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const LAYOUTS: [Layout; 2] = [Layout::Tiled, Layout::RowMajor];

    #[test]
    fn every_element_has_its_own_place_and_the_matrix_is_dense() {
        for (rows, columns, bytes) in [(32, 32, 32), (32, 64, 32), (128, 64, 64)] {
            for layout in LAYOUTS {
                let matrix = TiledMatrix::new(4096, rows, columns, 16, 4)
                    .with_element_bytes(bytes)
                    .with_layout(layout);
                let places: BTreeSet<u64> = (0..rows)
                    .flat_map(|row| (0..columns).map(move |column| matrix.address(row, column)))
                    .collect();
                assert_eq!(places.len() as u64, rows * columns);
                assert_eq!(places.first(), Some(&4096));
                assert_eq!(places.last(), Some(&(4096 + matrix.bytes() - bytes)));
            }
        }
    }

    #[test]
    fn batches_touch_exactly_their_elements() {
        let (rows, columns) = (64, 128);
        for layout in LAYOUTS {
            let matrix = TiledMatrix::new(0, rows, columns, 16, 4).with_layout(layout);
            let burst_of = move |row, column| matrix.address(row, column) / 64 * 64;
            for first in (0..rows).step_by(4) {
                let bursts: BTreeSet<u64> =
                    (0..2 * columns).map(|burst| matrix.row_burst(first, burst)).collect();
                let want: BTreeSet<u64> = (first..first + 4)
                    .flat_map(|row| (0..columns).map(move |column| burst_of(row, column)))
                    .collect();
                assert_eq!(bursts, want);
            }
            for first in (0..columns).step_by(4) {
                let bursts: BTreeSet<u64> =
                    (0..2 * rows).map(|burst| matrix.column_burst(first, burst)).collect();
                let want: BTreeSet<u64> = (first..first + 4)
                    .flat_map(|column| (0..rows).map(move |row| burst_of(row, column)))
                    .collect();
                assert_eq!(bursts, want);
            }
        }
    }
}
