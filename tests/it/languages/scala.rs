use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

#[test]
fn a_bare_object_with_deep_recursion_is_accepted() {
    let source = "
object Solution {
    private def depth(n: Int): Int = if (n == 0) 0 else 1 + depth(n - 1)

    def canMouseWin(grid: Array[String], catJump: Int, mouseJump: Int): Boolean = {
        val walls = grid.map(_.count(_ == '#')).sum + depth(300000)
        walls % 2 == 0 && catJump < mouseJump
    }
}";
    accepts("a.scala", "1728", Function, source);
}

#[test]
fn a_class_with_helpers_and_imports_is_accepted() {
    let source = r#"
package com.example.cat

import scala.collection.mutable
import scala.annotation.tailrec

case class Node(to: Array[Int])

object Solution { val Modulus = 3 }

class Solution {
  def catMouseGame(graph: Array[Array[Int]]): Int = {
    println("1")
    val queue = mutable.Queue.from(graph.map(Node(_)))
    val heap = mutable.PriorityQueue.empty[Int]
    @tailrec def drain(): Unit = if (queue.nonEmpty) { heap += queue.dequeue().to.head; drain() }
    drain()
    (graph.length + heap.sum) % Solution.Modulus
  }
}

object Main extends App {
  println(new Solution().catMouseGame(Array()))
}"#;
    accepts("a.scala", "913", Function, source);
}

#[test]
fn a_program_reads_standard_input() {
    let source = "
import scala.io.StdIn
object Main {
  def main(arguments: Array[String]): Unit = {
    val n = StdIn.readLine().trim.toInt
    println((n + Seq.fill(n)(StdIn.readLine().split(' ')(1).trim.toInt).sum) % 3)
  }
}";
    accepts("a.scala", "913", Program, source);
}

#[test]
fn errors_have_the_candidates_lines() {
    let source = "
object Solution {
    def catMouseGame(graph: Array[Array[Int]]): Int = {
        nonsense
    }
}";
    earns(
        "a.scala",
        "913",
        Verdict::CompileError,
        "solution.scala:3: error",
        source,
    );
    let source = "
object Solution {
    def catMouseGame(graph: Array[Array[Int]]): Int = {
        graph(1000)(0)
    }
}";
    earns(
        "a.scala",
        "913",
        Verdict::RunTimeError,
        "(solution.scala:3)",
        source,
    );
}
