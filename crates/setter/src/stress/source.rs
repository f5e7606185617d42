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
    /// Whether to draw from the given families alone, without variations.
    plain: bool,
    seed: Seed,
    drawn: usize,
    /// The next trials, in reverse order.
    waiting: Vec<Trial>,
    /// Instances of which a variation may have another answer.
    near: Vec<Instance>,
    long_wins: LongWins,
}

impl Source {
    /// Creates the sequence for a seed, after the trials `first`. It draws from `families`
    /// alone, or from all families, variations and long wins if there are none.
    pub fn new(game: Game, seed: Seed, families: &[&'static Family], first: Vec<Trial>) -> Self {
        let plain = !families.is_empty();
        let all = || generate::of_game(game).collect();
        let mut waiting = first;
        waiting.reverse();
        Self {
            game,
            families: if plain { families.to_vec() } else { all() },
            plain,
            seed,
            drawn: 0,
            waiting,
            near: Vec::new(),
            long_wins: LongWins::new(game, seed),
        }
    }

    /// Draws once, which may add trials.
    fn draw(&mut self) {
        let index = self.drawn;
        self.drawn += 1;
        let mut stream = Stream::named(self.game.id(), "stress", self.seed, index);
        if self.plain {
            let family = self.families[index % self.families.len()];
            self.family(family, &mut stream);
            return;
        }
        match stream.below(16) {
            0..4 => {
                let family = self.families[index % self.families.len()];
                self.family(family, &mut stream);
            }
            4..8 => self.vary(&mut stream),
            _ => match generate::by_name(self.game, "tiny") {
                Some(tiny) => self.family(tiny, &mut stream),
                None => self.vary(&mut stream),
            },
        }
        let found = self.long_wins.after(self.drawn);
        self.waiting
            .extend(found.into_iter().rev().map(|instance| Trial {
                instance,
                origin: "long win".to_owned(),
            }));
    }

    /// Draws from a family, at a size that grows with the number of draws.
    fn family(&mut self, family: &'static Family, stream: &mut Stream) {
        let Some(settings) = settings(family, self.drawn) else {
            return;
        };
        for instance in family.draw(&settings, stream) {
            if !self.plain {
                self.add_near_miss(&instance, stream);
            }
            self.waiting.push(Trial {
                instance,
                origin: family.name.to_owned(),
            });
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
            let kept = varied.varied(&mut |below| stream.below(below));
            if self.near.len() < MAX_NEAR {
                self.near.push(kept);
            } else {
                let place = stream.below(MAX_NEAR);
                self.near[place] = kept;
            }
            self.waiting.push(Trial {
                instance: varied,
                origin: "near miss".to_owned(),
            });
            return;
        }
    }

    /// Adds a variation of an instance that had a near miss.
    fn vary(&mut self, stream: &mut Stream) {
        if self.near.is_empty() {
            return;
        }
        let place = stream.below(self.near.len());
        let varied = self.near[place].varied(&mut |below| stream.below(below));
        self.add_near_miss(&varied, stream);
        self.waiting.push(Trial {
            instance: varied,
            origin: "near miss".to_owned(),
        });
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
    use cat_and_mouse::Game;
    use std::collections::BTreeSet;

    fn first(game: Game, seed: u64, count: usize) -> Vec<Trial> {
        let source = Source::new(game, Seed(seed), &[], Vec::new());
        source.take(count).collect()
    }

    #[test]
    fn sequence_depends_on_the_seed_alone() {
        for game in Game::ALL {
            let texts = |seed| -> Vec<String> {
                let trials = first(game, seed, 150);
                trials.iter().map(|t| t.instance.leetcode()).collect()
            };
            assert_eq!(texts(1), texts(1));
            assert_ne!(texts(1), texts(2));
        }
    }

    #[test]
    fn source_begins_small_and_draws_from_every_family() {
        for game in Game::ALL {
            let all: Vec<&Family> = generate::of_game(game).collect();
            let source = Source::new(game, Seed(1), &all, Vec::new());
            let trials: Vec<Trial> = source.take(4500).collect();
            let mean = |part: &[Trial]| {
                let sizes = part.iter().map(|trial| trial.instance.size());
                sizes.sum::<usize>() / part.len()
            };
            let (early, late) = (mean(&trials[..1000]), mean(&trials[3500..]));
            assert!(early < late, "{early} and {late}");
            let origins: BTreeSet<&str> = trials.iter().map(|t| t.origin.as_str()).collect();
            let missing = all.iter().find(|family| !origins.contains(family.name));
            assert!(missing.is_none(), "{missing:?}");
        }
    }

    #[test]
    fn source_has_near_misses_and_long_wins_early() {
        for game in Game::ALL {
            let trials = first(game, 1, 150);
            for wanted in ["near miss", "long win"] {
                assert!(
                    trials.iter().any(|trial| trial.origin == wanted),
                    "{wanted}"
                );
            }
        }
    }

    #[test]
    fn source_of_given_families_draws_from_these_alone() {
        let maze = generate::by_name(Game::CatAndMouse2, "maze").unwrap();
        let game = cat_and_mouse::Game::CatAndMouse2;
        let source = Source::new(game, Seed(1), &[maze], Vec::new());
        assert!(source.take(200).all(|trial| trial.origin == "maze"));
    }
}
