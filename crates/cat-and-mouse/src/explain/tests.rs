use super::*;
use crate::game::Bounds;
use crate::{Game, Instance};

fn parse(problem: &str, input: &str) -> Instance {
    Game::by_id(problem)
        .unwrap()
        .parse(input, Bounds::Contest)
        .unwrap()
}

#[test]
fn won_board_is_explained_move_by_move() {
    let instance = parse("1728", "[\"M.C.\",\".#..\",\"F...\"]\n1\n2");
    let explanation = Explanation::new(&instance);
    insta::assert_snapshot!(render(&instance, &explanation, &[], 80));
}

#[test]
fn defence_and_the_claims_of_a_submission_are_explained() {
    let instance = parse("1728", "[\"C...#\",\"...#F\",\"....#\",\"M....\"]\n2\n5");
    let explanation = Explanation::new(&instance);
    let claims = [
        Claim {
            ply: 0,
            claim: Some("true"),
            truth: "false",
        },
        Claim {
            ply: 2,
            claim: Some("false"),
            truth: "false",
        },
    ];
    insta::assert_snapshot!(render(&instance, &explanation, &claims, 80));
}

#[test]
fn drawn_graph_shows_both_defences() {
    let instance = parse("913", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]");
    let explanation = Explanation::new(&instance);
    assert_eq!(explanation.defences.len(), 2);
    insta::assert_snapshot!(render(&instance, &explanation, &[], 80));
}
