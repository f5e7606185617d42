//! What a host sees of what it judges, and what its asker knows of that.

use std::mem;
use std::sync::mpsc;
use std::time::Instant;

use crate::error::GaveUp;
use crate::wire::{Ask, Outcome, Stage};
use mousetrap_judge::{CaseResult, Event, Record, SubmissionResult, Verdict};

/// What was seen of a submission so far.
pub(crate) struct Seen {
    stage: Stage,
    cases: Vec<CaseResult>,
    /// How many of them the asker knows.
    sent: usize,
    said: Stage,
    end: Option<Result<End, String>>,
    pub moved: Instant,
    /// When the asker was heard last.
    pub heard: Instant,
}

enum End {
    Finished(SubmissionResult),
    Skipped(mousetrap_judge::Skip),
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            stage: Stage::default(),
            cases: Vec::new(),
            sent: 0,
            said: Stage::default(),
            end: None,
            moved: Instant::now(),
            heard: Instant::now(),
        }
    }
}

impl Seen {
    pub(crate) fn take_in(&mut self, events: &mpsc::Receiver<Event>) {
        for event in events.try_iter() {
            self.moved = Instant::now();
            match event {
                Event::Preparing { failed, .. } => {
                    self.stage.prepared = Some(failed.map_or(Ok(()), Err));
                }
                Event::Started { .. } => self.stage.started = true,
                Event::Case { result, .. } => {
                    let mut known = self.cases.iter_mut();
                    match known.find(|known| known.id == result.id) {
                        Some(known) => *known = *result,
                        None => self.cases.push(*result),
                    }
                }
                Event::Finished { result, .. } => self.end = Some(Ok(End::Finished(*result))),
                Event::Skipped { skip, .. } => self.end = Some(Ok(End::Skipped(skip))),
                Event::Failed { error, .. } => self.end = Some(Err(error)),
                _ => {}
            }
        }
    }

    pub(crate) fn is_news(&self) -> bool {
        self.sent < self.cases.len() || self.said != self.stage
    }

    /// What the asker does not know yet.
    pub(crate) fn news(&mut self, submission: usize, token: &str) -> Ask {
        let new = &self.cases[self.sent..];
        let news = (!new.is_empty()).then(|| Record::new(&UNFINISHED, new));
        self.sent = self.cases.len();
        self.said = self.stage.clone();
        Ask::Moves {
            submission,
            token: token.to_owned(),
            stage: self.stage.clone(),
            news,
        }
    }

    pub(crate) fn outcome(mut self) -> Result<Option<Outcome>, GaveUp> {
        let cases = mem::take(&mut self.cases);
        match self.end.transpose()? {
            Some(End::Finished(result)) => {
                let record = Record::new(&result, &cases);
                Ok(Some(Outcome::Judged(self.stage, record)))
            }
            Some(End::Skipped(skip)) => Ok(Some(Outcome::Skipped(skip))),
            None => Ok(None),
        }
    }
}

/// Of a submission that has no verdict yet.
const UNFINISHED: SubmissionResult = SubmissionResult::new(Verdict::Accepted);
