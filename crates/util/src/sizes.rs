//! Sizes and durations in configuration files and in messages.

use std::fmt;
use std::time::Duration;

use bytesize::ByteSize;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A number of bytes, which is serialized as a number. Configuration files contain sizes with
/// units, which [`deserialize_size`] parses.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
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

/// The largest size that a configuration file may specify.
const MAX_CONFIGURED_SIZE: Bytes = Bytes::mib(1 << 20);

/// The longest duration that a configuration file may specify.
const MAX_CONFIGURED_DURATION: Duration = Duration::from_hours(24);

/// Deserializes a size with a unit, such as `"256MiB"` or `"64 KB"`.
///
/// # Errors
/// Returns an error if the text is not a size, or if the size is zero or more than 1 TiB.
pub fn deserialize_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    let text = String::deserialize(deserializer)?;
    let bytes: ByteSize = text.parse().map_err(|_| {
        D::Error::custom(format!(
            "\"{text}\" is not a size; write it like \"256MiB\""
        ))
    })?;
    match Bytes(bytes.as_u64()) {
        Bytes(0) => Err(D::Error::custom("a size must be greater than zero")),
        size if size > MAX_CONFIGURED_SIZE => Err(D::Error::custom(format!(
            "{size} exceeds the maximum of {MAX_CONFIGURED_SIZE}"
        ))),
        size => Ok(size),
    }
}

/// Deserializes a duration with a unit, such as `"2s"`, `"500ms"` or `"1m 30s"`.
///
/// # Errors
/// Returns an error if the text is not a duration, or if the duration is more than a day.
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

/// Formats a time with about three significant digits: `840 µs`, `12 ms`, `1.24 s`, `41.2 s`, `2
/// min 5 s`, `1 h 2 min`.
pub fn format_duration(time: Duration) -> String {
    let micros = time.as_micros();
    let seconds = time.as_secs_f64();
    if micros < 1_000 {
        return format!("{micros} µs");
    }
    if seconds >= 59.95 {
        let whole = seconds.round() as u64;
        let (large, unit, small, small_unit) = match whole / 3600 {
            0 => (whole / 60, "min", whole % 60, "s"),
            hours => (hours, "h", whole % 3600 / 60, "min"),
        };
        return match small {
            0 => format!("{large} {unit}"),
            _ => format!("{large} {unit} {small} {small_unit}"),
        };
    }
    let (value, unit, places) = match micros {
        ..999_500 => (seconds * 1e3, "ms", 0),
        _ => (seconds, "s", 1),
    };
    let text = if value < 9.995 {
        format!("{value:.2}")
    } else {
        format!("{value:.places$}")
    };
    let text = match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.'),
        None => &text,
    };
    format!("{text} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_unit_depends_on_the_magnitude() {
        for (micros, expected) in [
            (0, "0 µs"),
            (840, "840 µs"),
            (1_240, "1.24 ms"),
            (9_999, "10 ms"),
            (12_400, "12 ms"),
            (999_900, "1 s"),
            (1_240_000, "1.24 s"),
            (2_000_000, "2 s"),
            (41_230_000, "41.2 s"),
            (59_990_000, "1 min"),
            (125_000_000, "2 min 5 s"),
            (300_000_000, "5 min"),
            (3_600_000_000, "1 h"),
            (3_720_000_000, "1 h 2 min"),
        ] {
            assert_eq!(format_duration(Duration::from_micros(micros)), expected);
        }
    }
}
