//! A run of a complete program: a process for each case.

use crate::process::job::{Budget, Stop};
use crate::process::running::RunningProcess;
use crate::run::result::{Run, shortened_reply};
use crate::run::rules::Rules;
use crate::verdict::checker::check;
use mousetrap_model::{Case, Verdict};
use mousetrap_sandbox::SandboxError;

/// Runs a program-form submission on one case: input in, output out, end.
pub(crate) fn run_program(
    mut process: RunningProcess<'_>,
    case: &Case,
    rules: &Rules<'_>,
) -> Result<Run, SandboxError> {
    let account = process.account();
    let budget = Budget {
        excludes_cpu_wait: rules.excludes_cpu_wait,
        ..account.budget(&rules.limits, rules.hard)
    };
    let stop = process.exchange(case.input.as_bytes(), true, budget)?;
    let ended = rules.end(process, stop, account)?;
    let output = ended.stdout.bytes();
    let judged = rules.judge(&ended, false).and_then(|()| {
        check(output, &case.answer, rules.booleans)
            .map_err(|mismatch| (Verdict::WrongAnswer, mismatch))
    });
    let reply = (stop == Stop::Ended).then(|| shortened_reply(output));
    Ok(Run::of_ended(ended, judged, reply))
}
