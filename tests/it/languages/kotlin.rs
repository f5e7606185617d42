use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

#[test]
fn a_bare_class_with_deep_recursion_is_accepted() {
    let source = "
class Solution {
    private fun depth(n: Int): Int = if (n == 0) 0 else 1 + depth(n - 1)

    fun canMouseWin(grid: Array<String>, catJump: Int, mouseJump: Int): Boolean {
        val walls = grid.sumOf { row -> row.count { it == '#' } } + depth(300000)
        return walls % 2 == 0 && catJump < mouseJump
    }
}";
    accepts("a.kt", "1728", Function, source);
}

#[test]
fn implicit_imports_helpers_and_a_main_are_accepted() {
    let source = r#"
@file:Suppress("UNUSED_VARIABLE")

package com.example.cat

import java.util.ArrayDeque

data class Node(val to: List<Int>)

private fun first(node: Node): Int = node.to.first()

class Solution {
    companion object { const val MODULUS = 3 }

    fun catMouseGame(graph: Array<IntArray>): Int {
        val queue: Queue<Node> = LinkedList()
        val heap = PriorityQueue<Int>(compareBy { -it })
        println("1")
        for (to in graph) queue.add(Node(to.toList()))
        while (queue.isNotEmpty()) heap.add(max(0, first(queue.poll())))
        return (graph.size + heap.sum()) % MODULUS
    }
}

fun main() {
    println(Solution().catMouseGame(arrayOf()))
}"#;
    accepts("a.kt", "913", Function, source);
}

#[test]
fn a_program_reads_standard_input() {
    let source = "
fun main() {
    val n = readLine()!!.trim().toInt()
    var sum = n
    repeat(n) { sum += readln().split(' ')[1].trim().toInt() }
    println(sum % 3)
}";
    accepts("a.kt", "913", Program, source);
}

#[test]
fn errors_have_the_candidates_lines() {
    let source = "
class Solution {
    fun catMouseGame(graph: Array<IntArray>): Int {
        return nonsense
    }
}";
    earns(
        "a.kt",
        "913",
        Verdict::CompileError,
        "solution.kt:3:",
        source,
    );
    let source = "
class Solution {
    fun catMouseGame(graph: Array<IntArray>): Int {
        return graph[1000][0]
    }
}";
    earns(
        "a.kt",
        "913",
        Verdict::RunTimeError,
        "(solution.kt:3)",
        source,
    );
}
