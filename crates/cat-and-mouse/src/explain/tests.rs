use super::*;
use crate::Game;
use crate::game::Bounds;

/// Explains an instance, and the claims of a submission: plies, claimed reply and correct reply.
fn explain(input: &str, claims: &[(usize, &'static str, &'static str)]) -> String {
    let game = Game::guess_from_syntax(input).unwrap();
    let instance = game.parse(input, Bounds::Contest).unwrap();
    let claims = claims.iter().map(|&(ply, claim, truth)| Claim {
        ply,
        claim: Some(claim),
        truth,
    });
    let explanation = Explanation::new(&instance);
    render(&instance, &explanation, &claims.collect::<Vec<_>>(), 80)
}

#[test]
fn won_board_is_explained_move_by_move() {
    insta::assert_snapshot!(explain("[\"M.C.\",\".#..\",\"F...\"]\n1\n2", &[]));
}

#[test]
fn defence_and_the_claims_of_a_submission_are_explained() {
    let board = "[\"C...#\",\"...#F\",\"....#\",\"M....\"]\n2\n5";
    let claims = [(0, "true", "false"), (2, "false", "false")];
    insta::assert_snapshot!(explain(board, &claims));
}

#[test]
fn drawn_graph_shows_both_defences() {
    insta::assert_snapshot!(explain("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", &[]));
}
