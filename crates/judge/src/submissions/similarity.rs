//! Finding identical and similar submissions. Similarity does not prove copying, because short
//! correct solutions of the same problem resemble each other. Only a person can decide whether a
//! submission was copied.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use similar::{Algorithm, capture_diff_slices, diff_ratio};

use super::fingerprints::{MIN_COMMON_FRACTION, MIN_TOKENS, candidate_pairs};
use crate::Submission;
use mousetrap_model::{SimilarGroup, Similarity};

/// Indices of submissions, keyed by their tokens after all names have been replaced by a
/// placeholder.
type SubmissionsByTokens<'a> = BTreeMap<Vec<&'a str>, Vec<usize>>;

/// Returns groups of similar submissions, identical ones first. Among submissions that are
/// identical or differ only in names, only the first is compared with other submissions.
pub fn similar_groups(submissions: &[Submission<'_>]) -> Vec<SimilarGroup> {
    let mut kinds: BTreeMap<(&str, &str), SubmissionsByTokens<'_>> = BTreeMap::new();
    for (index, submission) in submissions.iter().enumerate() {
        let kind = (&*submission.problem.id, &*submission.detected.language.id);
        let groups = kinds.entry(kind).or_default();
        let key = replace_names(&tokenize(&submission.detected.code.bare));
        groups.entry(key).or_default().push(index);
    }
    let mut found = Vec::new();
    for groups in kinds.values() {
        let mut groups: Vec<(&Vec<&str>, &Vec<usize>)> = groups.iter().collect();
        groups.sort_by_key(|(_, members)| members[0]);
        for (_, members) in groups.iter().filter(|(_, members)| members.len() > 1) {
            let code = |member: usize| tokenize(&submissions[member].detected.code.bare);
            let first = code(members[0]);
            let is_same = members[1..].iter().all(|&member| code(member) == first);
            let similarity = if is_same {
                Similarity::Same
            } else {
                Similarity::Renamed
            };
            let submissions = (*members).clone();
            found.push(SimilarGroup {
                similarity,
                submissions,
            });
        }
        let tokens: Vec<&[&str]> = groups.iter().map(|(tokens, _)| tokens.as_slice()).collect();
        for (one, other) in candidate_pairs(&tokens) {
            if let Some(percent) = similarity_percentage(tokens[one], tokens[other]) {
                found.push(SimilarGroup {
                    similarity: Similarity::Percent(percent),
                    submissions: vec![groups[one].1[0], groups[other].1[0]],
                });
            }
        }
    }
    found.sort_by_key(|group| {
        let difference = match group.similarity {
            Similarity::Percent(percent) => 102 - percent,
            Similarity::Renamed => 1,
            Similarity::Same => 0,
        };
        (difference, group.submissions[0])
    });
    found
}

/// Matches a token: a name, a number, or a single other character.
static TOKEN_PATTERN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[\w$]+|\S").expect("the pattern is valid"));

/// Splits code without comments into names, numbers and punctuation marks.
fn tokenize(bare: &str) -> Vec<&str> {
    TOKEN_PATTERN
        .find_iter(bare)
        .map(|token| token.as_str())
        .collect()
}

/// Replaces every name with a placeholder. Numbers and punctuation marks are left unchanged.
fn replace_names<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    let is_name = |token: &str| !token.starts_with(|c: char| !c.is_alphabetic() && c != '_');
    let tokens = tokens.iter();
    tokens
        .map(|token| if is_name(token) { "a" } else { token })
        .collect()
}

/// Returns the percentage of tokens that two lists have in common, or `None` if it is too low to
/// report.
pub(super) fn similarity_percentage(one: &[&str], other: &[&str]) -> Option<u8> {
    if one.len().min(other.len()) < MIN_TOKENS {
        return None;
    }
    let steps = capture_diff_slices(Algorithm::Myers, one, other);
    let fraction = diff_ratio(&steps, one.len(), other.len());
    (fraction >= MIN_COMMON_FRACTION).then_some((fraction * 100.0) as u8)
}
