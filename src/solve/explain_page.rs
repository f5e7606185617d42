//! `mousetrap explain --format html`: a case to play on in a browser.

use std::path::Path;

use crate::solve::case_file::shown;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{self, Claim, Contradiction, Explanation};
use mousetrap_board::{Exhibit, Opening, Page};

/// Plies up to which a page without scripts tells a game move by move.
const TOLD: usize = 200;

/// The page of one case.
pub(crate) fn case(
    file: &Path,
    instance: &Instance,
    explanation: &Explanation,
    claims: &[Claim],
    contradiction: Option<&Contradiction>,
) -> String {
    let name = (file.as_os_str() != "-").then(|| shown(file));
    let text = if explanation.steps.len() > TOLD {
        format!(
            "{}\n{}\n",
            instance.draw(),
            instance.describe(explanation.outcome)
        )
    } else {
        explain::text(instance, explanation, claims, 80)
    };
    let title = name
        .clone()
        .unwrap_or_else(|| instance.game().problem().title.clone());
    let exhibit = Exhibit::new(name, instance).with_claims(explanation, claims, contradiction);
    Page::new(title, text, vec![exhibit], Opening::Explanation).html()
}
