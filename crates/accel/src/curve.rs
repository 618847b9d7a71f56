//! The curves the project serves, by the field's own names.

use serde::{Deserialize, Serialize};

/// A pairing-friendly curve with a Groth16 circom ecosystem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CurveId {
    /// BN254, called BN128 or `bn128` by circom and several papers.
    #[serde(rename = "BN254")]
    Bn254,
    /// BLS12-381.
    #[serde(rename = "BLS12-381")]
    Bls12_381,
}

impl CurveId {
    /// Every curve, in declaration order.
    pub const ALL: [Self; 2] = [Self::Bn254, Self::Bls12_381];

    /// The project's name for the curve.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bn254 => "BN254",
            Self::Bls12_381 => "BLS12-381",
        }
    }

    /// The label snarkjs writes into its JSON files.
    #[must_use]
    pub const fn snarkjs_name(self) -> &'static str {
        match self {
            Self::Bn254 => "bn128",
            Self::Bls12_381 => "bls12381",
        }
    }

    /// Bits of the scalar field's modulus.
    #[must_use]
    pub const fn scalar_bits(self) -> u32 {
        match self {
            Self::Bn254 => 254,
            Self::Bls12_381 => 255,
        }
    }

    /// Bytes of a scalar at a memory boundary.
    #[must_use]
    pub const fn scalar_bytes(self) -> u32 {
        32
    }

    /// Bytes of an affine G1 point (x, y) in memory, unpadded.
    #[must_use]
    pub const fn g1_bytes(self) -> u32 {
        match self {
            Self::Bn254 => 64,
            Self::Bls12_381 => 96,
        }
    }
}

impl std::fmt::Display for CurveId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
