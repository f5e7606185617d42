use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

#[test]
fn a_bare_class_is_accepted() {
    let source = "
class Solution {
    public boolean canMouseWin(String[] grid, int catJump, int mouseJump) {
        int walls = 0;
        for (String row : grid) for (char c : row.toCharArray()) if (c == '#') walls++;
        return walls % 2 == 0 && catJump < mouseJump;
    }
}";
    accepts("a.java", "1728", Function, source);
}

#[test]
fn implicit_imports_pairs_helpers_and_a_main_are_accepted() {
    let source = r#"
package com.example.cat;

import java.util.ArrayDeque;

interface Summing { int sum(int[][] graph); }

public class Solution implements Summing {
    private static int calls = 0;
    record Node(int[] to) {}

    public static void main(String[] arguments) {
        System.out.println(new Solution().catMouseGame(null));
        System.exit(7);
    }

    public int catMouseGame(int[][] graph) {
        System.out.println("1");
        return BigInteger.valueOf(sum(graph)).mod(BigInteger.valueOf(3)).intValue();
    }

    @Override public int sum(int[][] graph) {
        Deque<Pair<Integer, Node>> queue = new ArrayDeque<>();
        Function<int[], Node> node = Node::new;
        Arrays.stream(graph).map(node).forEach(next -> queue.add(new Pair<>(next.to()[0], next)));
        return graph.length + queue.stream().collect(Collectors.summingInt(Pair::getKey));
    }
}

class Pairs { Map<String, List<Integer>> unused = new HashMap<>(); }"#;
    accepts("a.java", "913", Function, source);
}

#[test]
fn own_classes_hide_imported_ones() {
    let source = "
class Pair { final int first; Pair(int[] to) { first = to[0]; } }
class Function { static int mod(int sum) { return sum % 3; } }
class Solution {
    class Format { int sum; }
    public int catMouseGame(int[][] graph) {
        Format format = new Format();
        format.sum = graph.length;
        for (int[] to : graph) format.sum += new Pair(to).first;
        return Function.mod(format.sum);
    }
}
public class Main {
    public static void main(String[] arguments) { new Solution(); }
}";
    accepts("a.java", "913", Function, source);
}

#[test]
fn a_program_reads_standard_input() {
    let source = "
import java.util.*;
class Helper { static int twice(int n) { return 2 * n; } }
public class CatMouse {
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = n;
        for (int i = 0; i < n; i++) {
            int k = in.nextInt();
            sum += in.nextInt();
            for (int j = 1; j < k; j++) in.nextInt();
        }
        System.out.println(sum % 3);
    }
}";
    accepts("a.java", "913", Program, source);
}

#[test]
fn recursion_may_be_deep() {
    let source = "
class Solution {
    int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    public int catMouseGame(int[][] graph) {
        int sum = graph.length + depth(1000000) - 1000000;
        for (int[] to : graph) sum += to[0];
        return sum % 3;
    }
}";
    accepts("a.java", "913", Function, source);
}

#[test]
fn errors_have_the_candidates_lines() {
    let source = "
class Solution {
    public int catMouseGame(int[][] graph) {
        return nonsense;
    }
}";
    earns(
        "a.java",
        "913",
        Verdict::CompileError,
        "Solution.java:3: error",
        source,
    );
    let source = "
class Solution {
    public int catMouseGame(int[][] graph) {
        return graph[1000][0];
    }
}";
    let place = "Solution.catMouseGame(Solution.java:3)";
    earns("a.java", "913", Verdict::RunTimeError, place, source);
}

#[test]
fn warnings_are_no_output() {
    let source = "
import java.util.logging.Logger;
class Solution {
    public int catMouseGame(int[][] graph) {
        Logger log = Logger.getLogger(\"cat\");
        for (int i = 0; i < 4000; i++) log.warning(i + \" \" + \"-\".repeat(500));
        int sum = graph.length;
        for (int[] to : graph) sum += to[0];
        return sum % 3;
    }
}";
    accepts("a.java", "913", Function, source);
    let source = "
import java.util.*;
public class Main {
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = n;
        for (int i = 0; i < n; i++) {
            int k = in.nextInt();
            sum += in.nextInt();
            for (int j = 1; j < k; j++) in.nextInt();
        }
        try {
            new Thread(null, () -> {}, \"a\", 1L << 46).start();
        } catch (OutOfMemoryError error) {
            System.err.println(error);
        }
        System.out.println(sum % 3);
    }
}";
    accepts("a.java", "913", Program, source);
}
