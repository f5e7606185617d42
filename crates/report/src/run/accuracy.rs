//! The share of labelled programs of a run that get the verdict that their label asks for.

use std::collections::BTreeMap;
use std::path::Path;

use super::labelled::{Contradiction, Labelled, Rate};
use crate::text::sentences::grouped;
use crate::{Model, Submission};
use mousetrap_model::{SubmissionInfo, Verdict};
use mousetrap_util::printable::named;

impl Labelled {
    /// The labelled programs of a run by problem, and all together in a last row if there are
    /// several problems; empty if no submission has a label.
    pub(crate) fn of(model: &Model) -> Vec<Self> {
        if let Some(known) = &model.labelled {
            return known.clone();
        }
        let submissions = model.submissions.iter().enumerate();
        let labelled = submissions.filter_map(|(index, submission)| {
            let program = submission.same_as.unwrap_or(index);
            let is_right = is_right(&submission.info)?;
            let problem = submission.info.problem.as_str();
            Some((problem, (program, is_right, submission)))
        });
        let problems = grouped(labelled);
        let all = problems.iter().flat_map(|(_, programs)| programs);
        let total = (problems.len() > 1).then(|| Self::count(None, all));
        let rows = problems.iter();
        let rows = rows.map(|(problem, of)| Self::count(Some((*problem).to_owned()), of));
        rows.chain(total).collect()
    }

    /// Counts submissions, each with its program and whether that is labelled right.
    fn count<'a>(
        problem: Option<String>,
        labelled: impl IntoIterator<Item = &'a (usize, bool, &'a Submission)>,
    ) -> Self {
        // The copies of each program that are labelled wrong, and right.
        let mut programs: BTreeMap<usize, [Vec<&Submission>; 2]> = BTreeMap::new();
        for &(program, is_right, submission) in labelled {
            let copies = programs.entry(program).or_default();
            copies[usize::from(is_right)].push(submission);
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
}

/// Returns whether a program is known to be right; none without a label. The label is the
/// verdict that the program's place in the project asks for. Elsewhere it is the innermost
/// directory on the path that is named for right or for wrong programs.
pub fn is_right(submission: &SubmissionInfo) -> Option<bool> {
    match submission.expected {
        Some(verdict) => Some(verdict == Verdict::Accepted),
        None => label(&submission.path),
    }
}

/// Returns whether a file is among programs that are known to be right or wrong.
pub fn is_labelled(file: &Path) -> bool {
    label(file).is_some()
}

fn label(path: &Path) -> Option<bool> {
    let directories = path.parent().into_iter().flat_map(Path::components);
    directories.rev().find_map(|name| {
        let name = name.as_os_str().to_str()?;
        match name {
            "right" | "correct" => Some(true),
            "wrong" | "incorrect" => Some(false),
            _ => Verdict::from_directory(name).map(|verdict| verdict == Verdict::Accepted),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

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
            assert_eq!(is_right(&submission.info), label, "{path}");
        }
        submission.info.expected = Some(Verdict::TimeLimitExceeded);
        assert_eq!(is_right(&submission.info), Some(false), "its place says so");
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
