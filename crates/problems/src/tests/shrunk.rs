//! Tests of shrinking cases.

use mousetrap_model::Value;

use super::parsed::parsed;
use super::rows;
use crate::shrink;

/// Returns the sum of all numbers in a value.
fn sum(value: &Value) -> i64 {
    match value {
        Value::Integer(number) => *number,
        Value::Double(number) => *number as i64,
        Value::Array(items) => items.iter().map(sum).sum(),
        _ => 0,
    }
}

/// Each row has a signature, constraints, failing arguments, the condition under which a case
/// fails, and the simplest failing arguments. The condition is about the first argument: its
/// minimum sum, a letter that it contains, or `last`, which means that it is at least 3 and the
/// index of the last item of the second argument.
const FAILING_CASES: &str = r#"
int f(int[] a) | 1 <= a.length <= 9\n-500 <= a[i] <= 500 | [3,400,-7,9,120] | 100 | [100]
int f(int[] a, int k) | 1 <= k <= a.length <= 9\n1 <= a[i] <= 9 | [3,4,5,6]\n4 | 0 | [1] 1
int f(TreeNode r, int k) | The number of nodes in the tree is n.\n1 <= k <= n <= 99\n0 <= Node.val <= 9 | [7,null,5,6,4,3,9]\n5 | 0 | [0] 1
int f(int k, int[] a) | 1 <= a.length <= 9\n0 <= k < a.length\n1 <= a[i] <= 9 | 6\n[3,4,5,6,3,3,3] | last | 3 [1,1,1,1]
int f(int n, int[] a) | a.length == 2 * n\n1 <= n <= 9\n0 <= a[i] <= 9 | 6\n[3,4,5,6,7,8,3,4,5,6,7,8] | 2 | 2 [0,0,0,0]
int f(int[] a, int[] b) | n == a.length == b.length\n1 <= n <= 9\n1 <= a[i], b[i] <= 9 | [3,4,5]\n[3,9,2] | 0 | [1] [1]
int f(int[][] a) | n == a.length == a[i].length\n1 <= n <= 9\n0 <= a[i][j] <= 9 | [[3,4,5],[1,2,3],[7,8,9]] | 0 | [[0]]
int f(int[][] a) | m == a.length\nn == a[i].length\n1 <= m, n <= 9\n0 <= a[i][j] <= 99 | [[3,4,5],[1,99,3]] | 41 | [[41]]
int f(string s) | 1 <= s.length <= 9\ns consists of lowercase English letters. | "bazooka" | z | "z"
int f(string s, int k) | 3 <= s.length <= 9\ns consists of lowercase English letters.\n2 <= k <= 9 | "bazooka"\n9 | z | "aaz" 2
int f(TreeNode r) | The number of nodes in the tree is in the range [0, 9].\n0 <= Node.val <= 200 | [1,2,3,null,5,150,7] | 100 | [100]
int f(int[] a) | 2 <= a.length <= 9\n1 <= a[i] <= 9\na is sorted in strictly increasing order. | [3,5,7,9] | 0 | [1,2]
int f(double x) | 0 <= x <= 100 | 77.25 | 8 | 8.0
int f(double x) | 0.001 < x <= 0.004 | 0.004 | 0 | 0.00101
int f(int n) | 1 <= n <= 2000\nn is a power of two | 1024 | 7 | 8
int f(char c, boolean b) | c is a lowercase English letter | "x"\ntrue | 0 | "a" false
"#;

#[test]
fn failing_case_becomes_simple_and_stays_valid() {
    for [signature, text, arguments, condition, expected] in rows(FAILING_CASES) {
        let (signature, constraints) = parsed(&signature, &text);
        let arguments = signature.parse_arguments(&arguments).unwrap();
        let mut tries = 0;
        let simple = shrink(&constraints, arguments, &mut |case| {
            tries += 1;
            let is_failing = match condition.parse() {
                _ if condition == "last" => {
                    sum(&case[0]) >= 3 && sum(&case[0]) + 1 == case[1].items().len() as i64
                }
                Ok(least) => sum(&case[0]) >= least,
                Err(_) => case[0].to_string().contains(&condition),
            };
            Some(is_failing && constraints.check(case).is_ok())
        });
        let simple: Vec<String> = simple.iter().map(Value::to_string).collect();
        assert_eq!(simple.join(" "), expected, "{text}");
        assert!(tries <= 2000);
    }
}

#[test]
fn shrinking_a_large_case_can_be_stopped() {
    let (_, constraints) = parsed("int f(int[] a)", "1 <= a.length <= 20000\n0 <= a[i] <= 9");
    let arguments = vec![Value::Array(vec![Value::Integer(1); 20_000])];
    let mut tries = 0;
    let simple = shrink(&constraints, arguments.clone(), &mut |_| {
        tries += 1;
        (tries < 3).then_some(false)
    });
    assert_eq!((simple, tries), (arguments, 3));
}
