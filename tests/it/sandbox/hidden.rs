//! Hidden files are out of reach of submissions, wherever the judge is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use rustix::fs::{CWD, Mode, OFlags};

use super::gone::until;
use crate::project::Project;
use crate::support::{case, judge_by};
use cat_and_mouse::Game;
use mousetrap_judge::{FindOptions, Threads};
use mousetrap_languages::Languages;

/// The judge, copied into a directory that Python's runs see, and a project beside
/// it there.
struct Installed {
    project: Project,
    judge: PathBuf,
}

impl Installed {
    fn new() -> Self {
        let project = Project::basic();
        let directory = project.path();
        let judge = directory.join("bin/judge");
        fs::create_dir(directory.join("bin")).unwrap();
        fs::copy(env!("CARGO_BIN_EXE_mousetrap"), &judge).unwrap();
        let config = format!(
            "[suites]\n1728 = [\"basic\"]\n913 = [\"basic\"]\n[languages.python]\nbinds = [\"{}\"]\n",
            directory.display()
        );
        project.write("judge.toml", config);
        Self { project, judge }
    }

    /// Judges a submission in Python with this function body.
    fn judge(&self, body: &str) -> Output {
        let source = self.submit(body);
        let judging = start(&self.judge, self.project.path(), &source);
        judging.wait_with_output().unwrap()
    }

    fn submit(&self, body: &str) -> PathBuf {
        let class = "import os, subprocess\nclass Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n";
        let source = format!("{class}        {body}\n");
        self.project.write("own.py", source)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the program under test, from where it was copied"
)]
fn start(judge: &Path, project: &Path, source: &Path) -> Child {
    Command::new(judge)
        .args(["-C", ".", "judge", "--no-cache", "--all-cases"])
        .arg(source)
        .current_dir(project)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn text(output: &Output) -> String {
    let both = [&*output.stdout, &*output.stderr].concat();
    String::from_utf8_lossy(&both).into_owned()
}

#[test]
fn judge_executable_cannot_be_run_or_read() {
    let installed = Installed::new();
    let judge = installed.judge.to_str().unwrap();
    let asks = format!(
        "text = f'{{len(grid)}} {{len(grid[0])}} {{catJump}} {{mouseJump}}\\n' + '\\n'.join(grid) + '\\n'
        try: done = subprocess.run([{judge:?}, 'solve'], input=text, text=True, capture_output=True)
        except PermissionError: os._exit(77)
        return 'true' in done.stdout"
    );
    let reads = format!(
        "try: return len(open({judge:?}, 'rb').read(4)) == 4
        except PermissionError: os._exit(77)"
    );
    for body in [asks, reads] {
        let text = text(&installed.judge(&body));
        assert!(text.contains("exit code 77"), "{text}");
    }
}

#[test]
fn suites_in_a_toolchain_directory_are_hidden() {
    let installed = Installed::new();
    let directory = installed.project.path().to_str().unwrap();
    let counts = format!(
        "raise SystemExit(len(os.listdir({directory:?})) + 100 * len(os.listdir({directory:?} + '/cases')))"
    );
    let output = installed.judge(&counts);
    // bin, cases, judge.toml, own.py
    assert!(text(&output).contains("exit code 4"), "{}", text(&output));
}

#[test]
fn visible_second_link_to_the_judge_is_refused() {
    let installed = Installed::new();
    let other = installed.project.path().join("tool");
    fs::hard_link(&installed.judge, &other).unwrap();
    let output = installed.judge("return mouseJump == 4");
    let text = text(&output);
    for part in [&installed.judge, &other] {
        assert!(text.contains(part.to_str().unwrap()), "{text}");
    }
    assert!(text.contains("remove one of the two"), "{text}");
    assert_ne!(output.status.code(), Some(0));
}

#[test]
fn sandbox_is_reused_until_more_is_hidden() {
    let threads = Threads::default();
    // Each sandbox has a user namespace of its own.
    let source = b"#include <stdio.h>\n#include <unistd.h>\n\
        int catMouseGame(int** graph, int nodes, int* sizes) {\n\
        char name[64];\n\
        long length = readlink(\"/proc/self/ns/user\", name, sizeof name);\n\
        fprintf(stderr, \"%.*s\", (int)length, name);\n\
        return 7;\n}\n";
    let seen = || {
        let cases = vec![case("913", "4\n2 1 3\n1 0\n1 3\n2 0 2\n", "1")];
        let (languages, wanted) = (
            Languages::embedded(),
            FindOptions::new(Game::problems(), None, None),
        );
        let report = judge_by(&threads, &languages, "own.c", source, wanted, cases).unwrap();
        let (_, seen) = report.failures.into_iter().next().unwrap();
        assert!(seen.starts_with("user:["), "{seen}");
        seen
    };
    let first = seen();
    assert_eq!(seen(), first);
    let secret = tempfile::tempdir().unwrap();
    mousetrap_sandbox::hide(secret.path());
    let second = seen();
    assert_ne!(second, first);
    assert_eq!(seen(), second);
}

/// Judges a right submission, and calls `change` meanwhile. Returns exit code and output.
fn disturbed_by(change: impl FnOnce(&Installed)) -> (Option<i32>, String) {
    let installed = Installed::new();
    let door = installed.project.path().join("door");
    rustix::fs::mkfifoat(CWD, &door, Mode::from_raw_mode(0o644)).unwrap();
    let waits = format!(
        "if not hasattr(Solution, 'waited'): Solution.waited = open('{}').read()
        return mouseJump != 3",
        door.display()
    );
    let source = installed.submit(&waits);
    let judging = start(&installed.judge, installed.project.path(), &source);
    let mut opened = None;
    until("the submission to wait", || {
        // Fails while nobody reads there.
        let flags = OFlags::WRONLY | OFlags::NONBLOCK;
        opened = rustix::fs::open(&door, flags, Mode::empty()).ok();
        opened.is_some()
    });
    change(&installed);
    drop(opened);
    let output = judging.wait_with_output().unwrap();
    (output.status.code(), text(&output))
}

#[test]
fn submission_gets_no_verdict_if_the_judge_is_uncovered_meanwhile() {
    let (code, text) = disturbed_by(|_| ());
    assert!(code == Some(0) && text.contains("AC"), "{text}");

    let replaced = disturbed_by(|installed| {
        let new = installed.project.write("new", "another version");
        fs::rename(new, &installed.judge).unwrap();
    });
    let linked = disturbed_by(|installed| {
        let link = installed.project.path().join("tool");
        fs::hard_link(&installed.judge, link).unwrap();
    });
    for (how, (code, text)) in [("replaced", replaced), ("linked", linked)] {
        assert!(text.contains(how), "{text}");
        assert!(
            text.contains("bin/judge, which submissions must not see"),
            "{text}"
        );
        assert!(text.contains("restart the judge"), "{text}");
        assert!(text.contains("1 internal error"), "{text}");
        assert_eq!(code, Some(3), "{text}");
    }
}
