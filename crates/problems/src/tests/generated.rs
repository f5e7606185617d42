//! Tests of generated cases.

use mousetrap_model::{Signature, Value};
use mousetrap_util::digest::digest;

use super::blocks::blocks;
use crate::{Constraints, Shape, generate};

/// The digest of all cases that the test draws. A change means that seeds now give different cases.
const DIGEST: &str = "d863146ba4bc971813bfd7ad6bbac23904f3ef42e554387a52fb503424b68011";

#[test]
fn generated_cases_are_valid_in_every_shape() {
    let (mut drawn, mut missing, mut texts) = (0, Vec::new(), Vec::new());
    for (signature, text, _) in blocks() {
        let signature: Signature = signature.parse().unwrap();
        let constraints = Constraints::parse(&text, &signature);
        if !constraints.unbounded_quantities().is_empty() {
            continue;
        }
        for shape in Shape::relevant_shapes(&signature) {
            let is_large = matches!(shape, Shape::Large | Shape::Long | Shape::Maximum);
            for seed in 0..if is_large { 1 } else { 3 } {
                let Some(arguments) = generate(&constraints, seed, shape) else {
                    missing.push(format!("{} {shape}", signature.name));
                    continue;
                };
                drawn += 1;
                assert_eq!(constraints.check(&arguments), Ok(()));
                let lines: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                let text = lines.join("\n");
                assert_eq!(
                    signature.parse_arguments(&text).unwrap(),
                    arguments,
                    "{signature}"
                );
                assert!(text.len() < 4_000_000, "{signature} {shape}");
                texts.push(text);
            }
        }
    }
    assert!(missing.len() * 50 < drawn, "{missing:?}");
    // Seeds must give the same cases on every machine.
    let bytes = texts.iter().map(String::as_bytes);
    assert_eq!(digest(bytes), DIGEST);
}

/// Returns the depth of a tree that is written level by level.
fn depth(nodes: &[Value]) -> usize {
    let (mut depth, mut width, mut rest) = (0, 1, nodes);
    while !rest.is_empty() {
        let (level, below) = rest.split_at(width.min(rest.len()));
        width = 2 * level.iter().filter(|node| **node != Value::Null).count();
        (depth, rest) = (depth + 1, below);
    }
    depth
}

#[test]
fn chains_of_nodes_are_deep_but_not_too_deep_for_recursion() {
    let signature: Signature = "int f(TreeNode root)".parse().unwrap();
    for (count, expected) in [(800, 800..=800), (30_000, 900..=1000)] {
        let text = format!("The number of nodes in the tree is {count}.\n0 <= Node.val <= 9");
        let constraints = Constraints::parse(&text, &signature);
        for shape in [Shape::LeftChain, Shape::RightChain, Shape::Zigzag] {
            let arguments = generate(&constraints, 1, shape).unwrap();
            let Value::Array(nodes) = &arguments[0] else {
                panic!("a tree is written as an array");
            };
            assert!(expected.contains(&depth(nodes)), "{shape} {}", depth(nodes));
        }
    }
}

#[test]
fn rule_about_a_diagonal_does_not_restrict_other_items() {
    let signature: Signature = "int f(int[][] m)".parse().unwrap();
    let text = "m.length == 9\nm[i].length == 9\nm[i][j] is 0 or 1.\nm[i][i] == 1\n\
                m[i][j] == m[j][i]";
    let constraints = Constraints::parse(text, &signature);
    let arguments = generate(&constraints, 1, Shape::Small).unwrap();
    assert!(arguments[0].to_string().contains('0'), "{arguments:?}");
}

#[test]
fn lengths_can_depend_on_earlier_lengths() {
    let signature: Signature = "int f(int[][] a)".parse().unwrap();
    let text = "a.length == 3\na[0].length == 2\na[i].length == a[i - 1].length + 1\na[i][j] is 7";
    let constraints = Constraints::parse(text, &signature);
    let arguments = generate(&constraints, 1, Shape::Small).unwrap();
    assert_eq!(arguments[0].to_string(), "[[7,7],[7,7,7],[7,7,7,7]]");
}

#[test]
fn named_items_of_an_array_are_generated_within_their_bounds() {
    let signature: Signature = "int f(int[] v)".parse().unwrap();
    for text in [
        "v.length == 2\n4 <= start < end <= 5",
        "v = [a, b]\n4 <= a < b <= 5",
    ] {
        let constraints = Constraints::parse(text, &signature);
        let arguments = generate(&constraints, 1, Shape::Small).unwrap();
        assert_eq!(arguments[0].to_string(), "[4,5]");
    }
}
