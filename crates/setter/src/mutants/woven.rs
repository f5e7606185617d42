//! Many mutants in one program: those that compile together.

use std::collections::BTreeSet;

use mousetrap_judge::{Bench, Built, JudgeError, Submission};
use mousetrap_languages::Toolchain;
use mousetrap_model::Case;
use mousetrap_mutate::{Mutation, Woven, variable, weave};
use mousetrap_util::Bytes;
use regex::Regex;

use super::limits::timed;

/// Maximum number of compilations until the remaining mutants compile together.
const ROUNDS: usize = 24;

/// A program of many mutants.
pub(super) struct Together<'s> {
    pub submission: Submission<'s>,
    /// The indices of the mutants.
    pub mutants: BTreeSet<usize>,
    /// The cases, with limits by the time of the program as the original.
    pub cases: Vec<Case>,
}

/// Weaves the mutants into one program, without those of which the compiler complains.
/// Returns `None` if nothing compiles, or if the program is not right as the original.
pub(super) fn together<'s>(
    bench: &mut Bench<'_>,
    submission: &Submission<'s>,
    toolchain: &Toolchain,
    mutations: &[Mutation],
    cases: &[Case],
    memory: Bytes,
) -> Result<Option<Together<'s>>, JudgeError> {
    let language = &submission.detected.language.id;
    let source = &submission.detected.code.text;
    let mut mutants: BTreeSet<usize> = (0..mutations.len()).collect();
    for _ in 0..ROUNDS {
        let Some(woven) = weave(language, source, mutations, |it| mutants.contains(&it)) else {
            return Ok(None);
        };
        mutants.retain(|index| woven.has(*index));
        if mutants.is_empty() {
            return Ok(None);
        }
        let changed = submission.with_text(&woven.text);
        let mut variant = match bench.build(&changed, toolchain, memory)? {
            Built::Variant(variant) => variant,
            Built::Interrupted => return Ok(None),
            Built::Rejected(text) => {
                let blamed = blamed(&text, submission, &woven);
                if blamed.is_disjoint(&mutants) {
                    return Ok(None);
                }
                mutants.retain(|index| !blamed.contains(index));
                continue;
            }
        };
        let limited = timed(bench, &mut variant, cases, &variable(source), &mut |_| ())?;
        drop(variant);
        return Ok(limited.ok().map(|cases| Together {
            submission: changed,
            mutants,
            cases,
        }));
    }
    Ok(None)
}

/// Returns the mutants on the lines of which the compiler complains.
fn blamed(text: &str, submission: &Submission<'_>, woven: &Woven) -> BTreeSet<usize> {
    let own = submission.path.file_name().unwrap_or_default();
    let place = format!(r"{}[:(](\d+)", regex::escape(&own.to_string_lossy()));
    let place = Regex::new(&place).expect("a name and a number");
    let errors = text
        .lines()
        .filter(|line| !line.contains("warning") && !line.contains("note:"));
    let lines = errors.flat_map(|line| place.captures_iter(line));
    let lines: BTreeSet<usize> = lines.filter_map(|found| found[1].parse().ok()).collect();
    lines
        .into_iter()
        .flat_map(|line| woven.on_line(line))
        .collect()
}
