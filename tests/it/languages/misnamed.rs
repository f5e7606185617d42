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
