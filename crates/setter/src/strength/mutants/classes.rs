//! The classes of wrong solutions, each described by a phrase.

/// A class with its description.
type Class = (&'static str, &'static str);

/// Classes with the same meaning for both problems.
const COMMON: &[Class] = &[
    ("constant", "the same answer to every case"),
    ("degrees", "retrograde analysis that counts moves wrongly"),
    ("ends", "wrong rules for the start or the end of the game"),
    ("greedy", "a rule of thumb in place of a search"),
    ("horizon", "a search that stops after too few plies"),
    ("memory", "a search that reuses results that no longer hold"),
    ("one size", "long wins missed on instances of one size"),
    ("stay", "a wrong rule for staying in place"),
    ("table", "a table of positions that is too small"),
];

/// Classes of 913.
const GRAPHS: &[Class] = &[
    ("draws", "draws taken for wins"),
    ("edges", "edges of the graph that are ignored"),
    ("hole", "a wrong rule for the cat and the hole"),
    (
        "one order",
        "long wins missed at one size and neighbour order",
    ),
];

/// Classes of 1728.
const BOARDS: &[Class] = &[
    ("directions", "moves in directions that are wrong"),
    ("edges", "moves over the edge of the board"),
    ("jump length", "jumps of a wrong length"),
    (
        "one order",
        "long wins missed at one size and side of the food",
    ),
    ("passing", "a wrong rule for jumps over food or player"),
    ("walls", "jumps through or onto walls"),
];

/// Returns the phrase that describes a class of mutants, of graphs or of boards.
pub(crate) fn description(class: &str, of_graphs: bool) -> &'static str {
    let own = if of_graphs { GRAPHS } else { BOARDS };
    let mut classes = COMMON.iter().chain(own);
    let found = classes.find(|(name, _)| *name == class);
    found.map_or("", |(_, description)| description)
}

#[cfg(test)]
mod tests {
    use cat_and_mouse::Game;

    use super::*;
    use crate::strength::of_game;

    #[test]
    fn class_has_a_description() {
        for game in Game::ALL {
            for mutant in of_game(game) {
                assert_ne!(mutant.description(), "", "{game} {}", mutant.class);
            }
        }
        for (class, description) in COMMON.iter().chain(GRAPHS).chain(BOARDS) {
            assert!(description.len() <= 50, "{class} must fit on a line");
        }
    }
}
