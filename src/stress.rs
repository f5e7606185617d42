//! `mousetrap stress`: find an instance on which a submission fails, and make
//! it as simple as can be.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Global, choice};
use crate::failure::{Failure, Status};
use crate::judge::interruption;
use crate::result_file;
use cat_and_mouse::problem::Problem;
use mousetrap_base::printable::{named, one_line};
use mousetrap_base::toml_file::suggest;
use mousetrap_judge::config::Config;
use mousetrap_judge::language::{Form, Found as Probed, Toolchain, probe};
use mousetrap_judge::{
    FindOptions, Generators, InteractiveSession, Options, SessionEvent, Submission,
};
use mousetrap_lab::stress::{self, Found, Goal, Report, Search, Source, Trial};
use mousetrap_report::{count, time};
use mousetrap_sandbox::Isolation;
use mousetrap_suite::generate::{self, Family, Seed};
use mousetrap_suite::{Kept, SuiteName};

mod text;

use text::{did, effort, headline, indented, live, origins, row, table, title};

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

Exit codes: 0 nothing found, 1 a submission fails, 2 bad usage or configuration,
3 internal error, 130 interrupted.")]
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
    /// What to style for: any failure, or the slowest instance
    #[arg(long, value_parser = choice::<Goal>(), default_value = "wrong")]
    goal: Goal,
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
    #[arg(long, short, value_parser = crate::judge::problem)]
    problem: Option<&'static dyn Problem>,
    /// The form of the submissions [default: told from the source]
    #[arg(long, value_parser = choice::<Form>())]
    form: Option<Form>,
    /// How submissions are kept away from this machine; "none" is for code
    /// that you trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    isolation: Isolation,
}

/// A time with a unit: `30s`, `2m`.
fn duration(text: &str) -> Result<Duration, String> {
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
    };
    let find = |paths: &[PathBuf]| {
        mousetrap_judge::find(&config.root, paths, &config.languages, wanted)
            .map_err(Failure::usage)
    };
    let submissions = find(&arguments.paths)?;
    let against = match &arguments.against {
        Some(path) => find(std::slice::from_ref(path))?,
        None => Vec::new(),
    };
    if let [_, _, ..] = against.as_slice() {
        return Err(Failure::usage("--against takes one source file"));
    }
    if submissions.is_empty() {
        return Err(Failure::usage("there is no submission to try here"));
    }
    if let Some(path) = &arguments.output {
        result_file::check(path)?;
    }
    let stress = Stress {
        global,
        arguments,
        config: &config,
        against: against.first(),
        options: Options {
            judge: config.judge,
            compile: config.compile,
            isolation: arguments.isolation,
            all_cases: true,
            reuse: false,
        },
        interrupted: interruption()?,
    };
    let mut rows = Vec::new();
    let mut unbroken = Vec::new();
    let mut status = Status::Expected;
    for submission in &submissions {
        let report = stress.one(submission)?;
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
        result_file::write(path, &table(arguments, &rows, &unbroken))?;
    }
    Ok(status)
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
    fn one(&self, submission: &Submission<'_>) -> Result<Report, Failure> {
        let problem = submission.problem;
        let mut players = vec![submission];
        if let Some(other) = self.against {
            if other.problem.id() != problem.id() {
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
            |sessions| -> Result<Report, Failure> {
                for (session, (player, _)) in sessions.iter().zip(&players) {
                    compiled(session, player)?;
                }
                let mut show = |status: &stress::Status| {
                    bar.set_message(live(&submission.path, status, self.arguments.time));
                    bar.tick();
                };
                Search::new(sessions, options, &self.interrupted, &mut show)
                    .run(source)
                    .map_err(Failure::internal)
            },
        )
        .map_err(Failure::internal)??;
        bar.finish_and_clear();
        self.tell(submission, &report)?;
        Ok(report)
    }

    /// The families asked for.
    fn families(&self, problem: &dyn Problem) -> Result<Vec<&'static Family>, Failure> {
        let known: Vec<&str> = generate::of_problem(problem.id()).map(|f| f.name).collect();
        let named = self.arguments.family.iter().map(|name| {
            generate::by_name(problem.id(), name).ok_or_else(|| {
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
    fn stored(&self, problem: &'static dyn Problem) -> Result<Vec<Trial>, Failure> {
        if self.arguments.fresh || !self.arguments.family.is_empty() {
            return Ok(Vec::new());
        }
        let known = mousetrap_suite::list(&self.config.root).map_err(Failure::usage)?;
        let mut programs =
            Generators::new(self.config, self.arguments.isolation, &self.interrupted);
        let mut trials = Vec::new();
        for name in [REGRESSIONS, "extreme"] {
            let is_there = |suite: &SuiteName| suite.problem == problem.id() && suite.suite == name;
            if !known.iter().any(is_there) {
                continue;
            }
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

    /// Prints what came of a search, and keeps what was found.
    fn tell(&self, submission: &Submission<'_>, report: &Report) -> Result<(), Failure> {
        let name = named(&submission.path);
        let status = &report.status;
        let Some(found) = &report.found else {
            let cut = if report.interrupted {
                ", interrupted"
            } else {
                ""
            };
            outln!(
                "{name}: no failure in {}{cut}",
                effort(status.cases, status.elapsed)
            );
            outln!("  from {}", origins(status));
            if let Some(slowest) = &status.slowest {
                outln!(
                    "  slowest: {} of CPU time, from {}\n{}",
                    time(slowest.cpu),
                    slowest.origin,
                    indented(&slowest.instance.leetcode())
                );
            }
            return Ok(());
        };
        outln!(
            "{name}: {} after {}",
            headline(found),
            effort(found.tried, found.after)
        );
        let Some(shrunk) = &found.shrunk else {
            outln!(
                "  a fresh process does not fail on this case: the cases before it have to do \
                 with it.\n  Is a global variable or a static field not reset between calls?"
            );
            outln!("{}", indented(&found.first.instance.leetcode()));
            return Ok(());
        };
        let instance = shrunk.instance.as_ref();
        outln!("{}", indented(&instance.draw()));
        outln!("{}", indented(&instance.leetcode()));
        outln!("  jury        {}", instance.describe(instance.solve()));
        if found.failure.said.len() == 2 {
            for (said, path) in found.failure.said.iter().zip([
                Some(&submission.path),
                self.against.map(|other| &other.path),
            ]) {
                let path = path.map_or_else(String::new, named);
                outln!("  {path}: {}", did(*said));
            }
        } else if let Some(said) = found.failure.said.first() {
            outln!("  submission  {}", did(*said));
            if said.claim.is_none() {
                outln!("  reason      {}", one_line(&found.detail));
            }
        }
        for line in found.stderr.lines().take(5) {
            outln!("  stderr      {}", one_line(line));
        }
        outln!(
            "  from {}, size {} made {} in {} runs and {}{}",
            found.first.origin,
            found.first.instance.size(),
            instance.size(),
            count(shrunk.asked),
            time(found.shrinking),
            if shrunk.minimal {
                ": no single step makes it simpler"
            } else {
                "; cut short, it may get simpler"
            }
        );
        self.keep(submission, found, instance)
    }

    fn keep(
        &self,
        submission: &Submission<'_>,
        found: &Found,
        instance: &dyn cat_and_mouse::problem::Instance,
    ) -> Result<(), Failure> {
        if self.arguments.no_keep {
            return Ok(());
        }
        if self.config.root.directory().is_none() {
            outln!("  not kept, since there is no project here; `mousetrap init` makes one");
            return Ok(());
        }
        let file = |path: &Path| named(path.file_name().unwrap_or_default());
        let stem = submission.path.file_stem().unwrap_or_default();
        let said: Vec<String> = found.failure.said.iter().map(|said| did(*said)).collect();
        let from = format!(
            "stress {} --seed {}: {}",
            file(&submission.path),
            self.arguments.seed,
            said.join(" against ")
        );
        let suite = SuiteName {
            problem: submission.problem.id(),
            suite: REGRESSIONS.to_owned(),
        };
        let mut programs =
            Generators::new(self.config, self.arguments.isolation, &self.interrupted);
        let kept = mousetrap_suite::keep(
            &self.config.root,
            &suite,
            &stem.to_string_lossy(),
            instance,
            &from,
            self.config.limits,
            &mut programs,
        )
        .map_err(Failure::usage)?;
        match kept {
            Kept::New(file) => outln!("  kept as {}", named(&file)),
            Kept::Known(id) => outln!("  known already as {}/{id}", suite.problem),
        }
        Ok(())
    }
}

/// The toolchain of a submission.
pub(crate) fn toolchain(submission: &Submission<'_>) -> Result<Toolchain, Failure> {
    match probe(submission.detected.language) {
        Probed::Toolchain(toolchain) => Ok(toolchain),
        Probed::Missing { reason, install } => Err(Failure::usage(format!(
            "{}: {reason}; install it with `{install}`",
            named(&submission.path)
        ))),
    }
}

/// Waits until a session is compiled.
pub(crate) fn compiled(
    session: &InteractiveSession,
    submission: &Submission<'_>,
) -> Result<(), Failure> {
    match session.next_event().map_err(Failure::internal)? {
        Some(SessionEvent::Rejected(text)) => Err(Failure::usage(format!(
            "{}: does not compile\n{}",
            named(&submission.path),
            text.trim_end()
        ))),
        _ => Ok(()),
    }
}
