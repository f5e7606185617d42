//! Submissions in every language. Most do not solve the problem but compute the *probe*, a value
//! that depends on every argument, so that they are short.
//!
//! - 1728: whether the number of walls is even and the cat jumps less far than the mouse.
//! - 913: the number of nodes plus the first neighbour of each, modulo 3.

mod names;
mod pasted;
mod rows;

use mousetrap_suite::GameCase;

use crate::support::case;

/// Returns cases with the value of the probe as their answer.
fn probes(problem: &str) -> Vec<GameCase> {
    let cases: &[(&str, &'static str)] = match problem {
        "1728" => &[
            ("[\"M.C...F\"]\n1\n4", "true"),
            ("[\"M.C...F\"]\n4\n1", "false"),
            ("[\"####F\",\"#C...\",\"M....\"]\n1\n2", "false"),
            (
                "[\".M...\",\"..#..\",\"#..#.\",\"C#.#.\",\"...#F\"]\n1\n3",
                "true",
            ),
            ("[\"CMF\"]\n2\n2", "false"),
        ],
        _ => &[
            ("[[1,3],[0],[3],[0,2]]", "2"),
            ("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", "2"),
            ("[[2,3],[3,4],[0,4],[0,1],[1,2]]", "2"),
            ("[[1,2],[0,2],[0,1]]", "1"),
            ("[[1,2,3],[0,2,3],[0,1,3],[0,1,2]]", "2"),
        ],
    };
    cases
        .iter()
        .map(|(input, answer)| case(problem, input, answer))
        .collect()
}
