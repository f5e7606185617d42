//! A fast filter for pairs of similar token lists, so that only a few pairs need to be compared.
//!
//! A fingerprint is a sequence of four tokens. Similar lists share many fingerprints.

use std::collections::BTreeMap;

/// Minimum fraction of common tokens at which two submissions are reported as similar.
pub(super) const MIN_COMMON_FRACTION: f32 = 0.9;

/// Minimum number of tokens in submissions that are reported as similar. Identical submissions are
/// always reported.
pub(super) const MIN_TOKENS: usize = 60;

/// The number of tokens in a fingerprint.
const TOKENS_PER_FINGERPRINT: usize = 4;

/// A sequence of tokens, and how many times it occurred earlier in the same list.
type Fingerprint<'a> = (&'a [&'a str], usize);

/// Returns the pairs of lists that may be similar, as pairs of indices `(a, b)` with `a < b`, in
/// ascending order. The result contains every pair that is similar enough to be reported.
pub(super) fn candidate_pairs(lists: &[&[&str]]) -> Vec<(usize, usize)> {
    // The lists that contain each fingerprint.
    let mut index: BTreeMap<Fingerprint<'_>, Vec<usize>> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (other, list) in lists.iter().enumerate() {
        if list.len() < MIN_TOKENS {
            continue;
        }
        let mut shared = vec![0; other];
        for fingerprint in fingerprints(list) {
            let known = index.entry(fingerprint).or_default();
            for &one in &*known {
                shared[one] += 1;
            }
            known.push(other);
        }
        let earlier = lists.iter().zip(shared).enumerate();
        pairs.extend(earlier.filter_map(|(one, (earlier, shared))| {
            let is_candidate = earlier.len() >= MIN_TOKENS
                && shared >= min_shared_fingerprints(earlier.len(), list.len());
            is_candidate.then_some((one, other))
        }));
    }
    pairs.sort_unstable();
    pairs
}

/// Returns the fingerprints of a list.
fn fingerprints<'a>(list: &'a [&'a str]) -> impl Iterator<Item = Fingerprint<'a>> {
    let mut occurrences: BTreeMap<&[&str], usize> = BTreeMap::new();
    list.windows(TOKENS_PER_FINGERPRINT).map(move |tokens| {
        let earlier = occurrences.entry(tokens).or_default();
        *earlier += 1;
        (tokens, *earlier - 1)
    })
}

/// Returns the minimum number of fingerprints that similar lists of these lengths share.
///
/// Let two lists of lengths A and B have M tokens in common. A fingerprint of the first list can be
/// missing from the second list for two reasons:
///
/// - The fingerprint contains one of the A - M tokens that are only in the first list. Each token
///   is in at most four fingerprints.
/// - One of the B - M tokens that are only in the second list stands between the tokens of the
///   fingerprint. Each such token can interrupt at most three fingerprints.
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
            "a a a a ( ) = ; + if for 0 1 ["
                .split(' ')
                .collect::<Vec<_>>(),
        )
    }

    fn may_be_similar(one: &[&str], other: &[&str]) -> bool {
        !candidate_pairs(&[one, other]).is_empty()
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
