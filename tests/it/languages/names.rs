//! Whatever a driver calls its own things, a submission may call its own the
//! same.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use mousetrap_judge::language::Form::Function;
use regex::Regex;

use super::accepts;

/// How a language declares a type and a function called `NAME`, and a solution
/// of 913 that uses neither.
struct Style {
    language: &'static str,
    /// The directories of its driver.
    drivers: &'static [&'static str],
    extension: &'static str,
    kinds: &'static [&'static str],
    solution: &'static str,
}

const STYLES: &[Style] = &[
    Style {
        language: "c",
        drivers: &["c"],
        extension: "c",
        kinds: &["struct NAME { int x; };", "int NAME(int x) { return x; }"],
        solution: "int catMouseGame(int** graph, int graphSize, int* graphColSize) {
            int sum = graphSize;
            for (int i = 0; i < graphSize; i++) sum += graph[i][0];
            return sum % 3;
        }",
    },
    Style {
        language: "cpp",
        drivers: &["cpp"],
        extension: "cpp",
        kinds: &["struct NAME { int x; };", "int NAME(int x) { return x; }"],
        solution: "class Solution { public: int catMouseGame(vector<vector<int>>& graph) {
            int sum = graph.size();
            for (auto& to : graph) sum += to[0];
            return sum % 3;
        } };",
    },
    Style {
        language: "csharp",
        drivers: &["csharp"],
        extension: "cs",
        kinds: &["public class NAME {}"],
        solution: "public class Solution { public int CatMouseGame(int[][] graph) {
            return (graph.Length + graph.Sum(to => to[0])) % 3;
        } }",
    },
    Style {
        language: "go",
        drivers: &["go"],
        extension: "go",
        kinds: &[
            "type NAME struct{}",
            "func NAME(x int) int { return x }",
            "var NAME = 1",
        ],
        solution: "func catMouseGame(graph [][]int) int {
            sum := len(graph)
            for _, to := range graph { sum += to[0] }
            return sum % 3
        }",
    },
    Style {
        language: "java",
        drivers: &["java"],
        extension: "java",
        kinds: &["class NAME {}", "interface NAME {}"],
        solution: "class Solution { public int catMouseGame(int[][] graph) {
            int sum = graph.length;
            for (int[] to : graph) sum += to[0];
            return sum % 3;
        } }",
    },
    Style {
        language: "javascript",
        drivers: &["javascript"],
        extension: "js",
        kinds: &[
            "class NAME {}",
            "function NAME(x) { return x; }",
            "const NAME = 1;",
        ],
        solution: "var catMouseGame = (graph) =>
            (graph.length + graph.reduce((sum, to) => sum + to[0], 0)) % 3;",
    },
    Style {
        language: "typescript",
        drivers: &["javascript", "typescript"],
        extension: "ts",
        kinds: &["class NAME {}", "function NAME(x: number) { return x; }"],
        solution: "function catMouseGame(graph: number[][]): number {
            return (graph.length + graph.reduce((sum, to) => sum + to[0], 0)) % 3;
        }",
    },
    Style {
        language: "kotlin",
        drivers: &["kotlin"],
        extension: "kt",
        kinds: &["class NAME", "fun NAME(x: Int): Int = x"],
        solution: "class Solution { fun catMouseGame(graph: Array<IntArray>): Int =
            (graph.size + graph.sumOf { it[0] }) % 3 }",
    },
    Style {
        language: "scala",
        drivers: &["scala"],
        extension: "scala",
        kinds: &["class NAME", "object NAME"],
        solution: "object Solution { def catMouseGame(graph: Array[Array[Int]]): Int =
            (graph.length + graph.map(_(0)).sum) % 3 }",
    },
    Style {
        language: "php",
        drivers: &["php"],
        extension: "php",
        kinds: &["class NAME {}", "function NAME($x) { return $x; }"],
        solution: "class Solution { function catMouseGame($graph) {
            return (count($graph) + array_sum(array_column($graph, 0))) % 3;
        } }",
    },
    Style {
        language: "python",
        drivers: &["python"],
        extension: "py",
        kinds: &["class NAME: pass", "def NAME(x): return x", "NAME = 1"],
        solution: "class Solution:
    def catMouseGame(self, graph):
        return (len(graph) + sum(to[0] for to in graph)) % 3",
    },
    Style {
        language: "pypy",
        drivers: &["python"],
        extension: "pypy",
        kinds: &["class NAME: pass"],
        solution: "class Solution:
    def catMouseGame(self, graph):
        return (len(graph) + sum(to[0] for to in graph)) % 3",
    },
    Style {
        language: "ruby",
        drivers: &["ruby"],
        extension: "rb",
        kinds: &["class NAME; end", "def NAME(x) x end"],
        solution: "def cat_mouse_game(graph)
  (graph.size + graph.sum(&:first)) % 3
end",
    },
    Style {
        language: "racket",
        drivers: &["racket"],
        extension: "rkt",
        kinds: &["(define (NAME x) x)"],
        solution: "(define (cat-mouse-game graph)
  (modulo (apply + (length graph) (map first graph)) 3))",
    },
    Style {
        language: "erlang",
        drivers: &["erlang"],
        extension: "erl",
        kinds: &["NAME(X) -> X."],
        solution: "cat_mouse_game(Graph) ->
  (length(Graph) + lists:sum([hd(To) || To <- Graph])) rem 3.",
    },
    Style {
        language: "elixir",
        drivers: &["erlang"],
        extension: "ex",
        kinds: &["defmodule :NAME do\nend"],
        solution: "defmodule Solution do
  def cat_mouse_game(graph) do
    rem(length(graph) + Enum.sum(Enum.map(graph, &hd/1)), 3)
  end
end",
    },
    Style {
        language: "rust",
        drivers: &["rust"],
        extension: "rs",
        kinds: &[
            "struct NAME;",
            "fn NAME(x: i32) -> i32 { x }",
            "mod NAME {}",
        ],
        solution: "impl Solution { pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
            (graph.len() as i32 + graph.iter().map(|to| to[0]).sum::<i32>()) % 3
        } }",
    },
];

/// What no submission may call its own in some language, or must not in ours.
const RESERVED: &[&str] = &[
    "_",
    "mut",
    "std",
    "auto",
    "bool",
    "case",
    "char",
    "int",
    "main",
    "string",
    "void",
    "Solution",
    "catMouseGame",
    "CatMouseGame",
];

/// Every name that the files of a driver declare or mention as theirs, and the
/// names of these files.
fn names_in(directory: &Path, names: &mut BTreeSet<String>) {
    let declared = Regex::new(
        r"\b(?:class|interface|object|struct|trait|module|namespace|fun|func|function|def|fn|mod|type|delegate \w+|(?:const|var|let|val)(?:\s+\w+)??)\s+(\w+)\b|(\w*(?i:mousetrap)\w*)",
    )
    .unwrap();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            names_in(&path, names);
            continue;
        }
        let stem = path.file_name().unwrap().to_string_lossy();
        names.insert(stem.split('.').next().unwrap().to_owned());
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|line| {
            let line = line.trim_start();
            !["//", "#!", "# ", "*", "/*", "\"\"\"", "%%", ";"]
                .iter()
                .any(|start| line.starts_with(start))
        });
        for line in code {
            for found in declared.captures_iter(line) {
                let name = found.get(1).or(found.get(2)).unwrap().as_str();
                names.insert(name.to_owned());
            }
        }
    }
}

/// Pastes solutions that declare all that the driver of a language declares.
#[track_caller]
fn check(language: &str) {
    let style = STYLES
        .iter()
        .find(|style| style.language == language)
        .unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/judge/src/language/drivers");
    let mut found = BTreeSet::new();
    for directory in style.drivers {
        names_in(&root.join(directory), &mut found);
    }
    let legal = Regex::new(r"^[A-Za-z_]\w*$").unwrap();
    found.retain(|name| legal.is_match(name) && !RESERVED.contains(&name.as_str()));
    assert!(
        found
            .iter()
            .any(|name| name.to_lowercase().contains("mousetrap"))
            || language == "typescript"
    );
    for kind in style.kinds {
        let fits = |name: &&String| {
            let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
            language != "ruby" || capital == kind.starts_with("class")
        };
        let mut source = String::new();
        // PHP knows no case.
        let mut taken = BTreeSet::new();
        for name in found.iter().filter(fits) {
            if language == "php" && !taken.insert(name.to_lowercase()) {
                continue;
            }
            source += &kind.replace("NAME", name);
            source.push('\n');
        }
        source += style.solution;
        accepts(
            &format!("driver.{}", style.extension),
            "913",
            Function,
            &source,
        );
    }
}

#[test]
fn every_language_has_a_style() {
    let languages = mousetrap_judge::language::Languages::embedded();
    let known: BTreeSet<&str> = languages.iter().map(|row| row.id.as_str()).collect();
    let styles: BTreeSet<&str> = STYLES.iter().map(|style| style.language).collect();
    assert_eq!(known, styles);
}

#[test]
fn names_of_the_drivers_are_free_in_c_and_cpp() {
    check("c");
    check("cpp");
}

#[test]
fn names_of_the_drivers_are_free_in_csharp_go_and_rust() {
    check("csharp");
    check("go");
    check("rust");
}

#[test]
fn names_of_the_drivers_are_free_on_the_jvm() {
    check("java");
    check("kotlin");
    check("scala");
}

#[test]
fn names_of_the_drivers_are_free_in_javascript_and_typescript() {
    check("javascript");
    check("typescript");
}

#[test]
fn names_of_the_drivers_are_free_in_racket_erlang_and_elixir() {
    check("racket");
    check("erlang");
    check("elixir");
}

#[test]
fn names_of_the_drivers_are_free_in_php_python_and_ruby() {
    check("php");
    check("python");
    check("pypy");
    check("ruby");
}
