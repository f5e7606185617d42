//! Measures how far solutions are from the limits: what percentage of the limits accepted solutions
//! use, and whether verdicts stay the same if the limits change.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::text::sentences::reason_for;
use crate::text::units::{format_count, format_duration};
use crate::texts::EN;
use crate::{Model, OutcomeClass, Submission};
use mousetrap_model::{CaseResult, Form, Verdict};
use mousetrap_util::printable::{escape_line, escape_path};

/// The results of accepted solutions and of solutions that are too slow, each judged with scaled
/// CPU time limits.
#[derive(Clone, Debug, Default)]
pub struct LimitMargins {
    /// The results, keyed by the name of the language.
    languages: BTreeMap<String, LanguageMargin>,
    /// A message for each solution that got an unexpected verdict, with the verdict that it got.
    pub crossed: Vec<String>,
    /// A message for each solution whose usage was not measured, because the solution is wrong or
    /// cannot be judged on this machine.
    pub unmeasured: Vec<String>,
    /// The number of solutions that were not judged because the run was interrupted.
    pub left: usize,
}

/// The results of the solutions in one language.
#[derive(Clone, Debug, Default)]
struct LanguageMargin {
    cpu_time: Option<RelativeUsage>,
    memory: Option<RelativeUsage>,
    /// The number of solutions that are still too slow with scaled limits.
    too_slow: usize,
    /// The factor by which the limits of these solutions were multiplied.
    scale: f64,
}

impl LimitMargins {
    /// Adds the results of accepted solutions, which were judged with time limits multiplied by
    /// `scale`.
    pub fn add_accepted_solutions(&mut self, accepted: &Model, scale: f64) {
        self.add_unexpected_verdicts(accepted, scale);
        let judged = accepted.submissions.iter();
        for submission in judged.filter(|one| one.judgement().is_some()) {
            let margin = self.language_margin(submission);
            let usage = RelativeUsage::max_cpu_time(submission, scale);
            margin.cpu_time = RelativeUsage::max(usage, margin.cpu_time.take());
            let usage = RelativeUsage::max_memory(submission);
            margin.memory = RelativeUsage::max(usage, margin.memory.take());
        }
    }

    /// Adds the results of solutions that are too slow, which were judged with time limits
    /// multiplied by `scale`.
    pub fn add_too_slow_solutions(&mut self, too_slow: &Model, scale: f64) {
        self.add_unexpected_verdicts(too_slow, scale);
        for submission in too_slow.submissions_in_class(OutcomeClass::AsExpected) {
            let margin = self.language_margin(submission);
            margin.too_slow += 1;
            margin.scale = scale;
        }
    }

    /// Adds a message for each solution with an unexpected verdict.
    fn add_unexpected_verdicts(&mut self, model: &Model, scale: f64) {
        use Verdict::{Accepted, MemoryLimitExceeded, TimeLimitExceeded};
        let scaled = if scale < 1.0 {
            format!("divided by {}", 1.0 / scale)
        } else {
            format!("multiplied by {scale}")
        };
        for submission in &model.submissions {
            match submission.outcome_class() {
                OutcomeClass::AsExpected => continue,
                OutcomeClass::NotJudged if model.interrupted() => {
                    self.left += 1;
                    continue;
                }
                _ => {}
            }
            let outcome = outcome_text(submission);
            let limited = [Accepted, TimeLimitExceeded, MemoryLimitExceeded];
            let verdict = submission.verdict();
            if !verdict.is_some_and(|verdict| limited.contains(&verdict)) {
                self.unmeasured.push(outcome);
                continue;
            }
            let usage = RelativeUsage::max_cpu_time(submission, scale);
            let usage = usage.map_or_else(String::new, |usage| format!("; it {}", usage.summary));
            self.crossed.push(format!(
                "too close to a limit: {outcome} with the time limits {scaled}{usage}"
            ));
        }
    }

    fn language_margin(&mut self, submission: &Submission) -> &mut LanguageMargin {
        let language = submission.info.language_name.clone();
        self.languages.entry(language).or_default()
    }
}

/// Returns the path and the outcome of a solution with an unexpected verdict.
fn outcome_text(submission: &Submission) -> String {
    let reason = match submission.outcome_class() {
        OutcomeClass::AsExpected | OutcomeClass::Unexpected => {
            format!("earned {}", submission.verdict_code())
        }
        OutcomeClass::Skipped | OutcomeClass::Failed => reason_for(submission, &EN),
        OutcomeClass::NotJudged => "not judged".to_owned(),
    };
    format!(
        "{}: {}",
        escape_path(&submission.info.path),
        escape_line(&reason)
    )
}

impl fmt::Display for LimitMargins {
    /// For each language, prints two accepted solutions: the slowest one, and the one that uses the
    /// most memory, each with its usage relative to the limit. Also prints the number of solutions
    /// that are still too slow.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (language, margin) in &self.languages {
            writeln!(f, "{language}")?;
            for (resource, usage) in [("time", &margin.cpu_time), ("memory", &margin.memory)] {
                if let Some(usage) = usage {
                    let over = if usage.is_stopped { "over " } else { "" };
                    let ratio = format!("{over}{:.2}", usage.ratio);
                    let limit = "limit with the language's factor";
                    writeln!(f, "  {resource:6}  {ratio} of the {limit}: {usage}")?;
                }
            }
            if margin.too_slow > 0 {
                writeln!(
                    f,
                    "  {} still too slow at {} times the limit",
                    format_count(margin.too_slow, "solution"),
                    margin.scale
                )?;
            }
        }
        Ok(())
    }
}

/// The time or memory that a solution used on the case on which it used the most, relative to the
/// limit.
#[derive(Clone, Debug)]
struct RelativeUsage {
    /// The path of the solution.
    path: String,
    /// The usage, the limit before scaling, and the case, such as `took 12 ms of 200 ms on
    /// hidden/walls-004`.
    summary: String,
    /// The usage as a multiple of the limit.
    ratio: f64,
    /// Whether the solution was stopped at its limit, so that its full usage is unknown.
    is_stopped: bool,
}

impl RelativeUsage {
    /// Returns the maximum CPU time of a solution. The CPU time limits had been multiplied by
    /// `scale` before the solution was judged.
    fn max_cpu_time(submission: &Submission, scale: f64) -> Option<Self> {
        let startup = match (submission.info.form, submission.judgement()) {
            (Form::Program, Some(judgement)) => judgement.startup_allowance,
            _ => Duration::ZERO,
        };
        let limit = |case: &CaseResult| case.limits.cpu.saturating_sub(startup).div_f64(scale);
        let usage = |case: &CaseResult| {
            let limit = limit(case).as_secs_f64().max(f64::MIN_POSITIVE);
            case.usage.cpu.as_secs_f64() / limit
        };
        let texts = |case: &CaseResult| [case.usage.cpu, limit(case)].map(format_duration);
        Self::maximum(submission, usage, texts, Verdict::TimeLimitExceeded)
    }

    /// Returns the maximum memory usage of a solution.
    fn max_memory(submission: &Submission) -> Option<Self> {
        let usage = |CaseResult { usage, limits, .. }: &CaseResult| {
            usage.memory.0 as f64 / (limits.memory.0 as f64).max(1.0)
        };
        let texts = |CaseResult { usage, limits, .. }: &CaseResult| {
            [usage.memory, limits.memory].map(|bytes| bytes.to_string())
        };
        Self::maximum(submission, usage, texts, Verdict::MemoryLimitExceeded)
    }

    /// Returns the usage of one resource on the case on which `ratio`, the usage divided by the
    /// limit, is greatest. `texts` formats the usage and the limit. `exceeded` is the verdict on a
    /// case on which the solution was stopped at the limit.
    fn maximum(
        submission: &Submission,
        ratio: impl Fn(&CaseResult) -> f64,
        texts: impl Fn(&CaseResult) -> [String; 2],
        exceeded: Verdict,
    ) -> Option<Self> {
        let cases = submission.cases.iter();
        let case = cases.max_by(|one, other| ratio(one).total_cmp(&ratio(other)))?;
        let is_stopped = case.verdict == exceeded;
        let verb = if is_stopped {
            "was stopped after"
        } else {
            "took"
        };
        let [used, limit] = texts(case);
        Some(Self {
            path: escape_path(&submission.info.path),
            summary: format!("{verb} {used} of {limit} on {}", escape_line(&case.id.0)),
            ratio: ratio(case),
            is_stopped,
        })
    }

    /// Returns the greater of two usages.
    fn max(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        let both = one.into_iter().chain(other);
        both.max_by(|one, other| one.ratio.total_cmp(&other.ratio))
    }
}

impl fmt::Display for RelativeUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.summary)
    }
}
