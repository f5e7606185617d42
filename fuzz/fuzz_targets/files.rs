//! Reads the files of users and projects with any content. Nothing may panic or wait for input.

#![no_main]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use cat_and_mouse::Game;
use libfuzzer_sys::fuzz_target;
use mousetrap_model::Limits;
use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, Finder};
use mousetrap_languages::Languages;
use mousetrap_report::{EarlierLog, Shards};
use mousetrap_suite::{ProjectSuites, SuiteName, read_collection};
use mousetrap_util::project::Project;

/// Maximum size of a recipe or collection in bytes. Solving the cases of longer files takes minutes.
const MAX_SOLVED: usize = 512;

fuzz_target!(|input: (u8, &[u8])| {
    let (kind, content) = input;
    let directory = tempfile::tempdir().expect("a temporary directory");
    let write = |name: &str| {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a directory");
        fs::write(&path, content).expect("a file");
        path
    };
    let root = Project::from(directory.path());
    let game = Game::CatAndMouse;
    match kind % 6 {
        0 => {
            write("judge.toml");
            let _ = Config::read(directory.path(), &Project::default(), mousetrap_suite::known_suites());
        }
        1 if content.len() < MAX_SOLVED => {
            write("generators/913/x.toml");
            let mut suites = ProjectSuites {
                root: &root,
                limits: Limits::DEFAULT,
                programs: None,
            };
            let _ = suites.load(game, "x");
        }
        2 if content.len() < MAX_SOLVED => {
            write("cases/913/x.toml");
            let _ = read_collection(&root, &SuiteName::new(game, "x"), Limits::DEFAULT);
        }
        3 => {
            let log = write("part.jsonl");
            let _ = EarlierLog::open(&log);
            let _ = Shards::open(&[log]);
        }
        4 => {
            let _ = mousetrap_suite::import::read_cases(&write("cases.txt"), Some(game));
        }
        _ => {
            let archives = [write("a.zip")];
            let languages = Languages::embedded();
            let finder = Finder {
                languages: &languages,
                wanted: FindOptions::new(Game::problems(), Some(game.problem()), None),
            };
            finder.find_all(&root, &archives, &AtomicBool::new(false));
        }
    }
});
