//! Commands that the tests of the documents leave out, and the files that they prepare.

/// Directories of Rust texts that are compiled with submissions, not with the workspace.
pub(super) const COMPILED_WITH_SUBMISSIONS: [&str; 3] = [
    "crates/suite/src/export/files/",
    "crates/judge/src/attack/sources/",
    "crates/languages/src/drivers/",
];

/// The names in ARCHITECTURE.md of the places for unsafe code, and their directories.
pub(super) const UNSAFE_PLACES: [(&str, &str); 2] = [
    ("sandbox", "crates/sandbox/src/"),
    ("solve", "crates/cat-and-mouse/src/solve/"),
];

/// The directory of pages that commands of this repository write. Other tests run these
/// commands.
pub(super) const GENERATED: &str = "docs/generated/";

/// Parts of commands that no test runs as they stand, each with the reason.
pub(super) const NOT_RUN: [(&str, &str); 14] = [
    ("cd contest", "makes the project again; tests/it/problems"),
    ("pair-sums", "a custom problem; tests/it/problems/suites.rs"),
    ("answer.rs", "of a custom problem; tests/it/problems"),
    ("mousetrap worker", "never ends; scripts/check/service"),
    ("mousetrap serve", "never ends; scripts/check/service"),
    ("--server", "needs a server; tests/it/service/remote.rs"),
    ("sbatch ", "needs Slurm; scripts/check/slurm"),
    ("report merge shards/", "needs Slurm; scripts/check/slurm"),
    ("cargo ", "works on this repository, as scripts/test does"),
    ("scripts/", "runs this test"),
    ("docker ", "needs a daemon"),
    ("mousetrap setup", "installs; scripts/test begins with it"),
    ("doctor --attack", "is slow; tests/it/sandbox/attacks.rs"),
    ("--watch", "never ends; tests/it/judge/watch.rs"),
];

/// Commands that make the project in which the commands of the documents run.
pub(super) const PREPARATION: [&[&str]; 5] = [
    &["init", "."],
    &["new", "solution", "python", "1728", "answer.py"],
    &["new", "solution", "cpp", "1728", "answer.cpp"],
    &["new", "solution", "ruby", "913", "submissions/one.rb"],
    &["new", "solution", "c", "1728", "submissions/two.c"],
];

/// Files of that project, and the files of this repository that they are copies of.
pub(super) const COPIES: [(&str, &str); 5] = [
    ("class/anna/answer.py", SORT),
    (
        "class/ben/answer.py",
        "solutions/913/wrong_answer/memo_on_path.py",
    ),
    ("program.cpp", "solutions/1728/accepted/mouse_sets.cpp"),
    ("fast.cpp", "solutions/913/wrong_answer/hole_in_degrees.cpp"),
    ("brute_force.py", SORT),
];

const SORT: &str = "solutions/913/accepted/topological_sort.py";

/// A case of problem 1728.
pub(super) const CASE: &str = "1 4 1 2\nM#FC\n";
