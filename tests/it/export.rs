//! Exports: what is in them, and that their validators and programs do what
//! foreign judges rely on. The clients themselves are run by `scripts/clients`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use cat_and_mouse::Game;
use mousetrap_base::root::Root;
use mousetrap_export::{Faults, Format, Package};
use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, Submission};
use mousetrap_languages::Languages;
use mousetrap_model::Limits;
use mousetrap_suite::{Case, NoPrograms};

use crate::project::Project;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The cases of our own suites, with those that reach the bounds.
fn cases(id: &str, suites: &[&str]) -> Vec<Case> {
    let problem = Game::by_id(id).unwrap();
    let mut cases = mousetrap_export::bounds(problem, Limits::DEFAULT);
    for suite in suites {
        let root = Root::from(Path::new(ROOT));
        let made =
            mousetrap_suite::load(&root, problem, suite, Limits::DEFAULT, &mut NoPrograms).unwrap();
        cases.extend(made.cases);
    }
    cases
}

fn submissions<'a>(languages: &'a Languages, id: &str, names: &[&str]) -> Vec<Submission<'a>> {
    let directory = Path::new(ROOT).join("solutions").join(id);
    let paths: Vec<PathBuf> = names.iter().map(|name| directory.join(name)).collect();
    let root = Root::from(Path::new(ROOT));
    mousetrap_judge::find(
        &root,
        &paths,
        languages,
        FindOptions::new(Game::problems(), None, None),
    )
    .unwrap()
}

/// The files of a package by their names.
fn files(format: Format, package: &Package<'_>) -> BTreeMap<String, String> {
    let files = format.package(package).unwrap();
    let count = files.len();
    let by_name: BTreeMap<String, String> = files
        .into_iter()
        .map(|(path, text)| (path.to_str().unwrap().to_owned(), text))
        .collect();
    assert_eq!(by_name.len(), count, "no file is written twice");
    by_name
}

/// Runs a program on an input: its exit code, and what it prints.
fn run(program: &[&str], directory: &Path, input: &str) -> (i32, String) {
    let output = Command::new(program[0])
        .args(&program[1..])
        .current_dir(directory)
        .write_stdin(input)
        .output()
        .unwrap();
    let said = if output.stdout.is_empty() {
        output.stderr
    } else {
        output.stdout
    };
    (
        output.status.code().unwrap(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

/// Builds or checks a source, or fails with what the tool says.
fn build(command: &[&str], directory: &Path) {
    let (code, said) = run(command, directory, "");
    assert_eq!(code, 0, "{command:?}: {said}");
}

#[test]
fn validators_accept_every_case_and_refuse_every_broken_rule() {
    for id in ["913", "1728"] {
        let cases = cases(id, &["samples", "regressions", "extreme"]);
        let problem = Game::by_id(id).unwrap();
        let package = Package::new(problem, "catandmouse", &cases, &[]).unwrap();
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
        let faults = Faults::of(problem);
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
        for reply in problem.replies() {
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
fn both_validators_tell_which_bounds_were_reached() {
    let problem = Game::CatAndMouse2;
    let cases = cases("1728", &["samples"]);
    let package = Package::new(problem, "catandmouse2", &cases, &[]).unwrap();
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
fn a_function_becomes_a_program_that_prints_the_answer_alone() {
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
        let program = mousetrap_export::program(&found[0]).unwrap();
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

#[test]
fn packages_hold_what_their_clients_ask_for() {
    let languages = Languages::embedded();
    let submissions = submissions(
        &languages,
        "1728",
        &[
            "accepted/topological_sort.cpp",
            "accepted/sweeps.java",
            "wrong_answer/jumps_swapped.py",
            "wrong_answer/horizon_74.kt",
            "memory_limit_exceeded/game_tree.rs",
        ],
    );
    let cases = cases("1728", &["samples", "regressions"]);
    let problem = Game::CatAndMouse2;
    let package = Package::new(problem, "catandmouse2", &cases, &submissions).unwrap();
    assert_eq!(package.left_out.len(), 2, "{:?}", package.left_out);
    let kattis = files(Format::Kattis, &package);
    let icpc = files(Format::Icpc, &package);
    for file in [
        "submissions/accepted/topological_sort.cpp",
        "submissions/accepted/Sweeps/Main.java",
        "submissions/wrong_answer/jumps_swapped.py",
        "data/sample/samples-sample-1.in",
        "data/secret/regressions-wall-in-the-way.ans",
        "data/secret/bounds-low.in",
        "README.md",
    ] {
        assert!(
            kattis.contains_key(file) && icpc.contains_key(file),
            "{file}"
        );
    }
    for language in ["en", "zh"] {
        for kind in ["tex", "md"] {
            assert!(kattis.contains_key(&format!("problem_statement/problem.{language}.{kind}")));
        }
        assert!(icpc.contains_key(&format!("statement/problem.{language}.tex")));
    }
    for (name, text) in kattis.iter().chain(&icpc) {
        let plain = name.rsplit('/').next().unwrap();
        assert!(
            plain
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c)),
            "{name}"
        );
        assert!(
            text.is_empty() || text.ends_with('\n') || name.contains("invalid_"),
            "{name}"
        );
    }
    assert!(kattis["problem.yaml"].contains("problem_format_version: legacy\n"));
    assert!(icpc["problem.yaml"].contains("problem_format_version: 2025-09\n"));
    let polygon = files(Format::Polygon, &package);
    assert_eq!(polygon["tests/01"], cases[2].input);
    assert_eq!(polygon["tests/01.a"], "true\n");
    let domjudge = files(Format::Domjudge, &package);
    assert!(domjudge["domjudge-problem.ini"].contains("timelimit='2'\n"));
}

#[test]
fn kattis_package_has_point_groups_as_directories() {
    let problem = Game::CatAndMouse2;
    let mut cases = cases("1728", &["samples", "regressions"]);
    let table = "[points.1728]\ntotal = 30\ngroups = [\n\
                 { name = \"samples\", points = 10, cases = [\"samples\"] },\n\
                 { name = \"corner\", points = 7.5, cases = [\"regressions/food-in-the-first-cell\"] },\n\
                 { name = \"rest\", points = 12.5, scoring = \"proportional\", cases = [\"regressions\"] },\n]";
    let root = Root::from(Path::new(ROOT));
    let config = Config::parse(&root, table, Game::problems()).unwrap();
    // The first group needs a case that is also a case of the second.
    let twin = cases
        .iter()
        .find(|case| case.id.0 == "regressions/wall-in-the-way");
    let mut twin = twin.unwrap().clone();
    twin.id.0 = "regressions/food-in-the-first-cell-1".to_owned();
    cases.push(twin);
    let languages = Languages::embedded();
    let names = ["accepted/sweeps.c", "wrong_answer/jumps_swapped.py"];
    let submissions = submissions(&languages, "1728", &names);
    let ids: Vec<_> = cases.iter().map(|case| &case.id).collect();
    let points = config.points["1728"].in_run(&ids).unwrap().unwrap();
    let package = Package::new(problem, "catandmouse2", &cases, &submissions).unwrap();
    let package = package.with_points(points, &cases);
    assert_eq!(package.left_out.len(), 1);
    let kattis = files(Format::Kattis, &package);
    assert!(kattis["problem.yaml"].contains("\ntype: scoring\n"));
    for (directory, flags, range) in [
        ("", "sum accept_if_any_accepted", "30"),
        ("secret/", "sum accept_if_any_accepted", "20"),
        ("sample/", "min", "10"),
        ("secret/corner/", "min", "7.5"),
        ("secret/rest/", "avg accept_if_any_accepted", "12.5"),
        // The cases that reach bounds.
        ("secret/No-points/", "min", "0"),
    ] {
        let text = &kattis[&format!("data/{directory}testdata.yaml")];
        let expected = [
            format!("grader_flags: {flags}\n"),
            format!("range: 0 {range}\n"),
        ];
        assert!(
            expected.iter().all(|line| text.contains(line)),
            "{directory}: {text}"
        );
    }
    for file in [
        "data/sample/samples-sample-1.in",
        "data/secret/corner/regressions-food-in-the-first-cell.ans",
        "data/secret/corner/regressions-food-in-the-first-cell-1.in",
        "submissions/accepted/sweeps.c",
        "data/secret/rest/regressions-wall-in-the-way.ans",
        "data/secret/No-points/bounds-low.in",
    ] {
        assert!(kattis.contains_key(file), "{file}");
    }
    let polygon = files(Format::Polygon, &package);
    let groups = "samples 10 COMPLETE_GROUP\ncorner 7.5 COMPLETE_GROUP\nrest 12.5 EACH_TEST\n";
    assert_eq!(polygon["groups.txt"], groups);
    assert!(polygon["tests.txt"].contains("tests/01 samples/sample-1 samples\n"));
}

#[test]
fn every_package_has_an_identity_of_its_own_and_keeps_it() {
    let cases = cases("913", &["samples"]);
    let problem = Game::CatAndMouse;
    let identity = |format: Format, name: &str, cases: &[Case]| -> String {
        let package = Package::new(problem, name, cases, &[]).unwrap();
        let yaml = &files(format, &package)["problem.yaml"];
        let line = yaml.lines().find(|line| line.starts_with("uuid: "));
        line.unwrap().to_owned()
    };
    let one = identity(Format::Icpc, "one", &cases);
    assert_eq!(one, identity(Format::Icpc, "one", &cases));
    assert_ne!(one, identity(Format::Icpc, "two", &cases));
    assert_ne!(one, identity(Format::Kattis, "one", &cases));
    assert_ne!(one, identity(Format::Icpc, "one", &cases[1..]));
}

#[test]
fn cases_by_other_rules_are_no_part_of_a_package() {
    let problem = Game::CatAndMouse2;
    for (suite, words) in [("limit-edge", "a board"), ("limit-8x8", "move limit")] {
        let cases = cases("1728", &[suite]);
        let error = Package::new(problem, "catandmouse2", &cases, &[])
            .unwrap_err()
            .to_string();
        assert!(error.contains(suite) && error.contains(words), "{error}");
        assert!(error.contains("--suite"), "{error}");
    }
}

#[test]
fn a_package_is_written_whole_under_a_name_that_clients_take() {
    let project = Project::basic();
    let export = |arguments: &str| {
        let arguments = arguments.split(' ');
        let output = project.mousetrap().arg("export").args(arguments).output();
        let output = output.unwrap();
        let said = [output.stdout, output.stderr].concat();
        (
            output.status.code().unwrap(),
            String::from_utf8(said).unwrap(),
        )
    };
    project.write("cases/1728/samples/a.in", "1 7 1 2\nM.C...F\n");
    project.write("solutions/1728/wrong_answer/s.cpp", SOURCE);
    let (code, said) = export("kattis --problem 1728 some/catandmouse2");
    assert!(
        code == 2 && said.contains("an accepted submission"),
        "{said}"
    );
    project.write("solutions/1728/accepted/s.cpp", SOURCE);
    let (code, said) = export("kattis --problem 1728 some/catandmouse2");
    assert_eq!(code, 0, "{said}");
    assert!(
        // The built-in samples extend one's own, and what is among them is not secret.
        said.contains("6 samples, 2 secret cases, 2 submissions"),
        "{said}"
    );
    let written = project.path().join("some/catandmouse2");
    assert!(written.join("problem.yaml").is_file());
    project.write(
        "generators/1728/tiny.toml",
        "[[family]]\nname = \"tiny\"\ncount = 2\n",
    );
    let (code, said) = export("icpc --problem 1728 some/drawn --suite tiny");
    assert_eq!(code, 0, "{said}");
    let drawn = project.path().join("some/drawn");
    assert!(drawn.join("generators/tiny.toml").is_file());
    assert!(drawn.join("data/secret/tiny-tiny-002.in").is_file());
    assert!(written.join("data/sample/samples-a.in").is_file());
    let (code, said) = export("kattis --problem 1728 some/catandmouse2");
    assert!(code == 2 && said.contains("exists already"), "{said}");
    let (code, said) = export("kattis --problem 1728 some/Cat-And-Mouse");
    assert!(code == 2 && said.contains("lower-case"), "{said}");
    let (code, said) = export("domjudge --problem 1728 some/catandmouse2b");
    assert!(code == 2 && said.contains(".zip"), "{said}");
    let (code, said) = export("jsonl --problem 1728 some/cases --submission s.cpp");
    assert!(code == 2 && said.contains("--submission"), "{said}");
    let (code, said) = export("domjudge --problem 1728 some/catandmouse2.zip");
    assert_eq!(code, 0, "{said}");
    let list = ["python3", "-m", "zipfile", "-l", "some/catandmouse2.zip"];
    let (code, listed) = run(&list, project.path(), "");
    assert_eq!(code, 0, "{listed}");
    assert!(listed.contains("data/secret/bounds-high.ans"), "{listed}");
    let first = fs::read(project.path().join("some/catandmouse2.zip")).unwrap();
    fs::remove_file(project.path().join("some/catandmouse2.zip")).unwrap();
    export("domjudge --problem 1728 some/catandmouse2.zip");
    let again = fs::read(project.path().join("some/catandmouse2.zip")).unwrap();
    assert_eq!(first, again, "the same bytes each time");
    let names: Vec<_> = fs::read_dir(project.path().join("some"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 3, "nothing half-written is left: {names:?}");
}

const SOURCE: &str =
    "class Solution { public: bool canMouseWin(vector<string> g, int c, int m) { return true; } };";

#[test]
fn every_problem_has_all_its_texts() {
    for problem in Game::ALL {
        let cases = cases(problem.id(), &["samples"]);
        let package = Package::new(problem, "name", &cases, &[]).unwrap();
        for format in [
            Format::Kattis,
            Format::Icpc,
            Format::Domjudge,
            Format::Polygon,
        ] {
            let files = files(format, &package);
            assert!(
                files.values().all(|text| !text.contains("{{")),
                "{format:?}"
            );
        }
    }
}

#[test]
fn a_job_divides_a_command_that_can_be_divided() {
    let project = Project::basic();
    let job = |arguments: &[&str]| project.run(&[&["export"], arguments].concat(), "");
    let (code, printed, said) = job(&[
        "slurm", "job.sh", "--shards", "12", "--", "judge", "class's/", "--suite", "basic",
    ]);
    assert_eq!((code, &*printed, &*said), (0, "job.sh: 12 parts\n", ""));
    let text = fs::read_to_string(project.path().join("job.sh")).unwrap();
    assert!(text.contains("#SBATCH --array=1-12\n"), "{text}");
    assert!(
        text.contains(r"mousetrap judge 'class'\''s/' --suite basic --shard"),
        "{text}"
    );
    assert!(!text.contains("{{"), "{text}");

    let kubernetes = ["kubernetes", "job.yaml", "--shards", "3", "--claim", "a\"b"];
    let (code, _, said) = job(&[&kubernetes[..], &["--", "judge", "class/"]].concat());
    assert_eq!(code, 0, "{said}");
    let text = fs::read_to_string(project.path().join("job.yaml")).unwrap();
    assert!(
        text.contains("  name: mousetrap-job\n")
            && text.contains("completions: 3\n")
            && text.contains("claimName: \"a\\\"b\""),
        "{text}"
    );
    assert!(!text.contains("{{"), "{text}");

    for (arguments, reason) in [
        ("slurm a.sh -- judge x", "a job needs --shards N"),
        ("slurm a.sh --shards 2", "a job needs --shards N"),
        (
            "slurm a.sh --shards 2 -- solve x",
            "`solve x` cannot be divided",
        ),
        ("slurm a.sh --shards 2 -- judge x -o y", "cannot be divided"),
        (
            "slurm a.sh --shards 2 -- judge a\nb",
            "no control characters",
        ),
        (
            "slurm a.sh --shards 2 -- judge x -j4",
            "the job itself says what -j4 would",
        ),
        (
            "slurm a.sh --shards 2 -- judge x --redact",
            "say --redact to `mousetrap merge`",
        ),
        (
            "slurm a.sh --shards 2 -- judge x --watch",
            "--watch never ends, and a part has to",
        ),
        (
            "slurm a.sh --shards 100001 -- judge x",
            "a job has at most 100000 parts",
        ),
        (
            "slurm a.sh -p 913 --shards 2 -- judge x",
            "put --problem and --suite behind --",
        ),
        (
            "slurm a.sh -C . --shards 2 -- judge x",
            "put --project behind --",
        ),
        (
            "kubernetes a.sh -C . --shards 2 -- judge x",
            "put --project behind --",
        ),
        (
            "kubernetes a.sh --claim c\u{2028}evil:1 --shards 2 -- judge x",
            "no control characters",
        ),
        (
            "slurm job.sh --shards 2 -- judge x",
            "job.sh: exists already",
        ),
        ("jsonl a --shards 2", "--shards and a command are for jobs"),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let (code, _, said) = job(&words);
        assert!(code == 2 && said.contains(reason), "{arguments}: {said}");
        assert!(!project.path().join("a.sh").exists());
    }
}
