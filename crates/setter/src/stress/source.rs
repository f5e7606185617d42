//! An endless sequence of instances on which to try a submission.

use super::long_wins::LongWins;
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::GameCase;
use mousetrap_suite::generate::{self, Family, Range, Seed, Settings, Stream};

/// The number of draws after which families are drawn at their full sizes.
const DRAWS_TO_FULL_SIZE: usize = 4000;

/// Maximum number of stored instances from which variations are made.
const MAX_NEAR_MISSES: usize = 64;

/// An instance to try.
#[derive(Debug)]
pub struct Trial {
    /// The instance.
    pub instance: Instance,
    /// The origin of the instance: a family, `near miss`, `long win`, or the name of a stored case.
    pub origin: String,
}

impl Trial {
    /// Creates a trial from a stored case.
    pub fn of(case: &GameCase) -> Self {
        Self {
            origin: case.id.to_string(),
            instance: case.instance.clone(),
        }
    }
}

/// An endless sequence of instances of one problem.
///
/// Small instances come first. Instances of all families alternate with variations of instances
/// whose answer depends on a single cell or edge, and with forced wins of increasing length. The
/// sequence depends only on the seed.
#[derive(Debug)]
pub struct Source {
    game: Game,
    families: Vec<&'static Family>,
    seed: Seed,
    drawn: usize,
    /// The next trials, in reverse order.
    waiting: Vec<Trial>,
    /// Instances from which one change led to a different answer, so that other variations may have
    /// a different answer, too.
    near: Vec<Instance>,
    long_wins: LongWins,
}

impl Source {
    /// Creates the sequence for a seed. It begins with the trials `first`.
    pub fn new(game: Game, seed: Seed, first: Vec<Trial>) -> Self {
        let mut waiting = first;
        waiting.reverse();
        Self {
            game,
            families: generate::families_of(game).collect(),
            seed,
            drawn: 0,
            waiting,
            near: Vec::new(),
            long_wins: LongWins::new(game, seed),
        }
    }

    /// Performs one draw, which may add several trials.
    fn draw(&mut self) {
        let number = self.drawn;
        self.drawn += 1;
        let mut stream = Stream::named(self.game.id(), "stress", self.seed, number);
        match stream.below(16) {
            0..4 => {
                let family = self.families[number % self.families.len()];
                self.draw_family(family, &mut stream);
            }
            4..8 => self.add_variation(&mut stream),
            _ => match generate::family_by_name(self.game, "tiny") {
                Some(tiny) => self.draw_family(tiny, &mut stream),
                None => self.add_variation(&mut stream),
            },
        }
        for instance in self.long_wins.search_if_due(self.drawn).into_iter().rev() {
            self.push(instance, "long win");
        }
    }

    /// Adds a trial, which is tried before all trials that are waiting.
    fn push(&mut self, instance: Instance, origin: &str) {
        let origin = origin.to_owned();
        self.waiting.push(Trial { instance, origin });
    }

    /// Draws from a family, with a size that grows with the number of draws.
    fn draw_family(&mut self, family: &'static Family, stream: &mut Stream) {
        let Some(settings) = settings_for_draw(family, self.drawn) else {
            return;
        };
        for instance in family.draw(&settings, stream) {
            self.add_near_miss(&instance, stream);
            self.push(instance, family.name);
        }
    }

    /// Tries a few random changes to the instance. Adds the first variation whose answer differs
    /// from the answer of the instance, if there is one.
    fn add_near_miss(&mut self, instance: &Instance, stream: &mut Stream) {
        let answer = instance.reply(instance.solve());
        for _ in 0..4 {
            let varied = instance.random_variation(&mut |below| stream.below(below));
            if varied.reply(varied.solve()) == answer {
                continue;
            }
            let next = varied.random_variation(&mut |below| stream.below(below));
            if self.near.len() < MAX_NEAR_MISSES {
                self.near.push(next);
            } else {
                let index = stream.below(MAX_NEAR_MISSES);
                self.near[index] = next;
            }
            self.push(varied, "near miss");
            return;
        }
    }

    /// Adds a variation of a stored instance that was close to another answer.
    fn add_variation(&mut self, stream: &mut Stream) {
        if self.near.is_empty() {
            return;
        }
        let index = stream.below(self.near.len());
        let varied = self.near[index].random_variation(&mut |below| stream.below(below));
        self.add_near_miss(&varied, stream);
        self.push(varied, "near miss");
    }
}

impl Iterator for Source {
    type Item = Trial;

    fn next(&mut self) -> Option<Trial> {
        while self.waiting.is_empty() {
            self.draw();
        }
        self.waiting.pop()
    }
}

/// Returns the settings of a family for draw number `drawn`. Sides and numbers of nodes grow from
/// the lowest to the highest default of the family. Returns `None` as long as even the lowest
/// default is too large.
fn settings_for_draw(family: &'static Family, drawn: usize) -> Option<Settings> {
    let mut settings = family.defaults();
    for parameter in family.parameters {
        let largest = match parameter.name {
            "rows" | "cols" | "length" => 8,
            "nodes" => 50,
            _ => continue,
        };
        let Range { low, high } = parameter.default;
        let due = largest * (drawn + DRAWS_TO_FULL_SIZE / 4) / DRAWS_TO_FULL_SIZE;
        if due < low as usize {
            return None;
        }
        let range = Range::new(low, high.min(due as u32));
        family
            .set_parameter(&mut settings, parameter.name, range)
            .expect("every part of the default range is allowed");
    }
    Some(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequence_depends_only_on_the_seed_and_has_every_origin_early() {
        for game in Game::ALL {
            let trials = |seed| -> Vec<Trial> {
                Source::new(game, Seed(seed), Vec::new())
                    .take(150)
                    .collect()
            };
            let texts = |seed| -> Vec<String> {
                let trials = trials(seed);
                trials
                    .iter()
                    .map(|trial| trial.instance.leetcode())
                    .collect()
            };
            assert_eq!(texts(1), texts(1));
            assert_ne!(texts(1), texts(2));
            for origin in ["tiny", "near miss", "long win"] {
                let has_origin = trials(1).iter().any(|trial| trial.origin == origin);
                assert!(has_origin, "{origin}");
            }
        }
    }

    #[test]
    fn settings_grow_to_the_defaults_of_every_family() {
        for game in Game::ALL {
            for family in generate::families_of(game) {
                for parameter in family.parameters {
                    let name = parameter.name;
                    let full = settings_for_draw(family, DRAWS_TO_FULL_SIZE)
                        .expect("large enough for every family");
                    assert_eq!(full.range(name), parameter.default, "{}", family.name);
                    let max = match name {
                        "rows" | "cols" | "length" => 6,
                        "nodes" => 37,
                        _ => continue,
                    };
                    let half = settings_for_draw(family, DRAWS_TO_FULL_SIZE / 2);
                    let is_small = half.is_none_or(|half| half.range(name).high <= max);
                    assert!(is_small, "{} {name}", family.name);
                }
            }
        }
    }
}
