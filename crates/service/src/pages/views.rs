//! What several pages show.

use crate::fault::Fault;
use crate::store::{FAILED, Judgement, Submission, Summary, now};
use crate::words::Words;

/// A submission in a list.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub id: String,
    pub file: String,
    pub language: String,
    pub problem: String,
    /// Milliseconds since 1970.
    pub at: i64,
    /// The code of the verdict; none while there is none to be seen.
    pub verdict: Option<String>,
}

impl Row {
    /// `all`: whether verdicts are shown before their time.
    pub(crate) fn new(submission: &Submission, judgement: Option<&Judgement>, all: bool) -> Self {
        let shown = judgement.filter(|judgement| all || judgement.shown <= now());
        Self {
            id: submission.id.clone(),
            file: submission.file.clone(),
            language: submission.language.clone(),
            problem: submission.problem.clone(),
            at: submission.created,
            verdict: shown.map(|judgement| judgement.verdict.clone()),
        }
    }

    pub(crate) fn words(&self, w: &Words) -> &'static str {
        self.verdict
            .as_deref()
            .map_or(w.waiting, |code| verdict_words(code, w))
    }
}

/// A verdict in words.
pub(crate) fn verdict_words(code: &str, w: &Words) -> &'static str {
    match code {
        "AC" => w.accepted,
        "WA" => w.wrong_answer,
        "TLE" => w.time_limit,
        "MLE" => w.memory_limit,
        "OLE" => w.output_limit,
        "RTE" => w.run_time_error,
        "CE" => w.compile_error,
        "SV" => w.security_violation,
        FAILED => w.failed,
        _ => "",
    }
}

/// A name as people give it.
pub(crate) fn name(given: &str) -> Result<String, Fault> {
    const LONGEST: usize = 60;
    let name = given.split_whitespace().collect::<Vec<_>>().join(" ");
    let name = mousetrap_base::printable::printable(&name);
    if name.is_empty() || name.chars().count() > LONGEST {
        return Err(Fault::Unusable(format!(
            "a name has 1 to {LONGEST} characters"
        )));
    }
    Ok(name)
}

/// A summary that was kept.
pub(crate) fn summary(judgement: &Judgement) -> Result<Summary, Fault> {
    serde_json::from_str(&judgement.summary)
        .map_err(|error| Fault::from(crate::store::StoreError::from(error)))
}

/// Where a submission is shown.
pub(crate) fn path(submission: &Submission) -> String {
    format!("/submissions/{}", submission.id)
}
