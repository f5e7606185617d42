//! A judge that says what the source asks for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mousetrap_judge::{Engine, JudgeError, JudgeRequest};
use mousetrap_model::{
    Case, CaseResult, Clock, Event, Judgement, Message, Skip, SubmissionInfo, Usage, Verdict,
};

/// Time for a case of a slow submission.
pub(in crate::tests) const SLOW_CASE: Duration = Duration::from_millis(150);

/// Does what the source asks for: `wrong at N`, `loops at N`, `lost`, `absent`, `panics`, or
/// accepted. With `slow`, each case takes [`SLOW_CASE`]. With `close at N`, case N exceeds its
/// time limit by a quarter, and when it is repeated by a tenth, or with `lucky` not at all.
#[derive(Debug, Default)]
pub(in crate::tests) struct StandIn {
    /// Holds judging up for as long as it is set.
    pub held: Arc<AtomicBool>,
    /// Names of the cases that were run.
    pub cases: Arc<Mutex<Vec<String>>>,
}

impl Engine for StandIn {
    fn judge(
        &self,
        request: JudgeRequest<'_>,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        let submission = &request.submissions[0];
        let cases = &request.cases[&submission.problem.id];
        let text = &submission.detected.code.text;
        let info = SubmissionInfo {
            path: submission.path.clone(),
            problem: submission.problem.id.clone(),
            language: submission.detected.language.id.clone(),
            language_name: submission.detected.language.name.clone(),
            form: submission.detected.form,
            encoding: None,
            expected: None,
            suites: Vec::new(),
            case_count: cases.len(),
            digest: submission.source.clone(),
        };
        let send = |event| drop(events.send(event));
        send(Event::RunStarted {
            submissions: vec![info],
            jobs: 1,
            isolation: "none".to_owned(),
            clock: Clock::Tree,
        });
        send(Event::Compiling {
            submission: 0,
            worker: 0,
        });
        while self.held.load(Ordering::Relaxed) {
            if interrupted.load(Ordering::Relaxed) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!text.contains("panics"), "as was asked for");
        if text.contains("absent") {
            let skip = Skip {
                reason: "no /usr/bin/python3".into(),
                remedy: "mousetrap setup python".to_owned(),
            };
            send(Event::Skipped {
                submission: 0,
                skip,
            });
            return Ok(());
        }
        if text.contains("lost") {
            let error = Message::text("the host is gone");
            send(Event::Failed {
                submission: 0,
                error,
            });
            return Ok(());
        }
        send(Event::Started {
            submission: 0,
            worker: 0,
        });
        let at = |what: &str| {
            let number = text.split(what).nth(1);
            number.map(|text| text[..1].parse::<usize>().unwrap())
        };
        let (wrong, loops) = (at("wrong at "), at("loops at "));
        // A case that a room has beside its suites breaks who says so.
        let breaks = |case: &Case| text.contains("breakable") && case.id.suite() == "room";
        let mut results = submission.earlier_results.clone();
        let failed = results.iter().map(|result| result.verdict);
        let mut failed = failed.filter(|verdict| *verdict != Verdict::Accepted);
        let mut verdict = failed.next().unwrap_or(Verdict::Accepted);
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
            let reply = fails.then(|| "nonsense".to_owned());
            let cpu = Duration::from_micros(123 * number as u64);
            let measured = Usage {
                cpu: cpu.div_f64(request.options.pace),
                ..Usage::NONE
            };
            let result = Box::new(CaseResult {
                reason: reply.clone().map(Message::text),
                failing: fails.then(|| case.failing(reply)),
                ..CaseResult::new(case.id.clone(), earned, measured, case.limits)
            });
            results.push((*result).clone());
            send(Event::Case {
                submission: 0,
                result,
            });
            if fails {
                if verdict == Verdict::Accepted {
                    verdict = earned;
                }
                let gives_up = loops == Some(number) && request.options.gives_up;
                if gives_up || !request.options.all_cases {
                    break;
                }
            }
        }
        let judgement = Box::new(Judgement {
            cases: results,
            ..Judgement::new(verdict)
        });
        send(Event::Judged {
            submission: 0,
            judgement,
        });
        Ok(())
    }
}
