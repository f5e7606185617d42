//! Web pages that show a case, for `explain` and `play`.

use std::path::Path;

use crate::solve::case_file::display_path;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{self, Claim, Explanation};
use mousetrap_board::{CaseData, InitialView, Page};

/// Maximum number of plies for which a game is shown move by move if scripts are disabled.
const MAX_SHOWN_PLIES: usize = 200;

/// Returns a page on which the user plays this case against a perfect opponent.
pub(super) fn play_page(file: &Path, instance: &Instance) -> String {
    let name = case_name(file);
    let case_data = CaseData::new(name.clone(), instance);
    case_page(
        name,
        instance,
        (instance.draw(), case_data),
        InitialView::Game,
    )
}

/// Returns a page that explains this case.
pub(super) fn explanation_page(
    file: &Path,
    instance: &Instance,
    explanation: &Explanation,
    claims: &[Claim],
) -> String {
    let text = if explanation.moves.len() > MAX_SHOWN_PLIES {
        format!(
            "{}\n{}\n",
            instance.draw(),
            instance.describe(explanation.outcome)
        )
    } else {
        explain::render(instance, explanation, claims, 80)
    };
    let name = case_name(file);
    let case_data = CaseData::new(name.clone(), instance).with_claims(explanation, claims);
    case_page(name, instance, (text, case_data), InitialView::Explanation)
}

/// Returns the name of a case for the page, or `None` if the case comes from standard input.
fn case_name(file: &Path) -> Option<String> {
    (file.as_os_str() != "-").then(|| display_path(file))
}

/// Returns the HTML of a page with one case.
fn case_page(
    name: Option<String>,
    instance: &Instance,
    (text, case_data): (String, CaseData),
    view: InitialView,
) -> String {
    let title = name.unwrap_or_else(|| instance.game().problem().title.clone());
    Page::new(title, text, Some(case_data), view).html()
}
