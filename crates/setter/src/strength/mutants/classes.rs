//! The classes of wrong solutions, each with a description.

/// Returns the description of a class of mutants, for graphs or for boards. Returns an empty string
/// if the class is unknown.
pub(crate) fn class_description(class: &str, of_graphs: bool) -> &'static str {
    match class {
        // Classes for both problems.
        "constant" => "the same answer for every case",
        "degrees" => "a retrograde analysis that counts moves wrongly",
        "ends" => "wrong rules for the start or the end of the game",
        "greedy" => "a rule of thumb instead of a search",
        "horizon" => "a search that stops after too few plies",
        "memory" => "a search that reuses invalid results",
        "one size" => "long wins missed on instances of one size",
        "stay" => "a wrong rule for staying in place",
        "table" => "a table of positions that is too small",
        // Classes for graphs.
        "draws" => "draws that count as wins",
        "edges" if of_graphs => "edges of the graph that are ignored",
        "hole" => "a wrong rule for cat moves into the hole",
        "one order" if of_graphs => "long wins missed for one size and neighbour order",
        // Classes for boards.
        "directions" => "moves in wrong or missing directions",
        "edges" => "moves that wrongly cross the edge of the board",
        "jump length" => "jumps of wrong length",
        "one order" => "long wins missed for one size and piece order",
        "passing" => "a wrong rule for jumping over food or player",
        "walls" => "jumps through or onto walls",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use cat_and_mouse::Game;

    use crate::strength::mutants_of_game;

    #[test]
    fn class_description_fits_on_a_line() {
        for game in Game::ALL {
            for mutant in mutants_of_game(game) {
                let length = mutant.description().len();
                assert!((1..=50).contains(&length), "{game} {}", mutant.class);
            }
        }
    }
}
