//! The reason of a crash names the exception and the submission's own line.

use mousetrap_judge::Verdict;

use super::earns;

#[track_caller]
fn names(file: &str, text: &str, source: &str) {
    let text = format!(" : {text}\n");
    earns(file, "913", Verdict::RunTimeError, &text, source);
}

#[test]
fn in_python_after_many_warnings() {
    let source = "import sys
class Solution:
    def catMouseGame(self, graph):
        sys.stderr.write('noise\\n' * 100000)
        return sorted(graph, key=lambda to: graph[len(to) + 1000])
";
    for file in ["a.py", "a.pypy"] {
        names(file, "IndexError: list index out of range, line 5", source);
    }
    let source = "class Odd(Exception): pass
class Solution:
    def catMouseGame(self, graph):
        raise Odd
";
    names("a.py", "solution.Odd, line 4", source);
}

#[test]
fn on_the_jvm() {
    let source = "class Solution {
    public int catMouseGame(int[][] graph) {
        return graph[1000][0];
    }
}";
    earns(
        "a.java",
        "913",
        Verdict::RunTimeError,
        " : ArrayIndexOutOfBoundsException: Index 1000 out of bounds for length",
        source,
    );
    earns("a.java", "913", Verdict::RunTimeError, ", line 3\n", source);
    let source = "class Solution {
    fun catMouseGame(graph: Array<IntArray>): Int {
        return listOf<Int>().first()
    }
}";
    names(
        "a.kt",
        "NoSuchElementException: List is empty., line 3",
        source,
    );
    let source = "object Solution {
    def catMouseGame(graph: Array[Array[Int]]): Int =
        None.get
}";
    names(
        "a.scala",
        "NoSuchElementException: None.get, line 3",
        source,
    );
}

#[test]
fn in_javascript_and_typescript() {
    let source = "
function catMouseGame(graph) {
    return graph[1000][0];
}";
    names(
        "a.js",
        "TypeError: Cannot read properties of undefined (reading '0'), line 2",
        source,
    );
    let source = "
type Unused = { a: number };
function catMouseGame(graph: number[][]): number {
    return graph[1000][0];
}";
    names(
        "a.ts",
        "TypeError: Cannot read properties of undefined (reading '0'), line 3",
        source,
    );
}

#[test]
fn what_is_thrown_and_is_not_an_error_is_named() {
    for thrown in ["'boom'", "{ code: 3 }"] {
        let source = format!("function catMouseGame(graph) {{ throw {thrown}; }}");
        let says = format!(" : {thrown}\n");
        earns("a.js", "913", Verdict::RunTimeError, &says, &source);
    }
}

#[test]
fn a_failed_assertion_is_named() {
    let source = "
int catMouseGame(int** graph, int n, int* sizes) {
    assert(n == 0);
    return 0;
}";
    let says = ": signal 6 (SIGABRT): Assertion `n == 0' failed, line 2";
    earns("a.c", "913", Verdict::RunTimeError, says, source);
    let source = "
class Solution { public:
    int catMouseGame(vector<vector<int>>& graph) { assert(graph.empty()); return 0; } };";
    let says = ": signal 6 (SIGABRT): Assertion `graph.empty()' failed, line 2";
    earns("a.cpp", "913", Verdict::RunTimeError, says, source);
}

#[test]
fn in_php_and_ruby() {
    let source = "<?php
class Solution { function catMouseGame($graph) {
    return intdiv(1, 0);
} }";
    names(
        "a.php",
        "DivisionByZeroError: Division by zero, line 3",
        source,
    );
    let source = "
def cat_mouse_game(graph)
  graph[1000].first
end";
    earns(
        "a.rb",
        "913",
        Verdict::RunTimeError,
        " : NoMethodError: undefined method `first' for nil",
        source,
    );
    earns("a.rb", "913", Verdict::RunTimeError, ", line 2\n", source);
}

#[test]
fn in_compiled_languages() {
    let source = "
func catMouseGame(graph [][]int) int {
    return graph[1000][0]
}";
    earns(
        "a.go",
        "913",
        Verdict::RunTimeError,
        " : panic: runtime error: index out of range [1000]",
        source,
    );
    earns("a.go", "913", Verdict::RunTimeError, ", line 2\n", source);
    let source = "
impl Solution {
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        graph.get(1000).expect(\"a node\")[0]
    }
}";
    names("a.rs", "panicked: a node, line 3", source);
    let source = "
class Solution { public: int catMouseGame(vector<vector<int>>& graph) { return graph.at(1000)[0]; } };";
    earns(
        "a.cpp",
        "913",
        Verdict::RunTimeError,
        " : signal 6 (SIGABRT): std::out_of_range: vector::_M_range_check",
        source,
    );
    let source = "
public class Solution { public int CatMouseGame(int[][] graph) { return graph[1000][0]; } }";
    earns(
        "a.cs",
        "913",
        Verdict::RunTimeError,
        " : IndexOutOfRangeException: Index was outside the bounds of the array",
        source,
    );
}
