//! `mousetrap explain --format html`: cases to play on in a browser.

use std::fmt::Write;
use std::path::Path;
use std::slice;
use std::sync::atomic::AtomicBool;

use crate::cli::common;
use crate::cli::failure::Failure;
use crate::solve::case_file::shown;
use cat_and_mouse::explain::{self, Claim, Contradiction, Explanation};
use cat_and_mouse::{Game, Instance};
use mousetrap_board::{Exhibit, Opening, Page};
use mousetrap_judge::Generators;
use mousetrap_judge::config::Config;
use mousetrap_sandbox::Isolation;
use mousetrap_suite::ProjectSuites;

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

/// The page of whole suites.
pub(crate) fn gallery(
    config: &Config,
    suites: &[String],
    game: Option<Game>,
    isolation: Isolation,
) -> Result<String, Failure> {
    let interrupted = AtomicBool::new(false);
    let mut generators = Generators::new(config, isolation, &interrupted);
    let mut all = ProjectSuites::new(config, &mut generators);
    let games = game.map_or_else(|| Game::ALL.to_vec(), |game| vec![game]);
    let (mut exhibits, mut text) = (Vec::new(), String::new());
    for wanted in suites {
        for (game, _) in common::suites(config, &games, slice::from_ref(wanted))? {
            let suite = all.load(game, wanted).map_err(Failure::usage)?;
            for case in suite.cases {
                let meaning = case.instance.describe(case.outcome);
                let drawn = case.instance.draw();
                let _ = write!(text, "{game} {}\n{drawn}\n{meaning}\n\n", case.id);
                exhibits.push(Exhibit::new(Some(case.id.0), &case.instance));
            }
        }
    }
    Ok(Page::new(suites.join(", "), text, exhibits, Opening::Explanation).html())
}
