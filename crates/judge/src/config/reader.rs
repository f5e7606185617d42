//! Validation of the suites and cases that `judge.toml` names, and of its `[points]` tables.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::CONFIG_FILE_NAME;
use mousetrap_model::Problem;
use mousetrap_model::points::{CaseSelector, PointGroup, PointScheme, Points, Scoring};
use mousetrap_util::file_name::is_portable_name;
use mousetrap_util::project::Project;
use mousetrap_util::toml_file::{self, TomlError, suggest_known_name};

/// Maximum length in bytes of a point group's name.
const MAX_GROUP_NAME_BYTES: usize = 40;

/// A table `[points.<problem>]` that has not been checked yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PointsTable {
    total: Option<Points>,
    groups: Vec<PointGroupTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointGroupTable {
    name: Spanned<String>,
    points: Spanned<Points>,
    #[serde(default)]
    scoring: Scoring,
    cases: Spanned<Vec<Spanned<String>>>,
}

/// The total points of a problem, unless its table sets another total.
const DEFAULT_TOTAL_POINTS: Points = Points::from_integer(100);

/// The problems and suites to which a `judge.toml` may refer.
#[derive(Clone, Copy)]
pub struct KnownSuites<'a> {
    /// All problems.
    pub problems: &'a [Arc<Problem>],
    /// Returns the names of a problem's suites in a directory tree. It may skip unreadable
    /// directories, because they are reported when the suites are loaded.
    pub suites: fn(&Project, &Problem) -> Vec<String>,
}

/// The text of a `judge.toml`, and the problems and suites to which its values may refer.
pub(super) struct Reader<'a> {
    pub root: &'a Project,
    pub name: &'a Path,
    pub text: &'a str,
    pub known: KnownSuites<'a>,
}

impl<'a> Reader<'a> {
    /// Returns an error with this message and the line number of `position` in the file.
    fn error(&self, position: Range<usize>, message: String) -> TomlError {
        toml_file::error_at(self.name, self.text, position.start, message)
    }

    /// Returns the problem with this id. If there is none, returns an error that cites the line of
    /// `position`.
    pub(super) fn problem(
        &self,
        id: &str,
        position: Range<usize>,
    ) -> Result<&'a Problem, TomlError> {
        let problems = self.known.problems;
        let known = problems.iter().find(|problem| problem.id == id);
        known.map(|problem| &**problem).ok_or_else(|| {
            let ids: Vec<&str> = problems.iter().map(|problem| &*problem.id).collect();
            let message = format!("unknown problem \"{id}\"; {}", suggest_known_name(id, &ids));
            self.error(position, message)
        })
    }

    /// Checks that the suites listed for a solution are suites of the solution's problem.
    pub(super) fn check_solution_suites(
        &self,
        path: &str,
        names: &Spanned<Vec<String>>,
        suites: &BTreeMap<String, Vec<String>>,
    ) -> Result<(), TomlError> {
        let id = path.split('/').next().unwrap_or_default();
        self.problem(id, names.span())?;
        let of_problem = suites.get(id).map_or(&[][..], Vec::as_slice);
        let listed = names.get_ref();
        let unknown = listed.iter().find(|name| !of_problem.contains(name));
        let message = match unknown {
            Some(name) => format!(
                "\"{name}\" is not among the suites of problem {id}: {}; correct it, or add it \
                 under [suites]",
                of_problem.join(", ")
            ),
            None if listed.is_empty() => {
                format!(
                    "{path} must list at least one suite of problem {id}: {}",
                    of_problem.join(", ")
                )
            }
            None => return Ok(()),
        };
        Err(self.error(names.span(), message))
    }

    /// Validates a problem's points table, and returns the point groups in it.
    pub(super) fn point_scheme(
        &self,
        problem: &Problem,
        written: Spanned<PointsTable>,
    ) -> Result<PointScheme, TomlError> {
        let position = written.span();
        let PointsTable { total, groups } = written.into_inner();
        let total = total.unwrap_or(DEFAULT_TOTAL_POINTS);
        // The built-in suites of the problem count, too.
        let roots = [self.root.clone(), self.root.built_in()].into_iter();
        let suites = roots.flat_map(|root| (self.known.suites)(&root, problem));
        let suites: BTreeSet<String> = suites.collect();
        let mut scheme = PointScheme {
            file: self.name.display().to_string(),
            groups: Vec::new(),
        };
        for group in groups {
            let group = self.validated_group(&group, problem, &suites, &scheme.groups)?;
            scheme.groups.push(group);
        }
        let sum: Points = scheme.groups.iter().map(|group| group.points).sum();
        if sum == total {
            return Ok(scheme);
        }
        let message = format!(
            "the groups of problem {problem} have {sum} points in total, but must have {total}; \
             change the points of a group, or set total = {sum}"
        );
        Err(self.error(position, message))
    }

    /// Checks a group of cases and its points. `earlier` contains the preceding groups of the same
    /// problem.
    fn validated_group(
        &self,
        written: &PointGroupTable,
        problem: &Problem,
        suites: &BTreeSet<String>,
        earlier: &[PointGroup],
    ) -> Result<PointGroup, TomlError> {
        let (name, points) = (written.name.get_ref(), *written.points.get_ref());
        let cases = written.cases.get_ref();
        let (position, message) = if !is_portable_name(name) || name.len() > MAX_GROUP_NAME_BYTES {
            let rule = format!(
                "name \"{name}\" must have 1 to {MAX_GROUP_NAME_BYTES} lower-case letters, digits, \
                 \"-\" and \"_\""
            );
            (written.name.span(), rule)
        } else if earlier.iter().any(|group| group.name == *name) {
            let rule = format!("there are two groups \"{name}\"; rename one of them");
            (written.name.span(), rule)
        } else if points == Points::ZERO {
            let rule = format!("group \"{name}\" must have more than 0 points");
            (written.points.span(), rule)
        } else if cases.is_empty() {
            let rule = format!("group \"{name}\" has no cases; list a suite, or SUITE/FAMILY");
            (written.cases.span(), rule)
        } else {
            let selectors = cases.iter().map(|case| {
                let at = self.error(case.span(), String::new());
                let selector = CaseSelector::new(case.get_ref().clone(), at.line);
                let suite = selector.suite();
                if suites.contains(suite) {
                    return Ok(selector);
                }
                let known: Vec<&str> = suites.iter().map(String::as_str).collect();
                let remedy = suggest_known_name(suite, &known);
                let message = format!("problem {problem} has no suite \"{suite}\"; {remedy}");
                Err(TomlError { message, ..at })
            });
            return Ok(PointGroup {
                name: name.clone(),
                points,
                scoring: written.scoring,
                cases: selectors.collect::<Result<_, _>>()?,
            });
        };
        Err(self.error(position, message))
    }
}

/// Returns the default points of a custom problem: 100 points, awarded in proportion to the number
/// of accepted cases.
pub(super) fn default_points(suites: &[&str]) -> PointScheme {
    let suites = suites.iter();
    let cases = suites.map(|suite| CaseSelector::new((*suite).to_owned(), 1));
    PointScheme {
        file: CONFIG_FILE_NAME.to_owned(),
        groups: vec![PointGroup {
            name: "cases".to_owned(),
            points: DEFAULT_TOTAL_POINTS,
            scoring: Scoring::Proportional,
            cases: cases.collect(),
        }],
    }
}
