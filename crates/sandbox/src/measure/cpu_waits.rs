//! Reads how long the threads of a process tree have waited for a processor.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use rustix::process::Pid;

use super::process_tree::tree;

/// The times for which the threads of a process tree were ready to run and did not run,
/// because others had the processors.
#[derive(Debug, Default)]
pub struct CpuWaits {
    /// Keyed by thread id. Empty if the kernel does not count them (`CONFIG_SCHED_INFO`).
    waits: BTreeMap<i32, Duration>,
    /// Whether a thread was running or waiting for a processor.
    pub has_runnable_thread: bool,
}

impl CpuWaits {
    /// Reads the threads of a process and its living descendants. Threads that end
    /// meanwhile are left out.
    pub(crate) fn read(root: Pid) -> Self {
        let mut read = Self::default();
        let threads = tree(root).into_iter().flat_map(|pid| {
            let tasks = fs::read_dir(format!("/proc/{pid}/task"));
            tasks.into_iter().flatten().flatten()
        });
        for thread in threads {
            let id = thread.file_name().to_str().and_then(|id| id.parse().ok());
            let Some(id) = id else { continue };
            if let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) {
                read.waits.extend(waited(&text).map(|wait| (id, wait)));
            }
            if let Ok(text) = fs::read(thread.path().join("stat")) {
                read.has_runnable_thread |= is_runnable(&text);
            }
        }
        read
    }

    /// Returns the longest time that one thread has waited since an earlier reading. It is never
    /// more than the wall time since then, and a program can raise it only by using
    /// CPU time itself. A wait counts once the thread runs again.
    pub fn longest_since(&self, earlier: &Self) -> Duration {
        let waits = self.waits.iter().map(|(thread, wait)| {
            let before = earlier.waits.get(thread).copied().unwrap_or_default();
            wait.saturating_sub(before)
        });
        waits.max().unwrap_or_default()
    }
}

/// Returns the second number of `/proc/PID/task/TID/schedstat`: nanoseconds of waiting.
fn waited(schedstat: &str) -> Option<Duration> {
    let nanos = schedstat.split(' ').nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

/// Reads the state in `/proc/PID/task/TID/stat`, which follows the name in parentheses.
/// The name may contain anything.
fn is_runnable(stat: &[u8]) -> bool {
    let after_name = stat.iter().rposition(|&byte| byte == b')');
    after_name.is_some_and(|place| stat[place..].starts_with(b") R"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits<const N: usize>(waits: [(i32, u64); N]) -> CpuWaits {
        let waits = waits.map(|(thread, millis)| (thread, Duration::from_millis(millis)));
        CpuWaits {
            waits: waits.into(),
            has_runnable_thread: false,
        }
    }

    #[test]
    fn longest_wait_is_that_of_one_thread_since_the_earlier_reading() {
        let earlier = waits([(1, 500), (2, 10)]);
        let later = waits([(1, 700), (2, 410), (3, 90)]);
        assert_eq!(later.longest_since(&earlier).as_millis(), 400);
    }

    #[test]
    fn state_is_read_after_the_last_parenthesis() {
        assert!(is_runnable(b"7 (a) S) R 1 2"));
        assert!(!is_runnable(b"7 (a) R) S 1 2"));
    }

    #[test]
    fn schedstat_of_this_process_has_a_wait() {
        assert_eq!(
            waited("71554 12041704 2\n"),
            Some(Duration::from_nanos(12_041_704))
        );
        let own = CpuWaits::read(rustix::process::getpid());
        assert!(!own.waits.is_empty());
        assert!(own.has_runnable_thread);
    }
}
