//! Records as tables of Markdown.

use std::fmt::Write;

use indicatif::HumanCount;

use mousetrap_lab::hunt::hall::Hall;
use mousetrap_lab::hunt::{Exhaustion, Maximum};

/// The hall of fame as a table.
pub(super) fn of_hall(hall: &Hall) -> String {
    let mut text =
        String::from("### Hall of fame\n\n| case | plies | found by |\n| --- | ---: | --- |\n");
    for (from, case) in hall
        .cases()
        .iter()
        .filter(|(_, case)| case.variant.is_none())
    {
        let depth = case.outcome.depth();
        let depth = depth.map_or("-".to_owned(), |depth| depth.to_string());
        let _ = writeln!(text, "| `{}` | {depth} | {from} |", case.id);
    }
    text + "\n"
}

/// What all boards of a size come to, by pair of jumps.
pub(super) fn of_exhaustion(all: &Exhaustion) -> String {
    let mut text = format!(
        "## 1728 · all boards of {}×{} cells\n\n{} boards, all foods and jumps on {} connected \
         floors that differ by more than a symmetry, at {} boards per second and thread. \
         *Contested* wins are those against a cat that can come to the food; a *detour* is what \
         the mouse moves beyond its way without a cat.\n\n\
         | jumps of cat, mouse | longest win | contested | detour | a longest win |\n\
         | --- | ---: | ---: | ---: | --- |\n",
        all.rows,
        all.cols,
        HumanCount(all.solved),
        HumanCount(all.floors),
        HumanCount(all.solved / all.seconds.max(1)),
    );
    for (jumps, maxima) in &all.maxima {
        let most = |maximum: &Option<Maximum>| {
            let most = maximum.as_ref().map(|maximum| maximum.most);
            most.map_or("-".to_owned(), |most| most.to_string())
        };
        let board = maxima.longest.as_ref().map_or_else(String::new, |longest| {
            longest.input.lines().skip(1).collect::<Vec<_>>().join("/")
        });
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | `{board}` |",
            jumps.replace(',', ", "),
            most(&maxima.longest),
            most(&maxima.contested),
            most(&maxima.detour),
        );
    }
    text + "\n"
}
