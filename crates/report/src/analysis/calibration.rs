//! Limits proposed from the usage of accepted solutions on a machine: TOML for `judge.toml`,
//! with the reason next to each number.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::time::Duration;

use crate::text::units::time;
use crate::{Model, Submission};
use mousetrap_languages::Languages;
use mousetrap_model::{CaseResult, Form, SubmissionOutcome, Verdict};
use mousetrap_util::printable::{named, one_line};

/// Below this factor a limit would measure the machine rather than the program.
const MIN_FACTOR: f64 = 0.1;

/// The proposed memory limit as a multiple of the memory of the largest solution. Unlike
/// time, memory hardly differs from run to run.
const MEMORY_ROOM: f64 = 1.5;

/// Start-up allowances are multiples of this, in milliseconds.
const STEP: u128 = 100;

/// A proposal and what it could not take into account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calibration {
    /// Rows for `judge.toml`, with comments.
    pub toml: String,
    /// Solutions that were not accepted here, and their outcomes.
    pub unmeasured: Vec<String>,
}

/// The maximum that any solution needs of a resource.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    /// The solution.
    path: String,
    /// Its usage, the limit before that was scaled, and the case: `took 12 ms of 200 ms on
    /// hidden/walls-004`.
    pub(crate) took: String,
    /// The usage as a multiple of the limit.
    pub(crate) factor: f64,
    /// Whether it needs more, since this limit stopped it there.
    pub(crate) is_stopped: bool,
}

/// The needs of a language.
#[derive(Debug, Default)]
struct Needs {
    cpu: Option<Need>,
    memory: Option<Need>,
    start: Option<Duration>,
}

/// Proposes limits of `factor` times the usage of the slowest accepted solutions in a run
/// whose cases had `room` times their own CPU limit. `date` is for people.
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
            unmeasured.push(why_not(submission));
            continue;
        };
        let id = submission.info.language.as_str();
        let Some(language) = languages.by_id(id) else {
            continue;
        };
        let needs = all.entry(id).or_default();
        for case in &submission.cases {
            let cpu = Need::cpu(submission, case, language.time_factor * room);
            keep(&mut needs.cpu, cpu);
            let memory = Need::memory(submission, case, language.memory_factor);
            keep(&mut needs.memory, memory);
        }
        needs.start = needs.start.max(judgement.startup.map(|start| start.cpu));
    }
    let mut toml = format!(
        "# Proposed by mousetrap calibrate {} on {date}, measured on\n",
        env!("CARGO_PKG_VERSION")
    );
    for (name, value) in &model.facts.machine {
        let _ = writeln!(toml, "#   {name}: {}", one_line(value));
    }
    let _ = writeln!(
        toml,
        "# Each limit of time is {factor} times what the slowest accepted solution took there,\n\
         # each of memory {MEMORY_ROOM} times what the largest took, and never below that of the case.\n\
         # Limits named here are those of the cases, before the factors of languages."
    );
    for (id, needs) in all {
        let _ = write!(toml, "\n[languages.{id}]\n{}", needs.rows(factor));
    }
    Calibration { toml, unmeasured }
}

impl Needs {
    /// The proposed limits of the language.
    fn rows(&self, factor: f64) -> String {
        let mut toml = String::new();
        if let Some(need) = &self.cpu {
            let proposed = two_decimals_up(need.factor * factor).max(MIN_FACTOR);
            let _ = writeln!(toml, "# {need}\ntime_factor = {proposed:?}");
        }
        if let Some(need) = &self.memory {
            let proposed = two_decimals_up(need.factor * MEMORY_ROOM).max(1.0);
            let _ = writeln!(toml, "# {need}\nmemory_factor = {proposed:?}");
        }
        if let Some(start) = self.start {
            let proposed = start.mul_f64(factor).as_millis() / STEP * STEP + STEP;
            let start = time(start);
            let _ = writeln!(
                toml,
                "# starting took up to {start}\nstartup = \"{proposed}ms\""
            );
        }
        toml
    }
}

/// Keeps the greater need.
pub(crate) fn keep(known: &mut Option<Need>, candidate: Need) {
    let is_greater = |known: &Need| candidate.factor > known.factor;
    if known.as_ref().is_none_or(is_greater) {
        *known = Some(candidate);
    }
}

impl Need {
    /// The CPU time that a case needs, if limits were scaled by `scale`.
    pub(crate) fn cpu(submission: &Submission, case: &CaseResult, scale: f64) -> Self {
        let startup = match (submission.info.form, submission.judgement()) {
            (Form::Program, Some(judgement)) => judgement.startup_allowance,
            _ => Duration::ZERO,
        };
        let limit = case.limits.cpu.saturating_sub(startup).div_f64(scale);
        let used = case.usage.cpu;
        let factor = used.as_secs_f64() / limit.as_secs_f64().max(f64::MIN_POSITIVE);
        let is_stopped = case.verdict == Verdict::TimeLimitExceeded;
        let of = format!("{} of {}", time(used), time(limit));
        Self::new(submission, case, &of, factor, is_stopped)
    }

    /// The memory that a case needs, if limits were scaled by `scale`.
    pub(crate) fn memory(submission: &Submission, case: &CaseResult, scale: f64) -> Self {
        let used = case.usage.memory;
        let limit = case.limits.memory.scaled(1.0 / scale);
        let factor = used.0 as f64 / (limit.0 as f64).max(1.0);
        let is_stopped = case.verdict == Verdict::MemoryLimitExceeded;
        Self::new(
            submission,
            case,
            &format!("{used} of {limit}"),
            factor,
            is_stopped,
        )
    }

    fn new(
        submission: &Submission,
        case: &CaseResult,
        of: &str,
        factor: f64,
        is_stopped: bool,
    ) -> Self {
        let took = if is_stopped {
            "was stopped after"
        } else {
            "took"
        };
        Self {
            path: named(&submission.info.path),
            took: format!("{took} {of} on {}", one_line(&case.id.0)),
            factor,
            is_stopped,
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.took)
    }
}

/// The reason why a solution was not measured.
pub(crate) fn why_not(submission: &Submission) -> String {
    let reason = match &submission.outcome {
        SubmissionOutcome::Judged(result) => format!("earned {}", result.verdict.code()),
        SubmissionOutcome::Skipped(skip) => skip.reason.to_string(),
        SubmissionOutcome::Failed(error) => error.to_string(),
        SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => {
            "not judged to the end".to_owned()
        }
    };
    format!("{}: {}", named(&submission.info.path), one_line(&reason))
}

/// Rounded up to two decimals.
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
        model.facts.machine = [("cores".to_owned(), "2".to_owned())].into();
        calibrate(&model, &Languages::embedded(), factor, 10.0, "a day")
    }

    #[test]
    fn the_slowest_case_sets_the_factor() {
        // 12.4 ms of 2 s, of which a tenth is the case's own.
        insta::assert_snapshot!(proposed(3.0).toml.replace(env!("CARGO_PKG_VERSION"), "VERSION"), @r#"
        # Proposed by mousetrap calibrate VERSION on a day, measured on
        #   cores: 2
        # Each limit of time is 3 times what the slowest accepted solution took there,
        # each of memory 1.5 times what the largest took, and never below that of the case.
        # Limits named here are those of the cases, before the factors of languages.

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
    fn a_proposal_can_be_put_into_a_configuration() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("judge.toml"), proposed(30.0).toml).unwrap();
        let config =
            Config::read(directory.path(), &Root::default(), mousetrap_suite::known()).unwrap();
        let cpp = config.languages.by_id("cpp").unwrap();
        assert!((cpp.time_factor - 1.86).abs() < 1e-9);
        assert_eq!(cpp.startup, Duration::from_millis(200));
    }

    #[test]
    fn what_was_not_accepted_is_named_and_not_measured() {
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
            "mine.py: not judged to the end",
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
