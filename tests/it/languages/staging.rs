//! Sources that are hard to put into files.

use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::Function;

use super::{accepts, earns};

#[test]
fn a_class_whose_name_no_file_can_have_does_not_compile() {
    for letters in [251, 100_000] {
        let name = "A".repeat(letters);
        let source = format!(
            "public class {name} {{}}\nclass Solution {{ int catMouseGame(int[][] graph) {{ return 0; }} }}"
        );
        let text = format!("which has {} bytes", letters + 5);
        earns("a.java", "913", Verdict::CompileError, &text, &source);
    }
}

#[test]
fn a_package_may_stand_on_lines_of_its_own() {
    let body = "class Solution { int catMouseGame(int[][] graph) {
        int sum = graph.length;
        for (int[] to : graph) sum += to[0];
        return sum % 3;
    } }";
    let source = format!("/* a */ package\n  com\n  .example ;\n{body}");
    accepts("a.java", "913", Function, &source);
    let body = "class Solution { fun catMouseGame(graph: Array<IntArray>): Int =
        (graph.size + graph.sumOf { it[0] }) % 3 }";
    accepts(
        "a.kt",
        "913",
        Function,
        &format!("package\n  com.example\n{body}"),
    );
    let body = "func catMouseGame(graph [][]int) int {
        sum := len(graph)
        for _, to := range graph { sum += to[0] }
        return sum % 3
    }";
    accepts("a.go", "913", Function, &format!("package\n  main\n{body}"));
}

#[test]
fn a_public_class_may_have_any_name_that_java_allows() {
    for name in ["Pair", "A$b", "Käse", "MousetrapDriver", "mousetrap"] {
        let source = format!(
            "public class {name} {{}}
class Solution {{ public int catMouseGame(int[][] graph) {{
        int sum = graph.length;
        for (int[] to : graph) sum += to[0];
        return sum % 3;
    }} }}
class Thread {{}} class Math {{}} class System {{}}"
        );
        accepts("a.java", "913", Function, &source);
    }
}
