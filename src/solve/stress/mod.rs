//! `mousetrap stress`: find an instance on which a submission fails, and make
//! it as simple as can be.

mod arguments;
mod display;
mod finding;
mod search;
mod text;

use std::collections::BTreeMap;
use std::path::Path;

use cat_and_mouse::Game;
use mousetrap_judge::{FindOptions, Finder, Options};
use mousetrap_model::RefusedFile;
use mousetrap_report::{JsonPart, StressReport};
use mousetrap_util::Shard;
use mousetrap_util::printable::printable;

use crate::cli::common::{Global, game, interruption, note_fences};
use crate::cli::failure::{Failure, Status};
use crate::judge::outputs;
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
    let (submissions, mut refused) = (found.submissions, found.refused);
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
        require_json(arguments.shard, path)?;
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
    let mut numbered: Vec<_> = submissions.iter().enumerate().collect();
    if let Some(shard) = arguments.shard {
        let conditions = stress.conditions(&submissions, &stored);
        report.part = Some(JsonPart { shard, conditions });
        numbered.retain(|(_, submission)| shard.takes(&submission.source));
        if !shard.is_first() {
            // The first shard reports the files that cannot be tried.
            refused.clear();
        }
    }
    for refused in &refused {
        Failure::usage(refused).complain();
    }
    report.refused = refused;
    for (place, submission) in numbered {
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
    Ok(match status(&report) {
        _ if report.interrupted => Status::Interrupted,
        // The status is that of the merged report.
        Status::Unexpected if report.part.is_some() => Status::Expected,
        status => status,
    })
}

/// Returns whether a text is a report of this command.
pub(crate) fn is_own(text: &str) -> bool {
    text.starts_with(text::HEADING) || serde_json::from_str::<StressReport>(text).is_ok()
}

/// Returns whether a report with this name is JSON.
pub(crate) fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// Refuses to write a shard in another format than JSON, from which shards are merged.
pub(crate) fn require_json(shard: Option<Shard>, path: &Path) -> Result<(), Failure> {
    if shard.is_none() || is_json(path) {
        return Ok(());
    }
    Err(Failure::usage(
        "shards are merged from their JSON reports: name --output FILE.json",
    ))
}

fn text(report: &StressReport, path: &Path) -> String {
    if is_json(path) {
        report.to_json()
    } else {
        table(report)
    }
}

/// Writes or prints a merged report.
pub(crate) fn write(report: &StressReport, file: Option<&Path>) -> Result<Status, Failure> {
    match file {
        Some(file) => outputs::write(file, &text(report, file))?,
        // A part that is merged can be forged.
        None => out!("{}", printable(&table(report))),
    }
    Ok(status(report))
}

fn status(report: &StressReport) -> Status {
    if report.refused.is_empty() {
        Status::expected_if(report.stressed.iter().all(|one| one.found.is_none()))
    } else {
        Status::Usage
    }
}
