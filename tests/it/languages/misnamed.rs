//! A submission whose class or function has another name hears which, not what
//! is wrong in the judge's own files.

use mousetrap_judge::Verdict::{CompileError, RunTimeError};
use mousetrap_judge::{FindOptions, Verdict};

use super::earns;
use crate::support::judge_source;

const REMARK: &str =
    "no class Solution; class CatAndMouse (line 2) has catMouseGame: rename it to Solution";

#[track_caller]
fn check(file: &str, verdict: Verdict, source: &str) {
    earns(file, "913", verdict, REMARK, &format!("// {source}"));
}

#[test]
fn a_class_of_another_name_is_named() {
    check(
        "a.java",
        CompileError,
        "
class CatAndMouse { public int catMouseGame(int[][] graph) { return 0; } }",
    );
    check(
        "a.cpp",
        CompileError,
        "
class CatAndMouse { public: int catMouseGame(vector<vector<int>>& graph) { return 0; } };",
    );
    check(
        "a.kt",
        CompileError,
        "
class CatAndMouse { fun catMouseGame(graph: Array<IntArray>): Int = 0 }",
    );
    check(
        "a.scala",
        CompileError,
        "
class CatAndMouse { def catMouseGame(graph: Array[Array[Int]]): Int = 0 }",
    );
    check(
        "a.php",
        RunTimeError,
        "
class CatAndMouse { function catMouseGame($graph) { return 0; } }",
    );
    let source = "# a
class CatAndMouse:
    def catMouseGame(self, graph): return 0";
    earns("a.py", "913", RunTimeError, REMARK, source);
    let source = "# a
defmodule CatAndMouse do
  def cat_mouse_game(graph), do: 0
end";
    let remark = "no module Solution; module CatAndMouse (line 2) has cat_mouse_game: rename it";
    earns("a.ex", "913", RunTimeError, remark, source);
}

#[test]
fn a_method_that_stands_elsewhere_is_named() {
    let source = "
class Helper { public: int catMouseGame(vector<vector<int>>& graph) { return 0; } };
class Solution {};";
    let remark = "class Solution has no catMouseGame; class Helper (line 1) has it, on line 1";
    earns("a.cpp", "913", CompileError, remark, source);
    let source = "
int catMouseGame(vector<vector<int>>& graph) { return 0; }";
    let remark = "no class Solution; catMouseGame (line 1) stands outside of any class";
    earns("a.cpp", "913", CompileError, remark, source);
}

#[test]
fn the_line_that_reports_show_is_the_one_that_helps() {
    let source = "// a\nclass CatAndMouse { public: int catMouseGame(vector<vector<int>>& g) { return 0; } };";
    let report = judge_source(
        "a.cpp",
        source.as_bytes(),
        FindOptions::default(),
        Vec::new(),
    );
    assert_eq!(report.unwrap().complaint.as_deref(), Some(REMARK));
}

#[test]
fn the_reason_of_a_compile_error_is_the_first_error_and_its_line() {
    let newer = "a.cs(3,28): error CS1525: Unexpected symbol `switch'; where a correct line is \
                 refused: the compiler here, Mono's, knows C# up to 7";
    for (file, reason, source) in [
        (
            "a.cs",
            newer.replacen("a.cs", "solution.cs", 1).as_str(),
            "public class Solution {
    public int CatMouseGame(int[][] graph) {
        return graph.Length switch { 1 => 2, _ => 0 };
    }
}",
        ),
        (
            "a.js",
            "SyntaxError: Unexpected token ')', line 2",
            "var catMouseGame = function(graph) {\n    return );\n};",
        ),
        (
            "a.php",
            "Parse error: Unclosed '{' on line 2 does not match ')' in solution.php on line 3",
            "class Solution {\n    function catMouseGame($graph) {\n        return );\n    }\n}",
        ),
        (
            "a.scala",
            "solution.scala:2: error: type mismatch; found : String(\"0\") required: Int",
            "object Solution {\n    def catMouseGame(graph: Array[Array[Int]]): Int = \"0\"\n}",
        ),
        (
            "a.ex",
            "** (CompileError) solution.ex:2: undefined function nonsense/0",
            "defmodule Solution do\n  def cat_mouse_game(graph), do: nonsense\nend",
        ),
        (
            "a.erl",
            "solution.erl:2:4: syntax error before: ')'",
            "cat_mouse_game(G) ->\n  1).",
        ),
        (
            "a.rkt",
            "solution.rkt:2:2: nonsense: unbound identifier",
            "(define (cat-mouse-game graph)\n  nonsense)",
        ),
    ] {
        let report = judge_source(file, source.as_bytes(), FindOptions::default(), Vec::new());
        let complaint = report.unwrap().complaint.unwrap();
        assert!(complaint.starts_with(reason), "{complaint}\n{reason}");
    }
}

#[test]
fn a_misspelt_function_is_asked_about() {
    let source = b"\nclass Solution:\n    def catMouseGames(self, graph): return 0";
    let error = judge_source("a.py", source, FindOptions::default(), Vec::new()).unwrap_err();
    assert!(
        error.contains("did you mean catMouseGames on line 3?"),
        "{error}"
    );
}

#[test]
fn python_2_is_recognised() {
    let says = "this looks like Python 2";
    let source = "
class Solution:
    def catMouseGame(self, graph):
        print graph
        return 0";
    earns("a.py", "913", CompileError, says, source);
    let source = "
class Solution:
    def catMouseGame(self, graph):
        for _ in xrange(3): pass
        return 0";
    let says = "NameError: name 'xrange' is not defined, line 3; this looks like Python 2";
    earns("a.py", "913", RunTimeError, says, source);
}
