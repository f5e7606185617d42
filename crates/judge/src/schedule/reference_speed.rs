//! Measurement of this machine's speed in each language.
//!
//! Every machine runs the same reference program on the same case. The speed factor is the ratio of
//! the program's CPU time on this machine to its CPU time on the machine for which the limits were
//! chosen. The CPU times of submissions are divided by the speed factor.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::program::measured_times::MeasuredTimes;
use crate::{
    FindOptions, JudgeError, JudgeRequest, LocalEngine, Options, Submission, submission_from_text,
};
use mousetrap_languages::{Language, Languages, probe};
use mousetrap_model::{Case, CaseId, Limits, Problem, SubmissionOutcome, Verdict};
use mousetrap_util::digest::digest;

/// File stem of the solutions that are used as reference programs.
const REFERENCE_FILE_STEM: &str = "memoised_search";

/// Number of runs of a reference program. The shortest run is used, because other work on the
/// machine can only make a run slower. Just-in-time compilers need several runs to optimize the
/// program.
const RUN_COUNT: usize = 15;

/// Number of nodes of the reference case. A solution takes a few milliseconds in the fastest
/// language and less than a second in the slowest.
const NODE_COUNT: usize = 20;

/// The jury answer of the reference case: a draw, which a search finds only after it has tried all
/// moves.
const REFERENCE_ANSWER: &str = "0";

/// Maximum plausible ratio between the speeds of two machines. A larger measured ratio means that
/// the clock is wrong or the machine is overloaded.
const MAX_SPEED_FACTOR: f64 = 20.0;

/// The problem that the reference programs solve.
const PROBLEM_ID: &str = "913";

/// CPU time of the reference program in each language, in microseconds, on the machine for which
/// the limits were chosen.
const REFERENCE_TIMES_US: &[(&str, u64)] = &[
    ("c", 2550),
    ("cpp", 1812),
    ("csharp", 13078),
    ("elixir", 51403),
    ("erlang", 34148),
    ("go", 3947),
    ("java", 4247),
    ("javascript", 7412),
    ("kotlin", 2772),
    ("php", 59254),
    ("pypy", 21469),
    ("python", 117_502),
    ("racket", 14450),
    ("ruby", 120_678),
    ("rust", 4210),
    ("scala", 10812),
    ("typescript", 5653),
];

/// CPU times of the reference programs on this machine, measured at most once a day for each
/// language.
#[derive(Debug)]
pub struct ReferenceSpeeds {
    problems: Vec<Arc<Problem>>,
    /// Path and text of the reference program in each language. All of them solve the same problem
    /// with the same algorithm.
    programs: Vec<(PathBuf, String)>,
    engine: Arc<LocalEngine>,
    times: MeasuredTimes,
}

impl ReferenceSpeeds {
    /// Selects the reference programs from `files`, a list of source files with their paths and
    /// texts. The reference programs are the files with the stem `memoised_search`, for example in
    /// `solutions/913/accepted`. Speeds are measured when they are first needed. No submissions run
    /// on `engine` during a measurement.
    pub fn new(
        problems: &[Arc<Problem>],
        files: impl IntoIterator<Item = (PathBuf, String)>,
        engine: Arc<LocalEngine>,
    ) -> Self {
        let is_reference = |path: &Path| {
            path.file_stem()
                .is_some_and(|stem| stem == REFERENCE_FILE_STEM)
        };
        let programs = files.into_iter().filter(|(path, _)| is_reference(path));
        Self {
            problems: problems.to_vec(),
            programs: programs.collect(),
            engine,
            times: MeasuredTimes::default(),
        }
    }

    /// Returns the speed factor of this machine in `language`: how many times longer a program
    /// takes here than on the machine for which the limits were chosen. Returns `None` if the speed
    /// cannot be measured.
    pub fn speed_factor(
        &self,
        language: &Language,
        options: &Options,
        interrupted: &AtomicBool,
    ) -> Option<f64> {
        let mut times = REFERENCE_TIMES_US.iter();
        let (_, reference) = times.find(|(id, _)| *id == language.id)?;
        let languages = Languages::from_iter([language.clone()]);
        let (path, text) = self.programs.iter().find(|(path, _)| {
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            languages.by_extension(&extension).is_some()
        })?;
        let toolchain = probe(language).ok()?;
        let name = digest([
            rustix::system::uname().nodename().to_bytes(),
            text.as_bytes(),
            toolchain.version.as_bytes(),
            language.digest().as_bytes(),
            options.isolation.to_string().as_bytes(),
            options.pace.to_string().as_bytes(),
        ]);
        let problem = self
            .problems
            .iter()
            .find(|problem| problem.id == PROBLEM_ID)?;
        let wanted = FindOptions::new(&self.problems, Some(problem), None);
        let program = submission_from_text(path, text.as_bytes(), &languages, wanted).ok()?;
        let measure = || {
            let engine = &self.engine;
            engine.run_exclusively(|| shortest_cpu_time(program, options, interrupted))
        };
        let here = self.times.get_or_measure(name, interrupted, measure);
        Some(time_ratio(here.ok()??, Duration::from_micros(*reference)))
    }
}

/// Returns the shortest CPU time of a program on the reference case, or `None` if a run is not
/// accepted.
fn shortest_cpu_time(
    program: Submission<'_>,
    options: &Options,
    interrupted: &AtomicBool,
) -> Result<Option<Duration>, JudgeError> {
    let cases = (0..RUN_COUNT).map(reference_case).collect();
    let cases = BTreeMap::from([(program.problem.id.clone(), cases)]);
    let options = Options {
        judge: options.judge,
        isolation: options.isolation,
        pace: options.pace,
        ..Options::default()
    };
    let options = options.with_worker_count(Some(NonZeroUsize::MIN));
    let request = JudgeRequest {
        submissions: &[program],
        cases: &cases,
        options: &options,
    };
    let outcomes = LocalEngine::default().judge_all(request, interrupted)?;
    let Some(SubmissionOutcome::Judged(judgement)) = outcomes.first() else {
        return Ok(None);
    };
    let is_accepted = judgement.verdict == Verdict::Accepted && judgement.cases.len() == RUN_COUNT;
    let times = judgement.cases.iter().map(|result| result.usage.cpu);
    Ok(times.min().filter(|_| is_accepted))
}

/// Returns the ratio of the time `here` to the time `reference`, clamped to the range from 1/20 to
/// 20.
fn time_ratio(here: Duration, reference: Duration) -> f64 {
    let factor = here.as_secs_f64() / reference.as_secs_f64();
    factor.clamp(1.0 / MAX_SPEED_FACTOR, MAX_SPEED_FACTOR)
}

/// Returns the reference case: the mouse and the cat play on a ring in which each node has four
/// neighbours, and the mouse cannot reach the hole. The runs use the same case under different
/// names, because the ids of cases must be unique.
fn reference_case(run: usize) -> Case {
    const RING_NODE_COUNT: usize = NODE_COUNT - 2;
    let mut text = format!("{NODE_COUNT}\n1 {}\n", NODE_COUNT - 1);
    for node in 0..RING_NODE_COUNT {
        let neighbours = [2, 3, RING_NODE_COUNT - 3, RING_NODE_COUNT - 2]
            .map(|step| 1 + (node + step) % RING_NODE_COUNT);
        let neighbours = neighbours.map(|node| node.to_string()).join(" ");
        let _ = writeln!(text, "4 {neighbours}");
    }
    text += "1 0\n";
    let limits = Limits {
        cpu: Duration::from_mins(1),
        wall: Duration::from_mins(5),
        ..Limits::DEFAULT
    };
    Case {
        id: CaseId(format!("reference/{run}")),
        input: text,
        arguments: String::new(),
        max_plies: None,
        answer: REFERENCE_ANSWER.to_owned(),
        limits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_ratio_is_clamped() {
        let millis = Duration::from_millis;
        for (here, reference, factor) in [
            (millis(30), millis(20), 1.5),
            (Duration::ZERO, millis(1), 0.05),
            (millis(500), millis(1), 20.0),
        ] {
            assert!((time_ratio(here, reference) - factor).abs() < 1e-9);
        }
    }
}
