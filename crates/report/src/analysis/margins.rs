//! How far solutions are from the limits: how much of the limits accepted solutions use, and
//! whether verdicts stay the same if the limits change.

use std::collections::BTreeMap;
use std::fmt;

use super::need::Needs;
use crate::text::sentences::reason;
use crate::text::units::counted;
use crate::{Model, Standing, Submission};
use mousetrap_model::Verdict;
use mousetrap_util::printable::{escape_line, escape_path};

/// The results of accepted and of too slow solutions, judged with multiples of their CPU time
/// limits.
#[derive(Clone, Debug, Default)]
pub struct Margins {
    /// Keyed by the name of the language.
    languages: BTreeMap<String, Margin>,
    /// Solutions with an unexpected verdict, each with this verdict.
    pub crossed: Vec<String>,
    /// Solutions that say nothing about the limits: wrong ones, and those that cannot be judged on
    /// this machine.
    pub unmeasured: Vec<String>,
    /// The number of solutions that were not judged because the run was interrupted.
    pub left: usize,
}

/// The results of the solutions in one language.
#[derive(Clone, Debug, Default)]
struct Margin {
    accepted: Needs,
    /// The number of solutions that are still too slow, and the factor by which their limits were
    /// multiplied.
    too_slow: usize,
    scale: f64,
}

impl Margins {
    /// Adds accepted solutions that were judged with time limits multiplied by `scale`.
    pub fn add_accepted(&mut self, accepted: &Model, scale: f64) {
        self.note_faults(accepted, scale);
        let judged = accepted.submissions.iter();
        for submission in judged.filter(|one| one.judgement().is_some()) {
            self.margin(submission).accepted.add(submission, scale);
        }
    }

    /// Adds solutions that are too slow and were judged with time limits multiplied by `scale`.
    pub fn add_too_slow(&mut self, too_slow: &Model, scale: f64) {
        self.note_faults(too_slow, scale);
        for submission in too_slow.standing(Standing::AsExpected) {
            let margin = self.margin(submission);
            margin.too_slow += 1;
            margin.scale = scale;
        }
    }

    /// Adds the solutions with an unexpected verdict.
    fn note_faults(&mut self, model: &Model, scale: f64) {
        use Verdict::{Accepted, MemoryLimitExceeded, TimeLimitExceeded};
        let scaled = if scale < 1.0 {
            format!("divided by {}", 1.0 / scale)
        } else {
            format!("multiplied by {scale}")
        };
        for submission in &model.submissions {
            match submission.standing() {
                Standing::AsExpected => continue,
                Standing::NotJudged if model.interrupted() => {
                    self.left += 1;
                    continue;
                }
                _ => {}
            }
            let outcome = outcome(submission);
            let limited = [Accepted, TimeLimitExceeded, MemoryLimitExceeded];
            let verdict = submission.verdict();
            if !verdict.is_some_and(|verdict| limited.contains(&verdict)) {
                self.unmeasured.push(outcome);
                continue;
            }
            let mut needs = Needs::default();
            needs.add(submission, scale);
            let usage = (needs.cpu).map_or_else(String::new, |need| format!("; it {}", need.usage));
            self.crossed.push(format!(
                "too close to a limit: {outcome} with limits {scaled}{usage}"
            ));
        }
    }

    fn margin(&mut self, submission: &Submission) -> &mut Margin {
        let language = submission.info.language_name.clone();
        self.languages.entry(language).or_default()
    }
}

/// Returns the path and the outcome of a solution with an unexpected verdict.
fn outcome(submission: &Submission) -> String {
    let reason = match submission.standing() {
        Standing::AsExpected | Standing::Unexpected => format!("earned {}", submission.code()),
        Standing::Skipped | Standing::Failed => reason(submission),
        Standing::NotJudged => "not judged".to_owned(),
    };
    format!(
        "{}: {}",
        escape_path(&submission.info.path),
        escape_line(&reason)
    )
}

impl fmt::Display for Margins {
    /// Prints for each language the slowest accepted solution and the one that needs the most
    /// memory, each with its percentage of the limit, and the number of solutions that are still
    /// too slow.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (language, margin) in &self.languages {
            writeln!(f, "{language}")?;
            let Needs { cpu, memory } = &margin.accepted;
            for (resource, need) in [("time", cpu), ("memory", memory)] {
                if let Some(need) = need {
                    let over = if need.is_stopped { "over " } else { "" };
                    let share = format!("{over}{:.2}", need.share);
                    let limit = "limit with the language's factor";
                    writeln!(f, "  {resource:6}  {share} of the {limit}: {need}")?;
                }
            }
            if margin.too_slow > 0 {
                writeln!(
                    f,
                    "  {} still too slow at {} times the limit",
                    counted(margin.too_slow, "solution"),
                    margin.scale
                )?;
            }
        }
        Ok(())
    }
}
