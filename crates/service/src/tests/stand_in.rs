//! A judge that says what the source asks for.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use serde_json::json;

use cat_and_mouse::game::Bounds;
use cat_and_mouse::problem::Problem;
use mousetrap_judge::{
    CaseResult, Engine, Event, Failing, JudgeError, Measured, Options, Part, Skip, Submission,
    SubmissionInfo, SubmissionResult, Take, Verdict,
};
use mousetrap_sandbox::Clock;
use mousetrap_suite::Case;

/// What a search of [`Said`] finds.
pub(super) const FOUND: &str = "[\"M.F\",\"C..\"]\n1\n1";

/// Does what the source asks for: `wrong at N`, `loops at N`, `lost`, `absent`, `panics`, or accepted.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// Holds judging up for as long as it is set.
    pub held: Arc<AtomicBool>,
}

impl Engine for Said {
    /// What is breakable fails on the case that is given, or on the one that a search
    /// finds.
    fn parts(
        &self,
        parts: &[Part<'_>],
        _: &AtomicBool,
        take: &mut Take<'_>,
    ) -> Result<(), JudgeError> {
        let [part] = parts else {
            panic!("one at a time");
        };
        let (instance, answer, origin) = if let [case] = part.cases {
            (case.instance.clone(), case.answer, "given")
        } else {
            let problem = Problem::by_id("1728").unwrap();
            let found = problem.parse(FOUND, Bounds::Contest).unwrap();
            let answer = found.reply(found.solve());
            (found, answer, "walls")
        };
        let none = json!({"secs": 0, "nanos": 0});
        let instance = json!({
            "problem": instance.problem().id(), "text": instance.text(), "max_plies": null,
        });
        let found = json!({
            "first": {"instance": instance, "origin": origin},
            "failure": {
                "said": [{"verdict": "RunTimeError", "claim": null}], "answer": answer,
            },
            "detail": "exit code 3", "stderr": "", "tried": 1, "after": none,
            "shrunk": null, "shrinking": none,
        });
        let end = json!({"Ok": {
            "status": {
                "cases": 1, "elapsed": none, "origins": [origin], "slowest": null,
                "shrinking": null,
            },
            "found": part.task.contains("breakable").then_some(found),
            "interrupted": false,
        }});
        take(0, Ok(&end.to_string())).unwrap();
        Ok(())
    }

    fn judge(
        &self,
        submissions: &[Submission<'_>],
        cases: &BTreeMap<&'static str, Vec<Case>>,
        options: &Options,
        interrupted: &AtomicBool,
        events: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        let submission = &submissions[0];
        let cases = &cases[submission.problem.id()];
        let text = &submission.detected.code.text;
        let info = SubmissionInfo {
            path: submission.path.clone(),
            problem: submission.problem.id(),
            language: submission.detected.language.id.clone(),
            language_name: submission.detected.language.name.clone(),
            form: submission.detected.form,
            encoding: None,
            expected: Verdict::Accepted,
            is_placed: false,
            cases: cases.len(),
            source: submission.source.clone(),
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
                reason: "no /usr/bin/python3".to_owned(),
                remedy: "mousetrap setup python".to_owned(),
            };
            send(Event::Skipped {
                submission: 0,
                skip,
            });
            return Ok(());
        }
        if text.contains("lost") {
            let error = "the host is gone".to_owned();
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
        let mut verdict = Verdict::Accepted;
        for (number, case) in (1..).zip(cases) {
            let fails = wrong == Some(number) || loops == Some(number) || breaks(case);
            let earned = if loops == Some(number) {
                Verdict::TimeLimitExceeded
            } else if fails {
                Verdict::WrongAnswer
            } else {
                Verdict::Accepted
            };
            let reply = fails.then(|| "nonsense".to_owned());
            let measured = Measured {
                cpu: Duration::from_micros(123 * number as u64),
                ..Measured::NOTHING
            };
            let result = Box::new(CaseResult {
                detail: reply.clone().unwrap_or_default(),
                failing: Failing::of(case, earned, reply),
                ..CaseResult::new(case.id.clone(), earned, measured, case.limits)
            });
            send(Event::Case {
                submission: 0,
                result,
            });
            if loops == Some(number) {
                for _ in 0..1000 {
                    if interrupted.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
            if fails {
                verdict = earned;
                if !options.all_cases {
                    break;
                }
            }
        }
        let result = Box::new(SubmissionResult::new(verdict));
        send(Event::Finished {
            submission: 0,
            result,
        });
        Ok(())
    }
}
