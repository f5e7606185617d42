//! CPU cores. Each worker is pinned to its own core, so that a run keeps its CPU caches and does
//! not share its core with another run.
//!
//! A worker claims a core by locking the directory in which the kernel describes the core. Other
//! judges on the machine respect the lock, and the kernel releases the lock when the process ends.

use std::fs::File;
use std::io;

use parking_lot::Mutex;
use rustix::fs::{FlockOperation, flock};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores that this process has claimed.
static CLAIMED_CORES: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// A claimed core. Dropping this value releases the core.
#[derive(Debug)]
pub struct CoreLock {
    number: usize,
    _lock: File,
}

impl CoreLock {
    /// Claims a core that the calling thread may use and that no judge has claimed. Tries the last
    /// core first, because the first cores usually handle interrupts.
    pub fn claim() -> Option<Self> {
        allowed_cores().into_iter().rev().find_map(|number| {
            let lock = File::open(format!("/sys/devices/system/cpu/cpu{number}")).ok()?;
            flock(&lock, FlockOperation::NonBlockingLockExclusive).ok()?;
            CLAIMED_CORES.lock().push(number);
            Some(Self {
                number,
                _lock: lock,
            })
        })
    }

    /// Returns the number of the core, counted from 0.
    pub const fn number(&self) -> usize {
        self.number
    }
}

impl Drop for CoreLock {
    fn drop(&mut self) {
        let mut claimed = CLAIMED_CORES.lock();
        claimed.retain(|&number| number != self.number);
    }
}

/// Pins the calling thread, and all threads and processes that it starts later, to one CPU core.
///
/// # Errors
/// Returns an error if the core does not exist or this process may not use it.
pub fn pin_this_thread(core: usize) -> io::Result<()> {
    set_affinity(&[core])
}

/// Restricts the calling thread to the cores that this process has not claimed, if the thread may
/// use any of them.
///
/// # Errors
/// Returns an error if the kernel refuses the change.
pub fn keep_off_claimed_cores() -> io::Result<()> {
    let claimed = CLAIMED_CORES.lock().clone();
    let mut spare = allowed_cores();
    spare.retain(|core| !claimed.contains(core));
    if spare.is_empty() {
        return Ok(());
    }
    set_affinity(&spare)
}

/// Restricts the calling thread to these cores.
pub(crate) fn set_affinity(cores: &[usize]) -> io::Result<()> {
    let mut set = CpuSet::new();
    for &core in cores {
        if core >= CpuSet::MAX_CPU {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        set.set(core);
    }
    Ok(sched_setaffinity(None, &set)?)
}

/// Returns the cores that the calling thread may use.
pub(crate) fn allowed_cores() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else {
        return Vec::new();
    };
    let cores = 0..CpuSet::MAX_CPU;
    cores.filter(|&core| set.is_set(core)).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::thread;

    use super::*;

    #[test]
    fn claimed_core_is_not_claimed_again() {
        thread::spawn(|| {
            let before = allowed_cores();
            let Some(core) = CoreLock::claim() else {
                // Written directly, because the test harness hides the output of `eprintln!` if
                // the test passes.
                let note = "skipped, because other judges have claimed all cores";
                return writeln!(io::stderr(), "{note}").unwrap();
            };
            let directory = format!("/sys/devices/system/cpu/cpu{}", core.number());
            let again = File::open(directory).unwrap();
            assert!(flock(&again, FlockOperation::NonBlockingLockExclusive).is_err());
            keep_off_claimed_cores().unwrap();
            let spare = before.iter().any(|&other| other != core.number());
            assert_eq!(allowed_cores().contains(&core.number()), !spare);
            pin_this_thread(core.number()).unwrap();
            assert_eq!(allowed_cores(), [core.number()]);
            drop(core);
            assert!(pin_this_thread(1 << 20).is_err());
        })
        .join()
        .unwrap();
    }
}
