//! Many mutants in one program: those that compile together.

use std::collections::BTreeSet;

use mousetrap_judge::{Bench, Built, JudgeError, Submission};
use mousetrap_languages::Toolchain;
use mousetrap_model::Case;
use mousetrap_mutate::{Mutation, Woven, variable, weave};
use mousetrap_util::Bytes;
use regex::Regex;

use super::limits::timed;

/// How often it is compiled until all that is left in it compiles together.
const ROUNDS: usize = 24;

/// A program of many mutants, and which they are.
pub(super) struct Together<'s> {
    pub submission: Submission<'s>,
    /// Their indices.
    pub mutants: BTreeSet<usize>,
    /// The cases, with limits by its time as the original.
    pub cases: Vec<Case>,
}

/// Weaves as many mutants as compile together; `None` where there are none, or where
/// the program is not right as the original.
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
    let all: BTreeSet<usize> = (0..mutations.len()).collect();
    // Sets still to be tried, the last first, and what is known to compile.
    let mut waiting = vec![all];
    let mut good = BTreeSet::new();
    for _ in 0..ROUNDS {
        let Some(mut mutants) = waiting.pop() else {
            break;
        };
        mutants.append(&mut good.clone());
        let Some(woven) = weave(language, source, mutations, |it| mutants.contains(&it)) else {
            return Ok(None);
        };
        mutants.retain(|index| woven.has(*index));
        if mutants.is_empty() {
            return Ok(None);
        }
        let changed = submission.with_text(&woven.text);
        let text = match bench.build(&changed, toolchain, memory)? {
            Built::Interrupted => return Ok(None),
            Built::Variant(_) => {
                good = mutants;
                continue;
            }
            Built::Rejected(text) => text,
        };
        let blamed = blamed(&text, submission, &woven);
        mutants.retain(|index| !good.contains(index));
        if blamed.iter().any(|index| mutants.contains(index)) {
            mutants.retain(|index| !blamed.contains(index));
            waiting.push(mutants);
        } else if mutants.len() > 1 {
            let middle = mutants.iter().nth(mutants.len() / 2).copied();
            let upper = mutants.split_off(&middle.unwrap_or_default());
            waiting.extend([upper, mutants]);
        }
    }
    let woven = weave(language, source, mutations, |it| good.contains(&it));
    let Some(woven) = woven.filter(|_| !good.is_empty()) else {
        return Ok(None);
    };
    let submission = submission.with_text(&woven.text);
    let Built::Variant(mut variant) = bench.build(&submission, toolchain, memory)? else {
        return Ok(None);
    };
    let Ok(cases) = timed(bench, &mut variant, cases, &variable(source), &mut |_| ())? else {
        return Ok(None);
    };
    drop(variant);
    Ok(Some(Together {
        submission,
        mutants: good,
        cases,
    }))
}

/// The mutants on the lines of which the compiler complains.
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
