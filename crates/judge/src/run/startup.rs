//! What starting a program of a language costs on this machine, which every run
//! is granted beyond its limits.
//!
//! It is measured, once for each toolchain, on a function that does nothing: a
//! constant that is enough for the slowest machine would be time for nothing
//! on all others.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::JudgeError;
use crate::config::DEFAULT_COMPILE_LIMITS;
use crate::process::job::Stop;
use crate::program::cache_limits::STARTUP;
use crate::program::compile::{Compiled, key};
use crate::run::prepare::Shared;
use crate::run::runner::Runner;
use mousetrap_base::cache_dir;
use mousetrap_base::digest::digest;
use mousetrap_base::replace::replace_file;
use mousetrap_languages::{Detected, Language, Staged, Toolchain, nothing, stage};
use mousetrap_model::{Form, Limits};
use mousetrap_sandbox::Sandbox;

/// How often it is measured; the largest counts.
const RUNS: usize = 4;
/// What is granted beyond that: as much again, for libraries that a submission
/// loads and for a machine that is busier than it was, and a little more, for
/// languages that start in no time.
const MARGIN: u32 = 2;
const FLOOR: Duration = Duration::from_millis(100);
/// A machine changes: after so long it is measured again.
const KEPT: Duration = Duration::from_hours(24);

/// The allowances known so far.
#[derive(Debug, Default)]
pub(crate) struct Startups {
    known: Mutex<BTreeMap<String, Duration>>,
}

impl Startups {
    /// CPU time that a program of this language is granted for its start: what
    /// starting costs here, with a margin, and at most `startup` of the
    /// language. That itself where it cannot be measured.
    pub(crate) fn allowance(
        &self,
        shared: &Shared<'_>,
        sandbox: &mut Sandbox,
        detected: &Detected<'_>,
        toolchain: &Toolchain,
    ) -> Result<Duration, JudgeError> {
        let language = detected.language;
        let Some(nothing) = nothing(language, detected.problems) else {
            return Ok(language.startup);
        };
        let staged = stage(&nothing, toolchain);
        let machine = rustix::system::uname();
        let name = digest([
            key(&staged, &toolchain.version).as_bytes(),
            staged.run.join(" ").as_bytes(),
            sandbox.isolation().to_string().as_bytes(),
            machine.nodename().to_bytes(),
            sandbox.pace().to_string().as_bytes(),
        ]);
        // Measuring twice at the same time would be wasted, and worse.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let measured = match known.get(&name).copied().or_else(|| measured_before(&name)) {
            Some(measured) => measured,
            None => match measure(shared, sandbox, language, toolchain, staged)? {
                Some(measured) => {
                    keep_measured(&name, measured);
                    measured
                }
                None => return Ok(language.startup),
            },
        };
        known.insert(name, measured);
        Ok(language.startup.min(measured * MARGIN + FLOOR))
    }
}

/// The longest of some starts; `None` if one did not come to its end.
fn measure(
    shared: &Shared<'_>,
    sandbox: &mut Sandbox,
    language: &Language,
    toolchain: &Toolchain,
    staged: Staged,
) -> Result<Option<Duration>, JudgeError> {
    let compiled = shared.compiled(
        sandbox,
        &staged,
        toolchain,
        &DEFAULT_COMPILE_LIMITS,
        &|_| (),
    )?;
    let Compiled::Ready { program, .. } = compiled else {
        return Ok(None);
    };
    let memory = Limits::DEFAULT.memory;
    let runner = Runner::new(shared, staged, program, Form::Function, language, memory);
    let mut longest = Duration::ZERO;
    for _ in 0..RUNS {
        let _lock = shared.run_lock.read();
        let mut live = runner.start(sandbox)?;
        let limits = Limits {
            cpu: language.startup,
            wall: language.startup * 10,
            ..Limits::DEFAULT
        };
        let stop = live.exchange(&[], false, live.account().budget(&limits, limits.cpu))?;
        let ready = stop == Stop::Line && live.replies() == b"ready\n";
        let usage = live.usage()?;
        live.kill()?;
        if !ready {
            return Ok(None);
        }
        longest = longest.max(usage.cpu);
    }
    Ok(Some(longest))
}

fn file(name: &str) -> PathBuf {
    cache_dir::path().join(STARTUP).join(name)
}

/// What was measured here not long ago under this name, a digest.
pub(crate) fn measured_before(name: &str) -> Option<Duration> {
    let text = cache_dir::read_recent(&file(name), 100, KEPT)?;
    text.trim().parse().ok().map(Duration::from_micros)
}

/// Keeps what was measured here. That it cannot be kept is not a failure: the next judge
/// measures anew.
pub(crate) fn keep_measured(name: &str, measured: Duration) {
    let file = file(name);
    let _ = file.parent().map(fs::create_dir_all);
    let _ = replace_file(&file, measured.as_micros().to_string());
}
