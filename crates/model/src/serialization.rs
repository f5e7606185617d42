//! Serialization of durations and paths in JSON. Durations are written as whole microseconds. The
//! name of each field contains the unit.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mousetrap_util::printable::escape_path;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Serializes a duration as a number of microseconds.
pub(crate) mod micros {
    use super::{Deserialize, Deserializer, Duration, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(time.as_micros() as u64)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_micros)
    }
}

/// Returns the text form of a path for a log or a report. Paths that are not UTF-8 are escaped.
pub fn path_text(path: &Path) -> String {
    path.to_str()
        .map_or_else(|| escape_path(path), str::to_owned)
}

/// Serializes a path as text; see [`path_text`].
pub(crate) fn serialize_path<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&path_text(path))
}

/// Serializes a list of paths as texts; see [`path_text`].
pub(crate) fn serialize_paths<S: Serializer>(paths: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(paths.iter().map(|path| path_text(path)))
}

/// Serializes an optional duration as a number of microseconds or null.
pub(crate) mod optional_micros {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer};

    #[expect(
        clippy::ref_option,
        reason = "serde calls this function with a reference"
    )]
    pub(crate) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_micros() as u64).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Duration>, D::Error> {
        let micros = Option::<u64>::deserialize(from)?;
        Ok(micros.map(Duration::from_micros))
    }
}
