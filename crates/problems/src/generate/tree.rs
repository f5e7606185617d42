//! Binary trees of every shape.

use std::collections::VecDeque;

use mousetrap_model::Value;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::shape::Shape;

/// The left and the right child of each node; the root is the first node.
pub(crate) type Children = Vec<[Option<usize>; 2]>;

/// Draws a tree with this number of nodes.
pub(super) fn children(count: usize, shape: Shape, random: &mut ChaCha8Rng) -> Children {
    let mut children: Children = vec![[None; 2]; count];
    let mut free = vec![(0, 0), (0, 1)];
    for node in 1..count {
        let (parent, side) = match shape {
            Shape::LeftChain => (node - 1, 0),
            Shape::RightChain => (node - 1, 1),
            Shape::Zigzag => (node - 1, node % 2),
            Shape::Complete => ((node - 1) / 2, (node - 1) % 2),
            _ => {
                let place = free.swap_remove(random.random_range(0..free.len() as u64) as usize);
                free.extend([(node, 0), (node, 1)]);
                place
            }
        };
        children[parent][side] = Some(node);
    }
    children
}

/// The nodes in ascending order of a binary search tree.
pub(super) fn in_order(children: &Children) -> Vec<usize> {
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

/// Writes a tree level by level from `root` on, with a null for each missing child.
pub(crate) fn by_level(root: Option<usize>, children: &Children, values: &[Value]) -> Value {
    let (mut level_order, mut queue) = (Vec::new(), VecDeque::from([root]));
    while let Some(next) = queue.pop_front() {
        level_order.push(next.map_or(Value::Null, |node| values[node].clone()));
        queue.extend(next.into_iter().flat_map(|node| children[node]));
    }
    while level_order.last() == Some(&Value::Null) {
        level_order.pop();
    }
    Value::Array(level_order)
}

/// Reads a tree that is written level by level: the children and the values of its nodes.
pub(crate) fn read(level_order: &[Value]) -> (Children, Vec<Value>) {
    let (mut children, mut values) = (Children::new(), Vec::new());
    let mut free = VecDeque::new();
    for value in level_order {
        let place: Option<(usize, usize)> = free.pop_front();
        if *value == Value::Null {
            continue;
        }
        let node = values.len();
        if let Some((parent, side)) = place {
            children[parent][side] = Some(node);
        }
        free.extend([(node, 0), (node, 1)]);
        children.push([None; 2]);
        values.push(value.clone());
    }
    (children, values)
}
