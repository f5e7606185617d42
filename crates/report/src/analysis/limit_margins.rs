//! Measures how far solutions are from the limits: what fraction of the limits accepted solutions
//! use, and whether verdicts stay the same if the limits change.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::text::sentences::outcome_reason;
use crate::text::units::format_count;
use crate::texts::EN;
use crate::{Model, OutcomeClass, Submission};
use mousetrap_model::{CaseResult, Form, Verdict};
use mousetrap_util::format_duration;
use mousetrap_util::printable::{escape_line, escape_path};

/// The results of accepted solutions and of solutions that are too slow, each judged with scaled
/// CPU time limits.
#[derive(Clone, Debug, Default)]
pub struct LimitMargins {
    /// The results, keyed by the name of the language.
    languages: BTreeMap<String, LanguageResults>,
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
struct LanguageResults {
    cpu_time: Option<RelativeUsage>,
    memory: Option<RelativeUsage>,
    /// The number of solutions that are still too slow with scaled limits.
    too_slow: usize,
    /// The factor by which the limits of these solutions were multiplied.
    scale: f64,
}

impl LimitMargins {
    /// Adds the results of solutions that were judged with time limits multiplied by `scale`. For
    /// solutions that should be accepted, records their usage. Counts the other solutions that got
    /// their expected verdict, which means that they are still too slow.
    pub fn add_solutions(&mut self, solutions: &Model, scale: f64) {
        self.add_unexpected_verdicts(solutions, scale);
        for submission in &solutions.submissions {
            let language = submission.info.language_name.clone();
            if submission.info.expected_verdict() == Verdict::Accepted {
                if submission.judgement().is_some() {
                    let results = self.languages.entry(language).or_default();
                    let usage = RelativeUsage::max_cpu_time(submission, scale);
                    results.cpu_time = RelativeUsage::max(usage, results.cpu_time.take());
                    let usage = RelativeUsage::max_memory(submission);
                    results.memory = RelativeUsage::max(usage, results.memory.take());
                }
            } else if submission.outcome_class() == OutcomeClass::AsExpected {
                let results = self.languages.entry(language).or_default();
                results.too_slow += 1;
                results.scale = scale;
            }
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
                OutcomeClass::NotJudged if model.is_interrupted() => {
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
}

/// Returns the path and the outcome of a solution with an unexpected verdict.
fn outcome_text(submission: &Submission) -> String {
    let reason = match submission.outcome_class() {
        OutcomeClass::AsExpected | OutcomeClass::Unexpected => {
            format!("earned {}", submission.verdict_code())
        }
        OutcomeClass::Skipped | OutcomeClass::Failed => outcome_reason(submission, &EN),
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
        for (language, results) in &self.languages {
            writeln!(f, "{language}")?;
            for (resource, usage) in [("time", &results.cpu_time), ("memory", &results.memory)] {
                if let Some(usage) = usage {
                    let over = if usage.is_stopped { "over " } else { "" };
                    let (path, summary, ratio) = (&usage.path, &usage.summary, usage.ratio);
                    let ratio = format!("{over}{ratio:.2} of the limit with the language's factor");
                    writeln!(f, "  {resource:6}  {ratio}: {path} {summary}")?;
                }
            }
            if results.too_slow > 0 {
                writeln!(
                    f,
                    "  {} still too slow at {} times the limit",
                    format_count(results.too_slow, "solution"),
                    results.scale
                )?;
            }
        }
        Ok(())
    }
}

/// The highest time or memory usage of a solution, relative to the limit of the case.
#[derive(Clone, Debug)]
struct RelativeUsage {
    /// The path of the solution.
    path: String,
    /// The usage, the limit before scaling, and the case, such as `took 12 ms of 200 ms on
    /// hidden/walls-004`.
    summary: String,
    /// The usage as a multiple of the limit.
    ratio: f64,
    /// Whether the solution was stopped at its limit. If so, its full usage is unknown.
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
        let measure = |case: &CaseResult| {
            let used = case.usage.cpu;
            let limit = case.limits.cpu.saturating_sub(startup).div_f64(scale);
            let ratio = used.as_secs_f64() / limit.as_secs_f64().max(f64::MIN_POSITIVE);
            (ratio, [used, limit].map(format_duration))
        };
        Self::usage_closest_to_limit(submission, measure, Verdict::TimeLimitExceeded)
    }

    /// Returns the maximum memory usage of a solution.
    fn max_memory(submission: &Submission) -> Option<Self> {
        let measure = |case: &CaseResult| {
            let (used, limit) = (case.usage.memory, case.limits.memory);
            let ratio = used.0 as f64 / (limit.0 as f64).max(1.0);
            (ratio, [used, limit].map(|bytes| bytes.to_string()))
        };
        Self::usage_closest_to_limit(submission, measure, Verdict::MemoryLimitExceeded)
    }

    /// Returns the usage of one resource in the case that comes closest to its limit. `measure`
    /// returns the usage divided by the limit, and the texts of both. `exceeded` is the verdict if
    /// the solution was stopped at the limit.
    fn usage_closest_to_limit(
        submission: &Submission,
        measure: impl Fn(&CaseResult) -> (f64, [String; 2]),
        exceeded: Verdict,
    ) -> Option<Self> {
        let measured = submission.cases().iter().map(|case| (measure(case), case));
        let closest = measured.max_by(|((one, _), _), ((other, _), _)| one.total_cmp(other));
        let ((ratio, [used, limit]), case) = closest?;
        let is_stopped = case.verdict == exceeded;
        let verb = if is_stopped {
            "was stopped after"
        } else {
            "took"
        };
        Some(Self {
            path: escape_path(&submission.info.path),
            summary: format!("{verb} {used} of {limit} on {}", escape_line(&case.id.0)),
            ratio,
            is_stopped,
        })
    }

    /// Returns the usage that is closer to its limit, or `None` if both are `None`.
    fn max(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        let both = one.into_iter().chain(other);
        both.max_by(|one, other| one.ratio.total_cmp(&other.ratio))
    }
}
