//! What askers and hosts say to each other. Both are of one build, so that nothing
//! here has versions; whoever is of another is told so by the card alone.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use mousetrap_judge::{Parcel, Record, Skip, Terms};

/// What the broker hands out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ticket {
    pub asker: String,
    pub submission: usize,
    pub attempt: u32,
    /// Shows that who begins has drawn it.
    pub secret: String,
}

/// Hosts announce themselves here.
pub(crate) const HOSTS: &str = "mousetrap.hosts";
/// Who wants to know the hosts says so here.
pub(crate) const ROLL: &str = "mousetrap.roll";
/// Askers announce themselves here.
pub(crate) const ASKERS: &str = "mousetrap.askers";

/// How often hosts and askers announce themselves.
pub(crate) const PRESENCE: Duration = Duration::from_secs(2);
/// After so long without a word they are gone.
pub(crate) const GONE: Duration = Duration::from_secs(7);

/// Where an asker is asked.
pub(crate) fn asker_subject(asker: &str) -> String {
    format!("mousetrap.asker.{asker}")
}

/// What an asker announces.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Call {
    pub asker: String,
    /// What it has tickets for, each with the languages that it needs.
    pub queues: BTreeMap<String, Vec<String>>,
    /// Whether its submissions are to be left alone from now on.
    pub stop: bool,
}

/// A ticket that is sent to one host, since nobody has drawn it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Offer {
    pub ticket: Ticket,
    /// What it would have been drawn from.
    pub queue: String,
}

/// What a host asks.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Ask {
    /// May I have the work behind this ticket?
    Begin {
        host: String,
        submission: usize,
        attempt: u32,
        /// What stands in the ticket.
        secret: String,
        /// What the reference of its language takes there.
        figure: Option<Duration>,
    },
    /// What has this digest, from here on? Asked by who has the submission alone.
    Piece {
        submission: usize,
        token: String,
        digest: String,
        at: usize,
    },
    /// It moves.
    Moves {
        submission: usize,
        token: String,
        stage: Stage,
        /// Results of cases since the last time.
        news: Option<Record>,
    },
    /// It is over.
    Done {
        submission: usize,
        token: String,
        outcome: Outcome,
    },
}

/// How far a submission is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stage {
    /// The toolchain was made ready, or why not.
    pub prepared: Option<Result<(), String>>,
    pub started: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Outcome {
    Judged(Stage, Record),
    /// What came of a part.
    Part(String),
    Skipped(Skip),
    /// The judge failed there; whether that counts as an attempt.
    GaveUp(String, bool),
}

/// What the asker answers.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    Work(Work),
    /// The ticket is worth nothing any more.
    Unwanted,
    /// Who are you?
    Unknown,
    /// This host has it and is alive.
    Busy(String),
    /// Rather by another than you, if one comes.
    Elsewhere,
    /// Not by you, since this differs.
    Refused(String),
    Piece {
        length: usize,
        bytes: Vec<u8>,
    },
    /// Go on.
    On,
    /// It is yours no more.
    Stop,
    /// The outcome counts.
    Kept,
    /// The outcome was noted and changes nothing.
    Late,
}

/// The work behind a ticket.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Work {
    /// Nobody guesses it.
    pub token: String,
    /// What people call it.
    pub name: String,
    pub load: Load,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Load {
    Submission(Box<Judgement>),
    Part(Errand),
}

/// A submission to be judged.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Judgement {
    pub suite: Suite,
    pub parcel: Enclosed<Parcel>,
    pub terms: Terms,
}

/// A part of other work.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Errand {
    pub suite: Option<Suite>,
    pub task: Enclosed<String>,
}

/// Cases that are asked for by their digest.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Suite {
    pub problem: String,
    pub digest: String,
}

/// Something, or its digest where it is too long for a message.
pub(crate) type Enclosed<T> = Result<T, String>;

/// Written down.
pub(crate) fn bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}
