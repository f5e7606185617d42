//! Tables of small sizes against slower searches, and the published ones.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use cat_and_mouse::game::{Bounds, DEFAULT_MAX_PLIES, Graph, Grid, Node, Outcome, Player};
use cat_and_mouse::problem::Problem;
use cat_and_mouse::solve;

use mousetrap_base::root::Root;
use mousetrap_base::{Limits, Shard};
use mousetrap_suite::{Record, read_collection};

use super::graphs::Piece;
use super::*;

mod page;

fn table(size: &str, shard: Shard) -> Table {
    let mut table = Table::new(size.parse().unwrap(), shard);
    let done: Result<(), RunError<Infallible>> = table.run(
        NonZeroUsize::new(2).unwrap(),
        &AtomicBool::new(false),
        |_| Ok(()),
    );
    done.unwrap();
    assert!(table.is_complete());
    table
}

/// What is in it is right: the extremes by their certificates, and the number
/// of starts by arithmetic.
fn check(table: &Table) {
    let problem = table.size.problem();
    for (key, row) in &table.found.rows {
        for (kind, extreme) in &row.extremes {
            let input = &extreme.input;
            let instance = problem.parse(input, Bounds::Contest).unwrap();
            let depth = instance.solve().depth().map_or(0, |depth| depth.0);
            let most = match kind {
                Kind::Detour | Kind::Density => continue,
                _ => extreme.most,
            };
            assert_eq!(most, depth, "{} {key} {kind:?}: {input}", table.size);
        }
        let starts = row.won + row.lost + row.drawn;
        match table.size {
            Space::Boards(rows, cols) => {
                let cells = u64::from(rows * cols);
                assert_eq!(starts, (cells * (cells - 1) * (cells - 2)) << (cells - 3));
            }
            Space::Graphs(nodes) => assert_eq!(starts, labelled(nodes as u64)),
        }
    }
}

/// Labelled graphs in which every node has a neighbour, by inclusion and
/// exclusion of those that have none.
fn covered(nodes: u64) -> u64 {
    let choose = |k: u64| {
        (0..k).fold(1_i128, |all, i| {
            all * i128::from(nodes - i) / i128::from(i + 1)
        })
    };
    let graphs = |nodes: u64| 1_i128 << (nodes * nodes.saturating_sub(1) / 2);
    let sign = |alone: u64| if alone.is_multiple_of(2) { 1 } else { -1 };
    let all = (0..=nodes).map(|alone| sign(alone) * choose(alone) * graphs(nodes - alone));
    all.sum::<i128>() as u64
}

/// Those of them in which the hole is not the only neighbour of node 2. Else
/// the others are covered but perhaps for the hole, which node 2 covers.
fn labelled(nodes: u64) -> u64 {
    covered(nodes) - covered(nodes - 1) - covered(nodes - 2)
}

#[test]
fn the_number_of_labelled_graphs_is_known() {
    assert_eq!(covered(8), 252_522_481);
    assert_eq!(labelled(8), 250_607_748);
}

/// Every graph of so many nodes without those that differ by names, in a way
/// that has nothing in common with `geng`: a node is added to those with one
/// less in every way, and of each the smallest is kept of all that differ by
/// names, among those with ascending degrees.
fn grown(nodes: usize) -> Vec<Vec<u16>> {
    fn smallest(around: &[u16], order: &mut Vec<usize>, best: &mut Option<Vec<u16>>) {
        if order.len() == around.len() {
            let name = |node: usize| order.iter().position(|&other| other == node).unwrap();
            let renamed = |&node: &usize| {
                let beside = (0..around.len()).filter(|to| around[node] >> to & 1 == 1);
                beside.fold(0, |all, to| all | 1 << name(to))
            };
            let graph: Vec<u16> = order.iter().map(renamed).collect();
            if best.as_ref().is_none_or(|best| graph < *best) {
                *best = Some(graph);
            }
            return;
        }
        let degree = |node: usize| around[node].count_ones();
        let rest = (0..around.len()).filter(|node| !order.contains(node));
        let least = rest.clone().map(degree).min().unwrap();
        for node in rest
            .filter(|&node| degree(node) == least)
            .collect::<Vec<_>>()
        {
            order.push(node);
            smallest(around, order, best);
            order.pop();
        }
    }
    let mut all = vec![vec![0]];
    for node in 1..nodes {
        let mut next = std::collections::BTreeSet::new();
        for (graph, beside) in all
            .iter()
            .flat_map(|graph| (0..1_u16 << node).map(move |beside| (graph, beside)))
        {
            let mut graph: Vec<u16> = graph.clone();
            for (other, around) in graph.iter_mut().enumerate() {
                *around |= (beside >> other & 1) << node;
            }
            graph.push(beside);
            let mut best = None;
            smallest(&graph, &mut Vec::new(), &mut best);
            next.insert(best.unwrap());
        }
        all = next.into_iter().collect();
    }
    all
}

/// The table of these graphs.
fn own(nodes: usize) -> Tally {
    let mut piece = Piece::new(nodes, 0, [0, 0]);
    for graph in grown(nodes).iter().filter(|graph| !graph.contains(&0)) {
        piece.graph(graph);
    }
    piece.found()
}

#[test]
fn all_graphs_are_there() {
    for (nodes, graphs) in [(3, 4), (4, 11), (5, 34), (6, 156), (7, 1044)] {
        assert_eq!(grown(nodes).len(), graphs);
    }
}

/// What is extreme, how much, and how often.
type Figure = (Kind, u32, Option<u64>);

/// What does not depend on which of several graphs comes first.
fn figures(found: &Tally) -> ([u64; 4], Vec<Figure>) {
    let row = &found.rows["all"];
    let extremes = row.extremes.iter();
    let extremes = extremes.map(|(kind, extreme)| (*kind, extreme.most, extreme.instances));
    let counts = [found.classes, row.won, row.lost, row.drawn];
    (counts, extremes.collect())
}

/// Every labelled graph, one by one.
#[test]
fn tables_of_graphs_count_every_labelled_graph() {
    for nodes in 3..=5_u16 {
        let pairs: Vec<(Node, Node)> = (0..nodes)
            .flat_map(|a| (a + 1..nodes).map(move |b| (a, b)))
            .collect();
        let mut row = TallyRow::default();
        let mut depths: BTreeMap<(Player, u32), u64> = BTreeMap::new();
        for mask in 0_u32..1 << pairs.len() {
            let edges = pairs
                .iter()
                .enumerate()
                .filter(|(bit, _)| mask >> bit & 1 == 1);
            let edges: Vec<(Node, Node)> = edges.map(|(_, &edge)| edge).collect();
            let Ok(graph) = Graph::from_edges(nodes.into(), &edges, Bounds::Contest) else {
                continue;
            };
            let outcome = solve::graph::Table::solve(&graph).start();
            match outcome {
                Outcome::Mouse { .. } => row.won += 1,
                Outcome::Cat { .. } => row.lost += 1,
                Outcome::Draw => row.drawn += 1,
            }
            if let (Some(winner), Some(depth)) = (outcome.winner(), outcome.depth()) {
                *depths.entry((winner, depth.0)).or_default() += 1;
            }
        }
        let found = &own(nodes.into()).rows["all"];
        assert_eq!(
            (found.won, found.lost, found.drawn),
            (row.won, row.lost, row.drawn)
        );
        for (kind, player) in [(Kind::MouseWin, Player::Mouse), (Kind::CatWin, Player::Cat)] {
            let longest = depths
                .iter()
                .rev()
                .find(|((winner, _), _)| *winner == player);
            let longest = longest.map(|((_, depth), count)| (*depth, Some(*count)));
            let extreme = found.extremes.get(&kind);
            assert_eq!(
                extreme.map(|extreme| (extreme.most, extreme.instances)),
                longest
            );
        }
    }
}

/// Every board, one by one, connected or not.
#[test]
fn tables_of_boards_count_every_board() {
    for (rows, cols) in [(1, 4), (2, 3), (3, 3)] {
        let table = table(&format!("{rows}x{cols}"), Shard::WHOLE);
        check(&table);
        let cells = rows * cols;
        for (key, row) in &table.found.rows {
            let (cat_jump, mouse_jump) = key.split_once(',').unwrap();
            let (mut won, mut longest) = (0, 0);
            for mask in 0_u32..1 << cells {
                let mut grid = Grid {
                    rows,
                    cols,
                    walls: (0..cells).map(|cell| mask >> cell & 1 == 1).collect(),
                    cat: cat_and_mouse::game::Square(0),
                    mouse: cat_and_mouse::game::Square(0),
                    food: cat_and_mouse::game::Square(0),
                    cat_jump: cat_jump.parse().unwrap(),
                    mouse_jump: mouse_jump.parse().unwrap(),
                    max_plies: DEFAULT_MAX_PLIES,
                };
                let free: Vec<_> = grid.squares().filter(|&at| !grid.is_wall(at)).collect();
                for &food in &free {
                    grid.food = food;
                    let table = solve::grid::Table::solve(&grid);
                    for &mouse in free.iter().filter(|&&mouse| mouse != food) {
                        for &cat in free.iter().filter(|&&cat| cat != food && cat != mouse) {
                            if let Some(depth) = table.depth(Player::Mouse, mouse, cat) {
                                won += 1;
                                longest = depth.0.max(longest);
                            }
                        }
                    }
                }
            }
            assert_eq!(
                (row.won, row.most(Kind::MouseWin)),
                (won, longest),
                "{rows}×{cols} {key}"
            );
        }
    }
}

/// Known from an independent search of all boards on which the cat can come to
/// the food, and of all labelled graphs. A solver that errs anywhere near the
/// extremes cannot come to these numbers.
#[test]
fn the_longest_games_are_known() {
    for (size, contested, detour) in BOARDS.into_iter().filter(|(size, ..)| SMALL.contains(size)) {
        let table = table(size, Shard::WHOLE);
        assert_eq!(table.found.most(Kind::Contested), contested, "{size}");
        assert_eq!(table.found.most(Kind::Detour), detour, "{size}");
        check(&table);
    }
}

const SMALL: [&str; 3] = ["3x3", "3x4", "4x4"];

const BOARDS: [(&str, u32, u32); 10] = [
    ("3x3", 9, 0),
    ("3x4", 13, 1),
    ("3x5", 17, 3),
    ("3x6", 23, 4),
    ("3x8", 31, 6),
    ("4x4", 17, 2),
    ("4x5", 23, 4),
    ("4x6", 29, 7),
    ("5x5", 29, 6),
    ("5x6", 37, 9),
];

const GRAPHS: [(usize, u32, u32); 6] = [
    (5, 5, 5),
    (6, 7, 8),
    (7, 9, 12),
    (8, 17, 16),
    (9, 25, 24),
    (10, 33, 36),
];

#[test]
fn parts_merge_into_the_whole() {
    for size in ["4x4", "3x5"] {
        let mut whole = table(size, Shard::WHOLE);
        let mut parts: Vec<Table> = (1..=3)
            .map(|part| table(size, format!("{part}/3").parse().unwrap()))
            .collect();
        whole.certify();
        let merge = |parts: &[Table]| {
            let names = ["1.json", "2.json", "3.json"].map(PathBuf::from);
            Table::merge(names.into_iter().zip(parts.iter().cloned()).collect())
        };
        let merged = merge(&parts).unwrap();
        assert_eq!(merged.found, whole.found);
        assert_eq!(merged.done, whole.done);
        let said = |parts: &[Table]| merge(parts).unwrap_err().to_string();
        assert!(said(&parts[..2]).contains("of 3 shards these are missing: 3;"));
        let twice = said(&[parts[0].clone(), parts[0].clone()]);
        assert!(twice.contains("2.json: cannot be merged: it is shard 1/3, as 1.json is"));
        assert!(said(&[whole]).contains("1.json: cannot be merged: it is the table of a whole"));
        parts[1].made.version = "0.0.1".to_owned();
        let mixed = said(&parts);
        assert!(
            mixed.contains("not the same in both: mousetrap;"),
            "{mixed}"
        );
        parts[1].done -= 1;
        assert!(said(&parts).contains("2.json: cannot be merged: shard 2/3 was cut short"));
    }
}

/// The tables that are published: complete, proved, as known, and what the
/// page says.
#[test]
fn the_published_tables_are_proved_and_on_their_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut tables = Vec::new();
    for entry in fs::read_dir(root.join("tables")).unwrap() {
        let file = entry.unwrap().path();
        let table: Table = crate::state_file::read(&file).unwrap().unwrap();
        assert!(table.is_complete(), "{}", file.display());
        tables.push(table);
    }
    let mut known = 0;
    for table in tables.iter().filter(|table| table.shard == Shard::WHOLE) {
        check(table);
        assert_eq!(table.prove(), Ok(()));
        let most = |kind| table.found.most(kind);
        let size = table.size.to_string();
        if let Some((_, contested, detour)) = BOARDS.iter().find(|(known, ..)| *known == size) {
            assert_eq!(
                (most(Kind::Contested), most(Kind::Detour)),
                (*contested, *detour),
                "{size}"
            );
            known += 1;
        }
        // `geng` has nothing in common with a search of our own.
        if let Space::Graphs(nodes @ 3..=7) = table.size {
            assert_eq!(figures(&table.found), figures(&own(nodes)));
        }
        if let Some((_, mouse, cat)) = GRAPHS.iter().find(|(nodes, ..)| nodes.to_string() == size) {
            assert_eq!(
                (most(Kind::MouseWin), most(Kind::CatWin)),
                (*mouse, *cat),
                "{size}"
            );
            known += 1;
        }
    }
    assert_eq!(
        known,
        BOARDS.len() + GRAPHS.len(),
        "all known sizes are there"
    );
    let there = fs::read_to_string(root.join("docs/tables.md")).unwrap();
    assert!(
        page(&tables) == there,
        "docs/tables.md is not what tables/ gives; run mousetrap hunt --tables tables --output docs/tables.md"
    );
}

/// The most in the table of the size that the name of a longest win says, if there is
/// such a table.
fn most_in_table(name: &str) -> Option<u32> {
    let words: Vec<&str> = name.split('-').collect();
    let number = |text: &str| text.parse::<u16>().unwrap();
    let (file, jumps, kind) = match words[..] {
        ["mouse", "win", size, "cat", cat, "mouse", mouse] => {
            let (rows, cols) = size.split_once('x').unwrap();
            let (less, more) = (
                number(rows).min(number(cols)),
                number(rows).max(number(cols)),
            );
            let most = |jump| number(jump).min(more - 1).max(1);
            let jumps = format!("{},{}", most(cat), most(mouse));
            (format!("1728-{less}x{more}.json"), jumps, Kind::MouseWin)
        }
        ["mouse", "win", nodes] => (
            format!("913-{nodes}.json"),
            "all".to_owned(),
            Kind::MouseWin,
        ),
        ["cat", "win", nodes] => (format!("913-{nodes}.json"), "all".to_owned(), Kind::CatWin),
        _ => panic!("{name} is not a record"),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table: Option<Table> = crate::state_file::read(&root.join("tables").join(file)).unwrap();
    table.map(|table| table.found.rows[&jumps].most(kind))
}

/// What the hall of fame calls exhausted is the most in a table, and all that is there.
#[test]
fn the_hall_of_fame_says_exhausted_where_a_table_proves_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut proved = 0;
    for problem in Problem::ALL {
        let cases = read_collection(&Root::from(&*root), problem, "extreme", Limits::DEFAULT);
        for (_, case) in cases.unwrap() {
            let name = case.id.0.rsplit('/').next().unwrap();
            // Those of the other jumps are not records of a size.
            let Some(record) = case.record.filter(|_| case.variant.is_none()) else {
                continue;
            };
            let most = most_in_table(name);
            let depth = case.instance.solve().depth().map(|depth| depth.0);
            let is_exhausted = record == Record::Exhausted;
            assert_eq!(
                most.is_some() && most == depth,
                is_exhausted,
                "{name}: {most:?}"
            );
            proved += usize::from(is_exhausted);
        }
    }
    assert!(proved > 70, "{proved}");
}
