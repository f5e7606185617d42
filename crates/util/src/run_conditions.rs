//! Comparison of the conditions of two runs. A condition is an input of a run, other than the
//! submissions, that affects the results: for example, an option or the version of a toolchain.

use std::collections::{BTreeMap, BTreeSet};

/// Name of the condition that records which clock measures CPU time. This condition is not recorded
/// for a run without submissions.
pub const CLOCK_CONDITION: &str = "clock";

/// Name prefix of the conditions that record the toolchain of a language.
pub const TOOLCHAIN_CONDITION_PREFIX: &str = "toolchain of ";

/// Returns the names of the conditions that differ between two runs. A condition that is recorded
/// for only one of the runs counts as a difference. The only exception is a condition that concerns
/// one language or one problem, because the other run may have no such submissions.
pub fn differing_conditions<'a>(
    one: &'a BTreeMap<String, String>,
    other: &'a BTreeMap<String, String>,
) -> Vec<&'a str> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let differs = |name: &&String| match (one.get(*name), other.get(*name)) {
        (Some(one), Some(other)) => one != other,
        _ => !is_specific_to_submissions(name),
    };
    names
        .into_iter()
        .filter(differs)
        .map(|name| &**name)
        .collect()
}

/// Returns whether the condition with this name concerns only the submissions in one language or
/// for one problem.
fn is_specific_to_submissions(name: &str) -> bool {
    name == CLOCK_CONDITION
        || name.starts_with(TOOLCHAIN_CONDITION_PREFIX)
        || name.contains(" of problem ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn condition_missing_from_one_run_is_a_difference_unless_specific_to_submissions() {
        let conditions = |names: &str| -> BTreeMap<String, String> {
            let names = names.split(", ");
            names
                .map(|name| (name.to_owned(), "a".to_owned()))
                .collect()
        };
        let plain = conditions("--seed, toolchain of C, suites of problem 913");
        let more = conditions("--against, --seed, clock, toolchain of Go");
        assert_eq!(differing_conditions(&plain, &more), ["--against"]);
        assert_eq!(differing_conditions(&more, &plain), ["--against"]);
    }
}
