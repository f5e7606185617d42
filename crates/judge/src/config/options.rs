//! The `[judge]` table of `judge.toml`.

use std::num::NonZeroUsize;
use std::time::Duration;

use serde::Deserialize;

use mousetrap_util::Bytes;

/// The `[judge]` table.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct JudgeOptions {
    /// Number of worker threads; `None` means one per core.
    pub jobs: Option<NonZeroUsize>,
    /// Maximum size of the caches.
    pub cache: Bytes,
    /// Whether accepted submissions are run again with sanitizers, if their language has
    /// any.
    pub sanitizers: bool,
    /// Maximum idle wall time of a submission on all cases together, without 100 ms for
    /// each run. The submission gets its verdict at the first case beyond this time.
    #[serde(deserialize_with = "mousetrap_util::time")]
    pub sleep_budget: Duration,
}

impl Default for JudgeOptions {
    fn default() -> Self {
        Self {
            jobs: None,
            cache: Bytes::mib(2048),
            sanitizers: true,
            sleep_budget: Duration::from_mins(5),
        }
    }
}
