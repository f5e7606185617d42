//! A function with a main or a reader beside it is a function; where it could be
//! a whole program as well, the result says so.

use cat_and_mouse::problem::Problem;
use mousetrap_judge::language::Form::{Function, Program};
use mousetrap_judge::{FindOptions, Verdict};

use super::{Report, probes, report};
use crate::support::judge_source;

/// A function that computes nothing right, beside something that reads standard
/// input; the lines of its entry point and of what reads.
const BESIDE: &[(&str, usize, usize, &str)] = &[
    (
        "a.cpp",
        1,
        2,
        "class Solution { public: int catMouseGame(vector<vector<int>>& graph) { return 7; } };
int main() { int n; cin >> n; }",
    ),
    (
        "a.c",
        1,
        2,
        "int catMouseGame(int** graph, int n, int* sizes) { return 7; }
int main() { int n; scanf(\"%d\", &n); }",
    ),
    (
        "a.java",
        2,
        3,
        "class Solution {
    public int catMouseGame(int[][] graph) { return 7; }
    public static void main(String[] a) { Scanner unused = new Scanner(System.in); }
}",
    ),
    (
        "a.cs",
        2,
        3,
        "public class Solution {
    public int CatMouseGame(int[][] graph) { return 7; }
    public static void Main() { Console.ReadLine(); }
}",
    ),
    (
        "a.go",
        1,
        2,
        "func catMouseGame(graph [][]int) int { return 7 }
func main() { var n int; fmt.Scan(&n) }",
    ),
    (
        "a.rs",
        1,
        2,
        "impl Solution { pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 { 7 } }
fn main() { let _ = std::io::stdin(); }",
    ),
    (
        "a.kt",
        1,
        2,
        "class Solution { fun catMouseGame(graph: Array<IntArray>): Int = 7 }
fun main() { readLine() }",
    ),
    (
        "a.scala",
        1,
        2,
        "object Solution { def catMouseGame(graph: Array[Array[Int]]): Int = 7 }
object Main extends App { scala.io.StdIn.readLine() }",
    ),
    (
        "a.py",
        4,
        2,
        "import sys
input = sys.stdin.readline
class Solution:
    def catMouseGame(self, graph): return 7",
    ),
    (
        "a.js",
        2,
        1,
        "const read = () => require('fs').readFileSync(0);
var catMouseGame = function(graph) { return 7; };",
    ),
    (
        "a.php",
        1,
        2,
        "class Solution { function catMouseGame($graph) { return 7; } }
function read() { return fgets(STDIN); }",
    ),
    (
        "a.rb",
        1,
        2,
        "def cat_mouse_game(graph) = 7
def read = STDIN.gets",
    ),
    (
        "a.rkt",
        1,
        2,
        "(define (cat-mouse-game graph) 7)
(define (get) (read-line))",
    ),
    (
        "a.erl",
        1,
        2,
        "cat_mouse_game(_) -> 7.
main() -> io:get_line(\"\").",
    ),
    (
        "a.ex",
        2,
        4,
        "defmodule Solution do
  def cat_mouse_game(_), do: 7
end
defmodule Main do def read, do: IO.gets(\"\") end",
    ),
];

fn judged(file: &str, source: &str) -> Report {
    report(file, "913", Function, source.as_bytes())
}

#[test]
fn an_entry_point_means_a_function_whatever_reads_beside_it() {
    for (file, entry, reads, source) in BESIDE {
        let report = judged(file, source);
        let name = if *file == "a.rkt" {
            "cat-mouse-game"
        } else if source.contains("cat_mouse_game") {
            "cat_mouse_game"
        } else if source.contains("CatMouseGame") {
            "CatMouseGame"
        } else {
            "catMouseGame"
        };
        let says = format!(
            "got \"7\"; taken for a function, since line {entry} defines {name}; if it is a whole \
             program (line {reads} reads standard input), add --form program"
        );
        assert!(
            report.verdict == Verdict::WrongAnswer
                && report.form == Function
                && report.to_string().contains(&says),
            "{report}\n{source}"
        );
        // The other cases need no repetition.
        assert_eq!(report.to_string().matches(" got \"7\"; taken").count(), 1);
    }
}

#[test]
fn a_main_that_reads_is_a_program_where_the_driver_has_no_class_to_call() {
    let source = "#include <bits/stdc++.h>
using namespace std;
int catMouseGame(vector<vector<int>>& graph) { return 7; }
int main() { int n; cin >> n; cout << 7; }";
    let report = judged("a.cpp", source);
    let says = "got \"7\"; taken for a whole program, since line 4 reads standard input and there \
                is no class Solution around catMouseGame (line 3); if it is meant as a function, \
                add --form function";
    assert!(
        report.form == Program && report.to_string().contains(says),
        "{report}"
    );
}

#[test]
fn a_misspelt_function_is_named_where_the_problem_is_known() {
    let wanted = FindOptions {
        problem: Problem::by_id("913"),
        form: None,
        leave: false,
    };
    for (file, source, name, misspelt) in [
        (
            "a.rkt",
            "(define (cat-mouse-games graph) 1)",
            "cat-mouse-game",
            "cat-mouse-games",
        ),
        (
            "a.py",
            "class Solution:\n    def catMouseGames(self, graph): return 1",
            "catMouseGame",
            "catMouseGames",
        ),
    ] {
        let report = judge_source(file, source.as_bytes(), wanted, probes("913")).unwrap();
        let line = source.lines().count();
        let says = format!(
            ": taken for a whole program, since it defines no {name}; did you mean {misspelt} on \
             line {line}? ("
        );
        assert!(report.to_string().contains(&says), "{report}");
    }
}

#[test]
fn an_accepted_function_says_what_it_was_taken_for() {
    let source = "import sys
input = sys.stdin.readline
class Solution:
    def catMouseGame(self, graph): return (len(graph) + sum(to[0] for to in graph)) % 3";
    let report = judged("a.py", source);
    assert!(
        report.verdict == Verdict::Accepted && report.compiler.contains("taken for a function"),
        "{report}"
    );
}
