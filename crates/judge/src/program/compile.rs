//! Compiling a submission, in the sandbox, once for each content.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rustix::fs::statvfs;

use crate::JudgeError;
use crate::process::excerpt::{Excerpt, short_name};
use crate::process::job::{End, job};
use crate::process::running;
use crate::program::prepared_toolchain::{Preparing, warm};
use crate::program::program_cache::{Building, CachedProgram, Store, size};
use crate::run::runner::OPEN_FILES;
use mousetrap_base::Bytes;
use mousetrap_base::digest::digest;
use mousetrap_languages::Staged;
use mousetrap_model::{Limits, Usage};
use mousetrap_sandbox::{Access, JobLimits, Sandbox};

/// Most bytes of a compiled program; that of an honest one takes a tenth.
const PROGRAM: Bytes = Bytes::mib(64);

/// With less room than this on the disk, a failing compiler is not to blame.
const ROOM: u64 = 16 << 20;

/// Bytes of a compiler's text that are kept.
const EXCERPT: usize = 8 * 1024;

/// What compiling came to.
#[derive(Debug)]
pub(crate) enum Compiled {
    /// The program directory is ready.
    Ready {
        /// The directory.
        program: CachedProgram,
        /// What it took; `None` where nothing was done.
        measured: Option<Usage>,
        /// What the compiler said.
        text: String,
    },
    /// The compiler rejects the source.
    Rejected {
        /// What it took.
        measured: Usage,
        /// What the compiler said.
        text: String,
    },
    /// The user asked to stop.
    Interrupted,
}

/// What the files of a compilation may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// One of them.
    pub file: Bytes,
    /// All of them.
    pub disk: Bytes,
}

/// Compiles `staged` unless the same was compiled before. `version` is that of
/// the toolchain; `preparing` is called where that is made ready first.
pub(crate) fn compile(
    store: &Store,
    sandbox: &mut Sandbox,
    staged: &Staged,
    version: &str,
    limits: &Limits,
    interrupted: &AtomicBool,
    preparing: Preparing<'_>,
) -> Result<Compiled, JudgeError> {
    if let Some(text) = unusable(staged) {
        return Ok(Compiled::Rejected {
            measured: Usage::NONE,
            text,
        });
    }
    let key = key(staged, version);
    if let Some(program) = store.get(&key) {
        return Ok(Compiled::Ready {
            program,
            measured: None,
            text: String::new(),
        });
    }
    let warm = warm(store, sandbox, staged, version, interrupted, preparing);
    let warm = warm.map(|warm| warm.directory());
    let building = store.building()?;
    let room = Room {
        file: Bytes::mib(128),
        disk: Bytes::mib(1024),
    };
    let warm = warm.as_deref();
    let Built {
        end,
        measured,
        mut text,
    } = build(sandbox, staged, warm, &building, room, limits, interrupted)?;
    match end {
        End::Code(0) => {}
        End::Interrupted => return Ok(Compiled::Interrupted),
        _ => {
            has_room(building.entry())?;
            return Ok(Compiled::Rejected {
                measured: measured.unwrap_or(Usage::NONE),
                text: text.text(),
            });
        }
    }
    let directory = building.program();
    let size = Bytes(size(directory).map_err(JudgeError::at(directory))?);
    if let (true, Some(measured)) = (size > PROGRAM, measured) {
        let reason = format!(
            "\nthe compiled program takes {size}, more than the {PROGRAM} that one may take"
        );
        text.push(reason.as_bytes());
        return Ok(Compiled::Rejected {
            measured,
            text: text.text(),
        });
    }
    Ok(Compiled::Ready {
        program: store.keep(building, &key)?,
        measured,
        text: text.text(),
    })
}

/// What became of commands that ran one after the other.
#[derive(Debug)]
pub(crate) struct Built {
    /// The end of the last one.
    pub end: End,
    /// What all of them took; `None` where there were none.
    pub measured: Option<Usage>,
    /// What all of them said.
    pub text: Excerpt,
}

/// Runs the commands of a compilation, up to the first that fails: with what was made
/// ready where it was.
pub(crate) fn build(
    sandbox: &mut Sandbox,
    staged: &Staged,
    warm: Option<&Path>,
    building: &Building,
    room: Room,
    limits: &Limits,
    interrupted: &AtomicBool,
) -> Result<Built, JudgeError> {
    let directory = building.program();
    write_files(directory, staged)?;
    let job_limits = JobLimits {
        memory: limits.memory,
        stack: Bytes::mib(256),
        processes: 256,
        file_size: room.file,
        disk: room.disk,
        open_files: if staged.needs.macros {
            OPEN_FILES
        } else {
            4096
        },
    };
    let mut built = Built {
        end: End::Code(0),
        measured: None,
        // Each command adds no more than its excerpts.
        text: Excerpt::new(usize::MAX),
    };
    for command in warm.map_or(&staged.compile, |_| &staged.prepared) {
        let access = Access::Build;
        let job = job(staged, command, warm, directory, access, false, job_limits);
        let ended = running::run(sandbox, &job, EXCERPT, limits, interrupted)?;
        built.text.append(&ended.stdout);
        built.text.append(&ended.stderr);
        if !matches!(ended.end, End::Code(_) | End::Interrupted) {
            let reason = format!("\nthe compiler {}", ended.end.words(limits));
            built.text.push(reason.as_bytes());
        }
        built.end = ended.end;
        built.measured = Some(add(built.measured, ended.measured));
        if built.end != End::Code(0) {
            break;
        }
    }
    Ok(built)
}

/// An error if the disk is full: then a compiler fails for no fault of the source.
fn has_room(directory: &Path) -> Result<(), JudgeError> {
    let facts = statvfs(directory).map_err(|error| JudgeError::at(directory)(error.into()))?;
    if facts.f_bavail * facts.f_frsize < ROOM {
        return Err(JudgeError::at(directory)(io::ErrorKind::StorageFull.into()));
    }
    Ok(())
}

fn write_files(directory: &Path, staged: &Staged) -> Result<(), JudgeError> {
    for file in &staged.files {
        let path = directory.join(&file.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(JudgeError::at(parent))?;
        }
        fs::write(&path, &file.content).map_err(JudgeError::at(&path))?;
    }
    Ok(())
}

/// Why the system could not even hold the files of a submission or start its
/// commands: names in them are the submission's own.
fn unusable(staged: &Staged) -> Option<String> {
    /// That of a name in the file systems of Linux.
    const LONGEST: usize = 255;
    let names = staged.files.iter().map(|file| file.name.as_str());
    let mut parts = names.flat_map(|name| name.split('/'));
    // A class that is started by its name has a file of that name as well.
    let mut words = staged.run.iter().map(String::as_str);
    parts
        .find(|part| part.len() > LONGEST)
        .or_else(|| words.find(|word| word.len() > 4 * LONGEST))
        .map(|name| {
            format!(
                "{} needs a file of this name, which has {} bytes; the name of a file may have {LONGEST}",
                short_name(name),
                name.len()
            )
        })
}

/// The hash of everything that affects the compiled program.
pub(crate) fn key(staged: &Staged, version: &str) -> String {
    /// Layout of cache entries; another layout needs another number.
    const LAYOUT: &[u8] = b"3";
    // All projects share the cache, and each may replace the commands that make a compiler
    // ready.
    let warm = staged.warm.as_deref().map(|warm| key(warm, version));
    let mut parts: Vec<&[u8]> = vec![LAYOUT, warm.as_deref().unwrap_or_default().as_bytes()];
    let mut part = |bytes| parts.push(bytes);
    part(env!("CARGO_PKG_VERSION").as_bytes());
    part(version.as_bytes());
    for (kind, commands) in [("command", &staged.compile), ("prepared", &staged.prepared)] {
        for command in commands {
            part(kind.as_bytes());
            for word in command {
                part(word.as_bytes());
            }
        }
    }
    for (name, value) in &staged.env {
        part(name.as_bytes());
        part(value.as_bytes());
    }
    for file in &staged.files {
        part(file.name.as_bytes());
        part(&file.content);
    }
    digest(parts)
}

/// Sums of times, the larger of peaks.
fn add(total: Option<Usage>, more: Usage) -> Usage {
    total.map_or(more, |total| Usage {
        cpu: total.cpu + more.cpu,
        wall: total.wall + more.wall,
        memory: total.memory.max(more.memory),
    })
}
