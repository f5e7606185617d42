//! Comparison of the conditions of two runs. A condition is an input other than the submissions
//! that affects the results, such as an option or the version of a toolchain.

use std::collections::{BTreeMap, BTreeSet};

/// Name of the condition that records which clock measures CPU time. A run without submissions has
/// no such condition.
pub const CLOCK_CONDITION: &str = "clock";

/// Prefix of the names of conditions that record the toolchain of a language.
pub const TOOLCHAIN_CONDITION: &str = "toolchain of ";

/// Returns the names of the conditions that differ between two runs. A condition that only one run
/// has counts as different, unless it concerns only the submissions in one language or for one
/// problem: the other run may have no such submissions.
pub fn differing_conditions<'a>(
    one: &'a BTreeMap<String, String>,
    other: &'a BTreeMap<String, String>,
) -> Vec<&'a str> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let differs = |name: &&String| match (one.get(*name), other.get(*name)) {
        (Some(one), Some(other)) => one != other,
        _ => !concerns_some_submissions(name),
    };
    names
        .into_iter()
        .filter(differs)
        .map(|name| &**name)
        .collect()
}

/// Returns whether the condition with this name concerns only some submissions.
fn concerns_some_submissions(name: &str) -> bool {
    name == CLOCK_CONDITION
        || name.starts_with(TOOLCHAIN_CONDITION)
        || name.contains(" of problem ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn condition_of_only_one_run_differs_unless_it_concerns_some_submissions() {
        let conditions = |names: &[&str]| {
            let pairs = names
                .iter()
                .map(|name| ((*name).to_owned(), "a".to_owned()));
            pairs.collect::<BTreeMap<_, _>>()
        };
        let plain = conditions(&["--seed", "toolchain of C", "suites of problem 913"]);
        let more = conditions(&["--against", "--seed", "clock", "toolchain of Go"]);
        assert_eq!(differing_conditions(&plain, &more), ["--against"]);
        assert_eq!(differing_conditions(&more, &plain), ["--against"]);
    }
}
