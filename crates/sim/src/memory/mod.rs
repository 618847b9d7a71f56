//! Off-chip memory: timing of bursts ([`Dram`]) and where data lies ([`TiledMatrix`]).

mod dram;
mod tile;

pub use dram::{BURST_BYTES, Dram, Stream};
pub use tile::TiledMatrix;
