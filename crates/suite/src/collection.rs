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
//! variants = ["turned"]    # optional, the same asked again in other forms
//! record = "hunted"        # optional, nothing longer of its size is known
//! ```
//!
//! This is the only place that reads and writes such a case. A field that is new
//! to [`Entry`], [`Case`] or [`Limits`] does not compile here until it is read and
//! written.

use std::fmt;
use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use super::case::{Case, Record};
use super::draw::with_max_plies;
use super::error::{SuiteError, VariantError};
use super::files::{collection_file, recipe_of};
use crate::generate::Recipe;
use cat_and_mouse::variant::Variant;
use cat_and_mouse::{Game, Instance};
use mousetrap_base::file_name::is_portable_name;
use mousetrap_base::root::Root;
use mousetrap_base::toml_file::{self, TomlError, error_at};
use mousetrap_model::CaseId;
use mousetrap_model::{LimitOverrides, Limits};

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
    problem: Game,
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
        cases.extend(entry.read(text, rules, &cases)?);
    }
    Ok(cases)
}

/// What a suite says of all its cases.
pub(super) struct Rules<'a> {
    pub(super) problem: Game,
    pub(super) suite: &'a str,
    pub(super) recipe: &'a Recipe,
    /// What a case may use that says nothing else.
    pub(super) limits: Limits,
    /// The collection, for messages.
    pub(super) file: PathBuf,
}

/// A case with what it says for itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    name: Spanned<String>,
    input: Spanned<String>,
    answer: Option<Spanned<String>>,
    depth: Option<Spanned<u32>>,
    #[serde(default)]
    from: String,
    #[serde(alias = "max_moves")]
    max_plies: Option<Spanned<u32>>,
    #[serde(default)]
    limits: LimitOverrides,
    record: Option<Record>,
    #[serde(default)]
    variants: Vec<Spanned<Variant>>,
}

impl Entry {
    /// A case as it is to be written, with the variants that go with it.
    ///
    /// # Errors
    /// If it breaks a rule of the suite.
    pub(super) fn of(
        name: &str,
        from: &str,
        case: &Case,
        variants: impl IntoIterator<Item = Variant>,
        rules: &Rules<'_>,
    ) -> Result<Self, SuiteError> {
        let Case {
            id,
            instance,
            input,
            outcome,
            answer,
            limits,
            record,
            variant: _,
        } = case;
        let usual = rules.instance(input).map_err(|error| {
            let Rules { problem, suite, .. } = rules;
            let message = format!(
                "cannot be in suite {}/{suite}: {error}; if it is larger than on the problem's \
                 page, make a recipe generators/{}/{suite}.toml with `extended = true`",
                problem.id(),
                problem.id()
            );
            SuiteError::rule(id, message)
        })?;
        let max_plies = instance.max_plies();
        Ok(Self {
            name: unplaced(name.to_owned()),
            input: unplaced(input.clone()),
            answer: Some(unplaced((*answer).to_owned())),
            depth: outcome.depth().map(|depth| unplaced(depth.0)),
            from: from.to_owned(),
            max_plies: max_plies
                .filter(|_| max_plies != usual.max_plies())
                .map(unplaced),
            limits: limits.beyond(rules.limits),
            record: *record,
            variants: variants.into_iter().map(unplaced).collect(),
        })
    }

    /// The case of an entry in `text` and its variants, and where they come from.
    ///
    /// # Errors
    /// Names the line, the rule and the remedy.
    pub(super) fn read(
        self,
        text: &str,
        rules: &Rules<'_>,
        earlier: &[(String, Case)],
    ) -> Result<Vec<(String, Case)>, TomlError> {
        let Self {
            name,
            input,
            answer,
            depth,
            from,
            max_plies,
            limits,
            record,
            variants,
        } = self;
        let at = |offset: usize, message: String| error_at(&rules.file, text, offset, message);
        let place = name.span().start;
        let name = name.into_inner();
        if !is_portable_name(&name) {
            let message = format!(
                "name \"{name}\" is not made of lower-case letters, digits, \"-\" and \"_\""
            );
            return Err(at(place, message));
        }
        let id = CaseId(format!("{}/{name}", rules.suite));
        let mut instance = rules
            .instance(input.get_ref())
            .map_err(|error| at(input.span().start, format!("input, {error}")))?;
        if let Some(max_plies) = max_plies {
            let plies = *max_plies.get_ref();
            let limited = (plies > 0)
                .then(|| instance.with_max_plies(plies))
                .flatten();
            instance = limited.ok_or_else(|| {
                let message = format!(
                    "max_plies = {plies} is not a move limit of problem {}; remove it, or use at \
                     least 1 for a board",
                    rules.problem.id()
                );
                at(max_plies.span().start, message)
            })?;
        }
        let mut case = Case::solved(id, instance, rules.limits.with(&limits));
        case.record = record;
        if let Some(answer) = answer.filter(|answer| answer.get_ref() != case.answer) {
            let message = format!(
                "answer is {}, but the reference solver finds {}; check the case",
                answer.get_ref(),
                case.answer
            );
            return Err(at(answer.span().start, message));
        }
        let found = case.outcome.depth().map(|depth| depth.0);
        if let Some(depth) = depth.filter(|depth| Some(*depth.get_ref()) != found) {
            let message = format!(
                "depth is {}, but the reference solver finds {}; check the case",
                depth.get_ref(),
                found.map_or("none".to_owned(), |found| found.to_string())
            );
            return Err(at(depth.span().start, message));
        }
        let mut cases = vec![case];
        for variant in variants {
            let place = variant.span().start;
            let varied = varied(&cases, variant.into_inner())
                .map_err(|error| at(place, error.to_string()))?;
            cases.push(varied);
        }
        let taken = |case: &&Case| earlier.iter().any(|(_, other)| other.id == case.id);
        if let Some(case) = cases.iter().find(taken) {
            let message = format!("a second case \"{}\"; rename one of them", case.id.name());
            return Err(at(place, message));
        }
        Ok(cases.into_iter().map(|case| (from.clone(), case)).collect())
    }
}

/// A variant of the first of these cases, the others of which are variants of it
/// too.
pub(super) fn varied(cases: &[Case], variant: Variant) -> Result<Case, VariantError> {
    let problem = cases[0].instance.game();
    let varied = cases[0]
        .varied(variant)
        .ok_or(VariantError::Unknown { variant, problem })?;
    match cases.iter().find(|case| case.input == varied.input) {
        Some(same) => {
            let same = same.id.clone();
            Err(VariantError::Same { variant, same })
        }
        None => Ok(varied),
    }
}

impl fmt::Display for Entry {
    /// As the file has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            input,
            answer,
            depth,
            from,
            max_plies,
            limits,
            record,
            variants,
        } = self;
        writeln!(f, "[[case]]\nname = \"{}\"", name.get_ref())?;
        if !from.is_empty() {
            writeln!(f, "from = {}", toml::Value::from(from.as_str()))?;
        }
        if let Some(answer) = answer {
            writeln!(f, "answer = \"{}\"", answer.get_ref())?;
        }
        if let Some(depth) = depth {
            writeln!(f, "depth = {}", depth.get_ref())?;
        }
        if let Some(max_plies) = max_plies {
            writeln!(f, "max_plies = {}", max_plies.get_ref())?;
        }
        if *limits != LimitOverrides::default() {
            writeln!(f, "limits = {limits}")?;
        }
        if let Some(record) = record {
            writeln!(f, "record = \"{record}\"")?;
        }
        if !variants.is_empty() {
            let names: Vec<String> = variants
                .iter()
                .map(|v| format!("\"{}\"", v.get_ref()))
                .collect();
            writeln!(f, "variants = [{}]", names.join(", "))?;
        }
        write!(f, "input = \"\"\"\n{}\"\"\"\n", input.get_ref())
    }
}

impl<'a> Rules<'a> {
    /// Those of a suite with this recipe in a project of these limits.
    pub(super) fn new(problem: Game, suite: &'a str, recipe: &'a Recipe, defaults: Limits) -> Self {
        Self {
            problem,
            suite,
            recipe,
            limits: defaults.with(&recipe.limits),
            file: collection_file(problem, suite),
        }
    }

    /// The instance of this text in the suite.
    fn instance(&self, input: &str) -> Result<Instance, SuiteError> {
        let instance = self.problem.parse(input, self.recipe.bounds)?;
        with_max_plies(instance, self.recipe, &self.file)
    }
}

/// A value that was not read anywhere.
fn unplaced<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}
