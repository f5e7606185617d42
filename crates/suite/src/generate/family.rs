//! Families of instances: their parameters, and the functions that draw instances.

use thiserror::Error;

use super::settings::{Range, Settings};
use super::stream::Stream;
use cat_and_mouse::{Game, Instance};
use mousetrap_util::toml_file::suggest;

/// A family: a kind of instance that can be drawn at random.
#[derive(Debug)]
pub struct Family {
    /// The family's name in recipes, in lower case with hyphens.
    pub name: &'static str,
    /// The game that the instances belong to.
    pub game: Game,
    /// The mistakes in submissions that the family catches.
    pub kills: &'static str,
    /// The parameters that a recipe can set.
    pub parameters: &'static [Parameter],
    /// The number of instances that one draw yields; 2 for families of pairs.
    pub instances_per_draw: usize,
    pub(super) draw: fn(&mut DrawContext<'_>) -> DrawnInstances,
}

impl Family {
    /// Returns the default values of all parameters.
    pub fn defaults(&self) -> Settings {
        let parameters = self.parameters.iter();
        Settings(parameters.map(|p| (p.name, p.default)).collect())
    }

    /// Sets the value of one parameter in the settings of this family.
    ///
    /// # Errors
    /// Returns an error if the family has no such parameter or does not allow the value.
    pub fn set_parameter(
        &self,
        settings: &mut Settings,
        name: &str,
        value: Range,
    ) -> Result<(), SettingError> {
        let family = self.name;
        let Some(place) = self.parameters.iter().position(|p| p.name == name) else {
            let known: Vec<&str> = self.parameters.iter().map(|p| p.name).collect();
            let remedy = suggest(name, &known);
            return Err(SettingError(format!(
                "family \"{family}\" has no parameter \"{name}\"; {remedy}"
            )));
        };
        let Parameter {
            allowed, meaning, ..
        } = &self.parameters[place];
        if !allowed.covers(value) {
            return Err(SettingError(format!(
                "parameter \"{name}\" of family \"{family}\" is {value}, but must be in the range \
                 {allowed} ({meaning})"
            )));
        }
        settings.0[place].1 = value;
        Ok(())
    }

    /// Draws `instances_per_draw` instances. Returns no instances if the draw failed; the caller
    /// can then draw again from the same stream.
    pub fn draw(&self, settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
        (self.draw)(&mut DrawContext { settings, stream }).unwrap_or_default()
    }
}

/// A parameter of a family. A recipe can set it to a number, or to a range to draw from.
#[derive(Debug)]
pub struct Parameter {
    /// The parameter's name in recipes.
    pub name: &'static str,
    /// The meaning of the parameter, including its unit.
    pub meaning: &'static str,
    /// The range that applies if the recipe does not set the parameter.
    pub default: Range,
    /// The range within which a recipe may set the parameter.
    pub allowed: Range,
}

/// The reason why a parameter cannot be set, and how to fix this.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct SettingError(String);

/// The instances of one draw, or `None` if the draw failed.
pub(super) type DrawnInstances = Option<Vec<Instance>>;

/// The input of a family's draw function: the parameters of a recipe row, and the random stream of
/// the draw.
pub(super) struct DrawContext<'a> {
    pub(super) settings: &'a Settings,
    pub(super) stream: &'a mut Stream,
}

impl DrawContext<'_> {
    /// Draws a value for one of the family's parameters.
    pub(super) fn draw_parameter(&mut self, name: &str) -> u32 {
        let range = self.settings.range(name);
        self.stream.between(range.low, range.high)
    }

    /// Draws a value for a parameter, as a `usize`.
    pub(super) fn draw_usize(&mut self, name: &str) -> usize {
        self.draw_parameter(name) as usize
    }

    /// Draws a percentage for a parameter, and returns true with this probability.
    pub(super) fn draw_chance(&mut self, name: &str) -> bool {
        let percent = self.draw_parameter(name);
        self.stream.chance(percent)
    }

    /// Improves `best` by hill climbing: tries `steps` random changes, and undoes each change that
    /// reduces the length of the forced win. Returns `None` if the final state has no forced win.
    pub(super) fn hill_climb<T: Clone>(
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
            // Accepting steps of equal length keeps the search from stopping on the first plateau.
            if reached >= longest {
                (best, longest) = (changed, reached);
            }
        }
        longest.and(Some(best))
    }
}
