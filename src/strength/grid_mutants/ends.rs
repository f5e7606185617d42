//! Games that begin or end wrongly.

use super::List;
use crate::strength::arena::Side;
use crate::strength::grid_rules::{CatOnFood, GridRules};
use crate::strength::reading::{Claim, Reading};

/// Adds them all.
pub(super) fn add(list: &mut List) {
    let class = "ends";
    let food_first: fn(&mut GridRules) = |rules| rules.food_before_capture = true;
    let cat_first: fn(&mut GridRules) = |rules| rules.first = Side::Cat;
    let each = [
        ("food before capture", food_first),
        ("cat moves first", cat_first),
    ];
    for (cat_on_food, name) in [
        (CatOnFood::Ignored, "cat on the food ignored"),
        (CatOnFood::Forbidden, "cat may not enter the food"),
    ] {
        list.bend(class, name, |rules| rules.cat_on_food = cat_on_food);
        for (more, change) in each {
            list.bend(class, format!("{name}, {more}"), |rules| {
                rules.cat_on_food = cat_on_food;
                change(rules);
            });
        }
    }
    for (name, change) in each {
        list.bend(class, name, change);
    }
    list.bend(class, "the cat may still reply to the food", |rules| {
        rules.late_food = true;
    });
    list.bend(
        class,
        "food before capture, and the cat may still reply",
        |rules| {
            rules.food_before_capture = true;
            rules.late_food = true;
        },
    );
    list.bend(class, "mouse may land on the cat", |rules| {
        rules.mouse_may_bump = true;
    });
    list.bend("passing", "met when jumped over", |rules| {
        rules.capture_on_passing = true;
    });
    for (name, claim) in [("true", Claim::Mouse), ("false", Claim::Cat)] {
        list.read("constant", format!("always {name}"), Reading::Always(claim));
    }
}
