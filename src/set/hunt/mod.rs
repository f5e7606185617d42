//! `mousetrap hunt`: search for extreme instances.

mod display;

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::HumanCount;

use crate::cli::common::{Global, choice, interruption, positive};
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::{Game, Instance};
use display::Display;
use mousetrap_judge::config::Config;
use mousetrap_model::CaseId;
use mousetrap_report::counted;
use mousetrap_setter::hunt::{Campaign, Find, Goal, Progress, Target};
use mousetrap_suite::generate::Seed;
use mousetrap_suite::{GameCase, SuiteName, read_collection};
use mousetrap_util::root::Root;

/// Search for extreme instances, such as the longest forced wins
///
/// Simulated annealing with restarts over walls and food, or over edges; the
/// placements of cat and mouse come free, as one solve answers for all. Every
/// other restart for a win on graphs begins small and adds nodes. Each
/// restart draws from a stream of its own, so that a seed finds the same on
/// every machine. A certificate proves the best instance of each target, which is
/// printed with the restart that found it and with the best score known, that of
/// the suites `extreme` and `slow`. `mousetrap import` adds it to a suite.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap hunt --problem 913 --size 8
  mousetrap hunt --problem 1728 --cat-jump 1 --mouse-jump 4 --time 10m
  mousetrap hunt --problem 913 --goal cat-win --size 30,50
  mousetrap hunt --problem 1728 --max-plies 40
                                            a win in 39 plies
  mousetrap hunt --problem 913 --first 100 --restarts 100
                                            the second hundred restarts, for example
                                            on a second machine

Exit codes: 0 done, 2 bad usage or configuration, 3 internal error, 130
interrupted; what was found by then is printed.")]
pub(crate) struct Arguments {
    /// The problem whose instances to search
    #[arg(long, short, value_parser = crate::cli::common::problem)]
    problem: Game,
    /// What makes an instance extreme; may be a list [default: mouse-win, and
    /// cat-win where the cat can force something]
    #[arg(long, value_parser = choice::<Goal>(), value_delimiter = ',')]
    goal: Vec<Goal>,
    /// Rows and columns of boards, or nodes of graphs; may be a list
    /// [default: 8x8, or 50]
    #[arg(long, value_delimiter = ',', value_name = "SIZE")]
    size: Vec<Size>,
    /// Jumps of the cat on boards, 1 to 8; may be a list [default: 1]
    #[arg(long, value_delimiter = ',', value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=8))]
    cat_jump: Vec<u16>,
    /// Jumps of the mouse on boards, 1 to 8; may be a list [default: 1]
    #[arg(long, value_delimiter = ',', value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=8))]
    mouse_jump: Vec<u16>,
    /// Search for the deepest wins of at most N plies instead, and stop once each target
    /// has one; for mouse-win and cat-win
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// Chooses the streams of the restarts
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Steps of a restart; each scores one instance
    #[arg(long, value_name = "N", default_value_t = 200_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// The first restart, to continue a hunt, to divide one among machines, or to
    /// repeat a restart
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: usize,
    /// Restarts of each target; without it and --time, until Ctrl-C
    #[arg(long, value_name = "N")]
    restarts: Option<usize>,
    /// Stop after this time
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// Threads [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = positive)]
    jobs: Option<NonZeroUsize>,
}

/// `8x8` of boards, `50` of graphs.
#[derive(Clone, Copy, Debug)]
enum Size {
    Board(u16, u16),
    Graph(usize),
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(rows, cols) => write!(f, "{rows}x{cols}"),
            Self::Graph(nodes) => write!(f, "{nodes}"),
        }
    }
}

impl std::str::FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| {
            part.parse::<u16>().map_err(|_| {
                "a size is rows and columns of boards, as in 8x8, or nodes of graphs, as in 50"
                    .to_owned()
            })
        };
        Ok(match text.split_once('x') {
            Some((rows, cols)) => Self::Board(number(rows)?, number(cols)?),
            None => Self::Graph(number(text)?.into()),
        })
    }
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let game = arguments.problem;
    let campaign = Campaign {
        targets: targets(game, arguments)?,
        seed: Seed(arguments.seed),
        steps: arguments.steps,
        max_plies: arguments.max_plies,
        first: arguments.first,
        rounds: arguments.restarts,
        jobs: jobs(arguments.jobs),
    };
    let stop = interruption()?;
    let start = Instant::now();
    let timed_out = || arguments.time.is_some_and(|time| start.elapsed() >= time);
    let rate = |progress: &Progress| progress.scored as f64 / start.elapsed().as_secs_f64();
    let mut display = Display::new(&campaign.targets, global);
    let progress = campaign.run(&stop, |event, progress| {
        display.show(event, progress, rate(progress));
        if timed_out() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    display.clear();
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

/// Proves a find and prints it next to the best known score, or to the limit of depth.
fn print(config: &Config, campaign: &Campaign, target: Target, find: &Find) -> Result<(), Failure> {
    let fault = |reason: String| {
        Failure::internal(format!(
            "{target}: {reason}; this is a bug in a solver, please report the instance:\n{}",
            find.instance.text()
        ))
    };
    if target.score(&find.instance) != Some(find.score) {
        return Err(fault(format!("the score is not {}", find.score)));
    }
    let case = GameCase::solved(
        CaseId(target.to_string()),
        find.instance.clone(),
        config.limits,
    );
    let certificate = case.prove().map_err(|error| fault(error.to_string()))?;
    let score = target.with_unit(find.score);
    let comparison = match (campaign.max_plies, known(config, target)?) {
        (Some(plies), _) if find.score == target.deepest_within(plies) => {
            format!("as deep as --max-plies {plies} allows")
        }
        (Some(plies), _) => format!("nothing as deep as --max-plies {plies} allows"),
        (None, Some(record)) if find.score <= record => {
            format!("nothing new: the record is {}", target.with_unit(record))
        }
        (None, Some(record)) => {
            format!("new: {score}; the record was {}", target.with_unit(record))
        }
        (None, None) => format!("new: {score}; no record is known"),
    };
    let superlative = match target.goal() {
        Goal::MouseWin | Goal::CatWin => "deepest",
        _ => "best",
    };
    outln!("\n{target}: {comparison}");
    outln!(
        "{superlative} instance seen: {score}, restart {} of seed {}",
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

/// Returns the score of the case that is named after a target, in the suites of the
/// project and the built-in ones.
fn known(config: &Config, target: Target) -> Result<Option<u32>, Failure> {
    let mut best = None;
    let score = |root: &Root, suite: &str| -> Result<Option<u32>, Failure> {
        let suite_name = SuiteName::new(target.game(), suite);
        let cases = read_collection(root, &suite_name, config.limits).map_err(Failure::usage)?;
        let name = format!("{suite}/{target}");
        let case = cases.iter().find(|(_, case)| case.id.0 == name);
        Ok(case.and_then(|(_, case)| target.score(&case.instance)))
    };
    for suite in ["extreme", "slow"] {
        best = best.max(score(&config.root, suite)?);
        best = best.max(score(&config.root.built_in(), suite)?);
    }
    Ok(best)
}

/// Threads to use.
fn jobs(wanted: Option<NonZeroUsize>) -> NonZeroUsize {
    wanted
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

/// Every combination of goal, size and jumps.
fn targets(game: Game, arguments: &Arguments) -> Result<Vec<Target>, Failure> {
    let boards = game == Game::CatAndMouse2;
    let goals = match (&arguments.goal[..], boards) {
        ([], true) => vec![Goal::MouseWin],
        ([], false) => vec![Goal::MouseWin, Goal::CatWin],
        (goals, _) => goals.to_vec(),
    };
    for (option, jumps) in [
        ("--cat-jump", &arguments.cat_jump),
        ("--mouse-jump", &arguments.mouse_jump),
    ] {
        if !boards && !jumps.is_empty() {
            return Err(Failure::usage(format!(
                "{option} cannot be used with problem {}: jumps are of boards, problem 1728",
                game.id()
            )));
        }
    }
    let jumps = |given: &[u16]| match given {
        [] => vec![1],
        jumps => jumps.to_vec(),
    };
    let (cat_jumps, mouse_jumps) = (jumps(&arguments.cat_jump), jumps(&arguments.mouse_jump));
    let sizes = match (&arguments.size[..], boards) {
        ([], true) => vec![Size::Board(8, 8)],
        ([], false) => vec![Size::Graph(50)],
        (sizes, _) => sizes.to_vec(),
    };
    let mut targets = Vec::new();
    for &goal in &goals {
        let fits = match goal {
            Goal::MouseWin | Goal::QueueSteps | Goal::SearchCalls | Goal::Recursion => true,
            Goal::Detour | Goal::Density => boards,
            Goal::CatWin | Goal::Draws => !boards,
        };
        if !fits {
            return Err(Failure::usage(format!(
                "problem {} has no goal {goal}; see `mousetrap hunt --help`",
                game.id()
            )));
        }
        if arguments.max_plies.is_some() && !matches!(goal, Goal::MouseWin | Goal::CatWin) {
            return Err(Failure::usage(format!(
                "--max-plies cannot be used with goal {goal}, which does not count plies; use \
                 mouse-win or cat-win"
            )));
        }
        for &size in &sizes {
            match (size, boards) {
                (Size::Board(rows @ 1..=8, cols @ 1..=8), true) => {
                    for &cat in &cat_jumps {
                        for &mouse in &mouse_jumps {
                            targets.push(Target::Boards {
                                goal,
                                size: (rows, cols),
                                jumps: (cat, mouse),
                            });
                        }
                    }
                }
                (Size::Graph(nodes @ 4..=50), false) => {
                    targets.push(Target::Graphs { goal, nodes });
                }
                (size, boards) => {
                    let range = if boards {
                        "boards to hunt have 1x1 to 8x8 cells"
                    } else {
                        "graphs to hunt have 4 to 50 nodes"
                    };
                    return Err(Failure::usage(format!(
                        "--size {size}: {range}, for problem {}",
                        game.id()
                    )));
                }
            }
        }
    }
    Ok(targets)
}
