//! A stand-in for the judge, whose verdict depends on words in the source.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mousetrap_judge::{Engine, JudgeError, JudgeRequest};
use mousetrap_model::{
    Case, CaseResult, Clock, Event, Judgement, Message, SkipReason, SubmissionOutcome, Usage,
    Verdict,
};

/// Duration of each case of a slow submission.
pub(crate) const SLOW_CASE: Duration = Duration::from_millis(150);

/// A judge that accepts a source unless it contains `wrong at N`, `loops at N`, `lost`, `absent` or
/// `panics`. With `slow`, each case takes [`SLOW_CASE`]. With `breakable`, cases of hacks fail.
#[derive(Clone, Debug, Default)]
pub(crate) struct StandIn {
    /// While set, judging waits before the first case. All clones share this flag.
    pub held: Arc<AtomicBool>,
    /// Names of the cases that were run by any clone.
    pub cases: Arc<Mutex<Vec<String>>>,
    /// Whether judging fails on every submission.
    pub fails: bool,
}

impl Engine for StandIn {
    fn judge(
        &self,
        request: JudgeRequest<'_>,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        let (found, submission) = (&request.submissions[0], 0);
        let cases = &request.cases[&found.problem.id];
        let text = &found.detected.code.text;
        let send = |event| drop(events.send(event));
        let finish = |outcome| send(Event::Outcome(submission, outcome));
        send(Event::RunStarted {
            submissions: request.submission_infos(),
            jobs: 1,
            isolation: "none".to_owned(),
            clock: Clock::Tree,
        });
        let worker = 0;
        send(Event::Compiling { submission, worker });
        while self.held.load(Ordering::Relaxed) {
            if interrupted.load(Ordering::Relaxed) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!text.contains("panics"), "the source asked for a panic");
        if text.contains("absent") {
            let skip = SkipReason {
                reason: "no /usr/bin/python3".into(),
                remedy: "mousetrap setup python".to_owned(),
            };
            finish(SubmissionOutcome::Skipped(skip));
            return Ok(());
        }
        if self.fails || text.contains("lost") {
            finish(SubmissionOutcome::Failed("the host is gone".into()));
            return Ok(());
        }
        send(Event::Started { submission, worker });
        let at = |what: &str| {
            let number = text.split(what).nth(1);
            number.map(|text| text[..1].parse::<usize>().unwrap())
        };
        let (wrong, loops) = (at("wrong at "), at("loops at "));
        let breaks = |case: &Case| text.contains("breakable") && case.id.suite() == "room";
        let mut results = found.earlier_results.clone();
        for (number, case) in (1..).zip(cases).skip(results.len()) {
            if text.contains("slow") {
                std::thread::sleep(SLOW_CASE);
                if interrupted.load(Ordering::Relaxed) {
                    return Ok(());
                }
            }
            self.cases.lock().unwrap().push(case.id.0.clone());
            let fails = wrong == Some(number) || loops == Some(number) || breaks(case);
            let earned = if loops == Some(number) {
                Verdict::TimeLimitExceeded
            } else if fails {
                Verdict::WrongAnswer
            } else {
                Verdict::Accepted
            };
            let reply = if fails { "nonsense" } else { &case.answer };
            let is_kept = fails || request.options.keeps_output;
            let cpu = Duration::from_micros(123 * number as u64);
            let measured = Usage {
                cpu: cpu.div_f64(request.options.pace),
                ..Usage::NONE
            };
            let result = Box::new(CaseResult {
                reason: fails.then(|| Message::text(reply)),
                failing: is_kept.then(|| case.failing_case(Some(reply.to_owned()))),
                ..CaseResult::new(case.id.clone(), earned, measured, case.limits)
            });
            results.push((*result).clone());
            send(Event::Case { submission, result });
            let gives_up = loops == Some(number) && request.options.gives_up;
            if fails && (gives_up || !request.options.all_cases) {
                break;
            }
        }
        let mut verdicts = results.iter().map(|result| result.verdict);
        let failed = verdicts.find(|verdict| *verdict != Verdict::Accepted);
        let judgement = Box::new(Judgement {
            cases: results,
            ..Judgement::new(failed.unwrap_or(Verdict::Accepted))
        });
        finish(SubmissionOutcome::Judged(judgement));
        Ok(())
    }
}
