//! `mousetrap stress`: find an instance on which a submission fails, and make
//! it as simple as can be.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::common::{Global, choice, compiled, interruption, toolchain};
use crate::failure::{Failure, Status};
use crate::outputs;
use cat_and_mouse::problem::Problem;
use mousetrap_base::printable::named;
use mousetrap_base::toml_file::suggest;
use mousetrap_judge::config::Config;
use mousetrap_judge::language::Form;
use mousetrap_judge::{FindOptions, Generators, Options, Submission};
use mousetrap_lab::stress::{self, Objective, Search, SearchEnd, Source, Trial};
use mousetrap_sandbox::Isolation;
use mousetrap_suite::generate::{self, Family, Seed};

mod finding;
mod text;

pub(crate) use finding::keep;
pub(crate) use text::did;
use text::{live, row, table, title};

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

Exit codes: 0 nothing found, 1 a submission fails, 2 bad usage or configuration, or a
file that cannot be tried, 3 internal error, 130 interrupted.")]
pub(crate) struct Arguments {
    /// Submissions: source files, or directories of them; one after another
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// How long to search, for each submission
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
    /// Write a table of what was found to this file, in Markdown
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The problem; needed for whole programs outside solutions/
    #[arg(long, short, value_parser = crate::common::problem)]
    problem: Option<Problem>,
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
    let wanted = FindOptions {
        problem: arguments.problem,
        form: arguments.form,
        leave: false,
    };
    let (root, languages) = (&config.root, &config.languages);
    let interrupted = interruption()?;
    let found = mousetrap_judge::find_each(root, &arguments.paths, languages, wanted, &interrupted);
    let (submissions, refused) = (found.submissions, found.refused);
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
        outputs::may_write(path, |text| text.starts_with(text::HEADING))?;
    }
    let stress = Stress {
        global,
        arguments,
        config: &config,
        against: against.first(),
        options: Options::of(&config).isolated(arguments.isolation),
        interrupted,
    };
    for submission in &submissions {
        stress.families(submission.problem)?;
    }
    let mut bad = !refused.is_empty();
    for refused in refused {
        Failure::usage(refused).complain();
    }
    let mut rows = Vec::new();
    let mut unbroken = Vec::new();
    let mut status = Status::Expected;
    for submission in &submissions {
        let report = match stress.one(submission) {
            Ok(report) => report,
            Err(failure @ Failure::Usage(_)) => {
                failure.complain();
                bad = true;
                continue;
            }
            Err(failure) => return Err(failure),
        };
        if report.found.is_some() {
            status = Status::Unexpected;
        }
        match &report.found {
            Some(found) => rows.push(row(submission, found)),
            None => unbroken.push(title(submission)),
        }
        if report.interrupted {
            status = Status::Interrupted;
            break;
        }
    }
    if let Some(path) = &arguments.output {
        outputs::write(path, &table(arguments, &rows, &unbroken))?;
    }
    Ok(match status {
        Status::Expected | Status::Unexpected if bad => Status::Usage,
        status => status,
    })
}

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
    /// Tries one submission and says what came of it.
    fn one(&self, submission: &Submission<'_>) -> Result<SearchEnd, Failure> {
        let problem = submission.problem;
        let mut players = vec![submission];
        if let Some(other) = self.against {
            if other.problem != problem {
                return Err(Failure::usage(format!(
                    "{} is for problem {}, but {} is for problem {}",
                    named(&submission.path),
                    problem.id(),
                    named(&other.path),
                    other.problem.id()
                )));
            }
            players.push(other);
        }
        let players = players
            .into_iter()
            .map(|player| Ok((player, toolchain(player)?)))
            .collect::<Result<Vec<_>, Failure>>()?;
        let families = self.families(problem)?;
        let seed = Seed(self.arguments.seed);
        let source = Source::new(problem, seed, &families, self.stored(problem)?);
        let limits = self.config.limits;
        let bar = ProgressBar::with_draw_target(None, self.global.draw_target()).with_style(
            ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is valid"),
        );
        bar.set_message(format!("{} · compiling", named(&submission.path)));
        let options = stress::Options {
            time: self.arguments.time,
            shrinking: Duration::from_mins(1),
            seed,
            goal: self.arguments.goal,
            limits,
        };
        let report = mousetrap_judge::with_sessions(
            &players,
            limits.memory,
            &self.options,
            &self.interrupted,
            |sessions| -> Result<SearchEnd, Failure> {
                for (session, (player, _)) in sessions.iter().zip(&players) {
                    compiled(session, player)?;
                }
                let mut show = |status: &stress::SearchState| {
                    bar.set_message(live(&submission.path, status, self.arguments.time));
                    bar.tick();
                };
                Search::new(sessions, options, &self.interrupted, &mut show)
                    .run(source)
                    .map_err(Failure::internal)
            },
        )
        .map_err(Failure::from)??;
        bar.finish_and_clear();
        self.print(submission, &report)?;
        Ok(report)
    }

    /// The families asked for.
    fn families(&self, problem: Problem) -> Result<Vec<&'static Family>, Failure> {
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
    fn stored(&self, problem: Problem) -> Result<Vec<Trial>, Failure> {
        if self.arguments.fresh || !self.arguments.family.is_empty() {
            return Ok(Vec::new());
        }
        let mut programs =
            Generators::new(self.config, self.arguments.isolation, &self.interrupted);
        let mut trials = Vec::new();
        for name in [REGRESSIONS, "extreme"] {
            let suite = mousetrap_suite::load(
                &self.config.root,
                problem,
                name,
                self.config.limits,
                &mut programs,
            )
            .map_err(Failure::usage)?;
            trials.extend(suite.cases.into_iter().map(|case| Trial {
                origin: case.id.to_string(),
                instance: case.instance,
            }));
        }
        Ok(trials)
    }
}
