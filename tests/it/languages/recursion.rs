//! Endless recursion, in every language that has a stack: it overflows, and the
//! verdict says so.

use std::collections::BTreeSet;

use mousetrap_judge::Verdict;
use mousetrap_judge::language::{Form, Languages};

use super::report;

/// A file for each language and its function for problem 913.
const FUNCTIONS: &[(&str, &str)] = &[
    (
        "a.c",
        "static int deeper(volatile int n) { volatile int here[16] = {n}; return deeper(n + 1) + here[n & 15]; }
int catMouseGame(int** graph, int graphSize, int* graphColSize) { return deeper(graphSize); }",
    ),
    (
        "a.cpp",
        "class Solution {
    int deeper(volatile int n) { volatile int here[16] = {n}; return deeper(n + 1) + here[n & 15]; }
public:
    int catMouseGame(vector<vector<int>>& graph) { return deeper(graph.size()); }
};",
    ),
    (
        "a.rs",
        "impl Solution {
    #[inline(never)]
    fn deeper(n: i32, below: &[i32; 16]) -> i32 {
        let here = std::hint::black_box([below[0] + n; 16]);
        Self::deeper(n.wrapping_add(1), &here) + here[1]
    }
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        Self::deeper(graph.len() as i32, &[0; 16])
    }
}",
    ),
    (
        "a.go",
        "func deeper(n int) int { return 1 + deeper(n + 1) }
func catMouseGame(graph [][]int) int { return deeper(len(graph)) }",
    ),
    (
        "a.cs",
        "public class Solution {
    int Deeper(int n) => 1 + Deeper(n + 1);
    public int CatMouseGame(int[][] graph) => Deeper(graph.Length);
}",
    ),
    (
        "a.py",
        "class Solution:
    def catMouseGame(self, graph):
        return 1 + self.catMouseGame(graph)",
    ),
    (
        "a.pypy",
        "class Solution:
    def catMouseGame(self, graph):
        return 1 + self.catMouseGame(graph)",
    ),
    ("a.js", "var catMouseGame = function(graph) { return 1 + catMouseGame(graph); };"),
    (
        "a.ts",
        "function catMouseGame(graph: number[][]): number { return 1 + catMouseGame(graph); }",
    ),
    (
        "a.php",
        "class Solution {
    function catMouseGame($graph) { return 1 + $this->catMouseGame($graph); }
}",
    ),
    (
        "a.rb",
        "def cat_mouse_game(graph)
  1 + cat_mouse_game(graph)
end",
    ),
    (
        "a.java",
        "class Solution {
    int deeper(int n) { return 1 + deeper(n + 1); }
    public int catMouseGame(int[][] graph) { return deeper(graph.length); }
}",
    ),
    (
        "a.kt",
        "class Solution {
    fun deeper(n: Int): Int = 1 + deeper(n + 1)
    fun catMouseGame(graph: Array<IntArray>): Int = deeper(graph.size)
}",
    ),
    (
        "a.scala",
        "object Solution {
    def deeper(n: Int): Int = 1 + deeper(n + 1)
    def catMouseGame(graph: Array[Array[Int]]): Int = deeper(graph.length)
}",
    ),
];

/// The same for whole programs, where their stack is set in another way.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "a.c",
        "#include <stdio.h>
int deeper(volatile int n) { volatile int here[16] = {n}; return deeper(n + 1) + here[n & 15]; }
int main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", deeper(n)); }",
    ),
    (
        "a.cpp",
        "#include <iostream>
int deeper(volatile int n) { volatile int here[16] = {n}; return deeper(n + 1) + here[n & 15]; }
int main() { int n; std::cin >> n; std::cout << deeper(n); }",
    ),
    (
        "a.go",
        "package main
import \"fmt\"
func deeper(n int) int { return 1 + deeper(n + 1) }
func main() { var n int; fmt.Scan(&n); fmt.Println(deeper(n)) }",
    ),
    (
        "a.cs",
        "using System;
class Program {
    static int Deeper(int n) => 1 + Deeper(n + 1);
    static void Main() { Console.WriteLine(Deeper(int.Parse(Console.ReadLine()))); }
}",
    ),
    (
        "a.java",
        "class Main {
    static int deeper(int n) { return 1 + deeper(n + 1); }
    public static void main(String[] a) { System.out.println(deeper(new java.util.Scanner(System.in).nextInt())); }
}",
    ),
];

fn overflows(file: &str, form: Form, source: &str) {
    let report = report(file, "913", form, source.as_bytes());
    let text = report.to_string();
    assert!(
        report.verdict == Verdict::RunTimeError
            && text.contains("stack overflow: recursion too deep"),
        "{file}: {text}"
    );
}

#[test]
fn an_endless_function_overflows_the_stack_in_every_language_that_has_one() {
    let languages = Languages::embedded();
    // In the others a stack is memory like any other.
    let all = languages
        .iter()
        .filter(|known| known.stack_overflow.is_some());
    let all: BTreeSet<&str> = all.map(|language| &*language.id).collect();
    let mut seen = BTreeSet::new();
    for (file, source) in FUNCTIONS {
        let extension = file.rsplit('.').next().unwrap_or_default();
        seen.extend(languages.by_extension(extension).map(|known| &*known.id));
        overflows(file, Form::Function, source);
    }
    assert_eq!(seen, all, "a language without a row here");
}

#[test]
fn an_endless_program_overflows_the_stack() {
    for (file, source) in PROGRAMS {
        overflows(file, Form::Program, source);
    }
}

#[test]
fn words_about_the_stack_do_not_hide_what_was_measured() {
    let memory = "#include <bits/stdc++.h>
int main() {
    fputs(\"stack overflow\\n\", stderr);
    std::vector<char> all(700 << 20, 1);
    return all[5] + 1;
}";
    let report = report("a.cpp", "913", Form::Program, memory.as_bytes());
    assert_eq!(report.verdict, Verdict::MemoryLimitExceeded, "{report}");
}
