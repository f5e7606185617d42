//! Tests of all families.

use std::collections::BTreeSet;

use super::*;
use cat_and_mouse::game::{Bounds, Outcome};
use cat_and_mouse::{Game, Instance};

fn drawn(family: &Family, index: usize) -> Vec<Instance> {
    let ranges = family.defaults();
    let mut stream = RandomStream::named("test", family.name, Seed(7), index);
    (0..500)
        .map(|_| family.draw(&ranges, &mut stream))
        .find(|instances| !instances.is_empty())
        .unwrap_or_else(|| panic!("family {} draws nothing", family.name))
}

fn families() -> impl Iterator<Item = &'static Family> {
    Game::ALL.into_iter().flat_map(families_of)
}

#[test]
fn every_family_draws_legal_instances_of_contest_size() {
    for family in families() {
        for index in 0..5 {
            let (instances, name) = (drawn(family, index), family.name);
            assert_eq!(instances.len(), family.instances_per_draw, "{name}");
            for instance in instances {
                let text = instance.text();
                let read = family.game.parse(&text, Bounds::Contest);
                assert!(read.is_ok(), "{name}: {read:?}\n{text}");
            }
        }
    }
}

#[test]
fn families_have_unique_names_and_allowed_defaults() {
    let mut names = BTreeSet::new();
    for family in families() {
        let is_portable = mousetrap_util::file_name::is_portable_name(family.name);
        assert!(
            is_portable && names.insert((family.game, family.name)),
            "{}",
            family.name
        );
        for parameter in family.parameters {
            let within = parameter.allowed.covers(parameter.default);
            assert!(within, "{}: {}", family.name, parameter.name);
        }
    }
}

#[test]
fn pairs_have_different_answers() {
    for family in families().filter(|family| family.instances_per_draw == 2) {
        for index in 0..10 {
            let pair = drawn(family, index);
            let answers = [&pair[0], &pair[1]].map(|one| one.reply(one.solve()));
            assert_ne!(answers[0], answers[1], "{}", family.name);
        }
    }
}

#[test]
fn hill_climbing_finds_longer_wins_than_random_drawing() {
    let length = |name: &str, game| -> u32 {
        let family = family_by_name(game, name).unwrap();
        let outcomes = (0..6).map(|index| drawn(family, index)[0].solve());
        outcomes.filter_map(Outcome::depth).map(|ply| ply.0).sum()
    };
    assert!(length("chase", Game::CatAndMouse2) > 2 * length("worst", Game::CatAndMouse2));
    assert!(length("mouse-chase", Game::CatAndMouse) > 2 * length("complete", Game::CatAndMouse));
}
