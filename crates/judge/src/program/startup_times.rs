//! Measured start-up times, kept for the next judge.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::JudgeError;
use crate::program::cache_limits::STARTUP;
use mousetrap_util::cache_dir;
use mousetrap_util::replace::replace_file;

/// Times are measured again after this time, because machines change.
const MAX_AGE: Duration = Duration::from_hours(24);

/// The times that this process knows.
#[derive(Debug, Default)]
pub(crate) struct StartupTimes {
    known: Mutex<BTreeMap<String, Duration>>,
}

impl StartupTimes {
    /// Returns the time called `name`, a digest. Calls `measure` if it is unknown; no two
    /// times are measured at once, since that would disturb both. Returns `None` if it
    /// cannot be measured.
    pub(crate) fn get_or_measure(
        &self,
        name: String,
        measure: impl FnOnce() -> Result<Option<Duration>, JudgeError>,
    ) -> Result<Option<Duration>, JudgeError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let stored = known.get(&name).copied().or_else(|| read(&name));
        let time = match stored {
            Some(time) => time,
            None => match measure()? {
                Some(time) => time,
                None => return Ok(None),
            },
        };
        if stored.is_none() {
            store(&name, time);
        }
        known.insert(name, time);
        Ok(Some(time))
    }
}

fn file(name: &str) -> PathBuf {
    cache_dir::path().join(STARTUP).join(name)
}

/// Returns the stored time called `name`, a digest, unless it is too old.
pub(crate) fn read(name: &str) -> Option<Duration> {
    let text = cache_dir::read_recent(&file(name), 100, MAX_AGE)?;
    text.trim().parse().ok().map(Duration::from_micros)
}

/// Stores a measured time. A failure to do so is not an error: the next judge measures
/// again.
pub(crate) fn store(name: &str, time: Duration) {
    let file = file(name);
    let _ = file.parent().map(fs::create_dir_all);
    let _ = replace_file(&file, time.as_micros().to_string());
}
