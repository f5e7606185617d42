//! `mousetrap strength`: which wrong solutions a suite catches.

use crate::config::Config;
use crate::generate::Seed;
use crate::judge::Generators;
use crate::problem::{Instance, PROBLEMS, Problem};
use crate::sandbox::Isolation;
use crate::strength::{self, Candidate, Matrix, Mutant, Report};
use crate::suite::{self, Case, Suite, SuiteName};

use super::{Failure, Global, Status};

/// Measure which wrong solutions a suite catches, and build small strong ones
///
/// Hundreds of wrong solutions, each a rule that is bent or a search that goes
/// wrong, are asked about every case. What no case catches is searched for.
/// The report is Markdown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap strength hidden                       both problems
  mousetrap strength hidden --problem 913
  mousetrap strength broad extreme --harden hidden --max-cases 120
                                                  a small suite out of large ones

Exit codes: 0 everything that can be caught is caught, 1 something is not, 2 bad
usage or configuration, 3 internal error.")]
pub(super) struct Arguments {
    /// Suites to measure together
    #[arg(required = true)]
    suites: Vec<String>,
    /// Only this problem
    #[arg(long, short, value_parser = super::judge::problem)]
    problem: Option<&'static dyn Problem>,
    /// Choose a small suite out of these and write it to
    /// cases/<problem>/NAME.toml
    #[arg(long, value_name = "NAME")]
    harden: Option<String>,
    /// Most cases of the small suite
    #[arg(long, value_name = "N", default_value_t = 120)]
    max_cases: usize,
    /// Instances of each family to try on what survives
    #[arg(long, value_name = "N", default_value_t = 200)]
    search: usize,
    /// Chooses the instances that are tried
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How custom generators are kept away from this machine; "none" is for
    /// code that you trust
    #[arg(long, value_enum, default_value = "full")]
    isolation: Isolation,
}

pub(super) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let mut status = Status::Expected;
    let problems = match arguments.problem {
        Some(problem) => vec![problem],
        None => PROBLEMS.to_vec(),
    };
    for problem in problems {
        if !measure(&config, problem, arguments)? {
            status = Status::Unexpected;
        }
    }
    Ok(status)
}

/// Reports on one problem; whether everything that can be killed is killed.
fn measure(
    config: &Config,
    problem: &'static dyn Problem,
    arguments: &Arguments,
) -> Result<bool, Failure> {
    let suites = load(config, problem, arguments)?;
    let cases: Vec<&Case> = suites.iter().flat_map(|suite| &suite.cases).collect();
    let mutants = strength::of_problem(problem);
    let instances: Vec<(&dyn Instance, &str)> = cases
        .iter()
        .map(|case| (case.instance.as_ref(), case.answer))
        .collect();
    let matrix = Matrix::new(&mutants, &instances);
    if let Some(name) = &arguments.harden {
        return harden(config, problem, arguments, name, &cases, &matrix);
    }
    let survivors = Report::survivors(&mutants, &matrix);
    let alive = |(number, mutant): (usize, Mutant)| survivors.contains(&number).then_some(mutant);
    let all = strength::of_problem(problem).into_iter().enumerate();
    let asked: Vec<Mutant> = all.filter_map(alive).collect();
    let seed = Seed(arguments.seed);
    let found = strength::search(problem, &asked, arguments.search, seed);
    let report = Report {
        title: format!("{} · {}", problem.id(), arguments.suites.join(" + ")),
        cases: &cases,
        mutants: &mutants,
        matrix: &matrix,
        found: &found,
    };
    println!("{report}");
    Ok(found.killers.iter().all(Option::is_none))
}

fn load(
    config: &Config,
    problem: &'static dyn Problem,
    arguments: &Arguments,
) -> Result<Vec<Suite>, Failure> {
    let interrupted = std::sync::atomic::AtomicBool::new(false);
    let mut generators = Generators::new(config, arguments.isolation, &interrupted);
    let mut load = |name: &String| {
        suite::load(&config.root, problem, name, config.limits, &mut generators)
            .map_err(Failure::usage)
    };
    arguments.suites.iter().map(&mut load).collect()
}

/// Chooses a small suite and writes it.
fn harden(
    config: &Config,
    problem: &'static dyn Problem,
    arguments: &Arguments,
    name: &str,
    cases: &[&Case],
    matrix: &Matrix,
) -> Result<bool, Failure> {
    if arguments.suites.iter().any(|suite| suite == name) {
        return Err(Failure::usage(format!(
            "suite \"{name}\" cannot be built out of itself; choose another name"
        )));
    }
    let candidates: Vec<Candidate<'_>> = cases
        .iter()
        .map(|case| Candidate {
            family: family(&case.id.0),
            answer: case.answer,
            cost: case.input.len(),
        })
        .collect();
    let cover = strength::harden(matrix, &candidates, arguments.max_cases);
    let chosen: Vec<(String, &Case)> = cover
        .chosen
        .iter()
        .map(|&number| (cases[number].id.to_string(), cases[number]))
        .collect();
    let suite = SuiteName {
        problem: problem.id(),
        suite: name.to_owned(),
    };
    let header = format!(
        "Chosen by `mousetrap strength {} --harden {name} --max-cases {}`:\n\
         every wrong solution that can be caught is caught, twice where that is possible.",
        arguments.suites.join(" "),
        arguments.max_cases
    );
    suite::write_collection(&config.root, &suite, &header, &chosen).map_err(Failure::usage)?;
    println!(
        "{suite}: {} of {} cases; {} mutants have fewer than two killers of different families",
        chosen.len(),
        cases.len(),
        cover.thin.len()
    );
    let mutants = strength::of_problem(problem);
    for &mutant in &cover.thin {
        println!("  {}: {}", mutants[mutant].class, mutants[mutant].name);
    }
    Ok(true)
}

/// The family of a generated case, `walls` of `broad/walls-003`; the whole
/// name of another.
fn family(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((family, number)) if number.len() == 3 && number.parse::<u32>().is_ok() => family,
        _ => id,
    }
}
