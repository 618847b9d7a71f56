//! A Verilated design that is stepped clock by clock.

use std::path::Path;

use crate::CosimError;
use crate::library::Unit;

/// Which way a port goes, as the design sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Into the design.
    Input,
    /// Out of the design.
    Output,
}

/// One data port; clock and reset are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name in SystemVerilog.
    pub name: String,
    /// Its width.
    pub bits: u32,
    /// Its direction.
    pub direction: Direction,
}

/// Bits of a row: a port or a part of one.
#[derive(Clone, Copy, Debug)]
struct Place {
    first: usize,
    bits: usize,
}

/// An input port, or a part of one, of the design that gave it.
#[derive(Clone, Copy, Debug)]
pub struct Input(Place);

/// An output port, or a part of one, of the design that gave it.
#[derive(Clone, Copy, Debug)]
pub struct Output(Place);

macro_rules! parts {
    ($handle:ident) => {
        impl $handle {
            /// Element `index` of a packed array whose elements have `bits` bits.
            ///
            /// # Panics
            /// The port ends before it.
            #[must_use]
            pub fn element(self, index: usize, bits: usize) -> Self {
                Self(self.0.element(index, bits))
            }

            /// Width.
            #[must_use]
            pub fn bits(self) -> usize {
                self.0.bits
            }
        }
    };
}
parts!(Input);
parts!(Output);

/// A design after its reset. A cycle is: set inputs, [`eval`](Self::eval), read outputs, as often as
/// needed, then [`edge`](Self::edge).
///
/// Ports are looked up by name once; what they return is cheap to use millions of times.
pub struct Design {
    unit: Unit,
    ports: Vec<(Port, Place)>,
    inputs: Vec<u8>,
    outputs: Vec<u8>,
    /// Outputs belong to other inputs, or to the cycle before.
    stale: bool,
    cycle: u64,
}

impl Design {
    /// Loads a library that was built of a unit with these ports, in this order, and resets it.
    ///
    /// # Errors
    /// The library cannot be loaded, has other ports, or fails in its reset.
    pub fn load(library: &Path, ports: &[Port]) -> Result<Self, CosimError> {
        let file = library.display().to_string();
        let failed = |reason| CosimError::Load { library: file.clone(), reason };
        let unit = Unit::load(library).map_err(failed)?;
        // Each port of a row starts at a byte.
        let mut ends = [0, 0];
        let place = |port: &Port| {
            let end = &mut ends[port.direction as usize];
            let place = Place { first: 8 * *end, bits: port.bits as usize };
            *end += place.bits.div_ceil(8);
            (port.clone(), place)
        };
        let ports = ports.iter().map(place).collect();
        let sizes = [unit.input_bytes, unit.output_bytes];
        for ((got, end), rows) in sizes.into_iter().zip(ends).zip(["input", "output"]) {
            // Verilator's smallest vector has three words of 32 bits.
            let want = end.next_multiple_of(4).max(12);
            if got != want {
                let (got, want) = (got as u64, want as u64);
                return Err(CosimError::Rows { library: file, rows, got, want });
            }
        }
        let row = |bytes| vec![0; bytes + PADDING];
        let (inputs, outputs) = (row(unit.input_bytes), row(unit.output_bytes));
        let mut design = Self { unit, ports, inputs, outputs, stale: true, cycle: 0 };
        design.reset()?;
        Ok(design)
    }

    /// Clocks in reset; all inputs are zero again. Memories keep what they hold.
    ///
    /// # Errors
    /// An assertion fails.
    pub fn reset(&mut self) -> Result<(), CosimError> {
        self.cycle = 0;
        self.inputs.fill(0);
        self.stale = true;
        self.unit.reset().map_err(|message| CosimError::Assertion { cycle: 0, message })
    }

    /// An input port.
    ///
    /// # Errors
    /// There is none of this name and width.
    pub fn input(&self, name: &str, bits: u32) -> Result<Input, CosimError> {
        self.find(name, bits, Direction::Input).map(Input)
    }

    /// An output port.
    ///
    /// # Errors
    /// There is none of this name and width.
    pub fn output(&self, name: &str, bits: u32) -> Result<Output, CosimError> {
        self.find(name, bits, Direction::Output).map(Output)
    }

    /// The ports, in order.
    pub fn ports(&self) -> impl Iterator<Item = &Port> {
        self.ports.iter().map(|(port, _)| port)
    }

    fn find(&self, name: &str, bits: u32, direction: Direction) -> Result<Place, CosimError> {
        let wrong = |reason| CosimError::Port { name: name.into(), reason };
        let (port, place) = self
            .ports
            .iter()
            .find(|(port, _)| port.name == name)
            .ok_or_else(|| wrong("the design has none".into()))?;
        if port.direction != direction || port.bits != bits {
            let (is, of) = (port.direction, port.bits);
            return Err(wrong(format!("{is:?} of {of} bits: needed: {direction:?} of {bits}")));
        }
        Ok(*place)
    }

    /// Gives an input of up to 64 bits a value, of which higher bits are dropped.
    pub fn set(&mut self, port: Input, value: u64) {
        self.stale |= port.0.put(&mut self.inputs, value);
    }

    /// Gives an input that lies on whole bytes a value, the lowest byte first.
    ///
    /// # Panics
    /// Another number of bytes than the port has, or a port that begins or ends inside one.
    pub fn set_bytes(&mut self, port: Input, bytes: &[u8]) {
        let place = &mut self.inputs[port.0.bytes()];
        if place != bytes {
            place.copy_from_slice(bytes);
            self.stale = true;
        }
    }

    /// The value of an output of up to 64 bits, as of the last `eval`.
    #[must_use]
    pub fn get(&self, port: Output) -> u64 {
        port.0.get(&self.outputs)
    }

    /// The value of an output that lies on whole bytes as of the last `eval`, the lowest first.
    ///
    /// # Panics
    /// The port begins or ends inside a byte.
    #[must_use]
    pub fn bytes(&self, port: Output) -> &[u8] {
        &self.outputs[port.0.bytes()]
    }

    /// Settles the outputs for the inputs of this cycle; does nothing where they are settled.
    ///
    /// # Errors
    /// An assertion fails.
    pub fn eval(&mut self) -> Result<(), CosimError> {
        if self.stale {
            let cycle = self.cycle;
            self.unit
                .eval(&self.inputs, &mut self.outputs)
                .map_err(|message| CosimError::Assertion { cycle, message })?;
            self.stale = false;
        }
        Ok(())
    }

    /// The clock edge that ends the cycle. Inputs stay as they are.
    ///
    /// # Errors
    /// An assertion fails.
    pub fn edge(&mut self) -> Result<(), CosimError> {
        self.eval()?;
        let cycle = self.cycle;
        self.unit.edge().map_err(|message| CosimError::Assertion { cycle, message })?;
        self.stale = true;
        self.cycle += 1;
        Ok(())
    }

    /// Clock edges since reset.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.cycle
    }
}

/// Bytes behind a row, so that a word can be read at any of its bits.
const PADDING: usize = 16;

impl Place {
    fn element(self, index: usize, bits: usize) -> Self {
        assert!((index + 1) * bits <= self.bits, "element {index} of {bits} bits of {self:?}");
        Self { first: self.first + index * bits, bits }
    }

    fn bytes(self) -> std::ops::Range<usize> {
        let (first, end) = (self.first, self.first + self.bits);
        assert!(first.is_multiple_of(8) && end.is_multiple_of(8), "not whole bytes: {self:?}");
        first / 8..end / 8
    }

    fn mask(self) -> u128 {
        assert!(self.bits <= 64, "more than a word: {self:?}");
        (1 << self.bits) - 1
    }

    fn window(self) -> std::ops::Range<usize> {
        self.first / 8..self.first / 8 + PADDING
    }

    fn get(self, row: &[u8]) -> u64 {
        let window = row[self.window()].try_into().expect("the length of a window");
        (u128::from_le_bytes(window) >> (self.first % 8) & self.mask()) as u64
    }

    /// Whether the value is another one now.
    fn put(self, row: &mut [u8], value: u64) -> bool {
        let window = &mut row[self.window()];
        let old = u128::from_le_bytes((&*window).try_into().expect("the length of a window"));
        let (mask, shift) = (self.mask(), self.first % 8);
        let new = old & !(mask << shift) | (u128::from(value) & mask) << shift;
        window.copy_from_slice(&new.to_le_bytes());
        new != old
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_put_at_any_bit_and_leaves_its_neighbours() {
        let mut row = vec![0; 32 + PADDING];
        let words =
            [(3, 64), (67, 64), (131, 64), (195, 8)].map(|(first, bits)| Place { first, bits });
        for (index, word) in words.iter().enumerate() {
            assert!(word.put(&mut row, !(index as u64)));
            assert!(!word.put(&mut row, !(index as u64)));
        }
        let got: Vec<u64> = words.iter().map(|word| word.get(&row)).collect();
        assert_eq!(got, [!0, !1, !2, !3 & 0xff]);
        assert_eq!(Place { first: 0, bits: 3 }.get(&row), 0);
        assert_eq!(Place { first: 203, bits: 53 }.get(&row), 0);
        assert_eq!(Place { first: 3, bits: 200 }.element(3, 7).get(&row), 127);
    }

    #[test]
    #[should_panic(expected = "element 3")]
    fn an_element_beyond_the_port_is_refused() {
        let _ = Place { first: 0, bits: 31 }.element(3, 8);
    }
}
