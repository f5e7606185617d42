//! An endless sequence of instances on which to try a submission.

use super::instances::InstanceWithOrigin;
use super::long_wins::LongWinSearches;
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::generate::{self, Family, ParameterRanges, RandomStream, Range, Seed};

/// The number of generation steps after which families use their full range of sizes.
const STEPS_UNTIL_FULL_SIZE: usize = 4000;

/// Maximum length of `near_misses`.
const MAX_NEAR_MISSES: usize = 64;

/// An endless sequence of instances of one problem.
///
/// Small instances come first. The sequence mixes instances of all families, variations of
/// instances whose answer depends on a single cell or edge, and forced wins of increasing length.
/// The sequence depends only on the seed.
#[derive(Debug)]
pub struct InstanceSource {
    game: Game,
    families: Vec<&'static Family>,
    seed: Seed,
    /// The number of generation steps so far.
    steps: usize,
    /// The instances to return next. The last element is returned first.
    waiting: Vec<InstanceWithOrigin>,
    /// Instances whose answer a single random change has flipped. Another small change is likely to
    /// flip it again.
    near_misses: Vec<Instance>,
    long_wins: LongWinSearches,
}

impl InstanceSource {
    /// Creates the sequence for a seed. The sequence begins with the instances in `first`.
    pub fn new(game: Game, seed: Seed, first: Vec<InstanceWithOrigin>) -> Self {
        let mut waiting = first;
        waiting.reverse();
        Self {
            game,
            families: generate::families_of(game).collect(),
            seed,
            steps: 0,
            waiting,
            near_misses: Vec::new(),
            long_wins: LongWinSearches::new(game, seed),
        }
    }

    /// Performs one generation step, and adds the generated instances to `waiting`. A step can add
    /// several instances or none.
    fn generate_next_instances(&mut self) {
        let number = self.steps;
        self.steps += 1;
        let mut stream = RandomStream::named(self.game.id(), "stress", self.seed, number);
        match stream.random_below(16) {
            0..4 => {
                let family = self.families[number % self.families.len()];
                self.generate_from_family(family, &mut stream);
            }
            4..8 => self.add_variation(&mut stream),
            _ => match generate::family_by_name(self.game, "tiny") {
                Some(tiny) => self.generate_from_family(tiny, &mut stream),
                None => self.add_variation(&mut stream),
            },
        }
        for instance in self.long_wins.search_if_due(self.steps).into_iter().rev() {
            self.push_instance(instance, "long win");
        }
    }

    /// Puts an instance at the front of the queue `waiting`.
    fn push_instance(&mut self, instance: Instance, origin: &str) {
        let origin = origin.to_owned();
        self.waiting.push(InstanceWithOrigin { instance, origin });
    }

    /// Generates instances of a family. The maximum size grows with the number of steps.
    fn generate_from_family(&mut self, family: &'static Family, stream: &mut RandomStream) {
        let Some(settings) = family_settings_after_steps(family, self.steps) else {
            return;
        };
        for instance in family.draw(&settings, stream) {
            self.add_near_miss(&instance, stream);
            self.push_instance(instance, family.name);
        }
    }

    /// Tries a few random changes to the instance. Adds the first variation, if any, whose answer
    /// differs from that of the original instance.
    fn add_near_miss(&mut self, instance: &Instance, stream: &mut RandomStream) {
        let answer = instance.reply(instance.solve());
        for _ in 0..4 {
            let varied = instance.random_variation(&mut |below| stream.random_below(below));
            if varied.reply(varied.solve()) == answer {
                continue;
            }
            let next = varied.random_variation(&mut |below| stream.random_below(below));
            if self.near_misses.len() < MAX_NEAR_MISSES {
                self.near_misses.push(next);
            } else {
                let index = stream.random_below(MAX_NEAR_MISSES);
                self.near_misses[index] = next;
            }
            self.push_instance(varied, "near miss");
            return;
        }
    }

    /// Adds a random variation of one of the instances in `near_misses`.
    fn add_variation(&mut self, stream: &mut RandomStream) {
        if self.near_misses.is_empty() {
            return;
        }
        let index = stream.random_below(self.near_misses.len());
        let varied =
            self.near_misses[index].random_variation(&mut |below| stream.random_below(below));
        self.add_near_miss(&varied, stream);
        self.push_instance(varied, "near miss");
    }
}

impl Iterator for InstanceSource {
    type Item = InstanceWithOrigin;

    fn next(&mut self) -> Option<InstanceWithOrigin> {
        while self.waiting.is_empty() {
            self.generate_next_instances();
        }
        self.waiting.pop()
    }
}

/// Returns the settings with which a family generates its instances after this number of steps. The
/// maximum board side or node count grows from the lower to the upper end of the family's default
/// range. Returns `None` if the maximum size is still below the lower end.
fn family_settings_after_steps(family: &'static Family, steps: usize) -> Option<ParameterRanges> {
    let mut settings = family.defaults();
    for parameter in family.parameters {
        let largest = match parameter.name {
            "rows" | "cols" | "length" => 8,
            "nodes" => 50,
            _ => continue,
        };
        let Range { low, high } = parameter.default;
        let max_size = largest * (steps + STEPS_UNTIL_FULL_SIZE / 4) / STEPS_UNTIL_FULL_SIZE;
        if max_size < low as usize {
            return None;
        }
        let range = Range::new(low, high.min(max_size as u32));
        family
            .set_parameter(&mut settings, parameter.name, range)
            .expect("every sub-range of the default range is a valid setting");
    }
    Some(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_instances(game: Game, seed: u64) -> Vec<InstanceWithOrigin> {
        let source = InstanceSource::new(game, Seed(seed), Vec::new());
        source.take(150).collect()
    }

    #[test]
    fn sequence_depends_only_on_the_seed() {
        for game in Game::ALL {
            let texts = |seed| -> Vec<String> {
                let instances = first_instances(game, seed).into_iter();
                instances.map(|one| one.instance.leetcode_text()).collect()
            };
            assert_eq!(texts(1), texts(1));
            assert_ne!(texts(1), texts(2));
        }
    }

    #[test]
    fn sequence_starts_with_every_origin() {
        for game in Game::ALL {
            let instances = first_instances(game, 1);
            for origin in ["tiny", "near miss", "long win"] {
                let has_origin = instances.iter().any(|one| one.origin == origin);
                assert!(has_origin, "{origin}");
            }
        }
    }

    #[test]
    fn family_sizes_grow_to_their_defaults() {
        for game in Game::ALL {
            for family in generate::families_of(game) {
                for parameter in family.parameters {
                    let name = parameter.name;
                    let full = family_settings_after_steps(family, STEPS_UNTIL_FULL_SIZE)
                        .expect("large enough for every family");
                    assert_eq!(full[name], parameter.default, "{}", family.name);
                    let max = match name {
                        "rows" | "cols" | "length" => 6,
                        "nodes" => 37,
                        _ => continue,
                    };
                    let half = family_settings_after_steps(family, STEPS_UNTIL_FULL_SIZE / 2);
                    let is_small = half.is_none_or(|half| half[name].high <= max);
                    assert!(is_small, "{} {name}", family.name);
                }
            }
        }
    }
}
