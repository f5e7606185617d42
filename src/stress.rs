//! `mousetrap stress`: find an instance on which a submission fails, and make
//! it as simple as can be.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::{Global, choice, game, interruption, note_fences};
use crate::failure::{Failure, Status};
use crate::outputs;
use cat_and_mouse::Game;
use mousetrap_base::Shard;
use mousetrap_base::printable::{named, printable};
use mousetrap_base::toml_file::suggest;
use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, Generators, Options, Submission};
use mousetrap_lab::stress::{self, Attempt, Objective, SearchEnd, TimeLimits, Trial, Untried};
use mousetrap_model::Form;
use mousetrap_model::RefusedFile;
use mousetrap_report::{JsonPart, StressReport};
use mousetrap_sandbox::Isolation;
use mousetrap_suite::Case;
use mousetrap_suite::generate::{self, Family, Seed};

mod display;
mod finding;
mod text;

use display::Display;
pub(crate) use finding::keep;
pub(crate) use text::did;
use text::{stressed, table};

/// The suite in which findings are kept.
const REGRESSIONS: &str = "regressions";

/// Find an instance on which a submission fails, and make it as simple as can be
///
/// Instances of all families, variations of those whose answer hangs on one
/// cell or edge, and ever longer forced wins are tried through a live session,
/// small ones first, after the stored cases of the suites "regressions" and
/// "extreme". The first failure is made simpler for as long as it fails in the
/// same way, and kept in cases/<problem>/regressions/.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap stress answer.py
  mousetrap stress answer.cpp --goal slow --time 2m
  mousetrap stress fast.cpp --against brute_force.py   without faith in the jury
  mousetrap stress solutions/1728/wrong_answer --no-keep --fresh --output table.md
  mousetrap stress submissions/ --shard 1/8 --output 1.json

Exit codes: 0 nothing found, 1 a submission fails, 2 bad usage or configuration, or a
file that cannot be tried, 3 internal error, 130 interrupted.")]
pub(crate) struct Arguments {
    /// Submissions: source files, or directories of them; one after another
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Time limit for each submission after compilation: search, confirmation and
    /// shrinking. The last quarter is reserved for shrinking. A case in progress and one
    /// confirmation of a failure are finished
    #[arg(long, short, value_name = "TIME", default_value = "30s", value_parser = duration)]
    time: Duration,
    /// Chooses the instances: the same seed tries the same ones
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Only this family of instances (may be repeated) [default: all, and
    /// variations, and long wins]
    #[arg(long, short, value_name = "FAMILY")]
    family: Vec<String>,
    /// Compare with another submission instead of with the jury
    #[arg(long, value_name = "OTHER")]
    against: Option<PathBuf>,
    /// What to search for: any failure, or the slowest instance
    #[arg(long, value_parser = choice::<Objective>(), default_value = "wrong")]
    goal: Objective,
    /// Do not try the stored cases first
    #[arg(long)]
    fresh: bool,
    /// Do not keep what is found
    #[arg(long)]
    no_keep: bool,
    /// Write what was found to this file: a table in Markdown, or JSON where its name
    /// ends in .json
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Try one of N parts of the submissions only, for as many machines; the same are
    /// in it wherever it is tried, and nothing is kept. Write it with --output
    /// FILE.json, and put all together with merge
    #[arg(long, value_name = "K/N", requires = "output")]
    shard: Option<Shard>,
    /// The problem; needed for whole programs outside solutions/
    #[arg(long, short, value_parser = crate::common::problem)]
    problem: Option<Game>,
    /// The form of the submissions [default: recognised from the source]
    #[arg(long, value_parser = choice::<Form>())]
    form: Option<Form>,
    /// How submissions are kept away from this machine; "none" is for code
    /// that you trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    isolation: Isolation,
}

/// A time with a unit: `30s`, `2m`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("a time is written like \"30s\" or \"2m\" and is above zero".to_owned()),
    }
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let wanted = FindOptions::new(
        Game::problems(),
        arguments.problem.map(Game::problem),
        arguments.form,
    );
    let (root, languages) = (&config.root, &config.languages);
    let interrupted = interruption()?;
    let found = mousetrap_judge::find_each(root, &arguments.paths, languages, wanted, &interrupted);
    let (mut submissions, mut refused) = (found.submissions, found.refused);
    note_fences(&submissions);
    let against = match &arguments.against {
        Some(path) => mousetrap_judge::find(root, std::slice::from_ref(path), languages, wanted)
            .map_err(Failure::usage)?,
        None => Vec::new(),
    };
    if let [_, _, ..] = against.as_slice() {
        return Err(Failure::usage("--against takes one source file"));
    }
    if submissions.is_empty() && refused.is_empty() {
        return Err(Failure::usage("there is no submission to try here"));
    }
    if let Some(path) = &arguments.output {
        if arguments.shard.is_some() && !is_json(path) {
            return Err(Failure::usage(
                "a part is put together with others from its JSON: name --output FILE.json",
            ));
        }
        outputs::may_write(path, is_own)?;
    }
    let stress = Stress {
        global,
        arguments,
        config: &config,
        against: against.first(),
        options: Options::of(&config).isolated(arguments.isolation),
        interrupted,
    };
    let mut stored = BTreeMap::new();
    for submission in &submissions {
        let game = game(submission)?;
        stress.families(game)?;
        if !stored.contains_key(game.id()) {
            stored.insert(game.id().to_owned(), stress.stored(game)?);
        }
    }
    let mut report = StressReport {
        format: StressReport::FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: arguments.seed,
        time_us: arguments.time.as_micros() as u64,
        ..StressReport::default()
    };
    let mut places: Vec<usize> = (0..submissions.len()).collect();
    if let Some(shard) = arguments.shard {
        let conditions = stress.conditions(&submissions, &stored);
        report.part = Some(JsonPart { shard, conditions });
        places.retain(|&place| shard.takes(&submissions[place].source));
        submissions.retain(|submission| shard.takes(&submission.source));
        if !shard.is_first() {
            // The first has what is not tried.
            refused.clear();
        }
    }
    let mut bad = (!refused.is_empty()).then_some(Status::Usage);
    for refused in refused {
        report.refused.push(RefusedFile {
            path: refused.path.clone(),
            reason: refused.reason.clone(),
        });
        Failure::usage(refused).complain();
    }
    let mut status = Status::Expected;
    let mut take = |number: usize, end: Result<SearchEnd, Failure>| {
        let submission = &submissions[number];
        let end = match end {
            Ok(end) => end,
            // A failure of the judge would fail every other submission, too.
            Err(failure @ Failure::Internal(_)) => return Err(failure),
            Err(failure) => {
                report.refused.push(RefusedFile {
                    path: submission.path.clone(),
                    reason: format!("{:#}", failure.error()).into(),
                });
                failure.complain();
                bad = Some(failure.status());
                return Ok(());
            }
        };
        stress.print(submission, &end)?;
        if end.interrupted {
            return Ok(());
        }
        if end.found.is_some() && arguments.shard.is_none() {
            status = Status::Unexpected;
        }
        let place = places[number];
        report.stressed.push(stressed(submission, place, &end));
        Ok(())
    };
    for (number, submission) in submissions.iter().enumerate() {
        take(number, stress.one(submission, &stored))?;
        if stress.stopped() {
            break;
        }
    }
    if stress.stopped() {
        report.interrupted = true;
        status = Status::Interrupted;
    }
    if let Some(path) = &arguments.output {
        outputs::write(path, &text(&report, path))?;
    }
    Ok(match status {
        Status::Expected | Status::Unexpected => bad.unwrap_or(status),
        status => status,
    })
}

/// Whether a text is a report of this kind.
pub(crate) fn is_own(text: &str) -> bool {
    text.starts_with(text::HEADING) || serde_json::from_str::<StressReport>(text).is_ok()
}

fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "json")
}

fn text(report: &StressReport, path: &Path) -> String {
    if is_json(path) {
        report.to_json()
    } else {
        table(report)
    }
}

/// Writes a report that is put together of parts, or prints it.
pub(crate) fn write(report: &StressReport, file: Option<&Path>) -> Result<Status, Failure> {
    match file {
        Some(file) => outputs::write(file, &text(report, file))?,
        // A part that is merged can be forged.
        None => out!("{}", printable(&table(report))),
    }
    Ok(if !report.refused.is_empty() {
        Status::Usage
    } else if report.stressed.iter().any(|one| one.found.is_some()) {
        Status::Unexpected
    } else {
        Status::Expected
    })
}

/// The stored cases, by problem.
type Stored = BTreeMap<String, Vec<Case>>;

/// What is the same for all submissions of a call.
struct Stress<'a> {
    global: &'a Global,
    arguments: &'a Arguments,
    config: &'a Config,
    against: Option<&'a Submission<'a>>,
    options: Options,
    interrupted: Arc<AtomicBool>,
}

impl Stress<'_> {
    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// What to do with a submission.
    fn attempt<'s>(
        &'s self,
        submission: &'s Submission<'s>,
        first: Vec<Trial>,
    ) -> Result<Attempt<'s>, Failure> {
        let mut players = vec![submission];
        if let Some(other) = self.against {
            if other.problem != submission.problem {
                return Err(Failure::usage(format!(
                    "{} is for problem {}, but {} is for problem {}",
                    named(&submission.path),
                    submission.problem,
                    named(&other.path),
                    other.problem
                )));
            }
            players.push(other);
        }
        Ok(Attempt {
            players,
            judge: &self.options,
            options: stress::Options {
                time: TimeLimits::within(self.arguments.time),
                seed: Seed(self.arguments.seed),
                goal: self.arguments.goal,
                limits: self.config.limits,
            },
            families: self.families(game(submission)?)?,
            first,
        })
    }

    /// Tries one submission here.
    fn one(&self, submission: &Submission<'_>, stored: &Stored) -> Result<SearchEnd, Failure> {
        let first = stored[&submission.problem.id].iter().map(Trial::of);
        let attempt = self.attempt(submission, first.collect())?;
        let mut display = Display::new(self.global, &submission.path, self.arguments.time);
        let end = attempt.run(&self.interrupted, &mut |state| display.show(state));
        drop(display);
        end.map_err(|untried| match untried {
            Untried::Unfit(reason) => Failure::usage(reason),
            Untried::Judge(error) => Failure::from(error),
        })
    }

    /// What must be the same in all parts.
    fn conditions(&self, submissions: &[Submission<'_>], all: &Stored) -> BTreeMap<String, String> {
        let Arguments {
            time,
            seed,
            family,
            goal,
            fresh,
            ..
        } = self.arguments;
        let mut stored = String::new();
        for problem in Game::ALL {
            if submissions.iter().any(|one| one.problem.id == problem.id()) {
                for case in &all[problem.id()] {
                    stored += &case.instance.text();
                }
            }
        }
        let none = BTreeMap::new();
        let mut named = mousetrap_judge::conditions(submissions, &none, &self.options);
        for (name, value) in [
            (
                "the files to try",
                mousetrap_judge::digest_of_all(submissions),
            ),
            ("the stored cases", stored),
            (
                "--against",
                self.against
                    .map_or_else(String::new, |one| one.source.clone()),
            ),
            ("--time", format!("{time:?}")),
            ("--seed", seed.to_string()),
            ("--family", family.join(" ")),
            ("--goal", goal.to_string()),
            ("--fresh", fresh.to_string()),
        ] {
            named.insert(name.to_owned(), value);
        }
        named
    }

    /// The families asked for.
    fn families(&self, problem: Game) -> Result<Vec<&'static Family>, Failure> {
        let known: Vec<&str> = generate::of_problem(problem).map(|f| f.name).collect();
        let named = self.arguments.family.iter().map(|name| {
            generate::by_name(problem, name).ok_or_else(|| {
                Failure::usage(format!(
                    "problem {} has no family \"{name}\"; {}",
                    problem.id(),
                    suggest(name, &known)
                ))
            })
        });
        named.collect()
    }

    /// Stored cases, which are tried first.
    fn stored(&self, problem: Game) -> Result<Vec<Case>, Failure> {
        if self.arguments.fresh || !self.arguments.family.is_empty() {
            return Ok(Vec::new());
        }
        let mut programs =
            Generators::new(self.config, self.arguments.isolation, &self.interrupted);
        let mut cases = Vec::new();
        for name in [REGRESSIONS, "extreme"] {
            let suite = mousetrap_suite::load(
                &self.config.root,
                problem,
                name,
                self.config.limits,
                &mut programs,
            )
            .map_err(Failure::usage)?;
            cases.extend(suite.cases);
        }
        Ok(cases)
    }
}
