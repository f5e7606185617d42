//! The record of a judgement up to schema 2.

use std::collections::BTreeMap;
use std::time::Duration;

use mousetrap_model::Message;
use mousetrap_model::{
    CaseId, CaseResult, Clock, FailingCase, Form, GaveUp, Judgement, Limits, Run, RunHeader, Skip,
    SubmissionInfo, SubmissionOutcome, Usage, Verdict,
};
use mousetrap_util::Bytes;
use serde::Deserialize;

use crate::run::single;

/// A submission and its judgement.
#[derive(Deserialize)]
pub(super) struct Record {
    problem: String,
    language: String,
    language_name: String,
    form: Form,
    encoding: Option<String>,
    cases: usize,
    source: String,
    isolation: String,
    clock: Clock,
    outcome: Outcome,
    /// The text of the cases that it failed.
    #[serde(default)]
    failing: BTreeMap<CaseId, CaseText>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Record(OldJudgement),
    Skipped(Skip),
    Failed(String),
}

#[derive(Clone, Deserialize)]
struct CaseText {
    input: String,
    leetcode: String,
    max_plies: Option<u32>,
    answer: String,
}

#[derive(Deserialize)]
struct OldJudgement {
    verdict: OldVerdict,
    #[serde(default)]
    compiler: String,
    complaint: Option<String>,
    unchecked: Option<String>,
    gave_up: Option<OldGaveUp>,
    compile: Option<OldUsage>,
    startup: Option<OldUsage>,
    granted: u64,
    #[serde(default)]
    from_cache: bool,
    limits: Vec<OldLimits>,
    cases: Vec<OldCase>,
}

#[derive(Clone, Copy, Deserialize)]
enum OldVerdict {
    Accepted,
    WrongAnswer,
    TimeLimitExceeded,
    MemoryLimitExceeded,
    OutputLimitExceeded,
    RunTimeError,
    CompileError,
    SecurityViolation,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum OldGaveUp {
    TimeOuts(u32),
    CpuTime(Duration),
    Interrupted,
}

/// CPU time and wall time in nanoseconds, and memory in bytes.
#[derive(Clone, Copy, Deserialize)]
struct OldUsage(u64, u64, u64);

/// CPU time and wall time in nanoseconds, memory and output in bytes.
#[derive(Clone, Copy, Deserialize)]
struct OldLimits(u64, u64, u64, u64);

/// Name, verdict, usage, index of the limits, number of repeats, and details.
#[derive(Deserialize)]
struct OldCase(CaseId, OldVerdict, OldUsage, usize, u32, Option<Details>);

#[derive(Default, Deserialize)]
#[serde(default)]
struct Details {
    detail: String,
    stdout: String,
    stderr: String,
    reply: Option<String>,
}

impl From<OldVerdict> for Verdict {
    fn from(verdict: OldVerdict) -> Self {
        match verdict {
            OldVerdict::Accepted => Self::Accepted,
            OldVerdict::WrongAnswer => Self::WrongAnswer,
            OldVerdict::TimeLimitExceeded => Self::TimeLimitExceeded,
            OldVerdict::MemoryLimitExceeded => Self::MemoryLimitExceeded,
            OldVerdict::OutputLimitExceeded => Self::OutputLimitExceeded,
            OldVerdict::RunTimeError => Self::RunTimeError,
            OldVerdict::CompileError => Self::CompileError,
            OldVerdict::SecurityViolation => Self::SecurityViolation,
        }
    }
}

impl From<OldUsage> for Usage {
    fn from(OldUsage(cpu, wall, memory): OldUsage) -> Self {
        let time = Duration::from_nanos;
        Self::new(time(cpu), time(wall), Bytes(memory))
    }
}

impl From<OldLimits> for Limits {
    fn from(OldLimits(cpu, wall, memory, output): OldLimits) -> Self {
        Self {
            cpu: Duration::from_nanos(cpu),
            wall: Duration::from_nanos(wall),
            memory: Bytes(memory),
            output: Bytes(output),
        }
    }
}

impl From<OldGaveUp> for GaveUp {
    fn from(gave_up: OldGaveUp) -> Self {
        match gave_up {
            OldGaveUp::TimeOuts(count) => Self::TimeOuts(count),
            OldGaveUp::CpuTime(time) => Self::CpuTime(time),
            OldGaveUp::Interrupted => Self::Interrupted,
        }
    }
}

impl OldJudgement {
    /// Returns the judgement, or `None` if the record contradicts itself.
    fn convert(self, failing: &BTreeMap<CaseId, CaseText>) -> Option<Judgement> {
        let result = |OldCase(id, verdict, usage, limits, repeats, details): OldCase| {
            let details = details.unwrap_or_default();
            let text = failing.get(&id).cloned();
            let limits = Limits::from(*self.limits.get(limits)?);
            Some(CaseResult {
                repeats,
                reason: (!details.detail.is_empty()).then(|| details.detail.into()),
                stdout: details.stdout,
                stderr: details.stderr,
                failing: text.map(|text| FailingCase {
                    input: text.input,
                    arguments: text.leetcode,
                    max_plies: text.max_plies,
                    answer: text.answer,
                    reply: details.reply,
                }),
                ..CaseResult::new(id, verdict.into(), usage.into(), limits)
            })
        };
        Some(Judgement {
            verdict: self.verdict.into(),
            compiler_output: self.compiler,
            compile_error: self.complaint.map(Message::from),
            unchecked: self.unchecked.map(Message::from),
            gave_up: self.gave_up.map(Into::into),
            compile: self.compile.map(Into::into),
            startup: self.startup.map(Into::into),
            startup_allowance: Duration::from_nanos(self.granted),
            from_cache: self.from_cache,
            cases: self.cases.into_iter().map(result).collect::<Option<_>>()?,
        })
    }
}

impl Record {
    pub(super) fn run(self, file: &str) -> Option<Run> {
        let header = RunHeader {
            jobs: 1,
            isolation: self.isolation,
            clock: self.clock,
            ..RunHeader::default()
        };
        let info = SubmissionInfo {
            path: file.into(),
            problem: self.problem,
            language: self.language,
            language_name: self.language_name,
            form: self.form,
            encoding: self.encoding,
            expected: None,
            case_count: self.cases,
            digest: self.source,
        };
        let outcome = match self.outcome {
            Outcome::Record(old) => {
                SubmissionOutcome::Judged(Box::new(old.convert(&self.failing)?))
            }
            Outcome::Skipped(skip) => SubmissionOutcome::Skipped(skip),
            Outcome::Failed(error) => SubmissionOutcome::Failed(error.into()),
        };
        Some(single(header, info, outcome))
    }
}
