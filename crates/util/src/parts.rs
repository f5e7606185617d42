//! Results of the parts of some work, put together again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::Shard;
use crate::printable::named;

/// Why results are not the parts of one work.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartsError {
    /// The result of a whole.
    #[error(
        "{}: cannot be merged: it is {what} of a whole run; parts are made with --shard K/N",
        named(path)
    )]
    Whole {
        /// The file.
        path: PathBuf,
        /// What kind of result it is.
        what: &'static str,
    },
    /// A part that was cut short.
    #[error(
        "{}: cannot be merged: shard {shard} was cut short; {go_on}",
        named(path)
    )]
    Unended {
        /// The file.
        path: PathBuf,
        /// Which part.
        shard: Shard,
        /// What to do about it.
        go_on: &'static str,
    },
    /// A part of another division.
    #[error(
        "{}: cannot be merged with {}: it is shard {shard}, and that is one of another number",
        named(path),
        named(other)
    )]
    OtherParts {
        /// The file.
        path: PathBuf,
        /// The first one.
        other: PathBuf,
        /// Which part.
        shard: Shard,
    },
    /// The same part twice.
    #[error(
        "{}: cannot be merged: it is shard {shard}, as {} is; leave one of them out",
        named(path),
        named(other)
    )]
    Twice {
        /// The file.
        path: PathBuf,
        /// The other one.
        other: PathBuf,
        /// Which part.
        shard: Shard,
    },
    /// Parts that were made in different ways.
    #[error(
        "{}: cannot be merged with {}: not the same in both: {}; make one of them again as the \
         other was",
        named(path), named(other), differs.join(", ")
    )]
    Different {
        /// The file.
        path: PathBuf,
        /// The first one.
        other: PathBuf,
        /// What differs, by name.
        differs: Vec<String>,
    },
    /// Parts that are not there.
    #[error(
        "cannot merge: of {of} shards these are missing: {missing}; make them, and name the files \
         of all"
    )]
    Missing {
        /// How many there are.
        of: u32,
        /// Which are missing: `1, 4-7`.
        missing: String,
    },
}

/// The results of parts as they come, each with its file.
///
/// ```
/// use mousetrap_util::Parts;
///
/// let mut parts = Parts::default();
/// let conditions = || [("--seed".to_owned(), "1".to_owned())].into();
/// parts.add("b".as_ref(), "2/2".parse().unwrap(), conditions(), 'b').unwrap();
/// assert!(parts.add("b".as_ref(), "2/2".parse().unwrap(), conditions(), 'b').is_err());
/// parts.add("a".as_ref(), "1/2".parse().unwrap(), conditions(), 'a').unwrap();
/// let whole = parts.whole().unwrap();
/// assert_eq!(whole, [("a".into(), 'a'), ("b".into(), 'b')]);
/// ```
#[derive(Debug)]
pub struct Parts<T> {
    parts: BTreeMap<Shard, (PathBuf, T)>,
    /// Value of each condition, with the first part that has it.
    conditions: BTreeMap<String, (String, PathBuf)>,
}

/// Returns the names of the conditions that differ between two runs. A condition that only
/// one run has differs, unless it concerns only some submissions: the other run may have no
/// submission in that language or for that problem.
pub fn differing_conditions<'a>(
    one: &'a BTreeMap<String, String>,
    other: &'a BTreeMap<String, String>,
) -> Vec<&'a str> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let differs = |name: &&String| match (one.get(*name), other.get(*name)) {
        (Some(one), Some(other)) => one != other,
        _ => !concerns_some_submissions(name),
    };
    names
        .into_iter()
        .filter(differs)
        .map(|name| &**name)
        .collect()
}

/// Returns whether a condition, by its name, concerns only some submissions.
fn concerns_some_submissions(name: &str) -> bool {
    name == CLOCK_CONDITION
        || name.starts_with(TOOLCHAIN_CONDITION)
        || name.contains(" of problem ")
}

/// Name of the condition for the clock, which a run without submissions does not have.
pub const CLOCK_CONDITION: &str = "clock";

/// Beginning of the name of a condition for the toolchain of a language.
pub const TOOLCHAIN_CONDITION: &str = "toolchain of ";

impl<T> Default for Parts<T> {
    fn default() -> Self {
        Self {
            parts: BTreeMap::new(),
            conditions: BTreeMap::new(),
        }
    }
}

impl<T> Parts<T> {
    /// Adds a complete part. Its conditions, by name, are everything else that decides its
    /// results, and must be the same in all parts; see [`differing_conditions`].
    ///
    /// # Errors
    /// Returns an error if the part does not belong to those before it.
    pub fn add(
        &mut self,
        path: &Path,
        shard: Shard,
        conditions: BTreeMap<String, String>,
        part: T,
    ) -> Result<(), PartsError> {
        let known = self.parts.get_key_value(&shard);
        if let Some((known, (other, _))) = known.or_else(|| self.parts.first_key_value()) {
            let (path, other) = (path.to_owned(), other.clone());
            if *known == shard {
                return Err(PartsError::Twice { path, other, shard });
            }
            if known.of != shard.of {
                return Err(PartsError::OtherParts { path, other, shard });
            }
        }
        self.agree(path, conditions)?;
        self.parts.insert(shard, (path.to_owned(), part));
        Ok(())
    }

    fn agree(
        &mut self,
        path: &Path,
        conditions: BTreeMap<String, String>,
    ) -> Result<(), PartsError> {
        let first = self.parts.values().next().map(|(path, _)| path.clone());
        if let Some(first) = first {
            let known = self.conditions.iter();
            let known = known.map(|(name, (value, _))| (name.clone(), value.clone()));
            let known: BTreeMap<String, String> = known.collect();
            let mut differs: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
            for name in differing_conditions(&known, &conditions) {
                let other = self.conditions.get(name).map_or(&first, |(_, path)| path);
                differs
                    .entry(other.clone())
                    .or_default()
                    .push(name.to_owned());
            }
            if let Some((other, differs)) = differs.pop_first() {
                return Err(PartsError::Different {
                    path: path.to_owned(),
                    other,
                    differs,
                });
            }
        }
        for (name, value) in conditions {
            let known = self.conditions.entry(name);
            known.or_insert_with(|| (value, path.to_owned()));
        }
        Ok(())
    }

    /// All parts, in the order of their numbers.
    ///
    /// # Errors
    /// If some are missing.
    pub fn whole(self) -> Result<Vec<(PathBuf, T)>, PartsError> {
        let of = self
            .parts
            .first_key_value()
            .map_or(0, |(shard, _)| shard.of.get());
        let there = self.parts.keys().map(|shard| shard.number.get());
        let missing = gaps(there, of);
        if missing.is_empty() {
            return Ok(self.parts.into_values().collect());
        }
        let text = |(first, last): &(u32, u32)| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}-{last}")
            }
        };
        let missing: Vec<String> = missing.iter().map(text).collect();
        Err(PartsError::Missing {
            of,
            missing: missing.join(", "),
        })
    }
}

/// The numbers from 1 to the last that are not among these, which come in order: each
/// run of them by its ends.
fn gaps(there: impl Iterator<Item = u32>, last: u32) -> Vec<(u32, u32)> {
    let mut gaps = Vec::new();
    let mut before = 0;
    for number in there.map(Some).chain([None]) {
        let end = number.map_or(last, |number| number - 1);
        if before < end {
            gaps.push((before + 1, end));
        }
        before = number.unwrap_or(last);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn condition_that_one_run_lacks_differs_unless_it_concerns_some_submissions() {
        let conditions = |names: &[&str]| {
            let pairs = names
                .iter()
                .map(|name| ((*name).to_owned(), "a".to_owned()));
            pairs.collect::<BTreeMap<_, _>>()
        };
        let plain = conditions(&["--seed", "toolchain of C", "suites of problem 913"]);
        let more = conditions(&["--against", "--seed", "clock", "toolchain of Go"]);
        assert_eq!(differing_conditions(&plain, &more), ["--against"]);
        assert_eq!(differing_conditions(&more, &plain), ["--against"]);
        for (first, second) in [(&plain, &more), (&more, &plain)] {
            let mut parts = Parts::default();
            let mut add = |path: &str, shard: &str, conditions: &BTreeMap<_, _>| {
                let shard = shard.parse().unwrap();
                parts.add(Path::new(path), shard, conditions.clone(), ())
            };
            add("a", "1/2", first).unwrap();
            let expected = PartsError::Different {
                path: "b".into(),
                other: "a".into(),
                differs: vec!["--against".to_owned()],
            };
            assert_eq!(add("b", "2/2", second), Err(expected));
        }
    }

    #[test]
    fn missing_parts_are_named_however_many_there_are() {
        let missing = |there: &[&str]| {
            let mut parts = Parts::default();
            for shard in there {
                let shard = shard.parse().unwrap();
                parts
                    .add(Path::new("a"), shard, BTreeMap::new(), ())
                    .unwrap();
            }
            parts.whole().map_err(|error| error.to_string())
        };
        assert_eq!(missing(&["2/2", "1/2"]).unwrap().len(), 2);
        for (there, expected) in [
            (&["1/4000000000"][..], "missing: 2-4000000000;"),
            (&["2/9", "5/9", "6/9"], "missing: 1, 3-4, 7-9;"),
            (&["3/3"], "missing: 1-2;"),
        ] {
            let said = missing(there).unwrap_err();
            assert!(said.contains(expected), "{said}");
        }
        assert!(missing(&[]).unwrap().is_empty());
    }
}
