//! CPU time of this process and of the child processes that it waits for.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// Runs an action. Returns its user and system CPU time, including child processes that ended
/// during the action, and the action's result.
pub(crate) fn all_cpu<T>(action: impl FnOnce() -> T) -> (Duration, T) {
    let before = used();
    let result = action();
    (used().saturating_sub(before), result)
}

fn used() -> Duration {
    [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN]
        .into_iter()
        .map(|who| {
            let usage = getrusage(who).expect("getrusage");
            [usage.user_time(), usage.system_time()]
                .into_iter()
                .map(|time| Duration::from_micros(time.num_microseconds() as u64))
                .sum::<Duration>()
        })
        .sum()
}
