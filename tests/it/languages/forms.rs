//! What is said of a source that may be of either form, beyond the rows.

use cat_and_mouse::Game;
use mousetrap_judge::FindOptions;

use super::probes;
use crate::support::judge_source;

#[test]
fn a_doubt_about_the_form_is_said_once() {
    let source = "import sys
read = sys.stdin.readline
class Solution:
    def catMouseGame(self, graph): return 7";
    let wanted = FindOptions::new(Game::problems(), None, None);
    let report = judge_source("a.py", source.as_bytes(), wanted, probes("913")).unwrap();
    assert_eq!(report.to_string().matches(" got 7; taken").count(), 1);
}

#[test]
fn a_misspelt_function_is_named_where_the_problem_is_known() {
    let wanted = FindOptions::new(
        Game::problems(),
        Game::by_id("913").map(Game::problem),
        None,
    );
    for (file, source, name) in [
        (
            "a.rkt",
            "(define (cat-mouse-games graph) 1)",
            "cat-mouse-game",
        ),
        (
            "a.py",
            "class Solution:\n    def catMouseGames(self, graph): return 1",
            "catMouseGame",
        ),
    ] {
        let report = judge_source(file, source.as_bytes(), wanted, probes("913")).unwrap();
        let line = source.lines().count();
        let says = format!(
            ": taken for a whole program, since it defines no {name}; line {line} has {name}s: \
             is {name} meant? ("
        );
        assert!(report.to_string().contains(&says), "{report}");
    }
}

#[test]
fn a_misspelt_function_is_asked_about() {
    let source = b"\nclass Solution:\n    def catMouseGames(self, graph): return 0";
    let error = judge_source(
        "a.py",
        source,
        FindOptions::new(Game::problems(), None, None),
        Vec::new(),
    )
    .unwrap_err();
    assert!(
        error.contains("; line 3 has catMouseGames: is catMouseGame meant?"),
        "{error}"
    );
}
