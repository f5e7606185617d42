//! The search for an instance on which a survivor differs from the original.

use std::sync::atomic::AtomicBool;

use mousetrap_judge::{JudgeError, Options, Submission};

use crate::stress::{self, Attempt, SearchEnd, Untried};

/// Asks both about the same instances, small ones first; `None` where one of them
/// does not get there.
pub(super) fn search(
    mutant: &Submission<'_>,
    original: &Submission<'_>,
    judge: &Options,
    options: stress::Options,
    interrupted: &AtomicBool,
) -> Result<Option<SearchEnd>, JudgeError> {
    let attempt = Attempt {
        players: vec![mutant, original],
        judge,
        options,
        families: Vec::new(),
        first: Vec::new(),
    };
    match attempt.run(interrupted, &mut |_| ()) {
        Ok(end) => Ok(Some(end)),
        Err(Untried::Unfit(_)) => Ok(None),
        Err(Untried::Judge(error)) => Err(error),
    }
}
