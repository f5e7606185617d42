//! Families of instances and their parameters.

use thiserror::Error;

use super::dice::{Dice, Drawn};
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
