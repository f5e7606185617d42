//! Many cases in one file: `cases/<problem>/<suite>.toml`.
//!
//! ```toml
//! [[case]]
//! name = "win-79"
//! from = "hunt, seed 5"    # where it comes from, for people
//! answer = "true"          # optional, must agree with the reference
//! depth = 79               # likewise
//! max_plies = 80           # optional, the limit on plies for this case
//! input = """
//! 1 3 1 1
//! MFC
//! """
//! limits = { cpu = "5s" }  # optional
//! ```

use serde::Deserialize;

use super::case::Case;
use super::entry::{Entry, Rules};
use super::error::SuiteError;
use super::files::recipe_of;
use cat_and_mouse::problem::Problem;
use mousetrap_base::Limits;
use mousetrap_base::root::Root;
use mousetrap_base::toml_file;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Collection {
    #[serde(default)]
    case: Vec<Entry>,
}

/// The cases of a suite's collection, in its order, each with where it comes
/// from; none without the file.
///
/// # Errors
/// Names the file, the line, the rule and the remedy.
pub fn read_collection(
    root: &Root,
    problem: Problem,
    suite: &str,
    defaults: Limits,
) -> Result<Vec<(String, Case)>, SuiteError> {
    let recipe = recipe_of(root, problem, suite)?;
    let rules = Rules::new(problem, suite, &recipe, defaults);
    let file = &rules.file;
    let text = root.read_text(file).map_err(SuiteError::io(file))?;
    text.map_or_else(|| Ok(Vec::new()), |text| parse(&text, &rules))
}

/// The cases in the text of a collection.
pub(super) fn parse(text: &str, rules: &Rules<'_>) -> Result<Vec<(String, Case)>, SuiteError> {
    let collection: Collection = toml_file::parse(&rules.file, text)?;
    let mut cases: Vec<(String, Case)> = Vec::new();
    for entry in collection.case {
        let case = entry.read(text, rules, &cases)?;
        cases.push(case);
    }
    Ok(cases)
}
