//! Converts judgements as builds up to schema 2 stored them: a summary for pages, and a
//! record without the cases that the submission passed in full.

use std::collections::BTreeMap;
use std::time::Duration;

use mousetrap_model::{
    CaseId, CaseResult, Clock, FailingCase, Form, GaveUp, Judgement, Limits, Message, Run,
    RunHeader, Skip, SubmissionInfo, SubmissionOutcome, Usage, Verdict,
};
use mousetrap_util::{Bytes, Choice as _};
use serde::Deserialize;
use sqlx::AnyConnection;

use crate::store::{header_without_judge, single};

row! {
/// A judgement with its submission.
Row {
    submission: String,
    problem: String,
    language: String,
    form: String,
    file: String,
    verdict: String,
    summary: String,
    record: String,
}
}

/// The summary for pages. Only the error is not in the record.
#[derive(Default, Deserialize)]
#[serde(default)]
struct OldSummary {
    error: Option<String>,
}

/// A submission and its judgement.
#[derive(Deserialize)]
struct Record {
    language_name: String,
    encoding: Option<String>,
    cases: usize,
    source: String,
    isolation: String,
    clock: Clock,
    outcome: OldOutcome,
    /// The text of the cases that it failed.
    #[serde(default)]
    failing: BTreeMap<CaseId, CaseText>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum OldOutcome {
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
    #[serde(with = "OldVerdict")]
    verdict: Verdict,
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

#[derive(Deserialize)]
#[serde(remote = "Verdict")]
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
type OldUsage = (u64, u64, u64);

/// CPU time and wall time in nanoseconds, memory and output in bytes.
type OldLimits = (u64, u64, u64, u64);

/// Name, verdict, usage, index of the limits, number of repeats, and details.
#[derive(Deserialize)]
struct OldCase(
    CaseId,
    #[serde(with = "OldVerdict")] Verdict,
    OldUsage,
    usize,
    u32,
    Option<Details>,
);

#[derive(Default, Deserialize)]
#[serde(default)]
struct Details {
    detail: String,
    stdout: String,
    stderr: String,
    reply: Option<String>,
}

fn usage((cpu, wall, memory): OldUsage) -> Usage {
    let time = Duration::from_nanos;
    Usage::new(time(cpu), time(wall), Bytes(memory))
}

fn limits((cpu, wall, memory, output): OldLimits) -> Limits {
    Limits {
        cpu: Duration::from_nanos(cpu),
        wall: Duration::from_nanos(wall),
        memory: Bytes(memory),
        output: Bytes(output),
    }
}

impl OldJudgement {
    /// Returns the judgement, or `None` if the record contradicts itself.
    fn convert(self, failing: &BTreeMap<CaseId, CaseText>) -> Option<Judgement> {
        let result = |OldCase(id, verdict, used, limit, repeats, details): OldCase| {
            let details = details.unwrap_or_default();
            let text = failing.get(&id).cloned();
            let limits = limits(*self.limits.get(limit)?);
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
                ..CaseResult::new(id, verdict, usage(used), limits)
            })
        };
        Some(Judgement {
            compiler_output: self.compiler,
            compile_error: self.complaint.map(Message::from),
            unchecked: self.unchecked.map(Message::from),
            gave_up: self.gave_up.map(|gave_up| match gave_up {
                OldGaveUp::TimeOuts(count) => GaveUp::TimeOuts(count),
                OldGaveUp::CpuTime(time) => GaveUp::CpuTime(time),
                OldGaveUp::Interrupted => GaveUp::Interrupted,
            }),
            compile: self.compile.map(usage),
            startup: self.startup.map(usage),
            startup_allowance: Duration::from_nanos(self.granted),
            from_cache: self.from_cache,
            cases: self.cases.into_iter().map(result).collect::<Option<_>>()?,
            ..Judgement::new(self.verdict)
        })
    }
}

impl Row {
    /// The run. Without a record that can be read, it has the verdict or the error alone.
    fn run(&self) -> Run {
        let mut info = SubmissionInfo {
            path: self.file.clone().into(),
            problem: self.problem.clone(),
            language: self.language.clone(),
            language_name: self.language.clone(),
            form: Form::named(&self.form).unwrap_or(Form::Function),
            encoding: None,
            expected: None,
            case_count: 0,
            digest: self.submission.clone(),
        };
        let mut header = header_without_judge();
        let record: Option<Option<Record>> = serde_json::from_str(&self.record).ok();
        let converted = record.flatten().and_then(|record| {
            let outcome = match record.outcome {
                OldOutcome::Record(old) => {
                    SubmissionOutcome::Judged(Box::new(old.convert(&record.failing)?))
                }
                OldOutcome::Skipped(skip) => SubmissionOutcome::Skipped(skip),
                OldOutcome::Failed(error) => SubmissionOutcome::Failed(error.into()),
            };
            info.language_name = record.language_name;
            info.encoding = record.encoding;
            info.case_count = record.cases;
            info.digest = record.source;
            header = RunHeader {
                isolation: record.isolation,
                clock: record.clock,
                ..header_without_judge()
            };
            Some(outcome)
        });
        let outcome = converted.unwrap_or_else(|| {
            let mut verdicts = Verdict::ALL.into_iter();
            if let Some(verdict) = verdicts.find(|verdict| verdict.code() == self.verdict) {
                return SubmissionOutcome::Judged(Box::new(Judgement::new(verdict)));
            }
            let summary: OldSummary = serde_json::from_str(&self.summary).unwrap_or_default();
            let error = summary
                .error
                .unwrap_or_else(|| "the judge failed".to_owned());
            SubmissionOutcome::Failed(error.into())
        });
        single(header, info, outcome)
    }
}

/// Converts all judgements, one at a time, because there can be many.
pub(super) async fn convert(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let keys = "SELECT submission, revision FROM judgements";
    let keys: Vec<(String, i64)> = sqlx::query_as(keys).fetch_all(&mut *connection).await?;
    for (submission, revision) in keys {
        let row = "SELECT j.submission, s.problem, s.language, s.form, s.file, j.verdict, \
                   j.summary, j.record FROM judgements j \
                   JOIN submissions s ON s.id = j.submission \
                   WHERE j.submission = $1 AND j.revision = $2";
        let row = sqlx::query_as(row).bind(&submission).bind(revision);
        let row: Option<Row> = row.fetch_optional(&mut *connection).await?;
        let Some(row) = row else {
            continue;
        };
        let run = serde_json::to_string(&row.run());
        let run = run.map_err(|error| sqlx::Error::Encode(error.into()))?;
        let update = "UPDATE judgements SET run = $1 WHERE submission = $2 AND revision = $3";
        let update = sqlx::query(update)
            .bind(run)
            .bind(submission)
            .bind(revision);
        update.execute(&mut *connection).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts a row with this verdict and outcome.
    fn convert(verdict: &str, outcome: &str) -> SubmissionOutcome {
        let record = format!(
            "{{\"problem\":\"1728\",\"language\":\"kotlin\",\"language_name\":\"Kotlin\",\
             \"form\":\"function\",\"cases\":2,\"source\":\"d5\",\"isolation\":\"full\",\
             \"clock\":\"control-group\",\"outcome\":{outcome}}}"
        );
        let row = Row {
            submission: "s".to_owned(),
            problem: "1728".to_owned(),
            language: "kotlin".to_owned(),
            form: "function".to_owned(),
            file: "a.kt".to_owned(),
            verdict: verdict.to_owned(),
            summary: "{\"error\":\"the host is gone\"}".to_owned(),
            record,
        };
        row.run().submissions.remove(0).outcome
    }

    #[test]
    fn outcome_without_verdict_is_kept() {
        let skipped = "{\"skipped\":{\"reason\":\"kotlinc not found\",\"remedy\":\"setup\"}}";
        let skip = Skip {
            reason: "kotlinc not found".into(),
            remedy: "setup".to_owned(),
        };
        assert_eq!(convert("failed", skipped), SubmissionOutcome::Skipped(skip));
        let failed = SubmissionOutcome::Failed("no room".into());
        assert_eq!(convert("failed", "{\"failed\":\"no room\"}"), failed);
    }

    #[test]
    fn optional_fields_of_a_judgement_are_kept() {
        let outcome = "{\"record\":{\"verdict\":\"SecurityViolation\",\"unchecked\":\"no asan\",\
                       \"gave_up\":{\"cpu_time\":{\"secs\":600,\"nanos\":0}},\"granted\":1,\
                       \"from_cache\":true,\"limits\":[[1000,2000,3,4]],\
                       \"cases\":[[\"a/b\",\"MemoryLimitExceeded\",[5000,6000,7],0,8,null]]}}";
        let SubmissionOutcome::Judged(judgement) = convert("SV", outcome) else {
            panic!("it has a verdict");
        };
        assert_eq!(judgement.verdict, Verdict::SecurityViolation);
        assert_eq!(judgement.unchecked, Some("no asan".into()));
        let gave_up = GaveUp::CpuTime(Duration::from_mins(10));
        assert_eq!(
            (judgement.gave_up, judgement.from_cache),
            (Some(gave_up), true)
        );
        assert_eq!(judgement.cases[0].repeats, 8);
        assert_eq!(judgement.cases[0].verdict, Verdict::MemoryLimitExceeded);
    }

    #[test]
    fn record_that_contradicts_itself_leaves_the_verdict_or_the_error() {
        let outcome = "{\"record\":{\"verdict\":\"Accepted\",\"granted\":0,\"limits\":[],\
                       \"cases\":[[\"a/b\",\"Accepted\",[1,1,1],0,0,null]]}}";
        let verdict = SubmissionOutcome::Judged(Box::new(Judgement::new(Verdict::Accepted)));
        assert_eq!(convert("AC", outcome), verdict);
        let error = SubmissionOutcome::Failed("the host is gone".into());
        assert_eq!(convert("failed", "{}"), error);
    }
}
