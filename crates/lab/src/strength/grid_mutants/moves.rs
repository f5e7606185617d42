//! Animals that move wrongly.

use super::List;
use crate::strength::grid_rules::{AtEdge, GridRules, MouseGoal, MoveRules, Reach};

/// Gives bent legs to somebody.
type Give = fn(&mut GridRules, MoveRules);

/// Adds what the mouse does wrong, or the cat, or both.
pub(super) fn add(list: &mut List) {
    let whose: [(&str, Give); 3] = [
        ("mouse", |rules, legs| rules.mouse = legs),
        ("cat", |rules, legs| rules.cat = legs),
        ("both", |rules, legs| {
            (rules.mouse, rules.cat) = (legs, legs);
        }),
    ];
    for (who, give) in whose {
        for (class, name, legs) in bent() {
            list.mutate(class, format!("{who}: {name}"), |rules| give(rules, legs));
        }
    }
    for (who, give) in &whose[..2] {
        for (goal, name) in [
            (MouseGoal::Food, "the food"),
            (MouseGoal::Other, "the other"),
        ] {
            let mut legs = MoveRules::RULE;
            legs.only_nearest = Some(goal);
            let name = format!("{who}: runs straight to {name}");
            list.mutate("greedy", name, |rules| give(rules, legs));
        }
    }
    list.mutate("jump length", "jumps swapped", |rules| {
        rules.swapped_jumps = true;
    });
    list.mutate("edges", "rows and columns swapped", |rules| {
        rules.swapped_edges = true;
    });
}

/// Everything that legs can do wrong: class, name and the legs.
fn bent() -> Vec<(&'static str, String, MoveRules)> {
    let mut all = Vec::new();
    let mut mutate = |class, name: &str, change: &dyn Fn(&mut MoveRules)| {
        let mut legs = MoveRules::RULE;
        change(&mut legs);
        all.push((class, name.to_owned(), legs));
    };
    mutate("stay", "may not stay", &|legs| legs.stays = false);
    mutate("stay", "must stay", &|legs| legs.reach = Reach::Just(0));
    for more in [-3, -2, -1, 1, 2, 3] {
        let name = format!("jump {more:+}");
        mutate("jump length", &name, &|legs| legs.reach = Reach::More(more));
    }
    for (name, length) in [("jump of 1", 1), ("jump of any length", u16::MAX)] {
        mutate("jump length", name, &|legs| {
            legs.reach = Reach::Just(length);
        });
    }
    mutate("jump length", "exactly the longest jump", &|legs| {
        legs.exact = true;
    });
    mutate("walls", "jumps through walls", &|legs| {
        legs.through_walls = true;
    });
    mutate("walls", "walls are floor", &|legs| legs.on_walls = true);
    mutate("directions", "diagonal jumps too", &|legs| {
        legs.diagonal = true;
    });
    for (direction, name) in ["up", "right", "down", "left"].iter().enumerate() {
        let name = format!("never {name}");
        mutate("directions", &name, &|legs| legs.without = Some(direction));
    }
    mutate("directions", "jumps around corners", &|legs| {
        legs.turns = true;
    });
    mutate("passing", "stopped by the other", &|legs| {
        legs.blocked_by_other = true;
    });
    mutate("passing", "stopped by the food", &|legs| {
        legs.stopped_by_food = true;
    });
    mutate("edges", "wraps around", &|legs| {
        legs.at_edge = AtEdge::Around;
    });
    mutate("edges", "runs on in the next row", &|legs| {
        legs.at_edge = AtEdge::NextRow;
    });
    all
}
