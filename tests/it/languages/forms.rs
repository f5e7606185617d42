//! Messages about sources that could be of either form or misspell the function.

use cat_and_mouse::Game;
use mousetrap_judge::FindOptions;

use super::probes;
use crate::project::has;
use crate::support::judge_source;

#[test]
fn doubtful_form_is_reported_once() {
    let source = "import sys
read = sys.stdin.readline
class Solution:
    def catMouseGame(self, graph): return 7";
    let wanted = FindOptions::new(Game::problems(), None, None);
    let report = judge_source("a.py", source.as_bytes(), wanted, probes("913")).unwrap();
    assert_eq!(report.to_string().matches(" got 7; judged").count(), 1);
}

#[test]
fn misspelt_function_of_a_known_problem_is_named() {
    let problem = Game::by_id("913").map(Game::problem);
    let wanted = FindOptions::new(Game::problems(), problem, None);
    let python = "class Solution:\n    def catMouseGames(self, graph): return 1";
    let racket = "(define (cat-mouse-games graph) 1)";
    for (file, source, name) in [
        ("a.rkt", racket, "cat-mouse-game"),
        ("a.py", python, "catMouseGame"),
    ] {
        let report = judge_source(file, source.as_bytes(), wanted, probes("913")).unwrap();
        let line = source.lines().count();
        let message = format!(
            ": judged as a complete program, because it defines no {name}; line {line} defines {name}s: \
             did you mean {name}? ("
        );
        has(&report.to_string(), message);
    }
}

#[test]
fn misspelt_function_of_an_unknown_problem_is_an_error() {
    let source = b"\nclass Solution:\n    def catMouseGames(self, graph): return 0";
    let wanted = FindOptions::new(Game::problems(), None, None);
    let error = judge_source("a.py", source, wanted, Vec::new()).unwrap_err();
    has(
        &error,
        "; line 3 defines catMouseGames: did you mean catMouseGame?",
    );
}
