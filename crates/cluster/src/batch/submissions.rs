//! Submissions as what is handed out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::goods::{Goods, Refusal, Taken, Taker};
use crate::pace;
use crate::suite::{self, Shelf};
use crate::wire::{Judgement, Load, Outcome, Stage, Suite};
use mousetrap_base::printable::named;
use mousetrap_judge::config::JudgeOptions;
use mousetrap_judge::language::Language;
use mousetrap_judge::{
    CaseResult, Event, Failing, Host, JudgeError, Options, Parcel, Record, Submission,
    SubmissionResult, Terms, Undone, Verdict,
};
use mousetrap_sandbox::Isolation;
use mousetrap_suite::{Case, CaseId};

/// So exact are factors: at least this share of a limit is borderline.
const BORDERLINE: f64 = 0.3;
/// How long another host is waited for.
const ELSEWHERE: Duration = Duration::from_secs(20);

/// The cases of a problem.
type Cases<'a> = BTreeMap<&'a CaseId, &'a Case>;

/// Submissions, and who hears of them.
pub(crate) struct Submissions<'a> {
    all: &'a [Submission<'a>],
    cases: BTreeMap<&'static str, Cases<'a>>,
    options: &'a Options,
    events: &'a Sender<Event>,
    /// Digests by problem.
    suites: BTreeMap<&'static str, String>,
    /// Those that are the same as another.
    same: BTreeMap<usize, usize>,
    /// What references take on the machine that limits are for, by language: this one,
    /// or the first host where this has none.
    figures: BTreeMap<String, Duration>,
    /// Who has it, and its card.
    hosts: BTreeMap<usize, (Host, String)>,
    /// What was borderline on one host, and is judged on another.
    firsts: BTreeMap<usize, First>,
    /// What was reported of those that hosts have.
    reported: BTreeMap<usize, Reported>,
    /// Whose factor was said to be odd, and of which language.
    odd: BTreeSet<(String, String)>,
    /// Where what the user should know is said.
    say: fn(&str),
}

/// A borderline judgement, and the card of its host.
struct First {
    card: String,
    at: Instant,
    stage: Stage,
    result: SubmissionResult,
    results: Vec<CaseResult>,
}

/// What was reported under the last grant.
#[derive(Debug, Default)]
struct Reported {
    worker: usize,
    stage: Stage,
    results: Vec<CaseResult>,
}

impl<'a> Submissions<'a> {
    pub(crate) fn new(
        submissions: &'a [Submission<'a>],
        cases: &'a BTreeMap<&'static str, Vec<Case>>,
        options: &'a Options,
        events: &'a Sender<Event>,
        figures: BTreeMap<String, Duration>,
        (shelf, say): (&mut Shelf, fn(&str)),
    ) -> Self {
        let same = if options.same_once {
            mousetrap_judge::repeated(submissions)
        } else {
            BTreeMap::new()
        };
        let suites = cases
            .iter()
            .map(|(problem, cases)| (*problem, shelf.put(suite::write(cases))))
            .collect();
        let by_id = |(&problem, cases): (&&'static str, &'a Vec<Case>)| {
            let cases = cases.iter().map(|case| (&case.id, case));
            (problem, cases.collect())
        };
        Self {
            all: submissions,
            cases: cases.iter().map(by_id).collect(),
            options,
            events,
            suites,
            same,
            figures,
            hosts: BTreeMap::new(),
            firsts: BTreeMap::new(),
            reported: BTreeMap::new(),
            odd: BTreeSet::new(),
            say,
        }
    }

    /// How many cases a submission has.
    pub(crate) fn number(&self, submission: &Submission<'_>) -> usize {
        let cases = self.cases.get(submission.problem.id());
        cases.map_or(0, BTreeMap::len)
    }

    fn read(
        &self,
        number: usize,
        record: Record,
    ) -> Option<(SubmissionResult, Vec<CaseResult>, &Cases<'a>)> {
        let cases = self.cases.get(self.all[number].problem.id())?;
        let (result, results) = read(record, cases)?;
        Some((result, results, cases))
    }

    /// Reports what is new.
    fn report(&mut self, submission: usize, stage: Stage, results: Vec<CaseResult>) {
        let reported = self.reported.entry(submission).or_default();
        let worker = reported.worker;
        if let (Some(prepared), None) = (&stage.prepared, &reported.stage.prepared) {
            let _ = self.events.send(Event::Preparing {
                submission,
                worker,
                failed: prepared.clone().err(),
            });
        }
        if stage.started && !reported.stage.started {
            let _ = self.events.send(Event::Started { submission, worker });
        }
        reported.stage = stage;
        for (place, result) in results.into_iter().enumerate() {
            let is_new = match reported.results.get(place) {
                None => {
                    reported.results.push(result.clone());
                    true
                }
                Some(reported) => {
                    (reported.verdict, &reported.detail) != (result.verdict, &result.detail)
                }
            };
            if is_new {
                let result = Box::new(result);
                let _ = self.events.send(Event::Case { submission, result });
            }
        }
    }

    /// Who took too long by less than this share of the limit is judged on another host.
    const fn borderline(&self) -> f64 {
        self.options.judge.borderline.max(BORDERLINE)
    }

    /// Takes in a judgement: it counts, or is repeated on another host where that may
    /// change it. The better of two counts.
    fn judged(&mut self, submission: usize, mut now: First, another: bool) -> Taken {
        let failing = |one: &&CaseResult| one.verdict != Verdict::Accepted;
        let too_slow = Verdict::TimeLimitExceeded;
        let is_borderline = now.result.verdict == too_slow
            && now.results.iter().find(failing).is_some_and(|one| {
                let close = one.measured.is_borderline(&one.limits, self.borderline());
                one.verdict == too_slow && close
            });
        match self.firsts.remove(&submission) {
            None if is_borderline && another => {
                self.firsts.insert(submission, now);
                return Taken::Again;
            }
            Some(mut first) => {
                let worse = now.result.verdict != Verdict::Accepted
                    && accepted(&now.results) < accepted(&first.results);
                if worse {
                    std::mem::swap(&mut first, &mut now);
                    self.begin(submission, 0);
                }
                let before = words(&first.result);
                if let Some(host) = &mut now.result.host {
                    host.before = before;
                }
            }
            None => {}
        }
        self.finish(submission, now);
        Taken::Over
    }

    fn finish(&mut self, submission: usize, judged: First) {
        self.report(submission, judged.stage, judged.results);
        let result = Box::new(judged.result);
        self.end(submission, Event::Finished { submission, result });
    }

    /// The last that is heard of it.
    fn end(&mut self, number: usize, event: Event) {
        self.reported.remove(&number);
        let _ = self.events.send(event);
        let same = self.same.iter().filter(|(_, first)| **first == number);
        for (&submission, &first) in same {
            let _ = self.events.send(Event::Same { submission, first });
        }
    }
}

impl Goods for Submissions<'_> {
    fn needs(&self) -> Vec<Option<Vec<&Language>>> {
        let numbered = self.all.iter().enumerate();
        let needs = numbered.map(|(number, submission)| {
            let over = submission.is_done || self.same.contains_key(&number);
            (!over).then(|| vec![submission.detected.language])
        });
        needs.collect()
    }

    fn isolation(&self) -> Option<Isolation> {
        Some(self.options.isolation)
    }

    fn load(
        &mut self,
        number: usize,
        taker: &Taker<'_>,
        shelf: &mut Shelf,
    ) -> Result<Load, JudgeError> {
        let submission = &self.all[number];
        let parcel = Parcel::of(submission)?;
        let problem = submission.problem.id();
        let factor = taker.figure.map_or(1.0, |figure| {
            let of = self.figures.entry(submission.detected.language.id.clone());
            pace::factor(figure, *of.or_insert(figure))
        });
        let host = Host {
            name: taker.card.name.clone(),
            factor,
            before: None,
        };
        let language = &submission.detected.language.name;
        let known = (taker.card.id.clone(), language.clone());
        if let Some(oddity) = pace::oddity(factor)
            && self.odd.insert(known)
        {
            (self.say)(&format!("{}: {language} {oddity}", host.name));
        }
        self.hosts.insert(number, (host, taker.card.id.clone()));
        Ok(Load::Submission(Box::new(Judgement {
            suite: Suite {
                problem: problem.to_owned(),
                digest: self.suites.get(problem).cloned().unwrap_or_default(),
            },
            parcel: shelf.enclosed(&parcel),
            terms: Terms::from(&Options {
                pace: factor,
                judge: JudgeOptions {
                    borderline: self.borderline(),
                    ..self.options.judge
                },
                ..*self.options
            }),
        })))
    }

    fn begin(&mut self, number: usize, worker: usize) {
        let begun = Reported {
            worker,
            ..Reported::default()
        };
        self.reported.insert(number, begun);
        let submission = number;
        let _ = self.events.send(Event::Compiling { submission, worker });
    }

    fn advance(&mut self, number: usize, stage: Stage, news: Option<Record>) {
        let news = news.and_then(|record| self.read(number, record));
        let reported = self
            .reported
            .get(&number)
            .map(|reported| reported.results.clone());
        let mut all = reported.unwrap_or_default();
        all.extend(news.map(|(_, results, _)| results).unwrap_or_default());
        self.report(number, stage, all);
    }

    fn is_for_another(&self, number: usize, card: &str) -> bool {
        let first = self.firsts.get(&number);
        first.is_some_and(|first| first.card == card && first.at.elapsed() < ELSEWHERE)
    }

    fn take(
        &mut self,
        submission: usize,
        outcome: Outcome,
        another: bool,
    ) -> Result<Taken, Refusal> {
        match outcome {
            Outcome::Judged(stage, record) => match self.read(submission, record) {
                Some((result, ..)) if result.from_cache && !self.options.reuse => {
                    Err(Refusal::Reused)
                }
                Some((mut result, results, cases))
                    if results.iter().all(is_within)
                        && result.follows_from(&results, cases.len()) =>
                {
                    let (host, card) = self.hosts.remove(&submission).unzip();
                    result.host = host;
                    let now = First {
                        card: card.unwrap_or_default(),
                        at: Instant::now(),
                        stage,
                        result,
                        results,
                    };
                    Ok(self.judged(submission, now, another))
                }
                _ => Err(Refusal::Contradiction),
            },
            Outcome::Skipped(mut skip) => {
                if let Some((host, _)) = self.hosts.get(&submission) {
                    skip.remedy = format!("{} # on {}", skip.remedy, host.name);
                }
                self.end(submission, Event::Skipped { submission, skip });
                Ok(Taken::Over)
            }
            _ => Err(Refusal::OtherWork),
        }
    }

    fn late(&mut self, submission: usize, said: String) {
        let _ = self.events.send(Event::Late { submission, said });
    }

    fn lose(&mut self, submission: usize, why: Undone) {
        // What a host has judged is not lost with the one that was to repeat it.
        if let Some(first) = self.firsts.remove(&submission) {
            self.begin(submission, 0);
            self.finish(submission, first);
            return;
        }
        let event = match why {
            Undone::Lacking(skip) => Event::Skipped { submission, skip },
            Undone::Failed(error) => Event::Failed { submission, error },
        };
        self.end(submission, event);
    }

    fn name(&self, number: usize) -> String {
        named(&self.all[number].path)
    }

    fn said(&self, number: usize, outcome: Outcome) -> String {
        match outcome {
            Outcome::Judged(_, record) => self.read(number, record).map_or_else(
                || "something that contradicts itself".to_owned(),
                |(result, ..)| result.verdict.code().to_owned(),
            ),
            Outcome::Part(_) => "something of other work".to_owned(),
            Outcome::Skipped(skip) => skip.reason,
            Outcome::GaveUp(words, _) => words,
        }
    }
}

/// How many cases were accepted.
fn accepted(results: &[CaseResult]) -> usize {
    let accepted = |result: &&CaseResult| result.verdict == Verdict::Accepted;
    results.iter().filter(accepted).count()
}

/// How a judgement is reported beside another that counts.
fn words(result: &SubmissionResult) -> Option<String> {
    let host = result.host.as_ref()?;
    let (name, factor) = (&host.name, host.factor);
    Some(format!("{name} × {factor:.2}: {}", result.verdict.code()))
}

/// What a record says of a run on these cases.
fn read(record: Record, cases: &Cases<'_>) -> Option<(SubmissionResult, Vec<CaseResult>)> {
    let failing = |id: &CaseId, verdict: Verdict, reply| {
        let case = cases.get(id)?;
        Failing::of(case, verdict, reply)
    };
    let (result, results) = record.read(failing)?;
    let known = results.iter().all(|result| cases.contains_key(&result.id));
    known.then_some((result, results))
}

/// Whether what is accepted was within its limits, give or take how exact they are.
fn is_within(result: &CaseResult) -> bool {
    let (used, limits) = (&result.measured, &result.limits);
    result.verdict != Verdict::Accepted
        || used.cpu <= limits.cpu.saturating_mul(2)
            && used.wall <= limits.wall.saturating_mul(2)
            && used.memory.0 <= limits.memory.0.saturating_mul(2)
}
