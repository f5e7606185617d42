//! The CPU time allowed for starting a program, which is added to the limits of each run.
//!
//! The start-up time of each toolchain is measured on this machine, with a function that does
//! nothing. A constant allowance that suffices on the slowest machine would be far too long on
//! other machines.

use std::time::Duration;

use crate::JudgeError;
use crate::config::DEFAULT_COMPILE_LIMITS;
use crate::context::JudgeContext;
use crate::program::build::cache_key;
use crate::program::compile::compile;
use crate::run::driver_session::{DriverSession, SessionStartResult};
use crate::run::runner::Runner;
use mousetrap_languages::{Detection, StagedSubmission, Toolchain, stage, stub_submission};
use mousetrap_model::Limits;
use mousetrap_sandbox::Sandbox;
use mousetrap_util::digest::digest;

/// How many times the start-up time is measured. The longest measurement counts.
const MEASUREMENT_COUNT: usize = 4;
/// Ratio of the allowance to the measured time. The ratio is greater than 1, because submissions
/// load libraries and the machine may be busier later.
const ALLOWANCE_FACTOR: u32 = 2;
/// Fixed part of every allowance, independent of the measured time. It is needed for languages that
/// start in almost no time.
const BASE_STARTUP_TIME_ALLOWANCE: Duration = Duration::from_millis(100);

/// Returns the CPU time allowed for starting a program in this language: the measured time with a
/// margin, but at most the language's `startup`. Returns `startup` if the time cannot be
/// measured.
pub(crate) fn startup_allowance(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    detected: &Detection<'_>,
    toolchain: &Toolchain,
) -> Result<Duration, JudgeError> {
    let language = detected.language;
    let Some(nothing) = stub_submission(language, detected.problems) else {
        return Ok(language.startup);
    };
    let staged = stage(&nothing, toolchain);
    let machine = rustix::system::uname();
    let name = digest([
        cache_key(&staged).as_bytes(),
        staged.run.join(" ").as_bytes(),
        sandbox.isolation().to_string().as_bytes(),
        machine.nodename().to_bytes(),
        sandbox.speedup.to_string().as_bytes(),
    ]);
    let measure = || longest_startup_time(context, sandbox, &nothing, staged);
    let times = &context.startup_times;
    let measured = times.get_or_measure(name, context.build.interrupted, measure)?;
    Ok(measured.map_or(language.startup, |measured| {
        language
            .startup
            .min(measured * ALLOWANCE_FACTOR + BASE_STARTUP_TIME_ALLOWANCE)
    }))
}

/// Returns the longest of several start-up times, or `None` if a start failed.
fn longest_startup_time(
    context: &JudgeContext<'_>,
    sandbox: &mut Sandbox,
    nothing: &Detection<'_>,
    staged: StagedSubmission,
) -> Result<Option<Duration>, JudgeError> {
    let mut build = context.build.clone();
    build.options.compile = DEFAULT_COMPILE_LIMITS;
    let Ok(program) = compile(&build, sandbox, staged, &|_| ())?.program else {
        return Ok(None);
    };
    let runner = Runner::new(context, program, nothing, Limits::DEFAULT.memory);
    let rules = runner.rules(&Limits::DEFAULT);
    let mut longest = Duration::ZERO;
    for _ in 0..MEASUREMENT_COUNT {
        let _lock = context.run_lock.read();
        match DriverSession::open(runner.start(sandbox)?, &rules, runner.startup)? {
            SessionStartResult::Session(session) => longest = longest.max(session.startup.cpu),
            SessionStartResult::Ended(_) => return Ok(None),
        }
    }
    Ok(Some(longest))
}
