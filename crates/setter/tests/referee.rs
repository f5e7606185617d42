//! An independent referee for the plays that explanations print.
//!
//! It knows the rules from the text form alone and shares no code with the
//! solvers but the slow oracles, which say what alternatives are worth.

// The oracles are part of the solvers' tests and find the rules in `crate::game`.
#[path = "../../cat-and-mouse/src/solve/tests/graph_oracle.rs"]
mod graph_oracle;
#[path = "../../cat-and-mouse/src/solve/tests/grid_oracle.rs"]
mod grid_oracle;

use cat_and_mouse::explain::{Explanation, Fortress};
use cat_and_mouse::game::{self, Bounds, Graph, Grid, Outcome, Player, Square};
use cat_and_mouse::solve::line::LineEnd;
use cat_and_mouse::solve::play::Position;
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::generate::{Seed, Stream, families_of};

/// Cells that a player may move to, by the statement: stay, or up to `jump`
/// cells in a line until a wall or the rim.
fn cell_moves(rows: &[Vec<char>], from: (i32, i32), jump: i32) -> Vec<(i32, i32)> {
    let mut moves = vec![from];
    for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        for length in 1..=jump {
            let (row, col) = (from.0 + down * length, from.1 + right * length);
            let line = usize::try_from(row).ok().and_then(|row| rows.get(row));
            let cell = line.and_then(|line| line.get(usize::try_from(col).ok()?));
            match cell {
                None | Some('#') => break,
                Some(_) => moves.push((row, col)),
            }
        }
    }
    moves
}

/// The rules of one instance, read from its text form.
enum Rules {
    Cells {
        rows: Vec<Vec<char>>,
        cat: i32,
        mouse: i32,
    },
    Nodes(Vec<Vec<u16>>),
}

impl Rules {
    fn of(instance: &Instance) -> Self {
        let text = instance.text();
        let mut lines = text.lines();
        let header: Vec<i32> = numbers(lines.next().unwrap());
        if let [_, _, cat, mouse] = header[..] {
            let rows = lines.map(|line| line.chars().collect()).collect();
            return Self::Cells { rows, cat, mouse };
        }
        let lists = lines.map(|line| {
            numbers(line)
                .into_iter()
                .skip(1)
                .map(|n| n as u16)
                .collect()
        });
        Self::Nodes(lists.collect())
    }

    fn moves(&self, turn: Player, from: u16) -> Vec<u16> {
        match self {
            Self::Cells { rows, cat, mouse } => {
                let cols = rows[0].len() as u16;
                let jump = if turn == Player::Cat { *cat } else { *mouse };
                let cell = (i32::from(from / cols), i32::from(from % cols));
                let moves = cell_moves(rows, cell, jump).into_iter();
                moves
                    .map(|(row, col)| row as u16 * cols + col as u16)
                    .collect()
            }
            Self::Nodes(lists) => {
                let mut moves = lists[usize::from(from)].clone();
                moves.retain(|&to| turn == Player::Mouse || to != 0);
                moves
            }
        }
    }

    /// Who has won, by the order of the statement.
    fn winner(&self, at: Position) -> Option<Player> {
        let home = match self {
            Self::Cells { rows, .. } => {
                rows.iter().flatten().position(|&c| c == 'F').unwrap() as u16
            }
            Self::Nodes(_) => 0,
        };
        let cat_takes_food = matches!(self, Self::Cells { .. }) && at.cat == home;
        if matches!(self, Self::Nodes(_)) && at.mouse == home {
            Some(Player::Mouse)
        } else if at.mouse == at.cat || cat_takes_food {
            Some(Player::Cat)
        } else if at.mouse == home {
            Some(Player::Mouse)
        } else {
            None
        }
    }

    fn successors(&self, at: Position) -> Vec<Position> {
        let turn = at.turn.other();
        let from = if at.turn == Player::Mouse {
            at.mouse
        } else {
            at.cat
        };
        let moves = self.moves(at.turn, from).into_iter();
        moves
            .map(|to| match at.turn {
                Player::Mouse => Position {
                    turn,
                    mouse: to,
                    ..at
                },
                Player::Cat => Position {
                    turn,
                    cat: to,
                    ..at
                },
            })
            .collect()
    }
}

fn numbers(line: &str) -> Vec<i32> {
    line.split(' ')
        .map(|number| number.parse().unwrap())
        .collect()
}

/// Plies until `winner` has won from a position, by the slow oracle.
fn won_in(instance: &Instance, winner: Player) -> Box<dyn Fn(Position) -> Option<u32>> {
    let text = instance.text();
    if instance.game().id() == "1728" {
        let oracle = grid_oracle::Horizons::of(&Grid::parse(&text, Bounds::Contest).unwrap());
        return Box::new(move |at| {
            let depth = oracle.depth(at.turn, Square(at.mouse), Square(at.cat))?;
            (winner == Player::Mouse).then_some(depth.0)
        });
    }
    let oracle = graph_oracle::Horizons::of(&Graph::parse(&text, Bounds::Contest).unwrap());
    Box::new(
        move |at| match (winner, oracle.end(at.turn, at.mouse, at.cat)?) {
            (Player::Mouse, Outcome::Mouse { depth }) => Some(depth.0),
            (Player::Cat, Outcome::Cat { depth }) => Some(depth?.0),
            _ => None,
        },
    )
}

/// Checks one explanation; how many plies were checked.
fn referee(instance: &Instance, alternatives: bool) -> usize {
    let explanation = Explanation::new(instance);
    let rules = Rules::of(instance);
    let case = instance.text();
    let mut at = instance.play().start();
    for (number, step) in explanation.steps.iter().enumerate() {
        assert_eq!(
            (step.ply, step.from, step.mover),
            (number + 1, at, at.turn),
            "{case}"
        );
        assert_eq!(
            rules.winner(at),
            None,
            "the game is over before ply {}\n{case}",
            step.ply
        );
        assert!(
            rules.successors(at).contains(&step.to),
            "ply {} is not a move\n{case}",
            step.ply
        );
        at = step.to;
    }
    let depth = explanation.outcome.depth().map(|depth| depth.0 as usize);
    match explanation.outcome {
        Outcome::Mouse { .. } | Outcome::Cat { depth: Some(_) } => {
            let mouse = matches!(explanation.outcome, Outcome::Mouse { .. });
            let winner = if mouse { Player::Mouse } else { Player::Cat };
            assert_eq!(Some(explanation.steps.len()), depth, "{case}");
            assert_eq!(rules.winner(at), Some(winner), "{case}");
            if alternatives {
                defences(instance, &explanation, &rules, winner);
            }
        }
        _ => {
            assert_ne!(explanation.end, LineEnd::Home, "{case}");
            assert!(!explanation.fortresses.is_empty(), "{case}");
            for fortress in &explanation.fortresses {
                holds(fortress, instance.play().start(), &rules, &case);
            }
        }
    }
    explanation.steps.len()
}

/// Whatever the loser does instead, it is lost no later, by the slow oracle.
fn defences(instance: &Instance, explanation: &Explanation, rules: &Rules, winner: Player) {
    let case = instance.text();
    let won_in = won_in(instance, winner);
    for step in explanation.steps.iter().filter(|step| step.mover != winner) {
        let left = (explanation.steps.len() - step.ply) as u32;
        for other in rules.successors(step.from) {
            let plies = match rules.winner(other) {
                Some(won) => (won == winner).then_some(0),
                None => won_in(other),
            };
            assert!(
                plies.is_some_and(|plies| plies <= left),
                "{other:?} on {case}"
            );
        }
    }
}

/// Every move of the other has a reply that stays within, or wins.
fn holds(fortress: &Fortress, start: Position, rules: &Rules, case: &str) {
    let keeper = fortress.keeper;
    let inside = |at: &Position| {
        rules.winner(*at) == Some(keeper)
            || fortress.positions.contains(at)
            || fortress.replies.contains_key(at)
    };
    assert!(inside(&start), "{case}");
    for &position in &fortress.positions {
        assert_eq!(rules.winner(position), None, "{case}");
        assert!(
            rules.successors(position).iter().all(inside),
            "{position:?} on {case}"
        );
    }
    for (position, reply) in &fortress.replies {
        assert!(rules.successors(*position).contains(reply), "{case}");
        assert!(inside(reply), "{position:?} on {case}");
    }
}

fn referee_all(problem: &str, count: usize) {
    let game = Game::by_id(problem).unwrap();
    let families: Vec<_> = families_of(game).collect();
    let instances = (0..).flat_map(|draw| {
        let family = families[draw % families.len()];
        let mut stream = Stream::named(game.id(), "referee", Seed(7), draw);
        family.draw(&family.defaults(), &mut stream)
    });
    let mut plies = 0;
    let mut won = 0;
    for (number, instance) in instances.take(count).enumerate() {
        // The naive solver takes its time, so it is asked about some only.
        let small = instance.size() <= 12;
        plies += referee(&instance, small && number % 3 == 0);
        won += usize::from(instance.solve().depth().is_some());
    }
    assert!(
        plies > count && won > count / 10,
        "{plies} plies, {won} won"
    );
}

#[test]
fn explanations_of_boards_are_right() {
    referee_all("1728", 1500);
}

#[test]
fn explanations_of_graphs_are_right() {
    referee_all("913", 1500);
}
