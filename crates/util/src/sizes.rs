//! Sizes and durations in configuration files.

use std::fmt;
use std::time::Duration;

use bytesize::ByteSize;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// A number of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

impl Bytes {
    /// Returns `n` kibibytes.
    pub const fn kib(n: u64) -> Self {
        Self(n << 10)
    }

    /// Returns `n` mebibytes.
    pub const fn mib(n: u64) -> Self {
        Self(n << 20)
    }

    /// Returns the size without rounding, in the syntax of configuration files: `256MiB`.
    pub fn to_config_string(self) -> String {
        match self.0 {
            bytes if bytes % (1 << 20) == 0 => format!("{}MiB", bytes >> 20),
            bytes if bytes % (1 << 10) == 0 => format!("{}KiB", bytes >> 10),
            bytes => format!("{bytes}B"),
        }
    }

    /// Returns the size multiplied by a factor and rounded to a whole number of bytes.
    #[must_use]
    pub fn scaled_by(self, factor: f64) -> Self {
        Self((self.0 as f64 * factor).round() as u64)
    }
}

impl fmt::Display for Bytes {
    /// Formats the size in binary units with at most one decimal: `512 B`, `64 KiB`, `1.5 MiB`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&ByteSize(self.0).to_string().replace(".0 ", " "))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    /// Deserializes a size with a unit, such as `"256MiB"` or `"64 KB"`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes: ByteSize = text.parse().map_err(|_| {
            D::Error::custom(format!(
                "\"{text}\" is not a size; write it like \"256MiB\""
            ))
        })?;
        match Self(bytes.as_u64()) {
            Self(0) => Err(D::Error::custom("a size must be greater than zero")),
            size if size > MAX_CONFIGURED_SIZE => Err(D::Error::custom(format!(
                "{size} exceeds the maximum of {MAX_CONFIGURED_SIZE}"
            ))),
            size => Ok(size),
        }
    }
}

/// The largest size that a configuration file may specify.
const MAX_CONFIGURED_SIZE: Bytes = Bytes::mib(1 << 20);

/// The longest duration that a configuration file may specify.
const MAX_CONFIGURED_DURATION: Duration = Duration::from_hours(24);

/// Deserializes a duration with a unit, such as `"2s"`, `"500ms"` or `"1m 30s"`.
///
/// # Errors
/// If the text is not a duration, or if the duration is more than a day.
pub fn deserialize_duration<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Duration, D::Error> {
    let text = String::deserialize(deserializer)?;
    let time = humantime::parse_duration(&text).map_err(|_| {
        D::Error::custom(format!(
            "\"{text}\" is not a duration; write it like \"2s\" or \"500ms\""
        ))
    })?;
    if time > MAX_CONFIGURED_DURATION {
        let message = format!("\"{text}\" exceeds the maximum of 24 hours");
        return Err(D::Error::custom(message));
    }
    Ok(time)
}
