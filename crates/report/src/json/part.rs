//! What a report says of itself where it is a part of one.

use std::collections::BTreeMap;
use std::path::Path;

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

/// Takes in a report as a part, if it is one that has ended.
pub(super) fn add<T>(
    parts: &mut Parts<T>,
    path: &Path,
    part: Option<JsonPart>,
    interrupted: bool,
    report: T,
) -> Result<(), PartsError> {
    let Some(JsonPart { shard, conditions }) = part else {
        let path = path.to_owned();
        let what = "the report";
        return Err(PartsError::Whole { path, what });
    };
    if interrupted {
        let path = path.to_owned();
        let go_on = "run the same command again";
        return Err(PartsError::Unended { path, shard, go_on });
    }
    parts.add(path, shard, conditions, report)
}
