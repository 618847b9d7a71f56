//! G1 of BLS12-377, y^2 = x^3 + 1, as the twisted Edwards curve -x^2 + y^2 = 1 + d x^2 y^2.
//!
//! The Edwards form has the cheaper addition: 9 multiplications in extended coordinates, 7 with a
//! [`Precomputed`] point, and no special case for points of odd order.
//!
//! The form is arkworks' [`G1TEAffine`], with arkworks' generator. Its extended coordinates
//! (X, Y, Z, T), where x = X / Z, y = Y / Z and T = X Y / Z, are arkworks' [`G1TEProjective`].
//!
//! # The map
//! With r = sqrt(3), the shift u = x + 1 brings the point (-1, 0) of order 2 to the origin:
//! y^2 = u (u^2 - 3 u + 3). Scaled by 1 / r that is a curve of Montgomery's, and the usual map from
//! there to twisted Edwards, with the first coordinate scaled by b = sqrt(3 - 2 r) to make its
//! coefficient -1, gives
//!
//! ```text
//!     (x, y)  ->  (b u / y, (u - r) / (u + r))           d = 7 + 4 r
//!     (v, w)  ->  (u - 1, b u / v)  where  u = r (1 + w) / (1 - w)
//! ```
//!
//! and infinity goes with the neutral point (0, 1). The signs of r and b are those that arkworks'
//! constants have: another r is another curve, another b negates each point.
//!
//! # The exceptional points
//! Where y (u + r) is 0 the map is not defined: at the three points of order 2, and at two of the
//! points of order 4, x = -1 - r. The way back is not defined at (0, -1), of order 2; four points
//! of the Edwards curve, of orders 2 and 4, lie at infinity. All have even order, so that none is
//! in G1, the group of prime order. As d is a square, the addition is complete for points of odd
//! order only.

use ark_bls12_377::{Fq, G1Affine, G1TEAffine, G1TEProjective, g1};
use ark_ec::{AffineRepr, twisted_edwards::TECurveConfig};
use ark_ff::{AdditiveGroup, Field, MontFp, batch_inversion};

/// r: the square root of 3 that arkworks' form takes.
const ROOT_3: Fq = MontFp!(
    "30567070899668889872121584789658882274245471728719284894883538395508419196346447682510590835309008936731240225793"
);

/// b: the square root of 3 - 2 r that maps arkworks' generators to each other.
const SCALE: Fq = MontFp!(
    "23560188534917577818843641916571445935985386319233886518929971599490231428764380923487987729215299304184915158756"
);

/// Maps points of y^2 = x^3 + 1 to the Edwards curve, all with one inversion for each thread;
/// None for the exceptional points.
#[must_use]
pub fn to_edwards(points: &[G1Affine]) -> Vec<Option<G1TEAffine>> {
    let coordinates = || points.iter().map(AffineRepr::xy);
    let denominator = |(x, y): (Fq, Fq)| y * (x + Fq::ONE + ROOT_3);
    let mut inverses: Vec<Fq> = coordinates().map(|xy| xy.map_or(Fq::ONE, denominator)).collect();
    batch_inversion(&mut inverses);
    let map = |(xy, inverse): (Option<(Fq, Fq)>, Fq)| {
        let Some((x, y)) = xy else { return Some(G1TEAffine::zero()) };
        let u = x + Fq::ONE;
        // A zero stays zero in the batch.
        (inverse != Fq::ZERO).then(|| {
            let first = SCALE * u * (u + ROOT_3) * inverse;
            G1TEAffine::new_unchecked(first, y * (u - ROOT_3) * inverse)
        })
    };
    coordinates().zip(inverses).map(map).collect()
}

/// Maps points of the Edwards curve to y^2 = x^3 + 1, all with one inversion for each thread;
/// None for the exceptional point (0, -1).
#[must_use]
pub fn to_weierstrass(points: &[G1TEAffine]) -> Vec<Option<G1Affine>> {
    let mut inverses: Vec<Fq> = points.iter().map(|point| point.x * (Fq::ONE - point.y)).collect();
    batch_inversion(&mut inverses);
    let map = |(point, inverse): (&G1TEAffine, Fq)| {
        if point.is_zero() {
            return Some(G1Affine::zero());
        }
        // A zero stays zero in the batch.
        (inverse != Fq::ZERO).then(|| {
            let u_over_x = ROOT_3 * (Fq::ONE + point.y) * inverse;
            G1Affine::new_unchecked(u_over_x * point.x - Fq::ONE, SCALE * u_over_x)
        })
    };
    points.iter().zip(inverses).map(map).collect()
}

/// An affine point in the form that an addition of 7 multiplications takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precomputed {
    /// y - x.
    pub y_minus_x: Fq,
    /// y + x.
    pub y_plus_x: Fq,
    /// 2 d x y.
    pub two_d_xy: Fq,
}

impl From<G1TEAffine> for Precomputed {
    fn from(G1TEAffine { x, y }: G1TEAffine) -> Self {
        let two_d = <g1::Config as TECurveConfig>::COEFF_D.double();
        Self { y_minus_x: y - x, y_plus_x: y + x, two_d_xy: two_d * x * y }
    }
}

impl Precomputed {
    /// `point` plus this one, both of odd order: Hisil, Wong, Carter and Dawson, "Twisted Edwards
    /// curves revisited" (2008), section 3.1, with Z2 = 1.
    pub fn add_to(&self, point: &G1TEProjective) -> G1TEProjective {
        let a = (point.y - point.x) * self.y_minus_x;
        let b = (point.y + point.x) * self.y_plus_x;
        let c = point.t * self.two_d_xy;
        let d = point.z.double();
        let (e, f, g, h) = (b - a, d - c, d + c, b + a);
        G1TEProjective::new_unchecked(e * f, g * h, e * h, f * g)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bls12_377::G1Projective;
    use ark_ec::{CurveGroup, short_weierstrass::SWCurveConfig};
    use ark_ff::Zero;
    use ark_std::{UniformRand, rand::Rng, test_rng};

    /// Points of the whole curve, most of them of even order.
    fn curve_points(count: usize, random: &mut impl Rng) -> Vec<G1Affine> {
        let point = |_| loop {
            let x = Fq::rand(random);
            if let Some(point) = G1Affine::get_point_from_x_unchecked(x, random.r#gen()) {
                return point;
            }
        };
        (0..count).map(point).collect()
    }

    fn edwards(point: impl Into<G1Affine>) -> G1TEAffine {
        to_edwards(&[point.into()])[0].expect("not an exceptional point")
    }

    fn exceptional() -> Vec<G1Affine> {
        let half = Fq::from(2).inverse().unwrap();
        let root = (-Fq::from(3)).sqrt().unwrap();
        let order_2 = [-Fq::ONE, (Fq::ONE + root) * half, (Fq::ONE - root) * half];
        let x = -Fq::ONE - ROOT_3;
        let y = (x.square() * x + Fq::ONE).sqrt().unwrap();
        let order_2 = order_2.map(|x| (x, Fq::ZERO));
        let order_4 = [(x, y), (x, -y)];
        order_2.into_iter().chain(order_4).map(|(x, y)| G1Affine::new_unchecked(x, y)).collect()
    }

    #[test]
    fn constants_are_arkworks() {
        assert_eq!(ROOT_3.square(), Fq::from(3));
        assert_eq!(SCALE.square(), Fq::from(3) - ROOT_3.double());
        let d = Fq::from(7) + Fq::from(4) * ROOT_3;
        assert_eq!(<g1::Config as TECurveConfig>::COEFF_D, d);
        assert_eq!(d.sqrt().map(|root| root.square()), Some(d));
        assert_eq!(edwards(<g1::Config as SWCurveConfig>::GENERATOR), G1TEAffine::generator());
    }

    #[test]
    fn there_and_back() {
        let random = &mut test_rng();
        let mut points = curve_points(200, random);
        points.extend((0..200).map(|_| G1Affine::rand(random)));
        points.push(G1Affine::zero());
        let mapped: Vec<_> = to_edwards(&points).into_iter().map(Option::unwrap).collect();
        assert!(mapped.iter().all(G1TEAffine::is_on_curve));
        assert_eq!(mapped.last(), Some(&G1TEAffine::new(Fq::ZERO, Fq::ONE)));
        let back: Vec<_> = to_weierstrass(&mapped).into_iter().map(Option::unwrap).collect();
        assert_eq!(back, points);
    }

    #[test]
    fn sums_map_to_sums() {
        let random = &mut test_rng();
        let full_order = curve_points(20, random);
        let pairs = full_order.iter().zip(&full_order[1..]).map(|(&p, &q)| (p, q));
        let (p, q) = (G1Affine::rand(random), G1Affine::rand(random));
        let points = [G1Affine::zero(), p, -p, q, -q, G1Affine::generator()];
        let special = points.iter().flat_map(|&p| points.iter().map(move |&q| (p, q)));
        for (p, q) in pairs.chain(special) {
            let expected: G1TEProjective = edwards(p) + edwards(q);
            assert_eq!(edwards(p + q), expected.into_affine());
        }
    }

    #[test]
    fn a_batch_keeps_exceptional_points_apart() {
        let exceptional = exceptional();
        for (index, point) in exceptional.iter().enumerate() {
            let order_2 = index < 3;
            let double: G1Projective = point.into_group().double();
            assert!(point.is_on_curve() && !point.is_in_correct_subgroup_assuming_on_curve());
            assert_eq!(double.into_affine().is_zero(), order_2);
            assert!(double.double().into_affine().is_zero());
        }
        let usual = curve_points(exceptional.len(), &mut test_rng());
        let mixed: Vec<_> = usual.iter().zip(&exceptional).flat_map(|(&p, &q)| [p, q]).collect();
        for (pair, &point) in to_edwards(&mixed).chunks(2).zip(&usual) {
            assert_eq!(pair, [Some(edwards(point)), None]);
        }
        let point = edwards(usual[0]);
        let order_2 = G1TEAffine::new_unchecked(Fq::ZERO, -Fq::ONE);
        assert_eq!(to_weierstrass(&[order_2, point]), [None, Some(usual[0])]);
        assert_eq!((to_edwards(&[]), to_weierstrass(&[])), (vec![], vec![]));
    }

    #[test]
    fn precomputed_sums_are_sums() {
        let random = &mut test_rng();
        let (p, q) = (G1TEProjective::rand(random), G1TEAffine::rand(random));
        for p in [p, q.into(), -G1TEProjective::from(q), G1TEProjective::zero(), p + q] {
            for q in [q, -q, G1TEAffine::zero()] {
                let sum = Precomputed::from(q).add_to(&p);
                assert_eq!(sum, p + q);
                assert_eq!(sum.t * sum.z, sum.x * sum.y);
            }
        }
    }
}
