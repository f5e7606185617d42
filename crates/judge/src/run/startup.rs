//! The start-up time of a language's programs on this machine, which each run gets in
//! addition to its limits.
//!
//! The time is measured once for each toolchain, with a function that does nothing. A
//! constant that suffices on the slowest machine would be far too much on all others.

use std::time::Duration;

use crate::JudgeError;
use crate::config::DEFAULT_COMPILE_LIMITS;
use crate::context::JudgeContext;
use crate::process::job::{Budget, Stop};
use crate::program::build::key;
use crate::program::compile::Source;
use crate::run::runner::Runner;
use mousetrap_languages::{Detected, Toolchain, nothing, stage};
use mousetrap_model::Limits;
use mousetrap_sandbox::Sandbox;
use mousetrap_util::digest::digest;

/// Number of measurements; the longest counts.
const RUNS: usize = 4;
/// Factor between the measured time and the allowance: submissions load libraries, and the
/// machine may be busier later.
const MARGIN: u32 = 2;
/// Added to each allowance, for languages that start in almost no time.
const FLOOR: Duration = Duration::from_millis(100);

/// Returns the CPU time that a program of this language gets for its start: the measured
/// time with a margin, at most the language's `startup`. Returns that limit if the time
/// cannot be measured.
pub(crate) fn allowance(
    context: &JudgeContext<'_>,
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
    let source = Source {
        staged,
        version: &toolchain.version,
        limits: &DEFAULT_COMPILE_LIMITS,
        on_preparing: &|_| (),
    };
    let measure = || measure(context, sandbox, &nothing, source);
    let times = &context.startup_times;
    let measured = times.get_or_measure(name, context.interrupted, measure)?;
    Ok(measured.map_or(language.startup, |measured| {
        language.startup.min(measured * MARGIN + FLOOR)
    }))
}

/// Returns the longest of several start-up times, or `None` if a start failed.
fn measure(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    nothing: &Detected<'_>,
    source: Source<'_>,
) -> Result<Option<Duration>, JudgeError> {
    let compiled = source.prepare(context, sandbox)?;
    let Some(program) = compiled.and_then(|compiled| compiled.program.ok()) else {
        return Ok(None);
    };
    let runner = Runner::new(context, program, nothing, Limits::DEFAULT.memory);
    let startup = nothing.language.startup;
    let mut longest = Duration::ZERO;
    for _ in 0..RUNS {
        let _lock = context.run_lock.read();
        let mut process = runner.start(sandbox)?;
        let budget = Budget {
            limits: Limits {
                cpu: startup,
                wall: startup * 10,
                ..Limits::DEFAULT
            },
            excludes_cpu_wait: true,
        };
        let stop = process.exchange(&[], false, budget)?;
        let is_ready = stop == Stop::Line && process.replies() == b"ready\n";
        let usage = process.usage()?;
        process.kill()?;
        if !is_ready {
            return Ok(None);
        }
        longest = longest.max(usage.cpu);
    }
    Ok(Some(longest))
}
