//! Programs known to be right or wrong, and whether the judge tells them apart.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::text::sentences::grouped;
use crate::{Model, Submission};
use mousetrap_model::{SubmissionInfo, Verdict};

/// Half of the width of an interval that holds 95 %, in standard deviations.
const Z: f64 = 1.959_964;

/// How the programs of a problem with a label fared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Labelled programs without a verdict, and those that are the same as another with
    /// the same label: they count nowhere else.
    pub left_out: usize,
}

/// How many programs get the verdict that their label asks for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    pub(crate) fn new(correct: usize, programs: usize) -> Self {
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
        let (Some(share), Some([low, high])) = (self.share, self.interval) else {
            return "–".to_owned();
        };
        let percent = |share: f64| {
            let text = format!("{:.1}", share * 100.0);
            text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
        };
        let [share, low, high] = [share, low, high].map(percent);
        format!("{share} % ({low} to {high})")
    }
}

impl Labelled {
    /// Whether every program got the verdict that its label asks for.
    pub fn all_correct(&self) -> bool {
        let mut rates = [&self.right, &self.wrong].into_iter();
        rates.all(|rate| rate.correct == rate.programs)
    }

    /// What the columns mean, in Markdown and in HTML alike.
    pub const LEGEND: &str = "\
In brackets: 95 % confidence intervals, by Wilson's score. Left out are programs without a verdict,
and copies of a program with the same label. Refused files count nowhere.";

    /// The titles of the columns of a table, and whether their cells are numbers.
    pub(crate) const COLUMNS: [(&str, bool); 8] = [
        ("problem", false),
        ("right", true),
        ("accepted", true),
        ("true-positive rate", false),
        ("wrong", true),
        ("refused", true),
        ("true-negative rate", false),
        ("left out", true),
    ];

    /// The row of a table.
    pub(crate) fn cells(&self) -> [String; 8] {
        let (right, wrong) = (&self.right, &self.wrong);
        [
            self.problem.as_deref().unwrap_or("all").to_owned(),
            right.programs.to_string(),
            right.correct.to_string(),
            right.text(),
            wrong.programs.to_string(),
            match self.not_compiled {
                0 => wrong.correct.to_string(),
                some => format!("{} ({some} not compiled)", wrong.correct),
            },
            wrong.text(),
            self.left_out.to_string(),
        ]
    }

    /// A table of Markdown.
    pub fn table(rows: &[Self]) -> String {
        let titles = Self::COLUMNS.map(|(title, _)| title);
        let rules = Self::COLUMNS.map(|(_, is_number)| if is_number { "---:" } else { "---" });
        let mut text = format!("| {} |\n| {} |\n", titles.join(" | "), rules.join(" | "));
        for row in rows {
            let _ = writeln!(text, "| {} |", row.cells().join(" | "));
        }
        text
    }
}

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
        let (mut counted, mut correct) = ([0; 2], [0; 2]);
        let (mut left_out, mut not_compiled) = (0, 0);
        let mut seen = BTreeSet::new();
        for &(program, is_right, submission) in labelled {
            match submission.verdict() {
                Some(verdict) if seen.insert((program, is_right)) => {
                    let is_correct = is_right == (verdict == Verdict::Accepted);
                    counted[usize::from(is_right)] += 1;
                    correct[usize::from(is_right)] += usize::from(is_correct);
                    not_compiled += usize::from(!is_right && verdict == Verdict::CompileError);
                }
                _ => left_out += 1,
            }
        }
        Self {
            problem,
            right: Rate::new(correct[1], counted[1]),
            wrong: Rate::new(correct[0], counted[0]),
            not_compiled,
            left_out,
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
            for model in [&sample, &sample.redacted()] {
                let [row] = &Labelled::of(model)[..] else {
                    panic!("one problem");
                };
                assert_eq!((row.right.programs, row.right.correct), (1, 1), "{paths:?}");
                assert_eq!((row.wrong.programs, row.wrong.correct), (1, 0), "{paths:?}");
                assert_eq!(row.left_out, 1, "{paths:?}");
            }
        }
    }
}
