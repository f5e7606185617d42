//! What several pages show.

use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, SystemTime};

use crate::fault::Fault;
use crate::judging::without_workers;
use crate::store::{
    CANCELLED, FAILED, Feedback, Mark, NOT_ACCEPTED, Policy, QueuedTask, Revision, Room, Standing,
    Submission, Token, Trial, is_verdict,
};
use crate::web::{App, Reader};
use crate::words::{Rendered, Words, render};
use cat_and_mouse::Game;
use mousetrap_languages::Languages;
use mousetrap_model::Message;

/// What the head of a page says: where one is, and as whom.
#[derive(Debug, Default)]
pub(crate) struct Here {
    /// Where the switch of languages leads back to; empty where nothing does.
    pub path: String,
    pub owner: bool,
    /// Id and name.
    pub room: Option<(String, String)>,
    /// Who the reader is in the room.
    pub name: Option<String>,
}

impl Here {
    pub(crate) fn new(reader: &Reader) -> Self {
        Self {
            path: reader.path.clone(),
            owner: reader.visitor.owner,
            ..Self::default()
        }
    }

    pub(crate) fn of(reader: &Reader, room: &Room) -> Self {
        Self {
            room: Some((room.id.clone(), room.name.clone())),
            name: reader.visitor.in_room(&room.id).map(|one| one.name.clone()),
            ..Self::new(reader)
        }
    }
}

/// A time, in milliseconds since 1970. Scripts show it in the reader's zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment(pub i64);

/// When a room opens and closes, as pages say it.
impl Room {
    pub(crate) fn opens(&self) -> Option<Moment> {
        self.policy.opens.map(Moment)
    }

    pub(crate) fn closes(&self) -> Option<Moment> {
        self.policy.closes.map(Moment)
    }
}

impl Moment {
    pub(crate) fn iso(self) -> String {
        let since = Duration::from_millis(self.0.try_into().unwrap_or(0));
        humantime::format_rfc3339_seconds(SystemTime::UNIX_EPOCH + since).to_string()
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let iso = self.iso();
        write!(f, "{} UTC", iso[..16].replace('T', " "))
    }
}

impl Trial {
    pub(crate) const fn at(&self) -> Moment {
        Moment(self.created)
    }

    /// What the submission did on the case.
    pub(crate) fn said(&self, w: &Words) -> String {
        let Some((code, reason)) = self.detail.split_once(": ") else {
            return self.detail.clone();
        };
        let reason = serde_json::from_str(reason).ok();
        match (verdict_words(code, w), reason) {
            ("", _) => self.detail.clone(),
            (verdict, None) => verdict.to_owned(),
            (verdict, Some(reason)) => format!("{verdict} ({})", render(&reason, w).text),
        }
    }

    /// Why the judge failed on it, for participants.
    pub(crate) fn failure(&self, w: &Words) -> Rendered {
        let reason = serde_json::from_str(&self.detail);
        let reason = reason.unwrap_or_else(|_| Message::text(&self.detail));
        render(&without_workers(reason), w)
    }

    /// As [`SubmissionRow::standing`], for who asked for it.
    pub(crate) fn standing(&self) -> &'static str {
        match (self.kind.as_str(), self.state.as_str()) {
            ("hack", "hit") | ("search", "miss") => "good",
            ("search", "hit") => "bad",
            _ => "open",
        }
    }
}

impl Revision {
    /// Whose case it was for.
    pub(crate) fn why(&self, w: &Words) -> String {
        w.because_of.replace("{}", &self.reason)
    }

    pub(crate) const fn at(&self) -> Moment {
        Moment(self.created)
    }
}

impl Token {
    pub(crate) const fn at(&self) -> Moment {
        Moment(self.created)
    }
}

impl Mark {
    pub(crate) fn standing(&self) -> &'static str {
        standing(self.verdict.as_deref())
    }

    /// `running`: those that are being judged.
    pub(crate) fn words(&self, running: &[String], w: &Words) -> &'static str {
        let is_running = running.contains(&self.submission);
        state_words(self.verdict.as_deref(), is_running, w)
    }
}

impl QueuedTask {
    pub(crate) const fn at(&self) -> Moment {
        Moment(self.since)
    }
}

impl Feedback {
    pub(crate) const ALL: [(Self, &str); 4] = [
        (Self::Verdict, "verdict"),
        (Self::Number, "number"),
        (Self::Case, "case"),
        (Self::Explanation, "explanation"),
    ];

    pub(crate) const fn words(self, w: &Words) -> &'static str {
        match self {
            Self::Verdict => w.see_verdict,
            Self::Number => w.see_number,
            Self::Case => w.see_case,
            Self::Explanation => w.see_explanation,
        }
    }
}

/// The title of a problem.
pub(crate) const fn title(problem: Game, w: &Words) -> &'static str {
    match problem {
        Game::CatAndMouse => w.title_913,
        Game::CatAndMouse2 => w.title_1728,
    }
}

/// A language by its name.
pub(crate) fn language<'a>(known: &'a Languages, id: &'a str) -> &'a str {
    known.by_id(id).map_or(id, |language| &language.name)
}

/// A submission in a list.
#[derive(Clone, Debug)]
pub(crate) struct SubmissionRow {
    pub id: String,
    pub file: String,
    pub language: String,
    pub problem: String,
    pub form: String,
    pub at: Moment,
    /// The code of the verdict; none while there is none to be seen.
    pub verdict: Option<String>,
    /// Whether it is being judged, as far as that is told.
    pub running: bool,
}

impl SubmissionRow {
    /// A row with the verdict as participants see it under `policy`, or as it is for the
    /// owner.
    pub(crate) fn new(
        submission: &Submission,
        standing: Option<&Standing>,
        policy: Option<&Policy>,
    ) -> Self {
        let code = standing.map(|standing| standing.verdict.as_str());
        Self {
            id: submission.id.clone(),
            file: submission.file.clone(),
            language: submission.language.clone(),
            problem: submission.problem.clone(),
            form: submission.form.clone(),
            at: Moment(submission.created),
            verdict: code
                .map(|code| policy.map_or_else(|| code.to_owned(), |it| it.shown_code(code))),
            running: false,
        }
    }

    /// Whether there is a verdict.
    pub(crate) fn is_judged(&self) -> bool {
        self.verdict.as_deref().is_some_and(is_verdict)
    }

    /// `good`, `bad`, or `open` where nobody knows yet.
    pub(crate) fn standing(&self) -> &'static str {
        standing(self.verdict.as_deref())
    }

    pub(crate) fn words(&self, w: &Words) -> &'static str {
        state_words(self.verdict.as_deref(), self.running, w)
    }
}

/// See [`SubmissionRow::standing`].
pub(super) fn standing(verdict: Option<&str>) -> &'static str {
    match verdict {
        Some("AC") => "good",
        Some(code) if is_verdict(code) => "bad",
        _ => "open",
    }
}

/// A verdict in words, or where judging is.
pub(super) fn state_words(verdict: Option<&str>, running: bool, w: &Words) -> &'static str {
    match verdict {
        Some(code) => verdict_words(code, w),
        None if running => w.judging,
        None => w.waiting,
    }
}

/// The problems of a room, and those that it had when something was submitted.
pub(super) fn problems_with<'a>(
    room: &Room,
    submitted: impl Iterator<Item = &'a String>,
) -> Vec<String> {
    let mut problems = room.policy.problems.clone();
    let removed: BTreeSet<&String> = submitted.filter(|id| !problems.contains(id)).collect();
    problems.extend(removed.into_iter().cloned());
    problems
}

/// The submissions of a room that are being judged, as far as its reader is told: where
/// cases are hidden, how long that takes would tell of them.
pub(super) async fn running(app: &App, reader: &Reader, room: &Room) -> Result<Vec<String>, Fault> {
    if room.policy.hides() && !reader.visitor.owner {
        return Ok(Vec::new());
    }
    Ok(app.database.running(&room.id).await?)
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
        NOT_ACCEPTED => w.not_accepted,
        FAILED => w.failed,
        CANCELLED => w.cancelled,
        _ => "",
    }
}

/// Where a submission is shown.
pub(crate) fn path(submission: &Submission) -> String {
    format!("/submissions/{}", submission.id)
}

/// A time that a submission took, from microseconds.
pub(crate) fn time(us: u64) -> String {
    match us / 1000 {
        0 => "< 1 ms".to_owned(),
        ms @ ..1000 => format!("{ms} ms"),
        ms => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
    }
}

/// What a submission used of memory, from bytes.
pub(crate) fn memory(bytes: u64) -> String {
    match bytes >> 20 {
        0 => "< 1 MiB".to_owned(),
        mib => format!("{mib} MiB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_never_nothing() {
        let times = [0, 999, 1000, 999_999, 14_560_000].map(time);
        assert_eq!(times, ["< 1 ms", "< 1 ms", "1 ms", "999 ms", "14.5 s"]);
        assert_eq!([0, 1 << 20].map(memory), ["< 1 MiB", "1 MiB"]);
    }
}
