//! One ticket at a host, from drawn to acknowledged.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, mpsc};
use std::time::{Duration, Instant};

use async_nats::client::RequestErrorKind;
use async_nats::jetstream::{AckKind, Message};
use serde::de::DeserializeOwned;
use tokio::task::JoinHandle;

use crate::error::GaveUp;
use crate::host::Desk;
use crate::seen::Seen;
use crate::suite;
use crate::wire::{Answer, Ask, Enclosed, Load, Outcome, Suite, Ticket, asker_subject, bytes};
use cat_and_mouse::problem::Problem;
use mousetrap_base::printable::one_line;
use mousetrap_judge::{Engine as _, Event, digest_of_bytes};
use mousetrap_suite::Case;

/// How often the host looks at what it judges.
const TICK: Duration = Duration::from_millis(100);
/// How often the asker hears of it.
const NEWS: Duration = Duration::from_millis(300);
/// How often broker and asker hear that it moves.
const PULSE: Duration = Duration::from_secs(2);
/// How long a verdict that cannot be handed over is kept, while the broker is there.
const INSIST: Duration = Duration::from_mins(1);
/// How long an asker is waited for that the broker does not know.
const ABSENT: Duration = Duration::from_secs(5);
/// Tickets of askers that are not there come back so often.
const GIVEN_BACK: i64 = 10;
/// What a message may have; the broker takes 1 MiB.
const LARGEST: usize = 1000 * 1024;
/// A suite or a submission that is longer is not fetched.
const LARGEST_SUITE: usize = 256 << 20;
/// Longer than a part takes between two signs that it moves.
const PART: Duration = Duration::from_mins(10);
/// Suites that are kept.
const SUITES: usize = 8;

/// The cases of a suite, under their problem.
type Cases = BTreeMap<&'static str, Vec<Case>>;

/// The suites that were fetched, the latest last.
#[derive(Debug, Default)]
pub(crate) struct Suites(tokio::sync::Mutex<Vec<(String, Arc<Cases>)>>);

/// Why nothing was answered.
enum Unheard {
    /// Nobody is there to answer.
    Nobody,
    /// The broker is not there.
    Away,
    Broken,
}

impl Desk {
    async fn ask(&self, asker: &str, ask: &Ask) -> Result<Answer, Unheard> {
        if !self.is_connected() {
            return Err(Unheard::Away);
        }
        let request = self.client.request(asker_subject(asker), bytes(ask).into());
        let answer = request.await.map_err(|error| match error.kind() {
            RequestErrorKind::NoResponders => Unheard::Nobody,
            _ => Unheard::Broken,
        })?;
        serde_json::from_slice(&answer.payload).map_err(|_| Unheard::Broken)
    }

    /// Does what a ticket stands for.
    pub(crate) async fn work(&self, message: &Message, figure: Option<Duration>) {
        let done = match serde_json::from_slice::<Ticket>(&message.payload) {
            Ok(ticket) => self.do_work(&ticket, Some(message), figure).await,
            Err(_) => AckKind::Term,
        };
        let _ = message.ack_with(done).await;
    }

    /// The same, with the message in which the broker brought it, if it did; what is to
    /// be said of that to the broker.
    pub(crate) async fn do_work(
        &self,
        ticket: &Ticket,
        message: Option<&Message>,
        figure: Option<Duration>,
    ) -> AckKind {
        let begin = Ask::Begin {
            host: self.card.id.clone(),
            submission: ticket.submission,
            attempt: ticket.attempt,
            secret: ticket.secret.clone(),
            figure,
        };
        let later = |seconds| AckKind::Nak(Some(Duration::from_secs(seconds)));
        let work = match self.ask(&ticket.asker, &begin).await {
            Ok(Answer::Work(work)) => work,
            Ok(Answer::Unknown) => {
                self.announce(false).await;
                return later(0);
            }
            Ok(Answer::Busy(_)) => return later(5),
            Ok(Answer::Elsewhere) => {
                tokio::time::sleep(TICK).await;
                return later(1);
            }
            Ok(Answer::Refused(differs)) => {
                self.says_why_not(&ticket.asker, &differs);
                tokio::time::sleep(Duration::from_secs(1)).await;
                return later(1);
            }
            Ok(_) => return AckKind::Ack,
            Err(_) => {
                let info = message.and_then(|message| message.info().ok());
                let times = info.map_or(0, |info| info.delivered);
                // Who asked may only be cut off; it publishes again what it misses.
                return if times >= GIVEN_BACK {
                    AckKind::Term
                } else {
                    later(2)
                };
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        let own = (ticket.asker.clone(), Arc::clone(&stop));
        let stops = || self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        stops().push(own);
        if self.is_stopping() {
            stop.store(true, Ordering::Relaxed);
        }
        let name = self.says_what_begins(&ticket.asker, &work.name);
        let begun = Instant::now();
        let taken = AtomicBool::new(false);
        let held = Held {
            desk: self,
            ticket,
            token: &work.token,
            message,
            taken: &taken,
        };
        let outcome = held.outcome(&work.load, &stop).await;
        stops().retain(|(_, other)| !Arc::ptr_eq(other, &stop));
        let (submission, token) = (ticket.submission, work.token.clone());
        let outcome = match outcome {
            Ok(Some(outcome)) => outcome,
            Ok(None) if self.is_stopping() => {
                Outcome::GaveUp("the host was stopped".to_owned(), false)
            }
            // Whoever has it now acknowledges it.
            Ok(None) if taken.load(Ordering::Relaxed) => return later(5),
            Ok(None) => return AckKind::Ack,
            Err(words) => Outcome::GaveUp(words.0, true),
        };
        if !matches!(outcome, Outcome::GaveUp(..)) {
            // Before it is handed over: after the last, who asks may say at once that
            // all is over.
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, number)) = done.get_mut(&ticket.asker) {
                *number += 1;
            }
        }
        if self.setup.verbose {
            let (failed, took) = match &outcome {
                Outcome::GaveUp(words, _) => (format!(": {}", one_line(words)), begun.elapsed()),
                _ => (String::new(), begun.elapsed()),
            };
            (self.setup.say)(&format!("ends {name} after {took:.1?}{failed}"));
        }
        let mut done = Ask::Done {
            submission,
            token: token.clone(),
            outcome,
        };
        let length = bytes(&done).len();
        if length > LARGEST {
            done = Ask::Done {
                submission,
                token,
                outcome: Outcome::GaveUp(
                    format!("its results take {length} bytes, more than a message may have"),
                    true,
                ),
            };
        }
        let mut begun = Instant::now();
        while begun.elapsed() < INSIST {
            match self.ask(&ticket.asker, &done).await {
                Ok(Answer::Kept) => return AckKind::Ack,
                // Whoever has it now acknowledges it.
                Ok(_) => return later(5),
                Err(_) if self.is_stopping() => break,
                Err(Unheard::Away) => {
                    begun = Instant::now();
                    tokio::time::sleep(TICK).await;
                }
                Err(Unheard::Nobody) if begun.elapsed() > ABSENT => break,
                Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
            }
        }
        later(2)
    }

    /// Says why this asker gives it nothing, once.
    fn says_why_not(&self, asker: &str, differs: &str) {
        let differs: String = one_line(differs).chars().take(400).collect();
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() >= 100 {
            refused.clear();
        }
        if refused.insert((asker.to_owned(), differs.clone())) {
            (self.setup.say)(&format!(
                "refused: this host {differs}; who asks gives it no work"
            ));
        }
    }

    /// Says what begins: the first for who asks, and each where the user wants that.
    fn says_what_begins(&self, asker: &str, name: &str) -> String {
        let name: String = one_line(name).chars().take(200).collect();
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = !done.contains_key(asker);
        if is_new {
            // Of those who went without a word nothing more is said.
            if done.len() >= 100 {
                done.clear();
            }
            done.insert(asker.to_owned(), (name.clone(), 0));
        }
        drop(done);
        if self.setup.verbose {
            (self.setup.say)(&format!("begins {name}"));
        } else if is_new {
            (self.setup.say)(&format!("work has come; {name} is the first of it"));
        }
        name
    }
}

/// What is done under a ticket.
struct Held<'a> {
    desk: &'a Desk,
    ticket: &'a Ticket,
    token: &'a str,
    /// In which the broker brought the ticket.
    message: Option<&'a Message>,
    /// Whether it is somebody else's by now.
    taken: &'a AtomicBool,
}

impl Held<'_> {
    /// What comes of the work; nothing if it was stopped. An error is a failure of
    /// the judge.
    async fn outcome(
        &self,
        load: &Load,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Outcome>, GaveUp> {
        let (sender, events) = mpsc::channel();
        let threads = Arc::clone(&self.desk.threads);
        let stopped = Arc::clone(stop);
        match load {
            Load::Submission(judgement) => {
                let parcel = self.enclosed(&judgement.parcel).await?;
                let cases = self.suite(&judgement.suite).await?;
                let each = cases.values().flatten();
                let longest = each.map(|case| case.limits.wall).max();
                let mut options = judgement.terms.options(self.desk.setup.judge);
                options.pace /= self.desk.setup.clock;
                // Longer than anything may take that gives no sign in between.
                let patience = options.compile.wall.max(3 * longest.unwrap_or_default()) * 2;
                let patience = patience.mul_f64(options.pace.max(1.0));
                let languages = self.desk.setup.languages.clone();
                let judging = tokio::task::spawn_blocking(move || {
                    let submission = parcel.open(&languages).map_err(|error| error.to_string())?;
                    let one = std::num::NonZero::<usize>::MIN;
                    let options = options.with_jobs(Some(one));
                    let judged = threads.judge(&[submission], &cases, &options, &stopped, &sender);
                    judged.map_err(|error| error.to_string())
                });
                let followed = self.follow((stop, patience), events, judging);
                let (seen, ()) = followed.await?;
                seen.outcome()
            }
            Load::Part(part) => {
                let task = self.enclosed(&part.task).await?;
                let cases = match &part.suite {
                    Some(suite) => self.suite(suite).await?,
                    None => Arc::default(),
                };
                let doing = tokio::task::spawn_blocking(move || {
                    let moves = || {
                        let (submission, worker) = (0, 0);
                        let _ = sender.send(Event::Started { submission, worker });
                    };
                    let cases = cases.values().next().map_or(&[][..], Vec::as_slice);
                    let done = threads.part((&task, cases), &stopped, &moves);
                    done.map_err(|error| error.to_string())
                });
                let followed = self.follow((stop, PART), events, doing);
                let (_, result) = followed.await?;
                Ok(result.map(Outcome::Part))
            }
        }
    }

    /// Waits for what a thread does, and says meanwhile that it moves.
    async fn follow<T>(
        &self,
        (stop, patience): (&AtomicBool, Duration),
        events: mpsc::Receiver<Event>,
        mut doing: JoinHandle<Result<T, String>>,
    ) -> Result<(Seen, T), GaveUp> {
        let mut seen = Seen::default();
        let mut pulse = Instant::now();
        let mut acknowledged = Instant::now();
        loop {
            let over = tokio::select! {
                done = &mut doing => Some(done),
                () = tokio::time::sleep(TICK) => None,
            };
            seen.take_in(&events);
            if let Some(done) = over {
                let done = done.map_err(|panic| format!("the judge failed: {panic}"))??;
                return Ok((seen, done));
            }
            let moves = seen.moved.elapsed() < patience;
            if moves && acknowledged.elapsed() > PULSE {
                acknowledged = Instant::now();
                if let Some(message) = self.message
                    && self.desk.is_connected()
                {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
            let due = if seen.is_news() { NEWS } else { PULSE };
            if moves && pulse.elapsed() > due {
                pulse = Instant::now();
                let moves = seen.news(self.ticket.submission, self.token);
                match self.desk.ask(&self.ticket.asker, &moves).await {
                    Ok(Answer::Stop) => {
                        self.taken.store(true, Ordering::Relaxed);
                        stop.store(true, Ordering::Relaxed);
                    }
                    Ok(_) | Err(Unheard::Away) => seen.heard = Instant::now(),
                    Err(Unheard::Nobody) if seen.heard.elapsed() > ABSENT => {
                        stop.store(true, Ordering::Relaxed);
                    }
                    Err(_) if seen.heard.elapsed() > INSIST => stop.store(true, Ordering::Relaxed),
                    Err(_) => {}
                }
            }
        }
    }

    /// What came with the work, or is fetched for it.
    async fn enclosed<T: Clone + DeserializeOwned>(
        &self,
        enclosed: &Enclosed<T>,
    ) -> Result<T, GaveUp> {
        let digest = match enclosed {
            Ok(here) => return Ok(here.clone()),
            Err(digest) => digest,
        };
        let bytes = self.fetch(digest).await?;
        if digest_of_bytes(&bytes) != *digest {
            return Err("what was to be done was damaged on its way".into());
        }
        Ok(serde_json::from_slice(&bytes).map_err(|error| error.to_string())?)
    }

    /// The cases of a suite.
    async fn suite(&self, suite: &Suite) -> Result<Arc<Cases>, GaveUp> {
        let problem = Problem::by_id(&suite.problem);
        let problem = problem.ok_or_else(|| format!("unknown problem {}", suite.problem))?;
        let digest = suite.digest.as_str();
        // Held while it is fetched: once is enough.
        let mut known = self.desk.suites.0.lock().await;
        if let Some(place) = known.iter().position(|(of, _)| of == digest) {
            let found = known.remove(place);
            let cases = Arc::clone(&found.1);
            known.push(found);
            return Ok(cases);
        }
        let bytes = self.fetch(digest).await?;
        let cases = suite::read(problem, digest, &bytes)?;
        let cases = Arc::new(Cases::from([(problem.id(), cases)]));
        if known.len() >= SUITES {
            known.remove(0);
        }
        known.push((digest.to_owned(), Arc::clone(&cases)));
        Ok(cases)
    }

    /// What the asker has under this digest, piece by piece.
    async fn fetch(&self, digest: &str) -> Result<Vec<u8>, GaveUp> {
        let mut all = Vec::new();
        let begun = Instant::now();
        loop {
            let piece = Ask::Piece {
                submission: self.ticket.submission,
                token: self.token.to_owned(),
                digest: digest.to_owned(),
                at: all.len(),
            };
            match self.desk.ask(&self.ticket.asker, &piece).await {
                Ok(Answer::Piece { length, bytes }) => {
                    if length > LARGEST_SUITE || bytes.is_empty() && length > all.len() {
                        return Err(
                            format!("who asked sends {length} bytes, or none of them").into()
                        );
                    }
                    all.extend(bytes);
                    if all.len() >= length {
                        return Ok(all);
                    }
                }
                Ok(_) => return Err("who asked has not what it asked about".into()),
                Err(_) if begun.elapsed() > INSIST || self.desk.is_stopping() => {
                    return Err("who asked does not answer".into());
                }
                Err(_) => tokio::time::sleep(TICK).await,
            }
        }
    }
}
