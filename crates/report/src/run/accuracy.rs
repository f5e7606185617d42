//! How many labelled programs of a run get the verdict that their label asks for.

use std::collections::BTreeMap;
use std::path::Path;

use super::labelled::{Contradiction, Labelled, Rate};
use crate::{Model, Submission, View};
use mousetrap_model::Verdict;
use mousetrap_util::printable::named;

/// Directories whose programs are right, and wrong, beside those of verdicts.
const RIGHT: [&str; 2] = ["right", "correct"];
const WRONG: [&str; 2] = ["wrong", "incorrect"];

/// A submission with a label.
struct LabelledSubmission<'a> {
    is_right: bool,
    /// Index of the first submission that is the same.
    program: usize,
    submission: &'a Submission,
}

impl Labelled {
    /// The labelled programs of a run by problem, and all together where there are
    /// several; empty where none has a label, and in feedback to an author.
    pub(crate) fn of(model: &Model) -> Vec<Self> {
        if let Some(known) = model
            .labelled
            .as_ref()
            .filter(|_| model.view != View::Author)
        {
            return known.clone();
        }
        let labelled = model.submissions.iter().enumerate();
        let labelled: Vec<LabelledSubmission<'_>> = labelled
            .filter(|_| model.view != View::Author)
            .filter_map(|(index, submission)| {
                Some(LabelledSubmission {
                    is_right: is_right(submission)?,
                    program: submission.same_as.unwrap_or(index),
                    submission,
                })
            })
            .collect();
        let mut problems: Vec<Option<&str>> = Vec::new();
        for one in &labelled {
            let problem = Some(one.submission.info.problem.as_str());
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        if problems.len() > 1 {
            problems.push(None);
        }
        let of = |problem: Option<&str>| {
            let all = labelled
                .iter()
                .filter(|one| problem.is_none_or(|id| id == one.submission.info.problem));
            Self::count(problem.map(str::to_owned), all)
        };
        problems.into_iter().map(of).collect()
    }

    fn count<'a>(
        problem: Option<String>,
        labelled: impl Iterator<Item = &'a LabelledSubmission<'a>>,
    ) -> Self {
        // The copies of each program that are labelled wrong, and right.
        let mut programs: BTreeMap<usize, [Vec<&Submission>; 2]> = BTreeMap::new();
        for one in labelled {
            let copies = programs.entry(one.program).or_default();
            copies[usize::from(one.is_right)].push(one.submission);
        }
        let (mut counted, mut correct) = ([0; 2], [0; 2]);
        let (mut left_out, mut not_compiled, mut contradictions) = (0, 0, Vec::new());
        for places in programs.values() {
            for (right, copies) in places.iter().enumerate() {
                let verdict = copies.first().and_then(|one| one.verdict());
                let Some(verdict) = verdict else {
                    left_out += copies.len();
                    continue;
                };
                left_out += copies.len() - 1;
                counted[right] += 1;
                correct[right] += usize::from((verdict == Verdict::Accepted) == (right == 1));
                not_compiled += usize::from(right == 0 && verdict == Verdict::CompileError);
            }
            if let [[wrong, ..], [right, ..]] = places.each_ref().map(Vec::as_slice) {
                contradictions.push(Contradiction {
                    right: named(&right.info.path),
                    wrong: named(&wrong.info.path),
                });
            }
        }
        Self {
            problem,
            right: Rate::new(correct[1], counted[1]),
            wrong: Rate::new(correct[0], counted[0]),
            not_compiled,
            all_wrong_fall: (counted[0] > 0).then_some(correct[0] == counted[0]),
            left_out,
            contradictory: contradictions.len(),
            contradictions,
        }
    }

    /// The rows of a run without what says who has handed in the same.
    pub(crate) fn redacted(model: &Model) -> Vec<Self> {
        let mut rows = Self::of(model);
        for row in &mut rows {
            row.contradictions.clear();
        }
        rows
    }
}

/// Whether a program is known to be right; `None` without a label. That is the
/// verdict that its place in the project's solutions asks for, elsewhere the
/// innermost directory on its path that says so.
fn is_right(submission: &Submission) -> Option<bool> {
    match submission.info.expected {
        Some(verdict) => Some(verdict == Verdict::Accepted),
        None => label(&submission.info.path),
    }
}

/// Whether the innermost directory that says so is that of right programs.
pub(crate) fn label(path: &Path) -> Option<bool> {
    let directories = path.parent().into_iter().flat_map(Path::components);
    directories.rev().find_map(|name| {
        let name = name.as_os_str().to_str()?;
        let verdict = Verdict::from_directory(name);
        let is = |names: [&str; 2]| names.contains(&name);
        match (
            verdict == Some(Verdict::Accepted) || is(RIGHT),
            verdict.is_some() || is(WRONG),
        ) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_label_is_the_innermost_directory_that_says_one() {
        let mut model = sample::interrupted();
        let mut submission = model.submissions.remove(0);
        submission.info.expected = None;
        for (path, label) in [
            ("wrong/accepted/a.py", Some(true)),
            ("right/class/wrong_answer/deep/a.py", Some(false)),
            ("class.zip/incorrect/a.py", Some(false)),
            ("right.py", None),
            ("wrongs/a.py", None),
        ] {
            submission.info.path = path.into();
            assert_eq!(is_right(&submission), label, "{path}");
        }
        submission.info.expected = Some(Verdict::TimeLimitExceeded);
        assert_eq!(is_right(&submission), Some(false), "its place says so");
    }

    #[test]
    fn copies_count_once_under_each_label_whatever_their_names_are() {
        let mut sample = sample::good();
        let accepted = |one: &Submission| one.verdict() == Some(Verdict::Accepted);
        let program = sample.submissions.iter().find(|one| accepted(one));
        let program = program.unwrap().clone();
        let places = [
            ["O1/a/right/x.cpp", "O1/b/wrong/x.cpp", "O1/c/right/x.cpp"],
            ["O1/b/right/x.cpp", "O1/a/wrong/x.cpp", "O1/c/right/x.cpp"],
        ];
        for paths in places {
            let mut sorted = paths;
            sorted.sort_unstable();
            let copies = sorted.iter().map(|path| {
                let mut copy = program.clone();
                copy.info.expected = None;
                copy.info.path = path.into();
                copy.same_as = (*path != sorted[0]).then_some(0);
                copy
            });
            sample.submissions = copies.collect();
            for (model, names) in [(&sample, 1), (&sample.redacted(), 0)] {
                let [row] = &Labelled::of(model)[..] else {
                    panic!("one problem");
                };
                assert_eq!((row.right.programs, row.right.correct), (1, 1), "{paths:?}");
                assert_eq!((row.wrong.programs, row.wrong.correct), (1, 0), "{paths:?}");
                assert_eq!((row.left_out, row.contradictory), (1, 1), "{paths:?}");
                assert_eq!(
                    row.contradictions.len(),
                    names,
                    "who is the same is redacted"
                );
                for both in &row.contradictions {
                    assert_eq!((&*both.right, &*both.wrong), (paths[0], paths[1]));
                }
            }
        }
    }
}
