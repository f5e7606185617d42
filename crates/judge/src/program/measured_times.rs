//! A cache of times that are measured at most once a day on each machine.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use crate::JudgeError;
use crate::program::cache_limits::STARTUP_TIMES_DIRECTORY;
use mousetrap_util::cache_dir;
use mousetrap_util::replace::replace_file;

/// Maximum age of a measured time. Older times are measured again, because a machine's speed can
/// change.
const MAX_MEASUREMENT_AGE: Duration = Duration::from_hours(24);

/// The times that this process has measured or read from files, keyed by digest. `None` stands for
/// a time that cannot be measured. These times do not expire while the process runs.
#[derive(Debug, Default)]
pub(crate) struct MeasuredTimes {
    known: Mutex<BTreeMap<String, Option<Duration>>>,
}

impl MeasuredTimes {
    /// Returns the cached time whose key is `name`, a digest of everything that affects the time.
    /// If no time is cached, calls `measure`. Two measurements never run at the same time, because
    /// they would slow each other down. Returns `None` if the time cannot be measured. If the user
    /// interrupted the measurement, the next call measures again.
    pub(crate) fn get_or_measure(
        &self,
        name: String,
        interrupted: &AtomicBool,
        measure: impl FnOnce() -> Result<Option<Duration>, JudgeError>,
    ) -> Result<Option<Duration>, JudgeError> {
        let mut known = self.known.lock();
        if let Some(time) = known.get(&name) {
            return Ok(*time);
        }
        let file = cache_dir::path().join(STARTUP_TIMES_DIRECTORY).join(&name);
        let stored = cache_dir::read_if_recent(&file, 100, MAX_MEASUREMENT_AGE);
        let stored = stored.and_then(|text| text.trim().parse().ok());
        let time = match stored {
            Some(micros) => Some(Duration::from_micros(micros)),
            None => measure()?,
        };
        if let (Some(time), None) = (time, stored) {
            // Errors are ignored: at worst, the next judge measures again.
            let _ = file.parent().map(fs::create_dir_all);
            let _ = replace_file(&file, time.as_micros().to_string());
        }
        if time.is_some() || !interrupted.load(Ordering::Relaxed) {
            known.insert(name, time);
        }
        Ok(time)
    }
}
