//! What the judge says of one submission, as pages show it.

use serde::Serialize;

use crate::store::{FAILED, FailingCase, Summary};
use crate::wire::Events;
use mousetrap_model::{CaseResult, Event, Message, Verdict};
use mousetrap_report::failing_instance;

/// What a page that watches is sent.
#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum Step {
    Compiling,
    Running {
        cases: usize,
    },
    Cases {
        run: usize,
        cases: usize,
        accepted: usize,
        cpu_us: u64,
        memory: u64,
    },
}

/// What is known so far.
#[derive(Debug, Default)]
pub(crate) struct Record {
    pub summary: Summary,
    /// What the language of the submission is called.
    pub language: String,
    /// The verdict, once there is one.
    pub verdict: Option<&'static str>,
    pub events: Events,
    is_new: bool,
}

impl Record {
    /// Takes in what happened; what pages are sent at once.
    pub(crate) fn take(&mut self, event: Event) -> Option<Step> {
        self.events.take(&event);
        match event {
            Event::RunStarted { submissions, .. } => {
                self.summary.cases = submissions.first().map_or(0, |info| info.case_count);
            }
            Event::Compiling { .. } => return Some(Step::Compiling),
            Event::Started { .. } => {
                let cases = self.summary.cases;
                return Some(Step::Running { cases });
            }
            Event::Case { .. } => {
                self.is_new = true;
                self.count();
            }
            Event::Judged { judgement, .. } => {
                self.is_new = true;
                self.count();
                self.verdict = Some(judgement.verdict.code());
                self.summary.compiler = judgement.compiler_output;
                self.summary.complaint = judgement.compile_error;
                self.summary.failing = self.failing(judgement.verdict);
            }
            Event::Skipped { skip, .. } => {
                // Who submits can do nothing about it, and paths are not for them.
                tracing::error!(
                    language = self.language,
                    skip.reason,
                    skip.remedy,
                    "skipped"
                );
                let language = self.language.clone();
                self.fail(Message::LanguageUnavailable { language });
            }
            Event::Failed { error, .. } => self.fail(error),
            _ => {}
        }
        None
    }

    /// The judge has failed.
    pub(crate) fn fail(&mut self, error: Message) {
        self.verdict = Some(FAILED);
        self.summary.error = Some(error);
    }

    /// Where the cases stand, if that has changed.
    pub(crate) fn step(&mut self) -> Option<Step> {
        std::mem::take(&mut self.is_new).then_some(Step::Cases {
            run: self.summary.run,
            cases: self.summary.cases,
            accepted: self.summary.accepted,
            cpu_us: self.summary.cpu_us,
            memory: self.summary.memory,
        })
    }

    fn count(&mut self) {
        let accepted = |case: &&CaseResult| case.verdict == Verdict::Accepted;
        let slowest = self.events.cases.iter().max_by_key(|case| case.usage.cpu);
        let largest = { self.events.cases.iter() }.max_by_key(|case| case.usage.memory.0);
        self.summary.run = self.events.cases.len();
        self.summary.accepted = self.events.cases.iter().filter(accepted).count();
        if let (Some(slowest), Some(largest)) = (slowest, largest) {
            self.summary.cpu_us = slowest.usage.cpu.as_micros() as u64;
            self.summary.cpu_limit_us = slowest.limits.cpu.as_micros() as u64;
            self.summary.memory = largest.usage.memory.0;
            self.summary.memory_limit = largest.limits.memory.0;
        }
    }

    fn failing(&self, verdict: Verdict) -> Option<FailingCase> {
        if verdict == Verdict::Accepted {
            return None;
        }
        let numbered = || self.events.cases.iter().enumerate();
        let at = numbered().find(|(_, case)| case.verdict != Verdict::Accepted)?;
        let (number, case) = at;
        let failing = case.failing.as_ref();
        let instance = self
            .events
            .problem()
            .zip(failing)
            .and_then(|(problem, failing)| failing_instance(problem, failing));
        let shown = |show: fn(&mousetrap_model::FailingCase) -> String| failing.map(show);
        Some(FailingCase {
            number: number + 1,
            name: case.id.to_string(),
            detail: case.reason.clone(),
            leetcode: shown(|it| it.arguments.clone()).unwrap_or_default(),
            max_plies: failing.and_then(|it| it.max_plies),
            drawing: instance.map_or_else(String::new, |instance| instance.draw()),
            answer: shown(|it| it.answer.clone()).unwrap_or_default(),
            reply: failing.and_then(|it| it.reply.clone()),
            stdout: case.stdout.clone(),
            stderr: case.stderr.clone(),
        })
    }
}
