//! `mousetrap strength`: which wrong solutions a suite catches.

mod display;
mod harden;
mod judged;
pub(crate) mod source;

use std::fmt::{self, Write as _};
use std::path::PathBuf;
use std::str::FromStr;

use cat_and_mouse::{Game, Instance};
use mousetrap_base::toml_file::suggest;
use mousetrap_judge::Generators;
use mousetrap_judge::config::Config;
use mousetrap_lab::strength::{self, KillerSearch, Matrix, Mutant, StrengthPage};
use mousetrap_lab::stress::{self, Trial, WitnessPlan};
use mousetrap_sandbox::Isolation;
use mousetrap_suite::generate::Seed;
use mousetrap_suite::{Case, Suite};

use crate::common::{Global, choice, suites};
use crate::failure::{Failure, Status};
use crate::outputs;
use display::Display;
use judged::Judged;

/// Measure which wrong solutions a suite catches, and build small strong ones
///
/// Hundreds of wrong solutions, each with one rule changed or one search that goes
/// wrong, are run on every case. A search looks for a simple instance that kills
/// each survivor. The terminal shows a summary and the worst survivors; --output
/// writes the entire report in Markdown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap strength hidden                       both problems
  mousetrap strength hidden --problem 913
  mousetrap strength hidden --judged wrong.json --output docs/strength.md
  mousetrap strength --judged judged.json         how well it tells right from wrong
  mousetrap strength --problem 913 --differ 'cat may stay' 'both may stay'
  mousetrap strength broad extreme --harden hidden --max-cases 120
                                                  a small suite out of large ones
  mousetrap strength --source answer.cpp          mutants of a right program
  mousetrap strength hidden --source a.py b.rs --mutants 200 --output mutants.json
  mousetrap strength --source answer.cpp --shard 1/8 --output 1.json

Exit codes: 0 everything that can be caught is caught, 1 something is not, or a
labelled program has the wrong verdict, 2 bad usage or configuration, or a file that
has no mutants, 3 internal error, 130 interrupted.")]
pub(crate) struct Arguments {
    /// Suites to measure together
    #[arg(required_unless_present_any = ["differ", "judged", "source"])]
    suites: Vec<String>,
    /// Only this problem
    #[arg(long, short, value_parser = crate::common::problem)]
    problem: Option<Game>,
    /// Choose a small suite out of these, and out of what a search finds for
    /// mutants that they do not kill twice, and write it to
    /// cases/<problem>/NAME.toml
    #[arg(long, value_name = "NAME", requires = "suites")]
    harden: Option<String>,
    /// Most cases of the small suite; "none" for as many as it takes
    #[arg(long, value_name = "N", default_value = "120")]
    max_cases: Bound,
    /// Instances to try on what survives: drawn from all families, varied, and
    /// climbed to
    #[arg(long, value_name = "N", default_value_t = 5000)]
    search: usize,
    /// Chooses the instances that are tried, and which mutants of a source
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Search for a simplest instance on which two mutants, by name, reply
    /// differently; needs --problem
    #[arg(long, value_names = ["MUTANT", "OTHER"], num_args = 2, requires = "problem",
          conflicts_with_all = ["suites", "harden", "output", "judged"])]
    differ: Vec<String>,
    /// A JSON report of `mousetrap judge`: how many of the programs that are known
    /// to be right or wrong, by the directory that they lie in (right, correct,
    /// wrong, incorrect, or a verdict as in solutions), are told apart; with
    /// suites also a row for each wrong one that was judged on all of their cases, as by
    /// --all-cases --no-give-up
    #[arg(long, value_name = "FILE")]
    judged: Option<PathBuf>,
    /// Write the entire report to this file in Markdown; with --source in JSON if its
    /// name ends in .json
    #[arg(long, short, value_name = "FILE", conflicts_with = "harden")]
    output: Option<PathBuf>,
    #[command(flatten)]
    source: source::Sources,
    /// How custom generators and submissions are kept away from this machine; "none"
    /// is for code that you trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    isolation: Isolation,
}

/// How many at most, if there is a bound.
#[derive(Clone, Copy, Debug)]
struct Bound(Option<usize>);

impl FromStr for Bound {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self(None));
        }
        let number = text.parse().map_err(|_| "a number of cases, or \"none\"")?;
        Ok(Self(Some(number)))
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(most) => most.fmt(f),
            None => f.write_str("none"),
        }
    }
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    if let ([one, other], Some(problem)) = (&arguments.differ[..], arguments.problem) {
        return differ(problem, [one, other], arguments);
    }
    if let (Some(file), true) = (&arguments.judged, arguments.suites.is_empty()) {
        return judged::rates(file, arguments);
    }
    if !arguments.source.source.is_empty() {
        return source::run(global, arguments);
    }
    let config = global.config()?;
    let mut status = Status::Expected;
    let problems = match arguments.problem {
        Some(problem) => vec![problem],
        None => Game::ALL.to_vec(),
    };
    let problems = suites(&config, &problems, &arguments.suites)?;
    if let Some(file) = &arguments.output {
        outputs::may_write_markdown(file, |text| text.starts_with(HEADING))?;
    }
    if let Some(name) = &arguments.harden {
        for (problem, _) in &problems {
            harden::check(&config, *problem, arguments, name)?;
        }
    }
    let judged = arguments.judged.as_deref().map(Judged::read).transpose()?;
    let mut page = format!("{HEADING}{PREFACE}");
    let mut overview = String::new();
    for (problem, names) in problems {
        let display = Display::new(global, problem);
        if let Some(name) = &arguments.harden {
            let suites = load(&config, problem, &names, arguments.isolation)?;
            let cases: Vec<&Case> = suites.iter().flat_map(|suite| &suite.cases).collect();
            if !harden::run(&config, problem, arguments, name, &cases, display)? {
                status = Status::Unexpected;
            }
            continue;
        }
        let measured = measure(
            &config,
            problem,
            &names,
            arguments,
            judged.as_ref(),
            display,
        )?;
        page += &measured.page;
        overview += &measured.overview;
        if !measured.is_strong {
            status = Status::Unexpected;
        }
    }
    if let Some(judged) = &judged {
        match judged.rates(arguments.problem) {
            Some((text, all_correct)) => {
                for part in [&mut page, &mut overview] {
                    part.push('\n');
                    *part += &text;
                }
                if !all_correct {
                    status = Status::Unexpected;
                }
            }
            None => errln!("{}", judged.without_labels()),
        }
    }
    out!("{overview}");
    match &arguments.output {
        Some(file) => outputs::write(file, &format!("{}\n", page.trim_end()))?,
        None if arguments.harden.is_some() => {}
        None => outln!("--output FILE.md writes the entire report"),
    }
    Ok(status)
}

/// Prints a simplest instance found on which two mutants differ.
fn differ(problem: Game, names: [&String; 2], arguments: &Arguments) -> Result<Status, Failure> {
    let mutants = strength::of_problem(problem);
    let known: Vec<&str> = mutants.iter().map(|mutant| mutant.name.as_str()).collect();
    let named = |name: &String| {
        let found = mutants.iter().find(|mutant| mutant.name == *name);
        found.ok_or_else(|| {
            Failure::usage(format!(
                "problem {} has no mutant \"{name}\"; {}",
                problem.id(),
                suggest(name, &known)
            ))
        })
    };
    let (one, other) = (named(names[0])?, named(names[1])?);
    let seed = Seed(arguments.seed);
    let plan = WitnessPlan {
        problem,
        seed,
        trials: arguments.search,
        claims: 1,
    };
    let search = stress::witnesses(plan, &mut |_| (), |instance, claims| {
        let differ = strength::differ(instance, one, other);
        if differ { claims.to_vec() } else { Vec::new() }
    });
    let Some(Some(Trial { instance, origin })) = search.found.into_iter().next() else {
        outln!("no instance found among {}, seed {seed}", search.tried);
        return Ok(Status::Unexpected);
    };
    outln!(
        "from an instance of {origin}, as simple as single steps make it:\n{}",
        instance.leetcode().trim()
    );
    outln!("{}", instance.describe(instance.solve()));
    Ok(Status::Expected)
}

/// How the report begins.
const HEADING: &str = "# Strength\n";

const PREFACE: &str = "
Which wrong solutions the suites catch. A *mutant* is a wrong solution: a rule that is changed, or a
search that goes wrong.

";

/// The strength of suites against the mutants of one problem.
struct Usage {
    page: String,
    overview: String,
    /// Whether every mutant that an instance kills is killed.
    is_strong: bool,
}

fn measure(
    config: &Config,
    problem: Game,
    names: &[String],
    arguments: &Arguments,
    judged: Option<&Judged>,
    display: Display,
) -> Result<Usage, Failure> {
    let suites = load(config, problem, names, arguments.isolation)?;
    let cases: Vec<&Case> = suites.iter().flat_map(|suite| &suite.cases).collect();
    let mutants = strength::of_problem(problem);
    let matrix = matrix(&mutants, &cases, &display);
    let survivors = StrengthPage::survivors(&mutants, &matrix);
    let asked: Vec<usize> = (survivors.into_iter())
        .filter(|&number| mutants[number].evidence.is_none())
        .collect();
    let plan = WitnessPlan {
        problem,
        seed: Seed(arguments.seed),
        trials: arguments.search,
        claims: asked.len(),
    };
    let mut show = |search: &_| display.show_search(search, asked.len(), arguments.search);
    let search = stress::witnesses(plan, &mut show, |one, some| {
        let some_asked: Vec<usize> = some.iter().map(|&claim| asked[claim]).collect();
        let killed = strength::killed_by(&mutants, &some_asked, one);
        let is_killed = |claim: &usize| killed.contains(&asked[*claim]);
        some.iter().copied().filter(is_killed).collect()
    });
    drop(display);
    let killers = asked.iter().zip(search.found);
    let found = KillerSearch {
        killers: killers
            .filter_map(|(&number, found)| Some((number, found?)))
            .map(|(number, Trial { instance, origin })| (number, (instance, origin)))
            .collect(),
        tried: search.tried,
    };
    let report = StrengthPage {
        title: format!("{} · {}", problem.id(), names.join(" + ")),
        cases: &cases,
        mutants: &mutants,
        matrix: &matrix,
        found: &found,
        solutions: &judged.map_or_else(Vec::new, |judged| judged.solutions(problem, names, &cases)),
    };
    let is_strong =
        found.killers.is_empty() && report.solutions.iter().all(|s| !s.fails.is_empty());
    let mut overview = report.overview();
    if !found.killers.is_empty() {
        let _ = writeln!(
            overview,
            "add cases that kill them: `mousetrap strength {} --problem {} --harden NAME`",
            names.join(" "),
            problem.id()
        );
    }
    Ok(Usage {
        page: format!("{report}\n"),
        overview,
        is_strong,
    })
}

/// Which of these cases kills which mutant.
fn matrix(mutants: &[Mutant], cases: &[&Case], display: &Display) -> Matrix {
    let instances: Vec<(&Instance, &str)> = cases
        .iter()
        .map(|case| (&case.instance, case.answer))
        .collect();
    Matrix::new(mutants, &instances, &|done| {
        display.show_cases(done, instances.len(), mutants.len());
    })
}

fn load(
    config: &Config,
    problem: Game,
    names: &[String],
    isolation: Isolation,
) -> Result<Vec<Suite>, Failure> {
    let interrupted = std::sync::atomic::AtomicBool::new(false);
    let mut generators = Generators::new(config, isolation, &interrupted);
    let mut load = |name: &String| {
        mousetrap_suite::load(&config.root, problem, name, config.limits, &mut generators)
            .map_err(Failure::usage)
    };
    names.iter().map(&mut load).collect()
}
