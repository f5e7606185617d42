//! An endless sequence of instances to try a submission on.

use super::long_wins::LongWins;
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::GameCase;
use mousetrap_suite::generate::{self, Family, Range, Seed, Settings, Stream};

/// The number of draws after which families are drawn at full size.
const GROWTH: usize = 4000;

/// Maximum number of instances to vary.
const MAX_NEAR: usize = 64;

/// An instance to try.
#[derive(Debug)]
pub struct Trial {
    /// The instance.
    pub instance: Instance,
    /// Its origin: a family, `near miss`, `long win`, or the name of a stored case.
    pub origin: String,
}

impl Trial {
    /// Returns a stored case as a trial.
    pub fn of(case: &GameCase) -> Self {
        Self {
            origin: case.id.to_string(),
            instance: case.instance.clone(),
        }
    }
}

/// An endless sequence of instances of one problem.
///
/// Small ones come first. Instances of all families take turns with
/// variations of instances whose answer depends on a single cell or edge, and
/// with ever longer forced wins. The sequence depends on the seed alone.
#[derive(Debug)]
pub struct Source {
    game: Game,
    families: Vec<&'static Family>,
    seed: Seed,
    drawn: usize,
    /// The next trials, in reverse order.
    waiting: Vec<Trial>,
    /// Instances near others with another answer, so that a variation may have another answer.
    near: Vec<Instance>,
    long_wins: LongWins,
}

impl Source {
    /// Creates the sequence for a seed, after the trials `first`.
    pub fn new(game: Game, seed: Seed, first: Vec<Trial>) -> Self {
        let mut waiting = first;
        waiting.reverse();
        Self {
            game,
            families: generate::of_game(game).collect(),
            seed,
            drawn: 0,
            waiting,
            near: Vec::new(),
            long_wins: LongWins::new(game, seed),
        }
    }

    /// Draws once, which may add trials.
    fn draw(&mut self) {
        let number = self.drawn;
        self.drawn += 1;
        let mut stream = Stream::named(self.game.id(), "stress", self.seed, number);
        match stream.below(16) {
            0..4 => {
                let family = self.families[number % self.families.len()];
                self.family(family, &mut stream);
            }
            4..8 => self.vary(&mut stream),
            _ => match generate::by_name(self.game, "tiny") {
                Some(tiny) => self.family(tiny, &mut stream),
                None => self.vary(&mut stream),
            },
        }
        for instance in self.long_wins.after(self.drawn).into_iter().rev() {
            self.push(instance, "long win");
        }
    }

    /// Adds a trial, to be tried before all that wait.
    fn push(&mut self, instance: Instance, origin: &str) {
        let origin = origin.to_owned();
        self.waiting.push(Trial { instance, origin });
    }

    /// Draws from a family, at a size that grows with the number of draws.
    fn family(&mut self, family: &'static Family, stream: &mut Stream) {
        let Some(settings) = settings(family, self.drawn) else {
            return;
        };
        for instance in family.draw(&settings, stream) {
            self.add_near_miss(&instance, stream);
            self.push(instance, family.name);
        }
    }

    /// Adds a variation that has another answer than the instance, if one of a few random
    /// steps gives one.
    fn add_near_miss(&mut self, instance: &Instance, stream: &mut Stream) {
        let answer = instance.reply(instance.solve());
        for _ in 0..4 {
            let varied = instance.varied(&mut |below| stream.below(below));
            if varied.reply(varied.solve()) == answer {
                continue;
            }
            let next = varied.varied(&mut |below| stream.below(below));
            if self.near.len() < MAX_NEAR {
                self.near.push(next);
            } else {
                let index = stream.below(MAX_NEAR);
                self.near[index] = next;
            }
            self.push(varied, "near miss");
            return;
        }
    }

    /// Adds a variation of an instance that had a near miss.
    fn vary(&mut self, stream: &mut Stream) {
        if self.near.is_empty() {
            return;
        }
        let index = stream.below(self.near.len());
        let varied = self.near[index].varied(&mut |below| stream.below(below));
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

/// Returns the settings of a family for draw number `drawn`: sides and numbers of
/// nodes grow from the lowest to the highest default of the family. Returns `None` while even
/// the lowest is too large.
fn settings(family: &'static Family, drawn: usize) -> Option<Settings> {
    let mut settings = family.defaults();
    for parameter in family.parameters {
        let largest = match parameter.name {
            "rows" | "cols" | "length" => 8,
            "nodes" => 50,
            _ => continue,
        };
        let Range { low, high } = parameter.default;
        let due = largest * (drawn + GROWTH / 4) / GROWTH;
        if due < low as usize {
            return None;
        }
        let range = Range::new(low, high.min(due as u32));
        family
            .set(&mut settings, parameter.name, range)
            .expect("part of the default range is allowed");
    }
    Some(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequence_depends_on_the_seed_alone_and_has_every_origin_early() {
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
            for family in generate::of_game(game) {
                for parameter in family.parameters {
                    let name = parameter.name;
                    let full = settings(family, GROWTH).expect("large enough for every family");
                    assert_eq!(full.range(name), parameter.default, "{}", family.name);
                    let max = match name {
                        "rows" | "cols" | "length" => 6,
                        "nodes" => 37,
                        _ => continue,
                    };
                    let half = settings(family, GROWTH / 2);
                    let is_small = half.is_none_or(|half| half.range(name).high <= max);
                    assert!(is_small, "{} {name}", family.name);
                }
            }
        }
    }
}
