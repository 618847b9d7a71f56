//! What the project needs to know of a curve beyond arkworks' `Pairing`.

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::{AffineRepr, pairing::Pairing};
use ark_ff::{BigInt, PrimeField, Zero};
use proofsmith_accel::CurveId;

use crate::cpu::MsmCurve;

/// A curve that proofs can be made on.
pub trait Curve: Pairing<ScalarField: PrimeField<BigInt = BigInt<4>>> + MsmCurve {
    /// Name of the curve.
    const ID: CurveId;
    /// 64-bit limbs of a base-field element; files store elements in that many words.
    const FQ_LIMBS: usize;

    /// A base-field element from its Montgomery form (R = 2^(64 `FQ_LIMBS`)), little-endian limbs;
    /// `None` if the limbs are not below the modulus.
    fn fq_from_montgomery(limbs: &[u64]) -> Option<Self::BaseField>;
    /// Little-endian limbs of the Montgomery form.
    fn fq_to_montgomery(element: &Self::BaseField) -> Vec<u64>;
    /// A scalar from its Montgomery form (R = 2^256); `None` if not below the modulus.
    fn fr_from_montgomery(limbs: [u64; 4]) -> Option<Self::ScalarField>;
    /// Limbs of a scalar's Montgomery form.
    fn fr_to_montgomery(element: &Self::ScalarField) -> [u64; 4];

    /// The G1 point (x, y), infinity for (0, 0); `None` off the curve. The subgroup is not checked.
    fn g1(x: Self::BaseField, y: Self::BaseField) -> Option<Self::G1Affine>;
    /// The G2 point with coordinates (c0, c1), infinity for zeros; `None` off the curve. The
    /// subgroup is not checked.
    fn g2(x: [Self::BaseField; 2], y: [Self::BaseField; 2]) -> Option<Self::G2Affine>;
    /// Whether a G1 point on the curve lies in the subgroup of order r.
    fn g1_in_subgroup(point: &Self::G1Affine) -> bool;
    /// Whether a G2 point on the curve lies in the subgroup of order r.
    fn g2_in_subgroup(point: &Self::G2Affine) -> bool;
    /// Coordinates of a G1 point; zeros for infinity.
    fn g1_xy(point: &Self::G1Affine) -> [Self::BaseField; 2];
    /// Coordinates (c0, c1) of a G2 point; zeros for infinity.
    fn g2_xy(point: &Self::G2Affine) -> [[Self::BaseField; 2]; 2];
}

macro_rules! impl_curve {
    ($curve:ty, $id:expr, $krate:ident, $limbs:literal) => {
        impl Curve for $curve {
            const ID: CurveId = $id;
            const FQ_LIMBS: usize = $limbs;

            fn fq_from_montgomery(limbs: &[u64]) -> Option<$krate::Fq> {
                let value = BigInt::<$limbs>::new(limbs.try_into().ok()?);
                (value < $krate::Fq::MODULUS).then(|| $krate::Fq::new_unchecked(value))
            }

            fn fq_to_montgomery(element: &$krate::Fq) -> Vec<u64> {
                element.0.0.to_vec()
            }

            fn fr_from_montgomery(limbs: [u64; 4]) -> Option<$krate::Fr> {
                let value = BigInt::new(limbs);
                (value < $krate::Fr::MODULUS).then(|| $krate::Fr::new_unchecked(value))
            }

            fn fr_to_montgomery(element: &$krate::Fr) -> [u64; 4] {
                element.0.0
            }

            fn g1(x: $krate::Fq, y: $krate::Fq) -> Option<$krate::G1Affine> {
                if x.is_zero() && y.is_zero() {
                    return Some($krate::G1Affine::zero());
                }
                let point = $krate::G1Affine::new_unchecked(x, y);
                point.is_on_curve().then_some(point)
            }

            fn g2(x: [$krate::Fq; 2], y: [$krate::Fq; 2]) -> Option<$krate::G2Affine> {
                let (x, y) = ($krate::Fq2::new(x[0], x[1]), $krate::Fq2::new(y[0], y[1]));
                if x.is_zero() && y.is_zero() {
                    return Some($krate::G2Affine::zero());
                }
                let point = $krate::G2Affine::new_unchecked(x, y);
                point.is_on_curve().then_some(point)
            }

            fn g1_in_subgroup(point: &$krate::G1Affine) -> bool {
                point.is_in_correct_subgroup_assuming_on_curve()
            }

            fn g2_in_subgroup(point: &$krate::G2Affine) -> bool {
                point.is_in_correct_subgroup_assuming_on_curve()
            }

            fn g1_xy(point: &$krate::G1Affine) -> [$krate::Fq; 2] {
                point.xy().map_or([$krate::Fq::zero(); 2], |(x, y)| [x, y])
            }

            fn g2_xy(point: &$krate::G2Affine) -> [[$krate::Fq; 2]; 2] {
                let zero = $krate::Fq2::zero();
                let (x, y) = point.xy().unwrap_or((zero, zero));
                [[x.c0, x.c1], [y.c0, y.c1]]
            }
        }
    };
}

impl_curve!(Bn254, CurveId::Bn254, ark_bn254, 4);
impl_curve!(Bls12_381, CurveId::Bls12_381, ark_bls12_381, 6);
