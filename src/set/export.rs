//! `mousetrap export`: writes suites in the formats of other tools.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::context::{
    GlobalOptions, check_suite_names, choice_parser, chosen_games, find_game, find_problem,
    find_suites,
};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::submissions::find_valid_submissions;
use crate::judge::cases::{load_custom_cases, point_groups};
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_model::{Problem, Verdict};
use mousetrap_problems::Definition;
use mousetrap_problems::cases::{SAMPLES_SUITE, suites as suites_of_problem};
use mousetrap_report::format_count;
use mousetrap_suite::GameCase;
use mousetrap_suite::export::{
    Format, NewFile, Package, custom_problem_jsonl, icpc_files, input_answer_files, jsonl,
    write_directory,
};
use mousetrap_util::printable::escape_path;

/// Export suites in the format of another tool
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap export in-ans --problem 1728 tests/
  mousetrap export jsonl --problem 1728 cases/
  mousetrap export jsonl --problem max-area --suite hidden cases/
  mousetrap export icpc --problem 913 catandmouse --submission solutions/913/accepted")]
pub(crate) struct Arguments {
    /// The format
    #[arg(value_parser = choice_parser::<Format>())]
    format: Format,
    /// The output directory, which must be empty or not exist yet. In a package, the directory's
    /// name becomes the problem's short name
    #[arg(value_name = "PATH")]
    directory: PathBuf,
    /// The problem to export [default: the game that has all suites given with --suite]
    #[arg(long, short)]
    problem: Option<String>,
    /// Export only this suite (may be repeated) [default: the suites in judge.toml]
    #[arg(long, short, value_name = "SUITE")]
    suite: Vec<String>,
    /// A submission, or a directory of submissions, to include in a package (may be repeated)
    /// [default: the project's solutions]
    #[arg(long, value_name = "PATH", help_heading = "Packages")]
    submission: Vec<PathBuf>,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let directory = &arguments.directory;
    let is_taken = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some());
    if is_taken || (directory.exists() && !directory.is_dir()) {
        return Err(Failure::usage_error(format!(
            "{}: already exists; choose a new directory",
            escape_path(directory)
        )));
    }
    let problem = arguments.problem.as_deref();
    let problem = problem.map(|id| find_problem(&config, id)).transpose()?;
    let (files, content) = match problem.and_then(|problem| config.definition(problem)) {
        Some(own) => export_custom_problem(&config, arguments, own)?,
        None => export_game(global, &config, arguments, problem)?,
    };
    let name = escape_path(directory);
    write_directory(directory, &files, || Ok(()))
        .map_err(|error| Failure::usage_error(format!("{name}: cannot write: {error}")))?;
    outln!("{name}: {content}");
    Ok(ExitStatus::Expected)
}

/// The files of an export, and a description of their content.
type Export = (Vec<NewFile>, String);

/// Exports the suites of a custom problem.
fn export_custom_problem(
    config: &Config,
    arguments: &Arguments,
    definition: &Definition,
) -> Result<Export, Failure> {
    let id = &definition.problem.id;
    if arguments.format != Format::Jsonl {
        return Err(Failure::usage_error(format!(
            "problem {id} is not a built-in game; custom problems can be exported only as jsonl"
        )));
    }
    let known = suites_of_problem(&config.root, id)?;
    check_suite_names(&arguments.suite, known.iter().map(String::as_str), Some(id))?;
    let cases = load_custom_cases(config, definition, &arguments.suite)?;
    let points = point_groups(config, id, cases.iter().map(|case| &case.id))?;
    let files = custom_problem_jsonl(id, &cases, points.as_ref());
    Ok((files, format_count(cases.len(), "case")))
}

/// Exports suites of a game.
fn export_game(
    global: &GlobalOptions,
    config: &Config,
    arguments: &Arguments,
    problem: Option<&Arc<Problem>>,
) -> Result<Export, Failure> {
    let (game, cases) = load_export_cases(global, config, arguments, problem)?;
    let files = match arguments.format {
        Format::Icpc => return build_package(config, arguments, game, &cases),
        _ if !arguments.submission.is_empty() => {
            return Err(Failure::usage_error(
                "--submission applies only to packages; this format contains only cases",
            ));
        }
        Format::InAns => input_answer_files(&cases),
        Format::Jsonl => {
            let ids = cases.iter().map(|case| &case.id);
            jsonl(&cases, point_groups(config, game.id(), ids)?.as_ref())
        }
    };
    Ok((files, format_count(cases.len(), "case")))
}

/// Returns the game to export and the cases of its suites. For a package, adds the cases of the
/// suite `samples`.
fn load_export_cases(
    global: &GlobalOptions,
    config: &Config,
    arguments: &Arguments,
    problem: Option<&Arc<Problem>>,
) -> Result<(Game, Vec<GameCase>), Failure> {
    let wanted = &arguments.suite;
    let game = problem.map(|problem| find_game(problem)).transpose()?;
    let found = find_suites(config, &chosen_games(game), wanted)?;
    let (game, mut names) = match <[_; 1]>::try_from(found) {
        Ok([(game, names)]) if wanted.is_empty() || names.len() == wanted.len() => (game, names),
        _ => {
            return Err(Failure::usage_error(
                "only one problem can be exported at a time; add --problem 913 or --problem 1728",
            ));
        }
    };
    let samples = SAMPLES_SUITE.to_owned();
    if arguments.format == Format::Icpc && !names.contains(&samples) {
        names.push(samples);
    }
    let suites = global.load_suites(config, game, &names)?;
    let cases = suites.into_iter().flat_map(|suite| suite.cases).collect();
    Ok((game, cases))
}

/// Exports a problem package.
fn build_package(
    config: &Config,
    arguments: &Arguments,
    game: Game,
    cases: &[GameCase],
) -> Result<Export, Failure> {
    let name = problem_short_name(&arguments.directory)?;
    let found = find_valid_submissions(config, &arguments.submission, Some(game.id()), None)?;
    let package = Package::new(game, name, cases, &found.submissions)?;
    let mut expected = package.programs.iter().map(|(expected, _)| *expected);
    if expected.all(|expected| expected != Verdict::Accepted) {
        return Err(Failure::usage_error(
            "a package needs an accepted submission in C, C++, Java, Python or Rust; name one with \
             --submission",
        ));
    }
    for reason in &package.left_out {
        errln!("left out: {reason}");
    }
    let content = format!(
        "{}, {}, {}",
        format_count(package.samples.len(), "sample"),
        format_count(package.secret.len(), "secret case"),
        format_count(package.programs.len(), "submission")
    );
    Ok((icpc_files(&package), content))
}

/// Returns the problem's short name, which other tools derive from the directory's name.
fn problem_short_name(path: &Path) -> Result<&str, Failure> {
    let name = path.file_name().and_then(|name| name.to_str());
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    name.filter(|name| !name.is_empty() && name.chars().all(is_plain))
        .ok_or_else(|| {
            Failure::usage_error(format!(
                "{}: the directory's name becomes the problem's short name, so it may contain only \
                 lower-case letters and digits, as in catandmouse",
                escape_path(path)
            ))
        })
}
