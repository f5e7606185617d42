//! An index that finds the few pairs of token lists that can be similar, so that only these pairs
//! need to be compared.
//!
//! A fingerprint is a sequence of four tokens. Similar lists share many fingerprints. If two lists
//! share at least T fingerprints, their rarest shared fingerprint is among the N - T + 1 rarest
//! ones of each list, where N is the number of fingerprints of the list. The index contains only
//! the rarest fingerprints of each list, because few other lists share them.

use std::collections::{BTreeMap, BTreeSet};

use super::similarity::{MIN_COMMON_FRACTION, MIN_TOKENS};

/// The number of tokens in a fingerprint.
const TOKENS_PER_FINGERPRINT: usize = 4;

/// A sequence of tokens, and how many times it occurred earlier in the same list.
type Fingerprint<'a> = (&'a [&'a str], usize);

/// Returns the pairs of lists that may be similar, as pairs of indices `(a, b)` with `a < b`, in
/// ascending order. The result contains every pair that is similar enough to be reported.
pub(super) fn candidate_pairs(lists: &[&[&str]]) -> Vec<(usize, usize)> {
    let fingerprints = ranked_fingerprints(lists);
    let mut index: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (other, ranks) in fingerprints.iter().enumerate() {
        let length = lists[other].len();
        if length < MIN_TOKENS {
            continue;
        }
        // The shortest list that can be similar to this one shares the fewest fingerprints with it.
        let shortest = length as f32 * MIN_COMMON_FRACTION / (2.0 - MIN_COMMON_FRACTION);
        let unshared = ranks.len() - min_shared_fingerprints(length, shortest as usize);
        let mut earlier = BTreeSet::new();
        for rank in &ranks[..ranks.len().min(unshared + 1)] {
            let known = index.entry(*rank).or_default();
            earlier.extend(known.iter().copied());
            known.push(other);
        }
        pairs.extend(earlier.into_iter().filter_map(|one| {
            let shared = count_shared_fingerprints(&fingerprints[one], ranks);
            (shared >= min_shared_fingerprints(lists[one].len(), length)).then_some((one, other))
        }));
    }
    pairs.sort_unstable();
    pairs
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

/// Returns the fingerprints of each list as ranks in ascending order. The fingerprint that is
/// rarest across all lists has the lowest rank.
fn ranked_fingerprints(lists: &[&[&str]]) -> Vec<Vec<usize>> {
    let lists: Vec<Vec<Fingerprint<'_>>> = lists.iter().map(|list| fingerprints(list)).collect();
    let mut frequencies: BTreeMap<Fingerprint<'_>, usize> = BTreeMap::new();
    for fingerprint in lists.iter().flatten() {
        *frequencies.entry(*fingerprint).or_default() += 1;
    }
    let mut by_rarity: Vec<(usize, Fingerprint<'_>)> = (frequencies.into_iter())
        .map(|(fingerprint, frequency)| (frequency, fingerprint))
        .collect();
    by_rarity.sort_unstable();
    let ranks = by_rarity.into_iter().enumerate();
    let ranks: BTreeMap<Fingerprint<'_>, usize> = ranks
        .map(|(rank, (_, fingerprint))| (fingerprint, rank))
        .collect();
    let ranked = lists.iter().map(|list| {
        let mut list: Vec<usize> = list.iter().map(|fingerprint| ranks[fingerprint]).collect();
        list.sort_unstable();
        list
    });
    ranked.collect()
}

/// Returns the fingerprints of a list.
fn fingerprints<'a>(list: &'a [&'a str]) -> Vec<Fingerprint<'a>> {
    let mut seen: BTreeMap<&[&str], usize> = BTreeMap::new();
    let windows = list.windows(TOKENS_PER_FINGERPRINT);
    let numbered = windows.map(|tokens| {
        let earlier = seen.entry(tokens).or_default();
        *earlier += 1;
        (tokens, *earlier - 1)
    });
    numbered.collect()
}

/// Returns the number of fingerprint ranks that occur in both of two ascending lists.
fn count_shared_fingerprints(one: &[usize], other: &[usize]) -> usize {
    let mut rest = other.iter().peekable();
    let is_shared = |rank: &&usize| {
        while rest.next_if(|next| *next < *rank).is_some() {}
        rest.next_if(|next| *next == *rank).is_some()
    };
    one.iter().filter(is_shared).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submissions::similarity::similarity_percentage;

    const TEST_TOKENS: [&str; 14] = [
        "a", "a", "a", "a", "(", ")", "=", ";", "+", "if", "for", "0", "1", "[",
    ];

    /// A deterministic generator of small numbers.
    struct TestRng(u64);

    impl TestRng {
        fn random_below(&mut self, end: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) as usize % end
        }

        fn token(&mut self) -> &'static str {
            TEST_TOKENS[self.random_below(TEST_TOKENS.len())]
        }
    }

    /// Returns random token lists in groups of `copies` similar ones. The first list of each group
    /// is independent of all other groups, and the other lists of the group differ from it in at
    /// most `max_changes` tokens.
    fn similar_token_lists(
        count: usize,
        copies: usize,
        max_changes: usize,
    ) -> Vec<Vec<&'static str>> {
        let mut rng = TestRng(17);
        let mut lists: Vec<Vec<&str>> = Vec::new();
        for index in 0..count {
            if index % copies == 0 {
                let length = 50 + rng.random_below(150);
                lists.push((0..length).map(|_| rng.token()).collect());
                continue;
            }
            let mut list = lists[index - index % copies].clone();
            for _ in 0..rng.random_below(max_changes + 1) {
                let at = rng.random_below(list.len());
                match rng.random_below(3) {
                    0 => list[at] = rng.token(),
                    1 => list.insert(at, rng.token()),
                    _ => drop(list.remove(at)),
                }
            }
            lists.push(list);
        }
        lists
    }

    fn as_slices<'a>(lists: &'a [Vec<&'static str>]) -> Vec<&'a [&'static str]> {
        lists.iter().map(Vec::as_slice).collect()
    }

    #[test]
    fn candidates_include_every_similar_pair() {
        let lists = similar_token_lists(90, 6, 20);
        let lists = as_slices(&lists);
        let is_similar = |(one, other): &(usize, usize)| {
            similarity_percentage(lists[*one], lists[*other]).is_some()
        };
        let all = (0..lists.len()).flat_map(|one| (one + 1..lists.len()).map(move |it| (one, it)));
        let expected: Vec<(usize, usize)> = all.filter(is_similar).collect();
        let mut found = candidate_pairs(&lists);
        found.retain(is_similar);
        assert_eq!(found, expected);
        assert!(expected.len() > 30, "{}", expected.len());
    }

    #[test]
    fn two_thousand_submissions_need_few_comparisons() {
        let lists = similar_token_lists(2_000, 4, 8);
        let compared = candidate_pairs(&as_slices(&lists)).len();
        // There are 1,999,000 pairs, of which 3,000 are in the same group.
        assert!((1_000..=4_000).contains(&compared), "{compared}");
    }
}
