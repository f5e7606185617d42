//! Games that begin or end wrongly.

use super::List;
use crate::strength::grid_rules::{CatOnFood, GridRules};
use crate::strength::strategy::{Claim, Strategy};
use cat_and_mouse::game::Player;

/// Adds them all.
pub(super) fn add(list: &mut List) {
    let class = "ends";
    let food_first: fn(&mut GridRules) = |rules| rules.food_before_capture = true;
    let cat_first: fn(&mut GridRules) = |rules| rules.first = Player::Cat;
    let each = [
        ("food before capture", food_first),
        ("cat moves first", cat_first),
    ];
    for (cat_on_food, name) in [
        (CatOnFood::Ignored, "cat on the food ignored"),
        (CatOnFood::Forbidden, "cat may not enter the food"),
    ] {
        list.mutate(class, name, |rules| rules.cat_on_food = cat_on_food);
        for (more, change) in each {
            list.mutate(class, format!("{name}, {more}"), |rules| {
                rules.cat_on_food = cat_on_food;
                change(rules);
            });
        }
    }
    for (name, change) in each {
        list.mutate(class, name, change);
    }
    list.mutate(class, "the cat may still reply to the food", |rules| {
        rules.late_food = true;
    });
    list.mutate(
        class,
        "food before capture, and the cat may still reply",
        |rules| {
            rules.food_before_capture = true;
            rules.late_food = true;
        },
    );
    list.mutate(class, "mouse may land on the cat", |rules| {
        rules.mouse_may_bump = true;
    });
    list.mutate("passing", "met when jumped over", |rules| {
        rules.capture_on_passing = true;
    });
    for (name, claim) in [("true", Claim::Mouse), ("false", Claim::Cat)] {
        list.read(
            "constant",
            format!("always {name}"),
            Strategy::Always(claim),
        );
    }
}
