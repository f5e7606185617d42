//! Files that a search is resumed from: JSON, replaced whole.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use mousetrap_base::held::Held;
use mousetrap_base::regular_file::{self, MAX_REPORT};

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
    /// It is not ours to write now.
    #[error(
        "{file}: another run is writing this state; wait for its end, or choose another --state"
    )]
    Taken {
        /// The file.
        file: String,
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
    let text = match regular_file::read_text(file, MAX_REPORT) {
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

/// A state that one run writes, from before it reads what is there until its end.
#[derive(Debug)]
pub struct StateFile {
    file: PathBuf,
    held: Held,
}

impl StateFile {
    /// Claims it.
    ///
    /// # Errors
    /// If another run is writing it, or the file system says no.
    pub fn claim(file: &Path) -> Result<Self, StateError> {
        let held = Held::claim(file).map_err(|source| io(file, source))?;
        let file = file.to_owned();
        Ok(Self { file, held })
    }

    /// Writes a state beside its place and moves it there.
    ///
    /// # Errors
    /// If that fails; what stood there before then stays.
    pub fn write<S: Serialize>(&mut self, state: &S) -> Result<(), StateError> {
        let text = serde_json::to_string_pretty(state).expect("states are plain data") + "\n";
        let put = self.held.replace(&text);
        put.map_err(|source| io(&self.file, source))
    }
}

/// Writes a state once.
///
/// # Errors
/// As [`StateFile::claim`] and [`StateFile::write`].
pub fn write<S: Serialize>(file: &Path, state: &S) -> Result<(), StateError> {
    StateFile::claim(file)?.write(state)
}

fn io(file: &Path, source: std::io::Error) -> StateError {
    let file = file.display().to_string();
    match source.kind() {
        ErrorKind::ResourceBusy => StateError::Taken { file },
        _ => StateError::Io { file, source },
    }
}
