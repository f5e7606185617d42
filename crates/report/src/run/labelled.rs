//! Programs known to be right or wrong, and whether the judge tells them apart.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::units::counted;

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

    /// The problem, or `all`.
    pub(crate) fn name(&self) -> &str {
        self.problem.as_deref().unwrap_or("all")
    }

    /// A line for each program that lies under both labels.
    pub fn contradicted(rows: &[Self]) -> Vec<String> {
        let mut lines = Vec::new();
        for row in rows.iter().filter(|row| row.problem.is_some()) {
            lines.extend(row.contradictions.iter().map(|both| {
                format!(
                    "{} and {} are the same program, one labelled right and one wrong: it counts \
                     under both",
                    both.right, both.wrong
                )
            }));
            let unnamed = row.contradictory.saturating_sub(row.contradictions.len());
            if unnamed > 0 {
                lines.push(format!(
                    "{}: {} under both labels, not named in a redacted report",
                    row.name(),
                    counted(unnamed, "program")
                ));
            }
        }
        lines
    }

    /// What the columns mean, in Markdown and in HTML alike.
    pub const LEGEND: &str = "\
In brackets: 95 % confidence intervals, by Wilson's score. Left out are programs without a verdict,
and copies of a program under the same label. A program that lies under both labels counts under
both. Files that cannot be judged, as empty ones, count nowhere.";

    /// The titles of the columns of a table, and whether their cells are numbers.
    pub(crate) const COLUMNS: [(&str, bool); 9] = [
        ("problem", false),
        ("right", true),
        ("accepted", true),
        ("true-positive rate", false),
        ("wrong", true),
        ("refused", true),
        ("true-negative rate", false),
        ("all wrong ones fall", false),
        ("left out", true),
    ];

    /// The row of a table.
    pub(crate) fn cells(&self) -> [String; 9] {
        let (right, wrong) = (&self.right, &self.wrong);
        let falls = self.all_wrong_fall;
        [
            self.name().to_owned(),
            right.programs.to_string(),
            right.correct.to_string(),
            right.text(),
            wrong.programs.to_string(),
            match self.not_compiled {
                0 => wrong.correct.to_string(),
                some => format!("{} ({some} not compiled)", wrong.correct),
            },
            wrong.text(),
            falls
                .map_or("–", |all| if all { "yes" } else { "no" })
                .to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
