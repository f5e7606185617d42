//! Converts judgements as builds up to schema 2 stored them: a summary for pages, and a
//! record without the cases that the submission passed in full.

mod record;

use mousetrap_model::{Form, Judgement, Run, SubmissionInfo, SubmissionOutcome, Verdict};
use mousetrap_util::Choice as _;
use serde::Deserialize;
use sqlx::AnyConnection;

use crate::run::{header_without_judge, single};
use record::Record;

/// The summary for pages. Only the error is not in the record.
#[derive(Default, Deserialize)]
#[serde(default)]
struct OldSummary {
    error: Option<String>,
}

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

impl Row {
    fn run(&self) -> Run {
        let record: Option<Option<Record>> = serde_json::from_str(&self.record).ok();
        let run = record.flatten().and_then(|record| record.run(&self.file));
        run.unwrap_or_else(|| self.run_without_record())
    }

    /// The run if there is no record, or none that can be read: it has the verdict or the
    /// error alone.
    fn run_without_record(&self) -> Run {
        let info = SubmissionInfo {
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
        let mut verdicts = Verdict::ALL.into_iter();
        let verdict = verdicts.find(|verdict| verdict.code() == self.verdict);
        let outcome = verdict.map_or_else(
            || {
                let summary: OldSummary = serde_json::from_str(&self.summary).unwrap_or_default();
                let error = summary.error;
                SubmissionOutcome::Failed(
                    error
                        .unwrap_or_else(|| "the judge failed".to_owned())
                        .into(),
                )
            },
            |verdict| SubmissionOutcome::Judged(Box::new(Judgement::new(verdict))),
        );
        single(header_without_judge(), info, outcome)
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
    use std::time::Duration;

    use mousetrap_model::{GaveUp, Skip};

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
