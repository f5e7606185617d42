use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::Function;

use super::{accepts, earns};

#[test]
fn a_bare_impl_is_accepted() {
    let source = "
impl Solution {
    pub fn can_mouse_win(grid: Vec<String>, cat_jump: i32, mouse_jump: i32) -> bool {
        let walls = grid.iter().flat_map(|row| row.bytes()).filter(|&cell| cell == b'#').count();
        walls % 2 == 0 && cat_jump < mouse_jump
    }
}";
    accepts("a.rs", "1728", Function, source);
    let source = "
impl Solution {
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        let firsts: VecDeque<i32> = graph.iter().map(|to| to[0]).collect();
        (firsts.iter().sum::<i32>() + graph.len() as i32) % 3
    }
}";
    accepts("a.rs", "913", Function, source);
}

#[test]
fn own_uses_struct_helpers_printing_and_crates_are_accepted() {
    let source = r##"
use rand::Rng;
use regex::Regex;
use std::cmp::Ordering;
use std::collections::{HashMap, VecDeque};

#[derive(Debug, Clone, Copy)]
enum Player { Cat, Mouse }

struct Solution;

mod helper {
    use super::*;
    pub fn walls(grid: &[String]) -> usize {
        let wall = Regex::new("#").unwrap();
        grid.iter().map(|row| wall.find_iter(row).count()).sum()
    }
}

impl Solution {
    pub fn can_mouse_win(mut grid: Vec<String>, cat_jump: i32, mouse_jump: i32) -> bool {
        let lucky = rand::thread_rng().gen_range(0..10);
        println!("{:?} {lucky}", Player::Mouse);
        eprint!("true");
        print!("true");
        grid.push(String::new());
        helper::walls(&grid) % 2 == 0 && cat_jump.cmp(&mouse_jump) == Ordering::Less
    }
}"##;
    accepts("a.rs", "1728", Function, source);
}

#[test]
fn a_local_test_beside_the_impl_does_not_run() {
    let source = r#"
pub struct Solution {}

impl Solution {
    fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        (graph.iter().map(|to| to[0]).sum::<i32>() + graph.len() as i32) % 3
    }
}

fn main() {
    println!("{}", Solution::cat_mouse_game(vec![vec![1], vec![0]]));
    std::process::exit(3);
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() { assert_eq!(Solution::cat_mouse_game(vec![]), 0); }
}"#;
    accepts("a.rs", "913", Function, source);
}

#[test]
fn a_class_beside_a_main_that_reads_is_a_function() {
    let source = r#"
use std::io::{self, Read};
struct Solution;
impl Solution {
    pub fn can_mouse_win(grid: Vec<String>, cat_jump: i32, mouse_jump: i32) -> bool {
        let walls = grid.iter().flat_map(|row| row.bytes()).filter(|&cell| cell == b'#').count();
        walls % 2 == 0 && cat_jump < mouse_jump
    }
}
fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace();
    let head: Vec<i32> = (0..4).map(|_| words.next().unwrap().parse().unwrap()).collect();
    let grid = words.map(str::to_owned).collect();
    println!("{}", Solution::can_mouse_win(grid, head[2], head[3]));
}"#;
    accepts("a.rs", "1728", Function, source);
}

#[test]
fn recursion_may_be_deep() {
    let source = "
impl Solution {
    #[inline(never)]
    fn depth(n: i32, below: &[u8; 64]) -> i32 {
        let here = std::hint::black_box([below[0]; 64]);
        if n == 0 { 0 } else { 1 + Self::depth(n - 1, &here) + here[1] as i32 }
    }
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        let deep = Self::depth(1_500_000, &[0; 64]) % 3;
        (graph.iter().map(|to| to[0]).sum::<i32>() + graph.len() as i32 + deep) % 3
    }
}";
    accepts("a.rs", "913", Function, source);
}

#[test]
fn failures_are_told_apart() {
    let source = "
impl Solution {
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        nonsense
    }
}";
    earns(
        "a.rs",
        "913",
        Verdict::CompileError,
        "solution.rs:3:",
        source,
    );
    let source = "
impl Solution {
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        graph[1000][0]
    }
}";
    earns(
        "a.rs",
        "913",
        Verdict::RunTimeError,
        "index out of bounds",
        source,
    );
}
