//! What a report says of itself where it is a part of one.

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use mousetrap_base::{Parts, PartsError, Shard};

/// Which part a report is, and what must be the same in all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonPart {
    /// `K/N`: which of how many.
    #[schemars(with = "String")]
    #[serde(with = "as_text")]
    pub shard: Shard,
    /// What decides results beside it, by name.
    pub conditions: BTreeMap<String, String>,
}

mod as_text {
    use mousetrap_base::Shard;
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde hands over a reference"
    )]
    pub(super) fn serialize<S: Serializer>(shard: &Shard, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(shard)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Shard, D::Error> {
        String::deserialize(from)?
            .parse()
            .map_err(de::Error::custom)
    }
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
