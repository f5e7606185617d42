//! The JSON report of `mousetrap stress`, described in `docs/setter-json.md`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use mousetrap_model::RefusedFile;
use mousetrap_util::{Parts, PartsError, Shard};

/// Some submissions, each with an instance on which it fails.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StressReport {
    /// Version of this format.
    pub format: u32,
    /// Version of Mousetrap.
    pub version: String,
    /// What chose the instances.
    pub seed: u64,
    /// How long each submission was tried, in microseconds.
    pub time_us: u64,
    /// Which part of a run this is; null for all of it.
    pub part: Option<JsonPart>,
    /// Whether the run was cut short or has not ended yet.
    pub interrupted: bool,
    /// The submissions that were tried.
    pub stressed: Vec<JsonStressed>,
    /// Files that cannot be tried.
    pub refused: Vec<RefusedFile>,
}

/// A submission that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonStressed {
    /// The file.
    pub path: String,
    /// The problem.
    pub problem: String,
    /// Where it stands among all that are to be tried, from 0.
    pub place: usize,
    /// Cases tried.
    pub cases: usize,
    /// The simplest instance on which it fails; null where none was found.
    pub found: Option<JsonFailure>,
}

/// An instance on which a submission fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonFailure {
    /// One JSON argument per line.
    pub leetcode: String,
    /// Cells of a board, nodes of a graph.
    pub size: usize,
    /// The ply of the forced end; null where there is none.
    pub depth: Option<u32>,
    /// The jury's reply.
    pub answer: String,
    /// What the submission did; for two, what each of them did.
    pub said: Vec<String>,
}

impl StressReport {
    /// The version of the format.
    pub const FORMAT: u32 = 1;

    /// Puts parts together, each with its file.
    ///
    /// # Errors
    /// Says why they do not belong together.
    pub fn merge(files: Vec<(PathBuf, Self)>) -> Result<Self, PartsError> {
        let split = |report: &mut Self| (report.part.take(), report.interrupted);
        let reports = merged(files, split)?;
        let mut whole = reports.reduce(|mut whole, part| {
            whole.stressed.extend(part.stressed);
            whole.refused.extend(part.refused);
            whole
        });
        if let Some(whole) = &mut whole {
            whole.stressed.sort_by_key(|one| one.place);
        }
        Ok(whole.unwrap_or_default())
    }

    /// The JSON text, ending in a newline.
    pub fn to_json(&self) -> String {
        super::pretty(self)
    }
}

/// Which part a report is, and what must be the same in all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonPart {
    /// `K/N`: which of how many.
    pub shard: Shard,
    /// Other conditions that decide results, keyed by name.
    pub conditions: BTreeMap<String, String>,
}

/// Puts together the reports of parts that have ended, each with its file; `part` takes
/// the part out of one, and says whether it was interrupted.
pub(super) fn merged<T>(
    files: Vec<(PathBuf, T)>,
    part: impl Fn(&mut T) -> (Option<JsonPart>, bool),
) -> Result<impl Iterator<Item = T>, PartsError> {
    let mut parts = Parts::default();
    for (path, mut report) in files {
        let (Some(JsonPart { shard, conditions }), interrupted) = part(&mut report) else {
            let what = "the report";
            return Err(PartsError::Whole { path, what });
        };
        if interrupted {
            let go_on = "run the same command again";
            return Err(PartsError::Unended { path, shard, go_on });
        }
        parts.add(&path, shard, conditions, report)?;
    }
    Ok(parts.whole()?.into_iter().map(|(_, report)| report))
}
