//! The validators and programs in packages.

use std::fs;

use assert_cmd::Command;
use cat_and_mouse::Game;
use mousetrap_judge::FindOptions;
use mousetrap_languages::Languages;
use mousetrap_suite::export::{Faults, Format, Package};
use mousetrap_util::root::Root;

use super::{build, cases, files, run};

#[test]
fn validators_accept_all_cases_and_refuse_every_broken_rule() {
    for id in ["913", "1728"] {
        let cases = cases(id, &["samples", "regressions", "extreme"]);
        let game = Game::by_id(id).unwrap();
        let package = Package::new(game, "catandmouse", &cases, &[]).unwrap();
        let icpc = files(Format::Icpc, &package);
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path();
        let write = |name: &str, text: &str| fs::write(directory.join(name), text).unwrap();
        write("input.cpp", &icpc["input_validators/strict_cpp.cpp"]);
        write("input.py", &icpc["input_validators/strict_py.py"]);
        write("answer.cpp", &icpc["answer_validators/answers.cpp"]);
        for name in ["input", "answer"] {
            let source = format!("{name}.cpp");
            let gxx = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o"];
            build(&[&gxx[..], &[name, &source]].concat(), directory);
        }
        let faults = Faults::of(game);
        // Python is slow to start; the clients run it on all cases of their packages.
        let validators: [(&[&str], usize); 2] = [(&["./input"], 1), (&["python3", "input.py"], 16)];
        for (validator, step) in validators {
            for case in cases.iter().step_by(step) {
                let (code, said) = run(validator, directory, &case.input);
                assert_eq!(code, 42, "{validator:?} on {}: {said}", case.id);
            }
            for (name, text) in &faults.inputs {
                let (code, said) = run(validator, directory, text);
                assert_eq!(code, 43, "{validator:?} on {name}: {said}");
            }
        }
        for reply in game.replies() {
            assert_eq!(run(&["./answer"], directory, &format!("{reply}\n")).0, 42);
            assert_eq!(run(&["./answer"], directory, reply).0, 43);
            assert_eq!(run(&["./answer"], directory, &format!(" {reply}\n")).0, 43);
        }
        for (name, text) in &faults.outputs {
            assert_eq!(run(&["./answer"], directory, text).0, 43, "{name}");
        }
    }
}

#[test]
fn validators_with_a_log_report_reached_bounds() {
    let game = Game::CatAndMouse2;
    let cases = cases("1728", &["samples"]);
    let package = Package::new(game, "catandmouse2", &cases, &[]).unwrap();
    let files = files(Format::Icpc, &package);
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    for (name, source) in [("v.cpp", "strict_cpp.cpp"), ("v.py", "strict_py.py")] {
        fs::write(
            directory.join(name),
            &files[&format!("input_validators/{source}")],
        )
        .unwrap();
    }
    build(&["g++", "-std=c++17", "-o", "v", "v.cpp"], directory);
    let reported = |validator: &[&str]| -> String {
        let file = ["--constraints_file", "bounds"];
        let (code, said) = run(
            &[validator, &file].concat(),
            directory,
            "1 8 8 3\n.M.C..F.\n",
        );
        assert_eq!(code, 42, "{said}");
        let mut lines: Vec<String> = fs::read_to_string(directory.join("bounds"))
            .unwrap()
            .lines()
            .map(|line| line.split_once(' ').unwrap().1.to_owned())
            .collect();
        lines.sort();
        lines.join("\n")
    };
    let expected = "catJump 0 1 8 8 1 8\ncols 0 1 8 8 1 8\nmouseJump 0 0 3 3 1 8\nrows 1 0 1 1 1 8";
    assert_eq!(reported(&["./v"]), expected);
    assert_eq!(reported(&["python3", "v.py"]), expected);
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
    let all: [(&str, &str, &[&str], &[&str]); 6] = [
        (
            "odd name.cpp",
            cpp,
            &["g++", "-o", "cpp", "odd_name.cpp"],
            &["./cpp"],
        ),
        ("solve.c", c, &["gcc", "-o", "c", "solve.c"], &["./c"]),
        (
            "solve.py",
            python,
            &["python3", "--version"],
            &["python3", "solve.py"],
        ),
        (
            "solve.pypy",
            python,
            &["pypy3", "--version"],
            &["pypy3", "solve_pypy.py"],
        ),
        (
            "my_way.java",
            java,
            &["javac", "MyWay.java"],
            &["java", "MyWay"],
        ),
        (
            "solve.rs",
            rust,
            &["rustc", "-o", "rust", "solve.rs"],
            &["./rust"],
        ),
    ];
    for (name, source, compile, command) in all {
        fs::write(directory.join(name), source).unwrap();
        let path = [directory.join(name)];
        let found = mousetrap_judge::find(
            &Root::default(),
            &path,
            &languages,
            FindOptions::new(Game::problems(), None, None),
        )
        .unwrap();
        let program = mousetrap_suite::export::program(&found[0]).unwrap();
        fs::write(directory.join(&program.name), &program.text).unwrap();
        build(compile, directory);
        for (input, answer) in [
            ("1 7 1 4\nM.C...F\n", "true\n"),
            ("1 7 1 3\nM.C...F\n", "false\n"),
        ] {
            let output = Command::new(command[0])
                .args(&command[1..])
                .current_dir(directory)
                .write_stdin(input)
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(printed, answer, "{name}: {error}");
            assert!(error.contains("debug"), "{name}: {error}");
        }
    }
}
