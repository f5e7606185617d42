//! A number of points with at most two decimals.

use std::fmt;
use std::iter::Sum;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of points, stored in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(u32);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// The maximum number of points for one group, and for all groups of a problem together.
    pub const MAX: Self = Self::from_integer(10_000);

    /// Creates a whole number of points.
    pub const fn from_integer(points: u32) -> Self {
        Self(points.saturating_mul(100))
    }

    /// Returns these points times `part / all`, rounded down to two decimals.
    #[must_use]
    pub fn proportional_share(self, part: usize, all: usize) -> Self {
        let (part, all) = (part.min(all) as u128, all.max(1) as u128);
        // The result is at most `self`, so it fits into 32 bits.
        Self((u128::from(self.0) * part / all) as u32)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        Self(points.fold(0, |sum, points| sum.saturating_add(points.0)))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / 100.0)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(100) {
            to.serialize_u32(self.0 / 100)
        } else {
            to.serialize_f64(f64::from(self.0) / 100.0)
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(from)?;
        let hundredths = value * 100.0;
        if !(0.0..=f64::from(Self::MAX.0)).contains(&hundredths) {
            let message = format!(
                "points are {value}, but must be between 0 and {}",
                Self::MAX
            );
            return Err(D::Error::custom(message));
        }
        if (hundredths - hundredths.round()).abs() > 1e-6 {
            let message = format!("points are {value}, but may have at most two decimals");
            return Err(D::Error::custom(message));
        }
        Ok(Self(hundredths.round() as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_at_most_two_decimals() {
        for text in ["0", "100", "12.5", "12.05", "0.29", "10000"] {
            let points: Points = serde_json::from_str(text).unwrap();
            assert_eq!(points.to_string(), text);
            assert_eq!(serde_json::to_string(&points).unwrap(), text);
        }
        for (text, expected) in [
            ("12.345", "at most two decimals"),
            ("-1", "between 0 and 10000"),
            ("10000.01", "between 0 and 10000"),
        ] {
            let error = serde_json::from_str::<Points>(text)
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
