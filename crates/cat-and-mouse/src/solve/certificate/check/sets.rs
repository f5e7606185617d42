//! Sets of places, stored as bits of words.

/// A set of the opponent's places for each place of the player.
#[derive(Clone)]
pub(super) struct PlaceSets {
    /// The number of words in each set.
    pub(super) width: usize,
    words: Vec<u64>,
}

impl PlaceSets {
    pub(super) fn new(size: usize) -> Self {
        let width = size.div_ceil(64);
        Self {
            width,
            words: vec![0; size * width],
        }
    }

    pub(super) fn set_of(&self, own: u16) -> &[u64] {
        &self.words[usize::from(own) * self.width..][..self.width]
    }

    pub(super) fn set_of_mut(&mut self, own: u16) -> &mut [u64] {
        &mut self.words[usize::from(own) * self.width..][..self.width]
    }
}

pub(super) fn insert_place(set: &mut [u64], other: u16) {
    set[usize::from(other / 64)] |= 1 << (other % 64);
}

pub(super) fn remove_place(set: &mut [u64], other: u16) {
    set[usize::from(other / 64)] &= !(1 << (other % 64));
}

pub(super) fn add_all(set: &mut [u64], with: &[u64]) {
    for (word, with) in set.iter_mut().zip(with) {
        *word |= with;
    }
}

pub(super) fn is_subset(set: &[u64], of: &[u64]) -> bool {
    set.iter().zip(of).all(|(word, of)| word & !of == 0)
}
