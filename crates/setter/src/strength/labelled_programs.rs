//! Labelled programs, which are known to be correct or wrong, and the rates at which the judge gave
//! them the right verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use mousetrap_model::{Run, SubmissionInfo, SubmissionOutcome, Verdict};

/// The z-score of a 95 % confidence interval.
const Z_95_PERCENT: f64 = 1.959_964;

/// The labelled programs of a run.
#[derive(Clone, Debug)]
pub struct LabelledPrograms {
    /// The counts for each problem. If there are several problems, the last row has the totals.
    rows: Vec<(String, LabelCounts)>,
}

/// The counts of labelled programs for one problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LabelCounts {
    right: VerdictCounts,
    wrong: VerdictCounts,
    /// The number of wrong programs that do not compile, which count as refused.
    not_compiled: usize,
    /// The number of programs that the other counts exclude: programs without a verdict, and
    /// duplicates of another program with the same label.
    left_out: usize,
}

/// The number of programs, and how many of them got the verdict that their label requires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct VerdictCounts {
    programs: usize,
    correct: usize,
}

impl LabelledPrograms {
    /// Counts the labelled programs of a run, for one problem or for all problems. Returns `None`
    /// if no program is labelled.
    pub fn new(run: &Run, problem: Option<&str>) -> Option<Self> {
        let mut rows: BTreeMap<&str, LabelCounts> = BTreeMap::new();
        let mut total = LabelCounts::default();
        let mut seen = BTreeSet::new();
        for (index, submission) in run.submissions.iter().enumerate() {
            let id = submission.info.problem.as_str();
            let label = is_labelled_correct(&submission.info);
            let Some(is_correct) = label.filter(|_| problem.is_none_or(|problem| problem == id))
            else {
                continue;
            };
            let program = match submission.outcome {
                SubmissionOutcome::SameAs(first) => first,
                _ => index,
            };
            let judgement = run.judgement(index);
            let verdict = judgement.filter(|_| seen.insert((program, is_correct)));
            let verdict = verdict.map(|judgement| judgement.verdict);
            rows.entry(id).or_default().add(is_correct, verdict);
            total.add(is_correct, verdict);
        }
        let mut rows: Vec<(String, LabelCounts)> = rows
            .into_iter()
            .map(|(id, counts)| (id.to_owned(), counts))
            .collect();
        if rows.len() > 1 {
            rows.push(("all".to_owned(), total));
        }
        (!rows.is_empty()).then_some(Self { rows })
    }

    /// Returns whether every program got the verdict that its label requires.
    pub fn all_verdicts_match_labels(&self) -> bool {
        let counts = self.rows.iter().map(|(_, counts)| counts);
        let mut rates = counts.flat_map(|counts| [counts.right, counts.wrong]);
        rates.all(|rate| rate.correct == rate.programs)
    }

    /// Returns the rates as a table in Markdown.
    pub fn markdown_table(&self) -> String {
        let mut text = "\
The ranges in parentheses are 95 % confidence intervals (Wilson score). Programs without a verdict,
and copies of a program with the same label, are left out. Refused files are not counted.

| problem | right | accepted | true-positive rate | wrong | refused | true-negative rate | left out |
| --- | ---: | ---: | --- | ---: | ---: | --- | ---: |
"
        .to_owned();
        for (problem, counts) in &self.rows {
            let (right, wrong) = (counts.right, counts.wrong);
            let not_compiled = match counts.not_compiled {
                0 => String::new(),
                some => format!(" ({some} not compiled)"),
            };
            let _ = writeln!(
                text,
                "| {problem} | {} | {} | {} | {} | {}{not_compiled} | {} | {} |",
                right.programs,
                right.correct,
                right.cell_text(),
                wrong.programs,
                wrong.correct,
                wrong.cell_text(),
                counts.left_out
            );
        }
        text
    }
}

impl LabelCounts {
    /// Adds a program to the counts. `verdict` is `None` for a program that is left out.
    fn add(&mut self, is_correct: bool, verdict: Option<Verdict>) {
        let Some(verdict) = verdict else {
            self.left_out += 1;
            return;
        };
        let rate = if is_correct {
            &mut self.right
        } else {
            &mut self.wrong
        };
        rate.programs += 1;
        rate.correct += usize::from(is_correct == (verdict == Verdict::Accepted));
        self.not_compiled += usize::from(!is_correct && verdict == Verdict::CompileError);
    }
}

impl VerdictCounts {
    /// Returns the fraction of programs with the right verdict, and the lower and upper end of its
    /// Wilson score interval (Wilson, "Probable inference, the law of succession, and statistical
    /// inference", 1927). Unlike the normal approximation, the Wilson interval has a positive width
    /// even if all verdicts are right.
    fn success_rate_and_interval(self) -> [f64; 3] {
        let (k, n) = (self.correct as f64, self.programs as f64);
        let (rate, z2) = (k / n, Z_95_PERCENT * Z_95_PERCENT);
        let middle = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half =
            Z_95_PERCENT / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
        [rate, middle - half, middle + half].map(|rate| rate.clamp(0.0, 1.0))
    }

    /// Returns the text of a table cell, such as `100 % (96.3 to 100)`.
    fn cell_text(self) -> String {
        if self.programs == 0 {
            return "–".to_owned();
        }
        let [rate, low, high] = self
            .success_rate_and_interval()
            .map(|rate| (rate * 1000.0).round() / 10.0);
        format!("{rate} % ({low} to {high})")
    }
}

/// Returns whether a program is labelled as correct, or `None` if the program has no label. For a
/// solution of the project, the label is the expected verdict. For other programs, the label comes
/// from the innermost directory whose name marks its programs as correct or wrong.
fn is_labelled_correct(submission: &SubmissionInfo) -> Option<bool> {
    let label = |verdict| verdict == Verdict::Accepted;
    if let Some(verdict) = submission.expected {
        return Some(label(verdict));
    }
    let directories = submission.path.parent()?.components();
    directories.rev().find_map(|name| {
        let name = name.as_os_str().to_str()?;
        match name {
            "right" | "correct" => Some(true),
            "wrong" | "incorrect" => Some(false),
            _ => Verdict::from_directory_name(name).map(label),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mousetrap_model::{Judgement, RunHeader, RunSubmission};

    fn submission(path: &str, problem: &str, outcome: SubmissionOutcome) -> RunSubmission {
        let submission = serde_json::json!({
            "path": path,
            "problem": problem,
            "language": "cpp",
            "language_name": "C++",
            "form": "function",
            "case_count": 1,
            "digest": "",
            "outcome": SubmissionOutcome::NotJudged,
        });
        let submission: RunSubmission = serde_json::from_value(submission).unwrap();
        RunSubmission {
            outcome,
            ..submission
        }
    }

    #[test]
    fn wilson_intervals_match_published_values() {
        // Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I.
        for (correct, programs, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let [_, is_low, is_high] =
                VerdictCounts { programs, correct }.success_rate_and_interval();
            let is_near = |one: f64, other: f64| (one - other).abs() < 5e-5;
            assert!(is_near(is_low, low) && is_near(is_high, high), "{correct}");
        }
        let text = |correct, programs| VerdictCounts { programs, correct }.cell_text();
        assert_eq!(text(100, 100), "100 % (96.3 to 100)");
        assert_eq!(text(0, 0), "–");
    }

    #[test]
    fn label_comes_from_the_innermost_labelled_directory() {
        let info = |path| submission(path, "913", SubmissionOutcome::NotJudged).info;
        for (path, label) in [
            ("wrong/accepted/a.py", Some(true)),
            ("right/class/wrong_answer/deep/a.py", Some(false)),
            ("class.zip/incorrect/a.py", Some(false)),
            ("right.py", None),
            ("wrongs/a.py", None),
        ] {
            assert_eq!(is_labelled_correct(&info(path)), label, "{path}");
        }
        let mut expected = info("right/a.py");
        expected.expected = Some(Verdict::TimeLimitExceeded);
        // The expected verdict takes precedence over the directory.
        assert_eq!(is_labelled_correct(&expected), Some(false));
    }

    #[test]
    fn duplicate_programs_count_once_per_label() {
        let judged = |verdict| SubmissionOutcome::Judged(Box::new(Judgement::new(verdict)));
        let same = || SubmissionOutcome::SameAs(0);
        let run = Run {
            header: RunHeader::default(),
            submissions: vec![
                submission("a/right/x.cpp", "913", judged(Verdict::Accepted)),
                submission("b/wrong/x.cpp", "913", same()),
                submission("c/right/x.cpp", "913", same()),
                submission("d/wrong/y.cpp", "1728", judged(Verdict::CompileError)),
                submission("e/wrong/z.cpp", "1728", SubmissionOutcome::NotJudged),
                submission("none/z.cpp", "1728", judged(Verdict::Accepted)),
            ],
            ending: None,
        };
        let rate = |programs, correct| VerdictCounts { programs, correct };
        let all = LabelledPrograms::new(&run, None).unwrap();
        let expected = [
            ("1728", rate(0, 0), rate(1, 1), [1, 1]),
            ("913", rate(1, 1), rate(1, 0), [0, 1]),
            ("all", rate(1, 1), rate(2, 1), [1, 2]),
        ];
        let rows = all.rows.iter().map(|(id, counts)| {
            let others = [counts.not_compiled, counts.left_out];
            (&**id, counts.right, counts.wrong, others)
        });
        assert_eq!(rows.collect::<Vec<_>>(), expected);
        assert!(!all.all_verdicts_match_labels());
        let one = LabelledPrograms::new(&run, Some("1728")).unwrap();
        assert!(one.rows.len() == 1 && one.all_verdicts_match_labels());
        assert!(LabelledPrograms::new(&run, Some("x")).is_none());
    }
}
