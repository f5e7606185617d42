//! `mousetrap stress`: find an instance on which a submission fails, and make
//! it as simple as can be.

mod arguments;
mod display;
mod finding;
mod report;
mod search;
mod text;

use std::collections::BTreeMap;
use std::path::Path;

use cat_and_mouse::Game;
use mousetrap_judge::{FindOptions, Finder, Options};
use mousetrap_model::RefusedFile;

use crate::cli::common::{Global, game, interruption, note_fences};
use crate::cli::failure::{Failure, Status};
use crate::judge::outputs;
use report::StressReport;
use search::Stress;
use text::{stressed, table};

pub(crate) use arguments::Arguments;
#[cfg(feature = "mutants")]
pub(crate) use {arguments::duration, finding::keep, text::did};

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let (root, languages) = (&config.root, &config.languages);
    let problem = arguments.problem.map(Game::problem);
    let wanted = FindOptions::new(Game::problems(), problem, arguments.form);
    let interrupted = interruption()?;
    let found = Finder { languages, wanted }.find_each(root, &arguments.paths, &interrupted);
    let (submissions, refused) = (found.submissions, found.refused);
    note_fences(&submissions);
    let against = match &arguments.against {
        Some(path) => mousetrap_judge::find(root, std::slice::from_ref(path), languages, wanted)
            .map_err(Failure::usage)?,
        None => Vec::new(),
    };
    if let [_, _, ..] = against.as_slice() {
        return Err(Failure::usage("--against takes one source file"));
    }
    if submissions.is_empty() && refused.is_empty() {
        return Err(Failure::usage("there is no submission to try here"));
    }
    if let Some(path) = &arguments.output {
        outputs::may_write(path, is_own)?;
    }
    let stress = Stress {
        global,
        arguments,
        config: &config,
        against: against.first(),
        options: Options::of(&config).isolated(arguments.isolation),
        interrupted,
    };
    let mut stored = BTreeMap::new();
    for submission in &submissions {
        let game = game(submission)?;
        stress.families(game)?;
        if !stored.contains_key(game.id()) {
            stored.insert(game.id().to_owned(), stress.stored(game)?);
        }
    }
    let mut report = StressReport {
        format: StressReport::FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: arguments.seed,
        time_us: arguments.time.as_micros() as u64,
        ..StressReport::default()
    };
    for refused in &refused {
        Failure::usage(refused).complain();
    }
    report.refused = refused;
    for (place, submission) in submissions.iter().enumerate() {
        match stress.one(submission, &stored) {
            Ok(end) => {
                stress.print(submission, &end)?;
                if !end.interrupted {
                    report.stressed.push(stressed(submission, place, &end));
                }
            }
            // A failure of the judge would fail every other submission, too.
            Err(failure @ Failure::Internal(_)) => return Err(failure),
            Err(failure) => {
                report.refused.push(RefusedFile {
                    path: submission.path.clone(),
                    reason: format!("{:#}", failure.error()).into(),
                });
                failure.complain();
            }
        }
        if stress.stopped() {
            report.interrupted = true;
            break;
        }
    }
    if let Some(path) = &arguments.output {
        outputs::write(path, &text(&report, path))?;
    }
    Ok(if report.interrupted {
        Status::Interrupted
    } else if report.refused.is_empty() {
        Status::expected_if(report.stressed.iter().all(|one| one.found.is_none()))
    } else {
        Status::Usage
    })
}

/// Returns whether a text is a report of this command.
fn is_own(text: &str) -> bool {
    text.starts_with(text::HEADING) || serde_json::from_str::<StressReport>(text).is_ok()
}

/// Returns whether a report with this name is JSON.
pub(crate) fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

fn text(report: &StressReport, path: &Path) -> String {
    if is_json(path) {
        report.to_json()
    } else {
        table(report)
    }
}
