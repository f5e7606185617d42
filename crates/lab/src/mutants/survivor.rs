//! The search for an instance on which a survivor differs from the original.

use std::sync::atomic::AtomicBool;

use mousetrap_judge::language::Toolchain;
use mousetrap_judge::{JudgeError, Options, SessionEvent, Submission, with_sessions};

use crate::stress::{self, Search, SearchEnd, Source};

/// Asks both about the same instances, small ones first; `None` where one of them
/// does not get there.
pub(super) fn search(
    mutant: &Submission<'_>,
    original: &Submission<'_>,
    toolchain: &Toolchain,
    judge: &Options,
    options: stress::Options,
    interrupted: &AtomicBool,
) -> Result<Option<SearchEnd>, JudgeError> {
    let players = [(mutant, toolchain.clone()), (original, toolchain.clone())];
    let memory = options.limits.memory;
    with_sessions(&players, memory, judge, interrupted, |sessions| {
        for session in sessions {
            if !matches!(session.next_event()?, Some(SessionEvent::Ready)) {
                return Ok(None);
            }
        }
        let source = Source::new(mutant.problem, options.seed, &[], Vec::new());
        let mut show = |_: &stress::SearchState| ();
        let search = Search::new(sessions, options, interrupted, &mut show);
        search.run(source).map(Some)
    })?
}
