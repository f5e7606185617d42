//! Web pages of a case, for `explain` and `play`.

use std::path::Path;

use crate::solve::case_file::shown;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{self, Claim, Explanation};
use mousetrap_board::{Exhibit, Opening, Page};

/// Plies up to which a page without scripts shows a game move by move.
const MAX_SHOWN_PLIES: usize = 200;

/// Returns the page on which the user plays this case against perfect play.
pub(super) fn game(file: &Path, instance: &Instance) -> String {
    let name = name(file);
    let exhibit = Exhibit::new(name.clone(), instance);
    page(name, instance, (instance.draw(), exhibit), Opening::Game)
}

/// Returns the page that explains this case.
pub(super) fn explanation(
    file: &Path,
    instance: &Instance,
    explanation: &Explanation,
    claims: &[Claim],
) -> String {
    let text = if explanation.steps.len() > MAX_SHOWN_PLIES {
        format!(
            "{}\n{}\n",
            instance.draw(),
            instance.describe(explanation.outcome)
        )
    } else {
        explain::text(instance, explanation, claims, 80)
    };
    let name = name(file);
    let exhibit = Exhibit::new(name.clone(), instance).with_claims(explanation, claims);
    page(name, instance, (text, exhibit), Opening::Explanation)
}

/// Returns the name of a case, unless it comes from standard input.
fn name(file: &Path) -> Option<String> {
    (file.as_os_str() != "-").then(|| shown(file))
}

/// Returns a page with one case on it.
fn page(
    name: Option<String>,
    instance: &Instance,
    (text, exhibit): (String, Exhibit),
    opening: Opening,
) -> String {
    let title = name.unwrap_or_else(|| instance.game().problem().title.clone());
    Page::new(title, text, Some(exhibit), opening).html()
}
