//! Formatting and queries that several pages share.

use std::time::{Duration, SystemTime};

use cat_and_mouse::Game;

use crate::judging::remove_worker_names;
use crate::store::{
    FAR_FUTURE_MS, Hack, JudgedSubmission, Revision, Room, StoreError, estimate_wait, host_time_ms,
    is_verdict,
};
use crate::texts::{Texts, expand_template, render};
use crate::web::{App, Viewer};
use mousetrap_model::{CaseId, CaseResult, Message, Signature};
use mousetrap_problems::cases::SAMPLES_SUITE;

/// Formats a time in milliseconds since 1970 as RFC 3339 text.
pub(crate) fn format_rfc3339(at: i64) -> String {
    let since = Duration::from_millis(at.try_into().unwrap_or(0));
    humantime::format_rfc3339_seconds(SystemTime::UNIX_EPOCH + since).to_string()
}

/// Returns the HTML for a time. Scripts convert the time to the viewer's time zone.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "templates pass references"
)]
pub(crate) fn time_tag(at: &i64) -> String {
    let time = format_rfc3339(*at);
    let text = time[..16].replace('T', " ");
    format!("<time datetime=\"{time}\">{text} UTC</time>")
}

/// Describes how long a submission is expected to wait for its verdict, if it is waiting.
pub(super) async fn wait_text(
    viewer: &Viewer,
    submission: &str,
) -> Result<Option<String>, StoreError> {
    let database = &viewer.app.database;
    let Some(ahead) = database.tasks_ahead(submission).await? else {
        return Ok(None);
    };
    let estimate = estimate_wait(ahead, &database.workers().await?);
    Ok(Some(format_wait(ahead, estimate, viewer.texts)))
}

/// Formats the number of tasks ahead of a submission, and the estimated time to its verdict.
fn format_wait(ahead: i64, estimate: Option<Duration>, w: &Texts) -> String {
    let place = match ahead {
        0 => w["next_in_line"].to_owned(),
        ahead => format!("{}{ahead}", &w["ahead"]),
    };
    let Some(estimate) = estimate else {
        return place;
    };
    let seconds = estimate.as_secs();
    let (text, count) = match seconds {
        0..=55 => ("about_seconds", seconds / 5 * 5 + 5),
        _ => ("about_minutes", seconds.div_ceil(60)),
    };
    let text = expand_template(&w[text], |_| count.to_string());
    format!("{place} · {text}")
}

/// Formats the CPU time of a case.
pub(crate) fn format_case_time(result: &CaseResult) -> String {
    format_cpu_time(result.usage.cpu.as_micros() as u64)
}

/// Returns the reason for the result of a case, unless the answer merely differs from the expected
/// answer.
pub(crate) fn case_failure_reason(result: &CaseResult, texts: &Texts) -> Option<String> {
    let reason = result.reason.as_ref();
    let reason = reason.filter(|reason| !matches!(reason, Message::WrongAnswer { .. }));
    reason.map(|reason| render(reason, texts))
}

/// Returns whether the expected answer to a case comes from the reference solution, and is
/// therefore not proven correct. The expected answers to samples come from the problem statement.
pub(crate) fn is_from_reference_solution(problem: &str, case: &CaseId) -> bool {
    Game::by_id(problem).is_none() && case.suite() != SAMPLES_SUITE
}

impl Viewer {
    /// Returns the title of a problem, with its `LeetCode` number if it has one.
    pub(crate) fn full_title(&self, id: &str) -> String {
        match (
            self.app.settings.config.problem(id),
            self.texts.lookup("title", id),
        ) {
            (None, _) => id.to_owned(),
            (Some(problem), "") => problem.title.clone(),
            (Some(_), translated) => format!("{id} · {translated}"),
        }
    }

    /// Returns the arguments of a case, each with the name of its parameter.
    pub(crate) fn named_arguments<'a>(
        &self,
        problem: &str,
        arguments: &'a str,
    ) -> Vec<(&'a str, &'a str)> {
        let problem = self.app.settings.config.problem(problem);
        Signature::named_arguments(problem.map(|known| &known.signature), arguments)
    }
}

/// Returns the HTML for a bar that shows how much of a limit was used. The bar is an SVG drawing,
/// because pages contain no inline styles.
pub(crate) fn usage_bar(part: u64, limit: u64) -> String {
    let percent = (part * 100 / limit.max(1)).clamp(1, 100);
    let class = match percent {
        100 => "over",
        75.. => "near",
        _ => "",
    };
    render_percentage_bar(percent, class)
}

/// Returns the HTML for a bar that shows how many of the cases were accepted.
pub(crate) fn accepted_cases_bar(accepted: usize, cases: usize) -> String {
    render_percentage_bar((accepted * 100 / cases.max(1)) as u64, "right")
}

fn render_percentage_bar(percent: u64, class: &str) -> String {
    format!(
        "<svg class=\"bar {class}\" viewBox=\"0 0 100 6\" preserveAspectRatio=\"none\" \
         aria-hidden=\"true\"><rect width=\"{percent}\" height=\"6\"/></svg>"
    )
}

/// Formats a CPU time that is given in microseconds.
pub(crate) fn format_cpu_time(us: u64) -> String {
    match us / 1000 {
        0 => "< 1 ms".to_owned(),
        ms @ ..1000 => format!("{ms} ms"),
        ms => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
    }
}

/// Formats an amount of memory that is given in bytes.
pub(crate) fn format_memory(bytes: u64) -> String {
    match bytes >> 20 {
        0 => "< 1 MiB".to_owned(),
        mib => format!("{mib} MiB"),
    }
}

impl Hack {
    /// Returns the verdict that the hacked submission got on the case, and the judge's reason.
    pub(crate) fn result_text(&self, w: &Texts) -> String {
        let Some((code, reason)) = self.detail.split_once(": ") else {
            return self.detail.clone();
        };
        let reason = serde_json::from_str(reason).ok();
        match (w.lookup("verdict", code), reason) {
            ("", _) => self.detail.clone(),
            (verdict, None) => verdict.to_owned(),
            (verdict, Some(reason)) => format!("{verdict} ({})", render(&reason, w)),
        }
    }

    /// Returns the reason why the judge failed, as shown to participants.
    pub(crate) fn failure_reason(&self, w: &Texts) -> String {
        let reason = serde_json::from_str(&self.detail);
        let reason = reason.unwrap_or_else(|_| Message::text(&self.detail));
        render(&remove_worker_names(reason), w)
    }
}

impl Revision {
    /// Returns text naming the participant whose hack caused the revision.
    pub(crate) fn reason_text(&self, w: &Texts) -> String {
        expand_template(&w["because_of"], |_| self.reason.clone())
    }
}

/// Returns the CSS class of a verdict: `good`, `bad`, or `info` if there is no verdict.
pub(crate) fn verdict_css_class(verdict: Option<&str>) -> &'static str {
    match verdict {
        Some("AC") => "good",
        Some(code) if is_verdict(code) => "bad",
        _ => "info",
    }
}

impl JudgedSubmission {
    pub(crate) fn has_verdict(&self) -> bool {
        self.verdict.as_deref().is_some_and(is_verdict)
    }

    pub(crate) fn css_class(&self) -> &'static str {
        verdict_css_class(self.verdict.as_deref())
    }

    /// Returns the label of the verdict, or of the stage of judging if there is no verdict.
    pub(crate) fn state_label(&self, w: &'static Texts) -> &'static str {
        match &self.verdict {
            Some(code) => w.lookup("verdict", code),
            None if self.is_running => &w["judging"],
            None => &w["waiting"],
        }
    }
}

/// Returns the latest publication time of the verdicts that a viewer may see. The owner also sees
/// verdicts that are not published yet.
pub(crate) fn latest_visible_publication_ms(is_owner: bool) -> i64 {
    if is_owner {
        FAR_FUTURE_MS
    } else {
        host_time_ms()
    }
}

/// Returns a participant's submissions in a room, latest first. The owner sees all verdicts;
/// participants see only what the room's policy allows.
pub(super) async fn submission_rows(
    app: &App,
    room: &Room,
    participant: &str,
    is_owner: bool,
) -> Result<Vec<JudgedSubmission>, StoreError> {
    let at = latest_visible_publication_ms(is_owner);
    let rows = app.database.judged_submissions(room, Some(participant), at);
    let rows = rows.await?.into_iter().rev();
    let rows = rows.map(|row| JudgedSubmission {
        verdict: (row.verdict).map(|code| room.policy.visible_verdict_code(code, is_owner)),
        // Judging time reveals something about the cases.
        is_running: row.is_running && (is_owner || !room.policy.hides_cases()),
        ..row
    });
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::EN;

    #[test]
    fn wait_text_has_the_position_and_a_rounded_estimate() {
        for (ahead, seconds, expected) in [
            (0, None, "Next in the queue"),
            (0, Some(0), "Next in the queue · about 5 s"),
            (3, Some(12), "Ahead in the queue: 3 · about 15 s"),
            (3, Some(59), "Ahead in the queue: 3 · about 1 min"),
            (99, Some(61), "Ahead in the queue: 99 · about 2 min"),
        ] {
            let estimate = seconds.map(Duration::from_secs);
            assert_eq!(format_wait(ahead, estimate, &EN), expected);
        }
    }

    #[test]
    fn small_measurements_are_not_shown_as_zero() {
        let times = [0, 999, 1000, 999_999, 14_560_000].map(format_cpu_time);
        assert_eq!(times, ["< 1 ms", "< 1 ms", "1 ms", "999 ms", "14.5 s"]);
        assert_eq!([0, 1 << 20].map(format_memory), ["< 1 MiB", "1 MiB"]);
    }
}
