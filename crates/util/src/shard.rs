//! Shards: the parts of a run that is divided among several machines.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A part of a run that is divided into several shards, written as `3/12`. The hash of an item's
/// identifying string decides which shard contains the item.
///
/// ```
/// use mousetrap_util::Shard;
///
/// let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
/// let takers = shards.iter().filter(|shard| shard.contains("an item"));
/// assert_eq!(takers.count(), 1);
/// assert!("4/3".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// The number of shards.
    pub of: NonZeroU32,
    /// The number of this shard, counted from 1.
    pub number: NonZeroU32,
}

/// The error for a string that is not a valid shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected K/N with K from 1 to N; for example, 3/12 is the third of twelve shards")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (number, of) = text.split_once('/').ok_or(ShardError)?;
        let positive = |text: &str| text.parse::<NonZeroU32>().map_err(|_| ShardError);
        let (number, of) = (positive(number)?, positive(of)?);
        (number <= of)
            .then_some(Self { of, number })
            .ok_or(ShardError)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// Returns whether this is the first shard. The first shard also reports the information about
    /// the entire run.
    pub const fn is_first(self) -> bool {
        self.number.get() == 1
    }

    /// Returns whether this shard contains the item that is identified by the string `item`. The
    /// hash function is 64-bit FNV-1a, followed by the finalizer of `MurmurHash3`.
    pub fn contains(self, item: &str) -> bool {
        let mut hash = item.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
            hash = (hash ^ (hash >> 33)).wrapping_mul(factor);
        }
        hash ^= hash >> 33;
        hash % u64::from(self.of.get()) == u64::from(self.number.get() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn item_is_in_one_shard_and_shards_have_similar_sizes() {
        let shards: Vec<Shard> = (1..=12)
            .map(|number| format!("{number}/12").parse().unwrap())
            .collect();
        let items: Vec<String> = (0..12_000).map(|item| format!("item {item}")).collect();
        for item in &items {
            let takers = shards.iter().filter(|shard| shard.contains(item));
            assert_eq!(takers.count(), 1, "{item}");
        }
        for shard in &shards {
            let size = items.iter().filter(|item| shard.contains(item)).count();
            assert!((850..1150).contains(&size), "{shard}: {size}");
        }
        // Existing logs of shards depend on this assignment of items to shards, so the assignment
        // must never change.
        let shard: Shard = "2/3".parse().unwrap();
        let taken = ["a", "b", "c", "d", "e", "f"].map(|item| shard.contains(item));
        assert_eq!(taken, [false, true, false, true, true, false]);
    }

    #[test]
    fn malformed_shard_is_refused() {
        for text in "|3|0/3|4/3|1/0|-1/3|1/3/5|a/b|1 / 3".split('|') {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
        assert_eq!("3/12".parse::<Shard>().unwrap().to_string(), "3/12");
    }
}
