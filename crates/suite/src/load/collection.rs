//! Collections: many cases in one file, `cases/<problem>/<suite>.toml`.
//!
//! ```toml
//! [[case]]
//! name = "win-79"
//! from = "hunt, seed 5"    # optional, the case's origin
//! answer = "true"          # optional, must agree with the reference solver
//! depth = 79               # optional, must agree with the reference solver
//! max_plies = 80           # optional, the move limit of this case
//! input = """
//! 1 3 1 1
//! MFC
//! """
//! limits = { cpu = "5s" }  # optional
//! variants = ["turned"]    # optional, variants of this case to add
//! record = "hunted"        # optional, evidence that this is the longest win
//! ```
//!
//! `write/collection.rs` writes this format, and a test reads its output back.

use std::num::NonZeroU32;

use serde::Deserialize;
use toml::Spanned;

use crate::case::{GameCase, LongestWinEvidence};
use crate::error::SuiteError;
use crate::recipe::{Recipe, no_move_limit_message};
use cat_and_mouse::Instance;
use cat_and_mouse::variant::Variant;
use mousetrap_model::{CaseId, LimitOverrides};
use mousetrap_util::Choice as _;
use mousetrap_util::file_name::is_portable_name;
use mousetrap_util::toml_file::{self, TomlError, error_at};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCollection {
    #[serde(default)]
    case: Vec<CollectionEntry>,
}

/// Parses the text of a collection.
pub(crate) fn parse_collection(text: &str, recipe: &Recipe) -> Result<Vec<GameCase>, SuiteError> {
    let collection: RawCollection = toml_file::parse(&recipe.suite.collection_file(), text)?;
    let mut cases = Vec::new();
    for entry in collection.case {
        cases.extend(entry.read(text, recipe, &cases)?);
    }
    Ok(cases)
}

/// An entry of a collection: a case with its optional keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CollectionEntry {
    name: Spanned<String>,
    input: Spanned<String>,
    answer: Option<Spanned<String>>,
    depth: Option<Spanned<u32>>,
    #[serde(default)]
    #[expect(dead_code, reason = "the case's origin is a note for people")]
    from: String,
    max_plies: Option<Spanned<NonZeroU32>>,
    #[serde(default)]
    limits: LimitOverrides,
    record: Option<LongestWinEvidence>,
    #[serde(default)]
    variants: Vec<Spanned<Variant>>,
}

impl CollectionEntry {
    /// Returns the entry's case and its variants. `text` is the text of the collection.
    ///
    /// # Errors
    /// Returns the line, the broken rule and a way to fix the mistake.
    fn read(
        self,
        text: &str,
        recipe: &Recipe,
        earlier: &[GameCase],
    ) -> Result<Vec<GameCase>, TomlError> {
        let file = recipe.suite.collection_file();
        let at = |offset: usize, message: String| error_at(&file, text, offset, message);
        let place = self.name.span().start;
        let name = self.name.into_inner();
        if !is_portable_name(&name) {
            let message = format!(
                "invalid name \"{name}\"; use only lower-case letters, digits, \"-\" and \"_\""
            );
            return Err(at(place, message));
        }
        let id = CaseId(format!("{}/{name}", recipe.suite.suite));
        let mut instance = read_instance(recipe, self.input.get_ref())
            .map_err(|error| at(self.input.span().start, format!("input, {error}")))?;
        if let Some(max_plies) = self.max_plies {
            let limited = instance.with_max_plies(max_plies.get_ref().get());
            instance = limited.ok_or_else(|| {
                at(
                    max_plies.span().start,
                    no_move_limit_message(recipe.suite.game),
                )
            })?;
        }
        let mut case =
            GameCase::from_instance(id, instance, recipe.limits.with_overrides(&self.limits));
        case.record = self.record;
        if let Some(answer) = self.answer.filter(|answer| answer.get_ref() != case.answer) {
            let message = format!(
                "the answer is {}, but the reference solver finds {}; check the case",
                answer.get_ref(),
                case.answer
            );
            return Err(at(answer.span().start, message));
        }
        let found = case.outcome.depth().map(|depth| depth.0);
        if let Some(depth) = self.depth.filter(|depth| Some(*depth.get_ref()) != found) {
            let message = format!(
                "the depth is {}, but the reference solver finds {}; check the case",
                depth.get_ref(),
                found.map_or("none".to_owned(), |found| found.to_string())
            );
            return Err(at(depth.span().start, message));
        }
        let mut cases = vec![case];
        for variant in self.variants {
            let (place, variant) = (variant.span().start, variant.into_inner());
            let varied = cases[0].to_variant(variant).ok_or_else(|| {
                let game = recipe.suite.game;
                let names = Variant::for_game(game).iter().map(|it| it.name());
                let names = names.collect::<Vec<_>>().join(", ");
                let rule = format!("is not a variant of problem {game}; its variants are: {names}");
                at(place, format!("\"{variant}\" {rule}"))
            })?;
            if let Some(same) = cases.iter().find(|case| case.input == varied.input) {
                let same = &same.id;
                let rule = format!("has exactly the same text as {same}; remove the variant");
                return Err(at(place, format!("variant \"{variant}\" {rule}")));
            }
            cases.push(varied);
        }
        let taken = |case: &&GameCase| earlier.iter().any(|other| other.id == case.id);
        if let Some(case) = cases.iter().find(taken) {
            let message = format!("two cases are named \"{}\"; rename one", case.id.name());
            return Err(at(place, message));
        }
        Ok(cases)
    }
}

/// Parses an instance, checks its size against the recipe's bounds, and sets the recipe's move
/// limit.
pub(crate) fn read_instance(recipe: &Recipe, input: &str) -> Result<Instance, SuiteError> {
    let instance = recipe.suite.game.parse(input, recipe.bounds)?;
    recipe.with_move_limit(instance, &recipe.suite.collection_file())
}
