//! What a report says of itself where it is a part of one.

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use mousetrap_util::{Parts, PartsError, Shard};

/// Which part a report is, and what must be the same in all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonPart {
    /// `K/N`: which of how many.
    #[schemars(with = "String")]
    pub shard: Shard,
    /// What decides results beside it, by name.
    pub conditions: BTreeMap<String, String>,
}

/// Puts together the reports of parts that have ended, each with its file; `part` takes
/// the part out of one, and says whether it was interrupted.
pub(super) fn whole<T>(
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
