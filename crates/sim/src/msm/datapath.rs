//! What flows through the adders: points, or nothing but indices.

use ark_ec::AffineRepr;
use ark_ff::AdditiveGroup;

/// The values behind the schedule. The model's cycles never depend on them.
pub trait Datapath {
    /// A value in a bucket, in the pipeline or in the result buffer.
    type Point: Clone;

    /// The group's identity.
    fn identity(&self) -> Self::Point;
    /// Input point `index`, negated for a negative digit.
    fn input(&self, index: u64, negate: bool) -> Self::Point;
    /// `sum` plus input point `index`.
    fn add_input(&self, sum: &Self::Point, index: u64, negate: bool) -> Self::Point;
    /// Sum of two values.
    fn add(&self, left: &Self::Point, right: &Self::Point) -> Self::Point;
}

/// Timing mode: no values.
pub struct Indices;

impl Datapath for Indices {
    type Point = ();

    fn identity(&self) {}
    fn input(&self, _index: u64, _negate: bool) {}
    fn add_input(&self, _sum: &(), _index: u64, _negate: bool) {}
    fn add(&self, _left: &(), _right: &()) {}
}

/// Functional mode: points of a curve group. Any two points may be added, as the complete formula
/// of the hardware allows.
pub struct Points<'a, A>(pub &'a [A]);

impl<A: AffineRepr> Datapath for Points<'_, A> {
    type Point = A::Group;

    fn identity(&self) -> A::Group {
        A::Group::ZERO
    }

    fn input(&self, index: u64, negate: bool) -> A::Group {
        let point = self.0[index as usize].into_group();
        if negate { -point } else { point }
    }

    fn add_input(&self, sum: &A::Group, index: u64, negate: bool) -> A::Group {
        let point = self.0[index as usize];
        if negate { *sum - point } else { *sum + point }
    }

    fn add(&self, left: &A::Group, right: &A::Group) -> A::Group {
        *left + right
    }
}
