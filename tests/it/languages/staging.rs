//! Java classes whose names decide the names of files.

use super::rows::Expected;

fn check(expected: &str, source: &str) {
    let expected = Expected::parse(expected).unwrap();
    expected.check("a name that is hard to put into a file", source);
}

#[test]
fn class_with_a_name_too_long_for_a_file_does_not_compile() {
    for letters in [251, 100_000] {
        let name = "A".repeat(letters);
        let source = format!(
            "public class {name} {{}}\nclass Solution {{ int catMouseGame(int[][] graph) {{ return 0; }} }}"
        );
        let bytes = letters + 5;
        check(
            &format!("a.java CE function 913: which has {bytes} bytes"),
            &source,
        );
    }
}

#[test]
fn public_class_may_have_any_name_that_java_allows() {
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
        check("a.java AC function 913", &source);
    }
}
