//! The speed of this machine, measured by reference programs.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cat_and_mouse::Game;
use mousetrap_judge::{LocalEngine, Options, ReferenceSpeeds};
use mousetrap_languages::Languages;

#[test]
fn reference_program_exists_and_runs_in_every_language() {
    mousetrap_sandbox::use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let accepted = Path::new(env!("CARGO_MANIFEST_DIR")).join("solutions/913/accepted");
    let files = fs::read_dir(accepted).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    });
    let threads = Arc::new(LocalEngine::default());
    let speeds = ReferenceSpeeds::new(Game::problems(), files, threads);
    let (options, interrupted) = (Options::default(), AtomicBool::new(false));
    for language in Languages::embedded().iter() {
        let factor = speeds.speed_factor(language, &options, &interrupted);
        assert!(factor.is_some(), "{}: no reference time", language.name);
        let again = speeds.speed_factor(language, &options, &interrupted);
        assert_eq!(again, factor, "{} is measured once", language.name);
    }
}
