//! The `[judge]` table of `judge.toml`.

use std::num::NonZeroUsize;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use mousetrap_util::Bytes;

/// The `[judge]` table.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct JudgeOptions {
    /// Number of worker threads; `None` means one per core.
    pub jobs: Option<NonZeroUsize>,
    /// Whether a process answers many cases.
    pub process: Process,
    /// Runs within this share of their limit are repeated; `0.0..=1.0`.
    #[serde(deserialize_with = "share")]
    pub borderline: f64,
    /// Which spellings of booleans the checker accepts.
    pub booleans: Booleans,
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
            process: Process::Shared,
            borderline: 0.2,
            booleans: Booleans::Exact,
            cache: Bytes::mib(2048),
            sanitizers: true,
            sleep_budget: Duration::from_mins(5),
        }
    }
}

/// Reads a number from 0 to 1.
fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    Err(D::Error::custom(format!("{value} is not between 0 and 1")))
}

/// Whether a process of a function-form submission answers many cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Process {
    /// One process answers case after case until it fails.
    Shared,
    /// A process for each case.
    PerCase,
}

/// Which spellings of booleans the checker accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Booleans {
    /// `true` and `false` only.
    Exact,
    /// `True` and `TRUE` too.
    AnyCase,
    /// `1` and `0` too.
    Digit,
}
