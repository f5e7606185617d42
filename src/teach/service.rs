//! Shared by `serve` and `worker`: settings of a worker, warnings and the database.

use std::collections::BTreeMap;
use std::env::VarError;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use cat_and_mouse::Game;
use include_dir::{Dir, include_dir};

use crate::cli::common::{Global, read_option_file};
use crate::cli::failure::Failure;
use mousetrap_judge::{ReferenceSpeeds, Threads};
use mousetrap_languages::{Languages, Probed, probe};
use mousetrap_service::{Installed, WorkerSettings, log_warning};
use mousetrap_util::printable::named;

/// Returns the settings of this machine as a worker that judges a submission on each core.
pub(crate) fn worker_settings(
    global: &Global,
    languages: &Languages,
    is_logged: bool,
) -> WorkerSettings {
    let engine = Arc::new(Threads::default());
    let speeds = reference_speeds(&engine);
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

/// Programs in each language that do the same work, to measure the speed of this machine.
static REFERENCE_PROGRAMS: Dir<'_> = include_dir!("$OUT_DIR/reference");

fn reference_speeds(threads: &Arc<Threads>) -> ReferenceSpeeds {
    let files = REFERENCE_PROGRAMS.files().filter_map(|file| {
        let text = file.contents_utf8()?;
        Some((file.path().to_owned(), text.to_owned()))
    });
    ReferenceSpeeds::new(Game::problems(), files, Arc::clone(threads))
}

/// Looks for the toolchains of this machine in the background, because asking each for its
/// version takes a while. Warns of those that are missing.
fn find_toolchains(languages: &Languages, is_logged: bool) -> Installed {
    let installed = Installed::default();
    let (known, languages) = (Arc::clone(&installed), languages.clone());
    thread::spawn(move || {
        let mut found = BTreeMap::new();
        let mut missing = Vec::new();
        for language in languages.iter() {
            match probe(language) {
                Probed::Toolchain(toolchain) => {
                    found.insert(language.id.clone(), toolchain.version);
                }
                Probed::Missing { .. } => missing.push(language.id.as_str()),
            }
        }
        if !missing.is_empty() {
            let text = format!(
                "not installed here: {}; install what you need with `mousetrap setup {}`",
                missing.join(", "),
                missing.join(" ")
            );
            warn(is_logged, &text);
        }
        let _ = known.set(found);
    });
    installed
}

/// Prints a warning, or logs it if standard error has lines of JSON only.
pub(crate) fn warn(is_logged: bool, text: &str) {
    if is_logged {
        log_warning(text);
    } else {
        errln!("warning: {text}");
    }
}

/// The URL of the database, if it is not a file of our own.
pub(crate) fn database(file: Option<&Path>) -> Result<Option<String>, Failure> {
    let url = match file {
        // Such a text is not printed, since it can contain a password.
        Some(file) if file.to_string_lossy().contains(['@', ':']) && !file.exists() => {
            return Err(Failure::usage(
                "--database-file takes a file that contains the URL of the database, not the URL: \
                 other users of this machine see arguments",
            ));
        }
        Some(file) => read_option_file("--database-file", file)?,
        None => match std::env::var("MOUSETRAP_DATABASE") {
            Ok(url) if !url.is_empty() => url,
            Ok(_) | Err(VarError::NotPresent) => return Ok(None),
            Err(VarError::NotUnicode(_)) => {
                return Err(Failure::usage(
                    "MOUSETRAP_DATABASE is not UTF-8; write the URL of the database with special \
                     characters in percent-encoding",
                ));
            }
        },
    };
    let url = url.trim();
    if let Some(file) = file.filter(|_| url.is_empty()) {
        return Err(Failure::usage(format!(
            "--database-file {}: the file is empty; write the URL of the database into it: \
             postgres://USER:PASSWORD@HOST/NAME",
            named(file)
        )));
    }
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return Ok(Some(url.to_owned()));
    }
    Err(Failure::usage(
        "the URL of the database does not begin with postgres://; for a file of data, leave \
         --database-file and MOUSETRAP_DATABASE out",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_file_with_the_url_of_a_database_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = format!("{:?}", database(Some(file.path())).unwrap_err());
        let name = file.path().file_name().unwrap().to_str().unwrap();
        assert!(
            error.contains(name) && error.contains("is empty"),
            "{error}"
        );
    }
}
