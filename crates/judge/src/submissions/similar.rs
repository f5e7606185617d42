//! Finds identical and similar submissions. A person must look at them: similarity does not
//! prove copying, because short correct solutions of one problem resemble each other.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use similar::{Algorithm, capture_diff_slices, diff_ratio};

use crate::Submission;
use mousetrap_model::{SimilarGroup, Similarity};

/// Minimum share of common tokens of two reported submissions.
const LEAST_SHARE: f32 = 0.9;

/// Submissions with fewer tokens are reported only if they are identical.
const LEAST_TOKENS: usize = 60;

/// Submissions, keyed by their code without names.
type Groups<'a> = BTreeMap<Vec<&'a str>, Vec<usize>>;

/// Returns groups of similar submissions, identical ones first. Of submissions that are
/// identical, or differ only in names, only the first is compared with others.
pub fn similar_groups(submissions: &[Submission<'_>]) -> Vec<SimilarGroup> {
    let mut kinds: BTreeMap<(&str, &str), Groups<'_>> = BTreeMap::new();
    for (index, submission) in submissions.iter().enumerate() {
        let kind = (&*submission.problem.id, &*submission.detected.language.id);
        let groups = kinds.entry(kind).or_default();
        let nameless = without_names(&tokens(&submission.detected.code.bare));
        groups.entry(nameless).or_default().push(index);
    }
    let mut found = Vec::new();
    for groups in kinds.values() {
        let mut groups: Vec<(&Vec<&str>, &Vec<usize>)> = groups.iter().collect();
        groups.sort_by_key(|(_, members)| members[0]);
        for (_, members) in groups.iter().filter(|(_, members)| members.len() > 1) {
            let code = |member: usize| tokens(&submissions[member].detected.code.bare);
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
        for (at, (one, members)) in groups.iter().enumerate() {
            for (other, others) in &groups[at + 1..] {
                if let Some(percent) = percent(one, other) {
                    found.push(SimilarGroup {
                        similarity: Similarity::Percent(percent),
                        submissions: vec![members[0], others[0]],
                    });
                }
            }
        }
    }
    found.sort_by_key(|alike| {
        let unlike = match alike.similarity {
            Similarity::Percent(percent) => 102 - percent,
            Similarity::Renamed => 1,
            Similarity::Same => 0,
        };
        (unlike, alike.submissions[0])
    });
    found
}

/// A name, a number, or another character.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[\w$]+|\S").expect("a pattern"));

/// Returns the names, numbers and punctuation of code without comments.
fn tokens(bare: &str) -> Vec<&str> {
    TOKEN.find_iter(bare).map(|token| token.as_str()).collect()
}

/// Replaces all names by the same one. Numbers and punctuation stay.
fn without_names<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    let is_name = |token: &str| !token.starts_with(|c: char| !c.is_alphabetic() && c != '_');
    let tokens = tokens.iter();
    tokens
        .map(|token| if is_name(token) { "a" } else { token })
        .collect()
}

/// Returns the percentage of tokens that two lists share, or `None` if it is too low to
/// report.
fn percent(one: &[&str], other: &[&str]) -> Option<u8> {
    let (short, long) = (one.len().min(other.len()), one.len().max(other.len()));
    // Too low even if the longer list contains the shorter one.
    let most = 2.0 * short as f32 / (short + long).max(1) as f32;
    if short < LEAST_TOKENS || most < LEAST_SHARE {
        return None;
    }
    let steps = capture_diff_slices(Algorithm::Myers, one, other);
    let share = diff_ratio(&steps, one.len(), other.len());
    (share >= LEAST_SHARE).then_some((share * 100.0) as u8)
}
