//! How far one thing is that is to be done, as its asker knows it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::wire::Ticket;

/// After so many hosts that were lost with it, a submission is set aside.
pub(crate) const ATTEMPTS: usize = 3;

/// A host that has said nothing for so long may be gone.
const SILENT: Duration = Duration::from_secs(6);

/// What is known of a submission, or of a part.
#[derive(Debug)]
pub(crate) struct Item {
    /// The name of those who can do it.
    pub queue: Arc<str>,
    pub state: State,
    /// How often it was published.
    pub attempt: u32,
    /// Those who were given it.
    pub grants: Vec<Grant>,
    /// What was said about those who failed.
    pub words: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum State {
    /// To be published.
    Waiting,
    /// A ticket is on its way to the broker.
    Leaving,
    /// A ticket is in this place, and was last looked for then.
    Out { place: u64, checked: Instant },
    /// It has its verdict, or will have none.
    Over,
}

/// That a host was given a submission.
#[derive(Debug)]
pub(crate) struct Grant {
    pub token: String,
    pub host: String,
    /// The id of its card.
    pub card: String,
    /// Its last sign of life.
    pub sign: Instant,
    /// Whether its result is known.
    pub noted: bool,
}

impl Grant {
    pub(crate) fn is_alive(&self) -> bool {
        self.sign.elapsed() < SILENT
    }
}

impl Item {
    pub(crate) fn new(queue: Arc<str>, state: State) -> Self {
        Self {
            queue,
            state,
            attempt: 0,
            grants: Vec::new(),
            words: Vec::new(),
        }
    }

    /// The ticket that is worth something.
    pub(crate) fn ticket(&self, asker: &str, submission: usize) -> Ticket {
        Ticket {
            asker: asker.to_owned(),
            submission,
            attempt: self.attempt,
        }
    }

    /// The grant that counts, if this token is of it.
    pub(crate) fn granted(&mut self, token: &str) -> Option<&mut Grant> {
        let open = self.state != State::Over;
        let last = self.grants.last_mut();
        last.filter(|grant| open && grant.token == token)
    }

    /// Who has it now and has lately said so.
    pub(crate) fn holder(&self) -> Option<&Grant> {
        let last = self.grants.last();
        last.filter(|grant| grant.is_alive())
    }

    /// Whether enough hosts were lost with it.
    pub(crate) fn is_spent(&self) -> bool {
        self.grants.len() + self.words.len() >= ATTEMPTS
    }
}
