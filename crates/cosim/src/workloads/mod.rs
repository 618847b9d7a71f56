//! Designs with their models, one file each.

pub mod axi_copy;
pub mod delay_commutator;
pub mod fifo;
pub mod multi_bank;
pub mod ntt;
pub mod stream;
