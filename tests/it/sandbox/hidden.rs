//! Hidden files are out of reach of submissions, wherever the judge is installed.

use std::fs;
use std::path::PathBuf;
use std::process::Child;

use rustix::fs::{CWD, Mode, OFlags};

use crate::project::{Project, has, until};
use crate::support::{case, judge_by};
use cat_and_mouse::Game;
use mousetrap_judge::{FindOptions, LocalEngine};
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
        let python = format!(
            "[languages.python]\nbinds = [\"{}\"]\n",
            directory.display()
        );
        project.write("judge.toml", project.read("judge.toml") + &python);
        let project = project.with_program(judge.clone());
        Self { project, judge }
    }

    /// Starts judging a submission in Python with this function body.
    fn start(&self, body: &str) -> Child {
        let class = "import os, subprocess\nclass Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n";
        let source = format!("{class}        {body}\n");
        self.project.write("own.py", source);
        self.project
            .spawn("-C . judge --no-cache --all-cases own.py")
    }

    /// Judges a submission in Python with this function body.
    fn judge(&self, body: &str) -> (Option<i32>, String) {
        end(self.start(body))
    }
}

/// Returns the exit code and all output of a judge.
fn end(judge: Child) -> (Option<i32>, String) {
    let output = judge.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
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
        has(&installed.judge(&body).1, "exited with code 77");
    }
}

#[test]
fn suites_in_a_toolchain_directory_are_hidden() {
    let installed = Installed::new();
    let directory = installed.project.path().to_str().unwrap();
    let counts = format!(
        "raise SystemExit(len(os.listdir({directory:?})) + 100 * len(os.listdir({directory:?} + '/cases')))"
    );
    // bin, cases, judge.toml, own.py
    has(&installed.judge(&counts).1, "exited with code 4");
}

#[test]
fn sandbox_is_reused_until_more_is_hidden() {
    let threads = LocalEngine::default();
    // Each sandbox has a directory /etc of its own. The numbers of namespaces are reused.
    let source = b"#include <stdio.h>\n#include <sys/stat.h>\n\
        int catMouseGame(int** graph, int nodes, int* sizes) {\n\
        struct stat etc;\n\
        if (stat(\"/etc\", &etc)) return 7;\n\
        fprintf(stderr, \"made %ld %ld\", etc.st_mtim.tv_sec, etc.st_mtim.tv_nsec);\n\
        return 7;\n}\n";
    let languages = Languages::embedded();
    let seen = || {
        let cases = vec![case("913", "4\n2 1 3\n1 0\n1 3\n2 0 2\n", "1")];
        let wanted = FindOptions::new(Game::problems(), None, None);
        let report = judge_by(&threads, &languages, "own.c", source, wanted, cases).unwrap();
        let seen = report.judgement.cases[0].stderr.clone();
        assert!(seen.starts_with("made "), "{seen}");
        seen
    };
    let first = seen();
    assert_eq!(seen(), first);
    let secret = tempfile::tempdir().unwrap();
    mousetrap_sandbox::hide_path(secret.path());
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
    let judging = installed.start(&waits);
    let mut opened = None;
    until("waiting submission", || {
        // Fails while nobody reads there.
        let flags = OFlags::WRONLY | OFlags::NONBLOCK;
        opened = rustix::fs::open(&door, flags, Mode::empty()).ok();
        opened.is_some()
    });
    change(&installed);
    drop(opened);
    end(judging)
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
        for part in [how, "bin/judge", "1 internal error"] {
            has(&text, part);
        }
        assert_eq!(code, Some(3), "{text}");
    }
}
