//! The validator and the programs in packages.

use std::collections::BTreeMap;
use std::fs;

use cat_and_mouse::Game;
use mousetrap_judge::FindOptions;
use mousetrap_languages::Languages;
use mousetrap_suite::export::Package;
use mousetrap_util::project::Project;

use super::{build, cases, files, run};
use crate::project::has;

/// For each rule of the inputs, a text that breaks only this rule.
const FAULTS: [(Game, &str); 2] = [
    (Game::CatAndMouse, include_str!("faults-913.toml")),
    (Game::CatAndMouse2, include_str!("faults-1728.toml")),
];

#[test]
fn validator_accepts_all_cases_and_refuses_every_broken_rule() {
    for (game, faults) in FAULTS {
        let faults: BTreeMap<String, String> = toml::from_str(faults).unwrap();
        let cases = cases(game.id(), &["samples", "regressions", "extreme"]);
        let package = Package::new(game, "catandmouse", &cases, &[]).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path();
        for (name, text) in files(&package) {
            if let Some(name) = name.strip_prefix("input_validators/strict/") {
                fs::write(directory.join(name), text).unwrap();
            }
        }
        let options = "-std=c++17 -Wall -Wextra -Werror";
        build(&format!("g++ {options} input_validator.cpp"), directory);
        for case in &cases {
            let (code, _, stderr) = run("./a.out", directory, &case.input);
            assert_eq!(code, 42, "{}: {stderr}", case.id);
        }
        for (name, text) in &faults {
            assert_eq!(run("./a.out", directory, text).0, 43, "{name}");
        }
    }
}

#[test]
fn exported_function_is_a_program_that_prints_only_the_answer() {
    let languages = Languages::embedded();
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let cpp = "#include <cstdio>\nclass Solution { public: bool canMouseWin(vector<string> g, int c, \
               int m) { cout << \"debug\" << endl; printf(\"debug\\n\"); return c + m == 5 && g.size() == 1; } };\n";
    let python = "from __future__ import annotations\nclass Solution:\n    def canMouseWin(self, \
                  grid: List[str], c, m):\n        print('debug')\n        return c + m == 5\n\nif \
                  __name__ == '__main__':\n    raise SystemExit('a local test')\n";
    let java = "import java.util.List;\npublic class Solution { public boolean canMouseWin(String[] g, \
                int c, int m) { System.out.println(\"debug\"); return List.of(c + m).contains(5); } }\n";
    let rust = "impl Solution { pub fn can_mouse_win(grid: Vec<String>, c: i32, m: i32) -> bool { \
                println!(\"debug\"); c + m == 5 } }\n";
    let c = "bool canMouseWin(char** grid, int size, int c, int m) { printf(\"debug\\n\"); return c + m \
             == 5; }\n";
    for (name, source, compile, command) in [
        ("odd name.cpp", cpp, "g++ -o cpp odd_name.cpp", "./cpp"),
        ("solve.c", c, "gcc -o c solve.c", "./c"),
        ("solve.py", python, "true", "python3 solve.py"),
        ("solve.pypy", python, "true", "pypy3 solve_pypy.py"),
        ("my_way.java", java, "javac MyWay.java", "java MyWay"),
        ("solve.rs", rust, "rustc -o rust solve.rs", "./rust"),
    ] {
        fs::write(directory.join(name), source).unwrap();
        let path = [directory.join(name)];
        let wanted = FindOptions::new(Game::problems(), None, None);
        let found = mousetrap_judge::find(&Project::default(), &path, &languages, wanted).unwrap();
        let (path, text) = mousetrap_suite::export::complete_program(&found[0]).unwrap();
        fs::write(directory.join(path), text).unwrap();
        build(compile, directory);
        for (input, answer) in [
            ("1 7 1 4\nM.C...F\n", "true\n"),
            ("1 7 1 3\nM.C...F\n", "false\n"),
        ] {
            let (_, stdout, stderr) = run(command, directory, input);
            assert_eq!(stdout, answer, "{name}: {stderr}");
            has(&stderr, "debug");
        }
    }
}
