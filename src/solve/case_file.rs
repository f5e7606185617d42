//! Reads the case for a command from a file, standard input, the command line or a suite.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use crate::cli::context::{
    GlobalOptions, chosen_games, find_game, find_problem, find_suites, listen_for_signals,
};
use crate::cli::failure::Failure;
use crate::cli::submissions::{custom_problem, load_submission};
use cat_and_mouse::game::Bounds;
use cat_and_mouse::{Game, Instance};
use mousetrap_judge::config::Config;
use mousetrap_judge::{JudgeError, SessionOptions};
use mousetrap_model::{Case, CaseId, Problem};
use mousetrap_problems::{Definition, cases, examples};
use mousetrap_suite::custom::{
    CustomProblemError, Validator, with_reference_solution, with_validator,
};
use mousetrap_util::missing_file::find_similar_path;
use mousetrap_util::printable::{escape_line, escape_path};
use mousetrap_util::regular_file;
use mousetrap_util::toml_file::closest_name;

/// The arguments that specify a case.
#[derive(Debug, Args)]
pub(crate) struct CaseArguments {
    /// The case: a file or a text, in the format of standard input or as pasted from the problem
    /// page; the name of a case in a suite; or `-` for standard input. For a custom problem, give
    /// the arguments as `name = value` or in JSON, one per line
    #[arg(value_name = "CASE")]
    pub(crate) case: Option<PathBuf>,
    /// The problem to which the case belongs [default: recognised from the format of the case]
    #[arg(long, value_name = "ID")]
    problem: Option<String>,
    /// Accept boards and graphs beyond contest size, and arguments that violate the constraints
    #[arg(long)]
    extended: bool,
    /// The ply limit on boards, after which the cat wins [default: 1000]
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
}

impl CaseArguments {
    /// Returns the path of the case's file, by default `-`.
    pub(crate) fn path(&self) -> &Path {
        self.case.as_deref().unwrap_or(Path::new("-"))
    }

    /// Returns the problem that the user named, if any.
    pub(crate) fn requested_problem<'a>(
        &self,
        config: &'a Config,
    ) -> Result<Option<&'a Arc<Problem>>, Failure> {
        let problem = self.problem.as_deref();
        problem.map(|id| find_problem(config, id)).transpose()
    }

    /// Reads a case of a custom problem. The answer is known only if the case comes from a suite.
    ///
    /// # Errors
    /// Returns an error that names the file and the broken rule.
    pub(crate) fn read_custom_case(
        &self,
        config: &Config,
        definition: &Definition,
    ) -> Result<Case, Failure> {
        let file = self.path();
        let text = file.to_string_lossy();
        if file.as_os_str() == "-" || file.exists() {
            return self.parse_custom_case(definition, &display_path(file), &read_text(file)?);
        }
        let id = text
            .strip_prefix(&format!("{}/", definition.problem))
            .unwrap_or(&text);
        let suites = cases::suites(&config.root, &definition.problem.id)?;
        let suite = id.split_once('/').map(|(suite, _)| suite.to_owned());
        let Some(suite) = suite.filter(|suite| suites.contains(suite)) else {
            let parsed = self.parse_custom_case(definition, "the case", &text);
            let is_path = text.contains(['/', '.']) && !text.contains(['=', '[', '"', '\n']);
            if is_path && parsed.is_err() && text.parse::<f64>().is_err() {
                return Err(Failure::usage_error(format!(
                    "{}: there is no such file, and it is not the name of a case{}",
                    escape_line(&text),
                    suggest_similar_file(file)
                )));
            }
            return parsed;
        };
        let cases = cases::read(&config.root, definition, &suite)?;
        let case = cases.iter().find(|case| case.id.0 == id);
        case.cloned().ok_or_else(|| {
            let similar = suggest_similar_case(id, cases.iter().map(|case| &case.id));
            Failure::usage_error(format!("suite {suite} has no case {id}{similar}"))
        })
    }

    /// Checks the arguments of a case with the validator, unless `--extended` is given, and asks
    /// the reference solution for the answer. The inner result is an error if the reference
    /// solution gives no answer.
    pub(crate) fn answer_custom_case(
        &self,
        global: &GlobalOptions,
        config: &Config,
        definition: &Definition,
        case: &Case,
    ) -> Result<Result<String, CustomProblemError>, Failure> {
        let session = SessionOptions {
            memory: definition.limits.memory,
            judge: &global.judge_options(config),
            interrupted: listen_for_signals()?,
        };
        if !self.extended {
            let signature = &definition.problem.signature;
            let arguments = signature.parse_arguments(&case.arguments);
            let arguments = arguments.map_err(Failure::usage_error)?;
            let check = |validator: &Validator<'_>| validator.broken_rule(&arguments);
            let rule = with_validator::<_, JudgeError>(config, definition, session, check)?;
            if let Some(rule) = rule {
                return Err(Failure::usage_error(format!(
                    "the validator rejects these arguments: {rule}"
                )));
            }
        }
        let answer = with_reference_solution(config, definition, None, session, |reference| {
            reference.answer(case)
        });
        match answer {
            Err(CustomProblemError::Program(error @ JudgeError::Interrupted)) => Err(error.into()),
            answer => Ok(answer),
        }
    }

    fn parse_custom_case(
        &self,
        definition: &Definition,
        name: &str,
        text: &str,
    ) -> Result<Case, Failure> {
        let problem = &definition.problem;
        let arguments = examples::parse_arguments(text, &problem.signature).map_err(|error| {
            Failure::usage_error(format!(
                "{name}: {error}; give the arguments of `{}` as `name = value` or in JSON, one per \
                 line, or the name of a case in a suite, such as samples/sample-1",
                problem.signature
            ))
        })?;
        if !self.extended {
            let check = definition.constraints.check(&arguments);
            check.map_err(|violation| Failure::usage_error(format!("{name}: {violation}")))?;
        }
        Ok(cases::without_answer(definition, "run/case", &arguments))
    }

    /// Reads a case of a game. If suites of both games have a case with the given name, the
    /// submission's problem decides.
    ///
    /// # Errors
    /// Returns an error that names the file, the line and the broken rule.
    pub(crate) fn read_case(
        &self,
        global: &GlobalOptions,
        config: &Config,
        submission: Option<&Path>,
    ) -> Result<Instance, Failure> {
        let named = self.requested_problem(config)?;
        let own = submission.and_then(|path| custom_problem(config, path, named, None).ok()?);
        let named = own.map(|own| &own.problem).or(named);
        let game = named.map(|problem| find_game(problem)).transpose()?;
        let file = self.path();
        let text = file.to_string_lossy();
        let instance = if file.as_os_str() == "-" || file.exists() {
            self.parse_instance(game, &display_path(file), &read_text(file)?)?
        } else if text.trim_start().starts_with(['[', '"']) || text.trim().contains('\n') {
            self.parse_instance(game, "the case", &text)?
        } else {
            find_suite_case((global, config), game, &text, submission)?
        };
        let Some(plies) = self.max_plies else {
            return Ok(instance);
        };
        let game = instance.game();
        instance.with_max_plies(plies).ok_or_else(|| {
            Failure::usage_error(format!(
                "problem {game} has no move limit; omit --max-plies"
            ))
        })
    }

    fn parse_instance(
        &self,
        game: Option<Game>,
        name: &str,
        text: &str,
    ) -> Result<Instance, Failure> {
        let game = game.or_else(|| Game::guess_from_syntax(text));
        let game = game.ok_or_else(|| {
            Failure::usage_error(format!(
                "{name}: this is not a case of a known problem; write a board after a line \"rows \
                 cols catJump mouseJump\", a graph as the number of nodes and its neighbour lists, or either in LeetCode format"
            ))
        })?;
        let bounds = if self.extended {
            Bounds::Extended
        } else {
            Bounds::Contest
        };
        game.parse(text, bounds)
            .map_err(|error| Failure::usage_error(format!("{name}: {error}")))
    }
}

/// Returns a case of a suite by its name, such as `hidden/walls-017` or `1728/hidden/walls-017`.
fn find_suite_case(
    (global, config): (&GlobalOptions, &Config),
    game: Option<Game>,
    name: &str,
    submission: Option<&Path>,
) -> Result<Instance, Failure> {
    let unknown = |reason: &str| {
        let name = escape_line(name);
        Failure::usage_error(format!("{name}: there is no such file, and {reason}"))
    };
    let (games, id) = match name.split_once('/') {
        Some((problem, rest)) if Game::by_id(problem).is_some() => {
            (chosen_games(Game::by_id(problem)), rest)
        }
        _ => (chosen_games(game), name),
    };
    let Some((suite, _)) = id.split_once('/') else {
        return Err(unknown(&format!(
            "it is not the name of a case; a valid name looks like hidden/walls-017{}",
            suggest_similar_file(Path::new(name))
        )));
    };
    let names = [suite.to_owned()];
    let named_suites = find_suites(config, &games, &names);
    let named_suites = named_suites.map_err(|failure| unknown(&failure.message))?;
    let mut cases = Vec::new();
    for (game, names) in named_suites {
        let suites = global.load_suites(config, game, &names)?;
        cases.extend(suites.into_iter().flat_map(|suite| suite.cases));
    }
    let mut found: Vec<_> = cases.iter().filter(|case| case.id.0 == id).collect();
    if let ([_, _, ..], Some(path)) = (&found[..], submission) {
        let problem = load_submission(config, path, None, None)?.problem;
        found.retain(|case| Some(case.instance.game()) == Game::from_problem(problem));
    }
    match found[..] {
        [case] => Ok(case.instance.clone()),
        [] => {
            let similar = suggest_similar_case(id, cases.iter().map(|case| &case.id));
            Err(unknown(&format!("suite {suite} has no such case{similar}")))
        }
        _ => Err(Failure::usage_error(format!(
            "{id}: both problems have a case with this name; write 913/{id} or 1728/{id}"
        ))),
    }
}

/// Returns a suggestion of a file with a similar path, for the end of an error message. Returns an
/// empty string if there is no such file.
fn suggest_similar_file(path: &Path) -> String {
    let similar = find_similar_path(path).filter(|path| path.is_file());
    similar.map_or_else(String::new, |similar| {
        format!("; did you mean \"{}\"?", escape_path(&similar))
    })
}

/// Returns a suggestion of a case with a similar name, for the end of an error message. Returns an
/// empty string if there is no similar name.
fn suggest_similar_case<'a>(name: &str, known: impl Iterator<Item = &'a CaseId>) -> String {
    let known: Vec<&str> = known.map(|id| id.0.as_str()).collect();
    let similar = closest_name(name, &known);
    similar.map_or_else(String::new, |similar| {
        format!("; did you mean \"{similar}\"?")
    })
}

/// Reads a text file, or standard input if the path is `-`.
///
/// # Errors
/// Returns an error that names the file.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    if path.as_os_str() == "-" && io::stdin().is_terminal() {
        errln!("waiting for a case on standard input; end it with Ctrl-D on an empty line");
    }
    regular_file::read_text_or_stdin(path).map_err(|error| {
        Failure::usage_error(format!("{}: cannot read: {error}", display_path(path)))
    })
}

/// Formats a path for messages.
pub(crate) fn display_path(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "standard input".to_owned()
    } else {
        escape_path(path)
    }
}
