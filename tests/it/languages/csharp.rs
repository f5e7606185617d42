use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

#[test]
fn a_bare_class_is_accepted() {
    let source = "
public class Solution {
    public bool CanMouseWin(string[] grid, int catJump, int mouseJump) {
        int walls = grid.Sum(row => row.Count(cell => cell == '#'));
        return walls % 2 == 0 && catJump < mouseJump;
    }
}";
    accepts("a.cs", "1728", Function, source);
    let source = "
public class Solution {
    public int CatMouseGame(int[][] graph) {
        var queue = new Queue<int>();
        foreach (int[] to in graph) queue.Enqueue(to[0]);
        return (graph.Length + queue.Sum()) % 3;
    }
}";
    accepts("a.cs", "913", Function, source);
}

#[test]
fn own_usings_namespace_helpers_and_printing_are_accepted() {
    let source = r#"
using System;
using System.Collections.Generic;

namespace LeetCode.Hard
{
    internal enum Player { Cat, Mouse }

    class Solution : Helper
    {
        private readonly Dictionary<(int, int, Player), bool> memo = new Dictionary<(int, int, Player), bool>();

        public bool CanMouseWin(string[] grid, int catJump, int mouseJump)
        {
            memo[(1, 2, Player.Cat)] = true;
            Console.WriteLine($"{memo.Count} true");
            Console.Error.Write("debug");
            Console.Write("true");
            return Walls(grid) % 2 == 0 && catJump < mouseJump;
        }
    }

    class Helper
    {
        protected static int Walls(string[] grid) => string.Join("", grid).Split('#').Length - 1;
    }
}"#;
    accepts("a.cs", "1728", Function, source);
}

#[test]
fn a_local_test_beside_the_class_does_not_run() {
    let source = "
public class Program {
    public static void Main(string[] args) {
        System.Console.WriteLine(new Solution().CatMouseGame(new int[0][]));
        System.Environment.Exit(3);
    }
}
public class Solution {
    public int CatMouseGame(int[][] graph) {
        return (graph.Length + graph.Sum(to => to[0])) % 3;
    }
}";
    accepts("a.cs", "913", Function, source);
}

#[test]
fn a_program_that_reads_stdin_is_a_program() {
    let source = "
using System;
class Program {
    static void Main() {
        int n = int.Parse(Console.ReadLine());
        int sum = n;
        for (int v = 0; v < n; v++) sum += int.Parse(Console.ReadLine().Split(' ')[1]);
        Console.WriteLine(new Remainder().Of(sum));
    }
}
class Remainder { public int Of(int sum) { return sum % 3; } }
";
    accepts("a.cs", "913", Program, source);
}

#[test]
fn recursion_may_be_deep() {
    let source = "
public class Solution {
    int Depth(int n) => n == 0 ? 0 : 1 + Depth(n - 1);
    public int CatMouseGame(int[][] graph) {
        return (graph.Length + graph.Sum(to => to[0]) + Depth(1500000) % 3) % 3;
    }
}";
    accepts("a.cs", "913", Function, source);
}

#[test]
fn failures_are_told_apart() {
    let source = "
public class Solution {
    public int CatMouseGame(int[][] graph) {
        return nonsense;
    }
}";
    earns(
        "a.cs",
        "913",
        Verdict::CompileError,
        "solution.cs(3,",
        source,
    );
    let source = "
public class Solution {
    public int CatMouseGame(int[][] graph) {
        return graph[1000][0];
    }
}";
    earns(
        "a.cs",
        "913",
        Verdict::RunTimeError,
        "IndexOutOfRangeException",
        source,
    );
}
