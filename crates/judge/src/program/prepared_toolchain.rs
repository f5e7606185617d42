//! Prepared toolchains: files that depend only on a compiler and its flags, such as precompiled
//! headers. The files are created once in the sandbox, without access to submissions, and are
//! mounted read-only for every later compilation.
//!
//! A prepared toolchain is an entry of the program cache. Before a prepared toolchain is used, the
//! judge checks that the sizes of its files, and the sizes and modification times of its input
//! files, match the recorded values. If a file has changed, the toolchain is prepared again. If a
//! toolchain cannot be prepared, compiling takes longer, but the result is the same.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::process::job::Ending;
use crate::program::build::{BuildCommands, BuildContext, build, cache_key};
use crate::program::entry::{CachedProgram, TOOLCHAIN_RECORD_FILE_NAME, remove_entry};
use crate::program::program_cache::ToolchainState;
use crate::{JudgeError, Options};
use mousetrap_languages::{
    Language, StagedSubmission, TOOL_SEARCH_PATH, Toolchain, stage, stage_with_sanitizers,
    stub_submission,
};
use mousetrap_model::{Message, Problem};
use mousetrap_sandbox::{Isolation, Sandbox};
use mousetrap_util::Bytes;
use mousetrap_util::digest::digest;

/// Name of the directory in which the commands create the files of the prepared toolchain.
const OUTPUT_DIRECTORY: &str = "warm";

/// Name of the dependency file, in the format of `make`, to which a compiler can write the paths of
/// the files that it read.
const INPUT_LIST_FILE: &str = "inputs.d";

/// Size and modification time (seconds and nanoseconds) of a file.
type FileMetadata = (u64, i64, i64);

/// The input files of a toolchain's preparation, with their metadata.
type InputMetadata = BTreeMap<PathBuf, FileMetadata>;

/// Called with `None` before this worker prepares a toolchain or waits for another worker to
/// prepare it. If the preparation fails, called again with the reason.
pub(crate) type PrepareCallback<'a> = &'a dyn Fn(Option<&Message>);

/// Returns the directory of the toolchain that `plan` prepares, or `None` if it cannot be prepared.
pub(super) fn toolchain_directory(
    context: &BuildContext<'_>,
    sandbox: &mut Sandbox,
    plan: &StagedSubmission,
    on_preparing: PrepareCallback<'_>,
) -> Option<PathBuf> {
    prepare(context, sandbox, plan, on_preparing).unwrap_or_else(|reason| {
        if reason != Message::Interrupted {
            on_preparing(Some(&reason));
        }
        None
    })
}

/// Returns the directory of a prepared toolchain from the cache, or prepares the toolchain. Returns
/// `None` if the sandbox is not fully isolated, or if an earlier attempt failed.
fn prepare(
    context: &BuildContext<'_>,
    sandbox: &mut Sandbox,
    plan: &StagedSubmission,
    on_preparing: PrepareCallback<'_>,
) -> Result<Option<PathBuf>, Message> {
    if sandbox.isolation() != Isolation::Full {
        return Ok(None);
    }
    let programs = &context.programs;
    let name = entry_name(plan);
    let state = Arc::clone(programs.toolchains.lock().entry(name.clone()).or_default());
    // The lock is held until the toolchain is prepared, so that other workers wait instead of
    // preparing the same toolchain.
    let mut state = state.try_lock().unwrap_or_else(|| {
        on_preparing(None);
        state.lock()
    });
    let directory = |entry: &CachedProgram| entry.directory().join(OUTPUT_DIRECTORY);
    match &*state {
        ToolchainState::NotLookedUp => {}
        ToolchainState::Prepared(entry) => return Ok(Some(directory(entry))),
        ToolchainState::Failed => return Ok(None),
    }
    let entry = match programs.find_program(&name) {
        Some(entry) if has_unchanged_inputs(&entry.entry) => entry,
        outdated => {
            let directory = outdated.map(|outdated| outdated.entry.clone());
            if directory.is_some_and(|directory| !remove_entry(&directory)) {
                return Err(Message::PreparationInUse);
            }
            on_preparing(None);
            let made = create_entry(context, sandbox, plan, &name);
            if made.is_err() && !context.is_interrupted() {
                // The failure is remembered, because the preparation would fail for the next
                // submission, too.
                *state = ToolchainState::Failed;
            }
            made?
        }
    };
    let prepared = directory(&entry);
    *state = ToolchainState::Prepared(entry);
    Ok(Some(prepared))
}

/// Options of [`prepare_toolchain`].
#[derive(Clone, Copy)]
pub struct PrepareOptions<'a> {
    /// All problems that submissions may solve.
    pub problems: &'a [Arc<Problem>],
    /// Maximum size of the caches.
    pub cache: Bytes,
    /// Set if the user asks to stop.
    pub interrupted: &'a AtomicBool,
    /// Called before a toolchain is prepared, but not if the prepared toolchain is cached. A
    /// language with sanitizers has two prepared toolchains: one with and one without sanitizers.
    pub on_start: &'a dyn Fn(),
}

/// Prepares the toolchain of a language in advance. Returns `false` if the language has nothing to
/// prepare.
///
/// # Errors
/// Returns an error if a command fails or the user asks to stop.
pub fn prepare_toolchain(
    language: &Language,
    toolchain: &Toolchain,
    options: &PrepareOptions<'_>,
) -> Result<bool, Message> {
    let Some(nothing) = stub_submission(language, options.problems) else {
        return Ok(false);
    };
    let staged = [
        Some(stage(&nothing, toolchain)),
        stage_with_sanitizers(&nothing, toolchain),
    ];
    let plans = staged
        .into_iter()
        .flatten()
        .filter_map(|staged| staged.warm);
    let mut judge_options = Options::default();
    judge_options.judge.cache = options.cache;
    let context = BuildContext::open(&judge_options, options.interrupted)?;
    let mut sandbox = Sandbox::new(judge_options.isolation).map_err(JudgeError::from)?;
    let mut is_made = false;
    for plan in plans {
        let on_preparing = |_: Option<&Message>| (options.on_start)();
        let made = prepare(&context, &mut sandbox, &plan, &on_preparing)?;
        is_made |= made.is_some();
    }
    Ok(is_made)
}

/// Runs the preparation commands, records their input files, and stores the cache entry.
fn create_entry(
    context: &BuildContext<'_>,
    sandbox: &mut Sandbox,
    plan: &StagedSubmission,
    name: &str,
) -> Result<CachedProgram, Message> {
    let building = context.programs.create_incomplete_entry()?;
    let directory = building.program.join(OUTPUT_DIRECTORY);
    fs::create_dir(&directory).map_err(JudgeError::io_error(&directory))?;
    let commands = BuildCommands {
        staged: plan,
        toolchain: None,
        entry: &building,
        prepares_toolchain: true,
    };
    let built = build(context, sandbox, &commands)?;
    if built.ending != Ending::Code(0) {
        let output = built.output.text();
        return Err(Message::PreparationFails { output });
    }
    let inputs = input_metadata(&building.program);
    let file = building.directory.path().join(TOOLCHAIN_RECORD_FILE_NAME);
    fs::write(&file, serde_json::to_vec(&inputs).unwrap_or_default())
        .map_err(JudgeError::io_error(&file))?;
    Ok(context.programs.store(building, name)?)
}

/// Reads the compiler's list of input files in this directory, and returns the metadata of those
/// files.
fn input_metadata(directory: &Path) -> InputMetadata {
    let listed = fs::read_to_string(directory.join(INPUT_LIST_FILE)).unwrap_or_default();
    let files = listed.split_whitespace().map(Path::new);
    let files = files.filter(|file| file.is_absolute());
    files
        .filter_map(|file| Some((file.to_owned(), metadata_of(file)?)))
        .collect()
}

/// Returns whether the input files of a cache entry are unchanged.
fn has_unchanged_inputs(entry: &Path) -> bool {
    let record = fs::read(entry.join(TOOLCHAIN_RECORD_FILE_NAME)).ok();
    let inputs = record.and_then(|text| serde_json::from_slice::<InputMetadata>(&text).ok());
    inputs.is_some_and(|inputs| {
        let mut inputs = inputs.iter();
        inputs.all(|(file, was)| metadata_of(file).as_ref() == Some(was))
    })
}

/// Returns the size and modification time of a file, or `None` if they cannot be read.
fn metadata_of(file: &Path) -> Option<FileMetadata> {
    let facts = fs::metadata(file).ok()?;
    Some((facts.len(), facts.mtime(), facts.mtime_nsec()))
}

/// Returns the name of a prepared toolchain's cache entry: a hash of the preparation commands, the
/// staged files, and the metadata of the tools that the commands run.
fn entry_name(plan: &StagedSubmission) -> String {
    let words = plan.compile.iter().flatten().map(String::as_str);
    let values = plan.toolchain.env.iter().map(|(_, value)| value.as_str());
    let named = words.chain(values).flat_map(|word| word.split(['=', ':']));
    let tools = plan.compile.iter().flat_map(|command| {
        let directories = TOOL_SEARCH_PATH.split(':').map(Path::new);
        directories.map(|directory| directory.join(&command[0]))
    });
    let files = named
        .filter(|word| word.starts_with('/'))
        .map(PathBuf::from);
    let seen: Vec<_> = tools.chain(files).map(|file| metadata_of(&file)).collect();
    let parts = ["warm".to_owned(), cache_key(plan), format!("{seen:?}")];
    digest(parts.iter().map(String::as_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toolchain_is_reused_while_its_record_and_inputs_are_unchanged() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let header = path("header");
        let changes: [fn(&Path, &Path); 3] = [
            |header, _| fs::write(header, "another header").unwrap(),
            |header, _| fs::remove_file(header).unwrap(),
            |_, record| fs::write(record, "{").unwrap(),
        ];
        for change in changes {
            fs::write(&header, "a header").unwrap();
            let list = format!("made: own.h \\\n {}\n", header.display());
            fs::write(path(INPUT_LIST_FILE), list).unwrap();
            let inputs = input_metadata(directory.path());
            assert_eq!(inputs.keys().collect::<Vec<_>>(), [&header]);
            let record = path(TOOLCHAIN_RECORD_FILE_NAME);
            fs::write(&record, serde_json::to_vec(&inputs).unwrap()).unwrap();
            assert!(has_unchanged_inputs(directory.path()));
            change(&header, &record);
            assert!(!has_unchanged_inputs(directory.path()));
        }
    }
}
