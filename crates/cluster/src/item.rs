//! How far one thing is that is to be done, as its asker knows it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::wire::Ticket;
use mousetrap_judge::digest_of_bytes;

/// After so many hosts that were lost with it, a submission is set aside.
pub(crate) const ATTEMPTS: usize = 3;

/// A host that has said nothing for so long may be gone.
const SILENT: Duration = Duration::from_secs(6);

/// However few hosts there are, nothing is tried more often.
pub(crate) const MOST: usize = 3 * ATTEMPTS;

/// Who asks.
#[derive(Debug)]
pub(crate) struct Asker {
    pub id: String,
    /// What the secrets of its tickets are made of; nobody guesses it.
    pub key: String,
}

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
    /// Who these were.
    pub failed: BTreeSet<String>,
    /// Since when a ticket of it lies with the broker.
    pub lies: Instant,
    /// When it was last sent to a host that had not drawn it.
    pub offered: Option<Instant>,
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
    /// Who it is among hosts: see [`crate::Card::who`].
    pub who: String,
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
            failed: BTreeSet::new(),
            lies: Instant::now(),
            offered: None,
        }
    }

    /// The ticket that is worth something; the same again if it is published again
    /// under the same name.
    pub(crate) fn ticket(&self, asker: &Asker, submission: usize) -> Ticket {
        let Self { attempt, .. } = *self;
        let secret = format!("{} {submission} {attempt}", asker.key);
        Ticket {
            asker: asker.id.clone(),
            submission,
            attempt,
            secret: digest_of_bytes(secret.as_bytes())[..32].to_owned(),
        }
    }

    /// The grant that counts, if this token is of it.
    pub(crate) fn granted(&mut self, token: &str) -> Option<&mut Grant> {
        let open = self.state != State::Over;
        let last = self.grants.last_mut();
        last.filter(|grant| open && grant.token == token)
    }

    /// How long a ticket of it has been with the broker, and nobody has it.
    pub(crate) fn lain(&self) -> Option<Duration> {
        matches!(self.state, State::Out { .. }).then(|| self.lies.elapsed())
    }

    /// Who has it now and has lately said so.
    pub(crate) fn holder(&self) -> Option<&Grant> {
        let last = self.grants.last();
        last.filter(|grant| grant.is_alive())
    }

    /// How often hosts were lost with it or failed on it.
    pub(crate) fn tries(&self) -> usize {
        self.grants.len() + self.words.len()
    }

    /// The hosts that were.
    pub(crate) fn tried(&self) -> BTreeSet<&str> {
        let lost = self.grants.iter().map(|grant| &*grant.who);
        lost.chain(self.failed.iter().map(String::as_str)).collect()
    }
}
