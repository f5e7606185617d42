//! Web pages that show a case, for `explain` and `play`.

use std::path::Path;

use crate::solve::case_file::display_path;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{self, Claim, Explanation};
use mousetrap_board::{CaseData, InitialView, Page};

/// Maximum number of plies for which a game is shown move by move if scripts are disabled.
const MAX_SHOWN_PLIES: usize = 200;

/// Returns the HTML of a page that explains the case in a file, given its explanation and the
/// answers of a submission. Without an explanation, the user plays the case against a perfect
/// opponent.
pub(super) fn case_page(
    file: &Path,
    instance: &Instance,
    explained: Option<(&Explanation, &[Claim])>,
) -> String {
    // A case from standard input has no name.
    let name = (file.as_os_str() != "-").then(|| display_path(file));
    let problem = instance.game().problem();
    let title = name.clone().unwrap_or_else(|| problem.title.clone());
    let data = CaseData::new(name, instance);
    let drawing = instance.draw();
    let Some((explanation, claims)) = explained else {
        return Page::new(title, drawing, Some(data), InitialView::Game).html();
    };
    let text = if explanation.moves.len() > MAX_SHOWN_PLIES {
        format!("{drawing}\n{}\n", instance.describe(explanation.outcome))
    } else {
        explain::render(instance, explanation, claims, 80)
    };
    let data = data.with_claims(explanation, claims);
    Page::new(title, text, Some(data), InitialView::Explanation).html()
}
