//! Limits for `judge.toml`, proposed from the usage of accepted solutions on a machine, each with
//! its reason.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::time::Duration;

use crate::text::sentences::reason;
use crate::text::units::time;
use crate::{Model, Standing, Submission};
use mousetrap_languages::Languages;
use mousetrap_model::{CaseResult, Form, Verdict};
use mousetrap_util::printable::{named, one_line};

/// Minimum factor. A lower limit would measure the machine rather than the program.
const MIN_FACTOR: f64 = 0.1;

/// The proposed memory limit as a multiple of the memory of the largest solution. Memory varies
/// less than time from run to run.
const MEMORY_FACTOR: f64 = 1.5;

/// Start-up allowances are multiples of this, in milliseconds.
const STARTUP_STEP: u128 = 100;

/// The proposed limits, and the solutions that were not measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calibration {
    /// Tables for `judge.toml`, with comments.
    pub toml: String,
    /// Solutions that were not accepted, with their outcomes.
    pub unmeasured: Vec<String>,
}

/// The time or memory that a solution needs for a case.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    /// The solution.
    path: String,
    /// The usage, the limit before scaling, and the case: `took 12 ms of 200 ms on
    /// hidden/walls-004`.
    pub(crate) usage: String,
    /// The usage as a multiple of the limit.
    pub(crate) factor: f64,
    /// Whether the solution needs more, because it was stopped at this limit.
    pub(crate) is_stopped: bool,
}

/// The maximum needs of several solutions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Needs {
    pub(crate) cpu: Option<Need>,
    pub(crate) memory: Option<Need>,
    startup: Option<Duration>,
}

/// Proposes limits of `factor` times the usage of the slowest accepted solutions in a run
/// whose cases had `room` times their own CPU limit. `date` goes into a comment.
pub fn calibrate(
    model: &Model,
    languages: &Languages,
    factor: f64,
    room: f64,
    date: &str,
) -> Calibration {
    let mut all: BTreeMap<&str, Needs> = BTreeMap::new();
    let mut unmeasured = Vec::new();
    for submission in &model.submissions {
        let judgement = submission.judgement();
        let Some(judgement) = judgement.filter(|it| it.verdict == Verdict::Accepted) else {
            unmeasured.push(outcome(submission));
            continue;
        };
        let id = submission.info.language.as_str();
        let Some(language) = languages.by_id(id) else {
            continue;
        };
        let needs = all.entry(id).or_default();
        needs.add(
            submission,
            language.time_factor * room,
            language.memory_factor,
        );
        needs.startup = needs.startup.max(judgement.startup.map(|used| used.cpu));
    }
    let mut toml = format!(
        "# Proposed by mousetrap calibrate {} on {date}, measured on\n",
        env!("CARGO_PKG_VERSION")
    );
    let machine = model.ending.iter().flat_map(|ending| &ending.facts.machine);
    for (name, value) in machine {
        let _ = writeln!(toml, "#   {name}: {}", one_line(value));
    }
    let _ = writeln!(
        toml,
        "# Each time limit is {factor} times what the slowest accepted solution took. Each memory limit is\n\
         # {MEMORY_FACTOR} times what the largest solution took, and at least that of the case. Comments show\n\
         # the limits of cases, before the factors of languages."
    );
    for (id, needs) in all {
        let _ = write!(toml, "\n[languages.{id}]\n{}", needs.toml(factor));
    }
    Calibration { toml, unmeasured }
}

impl Needs {
    /// Adds the time and memory that a solution needs on each case, in proportion to the limits
    /// divided by these factors.
    pub(crate) fn add(&mut self, submission: &Submission, cpu_scale: f64, memory_scale: f64) {
        for case in &submission.cases {
            keep_greater(&mut self.cpu, Need::cpu(submission, case, cpu_scale));
            keep_greater(
                &mut self.memory,
                Need::memory(submission, case, memory_scale),
            );
        }
    }

    /// Returns the proposed limits of the language.
    fn toml(&self, factor: f64) -> String {
        let mut toml = String::new();
        if let Some(need) = &self.cpu {
            let proposed = two_decimals_up(need.factor * factor).max(MIN_FACTOR);
            let _ = writeln!(toml, "# {need}\ntime_factor = {proposed:?}");
        }
        if let Some(need) = &self.memory {
            let proposed = two_decimals_up(need.factor * MEMORY_FACTOR).max(1.0);
            let _ = writeln!(toml, "# {need}\nmemory_factor = {proposed:?}");
        }
        if let Some(startup) = self.startup {
            let steps = startup.mul_f64(factor).as_millis() / STARTUP_STEP + 1;
            let (startup, proposed) = (time(startup), steps * STARTUP_STEP);
            let _ = writeln!(
                toml,
                "# starting took up to {startup}\nstartup = \"{proposed}ms\""
            );
        }
        toml
    }
}

/// Replaces the known need by a greater one.
fn keep_greater(known: &mut Option<Need>, candidate: Need) {
    let is_greater = |known: &Need| candidate.factor > known.factor;
    if known.as_ref().is_none_or(is_greater) {
        *known = Some(candidate);
    }
}

impl Need {
    /// Returns the CPU time that a case needs, if limits were scaled by `scale`.
    fn cpu(submission: &Submission, case: &CaseResult, scale: f64) -> Self {
        let startup = match (submission.info.form, submission.judgement()) {
            (Form::Program, Some(judgement)) => judgement.startup_allowance,
            _ => Duration::ZERO,
        };
        let limit = case.limits.cpu.saturating_sub(startup).div_f64(scale);
        let used = case.usage.cpu;
        let factor = used.as_secs_f64() / limit.as_secs_f64().max(f64::MIN_POSITIVE);
        let is_stopped = case.verdict == Verdict::TimeLimitExceeded;
        let usage = format!("{} of {}", time(used), time(limit));
        Self {
            path: named(&submission.info.path),
            usage: described(case, &usage, is_stopped),
            factor,
            is_stopped,
        }
    }

    /// Returns the memory that a case needs, if limits were scaled by `scale`.
    fn memory(submission: &Submission, case: &CaseResult, scale: f64) -> Self {
        let used = case.usage.memory;
        let limit = case.limits.memory.scaled(1.0 / scale);
        let factor = used.0 as f64 / (limit.0 as f64).max(1.0);
        let is_stopped = case.verdict == Verdict::MemoryLimitExceeded;
        Self {
            path: named(&submission.info.path),
            usage: described(case, &format!("{used} of {limit}"), is_stopped),
            factor,
            is_stopped,
        }
    }
}

/// Returns the clause about the usage on a case.
fn described(case: &CaseResult, usage: &str, is_stopped: bool) -> String {
    let verb = if is_stopped {
        "was stopped after"
    } else {
        "took"
    };
    format!("{verb} {usage} on {}", one_line(&case.id.0))
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.usage)
    }
}

/// Returns the path and the outcome of a solution that was not measured.
pub(crate) fn outcome(submission: &Submission) -> String {
    let reason = match submission.standing() {
        Standing::AsExpected | Standing::Unexpected => format!("earned {}", submission.code()),
        Standing::Skipped | Standing::Failed => reason(submission),
        Standing::NotJudged => "not judged".to_owned(),
    };
    format!("{}: {}", named(&submission.info.path), one_line(&reason))
}

/// Rounds up to two decimals.
fn two_decimals_up(value: f64) -> f64 {
    (value * 100.0 - 1e-9).ceil() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;
    use mousetrap_judge::config::Config;
    use mousetrap_util::root::Root;

    fn proposed(factor: f64) -> Calibration {
        let mut model = sample::all_accepted();
        let facts = &mut model.ending.as_mut().unwrap().facts;
        facts.machine = [("cores".to_owned(), "2".to_owned())].into();
        calibrate(&model, &Languages::embedded(), factor, 10.0, "a day")
    }

    #[test]
    fn slowest_case_determines_the_factor() {
        // 12.4 ms of 2 s, of which a tenth is the case's own.
        insta::assert_snapshot!(proposed(3.0).toml.replace(env!("CARGO_PKG_VERSION"), "VERSION"), @r#"
        # Proposed by mousetrap calibrate VERSION on a day, measured on
        #   cores: 2
        # Each time limit is 3 times what the slowest accepted solution took. Each memory limit is
        # 1.5 times what the largest solution took, and at least that of the case. Comments show
        # the limits of cases, before the factors of languages.

        [languages.cpp]
        # solutions/1728/accepted/topological_sort.cpp took 12 ms of 200 ms on hidden/walls-004
        time_factor = 0.19
        # solutions/1728/accepted/topological_sort.cpp took 6.6 MiB of 256 MiB on hidden/walls-004
        memory_factor = 1.0
        # starting took up to 5 ms
        startup = "100ms"
        "#);
        assert!(proposed(1.0).toml.contains("\ntime_factor = 0.1\n"));
    }

    #[test]
    fn proposal_is_a_valid_configuration() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("judge.toml"), proposed(30.0).toml).unwrap();
        let config =
            Config::read(directory.path(), &Root::default(), mousetrap_suite::known()).unwrap();
        let cpp = config.languages.by_id("cpp").unwrap();
        assert!((cpp.time_factor - 1.86).abs() < 1e-9);
        assert_eq!(cpp.startup, Duration::from_millis(200));
    }

    #[test]
    fn solution_that_was_not_accepted_is_listed_and_not_measured() {
        let calibration = calibrate(
            &sample::interrupted(),
            &Languages::embedded(),
            3.0,
            1.0,
            "a day",
        );
        assert!(!calibration.toml.contains("[languages.python]"));
        let text = calibration.unmeasured.join("\n");
        for part in [
            "greedy_race.py: earned WA",
            "dfs.kt: Kotlin: kotlinc not found",
            "mine.py: not judged",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn factors_are_rounded_up_to_two_decimals() {
        for (value, expected) in [(0.121, 0.13), (0.12, 0.12), (1.001, 1.01), (34.2, 34.2)] {
            assert_eq!(two_decimals_up(value).to_string(), expected.to_string());
        }
    }
}
