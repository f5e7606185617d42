//! Limits on the time, memory and output of one run on one case.

use std::fmt;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::serialization::micros;
use mousetrap_util::{Bytes, deserialize_duration, deserialize_size};

/// The smallest memory limit that can be configured. A process cannot start if its memory limit is
/// below this value.
const MIN_MEMORY_LIMIT: Bytes = Bytes::mib(16);

/// The limits of one run on one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// User and system CPU time of the entire process tree, in microseconds. This limit decides
    /// whether a submission is too slow.
    #[serde(rename = "cpu_us", with = "micros")]
    pub cpu: Duration,
    /// Wall time in microseconds. This generous limit only stops programs that wait or sleep.
    #[serde(rename = "wall_us", with = "micros")]
    pub wall: Duration,
    /// Peak memory of the entire process tree, in bytes.
    #[serde(rename = "memory_bytes")]
    pub memory: Bytes,
    /// Maximum output in bytes, for standard output and for the reply channel separately.
    #[serde(rename = "output_bytes")]
    pub output: Bytes,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Self = Self {
        cpu: Duration::from_secs(2),
        wall: Duration::from_secs(30),
        memory: Bytes::mib(512),
        output: Bytes::mib(1),
    };

    /// Returns these limits with the given overrides.
    #[must_use]
    pub fn with_overrides(self, overrides: &LimitOverrides) -> Self {
        Self {
            cpu: overrides.cpu.unwrap_or(self.cpu),
            wall: overrides.wall.unwrap_or(self.wall),
            memory: overrides.memory.unwrap_or(self.memory),
            output: overrides.output.unwrap_or(self.output),
        }
    }

    /// Returns the overrides that turn `base` into these limits.
    #[must_use]
    pub fn differences_from(self, base: Self) -> LimitOverrides {
        LimitOverrides {
            cpu: (self.cpu != base.cpu).then_some(self.cpu),
            wall: (self.wall != base.wall).then_some(self.wall),
            memory: (self.memory != base.memory).then_some(self.memory),
            output: (self.output != base.output).then_some(self.output),
        }
    }
}

/// The limits that a recipe, a generator family or a case overrides. In TOML: `limits = { cpu =
/// "2s", memory = "256MiB" }`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitOverrides {
    /// Replaces [`Limits::cpu`].
    #[serde(default, deserialize_with = "read_positive_time")]
    pub cpu: Option<Duration>,
    /// Replaces [`Limits::wall`].
    #[serde(default, deserialize_with = "read_positive_time")]
    pub wall: Option<Duration>,
    /// Replaces [`Limits::memory`].
    #[serde(default, deserialize_with = "read_memory_limit")]
    pub memory: Option<Bytes>,
    /// Replaces [`Limits::output`].
    #[serde(default, deserialize_with = "read_output_limit")]
    pub output: Option<Bytes>,
}

impl fmt::Display for LimitOverrides {
    /// Formats the overrides as a TOML table: `{ cpu = "2s", memory = "256MiB" }`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |time| humantime::format_duration(time).to_string();
        let parts = [
            ("cpu", self.cpu.map(time)),
            ("wall", self.wall.map(time)),
            ("memory", self.memory.map(Bytes::to_config_string)),
            ("output", self.output.map(Bytes::to_config_string)),
        ];
        let parts = parts.into_iter().filter_map(|(name, value)| {
            let value = value?;
            Some(format!("{name} = \"{value}\""))
        });
        write!(f, "{{ {} }}", parts.collect::<Vec<_>>().join(", "))
    }
}

fn read_memory_limit<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Bytes>, D::Error> {
    let size = deserialize_size(from)?;
    if size < MIN_MEMORY_LIMIT {
        return Err(D::Error::custom(format!(
            "{size} is less than {MIN_MEMORY_LIMIT}, the minimum for a memory limit"
        )));
    }
    Ok(Some(size))
}

fn read_output_limit<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Bytes>, D::Error> {
    deserialize_size(from).map(Some)
}

/// Deserializes a duration, which must be greater than zero.
fn read_positive_time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let time = deserialize_duration(from)?;
    if time.is_zero() {
        return Err(D::Error::custom("a time must be greater than zero"));
    }
    Ok(Some(time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mousetrap_util::toml_file;
    use std::path::Path;

    fn parse_overrides(text: &str) -> Result<LimitOverrides, String> {
        toml_file::parse(Path::new("x.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn overrides_replace_only_the_given_limits() {
        let base = Limits {
            cpu: Duration::from_secs(2),
            wall: Duration::from_secs(20),
            memory: Bytes::mib(512),
            output: Bytes::kib(64),
        };
        let overrides = parse_overrides("cpu = \"500ms\"\nmemory = \"1GiB\"").unwrap();
        let limits = base.with_overrides(&overrides);
        assert_eq!(limits.cpu, Duration::from_millis(500));
        assert_eq!(limits.memory, Bytes::mib(1024));
        assert_eq!((limits.wall, limits.output), (base.wall, base.output));
    }

    #[test]
    fn invalid_limit_is_reported_with_its_line_and_reason() {
        for (text, expected) in [
            ("cpu = \"2\"", "\"2\" is not a duration"),
            ("cpu = \"0s\"", "a time must be greater than zero"),
            ("memory = \"lots\"", "\"lots\" is not a size"),
            ("memory = \"0MiB\"", "a size must be greater than zero"),
            ("memory = \"1B\"", "1 B is less than 16 MiB"),
            ("output = \"2TiB\"", "2 TiB exceeds the maximum of 1 TiB"),
            ("wall = \"99999999999s\"", "exceeds the maximum of 24 hours"),
            ("cup = \"2s\"", "did you mean \"cpu\"?"),
        ] {
            let error = parse_overrides(text).unwrap_err();
            assert!(error.starts_with("x.toml:1: "), "{error}");
            assert!(error.contains(expected), "{error}");
        }
    }
}
