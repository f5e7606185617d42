//! The ranges from which the values of a family's parameters are drawn.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::Error as _;

/// The range of each parameter of a family, by name.
pub type ParameterRanges = BTreeMap<&'static str, Range>;

/// An inclusive range of integers, from `low` to `high`. In TOML, a range is written as a number or
/// as `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest value.
    pub low: u32,
    /// The largest value, at least `low`.
    pub high: u32,
}

impl Range {
    /// Returns the inclusive range from `low` to `high`.
    pub const fn new(low: u32, high: u32) -> Self {
        Self { low, high }
    }

    /// Returns whether `other` lies within this range.
    pub const fn covers(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low == self.high {
            write!(f, "{}", self.low)
        } else {
            write!(f, "{} to {}", self.low, self.high)
        }
    }
}

impl<'de> Deserialize<'de> for Range {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected an integer or [low, high]")]
        enum RawRange {
            One(u32),
            Two([u32; 2]),
        }
        match RawRange::deserialize(deserializer)? {
            RawRange::One(value) => Ok(Self::new(value, value)),
            RawRange::Two([low, high]) if low <= high => Ok(Self::new(low, high)),
            RawRange::Two([low, high]) => Err(D::Error::custom(format!(
                "range [{low}, {high}] is empty; write the smaller number first"
            ))),
        }
    }
}
