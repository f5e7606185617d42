//! The classes of wrong solutions, each with a description.

/// The name and the description of a class.
type DescribedClass = (&'static str, &'static str);

/// Classes that have the same meaning for both problems.
const COMMON: &[DescribedClass] = &[
    ("constant", "the same answer for every case"),
    ("degrees", "a retrograde analysis that counts moves wrongly"),
    ("ends", "wrong rules for the start or the end of the game"),
    ("greedy", "a rule of thumb instead of a search"),
    ("horizon", "a search that stops after too few plies"),
    ("memory", "a search that reuses invalid results"),
    ("one size", "long wins missed on instances of one size"),
    ("stay", "a wrong rule for staying in place"),
    ("table", "a table of positions that is too small"),
];

/// Classes of mutants of 913.
const GRAPHS: &[DescribedClass] = &[
    ("draws", "draws that count as wins"),
    ("edges", "edges of the graph are ignored"),
    ("hole", "a wrong rule for the cat and the hole"),
    (
        "one order",
        "long wins missed at one size and neighbour order",
    ),
];

/// Classes of mutants of 1728.
const BOARDS: &[DescribedClass] = &[
    ("directions", "moves in wrong or missing directions"),
    ("edges", "moves over the edge of the board"),
    ("jump length", "jumps of wrong length"),
    (
        "one order",
        "long wins missed at one size and side of the food",
    ),
    ("passing", "a wrong rule for jumping over food or player"),
    ("walls", "jumps through or onto walls"),
];

/// Returns the description of a class of mutants, for graphs or for boards.
pub(crate) fn class_description(class: &str, of_graphs: bool) -> &'static str {
    let own = if of_graphs { GRAPHS } else { BOARDS };
    let mut classes = COMMON.iter().chain(own);
    let found = classes.find(|(name, _)| *name == class);
    found.map_or("", |(_, description)| description)
}

#[cfg(test)]
mod tests {
    use cat_and_mouse::Game;

    use super::*;
    use crate::strength::mutants_of_game;

    #[test]
    fn class_has_a_description() {
        for game in Game::ALL {
            for mutant in mutants_of_game(game) {
                assert_ne!(mutant.description(), "", "{game} {}", mutant.class);
            }
        }
        for (class, description) in COMMON.iter().chain(GRAPHS).chain(BOARDS) {
            assert!(description.len() <= 50, "{class} must fit on a line");
        }
    }
}
