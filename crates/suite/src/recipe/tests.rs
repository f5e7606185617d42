//! Tests of parsing recipes.

use std::num::NonZeroU32;

use super::recipe_file::Source;
use super::*;
use crate::case::SuiteName;
use crate::generate::{Range, Seed, Stream};
use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_model::Limits;

fn recipe(text: &str) -> Result<Recipe, String> {
    let suite = SuiteName::new(Game::CatAndMouse2, "x");
    Recipe::parse(suite, text, Limits::DEFAULT).map_err(|error| error.to_string())
}

#[test]
fn recipe_with_every_key_is_read() {
    let recipe = recipe(
        "extended = true\nmax_plies = 900\nlimits = { cpu = \"3s\" }\n\
         [[family]]\nname = \"walls\"\nlabel = \"big\"\nseed = 5\ncount = 7\n\
         answers = [\"true\"]\nmin_depth = 9\nlimits = { memory = \"64MiB\" }\n\
         with = { rows = 20, cols = [4, 30] }\n\
         [[family]]\nprogram = \"sub/odd_ones.py\"\narguments = [\"7\"]\ncount = 2\n",
    )
    .unwrap();
    assert_eq!(recipe.suite.to_string(), "1728/x");
    assert_eq!(recipe.bounds, Bounds::Extended);
    assert_eq!(recipe.max_plies, NonZeroU32::new(900));
    let [walls, program] = &recipe.rows[..] else {
        panic!("two rows");
    };
    assert_eq!((walls.label.as_str(), walls.line), ("big", 4));
    let Source::Family(family, settings) = &walls.source else {
        panic!("a family");
    };
    assert_eq!(family.name, "walls");
    assert_eq!(settings.range("cols"), Range::new(4, 30));
    assert_eq!((program.label.as_str(), program.line), ("odd_ones", 14));
    assert_eq!(program.source.per_draw(), 1);
}

#[test]
fn mistake_in_a_recipe_is_refused_with_line_key_rule_and_remedy() {
    let row = "[[family]]\nname = \"walls\"\n";
    for (text, expected) in [
        (
            "extendet = true",
            ":1: unknown key \"extendet\"; did you mean \"extended\"?",
        ),
        ("max_plies = 0", ":1: expected a positive integer, found 0"),
        ("\nlimits = { cpu = \"2\" }", ":2: \"2\" is not a time"),
        (
            "[[family]]\nname = \"wals\"\ncount = 1",
            ":2: problem 1728 has no family \"wals\"; did you mean \"walls\"?",
        ),
        ("[[family]]\ncount = 1", ":1: a row needs either name"),
        (
            "[[family]]\nname = \"walls\"\nprogram = \"x\"\ncount = 1",
            ":1: a row needs either name",
        ),
        (row, ":1: \"count\" is missing"),
        (
            &format!("{row}cuont = 1"),
            ":3: unknown key \"cuont\"; did you mean \"count\"?",
        ),
        (
            &format!("{row}count = 0"),
            ":3: count is 0, but must be within 1 to 999",
        ),
        (
            &format!("{row}count = -1"),
            ":3: expected a non-negative integer, found -1",
        ),
        (
            &format!("{row}count = 1\nanswers = [\"yes\"]"),
            ":4: \"yes\" is not an answer of problem 1728; expected one of: true, false",
        ),
        (
            &format!("{row}count = 1\nwith = {{ denisty = 3 }}"),
            ":4: family \"walls\" has no parameter \"denisty\"; did you mean \"density\"?",
        ),
        (
            &format!("{row}count = 1\nwith = {{ density = 101 }}"),
            ":4: parameter \"density\" of family \"walls\" is 101, but must be within 0 to 100",
        ),
        (
            &format!("{row}count = 1\nwith = {{ density = [5, 3] }}"),
            ":4: range [5, 3] is empty; write the smaller number first",
        ),
        (
            &format!("{row}count = 1\nwith = {{ density = \"5\" }}"),
            ":4: expected a whole number or [low, high]",
        ),
        (
            &format!("{row}count = 1\nlabel = \"../x\""),
            ":4: label \"../x\" is not a file name",
        ),
        (
            &format!("{row}count = 1\n{row}count = 1"),
            ":4: a second row \"walls\"; give it a label of its own, as in label = \"walls-2\"",
        ),
        (
            &format!("{row}count = 1\narguments = [\"1\"]"),
            ":1: arguments are for programs",
        ),
        (
            "[[family]]\nprogram = \"x.py\"\ncount = 1\nwith = { density = 1 }",
            ":4: with = { … } is for families",
        ),
        (
            "[[family]]\nprogram = \"../x.py\"\ncount = 1",
            ":2: program \"../x.py\" must be a file in generators/",
        ),
        (
            "[[family]]\nname = \"flip-cell\"\ncount = 3",
            ":3: count is 3, but cases of \"flip-cell\" come 2 at a time",
        ),
        (
            "[[family]]\nname = \"flip-cell\"\ncount = 2\nanswers = [\"true\"]",
            ":1: \"flip-cell\" draws cases that belong together",
        ),
    ] {
        let error = recipe(text).expect_err(text);
        let found = error
            .strip_prefix("generators/1728/x.toml")
            .unwrap_or(&error);
        assert!(found.starts_with(expected), "{text}\n gave {error}");
    }
}

proptest::proptest! {
    #[test]
    fn accepted_recipe_draws_only_boards_that_fit(
        rows in 0..2_000u32,
        cols in 0..2_000u32,
        max_plies: u32,
    ) {
        let text = format!(
            "extended = true\nmax_plies = {max_plies}\n[[family]]\nname = \"walls\"\n\
             count = 1\nwith = {{ rows = {rows}, cols = [{cols}, {cols}] }}\n"
        );
        if let Ok(recipe) = recipe(&text) {
            let Source::Family(family, settings) = &recipe.rows[0].source else {
                panic!("a family");
            };
            proptest::prop_assert!(rows * cols <= 1024);
            family.draw(settings, &mut Stream::named("test", "x", Seed(7), 0));
        }
    }

    #[test]
    fn damaged_recipe_never_panics(
        at in 0..4096usize,
        text in "[\\[\\]\"'=.{}#\n0-9a-z-]{0,8}",
    ) {
        let mut damaged = include_str!("../../../../generators/1728/limit-edge.toml").to_owned();
        let at = damaged.floor_char_boundary(at % damaged.len());
        damaged.insert_str(at, &text);
        let _ = recipe(&damaged);
    }
}
