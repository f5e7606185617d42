//! The distance between solutions and the limits of their cases: whether accepted solutions stay
//! accepted at lower limits, and slow ones rejected at higher limits.

use std::collections::BTreeMap;
use std::fmt;

use crate::analysis::calibration::{Needs, outcome};
use crate::text::units::counted;
use crate::{Model, Standing, Submission};
use mousetrap_model::Verdict;

/// The results of accepted solutions at a fraction of the limits, and of solutions that are
/// too slow at a multiple of them.
#[derive(Clone, Debug, Default)]
pub struct Margins {
    factor: f64,
    /// Keyed by the name of the language.
    languages: BTreeMap<String, Margin>,
    /// Solutions with another verdict than expected, and the verdict.
    pub crossed: Vec<String>,
    /// Solutions whose results depend on no limit: wrong ones, and those that cannot be judged
    /// here.
    pub unmeasured: Vec<String>,
    /// The number of solutions that were not judged because the run was interrupted.
    pub left: usize,
}

/// The results of a language.
#[derive(Clone, Debug, Default)]
struct Margin {
    accepted: Needs,
    too_slow: usize,
}

impl Margins {
    /// Compares results: `accepted` was judged with time limits divided by `factor`, `too_slow`
    /// with time limits multiplied by it.
    pub fn new(accepted: &Model, too_slow: &Model, factor: f64) -> Self {
        let mut margins = Self {
            factor,
            ..Self::default()
        };
        margins.note_faults(accepted, 1.0 / factor, "divided");
        margins.note_faults(too_slow, factor, "multiplied");
        let judged = accepted.submissions.iter();
        for submission in judged.filter(|one| one.judgement().is_some()) {
            let margin = margins.margin(submission);
            margin.accepted.add(submission, 1.0 / factor, 1.0);
        }
        for submission in too_slow.standing(Standing::AsExpected) {
            margins.margin(submission).too_slow += 1;
        }
        margins
    }

    /// Adds the solutions with another verdict than expected at limits that were `scaled`.
    fn note_faults(&mut self, model: &Model, scale: f64, scaled: &str) {
        use Verdict::{Accepted, MemoryLimitExceeded, TimeLimitExceeded};
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
            needs.add(submission, scale, 1.0);
            let usage = (needs.cpu).map_or_else(String::new, |need| format!("; it {}", need.usage));
            self.crossed.push(format!(
                "too near to a limit: {outcome}, with limits {scaled} by {}{usage}",
                self.factor
            ));
        }
    }

    fn margin(&mut self, submission: &Submission) -> &mut Margin {
        let language = submission.info.language_name.clone();
        self.languages.entry(language).or_default()
    }
}

impl fmt::Display for Margins {
    /// Prints, for each language, the slowest and the largest accepted solution, with the share of
    /// the limit that it took, and the number of solutions that are still too slow.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (language, margin) in &self.languages {
            writeln!(f, "{language}")?;
            let Needs { cpu, memory, .. } = &margin.accepted;
            for (resource, need) in [("time", cpu), ("memory", memory)] {
                if let Some(need) = need {
                    let over = if need.is_stopped { "over " } else { "" };
                    let share = format!("{over}{:.2}", need.factor);
                    let limit = "limit with the language's factor";
                    writeln!(f, "  {resource:6}  {share} of the {limit}: {need}")?;
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
