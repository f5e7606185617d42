//! Idle sandboxes, kept for the next submissions: starting one takes longer than most
//! submissions run.

use std::sync::{Mutex, PoisonError};

use mousetrap_sandbox::{Isolation, Sandbox, SandboxError};

/// Sandboxes in which nothing runs.
#[derive(Debug, Default)]
pub(crate) struct IdleSandboxes(Mutex<Vec<Sandbox>>);

impl IdleSandboxes {
    /// Returns an unchanged sandbox of this isolation, or creates one. In that case one other
    /// idle sandbox is dropped, so that their number does not grow.
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

    /// Returns a sandbox in which the judge has not failed.
    pub(crate) fn put(&self, sandbox: Sandbox) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(sandbox);
    }
}
