//! `mousetrap hunt`: searches for the longest forced wins.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::HumanCount;

use crate::cli::common::{Global, listen_for_signals, positive};
use crate::cli::failure::{Failure, Status};
use crate::cli::progress_line::ProgressLine;
use cat_and_mouse::Instance;
use cat_and_mouse::game::{Player, Ply};
use mousetrap_judge::config::Config;
use mousetrap_model::CaseId;
use mousetrap_report::counted;
use mousetrap_setter::hunt::{Campaign, Find, Progress, Target};
use mousetrap_suite::generate::Seed;
use mousetrap_suite::{GameCase, SuiteName, read_collection};
use mousetrap_util::root::Root;

/// Search for the instances with the longest forced wins
///
/// Simulated annealing with restarts over walls and food, or over edges; one solve answers for
/// all placements of cat and mouse. Every other restart on graphs begins small and adds nodes.
/// A restart always gives the same search for a seed. A certificate proves the best instance of
/// each target, which is printed next to the record, the case of this name in the suite
/// `extreme`. `mousetrap import` adds it to a suite.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap hunt mouse-win-8 cat-win-8
  mousetrap hunt mouse-win-4x7-cat-1-mouse-4 --time 10m
  mousetrap hunt cat-win-50 --first 100 --restarts 100
                                            the second hundred restarts, for example
                                            on a second machine

Exit codes: 0 done, 2 bad usage or configuration, 3 internal error, 130
interrupted; what was found by then is printed.")]
pub(crate) struct Arguments {
    /// The wins to search for, named as in the suite `extreme`: mouse-win-N or cat-win-N on
    /// graphs of N nodes, mouse-win-4x7-cat-1-mouse-2 on boards of 4 rows and 7 columns with
    /// jumps 1 of the cat and 2 of the mouse
    #[arg(required = true, value_name = "TARGET", value_parser = target)]
    targets: Vec<Target>,
    /// Stop after this time
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration,
          help_heading = "Restarts")]
    time: Option<Duration>,
    /// Restarts of each target; without it and --time, until Ctrl-C
    #[arg(long, value_name = "N", help_heading = "Restarts")]
    restarts: Option<usize>,
    /// The first restart, to continue a hunt, to divide one among machines, or to
    /// repeat a restart
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Restarts")]
    first: usize,
    /// Steps of a restart; each scores one instance
    #[arg(long, value_name = "N", default_value_t = 200_000, help_heading = "Restarts",
          value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Chooses the streams of the restarts
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Restarts")]
    seed: u64,
    /// Number of threads [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = positive, help_heading = "Restarts")]
    jobs: Option<NonZeroUsize>,
}

/// Parses the name of a target.
fn target(name: &str) -> Result<Target, String> {
    const RULE: &str = "a target is mouse-win-N or cat-win-N for graphs of 4 to 50 nodes, or \
                        mouse-win-8x8-cat-1-mouse-4 for boards up to 8x8 and jumps from 1 to 8";
    let numbers = name.split(['x', '-']).filter_map(|part| part.parse().ok());
    let target = match numbers.collect::<Vec<u16>>()[..] {
        [nodes @ 4..=50] => Target::Graphs {
            winner: if name.starts_with("cat") {
                Player::Cat
            } else {
                Player::Mouse
            },
            nodes: nodes.into(),
        },
        [rows @ 1..=8, cols @ 1..=8, cat @ 1..=8, mouse @ 1..=8] => Target::Boards {
            size: (rows, cols),
            jumps: (cat, mouse),
        },
        _ => return Err(RULE.to_owned()),
    };
    if target.to_string() == name {
        Ok(target)
    } else {
        Err(RULE.to_owned())
    }
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let campaign = Campaign {
        targets: arguments.targets.clone(),
        seed: Seed(arguments.seed),
        steps: arguments.steps,
        first: arguments.first,
        rounds: arguments.restarts,
        jobs: (arguments.jobs)
            .or_else(|| thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN),
    };
    let stop = listen_for_signals()?;
    let mut line = ProgressLine::new(global);
    let start = Instant::now();
    let timed_out = || arguments.time.is_some_and(|time| start.elapsed() >= time);
    let rate = |progress: &Progress| progress.scored as f64 / start.elapsed().as_secs_f64();
    let progress = campaign.run(stop, |improved, progress| {
        if let Some(number) = improved
            && let Some(best) = &progress.best[number]
        {
            let target = campaign.targets[number];
            let score = plies(best.score);
            line.print(&format!("{target}: {score} in restart {}", best.restart));
        }
        line.show(&format!(
            "{} · {} instances · {} per second",
            counted(progress.restarts(), "restart"),
            HumanCount(progress.scored),
            HumanCount(rate(progress) as u64)
        ));
        if timed_out() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    drop(line);
    outln!(
        "{}, {} instances scored, {} per second",
        counted(progress.restarts(), "restart"),
        HumanCount(progress.scored),
        HumanCount(rate(&progress) as u64)
    );
    for (target, best) in campaign.targets.iter().zip(&progress.best) {
        match best {
            Some(best) => print(&config, &campaign, *target, best)?,
            None => outln!("\n{target}: no instance found"),
        }
    }
    if !stop.load(Ordering::Relaxed) {
        return Ok(Status::Expected);
    }
    outln!("\nto continue: --first {}", progress.next());
    Ok(if timed_out() {
        Status::Expected
    } else {
        Status::Interrupted
    })
}

/// Proves a find and prints it next to the record.
fn print(config: &Config, campaign: &Campaign, target: Target, find: &Find) -> Result<(), Failure> {
    let fault = |reason: String| {
        Failure::internal(format!(
            "{target}: {reason}; this is a bug in a solver, please report the instance:\n{}",
            find.instance.text()
        ))
    };
    let case = GameCase::solved(
        CaseId(target.to_string()),
        find.instance.clone(),
        config.limits,
    );
    if case.outcome.depth() != Some(Ply(find.score)) {
        return Err(fault(format!("its depth is not {}", find.score)));
    }
    let certificate = case.prove().map_err(|error| fault(error.to_string()))?;
    let score = plies(find.score);
    let comparison = match known(config, target)? {
        Some(record) if find.score <= record => {
            format!("nothing new: the record is {}", plies(record))
        }
        Some(record) => format!("new: {score}; the record was {}", plies(record)),
        None => format!("new: {score}; no record is known"),
    };
    outln!("\n{target}: {comparison}");
    outln!(
        "deepest instance seen: {score}, restart {} of seed {}",
        find.restart,
        campaign.seed.0
    );
    if let Instance::Grid(_) = find.instance {
        outln!("{}", find.instance.draw().trim_end());
    }
    outln!("{}", find.instance.leetcode().trim());
    outln!("{}", find.instance.describe(case.outcome));
    outln!(
        "proved by a certificate of {} entries",
        certificate.entries()
    );
    Ok(())
}

/// `1 ply`, `39 plies`.
fn plies(depth: u32) -> String {
    format!("{depth} {}", if depth == 1 { "ply" } else { "plies" })
}

/// Returns the depth of the case that is named after a target, in the suite `extreme` of
/// the project and in the built-in one.
fn known(config: &Config, target: Target) -> Result<Option<u32>, Failure> {
    let name = format!("extreme/{target}");
    let suite = SuiteName::new(target.game(), "extreme");
    let depth = |root: &Root| -> Result<Option<u32>, Failure> {
        let cases = read_collection(root, &suite, config.limits).map_err(Failure::usage)?;
        let case = cases.iter().find(|(_, case)| case.id.0 == name);
        Ok(case
            .and_then(|(_, case)| case.outcome.depth())
            .map(|depth| depth.0))
    };
    Ok(depth(&config.root)?.max(depth(&config.root.built_in())?))
}
