//! Tests of generated cases.

use mousetrap_model::Value;
use mousetrap_util::digest::digest;

use super::blocks::blocks;
use super::parsed::parsed;
use super::rows;
use crate::{Shape, generate};

/// The digest of all cases that the test draws. A change means that seeds now give different cases.
const GENERATED_CASES_DIGEST: &str =
    "817434416817f3d5e6410662a44633f0de210da4d52aa3eda8c1927fa81e3096";

#[test]
fn generated_cases_are_valid_in_every_shape() {
    let (mut drawn, mut missing, mut texts) = (0, Vec::new(), Vec::new());
    for (signature, text, _) in blocks() {
        let (signature, constraints) = parsed(signature, &text);
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
    assert_eq!(digest(bytes), GENERATED_CASES_DIGEST);
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
    for (count, expected) in [(800, 800..=800), (30_000, 900..=1000)] {
        let text = format!("The number of nodes in the tree is {count}.\n0 <= Node.val <= 9");
        let (_, constraints) = parsed("int f(TreeNode root)", &text);
        for shape in [Shape::LeftChain, Shape::RightChain, Shape::Zigzag] {
            let arguments = generate(&constraints, 1, shape).unwrap();
            let Value::Array(nodes) = &arguments[0] else {
                panic!("a tree is written as an array");
            };
            assert!(expected.contains(&depth(nodes)), "{shape} {}", depth(nodes));
        }
    }
}

/// Each row has a signature, constraints, and a text that the first argument of a small case
/// contains.
const SMALL_CASES: &str = r"
int f(int[][] m) | m.length == 9\nm[i].length == 9\nm[i][j] is 0 or 1.\nm[i][i] == 1\nm[i][j] == m[j][i] | 0
int f(int[][] a) | a.length == 3\na[0].length == 2\na[i].length == a[i - 1].length + 1\na[i][j] is 7 | [[7,7],[7,7,7],[7,7,7,7]]
int f(int[] v) | v.length == 2\n4 <= start < end <= 5 | [4,5]
int f(int[] p) | p.length == 3\np[0] == -1\n8 <= p[i] <= 8 for all i >= 1 | [-1,8,8]
int f(int[][] e) | e.length == 2\ne[i] = [a, b], where 0 <= a <= b <= 1\nThere are no self-loops. | [[0,1],[0,1]]
int f(int[] v) | v = [a, b]\n4 <= a < b <= 5 | [4,5]
int f(int[][] e) | e[i].length == 4\ne.length == 1\n4 <= xi, yi, ai, bi <= 5\nxi < ai\nyi < bi | [[4,4,5,5]]
int f(int[][] g) | g.length == 2\ng[i].length == 2\n4 <= g[i][j] <= 5\nEach g[i] contains distinct values.\ng[i] is sorted in ascending order. | [[4,5],[4,5]]
int f(int[] s) | s.length == 2\n4 <= s[i] <= 5\nAll the values of s[i] are unique.\ns is sorted in ascending order. | [4,5]
int f(string s) | s.length == 30\ns consists of digits in the range ['8', '9'] | 8
int f(ListNode a, ListNode b) | a.length == 2\nb.length == 1\n7 <= Node.val <= 7 for each node in the lists.\na and b both are sorted in ascending order. | [7,7]
";

#[test]
fn rules_about_diagonals_rows_and_named_items_are_obeyed() {
    for [signature, text, expected] in rows(SMALL_CASES) {
        let (_, constraints) = parsed(&signature, &text);
        let arguments = generate(&constraints, 1, Shape::Small).unwrap();
        let found = arguments[0].to_string();
        assert!(found.contains(&expected), "{text}: {found}");
    }
}

#[test]
fn tiny_case_is_tiny_even_if_a_number_may_be_as_large_as_the_tree() {
    let text = "The number of nodes in the tree is n.\n1 <= k <= n <= 10^4\n0 <= Node.val <= 10^4";
    let (_, constraints) = parsed("int f(TreeNode root, int k)", text);
    let sizes = (0..100).map(|seed| {
        let arguments = generate(&constraints, seed, Shape::Tiny).unwrap();
        arguments[0].items().len()
    });
    assert!(sizes.max() <= Some(20));
}
