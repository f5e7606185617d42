//! Records as tables of Markdown.

use std::fmt::Write;

use mousetrap_lab::hunt::hall::Hall;

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
