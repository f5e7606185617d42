//! Many cases in one file: `cases/<problem>/<suite>.toml`.
//!
//! ```toml
//! [[case]]
//! name = "win-79"
//! from = "hunt, seed 5"    # where it comes from, for people
//! answer = "true"          # optional, must agree with the reference
//! depth = 79               # likewise
//! max_moves = 80           # optional, the limit on plies for this case
//! input = """
//! 1 3 1 1
//! MFC
//! """
//! limits = { cpu = "5s" }  # optional
//! ```

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::draw::with_max_moves;
use super::error::SuiteError;
use super::generated::writable;
use super::load::SuiteName;
use super::{Case, CaseId, LimitOverrides, Limits};
use crate::generate::{Recipe, is_name};
use crate::problem::Problem;
use crate::replace::replace_file;
use crate::root::Root;
use crate::toml_file::{self, error_at};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Collection {
    #[serde(default)]
    case: Vec<Written>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: Spanned<String>,
    input: Spanned<String>,
    answer: Option<Spanned<String>>,
    depth: Option<Spanned<u32>>,
    #[serde(default)]
    from: String,
    max_moves: Option<Spanned<u32>>,
    #[serde(default)]
    limits: LimitOverrides,
}

/// Where the collection of a suite lies, named from the project.
pub(super) fn file(problem: &str, suite: &str) -> PathBuf {
    Path::new("cases")
        .join(problem)
        .join(format!("{suite}.toml"))
}

/// The cases of a suite's collection of contest size, in its order, each with
/// where it comes from; none without the file.
///
/// # Errors
/// Names the file, the line, the rule and the remedy.
pub fn read_collection(
    root: &Root,
    problem: &'static dyn Problem,
    suite: &str,
    limits: Limits,
) -> Result<Vec<(String, Case)>, SuiteError> {
    read(root, problem, suite, &Recipe::empty(problem, suite), limits)
}

/// The same under the rules of a recipe.
pub(super) fn read(
    root: &Root,
    problem: &'static dyn Problem,
    suite: &str,
    recipe: &Recipe,
    limits: Limits,
) -> Result<Vec<(String, Case)>, SuiteError> {
    let file = file(problem.id(), suite);
    let text = root.read_text(&file).map_err(SuiteError::io(&file))?;
    let Some(text) = text else {
        return Ok(Vec::new());
    };
    let collection: Collection = toml_file::parse(&file, &text)?;
    let mut cases: Vec<(String, Case)> = Vec::new();
    for written in collection.case {
        let at = |offset: usize, message: String| error_at(&file, &text, offset, message);
        let name = written.name.get_ref();
        if !is_name(name) {
            let message = format!(
                "name \"{name}\" is not made of lower-case letters, digits, \"-\" and \"_\""
            );
            return Err(at(written.name.span().start, message).into());
        }
        let id = CaseId(format!("{suite}/{name}"));
        if cases.iter().any(|(_, case)| case.id == id) {
            let message = format!("a second case \"{name}\"; rename one of them");
            return Err(at(written.name.span().start, message).into());
        }
        let place = written.input.span().start;
        let instance = problem
            .parse(written.input.get_ref(), recipe.bounds)
            .map_err(|error| at(place, format!("input, {error}")))?;
        let mut instance = with_max_moves(instance, recipe, &file)?;
        if let Some(max_moves) = written.max_moves {
            let plies = *max_moves.get_ref();
            let limited = (plies > 0)
                .then(|| instance.with_max_moves(plies))
                .flatten();
            instance = limited.ok_or_else(|| {
                let message = format!(
                    "max_moves = {plies} is no move limit of problem {}; remove it, or use at \
                     least 1 for a board",
                    problem.id()
                );
                at(max_moves.span().start, message)
            })?;
        }
        let case = Case::solved(id, instance, limits.with(&written.limits));
        if let Some(answer) = written
            .answer
            .filter(|answer| answer.get_ref() != case.answer)
        {
            let message = format!(
                "answer is {}, but the reference solver finds {}; check the case",
                answer.get_ref(),
                case.answer
            );
            return Err(at(answer.span().start, message).into());
        }
        let found = case.outcome.depth().map(|depth| depth.0);
        if let Some(depth) = written
            .depth
            .filter(|depth| Some(*depth.get_ref()) != found)
        {
            let message = format!(
                "depth is {}, but the reference solver finds {}; check the case",
                depth.get_ref(),
                found.map_or("none".to_owned(), |found| found.to_string())
            );
            return Err(at(depth.span().start, message).into());
        }
        cases.push((written.from, case));
    }
    Ok(cases)
}

/// Says whether [`write_collection`] may make or replace the collection of a
/// suite: only one whose comment on top begins with this is replaced.
///
/// # Errors
/// If the project is the built-in one, the name is none for a suite, or the
/// collection is somebody's own.
pub fn may_write_collection(root: &Root, suite: &SuiteName, top: &str) -> Result<(), SuiteError> {
    writable(root)?;
    let name = &suite.suite;
    if !is_name(name) {
        let message = "a name is made of lower-case letters, digits, \"-\" and \"_\"";
        return Err(SuiteError::rule(format!("suite \"{name}\""), message));
    }
    let file = file(suite.problem, name);
    let there = root.read_text(&file).map_err(SuiteError::io(&file))?;
    if there.is_some_and(|text| !text.starts_with(&format!("# {top}"))) {
        let message =
            format!("this suite stays, as it does not begin with \"# {top}\"; choose another name");
        return Err(SuiteError::rule(file.display(), message));
    }
    Ok(())
}

/// Replaces the collection of a suite by these cases, each with a word on
/// where it comes from. `header` is put on top as a comment.
///
/// # Errors
/// If the file cannot be written; what stood there before then stays.
pub fn write_collection(
    root: &Root,
    suite: &SuiteName,
    header: &str,
    cases: &[(String, &Case)],
) -> Result<(), SuiteError> {
    let mut text = String::new();
    for line in header.lines() {
        let _ = writeln!(text, "# {line}");
    }
    for (from, case) in cases {
        let name = case.id.0.rsplit('/').next().unwrap_or(&case.id.0);
        let _ = write!(
            text,
            "\n[[case]]\nname = \"{name}\"\nfrom = \"{from}\"\nanswer = \"{}\"\n",
            case.answer
        );
        if let Some(depth) = case.outcome.depth() {
            let _ = writeln!(text, "depth = {depth}");
        }
        let _ = write!(text, "input = \"\"\"\n{}\"\"\"\n", case.input);
    }
    let file = file(suite.problem, &suite.suite);
    replace_file(&writable(root)?.join(&file), &text).map_err(SuiteError::io(&file))
}
