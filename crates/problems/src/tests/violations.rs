//! Tests of checking arguments against constraints.

use super::parsed::parsed;
use super::rows;

/// Each row has a signature, constraints, arguments, and the expected violation. `\n`
/// separates constraints and arguments.
const VIOLATIONS: &str = r#"
int f(int[] a) | 2 <= a.length <= 3 | [1,2] | valid
int f(int[] a) | 2 <= a.length <= 3 | [1] | a.length is 1
int f(int[] a) | 0 <= a[i] <= 10^4 | [5,0,20000] | a[2] is 20000
int f(int[] a) | n == a.length\n1 <= n <= 2 | [1,2,3] | a.length is 3
int f(int[] a) | a.length == 2n\n1 <= n <= 2 | [1,2,3] | a.length is 3
int f(int[] a, int k) | 1 <= k <= a.length | [1,2]\n3 | k is 3 and a.length is 2
int f(int[] a) | a[i] <= i | [0,1,3] | a[2] is 3
int f(int[] a) | 0 <= a[i] <= 5 for all i >= 1 | [-1,2,6] | a[2] is 6
int f(int[] a) | 0 <= a[i - 1] <= i for all i > 0 | [0,2,4] | a[2] is 4
int f(int[] a) | a[i] <= 2 * i, where 1 <= i < a.length | [9,2,5] | a[2] is 5
int f(int[] a) | a[i] != a[i + 1] | [1,2,2,3] | a[1] is 2 and a[2] is 2
int f(int[] a) | a[i] < a[i + 1] | [1,2,2] | a[1] is 2 and a[2] is 2
int f(int[] a) | a[i] >= a[i + 1] | [3,2,2] | valid
int f(int[] a, int[] b) | 0 <= a[i] < b[i] <= 9 | [1,2]\n[2,2] | a[1] is 2 and b[1] is 2
int f(int[][] e, int n) | 0 <= ai, bi < n\ne[i].length == 2 | [[0,1],[1,4]]\n4 | e[1][1] is 4 and n is 4
int f(int[][] e) | e[i] = [from_i, to_i]\nfrom_i != to_i | [[0,1],[4,4]] | e[1][0] is 4 and e[1][1] is 4
int f(int[][] e) | e[i] = [from_i, to_i] | [[0,1],[4]] | e[1].length is 1
int f(int[][] m) | r == m.length\nc == m[i].length\n1 <= r, c <= 3 | [[1,2],[1]] | m[0].length is 2 and m[1].length is 1
int f(int[][] m) | n == m.length == m[i].length | [[1,2],[1,2]] | valid
int f(int n) | -2^31 <= n <= 2^31 - 1 | -2147483648 | valid
int f(long n) | -2^63 < n <= 2^63 - 1 | -9223372036854775808 | n is -9223372036854775808
int f(int n) | 1 <= n <= 1,000 | 1001 | n is 1001
int f(double x) | -1.5 < x < 1.5 | 1.5 | x is 1.5
int f(double[] x) | 0 <= x[i] <= 1 | [0.25,1.01] | x[1] is 1.01
int f(string s) | s consists of lowercase English letters. | "abC" | s[2] is "C"
int f(string s) | s consists of English letters and digits. | "zZ9-" | s[3] is "-"
int f(string s) | s consist of only digits and '-'. | "12-" | valid
int f(string[] w) | w[i] consists of uppercase English letters | ["A","Ab"] | w[1][1] is "b"
int f(string[] w) | 1 <= w[i].length <= 2 | ["A",""] | w[1].length is 0
int f(string[] w) | All strings are non-empty. | ["A",""] | w[1].length is 0
int f(string[] w) | All the strings of w have the same length. | ["A","BC"] | w[0].length is 1 and w[1].length is 2
int f(string[] w) | w[i] is either "up" or "down". | ["up","left"] | w[1] is "left"
int f(string s) | s[i] is either 'L' or 'R'. | "LRX" | s[2] is "X"
int f(char[][] g) | g[i][j] is `'0'` or `'1'`. | [["0","2"]] | g[0][1] is "2"
int f(int[][] g) | g[i][j] is 0 or 1. | [[0,2]] | g[0][1] is 2
int f(string s, string t) | s != t | "a"\n"a" | s is "a" and t is "a"
int f(string s) | All characters of s are unique. | "abca" | s[3] is "a", as is [0]
int f(int[] a) | All elements of a are distinct. | [4,5,4] | a[2] is 4, as is [0]
int f(int[][] e) | All the pairs e[i] are unique. | [[1,2],[2,1],[1,2]] | e[2] is [1,2], as is [0]
int f(int[] a) | a is sorted in strictly increasing order. | [4,5,5] | a[1] is 5 and a[2] is 5
int f(int[] a) | a is sorted in non-increasing order | [4,5] | a[1] is 5 and a[0] is 4
int f(int[] a) | a is a permutation of [1, 2, ..., n]\nn == a.length | [3,1,3] | a[2] is 3, as is [0]
int f(int[] a) | a.length is odd | [3,1] | a.length is 2
int f(ListNode a, ListNode b) | The number of nodes in each linked list is in the range [1, 2]. | [1]\n[1,2,3] | b.length is 3
int f(ListNode[] a) | -9 <= Node.val <= 9 | [[1],[2,10]] | a[1][1] is 10
int f(TreeNode root) | The number of nodes in the tree is in the range [1, 3]. | [1,null,2,null,3,4] | root.length is 4
int f(TreeNode root, int k) | 1 <= k <= the number of nodes in the tree. | [1,null,2]\n3 | k is 3 and root.length is 2
int f(ListNode head, int k) | k does not exceed the number of nodes. | [1]\n2 | k is 2 and head.length is 1
int f(TreeNode root) | 0 <= Node.val <= 9 | [1,null,20] | root[2] is 20
int f(TreeNode root) | root.val == 1 | [1,2] | valid
int f(TreeNode root, TreeNode p) | root.val != p.val | [1,2]\n[1] | root[0] is 1 and p[0] is 1
int f(TreeNode root) | All Node.val are unique. | [1,null,1] | root[2] is 1, as is [0]
int f(string s) | s does not contain any leading zeros except for the zero itself. | "012" | s[0] is "0"
int f(string s) | s has no leading zeros. | "0" | valid
int f(int[][] a) | a[i].length == 2\n0 <= fromi, toi <= 9\na is sorted by toi in ascending order. | [[1,2],[0,1]] | a[0][1] is 2 and a[1][1] is 1
int f(string s) | s has no leading or trailing spaces. | "a b " | s[3] is " "
int f(string s) | Words in s are separated by a single space. | "a b  c" | s[4] is " "
int f(string s) | There is at least one word in s. | "  " | s[0] is " "
int f(int[] a) | a contains distinct values between 1 and 3. | [1,4] | a[1] is 4
int f(int[][] m) | Each row of m is sorted in non-decreasing order. | [[1,2],[3,1]] | m[1][0] is 3 and m[1][1] is 1
int f(int[][] matrix) | matrix is an n x n matrix.\n1 <= n <= 9 | [[1,2],[3]] | matrix[1].length is 1 and matrix.length is 2
int f(string[] words) | The sum of the lengths of all words does not exceed 3. | ["ab","cd"] | the sum of words[i].length is 4
int f(string[] words) | 0 <= sum(words[i].length) <= 3 | ["ab","cd"] | the sum of words[i].length is 4
int f(int[] a) | The sum of all elements of a fits in a 32-bit integer. | [2147483647,1] | the sum of a[i] is 2147483648
int f(int[] a) | a contains distinct values sorted in ascending order. | [1,3,3] | a[1] is 3 and a[2] is 3
int f(int[] a) | All values a[i] are distinct. | [1,3,3] | a[2] is 3, as is [1]
int f(int n) | n is a power of two | 12 | n is 12
int f(int n, int k) | n is divisible by k | 12\n5 | n is 12 and k is 5
int f(int a, int b) | 1 <= a, b <= 10 | 1\n11 | b is 11
int f(int a, int b) | a != b | 7\n7 | a is 7 and b is 7
int f(int[] a, int[] b) | a[i] != b[i] | [1,2]\n[2,2] | a[1] is 2 and b[1] is 2
int f(string[] words) | All the strings of words are unique. | ["a","a"] | words[1] is "a", as is [0]
int f(string s) | s consists of digits and lowercase letters. | "a0A" | s[2] is "A"
int f(int[][] e) | e[i].length == 2\n0 <= ai, bi < 9\nAll the pairs [ai, bi] are distinct. | [[1,2],[1,2]] | e[1] is [1,2], as is [0]
int f(int[][] e) | e[i].length == 3\n1 <= u_i, v_i <= 9\nu_i != v_i\n0 <= w_i <= 5 | [[1,2,7]] | e[0][2] is 7
int f(int[][] e) | e[i][j] != i (i.e., there are no loops). | [[1],[1]] | e[1][0] is 1
int f(int[][] points) | All the points points[i] are unique. | [[1,2],[1,2]] | points[1] is [1,2], as is [0]
int f(int[][] m) | All the rows and columns of m are sorted in non-decreasing order. | [[1,2],[3,1]] | m[0][1] is 2 and m[1][1] is 1
int f(int[][] matrix) | All the integers in each column are sorted in ascending order. | [[2,1],[1,3]] | matrix[0][0] is 2 and matrix[1][0] is 1
int f(string s) | s contains only digits and may contain leading zero(s). | "0a" | s[1] is "a"
int f(string s) | s consists of the letters 'a' and 'b', and square brackets '[]'. | "[ac]" | s[2] is "c"
int f(int n) | n is an integer. | 3 | valid
int f(TreeNode root) | The values of the nodes of the tree are unique. | [1,null,1] | root[2] is 1, as is [0]
int f(TreeNode root) | It is guaranteed that root is a binary search tree. | [5,3,8,null,6] | root[4] is 6
int f(int[] v) | v.length == 2\n0 <= start <= end <= 9 | [3,1] | v[0] is 3 and v[1] is 1
int f(int[][] a, int[] v) | a[i].length == 2\nv.length == 2\n0 <= start <= end <= 9\n0 <= starti < endi <= 9 | [[1,2],[3,3]]\n[1,1] | a[1][0] is 3 and a[1][1] is 3
int f(int[][] e) | e[i] = [ui, vi, wi]\nAll the pairs (ui, vi) are unique. (i.e., no multiple edges.) | [[1,2,7],[2,1,7],[1,2,8]] | e[2] is [1,2,8], and [0] is [1,2,7]
int f(int[][] e) | e[i] = [starti, endi]\nAll the values of starti are unique. | [[1,2],[2,2],[1,3]] | e[2] is [1,3], and [0] is [1,2]
int f(int[][] e) | e[i] = [starti, endi]\nAll starti are distinct. | [[1,2],[2,2]] | valid
int f(int[][] e) | e[i] = [ai, bi]\nThere are no repeated edges. | [[1,2],[2,1]] | e[1] is [2,1], and [0] is [1,2]
int f(int[][] e) | e[i] = [ai, bi]\nThere are no self-loops or repeated edges. | [[1,2],[2,1]] | e[1] is [2,1], and [0] is [1,2]
int f(int[][] e) | e[i] = [ai, bi]\nThe graph does not contain any self-loops or parallel edges. | [[1,2],[3,3]] | e[1][0] is 3 and e[1][1] is 3
int f(int[][] e, int n) | e[i] = [u_i, v_i], where 0 <= u_i < v_i < n | [[0,1],[3,2]]\n4 | e[1][0] is 3 and e[1][1] is 2
int f(int n, int[][] e, int[][] q) | e[i] = [ai, bi]\nThere is at most one edge between every two nodes. | 3\n[[1,2],[2,1]]\n[] | e[1] is [2,1], and [0] is [1,2]
int f(int[][] flights) | flights[i] = [fromi, toi, pricei]\nThere will not be any multiple flights between two cities. | [[1,2,5],[2,1,5],[1,2,6]] | flights[2] is [1,2,6], and [0] is [1,2,5]
int f(int[][] m) | m[i][j] == m[j][i] | [[1,2],[3,1]] | m[0][1] is 2 and m[1][0] is 3
int f(int[][] graph) | graph[u] does not contain u. | [[1],[0,1]] | graph[1][1] is 1
int f(string[][] t) | t[i].length == 2\nfromi.length == 3\nfromi != toi | [["JFK","X"],["JF","X"]] | t[1][0].length is 2
int f(int[] v) | v = [start, end]\nstart < end | [3,3] | v[0] is 3 and v[1] is 3
int f(string[] words) | words is sorted in ascending order. | ["b","a"] | words[0] is "b" and words[1] is "a"
int f(int n, int k) | n and k are unique. | 3\n3 | n is 3 and k is 3
int f(int[][] edges) | edges[i].length == 2\nThere are no repeated edges. | [[1,2],[2,1]] | edges[1] is [2,1], and [0] is [1,2]
int f(string s) | s contains digits and '-'. | "1+" | s[1] is "+"
int f(string s) | s consists of English letters, space ' ', or one of the symbols: "!?',;.". | "a:" | s[1] is ":"
int f(string s) | s consists of only English letters (both uppercase and lowercase), digits (0-9), plus '+', or dot '.'. | "+-" | s[1] is "-"
int f(int[][] points) | All the given points are unique. | [[1,2],[1,2]] | points[1] is [1,2], as is [0]
int f(int[][] grid) | grid[row][col] > 0 | [[1,0]] | grid[0][1] is 0
int f(string[] words) | All words are non-empty. | ["a",""] | words[1].length is 0
int f(string[] w) | Each string in w is sorted in ascending order. | ["b","ba"] | w[1][0] is "b" and w[1][1] is "a"
int f(string[] w) | The strings in w are sorted in ascending order. | ["ba","b"] | w[0] is "ba" and w[1] is "b"
int f(string[] w) | All the characters of w[i] are unique. | ["ab","aa"] | w[1][1] is "a", as is [0]
int f(string[] w) | w contains distinct strings. | ["aa","aa"] | w[1] is "aa", as is [0]
int f(int[][] m) | All the values in m[i] are distinct. | [[1,2],[1,1]] | m[1][1] is 1, as is [0]
int f(int[][] m) | m[i].length == 2\nm is sorted in ascending order by end.\nm[i] = [start, end] | [[1,3],[2,2]] | m[0][1] is 3 and m[1][1] is 2
int f(string[] w) | The lengths of w are at most 2. | ["abc"] | w[0].length is 3
int f(int[][] m) | The number of rows in m is at most 1. | [[1],[1]] | m.length is 2
int f(int[][] grid) | 1 <= grid.length, grid[i].length <= 5 | [[1,2],[3]] | grid[0].length is 2 and grid[1].length is 1
int f(int[][] a) | 1 <= a.length, a[i].length <= 5 | [[1,2],[3]] | valid
int f(int[] a, int k) | a[k] == 3 | [3]\n1 | k is 1
int f(int[] a) | a[i] <= a[2 * i] | [1,2] | valid
"#;

#[test]
fn violation_names_value_and_line() {
    for [signature, text, arguments, expected] in rows(VIOLATIONS) {
        let (signature, constraints) = parsed(&signature, &text);
        assert_eq!(constraints.unparsed_lines(), [], "{text}");
        let arguments = signature.parse_arguments(&arguments).unwrap();
        let place = constraints.check(&arguments).err().map(|it| it.place);
        assert_eq!(place.as_deref().unwrap_or("valid"), expected, "{text}");
    }
    let table = "
int f(int a) | \\n * `1 <= a <= 5`. | 9 | a is 9, which violates constraint line 2: * `1 <= a <= 5`.
int f(int[][] grid) | 1 <= grid[i].length <= 5 | [[1,2],[3]] | grid[0].length is 2 and \
         grid[1].length is 1, which violates constraint line 1: 1 <= grid[i].length <= 5 (all rows \
         of grid must also have the same length)";
    for [signature, text, arguments, expected] in rows(table) {
        let (signature, constraints) = parsed(&signature, &text);
        let arguments = signature.parse_arguments(&arguments).unwrap();
        let violation = constraints.check(&arguments).unwrap_err();
        assert_eq!(violation.to_string(), expected);
    }
}
