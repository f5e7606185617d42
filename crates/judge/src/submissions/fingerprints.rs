//! A fast check that excludes most pairs of token lists that are not similar, so that only the other
//! pairs need to be compared.
//!
//! A fingerprint is a sequence of four tokens. Similar lists share many fingerprints.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::similarity::{MIN_COMMON_FRACTION, MIN_TOKENS};

/// The number of tokens in a fingerprint.
const TOKENS_PER_FINGERPRINT: usize = 4;

/// The fingerprints of a token list.
pub(super) struct Fingerprints {
    token_count: usize,
    /// The hashes of all fingerprints, in ascending order. A hash also covers the number of earlier
    /// occurrences of the fingerprint in the list.
    hashes: Vec<u64>,
}

impl Fingerprints {
    pub(super) fn new(tokens: &[&str]) -> Self {
        let mut occurrences: BTreeMap<&[&str], usize> = BTreeMap::new();
        let fingerprints = tokens.windows(TOKENS_PER_FINGERPRINT);
        let mut hashes: Vec<u64> = fingerprints
            .map(|fingerprint| {
                let earlier = occurrences.entry(fingerprint).or_default();
                let mut hasher = DefaultHasher::new();
                (fingerprint, *earlier).hash(&mut hasher);
                *earlier += 1;
                hasher.finish()
            })
            .collect();
        hashes.sort_unstable();
        Self {
            token_count: tokens.len(),
            hashes,
        }
    }

    /// Returns `false` only for lists that are not similar enough to be reported.
    pub(super) fn may_be_similar(&self, other: &Self) -> bool {
        self.token_count.min(other.token_count) >= MIN_TOKENS
            && self.count_shared(other)
                >= min_shared_fingerprints(self.token_count, other.token_count)
    }

    /// Returns the number of fingerprints that occur in both lists.
    fn count_shared(&self, other: &Self) -> usize {
        let mut rest = other.hashes.iter().peekable();
        let is_shared = |hash: &&u64| {
            while rest.next_if(|next| next < hash).is_some() {}
            rest.next_if(|next| next == hash).is_some()
        };
        self.hashes.iter().filter(is_shared).count()
    }
}

/// Returns the minimum number of fingerprints that similar lists of these lengths share.
///
/// Let two lists of lengths A and B have M tokens in common. A fingerprint of the first list can be
/// missing from the second list for two reasons:
///
/// - The fingerprint contains one of the A - M tokens that are only in the first list. Each token
///   is in at most four fingerprints.
/// - The fingerprint is split by one of the B - M tokens that are only in the second list. Each
///   such token separates the tokens of at most three fingerprints.
///
/// Hence the number of shared fingerprints is at least `A - 3 - 4 (A - M) - 3 (B - M)`. One more is
/// subtracted, because the fraction of common tokens is rounded.
fn min_shared_fingerprints(one: usize, other: usize) -> usize {
    let both = (one + other) as f32;
    let common = MIN_COMMON_FRACTION * both / 2.0;
    (7.0 * common - 3.0 * both - 4.0).max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    use super::*;
    use crate::submissions::similarity::similarity_percentage;

    fn token() -> impl Strategy<Value = &'static str> {
        select(
            &[
                "a", "a", "a", "a", "(", ")", "=", ";", "+", "if", "for", "0", "1", "[",
            ][..],
        )
    }

    fn may_be_similar(one: &[&str], other: &[&str]) -> bool {
        Fingerprints::new(one).may_be_similar(&Fingerprints::new(other))
    }

    proptest! {
        #[test]
        fn similar_lists_are_never_excluded(
            tokens in vec(token(), 50..200),
            changes in vec((0..3, any::<Index>(), token()), 0..20),
        ) {
            let mut other = tokens.clone();
            for (kind, at, token) in changes {
                let at = at.index(other.len());
                match kind {
                    0 => other[at] = token,
                    1 => other.insert(at, token),
                    _ => drop(other.remove(at)),
                }
            }
            let is_similar = similarity_percentage(&tokens, &other).is_some();
            prop_assert!(!is_similar || may_be_similar(&tokens, &other));
        }

        #[test]
        fn independent_lists_are_excluded(
            one in vec(token(), 50..200),
            other in vec(token(), 50..200),
        ) {
            prop_assert!(!may_be_similar(&one, &other));
        }
    }
}
