//! Tests of parsing constraints.

use mousetrap_model::Signature;
use proptest::prelude::*;

use super::blocks::blocks;
use super::rows;
use crate::{ConstraintError, Constraints};

pub(super) fn parsed(signature: &str, text: &str) -> (Signature, Constraints) {
    let signature: Signature = signature.parse().unwrap();
    let constraints = Constraints::parse(text, &signature);
    (signature, constraints)
}

#[test]
fn line_of_any_length_is_read_without_a_crash() {
    for count in [400, 10_000] {
        let line = format!("{}1 <= x{}", "(".repeat(count), ")".repeat(count));
        let (_, constraints) = parsed("int f(int x)", &line);
        assert!(constraints.unparsed_lines().len() <= 1);
    }
}

#[test]
fn lines_that_are_not_understood_are_listed() {
    for (signature, text, expected) in blocks() {
        let (_, constraints) = parsed(signature, &text);
        let lines = constraints.unparsed_lines().iter().map(|it| it.number);
        assert_eq!(lines.collect::<Vec<_>>(), expected, "{signature}");
    }
}

#[test]
fn unclear_lines_are_not_understood() {
    for line in [
        "a < b, c < d",
        "1 <= nums <= 5",
        "1 <= other <= 5",
        "nums is sorted.",
        "nums.length is ascending.",
        "nums.length is monotonically increasing.",
        "nums is sorted in increasing order.",
        "s consists of valid words.",
        "s consists of digits '0' and '1'.",
        "nums[i] != nums[j]",
        "1 <= nums[i][j] <= 5",
        "The answer is guaranteed to fit in a 64-bit integer.",
        "s has no leading zeros and is friendly.",
        "It is guaranteed that there is exactly one solution.",
        "0 <= nums[i] <= 5 where k >= 1",
        "e[i] = [u, v], where u and v are friends.",
        "a + b <= 5 +",
        "1 <= a.length <= 5",
        "0 <= xi < yi < 5",
        "There are no repeated edges.",
        "e[i][j] == e[j][k]",
        "All the pairs (ai, bi) are unique.",
        "e[i] is unique.",
        "1 <= k <= max(nums[i])",
        "s consists of lowercase letters and parentheses.",
        "1 <= nums.length <= 2 * 105",
        "-109 <= nums[i] <= 100",
        "1 <= k <= 231 - 1",
        "nums[i] is at most 1018.",
        "nums[i] is between 1 and 104, inclusive.",
        "nums[i] is in the range from 1 to 105",
        "All elements in e are distinct.",
        "e contains distinct integers.",
        "e is an n x n symmetric matrix.",
        "The sum of nums is in the range [40, 60].",
        "The sum of a and b is at most 6.",
        "abs(a - b) == 6",
        "gcd(nums[0]) == 3",
        "a<sub>i</sub> < b<sub>i+1</sub>",
        "nums consists of 3 integers.",
        "s consists of one lowercase English letter.",
        "nums[i] is 1-5",
        "nums[0] == nums[-1]",
        "nums is a permutation of [0, n).",
        "The total number of elements in e is at most 4.",
        "s contains 'a' and 'b'.",
        "s contains both lowercase and uppercase letters.",
        "s contains spaces.",
        "s has 'a' and 'b'.",
        "s consists of \"G\", \"()\" and \"(al)\".",
        "s consists of \"up\" and \"down\".",
        "nums has values 1, 2 and 3.",
        "nums contains 0.",
        "nums contains an even number.",
        "nums has at least 3.",
        "s contains a digit.",
        "e contains 1 and 2.",
        "e contains exactly one 2 and one 3.",
        "w is non-empty.",
        "e is non-empty.",
        "w[i] is sorted in ascending order.",
        "All the letters in w are unique.",
        "w contains distinct letters.",
        "e is sorted in non-decreasing order.",
        "All elements of e are sorted in ascending order.",
        "All e[i][j] are unique.",
        "e is unique.",
        "The number of characters in w is at most 10.",
        "The number of elements in e is at most 10.",
        "The length of w is at most 10.",
        "nums[n - 1] == 0",
        "The sum of each row of e is at most 4.",
        "nums and nums2 are distinct.",
        "All the values of nums and nums2 are pairwise distinct.",
    ] {
        let (_, constraints) = parsed(
            "int f(int a, int b, int c, int d, int k, int[] nums, string s, int[][] e, \
             string[] w, int[] nums2)",
            line,
        );
        assert_eq!(constraints.unparsed_lines().len(), 1, "{line}");
    }
}

#[test]
fn last_line_is_not_understood_if_it_is_unclear_what_it_restricts() {
    let table = r"
int f(int[][] graph, int[][] queries) | queries[i] = [ui, vi]\nThe graph has no self-loops.
int f(int[] a, int[][] queries) | queries[i] = [ui, vi]\nThere are no duplicate values.
int f(int[][] points) | points[i] = [xi, yi]\nThere are no duplicate points.
int f(int[] p) | p[i] == 0 for all 1 <= i < 2
int f(int[][] e) | e[i] = [ai, bi]\nai != bi for all i >= 1
int f(int[][] e) | e[i] = [ai, bi], where ai < bi for all i >= 1
int f(int[][] e) | e[i].length == 4\n0 <= xi < ai <= 9\n0 <= yi < bi <= 9
";
    for [signature, text] in rows(table) {
        let (_, constraints) = parsed(&signature, &text);
        let last = text.lines().last().unwrap();
        let unparsed = constraints.unparsed_lines();
        assert!(
            unparsed.iter().any(|line| line.text.contains(last)),
            "{text}: {unparsed:?}"
        );
    }
}

#[test]
fn permission_adds_no_rule() {
    for line in [
        "There may be multiple edges between two nodes.",
        "The graph may contain self-loops.",
        "nums may contain duplicate values.",
    ] {
        let (_, constraints) = parsed("int f(int[] nums, int[][] edges)", line);
        assert_eq!(constraints.unparsed_lines(), [], "{line}");
        assert_eq!(constraints.rules().count(), 0, "{line}");
    }
}

#[test]
fn promise_that_answer_fits_adds_no_rule() {
    for line in [
        "The answer is guaranteed to fit in a 32-bit integer.",
        "It is guaranteed that the answer fits in a 32-bit integer.",
        "The test cases are generated so that the answer will fit in a signed 32-bit integer.",
    ] {
        let (_, constraints) = parsed("int f(int a)", line);
        assert_eq!(constraints.unparsed_lines(), [], "{line}");
        assert!(constraints.promises_answer_fits_type(), "{line}");
    }
}

#[test]
fn lines_missing_from_a_statement_are_listed_despite_markup() {
    let text = "Constraints:\n1 <= a <= 10\n- 1 <= b <= 10^4\nThe answer fits in a 32-bit integer\n\
                b is odd.";
    let statement = "1 <= a <= 100\n* `1 <= b <= 10^4`\n`b` is odd";
    let (_, constraints) = parsed("int f(int a, int b)", text);
    let missing: Vec<&str> = constraints.lines_missing_from(statement).collect();
    let expected = ["1 <= a <= 10", "The answer fits in a 32-bit integer"];
    assert_eq!(missing, expected);
}

#[test]
fn lines_that_allow_no_value_are_a_contradiction() {
    let table = r"
1 <= n <= 5\na.length == n\n7 <= a.length <= 9\n0 <= a[i] <= 1 | 3
n == 4\n1 <= a.length <= 9\n6 <= a[i] <= 5 | 3
1 <= n <= 3000000000\nn > 2147483647\na.length == 1\na[i] == 0 | 2
n == 9\na.length == 5\n0 <= a[i] <= 3\nAll values of a are unique. | 4
n == 2\n1 <= a.length <= 5\n0 <= a[i] <= 9\na[2] == 7 | 4
1 <= n <= a.length <= 9\n0 <= a[i] <= n\na[0] == n | none
";
    for [text, expected] in rows(table) {
        let (_, constraints) = parsed("int f(int[] a, int n)", &text);
        let error = constraints.check_completeness(false).err();
        let error = error.map_or_else(String::new, |error| error.to_string());
        let line = error.split(' ').nth(2).unwrap_or("none");
        assert_eq!(line, expected, "{text}: {error}");
    }
}

#[test]
fn unbounded_lists_values_without_limits() {
    let table = r"
int f(int a, long b) | 1 <= a | a b
int f(int[] a, string s) | a.length <= 5\n1 <= s.length <= a.length | a[i] s
int f(int[][] e) | e[i].length == 2\n0 <= ai, bi <= 5 | e.length
int f(int[][] m) | n == m.length == m[i].length\n1 <= n <= 5\nm[i][j] == m[j][i] | m[i][j]
int f(string[][] t) | 1 <= t.length <= 5\nt[i] = [ai, bi]\nai.length == 3 | t[i][j].length t[i][j]
int f(boolean[] a, TreeNode t) | 1 <= a.length, t.length <= 5 | t[i]
";
    for [signature, text, expected] in rows(table) {
        let (signature, constraints) = parsed(&signature, &text);
        let names = constraints.unbounded_quantities().into_iter();
        let names: Vec<_> = names.map(|it| it.name(&signature)).collect();
        assert_eq!(names.join(" "), expected, "{text}");
    }
}

#[test]
fn unbounded_rows_with_named_items_suggest_a_line_that_names_them() {
    let table = r"
int f(int[][] b) | b.length <= 5\n0 <= left_i < right_i <= 9\n1 <= height_i <= 9 | b[i] = [lefti, righti, heighti]
int f(int[][] b) | b.length <= 5\n0 <= b[i][j] <= 9 | 1 <= b[i].length <= 100
int f(string[] b) | b.length <= 5 | 1 <= b[i].length <= 100
";
    for [signature, text, expected] in rows(table) {
        let (_, constraints) = parsed(&signature, &text);
        match constraints.check_completeness(false) {
            Err(ConstraintError::Unbounded { example, .. }) => assert_eq!(example, expected),
            result => panic!("{text}: {result:?}"),
        }
    }
}

#[test]
fn advice_follows_a_line_that_is_not_understood() {
    for (line, advice) in [
        (
            "1 ≤ n ≤ 105",
            "for a power, write 10^5; for the number 105, write 100 + 5",
        ),
        ("s contains 'a'.", "write `consists of only`"),
        ("s is increasing.", "`strictly increasing`"),
        ("s is sorted.", "`a[i] <= a[i + 1]`"),
        ("s is unique.", "`All values of a[i] are unique`"),
        ("n is not empty.", "`1 <= a.length`"),
        ("0 <= x < n", "`a[i] = [x, y]`"),
    ] {
        let (_, constraints) = parsed("int f(int n, string s)", line);
        let error = constraints.check_completeness(false).unwrap_err();
        assert!(error.to_string().contains(advice), "{error}");
    }
    let (_, constraints) = parsed("int f(int n, int k)", "1 <= m <= 9\n1 <= k <= 5");
    let error = constraints.check_completeness(true).unwrap_err();
    let expected = "these constraints are not understood:\n  1 <= m <= 9 (every name must be a \
                    parameter or the name in a line such as `n == a.length` or `a[i] = [x, y]`)\n\
                    without them, the constraints set no bounds for n; reword them, or add lines \
                    such as `1 <= n <= 100` to problem.toml";
    assert_eq!(error.to_string(), expected);
    for limit in ["10^5", "100 + 5", "1005", "105000"] {
        let (_, constraints) = parsed("int f(int n)", &format!("1 <= n <= {limit}"));
        assert_eq!(constraints.unparsed_lines(), [], "{limit}");
    }
}

#[test]
fn generator_is_suggested_only_if_there_is_none() {
    let (_, constraints) = parsed("int f(int[] a)", "");
    for has_generator in [false, true] {
        let error = constraints.check_completeness(has_generator).unwrap_err();
        let suggests_generator = error.to_string().contains("`generator`");
        assert_eq!(suggests_generator, !has_generator, "{error}");
    }
}

proptest! {
    #[test]
    fn parsing_any_text_ends(
        text in r"([ \[\]()<>=!.,'`^*0-9-]|nums|k|edges|root|\PC| is | of | unique|\n){0,60}",
    ) {
        let signature = "int f(int[] nums, int k, int[][] edges, TreeNode root)";
        let (signature, constraints) = parsed(signature, &text);
        let arguments = signature.parse_arguments("[1,2]\n3\n[[0,1]]\n[1,null,2]").unwrap();
        let _ = (constraints.check(&arguments), constraints.unbounded_quantities());
    }
}
