//! Off-chip memory: timing of bursts ([`Dram`]), what a master sees of it ([`MemoryPorts`]), and
//! where data lies ([`TiledMatrix`]).

mod back_pressure;
mod dram;
mod ports;
mod tile;

pub use back_pressure::{BackPressure, splitmix64};
pub use dram::{BURST_BYTES, Dram, Stream};
pub use ports::MemoryPorts;
pub use tile::{Layout, TiledMatrix};
