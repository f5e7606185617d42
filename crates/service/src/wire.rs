//! A judgement as it is kept and sent: all that reports are made from.

use std::collections::BTreeMap;
use std::time::Duration;

use cat_and_mouse::Game;
use mousetrap_base::Choice as _;
use mousetrap_judge::{CaseResult, Event, Failing, Record, Skip, SubmissionInfo, SubmissionResult};
use mousetrap_model::Clock;
use mousetrap_model::Form;
use mousetrap_model::Verdict;
use serde::{Deserialize, Serialize};

use crate::store::Submission;

/// What the judge says of one submission.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judged {
    problem: String,
    language: String,
    language_name: String,
    form: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encoding: Option<String>,
    cases: usize,
    /// Stands for its language, form, problem and text.
    source: String,
    isolation: String,
    clock: Clock,
    outcome: Outcome,
    /// What the cases say that it failed, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    failing: BTreeMap<String, CaseText>,
}

/// How judging ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Record(Record),
    Skipped(Skip),
    Failed(String),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct CaseText {
    input: String,
    leetcode: String,
    max_plies: Option<u32>,
    drawing: String,
    answer: String,
}

/// Takes in the events of one submission.
#[derive(Debug, Default)]
pub(crate) struct Events {
    info: Option<(SubmissionInfo, String, Clock)>,
    pub(crate) cases: Vec<CaseResult>,
    outcome: Option<Outcome>,
}

impl Events {
    pub(crate) fn take(&mut self, event: &Event) {
        match event {
            Event::RunStarted {
                submissions,
                isolation,
                clock,
                ..
            } => {
                let info = submissions.first().cloned();
                self.info = info.map(|info| (info, isolation.clone(), *clock));
            }
            // Whatever was said before is void.
            Event::Compiling { .. } => self.cases.clear(),
            Event::Case { result, .. } => {
                let same = self.cases.iter_mut().rfind(|known| known.id == result.id);
                match same {
                    Some(known) => known.clone_from(result),
                    None => self.cases.push((**result).clone()),
                }
            }
            Event::Finished { result, .. } => {
                self.outcome = Some(Outcome::Record(Record::new(result, &self.cases)));
            }
            Event::Skipped { skip, .. } => self.outcome = Some(Outcome::Skipped(skip.clone())),
            Event::Failed { error, .. } => self.outcome = Some(Outcome::Failed(error.clone())),
            _ => {}
        }
    }

    /// The judgement; none where it has not ended.
    pub(crate) fn judged(&self) -> Option<Judged> {
        let (info, isolation, clock) = self.info.clone()?;
        let failing = self.cases.iter().filter_map(|case| {
            let failing = case.failing.clone()?;
            let case_of = CaseText {
                input: failing.input,
                leetcode: failing.leetcode,
                max_plies: failing.max_plies,
                drawing: failing.drawing,
                answer: failing.answer,
            };
            Some((case.id.0.clone(), case_of))
        });
        Some(Judged {
            failing: failing.collect(),
            problem: info.problem,
            language: info.language,
            language_name: info.language_name,
            form: info.form.name().to_owned(),
            encoding: info.encoding,
            cases: info.cases,
            source: info.source,
            isolation,
            clock,
            outcome: self.outcome.clone()?,
        })
    }
}

impl Judged {
    fn result(self) -> Option<(SubmissionResult, Vec<CaseResult>)> {
        let Outcome::Record(record) = self.outcome else {
            return None;
        };
        record.read(|id, verdict, reply| {
            let case = self
                .failing
                .get(&id.0)
                .filter(|_| verdict != Verdict::Accepted)?;
            Some(Failing {
                input: case.input.clone(),
                leetcode: case.leetcode.clone(),
                max_plies: case.max_plies,
                drawing: case.drawing.clone(),
                answer: case.answer.clone(),
                reply,
            })
        })
    }

    fn info(&self, path: &str) -> Option<SubmissionInfo> {
        Some(SubmissionInfo {
            path: path.into(),
            problem: Game::by_id(&self.problem)?.id().to_owned(),
            language: self.language.clone(),
            language_name: self.language_name.clone(),
            form: Form::named(&self.form)?,
            encoding: self.encoding.clone(),
            expected: Verdict::Accepted,
            is_placed: false,
            cases: self.cases,
            source: self.source.clone(),
        })
    }
}

/// The events of a run in which these were judged, each under the name of its file. What
/// no judge can have said is left out.
pub fn replay(judged: Vec<(String, Judged)>, wall: Duration) -> Vec<Event> {
    let known = judged
        .into_iter()
        .filter_map(|(path, one)| Some((one.info(&path)?, one)));
    let (infos, all): (Vec<_>, Vec<_>) = known.unzip();
    let mut events = vec![Event::RunStarted {
        submissions: infos,
        jobs: 1,
        isolation: all
            .first()
            .map(|one| one.isolation.clone())
            .unwrap_or_default(),
        clock: all.first().map_or(Clock::Tree, |one| one.clock),
    }];
    for (submission, one) in all.into_iter().enumerate() {
        match &one.outcome {
            Outcome::Skipped(skip) => {
                let skip = skip.clone();
                events.push(Event::Skipped { submission, skip });
            }
            Outcome::Failed(error) => {
                let error = error.clone();
                events.push(Event::Failed { submission, error });
            }
            Outcome::Record(_) => {
                let Some((result, cases)) = one.result() else {
                    let error = "the record of this judgement contradicts itself".to_owned();
                    events.push(Event::Failed { submission, error });
                    continue;
                };
                events.extend(cases.into_iter().map(|result| Event::Case {
                    submission,
                    result: Box::new(result),
                }));
                let result = Box::new(result);
                events.push(Event::Finished { submission, result });
            }
        }
    }
    events.push(Event::RunFinished {
        interrupted: false,
        wall,
    });
    events
}

/// There is no judgement of a submission, for this reason.
pub fn failed(found: &mousetrap_judge::Submission<'_>, error: String) -> Judged {
    let language = &found.detected.language;
    Judged {
        problem: found.problem.id.clone(),
        language: language.id.clone(),
        language_name: language.name.clone(),
        form: found.detected.form.name().to_owned(),
        source: found.source.clone(),
        ..nothing(error)
    }
}

/// The same of one that was taken in before.
pub(crate) fn not_judged(submission: &Submission, language_name: &str, error: String) -> Judged {
    Judged {
        problem: submission.problem.clone(),
        language: submission.language.clone(),
        language_name: language_name.to_owned(),
        form: submission.form.clone(),
        source: submission.id.clone(),
        ..nothing(error)
    }
}

fn nothing(error: String) -> Judged {
    Judged {
        problem: String::new(),
        language: String::new(),
        language_name: String::new(),
        form: String::new(),
        encoding: None,
        cases: 0,
        source: String::new(),
        isolation: String::new(),
        clock: Clock::Tree,
        outcome: Outcome::Failed(error),
        failing: BTreeMap::new(),
    }
}
