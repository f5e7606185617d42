//! Programs known to be right or wrong, and whether the judge tells them apart.

use std::fmt::Write as _;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Model, Submission};
use mousetrap_judge::Verdict;

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
    /// Whether every wrong one falls; null where there is none.
    pub all_wrong_fall: Option<bool>,
    /// Labelled programs without a verdict, and those that are the same as another:
    /// they count nowhere else.
    pub left_out: usize,
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
        let labelled = model.submissions.iter().filter(|_| !model.is_feedback);
        let labelled: Vec<(bool, &Submission)> = labelled
            .filter_map(|submission| Some((is_right(submission)?, submission)))
            .collect();
        let mut problems: Vec<Option<&str>> = Vec::new();
        for (_, submission) in &labelled {
            if !problems.contains(&Some(submission.info.problem)) {
                problems.push(Some(submission.info.problem));
            }
        }
        if problems.len() > 1 {
            problems.push(None);
        }
        let of = |problem: Option<&str>| {
            let is_of =
                |submission: &Submission| problem.is_none_or(|id| id == submission.info.problem);
            let all = labelled.iter().filter(|(_, one)| is_of(one));
            Self::count(problem.map(str::to_owned), all.copied())
        };
        problems.into_iter().map(of).collect()
    }

    fn count<'a>(
        problem: Option<String>,
        labelled: impl Iterator<Item = (bool, &'a Submission)>,
    ) -> Self {
        let (mut programs, mut correct, mut left_out) = ([0; 2], [0; 2], 0);
        for (right, submission) in labelled {
            match submission.verdict() {
                Some(verdict) if submission.same_as.is_none() => {
                    programs[usize::from(right)] += 1;
                    correct[usize::from(right)] +=
                        usize::from((verdict == Verdict::Accepted) == right);
                }
                _ => left_out += 1,
            }
        }
        Self {
            problem,
            right: Rate::new(correct[1], programs[1]),
            wrong: Rate::new(correct[0], programs[0]),
            all_wrong_fall: (programs[0] > 0).then_some(correct[0] == programs[0]),
            left_out,
        }
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

    /// Whether all wrong ones fall, in a word.
    pub(crate) fn falls(&self) -> &'static str {
        match self.all_wrong_fall {
            Some(true) => "yes",
            Some(false) => "no",
            None => "–",
        }
    }

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
                wrong.correct,
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
    if submission.info.is_placed {
        return Some(submission.info.expected == Verdict::Accepted);
    }
    let directories = submission
        .info
        .path
        .parent()
        .into_iter()
        .flat_map(Path::components);
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
        submission.info.is_placed = false;
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
        submission.info.is_placed = true;
        submission.info.expected = Verdict::TimeLimitExceeded;
        assert_eq!(is_right(&submission), Some(false), "its place says so");
    }
}
