//! Code that `serve` and `worker` share: worker settings, warnings and the database URL.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use cat_and_mouse::Game;
use include_dir::{Dir, include_dir};

use crate::cli::context::{GlobalOptions, read_file_given_by_option};
use crate::cli::failure::Failure;
use mousetrap_judge::{LocalEngine, ReferenceSpeeds};
use mousetrap_languages::{Languages, probe};
use mousetrap_service::{InstalledToolchains, WorkerSettings, log_warning};

/// Programs that do the same computation in each language, to measure the speed of this machine.
static BENCHMARK_PROGRAMS: Dir<'_> = include_dir!("$OUT_DIR/reference");

/// Returns the worker settings of this machine, with one job per core.
pub(crate) fn worker_settings(
    global: &GlobalOptions,
    languages: &Languages,
    is_logged: bool,
) -> WorkerSettings {
    let engine = Arc::new(LocalEngine::default());
    let programs = BENCHMARK_PROGRAMS.files().filter_map(|file| {
        let text = file.contents_utf8()?;
        Some((file.path().to_owned(), text.to_owned()))
    });
    let speeds = ReferenceSpeeds::new(Game::problems(), programs, Arc::clone(&engine));
    let host = rustix::system::uname();
    WorkerSettings {
        name: host.nodename().to_string_lossy().into_owned(),
        engine,
        installed: find_toolchains(languages, is_logged),
        reference_speeds: Some(Arc::new(speeds)),
        isolation: global.isolation,
        jobs: thread::available_parallelism().map_or(1, NonZeroUsize::get),
    }
}

/// Finds the toolchains of this machine in the background, because determining their versions takes
/// a while. Warns about missing toolchains.
fn find_toolchains(languages: &Languages, is_logged: bool) -> InstalledToolchains {
    let installed = InstalledToolchains::default();
    let (known, languages) = (Arc::clone(&installed), languages.clone());
    thread::spawn(move || {
        let mut found = BTreeMap::new();
        let mut missing = Vec::new();
        for language in languages.iter() {
            match probe(language) {
                Ok(toolchain) => {
                    found.insert(language.id.clone(), toolchain.version);
                }
                Err(_) => missing.push(language.id.as_str()),
            }
        }
        if !missing.is_empty() {
            let text = format!(
                "missing toolchains: {}; install those that you need with `mousetrap setup {}`",
                missing.join(", "),
                missing.join(" ")
            );
            warn(is_logged, &text);
        }
        let _ = known.set(found);
    });
    installed
}

/// Prints a warning. If `is_logged` is set, standard error is a log, and the warning is a JSON
/// line.
pub(crate) fn warn(is_logged: bool, text: &str) {
    if is_logged {
        log_warning(text);
    } else {
        warnln!("{text}");
    }
}

/// Returns the URL of the `PostgreSQL` database, or `None` if the data is stored in a file in the
/// `--data` directory.
pub(crate) fn database_url(file: Option<&Path>) -> Result<Option<String>, Failure> {
    let url = match file {
        // The value looks like a URL and is not printed, because it can contain a password.
        Some(file) if file.to_string_lossy().contains(['@', ':']) && !file.exists() => {
            return Err(Failure::usage_error(
                "--database-file takes a file that contains the database URL, not the URL itself, \
                 because other users of this machine can see arguments",
            ));
        }
        Some(file) => read_file_given_by_option("--database-file", file)?,
        None => {
            let url = std::env::var_os("MOUSETRAP_DATABASE").unwrap_or_default();
            url.to_string_lossy().into_owned()
        }
    };
    let is_given = file.is_some() || !url.is_empty();
    Ok(is_given.then(|| url.trim().to_owned()))
}
