//! `mousetrap hunt`: searches for the longest forced wins.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::HumanCount;

use crate::cli::context::{GlobalOptions, listen_for_signals, parse_positive_integer};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::progress_line::ProgressLine;
use cat_and_mouse::Instance;
use cat_and_mouse::game::{Player, Ply};
use mousetrap_judge::config::Config;
use mousetrap_model::CaseId;
use mousetrap_report::format_count;
use mousetrap_setter::hunt::{BestInstance, Campaign, Progress, Target};
use mousetrap_suite::generate::Seed;
use mousetrap_suite::{GameCase, SuiteName, read_collection};
use mousetrap_util::project::Project;

/// Search for the instances with the longest forced wins
///
/// Uses simulated annealing with restarts. Each step changes a wall or the food of a board, or an
/// edge of a graph. Solving an instance once gives the results for all placements of cat and mouse.
/// On graphs, every second restart begins with a small graph and adds nodes. With the same seed, a
/// restart always performs the same search. For each target, a certificate verifies the result of
/// the best instance found, and the result is compared with the current record: the case of the
/// same name in the suite `extreme`. `mousetrap import` adds an instance to a suite.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap hunt mouse-win-8 cat-win-8
  mousetrap hunt mouse-win-4x7-cat-1-mouse-4 --time 10m
  mousetrap hunt cat-win-50 --first 100 --restarts 100
                                            restarts 100 to 199, for example on a
                                            second machine

Exit codes: 0 done, 2 bad usage or configuration, 3 internal error, 130
interrupted, with the results until then.")]
pub(crate) struct Arguments {
    /// The kinds of win to search for, named as in the suite `extreme`: mouse-win-N or cat-win-N
    /// for graphs of N nodes; mouse-win-4x7-cat-1-mouse-2 for boards with 4 rows, 7 columns, a cat
    /// jump of 1 and a mouse jump of 2
    #[arg(required = true, value_name = "TARGET", value_parser = parse_target)]
    targets: Vec<Target>,
    /// Stop after this time
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration,
          help_heading = "Restarts")]
    time: Option<Duration>,
    /// Number of restarts for each target [default: restart until --time has elapsed or Ctrl-C is
    /// pressed]
    #[arg(long, value_name = "N", help_heading = "Restarts")]
    restarts: Option<usize>,
    /// Number of the first restart, to continue a hunt, to divide a hunt among machines, or to
    /// repeat a restart
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Restarts")]
    first: usize,
    /// Number of steps per restart; each step evaluates one instance
    #[arg(long, default_value_t = 200_000, value_name = "N", help_heading = "Restarts",
          value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Seed for the random numbers of the restarts
    #[arg(long, default_value_t = 1, value_name = "S", help_heading = "Restarts")]
    seed: u64,
    /// Number of threads [default: one per core]
    #[arg(long, short, value_parser = parse_positive_integer, value_name = "N", help_heading = "Restarts")]
    jobs: Option<NonZeroUsize>,
}

/// Parses the name of a target.
fn parse_target(name: &str) -> Result<Target, String> {
    const TARGET_SYNTAX: &str = "a target is mouse-win-N or cat-win-N for graphs of 4 to 50 nodes, or \
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
        _ => return Err(TARGET_SYNTAX.to_owned()),
    };
    if target.to_string() == name {
        Ok(target)
    } else {
        Err(TARGET_SYNTAX.to_owned())
    }
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
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
            let score = format_plies(best.score);
            line.print(&format!("{target}: {score} in restart {}", best.restart));
        }
        line.show(&format!(
            "{} · {} instances · {} per second",
            format_count(progress.finished_restart_count(), "restart"),
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
        format_count(progress.finished_restart_count(), "restart"),
        HumanCount(progress.scored),
        HumanCount(rate(&progress) as u64)
    );
    for (target, best) in campaign.targets.iter().zip(&progress.best) {
        match best {
            Some(best) => print_best_instance(&config, &campaign, *target, best)?,
            None => outln!("\n{target}: no instance found"),
        }
    }
    if !stop.load(Ordering::Relaxed) {
        return Ok(ExitStatus::Expected);
    }
    outln!("\nto continue: --first {}", progress.next_restart());
    Ok(if timed_out() {
        ExitStatus::Expected
    } else {
        ExitStatus::Interrupted
    })
}

/// Verifies the result of the best instance found for a target, and prints the instance and whether
/// it sets a record.
fn print_best_instance(
    config: &Config,
    campaign: &Campaign,
    target: Target,
    best: &BestInstance,
) -> Result<(), Failure> {
    let fault = |reason: String| {
        Failure::internal_error(format!(
            "{target}: {reason}; this is a bug in a solver; please report this instance:\n{}",
            best.instance.text()
        ))
    };
    let case = GameCase::from_instance(
        CaseId(target.to_string()),
        best.instance.clone(),
        config.limits,
    );
    if case.outcome.depth() != Some(Ply(best.score)) {
        return Err(fault(format!(
            "the solver does not confirm the depth {}",
            best.score
        )));
    }
    let certificate = case
        .prove_answer()
        .map_err(|error| fault(error.to_string()))?;
    let score = format_plies(best.score);
    let comparison = match best_known_depth(config, target)? {
        Some(record) if best.score <= record => {
            format!("no new record: the record is {}", format_plies(record))
        }
        Some(record) => format!(
            "new record: {score}; the previous record was {}",
            format_plies(record)
        ),
        None => format!("new record: {score}; no earlier record is known"),
    };
    outln!("\n{target}: {comparison}");
    outln!(
        "deepest instance found: {score} (seed {}, restart {})",
        campaign.seed.0,
        best.restart
    );
    if let Instance::Grid(_) = best.instance {
        outln!("{}", best.instance.draw().trim_end());
    }
    outln!("{}", best.instance.leetcode_text().trim());
    outln!("{}", best.instance.describe(case.outcome));
    outln!(
        "result verified by a certificate with {} entries",
        certificate.entry_count()
    );
    Ok(())
}

/// Formats a number of plies, such as `1 ply` or `39 plies`.
fn format_plies(depth: u32) -> String {
    format!("{depth} {}", if depth == 1 { "ply" } else { "plies" })
}

/// Returns the record for a target: the maximum depth of the cases named after the target in the
/// project's suite `extreme` and in the built-in one.
fn best_known_depth(config: &Config, target: Target) -> Result<Option<u32>, Failure> {
    let name = format!("extreme/{target}");
    let suite = SuiteName::new(target.game(), "extreme");
    let depth = |root: &Project| -> Result<Option<u32>, Failure> {
        let cases = read_collection(root, &suite, config.limits)?;
        let case = cases.iter().find(|case| case.id.0 == name);
        Ok(case
            .and_then(|case| case.outcome.depth())
            .map(|depth| depth.0))
    };
    Ok(depth(&config.root)?.max(depth(&config.root.built_in())?))
}
