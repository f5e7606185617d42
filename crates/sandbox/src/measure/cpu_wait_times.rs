//! Measures how long the threads of a process tree have waited for a CPU.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use rustix::process::Pid;

use super::process_tree::pids_in_tree;

/// The waiting time of each thread of a process tree. A thread waits while it is ready to run but
/// other threads occupy the CPUs.
#[derive(Debug, Default)]
pub struct CpuWaitTimes {
    /// Waiting times, keyed by thread id. Empty if the kernel does not measure them
    /// (`CONFIG_SCHED_INFO`).
    waits: BTreeMap<i32, Duration>,
    /// Whether any thread was running or waiting for a CPU.
    pub has_runnable_thread: bool,
}

impl CpuWaitTimes {
    /// Reads the waiting times of the threads of a process and its living descendants. Omits
    /// threads that end in the meantime.
    pub(crate) fn read(root: Pid) -> Self {
        let mut read = Self::default();
        let threads = pids_in_tree(root).into_iter().flat_map(|pid| {
            let tasks = fs::read_dir(format!("/proc/{pid}/task"));
            tasks.into_iter().flatten().flatten()
        });
        for thread in threads {
            let id = thread.file_name().to_str().and_then(|id| id.parse().ok());
            let Some(id) = id else { continue };
            if let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) {
                read.waits
                    .extend(parse_waiting_time(&text).map(|wait| (id, wait)));
            }
            if let Ok(text) = fs::read(thread.path().join("stat")) {
                read.has_runnable_thread |= is_runnable(&text);
            }
        }
        read
    }

    /// Returns the longest waiting time of a single thread since an earlier reading. The result
    /// never exceeds the elapsed wall time. The kernel adds a wait to the waiting time only when
    /// the thread runs again, so a program cannot increase the result without using CPU time.
    pub fn longest_wait_since(&self, earlier: &Self) -> Duration {
        let waits = self.waits.iter().map(|(thread, wait)| {
            let before = earlier.waits.get(thread).copied().unwrap_or_default();
            wait.saturating_sub(before)
        });
        waits.max().unwrap_or_default()
    }
}

/// Returns the waiting time, which is the second number of `/proc/PID/task/TID/schedstat`.
fn parse_waiting_time(schedstat: &str) -> Option<Duration> {
    let nanos = schedstat.split(' ').nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

/// Returns whether the state in `/proc/PID/task/TID/stat` means that the thread is runnable. The
/// state follows the thread name, which is in parentheses and may itself contain parentheses.
fn is_runnable(stat: &[u8]) -> bool {
    let after_name = stat.iter().rposition(|&byte| byte == b')');
    after_name.is_some_and(|end| stat[end..].starts_with(b") R"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cpu_wait_times<const N: usize>(waits: [(i32, u64); N]) -> CpuWaitTimes {
        let waits = waits.map(|(thread, millis)| (thread, Duration::from_millis(millis)));
        CpuWaitTimes {
            waits: waits.into(),
            has_runnable_thread: false,
        }
    }

    #[test]
    fn longest_wait_is_the_maximum_over_threads_not_the_sum() {
        let earlier = cpu_wait_times([(1, 500), (2, 10)]);
        let later = cpu_wait_times([(1, 700), (2, 410), (3, 90)]);
        assert_eq!(later.longest_wait_since(&earlier).as_millis(), 400);
    }

    #[test]
    fn thread_state_is_read_after_the_last_parenthesis() {
        assert!(is_runnable(b"7 (a) S) R 1 2"));
        assert!(!is_runnable(b"7 (a) R) S 1 2"));
    }

    #[test]
    fn schedstat_of_this_process_contains_waiting_times() {
        let waiting = parse_waiting_time("71554 12041704 2\n");
        assert_eq!(waiting, Some(Duration::from_nanos(12_041_704)));
        let own = CpuWaitTimes::read(rustix::process::getpid());
        assert!(!own.waits.is_empty() && own.has_runnable_thread);
    }
}
