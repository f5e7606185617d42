//! What is returned of another type than the problem asks for earns what it earns
//! on `LeetCode`, with the sentence that helps.

use mousetrap_judge::Verdict::{CompileError, RunTimeError};

use super::earns;

#[test]
fn compilers_say_what_is_returned_and_what_is_asked_for() {
    for (file, says, source) in [
        (
            "a.cpp",
            "canMouseWin has to return bool",
            "class Solution { public: string canMouseWin(vector<string>& g, int c, int m) { return \"true\"; } };",
        ),
        (
            "a.java",
            "the function returns String, and the problem asks for boolean",
            "class Solution { public String canMouseWin(String[] grid, int c, int m) { return \"true\"; } }",
        ),
        (
            "a.go",
            "the function returns string, and the problem asks for bool",
            "func canMouseWin(grid []string, c int, m int) string { return \"true\" }",
        ),
        (
            "a.rs",
            "the function returns String, and the problem asks for bool",
            "impl Solution { pub fn can_mouse_win(g: Vec<String>, c: i32, m: i32) -> String { String::new() } }",
        ),
        (
            "a.kt",
            "the function returns String, and the problem asks for Boolean",
            "class Solution { fun canMouseWin(g: Array<String>, c: Int, m: Int): String = \"true\" }",
        ),
        (
            "a.scala",
            "the function returns String, and the problem asks for Boolean",
            "object Solution { def canMouseWin(g: Array[String], c: Int, m: Int): String = \"true\" }",
        ),
    ] {
        earns(file, "1728", CompileError, says, source);
    }
    let says = "CanMouseWin returns String, and the problem asks for Boolean";
    let source = "public class Solution { public string CanMouseWin(string[] g, int c, int m) { return \"true\"; } }";
    earns("a.cs", "1728", RunTimeError, says, source);
}

#[test]
fn what_is_returned_at_run_time_is_named() {
    let forgot = "not true or false: did you forget `return`?";
    let last = "not true or false: is the value the last expression of the function?";
    let text = "returned the text \"true\", not the boolean true";
    let python = |value: &str| {
        format!("class Solution:\n    def canMouseWin(self, grid, c, m):\n        return {value}")
    };
    let php = |value: &str| {
        format!("class Solution {{ function canMouseWin($grid, $c, $m) {{ return {value}; }} }}")
    };
    for (file, says, source) in [
        ("a.py", format!("returned None, {forgot}"), python("None")),
        ("a.py", text.to_owned(), python("'true'")),
        (
            "a.py",
            "returned the number 1, not true or false".to_owned(),
            python("1"),
        ),
        (
            "a.js",
            format!("returned undefined, {forgot}"),
            "var canMouseWin = () => {};".to_owned(),
        ),
        (
            "a.js",
            text.to_owned(),
            "var canMouseWin = () => 'true';".to_owned(),
        ),
        (
            "a.rb",
            format!("returned nil, {last}"),
            "def can_mouse_win(grid, c, m)\nend".to_owned(),
        ),
        ("a.php", format!("returned null, {forgot}"), php("null")),
        ("a.php", text.to_owned(), php("'true'")),
        (
            "a.rkt",
            format!("returned #<void>, {last}"),
            "(define (can-mouse-win grid c m) (void))".to_owned(),
        ),
        (
            "a.erl",
            text.to_owned(),
            "can_mouse_win(_, _, _) -> <<\"true\">>.".to_owned(),
        ),
        (
            "a.erl",
            format!("returned ok, {last}"),
            "can_mouse_win(_, _, _) -> ok.".to_owned(),
        ),
        (
            "a.ex",
            format!("returned nil, {last}"),
            "defmodule Solution do\n  def can_mouse_win(_, _, _), do: nil\nend".to_owned(),
        ),
    ] {
        earns(file, "1728", RunTimeError, &says, &source);
    }
    let source = "class Solution:\n    def catMouseGame(self, graph):\n        return 1.0";
    let says = "returned 1.0, which is not an integer";
    earns("a.py", "913", RunTimeError, says, source);
    let source = source.replace("1.0", "'0'");
    let says = "returned the text \"0\", not the number 0";
    earns("a.py", "913", RunTimeError, says, &source);
}

#[test]
fn who_stands_where_leetcode_does_not_look_is_said_where_to_go() {
    let says =
        "no class Solution; catMouseGame (line 1) stands outside of any class: put it into one";
    for (file, source) in [
        ("a.py", "def catMouseGame(graph): return 0"),
        ("a.php", "function catMouseGame($graph) { return 0; }"),
    ] {
        earns(file, "913", RunTimeError, says, source);
    }
    let says = |name: &str| {
        format!(
            "class Solution (line 1) has {name}, on line 2, which is called as a function: move it \
             out of any class"
        )
    };
    for (file, name, source) in [
        (
            "a.js",
            "catMouseGame",
            "class Solution {\n catMouseGame(graph) { return 0; } }",
        ),
        (
            "a.ts",
            "catMouseGame",
            "class Solution {\n catMouseGame(graph: number[][]): number { return 0; } }",
        ),
        (
            "a.rb",
            "cat_mouse_game",
            "class Solution\n  def cat_mouse_game(graph) 0 end\nend",
        ),
    ] {
        earns(file, "913", RunTimeError, &says(name), source);
    }
}
