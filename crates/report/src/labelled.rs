//! Programs known to be right or wrong, and whether the judge tells them apart.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::counted;
use crate::{Model, Submission, View};
use mousetrap_base::printable::named;
use mousetrap_model::Verdict;

/// Directories whose programs are right, and wrong, beside those of verdicts.
const RIGHT: [&str; 2] = ["right", "correct"];
const WRONG: [&str; 2] = ["wrong", "incorrect"];

/// Half of the width of an interval that holds 95 %, in standard deviations.
const Z: f64 = 1.959_964;

/// How the programs of a problem with a label fared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Labelled {
    /// Id of the problem; null for all together.
    pub problem: Option<String>,
    /// Those that are right: the rate is that of true positives.
    pub right: Rate,
    /// Those that are wrong: the rate is that of true negatives.
    pub wrong: Rate,
    /// Wrong ones among the correct that were refused since they do not compile, whatever
    /// the cases are.
    #[serde(default)]
    pub not_compiled: usize,
    /// Whether every wrong one falls; null where there is none.
    pub all_wrong_fall: Option<bool>,
    /// Labelled programs without a verdict, and those that are the same as another with
    /// the same label: they count nowhere else.
    pub left_out: usize,
    /// Programs that lie under both labels, and count under both.
    #[serde(default)]
    pub contradictory: usize,
    /// Where they lie; left out if there is none, and in a redacted report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradictions: Vec<Contradiction>,
}

/// A submission with a label.
struct LabelledSubmission<'a> {
    is_right: bool,
    /// Index of the first submission that is the same.
    program: usize,
    submission: &'a Submission,
}

/// A program that lies under both labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Contradiction {
    /// The path under which it is right.
    pub right: String,
    /// The path under which it is wrong.
    pub wrong: String,
}

/// How many programs get the verdict that their label asks for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rate {
    /// Programs with a verdict.
    pub programs: usize,
    /// Right ones that are accepted, or wrong ones that are not.
    pub correct: usize,
    /// The share of these, from 0 to 1; null where there are none.
    pub share: Option<f64>,
    /// Both ends of its 95 % confidence interval, by Wilson's score.
    pub interval: Option<[f64; 2]>,
}

impl Rate {
    /// The share `correct / programs` with its interval, which is that of E. B. Wilson,
    /// "Probable inference, the law of succession, and statistical inference"
    /// (1927): unlike the plain one it says something where all are correct.
    fn new(correct: usize, programs: usize) -> Self {
        let (k, n) = (correct as f64, programs as f64);
        let (p, z2) = (k / n, Z * Z);
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        let rounded = |share: f64| (share.clamp(0.0, 1.0) * 1e4).round() / 1e4;
        let any = programs > 0;
        Self {
            programs,
            correct,
            share: any.then(|| rounded(p)),
            interval: any.then(|| [rounded(middle - half), rounded(middle + half)]),
        }
    }

    /// As a cell of a table: `100 % (96.3 to 100)`.
    pub(crate) fn text(&self) -> String {
        match (self.share, self.interval) {
            (Some(share), Some([low, high])) => format!(
                "{} % ({} to {})",
                percent(share),
                percent(low),
                percent(high)
            ),
            _ => "–".to_owned(),
        }
    }
}

/// A share as a number of percent with a decimal, if it has one.
fn percent(share: f64) -> String {
    let text = format!("{:.1}", share * 100.0);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
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

    /// Whether every program got the verdict that its label asks for.
    pub fn all_correct(&self) -> bool {
        [&self.right, &self.wrong]
            .iter()
            .all(|rate| rate.correct == rate.programs)
    }

    /// The problem, or `all`.
    pub(crate) fn name(&self) -> &str {
        self.problem.as_deref().unwrap_or("all")
    }

    /// A line for each program that lies under both labels.
    pub fn contradicted(rows: &[Self]) -> Vec<String> {
        let rows = rows.iter().filter(|row| row.problem.is_some());
        let lines = rows.flat_map(|row| {
            let named = row.contradictions.iter().map(|both| {
                format!(
                    "{} and {} are the same program, one labelled right and one wrong: it counts \
                     under both",
                    both.right, both.wrong
                )
            });
            let unnamed = row.contradictory.saturating_sub(row.contradictions.len());
            let unnamed = (unnamed > 0).then(|| {
                format!(
                    "{}: {} under both labels, not named in a redacted report",
                    row.name(),
                    counted(unnamed, "program")
                )
            });
            named.chain(unnamed).collect::<Vec<_>>()
        });
        lines.collect()
    }

    /// How many wrong ones are refused, as a cell of a table.
    pub(crate) fn refused(&self) -> String {
        match self.not_compiled {
            0 => self.wrong.correct.to_string(),
            some => format!("{} ({some} not compiled)", self.wrong.correct),
        }
    }

    /// Whether all wrong ones fall, in a word.
    pub(crate) fn falls(&self) -> &'static str {
        match self.all_wrong_fall {
            Some(true) => "yes",
            Some(false) => "no",
            None => "–",
        }
    }

    /// What the columns mean, in Markdown and in HTML alike.
    pub const LEGEND: &str = "\
In brackets: 95 % confidence intervals, by Wilson's score. Left out are programs without a verdict,
and copies of a program under the same label. A program that lies under both labels counts under
both. Files that cannot be judged, as empty ones, count nowhere.";

    /// A table of Markdown.
    pub fn table(rows: &[Self]) -> String {
        let mut text = String::from(
            "| problem | right | accepted | true-positive rate | wrong | refused | true-negative rate | \
             all wrong ones fall | left out |\n\
             | --- | ---: | ---: | --- | ---: | ---: | --- | --- | ---: |\n",
        );
        for row in rows {
            let (right, wrong) = (&row.right, &row.wrong);
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
                row.name(),
                right.programs,
                right.correct,
                right.text(),
                wrong.programs,
                row.refused(),
                wrong.text(),
                row.falls(),
                row.left_out
            );
        }
        text
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
    fn intervals_are_those_of_the_literature() {
        // Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I.
        for (correct, programs, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            assert_eq!(
                Rate::new(correct, programs).interval,
                Some([low, high]),
                "{correct} of {programs}"
            );
        }
        assert_eq!(Rate::new(100, 100).text(), "100 % (96.3 to 100)");
        assert_eq!(Rate::new(0, 0).text(), "–");
    }

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
