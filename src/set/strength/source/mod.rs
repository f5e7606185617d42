//! `mousetrap strength source`: tests whether suites catch small changes to a correct program.

mod mutation_run;
mod report;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use mousetrap_model::{Case, Form};
use mousetrap_report::format_count;
use mousetrap_util::printable::escape_path;

use crate::cli::context::{
    GlobalOptions, choice_parser, is_interrupted, listen_for_signals, parse_positive_integer,
};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::submissions::find_submissions;
use crate::judge::cases::load_cases;
use crate::judge::output_files;
use mutation_run::MutationRun;
use report::MutantReport;

/// Test whether suites catch small changes to a correct program
///
/// Each small change to an accepted submission yields a mutant, which the suites should catch. For
/// each mutant that no suite catches, the command searches for an instance on which the mutant and
/// the submission give different answers. Custom problems have no such search.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap strength source answer.cpp
  mousetrap strength source a.py b.rs --suite hidden --mutants 200 --output mutants.json

Exit codes: 0 no instance was found on which a survivor fails, 1 one was found, 2 bad
usage or configuration, or a file that has no mutants, 3 internal error, 130 interrupted.")]
pub(crate) struct Arguments {
    /// Accepted submissions: source files or directories
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Measure this suite (may be repeated) [default: the suites in judge.toml]
    #[arg(long, short, value_name = "SUITE")]
    suite: Vec<String>,
    /// Use only submissions to this problem
    #[arg(long, short)]
    problem: Option<String>,
    /// Whether submissions are functions or complete programs [default: recognised from the source]
    #[arg(long, value_parser = choice_parser::<Form>())]
    form: Option<Form>,
    /// Maximum number of mutants per submission, drawn at random [default: all]
    #[arg(long, value_parser = parse_positive_integer, value_name = "N", help_heading = "Mutants")]
    mutants: Option<NonZeroUsize>,
    /// Time limit of the search for an instance that kills a survivor; "0s" to skip the search
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = humantime::parse_duration,
          help_heading = "Mutants")]
    time: Duration,
    /// Seed for drawing the mutants and the instances
    #[arg(long, default_value_t = 1, value_name = "S", help_heading = "Mutants")]
    seed: u64,
    /// Write the report to this file, in JSON, instead of printing the survivors
    #[arg(long, short, value_name = "FILE", help_heading = "Results")]
    output: Option<PathBuf>,
    /// Number of workers [default: one per core]
    #[arg(long, short, value_parser = parse_positive_integer, value_name = "N", help_heading = "Running")]
    jobs: Option<NonZeroUsize>,
}

pub(super) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    listen_for_signals()?;
    let problem = arguments.problem.as_deref();
    let mut found = find_submissions(&config, &arguments.files, problem, arguments.form)?;
    if let Some(file) = &arguments.output {
        output_files::check_writable(file, is_mutant_report)?;
    }
    let options = global
        .judge_options(&config)
        .with_worker_count(arguments.jobs);
    let cases = load_cases(global, &config, &mut found, &arguments.suite)?;
    let mut run = MutationRun {
        global,
        config: &config,
        arguments,
        options,
        report: MutantReport {
            format: MutantReport::FORMAT_VERSION,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: arguments.seed,
            suites: suite_names_by_problem(&cases),
            ..MutantReport::default()
        },
    };
    for refused in found.refused {
        run.record_unusable_file(&escape_path(&refused.path), &refused.reason.to_string());
    }
    if found.submissions.is_empty() && run.report.refused.is_empty() {
        return Err(Failure::usage_error(
            "no submission found; specify accepted submissions, or omit --problem",
        ));
    }
    run.judge_mutants(&found.submissions, &cases)?;
    run.write_report(false)?;
    let report = &run.report;
    out!("{}", report::summary_text(report));
    if arguments.output.is_none() {
        out!("{}", report::survivors_text(report));
    }
    if report.interrupted {
        errln!(
            "interrupted: {} not judged, {} not compared with the original; later files skipped",
            format_count(report.not_judged, "mutant"),
            format_count(report.not_searched, "survivor")
        );
    }
    Ok(if is_interrupted() {
        ExitStatus::Interrupted
    } else if report.refused.is_empty() {
        ExitStatus::from_is_expected(report.survivors.iter().all(|it| it.found.is_none()))
    } else {
        ExitStatus::Usage
    })
}

/// Returns whether the text is a JSON report of this command.
fn is_mutant_report(text: &str) -> bool {
    let mut lines = text.lines();
    // Other JSON reports begin in the same way and differ in their fifth line.
    let is_json = lines.next() == Some("{");
    is_json && (lines.nth(3)).is_some_and(|line| line.starts_with("  \"suites\": "))
}

/// Returns, for each problem, the names of the suites whose cases are used.
fn suite_names_by_problem(cases: &BTreeMap<String, Vec<Case>>) -> BTreeMap<String, Vec<String>> {
    let names = cases.iter().map(|(problem, cases)| {
        let mut names: Vec<String> = cases.iter().map(|it| it.id.suite().to_owned()).collect();
        names.dedup();
        (problem.clone(), names)
    });
    names.collect()
}
