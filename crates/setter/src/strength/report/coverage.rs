//! Statistics on the cases of a suite.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use crate::strength::subject::graph;
use cat_and_mouse::Instance;
use mousetrap_suite::GameCase;

/// Returns statistics on answers, sizes, jumps, depths and branching: a label, and the number
/// of cases with each value.
pub(crate) fn coverage(cases: &[&GameCase]) -> Vec<(&'static str, String)> {
    let mut answers = BTreeMap::new();
    let mut sizes = BTreeMap::new();
    let mut jumps = BTreeMap::new();
    let mut depths = BTreeMap::new();
    let mut moves = BTreeMap::new();
    for case in cases {
        count(&mut answers, case.answer);
        match &case.instance {
            Instance::Grid(grid) => {
                let sides = (grid.rows.min(grid.cols), grid.rows.max(grid.cols));
                count(&mut sizes, format!("{}×{}", sides.0, sides.1));
                let relation = match grid.mouse_jump.cmp(&grid.cat_jump) {
                    std::cmp::Ordering::Less => "cat's longer",
                    std::cmp::Ordering::Equal => "equal",
                    std::cmp::Ordering::Greater => "mouse's longer",
                };
                count(&mut jumps, relation);
            }
            Instance::Graph(graph) => {
                let decade = graph.nodes().div_ceil(10) * 10;
                count(&mut sizes, format!("{:>2} to {decade} nodes", decade - 9));
            }
        }
        if let Some(depth) = case.outcome.depth() {
            count(&mut depths, depth.0.next_power_of_two());
        }
        let per_position = graph(&case.instance).branching().div_ceil(100);
        count(&mut moves, per_position.next_power_of_two());
    }
    let mut rows = vec![("answers", text(&answers)), ("sizes", text(&sizes))];
    if !jumps.is_empty() {
        rows.push(("jumps", text(&jumps)));
    }
    rows.push(("plies to the forced end, up to", text(&depths)));
    rows.push(("moves per position, up to", text(&moves)));
    rows
}

fn count<K: Ord>(counts: &mut BTreeMap<K, usize>, key: K) {
    *counts.entry(key).or_default() += 1;
}

fn text<K: Display>(counts: &BTreeMap<K, usize>) -> String {
    let mut text = String::new();
    for (key, count) in counts {
        let separator = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{separator}{key} ({count})");
    }
    text
}
