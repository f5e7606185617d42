//! `mousetrap hunt`: search for extreme instances.

mod display;
pub(crate) mod fame;

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::HumanCount;

use crate::common::{Global, choice, interruption, positive};
use crate::failure::{Failure, Status};
use cat_and_mouse::problem::Problem;
use display::Display;
use mousetrap_base::Shard;
use mousetrap_lab::hunt::{Campaign, Event, Goal, Standing, Target};
use mousetrap_lab::state_file::{self, StateFile};
use mousetrap_report::counted;
use mousetrap_suite::generate::Seed;

/// Search for extreme instances: the longest forced wins and more
///
/// Simulated annealing with restarts over walls and food, or over edges; the
/// placements of cat and mouse come free, as one solve answers for all. Every
/// other restart for a win on graphs begins small and adds nodes. Each
/// restart draws from a stream of its own, so that a seed finds the same on
/// every machine. What beats the hall of fame, cases/<problem>/extreme.toml,
/// and slow.toml where the work of algorithms counts, goes there once a
/// certificate has proved it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap hunt --problem 913 --size 8
  mousetrap hunt --problem 1728 --cat-jump 1 --mouse-jump 4 --time 10m
  mousetrap hunt --problem 913 --goal cat-win --size 30,50 --state cats.json
                                            Ctrl-C, and the same again goes on
  mousetrap hunt --problem 913 --ladder horizons
                                            for each horizon a case beyond it
  mousetrap hunt --problem 913 --restarts 100 --shard 2/4 --state 2.json
  mousetrap merge 1.json 2.json 3.json 4.json --output all.json

Exit codes: 0 done, 2 bad usage or configuration, 3 internal error, 130
interrupted; what was found by then is kept.")]
pub(crate) struct Arguments {
    /// The problem whose instances to search
    #[arg(long, short, value_parser = crate::common::problem)]
    problem: Problem,
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
    /// Chooses the streams of the restarts
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Steps of a restart; each scores one instance
    #[arg(long, value_name = "N", default_value_t = 200_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// The first restart, to repeat one that was found before
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: usize,
    /// Restarts of each target; without it and --time, until Ctrl-C
    #[arg(long, value_name = "N")]
    restarts: Option<usize>,
    /// Stop after this time
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// Keep how far it is in a file, and go on from there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Threads [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = positive)]
    jobs: Option<NonZeroUsize>,
    /// Leave the hall of fame as it is
    #[arg(long)]
    dry_run: bool,
    /// Write a suite of forced wins of all depths, as starts on the boards of
    /// the hall of fame, to cases/<problem>/NAME.toml
    #[arg(long, value_name = "NAME",
          conflicts_with_all = ["goal", "size", "cat_jump", "mouse_jump", "seed", "steps", "first",
                                "restarts", "time", "state", "jobs", "dry_run", "shard"])]
    ladder: Option<String>,
    /// Run one of N parts of the restarts, for as many machines; the hall of fame stays
    /// as it is. Keep it with --state FILE, and put all together with merge
    #[arg(long, value_name = "K/N", requires = "state")]
    shard: Option<Shard>,
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
    let problem = arguments.problem;
    if let Some(name) = &arguments.ladder {
        return fame::ladder(&config, problem, name);
    }
    let campaign = Campaign {
        targets: targets(problem, arguments)?,
        seed: Seed(arguments.seed),
        steps: arguments.steps,
        first: arguments.first,
        rounds: arguments.restarts,
        shard: arguments.shard.unwrap_or_default(),
        jobs: jobs(arguments.jobs),
    };
    if arguments.shard.is_some() && arguments.restarts.is_none() {
        return Err(Failure::usage(
            "a part of a hunt has an end: say with --restarts how many restarts there are in all",
        ));
    }
    let mut state = claim_state(arguments)?;
    let mut standing = resumed(&campaign, arguments)?;
    let begun = standing.scored;
    let stop = interruption()?;
    let start = Instant::now();
    let mut display = Display::new(campaign.targets.len(), global);
    let report = |event, standing: &Standing| {
        let rate = (standing.scored - begun) as f64 / start.elapsed().as_secs_f64();
        display.show(event, standing, rate);
        if arguments.time.is_some_and(|time| start.elapsed() >= time) {
            stop.store(true, Ordering::Relaxed);
        }
        match (&mut state, event) {
            (Some(state), Event::Finished(_) | Event::Better(_)) => {
                state.write(standing).map_err(Failure::usage)
            }
            _ => Ok(()),
        }
    };
    campaign.run(&mut standing, &stop, report)?;
    display.clear();
    if let Some(state) = &mut state {
        state.write(&standing).map_err(Failure::usage)?;
    }
    let seconds = start.elapsed().as_secs_f64();
    outln!(
        "{}, {} instances scored, {} per second",
        counted(standing.restarts(), "restart"),
        HumanCount(standing.scored),
        HumanCount(((standing.scored - begun) as f64 / seconds) as u64)
    );
    let is_dry = arguments.dry_run || arguments.shard.is_some();
    fame::offer(&config, &campaign, &standing, is_dry)?;
    let timed_out = arguments.time.is_some_and(|time| start.elapsed() >= time);
    if stop.load(Ordering::Relaxed) && !timed_out {
        return Ok(Status::Interrupted);
    }
    Ok(Status::Expected)
}

/// Threads to use.
fn jobs(wanted: Option<NonZeroUsize>) -> NonZeroUsize {
    wanted
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

/// Every combination of goal, size and jumps.
fn targets(problem: Problem, arguments: &Arguments) -> Result<Vec<Target>, Failure> {
    let boards = problem == Problem::CatAndMouse2;
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
                problem.id()
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
                problem.id()
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
                        problem.id()
                    )));
                }
            }
        }
    }
    Ok(targets)
}

/// The right to write what is kept, before it is read.
fn claim_state(arguments: &Arguments) -> Result<Option<StateFile>, Failure> {
    let claimed = arguments.state.as_deref().map(StateFile::claim);
    claimed.transpose().map_err(Failure::usage)
}

/// How far a run before this one came.
fn resumed(campaign: &Campaign, arguments: &Arguments) -> Result<Standing, Failure> {
    let mut fresh = campaign.standing();
    if arguments.shard.is_some() {
        fresh.build = mousetrap_judge::build().map_err(Failure::usage)?;
    }
    let Some(file) = &arguments.state else {
        return Ok(fresh);
    };
    let Some(before) = state_file::read::<Standing>(file).map_err(Failure::usage)? else {
        return Ok(fresh);
    };
    let kept = |standing: &Standing| (standing.seed, standing.steps, standing.shard);
    if kept(&before) != kept(&fresh) {
        return Err(Failure::usage(format!(
            "{}: this hunt has seed {}, {} steps and shard {}; use these, or another file",
            file.display(),
            before.seed,
            before.steps,
            before.shard
        )));
    }
    if !before.build.is_empty() && before.build != fresh.build {
        return Err(Failure::usage(format!(
            "{}: another build of mousetrap began this part; use that, or another file",
            file.display()
        )));
    }
    Ok(Standing {
        first: fresh.first,
        rounds: fresh.rounds,
        ..before
    })
}
