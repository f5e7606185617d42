//! CPU time of this process and of all that it starts and waits for.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// CPU time, user and system, that an action takes, with that of every child
/// that ended during it, and what the action gave.
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
