//! Tests of parsing recipes.

use std::num::NonZeroU32;

use super::recipe_file::InstanceSource;
use super::*;
use crate::case::SuiteName;
use crate::generate::{RandomStream, Range, Seed};
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
    let rows = recipe.rows.iter().map(|row| (row.label.as_str(), row.line));
    assert!(rows.eq([("big", 4), ("odd_ones", 14)]));
    let InstanceSource::Family(family, ranges) = &recipe.rows[0].source else {
        panic!("a family");
    };
    assert_eq!(family.name, "walls");
    assert_eq!(ranges["cols"], Range::new(4, 30));
    assert_eq!(recipe.rows[1].source.instances_per_draw(), 1);
}

#[test]
fn mistake_in_a_recipe_is_an_error_with_line_and_remedy() {
    // The text below `[[family]]`, the line of the mistake in it, and a part of the message.
    let either = "needs either a family";
    for (row, line, expected) in [
        ("name = \"wals\"\ncount = 1", 2, "did you mean \"walls\"?"),
        ("count = 1", 1, either),
        ("WALLS\nprogram = \"x\"\ncount = 1", 1, either),
        ("WALLS", 1, "\"count\" is missing"),
        ("WALLS\ncuont = 1", 3, "did you mean \"count\"?"),
        ("WALLS\ncount = 0", 3, "must be from 1 to 999"),
        ("WALLS\ncount = -1", 3, "a non-negative integer"),
        ("ONE\nanswers = [\"yes\"]", 4, "one of: true, false"),
        ("ONE\nwith = { denisty = 3 }", 4, "mean \"density\"?"),
        ("ONE\nwith = { density = 101 }", 4, "the range 0 to 100"),
        ("ONE\nwith = { density = [5, 3] }", 4, "[5, 3] is empty"),
        ("ONE\nwith = { density = \"5\" }", 4, "or [low, high]"),
        ("ONE\nlabel = \"../x\"", 4, "invalid label"),
        ("ONE\n[[family]]\nONE", 4, "two rows are named"),
        ("ONE\narguments = [\"1\"]", 1, "only programs take"),
        ("program = \"../x.py\"\ncount = 1", 2, "a path relative to"),
        ("name = \"flip-cell\"\ncount = 3", 3, "a multiple of 2"),
        ("FLIP\nanswers = [\"true\"]", 1, "draws pairs of cases"),
    ] {
        let row = row.replace("ONE", "WALLS\ncount = 1");
        let row = row.replace("FLIP", "name = \"flip-cell\"\ncount = 2");
        let row = row.replace("WALLS", "name = \"walls\"");
        check(&format!("[[family]]\n{row}\n"), line, expected);
    }
    let program = "[[family]]\nprogram = \"x\"\ncount = 1\nwith = { a = 1 }";
    check(program, 4, "only families take `with");
    check("extendet = true", 1, "did you mean \"extended\"?");
    check("max_plies = 0", 1, "expected a positive integer");
    check("\nlimits = { cpu = \"2\" }", 2, "\"2\" is not a duration");
}

/// Checks that a recipe is refused with this line and message.
#[track_caller]
fn check(text: &str, line: usize, expected: &str) {
    let error = recipe(text).expect_err(text);
    let place = format!("generators/1728/x.toml:{line}: ");
    let is_expected = error.starts_with(&place) && error.contains(expected);
    assert!(is_expected, "{text}\n gave {error}");
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
            let InstanceSource::Family(family, ranges) = &recipe.rows[0].source else {
                panic!("a family");
            };
            proptest::prop_assert!(rows * cols <= 1024);
            family.draw(ranges, &mut RandomStream::named("test", "x", Seed(7), 0));
        }
    }
}
