//! Sandboxes that wait for the next judgement: starting one takes longer than most
//! submissions.

use std::sync::{Mutex, PoisonError};

use mousetrap_sandbox::{Isolation, Sandbox, SandboxError};

/// Sandboxes in which nothing runs.
#[derive(Debug, Default)]
pub(crate) struct Idle(Mutex<Vec<Sandbox>>);

impl Idle {
    /// One that is as new. Where others wait one of them goes, so that there are never
    /// more than work at a time.
    pub(crate) fn take(&self, isolation: Isolation) -> Result<Sandbox, SandboxError> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle
            .iter_mut()
            .position(|sandbox| sandbox.is_as_new(isolation));
        let other = match found {
            Some(place) => return Ok(idle.swap_remove(place)),
            None => idle.pop(),
        };
        drop(idle);
        drop(other);
        Sandbox::new(isolation)
    }

    /// Takes back one that has not failed.
    pub(crate) fn put(&self, sandbox: Sandbox) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(sandbox);
    }
}
