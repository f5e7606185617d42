//! Families of instances, their parameters, and the draws of them.

use thiserror::Error;

use super::settings::{Range, Settings};
use super::stream::Stream;
use cat_and_mouse::{Game, Instance};
use mousetrap_util::toml_file::suggest;

/// A kind of instance that can be drawn at random.
#[derive(Debug)]
pub struct Family {
    /// Its name in recipes, lower case with hyphens.
    pub name: &'static str,
    /// The game of its instances.
    pub game: Game,
    /// The mistakes in submissions that it catches.
    pub kills: &'static str,
    /// The parameters that a recipe may set.
    pub parameters: &'static [Parameter],
    /// The number of instances that one draw gives; 2 for pairs.
    pub per_draw: usize,
    pub(super) draw: fn(&mut Dice<'_>) -> Drawn,
}

impl Family {
    /// Returns the default of every parameter.
    pub fn defaults(&self) -> Settings {
        let parameters = self.parameters.iter();
        Settings(parameters.map(|p| (p.name, p.default)).collect())
    }

    /// Replaces the value of one parameter in the settings of this family.
    ///
    /// # Errors
    /// If the family has no such parameter or does not allow the value.
    pub fn set(
        &self,
        settings: &mut Settings,
        name: &str,
        value: Range,
    ) -> Result<(), SettingError> {
        let Some(place) = self.parameters.iter().position(|p| p.name == name) else {
            let known: Vec<&str> = self.parameters.iter().map(|p| p.name).collect();
            return Err(SettingError::Unknown {
                family: self.name,
                name: name.to_owned(),
                suggestion: suggest(name, &known),
            });
        };
        let parameter = &self.parameters[place];
        if !parameter.allowed.covers(value) {
            return Err(SettingError::OutOfRange {
                family: self.name,
                parameter,
                value,
            });
        }
        settings.0[place].1 = value;
        Ok(())
    }

    /// Draws `per_draw` instances. Returns none if the draw failed and should be repeated
    /// further down the stream.
    pub fn draw(&self, settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
        (self.draw)(&mut Dice { settings, stream }).unwrap_or_default()
    }
}

/// A number that a recipe may set, fixed or as a range to draw from.
#[derive(Debug)]
pub struct Parameter {
    /// Its name in recipes.
    pub name: &'static str,
    /// The meaning, with the unit.
    pub meaning: &'static str,
    /// The range that applies if the recipe sets none.
    pub default: Range,
    /// The widest sensible range.
    pub allowed: Range,
}

/// Why a parameter cannot be set.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SettingError {
    /// The family has no such parameter.
    #[error("family \"{family}\" has no parameter \"{name}\"; {suggestion}")]
    Unknown {
        /// The family's name.
        family: &'static str,
        /// The name that was set.
        name: String,
        /// A similar name, or all names.
        suggestion: String,
    },
    /// The value is outside the allowed range.
    #[error(
        "parameter \"{}\" of family \"{family}\" is {value}, but must be within {} ({})",
        parameter.name, parameter.allowed, parameter.meaning
    )]
    OutOfRange {
        /// The family's name.
        family: &'static str,
        /// The parameter that was set.
        parameter: &'static Parameter,
        /// The value.
        value: Range,
    },
}

/// The instances of one draw, or `None` if it failed.
pub(super) type Drawn = Option<Vec<Instance>>;

/// The parameters of a recipe row and the stream of one of its draws.
pub(super) struct Dice<'a> {
    pub(super) settings: &'a Settings,
    pub(super) stream: &'a mut Stream,
}

impl Dice<'_> {
    /// Draws a value for one of the family's parameters.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        let range = self.settings.range(name);
        self.stream.between(range.low, range.high)
    }

    /// Draws a value for a parameter that counts something.
    pub(super) fn count(&mut self, name: &str) -> usize {
        self.number(name) as usize
    }

    /// Returns true with the chance, in percent, that a parameter gives.
    pub(super) fn chance(&mut self, name: &str) -> bool {
        let percent = self.number(name);
        self.stream.percent(percent)
    }

    /// Changes `best` `steps` times and undoes each change that reduces its length. Returns
    /// `None` if it still has no length at the end.
    pub(super) fn climb<T: Clone>(
        &mut self,
        steps: u32,
        mut best: T,
        change: impl Fn(&mut T, &mut Stream),
        length: impl Fn(&T, &mut Stream) -> Option<u32>,
    ) -> Option<T> {
        let mut longest = length(&best, self.stream);
        for _ in 0..steps {
            let mut changed = best.clone();
            for _ in 0..self.stream.between(1, 3) {
                change(&mut changed, self.stream);
            }
            let reached = length(&changed, self.stream);
            // Sideways steps keep the climb from ending on the first plateau.
            if reached >= longest {
                (best, longest) = (changed, reached);
            }
        }
        longest.and(Some(best))
    }
}
