//! Random numbers that are the same on every machine.

use std::fmt;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// A seed of random streams. A different seed makes a recipe row draw different cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A named stream of `ChaCha` random numbers. Streams with different names are independent, so
/// adding a row to a recipe does not change other cases.
///
/// A stream yields only integers, because rounding may differ between machines.
#[derive(Clone, Debug)]
pub struct RandomStream(ChaCha8Rng);

impl RandomStream {
    /// Returns the stream that generates one case of a recipe row, or one pair of cases if the row
    /// generates pairs. `index` is the number of the case or pair within the row. `recipe` has the
    /// form `problem/suite`.
    pub fn named(recipe: &str, row: &str, seed: Seed, index: usize) -> Self {
        // No part of a name contains a NUL, so different names never lead to the same hash input.
        let name = format!("mousetrap\0{recipe}\0{row}\0{seed}\0{index}");
        Self(ChaCha8Rng::from_seed(Sha256::digest(name).into()))
    }

    /// Draws a number below `end`, which must be at least 1.
    pub fn random_below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end)
    }

    /// Draws two numbers below `end`, which must be at least 1.
    pub fn random_pair_below(&mut self, end: usize) -> (usize, usize) {
        (self.random_below(end), self.random_below(end))
    }

    /// Draws a number from the inclusive range from `low` to `high`.
    pub fn random_in_range(&mut self, low: u32, high: u32) -> u32 {
        self.0.random_range(low..=high)
    }

    /// Returns true with a probability of `percent` %.
    pub fn random_bool(&mut self, percent: u32) -> bool {
        self.random_in_range(0, 99) < percent
    }

    /// Draws one of `items`, or returns `None` if `items` is empty.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.choose(&mut self.0).copied()
    }

    /// Shuffles `items`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut self.0);
    }

    /// Draws 64 random bits, such as the seed for a custom generator.
    pub fn random_bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_produces_the_recorded_numbers_on_every_machine() {
        // If these values change, every `cases.lock` becomes invalid.
        let mut stream = RandomStream::named("1728/hidden", "walls", Seed(1), 0);
        let drawn: Vec<usize> = (0..8).map(|_| stream.random_below(100)).collect();
        let mut order = [0, 1, 2, 3, 4, 5];
        stream.shuffle(&mut order);
        assert_eq!(drawn, [91, 90, 92, 38, 77, 0, 32, 97]);
        assert_eq!(order, [1, 5, 4, 0, 3, 2]);
    }
}
