//! Files that a search is resumed from: JSON, replaced whole.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use mousetrap_base::replace::replace_file;

/// Why a state cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file system says no.
    #[error("{file}: {source}; choose another file or make room")]
    Io {
        /// The file.
        file: String,
        /// What happened.
        source: std::io::Error,
    },
    /// It is not the state of such a search.
    #[error(
        "{file}: {source}; this is not a state of such a search; delete it or choose another file"
    )]
    Content {
        /// The file.
        file: String,
        /// Where and what.
        source: serde_json::Error,
    },
}

/// Reads a state; none if there is no such file.
///
/// # Errors
/// If the file cannot be read or holds something else.
pub fn read<S: DeserializeOwned>(file: &Path) -> Result<Option<S>, StateError> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(io(file, source)),
    };
    let content = |source| StateError::Content {
        file: file.display().to_string(),
        source,
    };
    serde_json::from_str(&text).map(Some).map_err(content)
}

/// Writes a state beside its place and moves it there.
///
/// # Errors
/// If that fails; what stood there before then stays.
pub fn write<S: Serialize>(file: &Path, state: &S) -> Result<(), StateError> {
    let text = serde_json::to_string_pretty(state).expect("states are plain data");
    replace_file(file, &(text + "\n")).map_err(|source| io(file, source))
}

fn io(file: &Path, source: std::io::Error) -> StateError {
    StateError::Io {
        file: file.display().to_string(),
        source,
    }
}
