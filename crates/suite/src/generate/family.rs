//! What a family is, and its parameters.

use std::fmt;

use serde::Deserialize;
use serde::de::Error as _;
use thiserror::Error;

use super::dice::{Dice, Drawn};
use super::stream::Stream;
use cat_and_mouse::{Game, Instance};
use mousetrap_base::toml_file::suggest;

/// A kind of instance that can be drawn at random.
#[derive(Debug)]
pub struct Family {
    /// Its name in recipes, lower case with hyphens.
    pub name: &'static str,
    /// The problem it makes instances of.
    pub problem: Game,
    /// The mistake in a submission that it is there to catch.
    pub kills: &'static str,
    /// What a recipe may set.
    pub parameters: &'static [Parameter],
    /// How many instances belong together in one draw; 2 for pairs.
    pub per_draw: usize,
    pub(super) draw: fn(&mut Dice<'_>) -> Drawn,
}

impl Family {
    /// Draws `per_draw` instances, or none where the draw had no luck and
    /// should be repeated further down the stream.
    pub fn draw(&self, settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
        (self.draw)(&mut Dice { settings, stream }).unwrap_or_default()
    }
}

/// One number that a recipe may set, fixed or as a range to draw from.
#[derive(Debug)]
pub struct Parameter {
    /// Its name in recipes.
    pub name: &'static str,
    /// What it means, with its unit.
    pub meaning: &'static str,
    /// Used where the recipe says nothing.
    pub default: Range,
    /// The widest range that makes sense.
    pub allowed: Range,
}

/// Whole numbers from `low` to `high`, both included. In TOML a number, or
/// `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest value.
    pub low: u32,
    /// The largest value, at least `low`.
    pub high: u32,
}

impl Range {
    /// From `low` to `high`, both included.
    pub const fn new(low: u32, high: u32) -> Self {
        Self { low, high }
    }

    /// Whether `other` lies within.
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
        #[serde(untagged, expecting = "expected a whole number or [low, high]")]
        enum Written {
            One(u32),
            Two([u32; 2]),
        }
        match Written::deserialize(deserializer)? {
            Written::One(value) => Ok(Self::new(value, value)),
            Written::Two([low, high]) if low <= high => Ok(Self::new(low, high)),
            Written::Two([low, high]) => Err(D::Error::custom(format!(
                "range [{low}, {high}] is empty; write the smaller number first"
            ))),
        }
    }
}

/// Why a parameter cannot be set.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SettingError {
    /// The family does not know it.
    #[error("family \"{family}\" has no parameter \"{name}\"; {suggestion}")]
    Unknown {
        /// The family's name.
        family: &'static str,
        /// The name that was set.
        name: String,
        /// A name like it, or all names.
        suggestion: String,
    },
    /// The value is outside of what is allowed.
    #[error(
        "parameter \"{}\" of family \"{family}\" is {value}, but must be within {} ({})",
        parameter.name, parameter.allowed, parameter.meaning
    )]
    OutOfRange {
        /// The family's name.
        family: &'static str,
        /// What was set.
        parameter: &'static Parameter,
        /// The value.
        value: Range,
    },
}

/// The parameters of a family as a recipe row sets them.
#[derive(Clone, Debug)]
pub struct Settings(Vec<(&'static str, Range)>);

impl Settings {
    /// The defaults of a family.
    pub fn defaults(family: &Family) -> Self {
        let defaults = family.parameters.iter();
        Self(defaults.map(|p| (p.name, p.default)).collect())
    }

    /// Replaces one parameter.
    ///
    /// # Errors
    /// A parameter the family does not know, or a value outside of what is
    /// allowed.
    pub fn set(&mut self, family: &Family, name: &str, value: Range) -> Result<(), SettingError> {
        let Some(place) = family.parameters.iter().position(|p| p.name == name) else {
            let known: Vec<&str> = family.parameters.iter().map(|p| p.name).collect();
            return Err(SettingError::Unknown {
                family: family.name,
                name: name.to_owned(),
                suggestion: suggest(name, &known),
            });
        };
        let parameter = &family.parameters[place];
        if !parameter.allowed.covers(value) {
            return Err(SettingError::OutOfRange {
                family: family.name,
                parameter,
                value,
            });
        }
        self.0[place].1 = value;
        Ok(())
    }

    /// The whole range of one of the family's own parameters.
    pub fn range(&self, name: &str) -> Range {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.expect("a family asks for its own parameters only").1
    }
}
