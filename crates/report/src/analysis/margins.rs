//! The distance of solutions from the limits of their cases, on both sides.

use std::collections::BTreeMap;
use std::fmt;

use crate::analysis::calibration::{Need, keep, why_not};
use crate::text::units::counted;
use crate::{Model, Standing, Submission};
use mousetrap_model::Verdict;

/// The results of accepted solutions at a fraction of the limits, and of solutions that are
/// too slow at a multiple of them.
#[derive(Clone, Debug, Default)]
pub struct Margins {
    factor: f64,
    /// By the name of the language.
    languages: BTreeMap<String, Margin>,
    /// Solutions that did not earn their verdict there: the problem of each, and the verdict
    /// that it earned.
    pub crossed: Vec<String>,
    /// Solutions whose results depend on no limit: wrong ones, and those that cannot be
    /// judged here.
    pub unmeasured: Vec<String>,
    /// The number of solutions that were not judged to the end because the run was
    /// interrupted.
    pub left: usize,
}

/// The results of a language.
#[derive(Clone, Debug, Default)]
struct Margin {
    cpu: Option<Need>,
    memory: Option<Need>,
    too_slow: usize,
}

impl Margins {
    /// `accepted` was judged at time limits divided by `factor`, `too_slow` at time limits
    /// multiplied by it.
    pub fn new(accepted: &Model, too_slow: &Model, factor: f64) -> Self {
        let mut margins = Self {
            factor,
            ..Self::default()
        };
        margins.note_faults(accepted, 1.0 / factor, "divided");
        margins.note_faults(too_slow, factor, "multiplied");
        let judged = accepted.submissions.iter();
        for submission in judged.filter(|one| one.judgement().is_some()) {
            let margin = margins.of(submission);
            for case in &submission.cases {
                keep(&mut margin.cpu, Need::cpu(submission, case, 1.0 / factor));
                keep(&mut margin.memory, Need::memory(submission, case, 1.0));
            }
        }
        for submission in too_slow.standing(Standing::AsExpected) {
            margins.of(submission).too_slow += 1;
        }
        margins
    }

    /// Notes the solutions that did not earn their verdict at limits that were `scaled`.
    fn note_faults(&mut self, model: &Model, scale: f64, scaled: &str) {
        use Verdict::{Accepted, MemoryLimitExceeded, TimeLimitExceeded};
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
            let limited = [Accepted, TimeLimitExceeded, MemoryLimitExceeded];
            let verdict = submission.verdict();
            if !verdict.is_some_and(|verdict| limited.contains(&verdict)) {
                self.unmeasured.push(why);
                continue;
            }
            let mut longest = None;
            for case in &submission.cases {
                keep(&mut longest, Need::cpu(submission, case, scale));
            }
            let took = longest.map(|need| format!("; it {}", need.took));
            let took = took.unwrap_or_default();
            let fault =
                format!("too near to a limit: {why}, with limits {scaled} by {factor}{took}");
            self.crossed.push(fault);
        }
    }

    fn of(&mut self, submission: &Submission) -> &mut Margin {
        let language = submission.info.language_name.clone();
        self.languages.entry(language).or_default()
    }
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
                    let limit = "limit with the language's factor";
                    writeln!(
                        f,
                        "  {what:6}  {over}{:.2} of the {limit}: {need}",
                        need.factor
                    )?;
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
