//! Limits proposed from what accepted solutions take on a machine: TOML for
//! `judge.toml`, with the reason beside each number.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use crate::text::units::time;
use crate::{Model, Submission};
use mousetrap_languages::Languages;
use mousetrap_model::CaseResult;
use mousetrap_model::Form;
use mousetrap_model::SubmissionOutcome;
use mousetrap_model::Verdict;
use mousetrap_util::printable::one_line;

/// Below this a limit would measure the machine rather than the program.
const LEAST_FACTOR: f64 = 0.1;
/// How much more memory than the largest solution took is proposed. Unlike
/// time, it hardly differs from run to run.
const MEMORY_ROOM: f64 = 1.5;
/// Start-up allowances are whole multiples of this.
const STEP: Duration = Duration::from_millis(100);

/// A proposal and what it could not take into account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calibration {
    /// Rows for `judge.toml`, with comments.
    pub toml: String,
    /// Solutions that were not accepted here, and what became of them.
    pub unmeasured: Vec<String>,
}

/// What the greediest solution of a language needs of a resource.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    /// Solution, use, limit before it was scaled, and case.
    pub(crate) basis: String,
    /// By what to scale it for the limit to be used up.
    pub(crate) factor: f64,
    /// Whether it needs more, since this limit stopped it there.
    pub(crate) is_stopped: bool,
}

/// What is known of a language.
#[derive(Debug, Default)]
struct Needs {
    cpu: Option<Need>,
    memory: Option<Need>,
    start: Option<Duration>,
}

/// Proposes limits of `factor` times what the slowest accepted solutions took
/// in a run whose cases had `room` times their own CPU limit. `date` is for
/// people.
pub fn calibrate(
    model: &Model,
    languages: &Languages,
    factor: f64,
    room: f64,
    date: &str,
) -> Calibration {
    let mut all: BTreeMap<&str, Needs> = BTreeMap::new();
    let mut cases: BTreeMap<String, Option<Need>> = BTreeMap::new();
    let mut unmeasured = Vec::new();
    for submission in &model.submissions {
        let SubmissionOutcome::Judged(result) = &submission.outcome else {
            unmeasured.push(why_not(submission));
            continue;
        };
        if result.verdict != Verdict::Accepted {
            unmeasured.push(why_not(submission));
            continue;
        }
        let id = submission.info.language.as_str();
        let Some(language) = languages.by_id(id) else {
            continue;
        };
        let needs = all.entry(id).or_default();
        for case in &submission.cases {
            let scale = language.time_factor * room;
            let cpu = Need::cpu(submission, case, result.startup_allowance, scale);
            let mut of_case = cpu.clone();
            of_case.factor *= factor / language.time_factor;
            if of_case.factor > 1.0 {
                let name = format!("{} {}", submission.info.problem, case.id);
                keep(cases.entry(name).or_default(), of_case);
            }
            keep(&mut needs.cpu, cpu);
            keep(
                &mut needs.memory,
                Need::memory(submission, case, language.memory_factor),
            );
        }
        needs.start = needs.start.max(result.startup.map(|start| start.cpu));
    }
    let mut toml = format!(
        "# Proposed by mousetrap calibrate {} on {date}, measured on\n",
        env!("CARGO_PKG_VERSION")
    );
    for (name, value) in &model.facts().machine {
        let _ = writeln!(toml, "#   {name}: {}", one_line(value));
    }
    let _ = writeln!(
        toml,
        "# Each limit of time is {factor} times what the slowest accepted solution took there,\n\
         # each of memory {MEMORY_ROOM} times what the largest took, and never below that of the case.\n\
         # Limits named here are those of the cases, before the factors of languages."
    );
    for (id, needs) in all {
        let _ = writeln!(toml, "\n[languages.{id}]");
        if let Some(Need {
            basis,
            factor: used,
            ..
        }) = needs.cpu
        {
            let wanted = two_digits_up(used * factor);
            let proposed = wanted.max(LEAST_FACTOR);
            let raised = if wanted < LEAST_FACTOR {
                format!(
                    "\n# {wanted:?} would do; below {LEAST_FACTOR:?} a limit measures the machine"
                )
            } else {
                String::new()
            };
            let _ = writeln!(toml, "# {basis}{raised}\ntime_factor = {proposed:?}");
        }
        if let Some(Need {
            basis,
            factor: used,
            ..
        }) = needs.memory
        {
            let proposed = two_digits_up(used * MEMORY_ROOM).max(1.0);
            let _ = writeln!(toml, "# {basis}\nmemory_factor = {proposed:?}");
        }
        if let Some(start) = needs.start {
            let steps = (start.mul_f64(factor).as_secs_f64() / STEP.as_secs_f64()).ceil();
            let _ = writeln!(
                toml,
                "# starting took up to {}\nstartup = \"{}ms\"",
                time(start),
                STEP.mul_f64(steps.max(1.0)).as_millis(),
            );
        }
    }
    toml += &of_cases(&cases);
    for line in &unmeasured {
        let _ = writeln!(toml, "\n# not measured: {line}");
    }
    Calibration { toml, unmeasured }
}

/// Which cases need more time where the factors of languages stay.
fn of_cases(cases: &BTreeMap<String, Option<Need>>) -> String {
    let mut text = String::new();
    if !cases.is_empty() {
        text += "\n# Or, where the factors of languages stay as they are, cases get more time:\n";
    }
    for (name, need) in cases {
        if let Some(Need { basis, factor, .. }) = need {
            let (name, times) = (one_line(name), two_digits_up(*factor));
            let _ = writeln!(text, "#   {name}: {times} times its limit; {basis}");
        }
    }
    text
}

/// Keeps the greater need.
pub(crate) fn keep(known: &mut Option<Need>, candidate: Need) {
    if known
        .as_ref()
        .is_none_or(|known| candidate.factor > known.factor)
    {
        *known = Some(candidate);
    }
}

impl Need {
    /// What a case needs of CPU time, where limits were scaled by `scale`.
    pub(crate) fn cpu(
        submission: &Submission,
        case: &CaseResult,
        granted: Duration,
        scale: f64,
    ) -> Self {
        let startup = match submission.info.form {
            Form::Function => Duration::ZERO,
            Form::Program => granted,
        };
        let limit = case.limits.cpu.saturating_sub(startup).div_f64(scale);
        let used = case.usage.cpu;
        let is_stopped = case.verdict == Verdict::TimeLimitExceeded;
        Self {
            basis: basis(submission, case, is_stopped, &time(used), &time(limit)),
            factor: used.as_secs_f64() / limit.as_secs_f64().max(f64::MIN_POSITIVE),
            is_stopped,
        }
    }

    /// `took 12 ms of 200 ms on hidden/walls-004`
    pub(crate) fn without_name(&self, submission: &Submission) -> &str {
        let path = one_line(&submission.info.path.to_string_lossy());
        let rest = self.basis.strip_prefix(&*path);
        rest.map_or(&*self.basis, str::trim_start)
    }

    /// What a case needs of memory, where limits were scaled by `scale`.
    pub(crate) fn memory(submission: &Submission, case: &CaseResult, scale: f64) -> Self {
        let used = case.usage.memory;
        let limit = case.limits.memory.scaled(1.0 / scale);
        let is_stopped = case.verdict == Verdict::MemoryLimitExceeded;
        let (took, of) = (used.to_string(), limit.to_string());
        Self {
            basis: basis(submission, case, is_stopped, &took, &of),
            factor: used.0 as f64 / (limit.0 as f64).max(1.0),
            is_stopped,
        }
    }
}

fn basis(
    submission: &Submission,
    case: &CaseResult,
    is_stopped: bool,
    used: &str,
    limit: &str,
) -> String {
    let path = one_line(&submission.info.path.to_string_lossy());
    let took = if is_stopped {
        "was stopped after"
    } else {
        "took"
    };
    format!(
        "{path} {took} {used} of {limit} on {}",
        one_line(&case.id.0)
    )
}

pub(crate) fn why_not(submission: &Submission) -> String {
    let reason = match &submission.outcome {
        SubmissionOutcome::Judged(result) => format!("earned {}", result.verdict.code()),
        SubmissionOutcome::Skipped(skip) => skip.reason.to_string(),
        SubmissionOutcome::Failed(error) => error.to_string(),
        SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => {
            "not judged to the end".to_owned()
        }
    };
    let path = submission.info.path.to_string_lossy();
    one_line(&format!("{path}: {reason}"))
}

/// Rounded up to two significant digits.
fn two_digits_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    let places = 1 - value.log10().floor() as i32;
    // Through text, so that 0.12 is 0.12 and nothing else.
    let scaled = (value * 10f64.powi(places) - 1e-9).ceil();
    format!("{scaled}e{}", -places).parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use mousetrap_judge::config::Config;
    use mousetrap_util::root::Root;

    fn proposed(factor: f64) -> Calibration {
        let mut model = sample::all_accepted();
        model.ending.as_mut().unwrap().facts.machine =
            [("cores".to_owned(), "2".to_owned())].into();
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
        let cases = proposed(300.0).toml;
        let case = "#   1728 hidden/walls-004: 19 times its limit; solutions/1728/";
        assert!(cases.contains(case), "{cases}");
        let least = proposed(1.0).toml;
        assert!(
            least
                .contains(" would do; below 0.1 a limit measures the machine\ntime_factor = 0.1\n")
        );
    }

    #[test]
    fn a_proposal_can_be_put_into_a_configuration() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("judge.toml"), proposed(30.0).toml).unwrap();
        let config =
            Config::read(directory.path(), &Root::default(), mousetrap_suite::known()).unwrap();
        let cpp = config.languages.by_id("cpp").unwrap();
        assert!((cpp.time_factor - 1.9).abs() < 1e-9);
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
    fn factors_are_rounded_up_to_two_digits() {
        for (value, expected) in [
            (0.0, 0.0),
            (0.121, 0.13),
            (0.12, 0.12),
            (1.01, 1.1),
            (34.2, 35.0),
        ] {
            assert_eq!(two_digits_up(value).to_string(), expected.to_string());
        }
    }
}
