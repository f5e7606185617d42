//! How far solutions stay from the limits of their cases, on both sides.

use std::collections::BTreeMap;
use std::fmt;

use crate::analysis::calibration::{Need, keep, why_not};
use crate::text::units::counted;
use crate::{Model, Standing, Submission};
use mousetrap_model::SubmissionOutcome;
use mousetrap_model::Verdict;

/// What a run at a fraction of the limits has shown of accepted solutions, and
/// one at a multiple of them of those that are too slow.
#[derive(Clone, Debug, Default)]
pub struct Margins {
    factor: f64,
    languages: BTreeMap<String, Margin>,
    /// Solutions that did not earn their verdict there: what is wrong with each, and what
    /// it earned.
    pub crossed: Vec<String>,
    /// Solutions of which a run says nothing about limits: wrong ones, and those that
    /// cannot be judged here.
    pub unmeasured: Vec<String>,
    /// How many were not judged to the end, since the run was interrupted.
    pub left: usize,
}

/// On which side of the limits solutions are to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Accepted,
    TooSlow,
}

impl Side {
    /// What limits of time were scaled by.
    fn scale(self, factor: f64) -> f64 {
        match self {
            Self::Accepted => 1.0 / factor,
            Self::TooSlow => factor,
        }
    }

    /// What was done to limits of time.
    fn scaled(self) -> &'static str {
        match self {
            Self::Accepted => "divided",
            Self::TooSlow => "multiplied",
        }
    }
}

/// What is known of a language.
#[derive(Clone, Debug, Default)]
struct Margin {
    cpu: Option<Need>,
    memory: Option<Need>,
    too_slow: usize,
}

impl Margins {
    /// `accepted` was judged at limits of time divided by `factor`, `too_slow` at
    /// limits multiplied by it.
    pub fn new(accepted: &Model, too_slow: &Model, factor: f64) -> Self {
        let mut margins = Self {
            factor,
            ..Self::default()
        };
        margins.note_faults(accepted, Side::Accepted);
        margins.note_faults(too_slow, Side::TooSlow);
        for submission in &accepted.submissions {
            if let SubmissionOutcome::Judged(result) = &submission.outcome {
                let margin = margins.of(&submission.info.language_name);
                for case in &submission.cases {
                    let cpu = Need::cpu(
                        submission,
                        case,
                        result.startup_allowance,
                        Side::Accepted.scale(factor),
                    );
                    keep(&mut margin.cpu, cpu);
                    keep(&mut margin.memory, Need::memory(submission, case, 1.0));
                }
            }
        }
        for submission in &too_slow.submissions {
            if submission.standing() == Standing::AsExpected {
                margins.of(&submission.info.language_name).too_slow += 1;
            }
        }
        margins
    }

    /// Notes what did not earn its verdict.
    fn note_faults(&mut self, model: &Model, side: Side) {
        let factor = self.factor;
        for submission in &model.submissions {
            match submission.standing() {
                Standing::AsExpected => continue,
                Standing::NotJudged if model.interrupted() => {
                    self.left += 1;
                    continue;
                }
                _ => {}
            }
            let why = why_not(submission);
            if !is_about_limits(&submission.outcome) {
                self.unmeasured.push(why);
                continue;
            }
            let longest = longest(submission, side.scale(factor));
            let is_quick = longest.as_ref().is_some_and(|need| need.factor < 1.0);
            let took = longest.map(|need| format!("; it {}", need.without_name(submission)));
            let took = took.unwrap_or_default();
            let scaled = side.scaled();
            self.crossed.push(if is_quick && side == Side::TooSlow {
                format!("not too slow on any case: {why}{took}")
            } else {
                format!("too near to a limit: {why}, with limits {scaled} by {factor}{took}")
            });
        }
    }

    fn of(&mut self, language: &str) -> &mut Margin {
        self.languages.entry(language.to_owned()).or_default()
    }
}

/// Where a solution came nearest to the limits of time, which were scaled by `scale`.
fn longest(submission: &Submission, scale: f64) -> Option<Need> {
    let SubmissionOutcome::Judged(result) = &submission.outcome else {
        return None;
    };
    let mut longest = None;
    for case in &submission.cases {
        keep(
            &mut longest,
            Need::cpu(submission, case, result.startup_allowance, scale),
        );
    }
    longest
}

/// Whether limits decided the verdict, or could have.
fn is_about_limits(outcome: &SubmissionOutcome) -> bool {
    use Verdict::{Accepted, MemoryLimitExceeded, TimeLimitExceeded};
    let limited = [Accepted, TimeLimitExceeded, MemoryLimitExceeded];
    matches!(outcome, SubmissionOutcome::Judged(result) if limited.contains(&result.verdict))
}

impl fmt::Display for Margins {
    /// For each language the greediest accepted solutions, with the share of the
    /// limit that they took, and how many others are far too slow.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (language, margin) in &self.languages {
            writeln!(f, "{language}")?;
            for (what, need) in [("time", &margin.cpu), ("memory", &margin.memory)] {
                if let Some(need) = need {
                    let over = if need.is_stopped { "over " } else { "" };
                    let Need { basis, factor, .. } = need;
                    let limit = "limit with the language's factor";
                    writeln!(f, "  {what:6}  {over}{factor:.2} of the {limit}: {basis}")?;
                }
            }
            if margin.too_slow > 0 {
                writeln!(
                    f,
                    "  {} still too slow at {} times the limit",
                    counted(margin.too_slow, "solution"),
                    self.factor
                )?;
            }
        }
        Ok(())
    }
}
