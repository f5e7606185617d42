//! How values without a form of their own in JSON are written. Times are whole
//! microseconds and sizes are bytes; the field's name has the unit.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use mousetrap_util::Bytes;
use mousetrap_util::printable::named;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A duration in microseconds.
pub(crate) mod micros {
    use super::{Deserialize, Deserializer, Duration, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(time.as_micros() as u64)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_micros)
    }
}

/// A size in bytes.
pub(crate) mod bytes {
    use super::{Bytes, Deserialize, Deserializer, Serializer};

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(crate) fn serialize<S: Serializer>(size: &Bytes, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(size.0)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Bytes, D::Error> {
        u64::deserialize(from).map(Bytes)
    }
}

/// The text of a path in a log or a report. It is escaped if it is not UTF-8.
pub fn path_text(path: &Path) -> String {
    path.to_str().map_or_else(|| named(path), str::to_owned)
}

/// A path as text, or as an array of bytes if it is not UTF-8.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum PathForm {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<&Path> for PathForm {
    fn from(path: &Path) -> Self {
        path.to_str().map_or_else(
            || Self::Bytes(path.as_os_str().as_bytes().to_vec()),
            |text| Self::Text(text.to_owned()),
        )
    }
}

impl From<PathForm> for PathBuf {
    fn from(form: PathForm) -> Self {
        match form {
            PathForm::Text(text) => text.into(),
            PathForm::Bytes(bytes) => OsString::from_vec(bytes).into(),
        }
    }
}

/// A path as text, or as an array of bytes if it is not UTF-8.
pub(crate) mod path {
    use super::{Deserialize, Deserializer, Path, PathBuf, PathForm, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
        PathForm::from(path).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
        PathForm::deserialize(from).map(PathBuf::from)
    }
}

/// Paths in the form of [`path`].
pub(crate) mod paths {
    use super::{Deserialize, Deserializer, PathBuf, PathForm, Serializer};

    pub(crate) fn serialize<S: Serializer>(paths: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(paths.iter().map(|path| PathForm::from(path.as_path())))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<PathBuf>, D::Error> {
        let paths = Vec::<PathForm>::deserialize(from)?;
        Ok(paths.into_iter().map(PathBuf::from).collect())
    }
}

/// A duration in microseconds that may be absent.
pub(crate) mod optional_micros {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "serde passes a reference")]
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
