//! Bit sets of places.

/// A table that maps each place of one player to a bit set of the other player's places.
#[derive(Clone)]
pub(super) struct PlaceSets {
    /// The number of words in each set.
    pub(super) words_per_set: usize,
    words: Vec<u64>,
}

impl PlaceSets {
    pub(super) fn new(size: usize) -> Self {
        let words_per_set = size.div_ceil(64);
        Self {
            words_per_set,
            words: vec![0; size * words_per_set],
        }
    }

    pub(super) fn set_at(&self, place: u16) -> &[u64] {
        &self.words[usize::from(place) * self.words_per_set..][..self.words_per_set]
    }

    pub(super) fn set_at_mut(&mut self, place: u16) -> &mut [u64] {
        &mut self.words[usize::from(place) * self.words_per_set..][..self.words_per_set]
    }
}

pub(super) fn insert_place(set: &mut [u64], place: u16) {
    set[usize::from(place / 64)] |= 1 << (place % 64);
}

pub(super) fn remove_place(set: &mut [u64], place: u16) {
    set[usize::from(place / 64)] &= !(1 << (place % 64));
}

pub(super) fn insert_all(set: &mut [u64], places: &[u64]) {
    for (word, places) in set.iter_mut().zip(places) {
        *word |= places;
    }
}

pub(super) fn is_subset(subset: &[u64], set: &[u64]) -> bool {
    subset
        .iter()
        .zip(set)
        .all(|(subset, set)| subset & !set == 0)
}
