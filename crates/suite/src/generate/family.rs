//! Families of instances: their parameters, and the functions that draw instances.

use thiserror::Error;

use super::parameter_ranges::{ParameterRanges, Range};
use super::random_stream::RandomStream;
use cat_and_mouse::{Game, Instance};
use mousetrap_util::toml_file::suggest_known_name;

/// A family: a kind of instance that can be drawn at random.
#[derive(Debug)]
pub struct Family {
    /// The family's name in recipes, in lower case with hyphens.
    pub name: &'static str,
    /// The game that the instances belong to.
    pub game: Game,
    /// The typical mistakes that the family's instances reveal in submissions.
    pub kills: &'static str,
    /// The parameters that a recipe can set.
    pub parameters: &'static [Parameter],
    /// The number of instances that are drawn together; 2 for families of pairs.
    pub instances_per_draw: usize,
    pub(super) draw: fn(&mut DrawContext<'_>) -> DrawnInstances,
}

impl Family {
    /// Returns the default ranges of all parameters.
    pub fn defaults(&self) -> ParameterRanges {
        self.parameters
            .iter()
            .map(|p| (p.name, p.default))
            .collect()
    }

    /// Sets the range of a parameter.
    ///
    /// # Errors
    /// Returns an error if the family has no such parameter or does not allow the value.
    pub fn set_parameter(
        &self,
        ranges: &mut ParameterRanges,
        name: &str,
        value: Range,
    ) -> Result<(), ParameterError> {
        let family = self.name;
        let Some(parameter) = self.parameters.iter().find(|p| p.name == name) else {
            let known: Vec<&str> = self.parameters.iter().map(|p| p.name).collect();
            let remedy = suggest_known_name(name, &known);
            let message = format!("family \"{family}\" has no parameter \"{name}\"; {remedy}");
            return Err(ParameterError(message));
        };
        let (allowed, meaning) = (parameter.allowed, parameter.meaning);
        if !allowed.covers(value) {
            return Err(ParameterError(format!(
                "parameter \"{name}\" of family \"{family}\" is {value}, but must be in the range \
                 {allowed} ({meaning})"
            )));
        }
        ranges.insert(parameter.name, value);
        Ok(())
    }

    /// Draws `instances_per_draw` instances. Returns no instances if this attempt fails; the caller
    /// can then try again with the next random numbers of the stream.
    pub fn draw(&self, ranges: &ParameterRanges, stream: &mut RandomStream) -> Vec<Instance> {
        (self.draw)(&mut DrawContext { ranges, stream }).unwrap_or_default()
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
pub struct ParameterError(String);

/// The drawn instances, or `None` if the attempt to draw them failed.
pub(super) type DrawnInstances = Option<Vec<Instance>>;

/// The input of a family's draw function: the parameter ranges of a recipe row, and a random
/// stream.
pub(super) struct DrawContext<'a> {
    pub(super) ranges: &'a ParameterRanges,
    pub(super) stream: &'a mut RandomStream,
}

impl DrawContext<'_> {
    /// Draws a value for one of the family's parameters.
    pub(super) fn draw_parameter(&mut self, name: &str) -> u32 {
        let range = self.ranges[name];
        self.stream.random_in_range(range.low, range.high)
    }

    /// Draws a value for a parameter, as a `usize`.
    pub(super) fn draw_usize(&mut self, name: &str) -> usize {
        self.draw_parameter(name) as usize
    }

    /// Draws a percentage for a parameter, and returns true with this probability.
    pub(super) fn draw_bool(&mut self, name: &str) -> bool {
        let percent = self.draw_parameter(name);
        self.stream.random_bool(percent)
    }

    /// Improves `best` by hill climbing: tries `steps` random changes, and undoes each change that
    /// reduces the length of the forced win. Returns `None` if even the improved instance has no
    /// forced win.
    pub(super) fn hill_climb<T: Clone>(
        &mut self,
        steps: u32,
        mut best: T,
        change: impl Fn(&mut T, &mut RandomStream),
        length: impl Fn(&T, &mut RandomStream) -> Option<u32>,
    ) -> Option<T> {
        let mut longest = length(&best, self.stream);
        for _ in 0..steps {
            let mut changed = best.clone();
            for _ in 0..self.stream.random_in_range(1, 3) {
                change(&mut changed, self.stream);
            }
            let reached = length(&changed, self.stream);
            // Changes that keep the length are accepted, so that the search does not stop on the
            // first plateau.
            if reached >= longest {
                (best, longest) = (changed, reached);
            }
        }
        longest.and(Some(best))
    }
}
