//! The hall of fame: what a hunt adds to it, and ladders made of it.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::common::again;
use crate::failure::{Failure, Status};
use crate::standing;
use cat_and_mouse::game::{Bounds, Player};
use cat_and_mouse::problem::{Instance, Problem};
use mousetrap_base::printable::named;
use mousetrap_base::root::Root;
use mousetrap_judge::Generators;
use mousetrap_judge::config::Config;
use mousetrap_lab::hunt::hall::{self, Entry, Hall};
use mousetrap_lab::hunt::{self, Campaign, Find, Goal, Standing, Target};
use mousetrap_report::counted;
use mousetrap_sandbox::Isolation;
use mousetrap_suite::generate::is_name;
use mousetrap_suite::{Case, CaseId, SuiteName};

/// How the comment on top of a ladder begins.
const LADDER: &str = "Written by `mousetrap hunt --problem ";

/// The custom generators of a project, for the recipe that a suite may have.
fn programs(config: &Config) -> Generators<'_> {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    Generators::new(config, Isolation::Full, &INTERRUPTED)
}

/// Prints the best instance of a target: its score, where it was found, and its text.
fn print_find(target: Target, best: &Find, seed: u64) -> Result<(), Failure> {
    let instance = target
        .problem()
        .parse(&best.input, Bounds::Contest)
        .map_err(Failure::internal)?;
    let superlative = match target.goal() {
        Goal::MouseWin | Goal::CatWin => "deepest",
        _ => "best",
    };
    outln!(
        "{superlative} instance seen: {}, restart {} of seed {seed}",
        target.with_unit(best.score),
        best.restart
    );
    if let Instance::Grid(_) = &instance {
        outln!("{}", instance.draw().trim_end());
    }
    outln!("{}", instance.leetcode().trim());
    outln!("{}", instance.describe(instance.solve()));
    Ok(())
}

/// Prints the deepest instance of each target of a hunt with a limit of depth.
pub(super) fn print_deepest(campaign: &Campaign, standing: &Standing) -> Result<(), Failure> {
    let max_plies = campaign.max_plies.unwrap_or(u32::MAX);
    for target in &campaign.targets {
        let Some(best) = standing.best(*target) else {
            outln!("\n{target}: no win found");
            continue;
        };
        if best.score == target.deepest_within(max_plies) {
            outln!("\n{target}: as deep as --max-plies {max_plies} allows");
        } else {
            outln!("\n{target}: nothing as deep as --max-plies {max_plies} allows");
        }
        print_find(*target, best, standing.seed)?;
    }
    Ok(())
}

/// Offers what was found to the hall of fame and prints the result.
pub(super) fn offer(
    config: &Config,
    campaign: &Campaign,
    standing: &Standing,
    dry_run: bool,
) -> Result<(), Failure> {
    for (problem, suite) in all_halls() {
        let mut hall =
            Hall::read(&config.root, problem, suite, config.limits).map_err(Failure::usage)?;
        let mut changed = false;
        for target in &campaign.targets {
            if target.problem() != problem || target.goal().suite() != suite {
                continue;
            }
            let Some(best) = standing.best(*target) else {
                outln!("\n{target}: no instance found");
                continue;
            };
            let from = format!(
                "hunt, seed {}, restart {} of {} steps",
                standing.seed, best.restart, standing.steps
            );
            let entry = hall
                .offer(*target, best, &from)
                .map_err(Failure::internal)?;
            match entry {
                Entry::Taken { before, entries } => {
                    changed = true;
                    let before = before.map_or("none".to_owned(), |score| score.to_string());
                    outln!(
                        "\n{target}: new: {}, before: {before}; proved by a certificate of {entries} \
                         entries",
                        target.with_unit(best.score)
                    );
                }
                Entry::Kept { score } => {
                    outln!(
                        "\n{target}: nothing new: the record is {}",
                        target.with_unit(score)
                    );
                }
            }
            print_find(*target, best, standing.seed)?;
        }
        if changed && !dry_run {
            write(config, &hall, problem, suite)?;
        }
    }
    Ok(())
}

fn all_halls() -> impl Iterator<Item = (Problem, &'static str)> {
    let problems = Problem::ALL.into_iter();
    problems.flat_map(|problem| hall::SUITES.map(|suite| (problem, suite)))
}

/// Writes what the hall has into the project.
fn write(
    config: &Config,
    hall: &Hall,
    problem: Problem,
    suite: &'static str,
) -> Result<(), Failure> {
    if config.root.directory().is_none() {
        outln!("\nnot kept: there is no project here; `mousetrap init` makes one");
        return Ok(());
    }
    hall.write(&config.root, &mut programs(config))
        .map_err(Failure::usage)?;
    outln!(
        "\nwritten to cases/{}/{suite}.toml; `mousetrap generate {suite}{}` takes it into the lock",
        problem.id(),
        again(&config.root)
    );
    let suite = suite.to_owned();
    standing::say_standing(config, &SuiteName { problem, suite })
}

/// Takes the best of each target in other halls into that of this project.
pub(crate) fn merge(config: &Config, files: &[PathBuf]) -> Result<Status, Failure> {
    let mut others = Vec::new();
    for file in files {
        others.push(other_hall(config, file)?);
    }
    for (problem, suite) in all_halls() {
        let mut hall =
            Hall::read(&config.root, problem, suite, config.limits).map_err(Failure::usage)?;
        let mut changed = false;
        let here = others
            .iter()
            .zip(files)
            .filter(|(other, _)| other.is(problem, suite));
        for (other, file) in here {
            for (target, entry) in hall.join(other).map_err(Failure::internal)? {
                let Entry::Taken { before, entries } = entry else {
                    continue;
                };
                changed = true;
                let before = before.map_or("none".to_owned(), |score| score.to_string());
                outln!(
                    "{target}: from {}; before: {before}; proved by a certificate of {entries} \
                     entries",
                    named(file)
                );
            }
        }
        if changed {
            write(config, &hall, problem, suite)?;
        }
    }
    outln!("{} merged", counted(files.len(), "hall"));
    Ok(Status::Expected)
}

/// The hall that a file of another project is.
fn other_hall(config: &Config, file: &Path) -> Result<Hall, Failure> {
    let file = std::path::absolute(file).map_err(Failure::usage)?;
    let place = || {
        let directory = file.parent()?;
        let problem = Problem::by_id(directory.file_name()?.to_str()?)?;
        let stem = file.file_stem()?;
        let suite = hall::SUITES.into_iter().find(|suite| stem == *suite)?;
        let root = directory
            .parent()
            .filter(|it| it.ends_with("cases"))?
            .parent()?;
        Some((Root::from(root), problem, suite))
    };
    let Some((root, problem, suite)) = place().filter(|_| file.is_file()) else {
        return Err(Failure::usage(format!(
            "{}: cannot be merged: it is not a hall of fame, PROJECT/cases/<problem>/extreme.toml \
             or slow.toml",
            named(&file)
        )));
    };
    Hall::read(&root, problem, suite, config.limits).map_err(Failure::usage)
}

/// Writes a suite with a case just beyond each horizon.
pub(super) fn ladder(config: &Config, problem: Problem, name: &str) -> Result<Status, Failure> {
    let suite = SuiteName {
        problem,
        suite: name.to_owned(),
    };
    if hall::SUITES.contains(&name) || !is_name(name) {
        return Err(Failure::usage(format!(
            "\"{name}\" cannot name this suite; use lower-case letters, digits, \"-\" and \"_\""
        )));
    }
    mousetrap_suite::may_write_collection(&config.root, &suite, LADDER).map_err(Failure::usage)?;
    let hall =
        Hall::read(&config.root, problem, hall::EXTREME, config.limits).map_err(Failure::usage)?;
    let boards: Vec<&Case> = hall.cases().iter().map(|(_, case)| case).collect();
    let cases: Vec<(String, Case)> = hunt::rungs(&boards)
        .into_iter()
        .map(|rung| {
            let winner = match rung.winner {
                Player::Mouse => "mouse",
                Player::Cat => "cat",
            };
            let id = CaseId(format!("{name}/{winner}-{:04}", rung.depth));
            (rung.from, Case::solved(id, rung.instance, config.limits))
        })
        .collect();
    let chosen: Vec<(String, &Case)> = cases
        .iter()
        .map(|(from, case)| (format!("a start on {from}"), case))
        .collect();
    let header = format!(
        "{LADDER}{problem} --ladder {name}`: for every horizon up to the\n\
         longest forced wins known a case just beyond it.",
    );
    let mut programs = programs(config);
    mousetrap_suite::write_collection(
        &config.root,
        &suite,
        &header,
        &chosen,
        config.limits,
        &mut programs,
    )
    .map_err(Failure::usage)?;
    outln!("{suite}: {} cases", chosen.len());
    standing::say_standing(config, &suite)?;
    Ok(Status::Expected)
}
