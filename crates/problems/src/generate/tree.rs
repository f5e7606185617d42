//! Draws binary trees of a given shape.

use std::collections::VecDeque;
use std::ops::Range;

use mousetrap_model::Value;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::shape::Shape;

/// The left and the right child of each node; the root is the first node.
pub(super) type Children = Vec<[Option<usize>; 2]>;

/// Maximum depth of trees; deeper trees could overflow the stack of recursive solutions.
const MAX_TREE_DEPTH: usize = 1000;

pub(super) fn draw_children(count: usize, shape: Shape, random: &mut ChaCha8Rng) -> Children {
    let mut children: Children = vec![[None; 2]; count];
    let mut free = vec![(0, 0), (0, 1)];
    // Additional chains branch off near the top of the first chain.
    let chain = match count {
        0..=MAX_TREE_DEPTH => MAX_TREE_DEPTH,
        _ => MAX_TREE_DEPTH - count.div_ceil(500),
    };
    let in_chain = |node: usize, side: fn(usize) -> usize| match node % chain {
        0 => (node / chain - 1, 1 - side(node / chain)),
        _ => (node - 1, side(node)),
    };
    for node in 1..count {
        let (parent, side) = match shape {
            Shape::LeftChain => in_chain(node, |_| 0),
            Shape::RightChain => in_chain(node, |_| 1),
            Shape::Zigzag => in_chain(node, |node| node % 2),
            Shape::Complete => ((node - 1) / 2, (node - 1) % 2),
            _ => {
                let place = free.swap_remove(random.random_range(0..free.len()));
                free.extend([(node, 0), (node, 1)]);
                place
            }
        };
        children[parent][side] = Some(node);
    }
    children
}

/// Returns the nodes in order: left subtree, node, right subtree. In a binary search tree, the
/// values are ascending in this order.
pub(super) fn inorder_nodes(children: &Children) -> Vec<usize> {
    let (mut order, mut above, mut next) = (Vec::new(), Vec::new(), Some(0));
    next = next.filter(|_| !children.is_empty());
    while next.is_some() || !above.is_empty() {
        while let Some(node) = next {
            above.push(node);
            next = children[node][0];
        }
        if let Some(node) = above.pop() {
            order.push(node);
            next = children[node][1];
        }
    }
    order
}

/// Returns a tree in level-order notation, with a null for each missing child.
pub(super) fn to_level_order(children: &Children, values: &[Value]) -> Value {
    let root = (!values.is_empty()).then_some(0);
    let (mut level_order, mut queue) = (Vec::new(), VecDeque::from([root]));
    while let Some(next) = queue.pop_front() {
        level_order.push(next.map_or(Value::Null, |node| values[node].clone()));
        queue.extend(next.into_iter().flat_map(|node| children[node]));
    }
    without_trailing_nulls(level_order)
}

fn without_trailing_nulls(mut level_order: Vec<Value>) -> Value {
    let last = level_order.iter().rposition(|node| *node != Value::Null);
    level_order.truncate(last.map_or(0, |last| last + 1));
    Value::Array(level_order)
}

/// Removes nodes from a tree in level-order notation. If a single node other than the root is
/// removed, its subtree is removed too; otherwise, the remaining nodes get new parents. Returns
/// `None` if the result is not a tree.
pub(crate) fn remove_nodes(level_order: &[Value], removed: Range<usize>) -> Option<Value> {
    let is_subtree = removed.len() == 1 && removed.start > 0;
    let (mut kept, mut are_kept) = (Vec::new(), VecDeque::from([true]));
    for (index, node) in level_order.iter().enumerate() {
        let is_removed = removed.contains(&index);
        if is_removed && !is_subtree {
            continue;
        }
        let has_parent = are_kept.pop_front()?;
        let is_kept = has_parent && !is_removed;
        if has_parent {
            kept.push(if is_kept { node.clone() } else { Value::Null });
        }
        if *node != Value::Null {
            are_kept.extend([is_kept; 2]);
        }
    }
    Some(without_trailing_nulls(kept))
}
