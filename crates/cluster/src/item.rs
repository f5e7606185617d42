//! How far one submission is, as its asker knows it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use crate::wire::{Stage, Ticket};
use mousetrap_judge::{CaseResult, Event, Failing, Record, SubmissionResult, Verdict};
use mousetrap_suite::{Case, CaseId};

/// After so many hosts that were lost with it, a submission is set aside.
pub(crate) const ATTEMPTS: usize = 3;

/// A host that has said nothing for so long may be gone.
const SILENT: Duration = Duration::from_secs(6);

/// What is known of a submission.
#[derive(Debug)]
pub(crate) struct Item {
    pub state: State,
    /// How often it was published.
    pub attempt: u32,
    /// Those who were given it.
    pub grants: Vec<Grant>,
    /// What was said about those who failed.
    pub words: Vec<String>,
    /// What was reported under the last grant.
    stage: Stage,
    told: Vec<CaseResult>,
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
    /// Of the host, among those that this run knows.
    pub worker: usize,
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
    pub(crate) fn new(state: State) -> Self {
        Self {
            state,
            attempt: 0,
            grants: Vec::new(),
            words: Vec::new(),
            stage: Stage::default(),
            told: Vec::new(),
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

    /// Begins under a new grant.
    pub(crate) fn begin(&mut self, grant: Grant, submission: usize, events: &Sender<Event>) {
        let worker = grant.worker;
        self.grants.push(grant);
        self.stage = Stage::default();
        self.told.clear();
        let _ = events.send(Event::Compiling { submission, worker });
    }

    /// Reports what is new, by what a host says of it.
    pub(crate) fn advance(
        &mut self,
        stage: Stage,
        results: Vec<CaseResult>,
        submission: usize,
        events: &Sender<Event>,
    ) {
        let worker = self.grants.last().map_or(0, |grant| grant.worker);
        if let (Some(prepared), None) = (&stage.prepared, &self.stage.prepared) {
            let _ = events.send(Event::Preparing {
                submission,
                worker,
                failed: prepared.clone().err(),
            });
        }
        if stage.started && !self.stage.started {
            let _ = events.send(Event::Started { submission, worker });
        }
        self.stage = stage;
        for (place, result) in results.into_iter().enumerate() {
            let is_new = match self.told.get(place) {
                None => {
                    self.told.push(result.clone());
                    true
                }
                Some(told) => (told.verdict, &told.detail) != (result.verdict, &result.detail),
            };
            if is_new {
                let result = Box::new(result);
                let _ = events.send(Event::Case { submission, result });
            }
        }
    }

    /// How many results were reported under the grant that counts.
    pub(crate) fn told(&self) -> &[CaseResult] {
        &self.told
    }
}

/// What a record says of a run on these cases.
pub(crate) fn read(
    record: Record,
    cases: &BTreeMap<&CaseId, &Case>,
) -> Option<(SubmissionResult, Vec<CaseResult>)> {
    let failing = |id: &CaseId, verdict: Verdict, reply| {
        let case = cases.get(id)?;
        Failing::of(case, verdict, reply)
    };
    let (result, results) = record.read(failing)?;
    let known = results.iter().all(|result| cases.contains_key(&result.id));
    known.then_some((result, results))
}

/// Whether a verdict follows from the results of all these cases: who has not run all
/// has not shown that a submission is accepted.
pub(crate) fn follows(
    result: &SubmissionResult,
    results: &[CaseResult],
    cases: &BTreeMap<&CaseId, &Case>,
) -> bool {
    match result.verdict {
        Verdict::Accepted => {
            let right = |result: &&CaseResult| result.verdict == Verdict::Accepted;
            let right = results.iter().filter(right).map(|result| &result.id);
            results.len() == cases.len() && right.collect::<BTreeSet<_>>().len() == cases.len()
        }
        wrong => results.is_empty() || results.iter().any(|result| result.verdict == wrong),
    }
}
