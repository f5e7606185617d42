//! Detection of a submission's problem and expected verdict from its path.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::submissions::files::refused_file;
use crate::submissions::submission::SOLUTIONS_DIR;
use mousetrap_model::{Problem, RefusedFile, Verdict};
use mousetrap_problems::definition::PROBLEMS_DIRECTORY as PROBLEMS;
use mousetrap_util::toml_file::suggest_known_name;

/// Detects from its path which problem a file solves. Uses the last path component that is a
/// problem id, ignoring a file extension, or that contains the number of exactly one problem.
pub(super) fn problem_of_path<'a>(
    path: &Path,
    problems: &'a [Arc<Problem>],
) -> Option<&'a Problem> {
    path.components().rev().find_map(|name| {
        let name = name.as_os_str().to_string_lossy();
        let by_id = |id: &str| problems.iter().find(|problem| problem.id == id);
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        if let Some(problem) = by_id(stem) {
            return Some(&**problem);
        }
        let mut named = name.split(|c: char| !c.is_ascii_digit()).filter_map(by_id);
        let problem = named.next()?;
        named
            .all(|other| other.id == problem.id)
            .then_some(&**problem)
    })
}

/// The problem and the expected verdict of a solution, according to its path in the project.
pub(super) struct SolutionPathHints<'a> {
    pub problem: &'a Problem,
    pub expected: Verdict,
}

/// Reads the problem and the expected verdict from a path in a project:
/// `solutions/<problem>/<expected>/…` or `problems/<problem>/solutions/<expected>/…`. Returns
/// `None` for a file elsewhere.
pub(super) fn solution_path_hints<'a>(
    project: &Path,
    file: &Path,
    problems: &'a [Arc<Problem>],
) -> Result<Option<SolutionPathHints<'a>>, RefusedFile> {
    let (Ok(project), Ok(absolute)) = (fs::canonicalize(project), fs::canonicalize(file)) else {
        return Ok(None);
    };
    let Ok(inside) = absolute.strip_prefix(&project) else {
        return Ok(None);
    };
    let names: Vec<_> = inside.iter().map(OsStr::to_string_lossy).collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let misplaced = |directory: String| {
        let rule = format!("a solution must be in {directory}/<expected verdict>/");
        refused_file(file, rule)
    };
    let (problem, expected) = match names.as_slice() {
        [SOLUTIONS_DIR, problem, expected, _, ..]
        | [PROBLEMS, problem, SOLUTIONS_DIR, expected, _, ..] => (problem, expected),
        [SOLUTIONS_DIR, ..] => return Err(misplaced(format!("{SOLUTIONS_DIR}/<problem>"))),
        [PROBLEMS, problem, SOLUTIONS_DIR, ..] => {
            return Err(misplaced(format!("{PROBLEMS}/{problem}/{SOLUTIONS_DIR}")));
        }
        _ => return Ok(None),
    };
    let unknown = |what: &str, name: &str, known: &[&str]| {
        let remedy = suggest_known_name(name, known);
        refused_file(file, format!("unknown {what} \"{name}\"; {remedy}"))
    };
    let ids: Vec<&str> = problems.iter().map(|problem| &*problem.id).collect();
    let known = problems.iter().find(|known| known.id == *problem);
    if known.is_none() && project.join(PROBLEMS).join(problem).is_dir() {
        let rule =
            format!("problem \"{problem}\" cannot be used until its definition is corrected");
        return Err(refused_file(file, rule));
    }
    let directories = Verdict::ALL.map(Verdict::directory);
    let verdict = Verdict::from_directory_name(expected);
    Ok(Some(SolutionPathHints {
        problem: known.ok_or_else(|| unknown("problem", problem, &ids))?,
        expected: verdict.ok_or_else(|| unknown("verdict", expected, &directories))?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::Game;

    #[test]
    fn path_with_a_problem_number_identifies_the_problem() {
        for (path, problem) in [
            ("class/anna/913.py", Some("913")),
            ("class.zip/anna/p1728_final.cpp", Some("1728")),
            ("class/anna/problem-913/main.py", Some("913")),
            ("1728/anna/913/main.py", Some("913")),
            ("1728/anna/main.py", Some("1728")),
            ("1728/913-and-1728/main.py", Some("1728")),
            ("anna/913-and-1728.py", None),
            ("anna/19130.py", None),
            ("anna/main.py", None),
        ] {
            let found = problem_of_path(Path::new(path), Game::problems());
            let found = found.map(|problem| problem.id.as_str());
            assert_eq!(found, problem, "{path}");
        }
    }
}
