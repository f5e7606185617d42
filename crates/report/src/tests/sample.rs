//! Handwritten sample runs for the tests of every report.

mod parts;

use parts::*;

use std::collections::BTreeMap;
use std::time::Duration;

use crate::Model;
use mousetrap_model::points::{CaseSelector, PointGroup, Points, RunGroup, RunPoints, Scoring};
use mousetrap_model::{
    CaseId, CaseResult, Clock, Event, FailingCase, Form, Judgement, Limits, Message, RefusedFile,
    SimilarGroup, Similarity, SkipReason, SubmissionInfo, Usage, Verdict,
};
use mousetrap_util::Bytes;

const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(2),
    wall: Duration::from_secs(20),
    memory: Bytes::mib(256),
    output: Bytes::kib(64),
};

/// An interrupted run with every verdict and every kind of outcome without a verdict.
pub(crate) fn interrupted() -> Model {
    fold(events(true))
}

/// A run with the submissions of [`interrupted`] that have the expected verdict.
pub(crate) fn good() -> Model {
    let mut model = interrupted();
    model.submissions.truncate(2);
    model.header.refused.clear();
    model.header.left_out.clear();
    model.header.similar = None;
    model.ending = fold(vec![ended(false)]).ending;
    model
}

/// One accepted submission.
pub(crate) fn all_accepted() -> Model {
    let mut model = good();
    model.submissions.truncate(1);
    model
}

/// A run of one submission, which fails its second case.
pub(crate) fn one_failed() -> Model {
    let mut model = good();
    let mut failed = model.submissions.remove(1);
    failed.info.path = "answer.go".into();
    failed.info.expected = None;
    model.submissions = vec![failed];
    model
}

/// The point groups of a problem with this many points.
pub(crate) fn points(points: u32) -> RunPoints {
    let half = |name: &str, cases: &str, scoring, case_count| RunGroup {
        group: PointGroup {
            name: name.to_owned(),
            points: Points::from_integer(points).share(1, 2),
            scoring,
            cases: vec![CaseSelector::from(cases.to_owned())],
        },
        case_count,
        is_run: true,
    };
    RunPoints {
        total: Points::from_integer(points),
        available: Points::from_integer(points),
        groups: vec![
            half("first-wall", "hidden/walls-001", Scoring::AllOrNothing, 1),
            half("other-walls", "hidden", Scoring::Proportional, 3),
        ],
    }
}

/// The run with these events, in which each problem has 40 points.
pub(crate) fn with_points(events: Vec<Event>) -> Model {
    let points = ["913", "1728"].map(|problem| (problem.to_owned(), points(40)));
    let mut model = Model::default();
    model.header.points = points.into();
    fold_into(model, events)
}

/// A run without submissions.
pub(crate) fn empty() -> Model {
    fold(vec![Event::RunFinished {
        interrupted: false,
        wall: Duration::from_millis(12),
    }])
}

pub(crate) fn fold(events: Vec<Event>) -> Model {
    fold_into(Model::default(), events)
}

/// Applies events to a run that may already have a header.
pub(crate) fn fold_into(mut model: Model, events: Vec<Event>) -> Model {
    for event in with_cases(events) {
        model.apply(event);
    }
    model
}

/// Returns these events with each judgement extended by the cases that were reported before it.
pub(crate) fn with_cases(mut events: Vec<Event>) -> Vec<Event> {
    let mut cases: BTreeMap<usize, Vec<CaseResult>> = BTreeMap::new();
    for event in &mut events {
        match event {
            Event::Case { submission, result } => {
                let cases = cases.entry(*submission).or_default();
                match cases.iter_mut().find(|case| case.id == result.id) {
                    Some(case) => case.clone_from(result),
                    None => cases.push((**result).clone()),
                }
            }
            Event::Judged {
                submission,
                judgement,
            } => judgement.cases = cases.get(submission).cloned().unwrap_or_default(),
            _ => {}
        }
    }
    events
}

fn ended(interrupted: bool) -> Event {
    Event::RunFinished {
        interrupted,
        wall: Duration::from_millis(41_230),
    }
}

/// The events of the run [`interrupted`].
pub(crate) fn events(interrupted: bool) -> Vec<Event> {
    let kotlin = SkipReason {
        reason: "Kotlin: kotlinc not found".into(),
        remedy: "mousetrap setup kotlin".to_owned(),
    };
    let refused = |path: &str, reason: &str| RefusedFile {
        path: path.into(),
        reason: reason.into(),
    };
    let set_aside = Event::FilesFound {
        refused: vec![
            refused("class/empty.py", "there is no code in it"),
            refused(
                "class/link.py",
                "a link in a directory of submissions is not followed; name the link",
            ),
        ],
        left_out: vec!["class/.DS_Store".into(), "class/a.py~".into()],
    };
    let run_started = Event::RunStarted {
        submissions: vec![
            info("1728", "topological_sort.cpp", "C++", Verdict::Accepted),
            info("913", "horizon_2n.go", "Go", Verdict::WrongAnswer),
            info("1728", "dfs.kt", "Kotlin", Verdict::Accepted),
            info("913", "queue.kt", "Kotlin", Verdict::Accepted),
            info("1728", "no_brace.java", "Java", Verdict::CompileError),
            SubmissionInfo {
                encoding: Some("windows-1252".to_owned()),
                ..info("1728", "greedy_race.py", "Python 3", Verdict::Accepted)
            },
            info("913", "null_pointer.c", "C", Verdict::TimeLimitExceeded),
            SubmissionInfo {
                suites: vec!["samples".to_owned(), "hidden".to_owned()],
                ..info("913", "queue.rs", "Rust", Verdict::Accepted)
            },
            SubmissionInfo {
                path: "/tmp/mine.py".into(),
                ..info("1728", "", "PyPy", Verdict::Accepted)
            },
        ],
        jobs: 2,
        isolation: "namespaces, seccomp, rlimits".to_owned(),
        clock: Clock::ControlGroup,
    };
    let alike = |similarity, submissions: &[usize]| SimilarGroup {
        similarity,
        submissions: submissions.to_vec(),
    };
    let compared = Event::SimilarFound(vec![
        alike(Similarity::Same, &[0, 5, 8]),
        alike(Similarity::Percent(93), &[1, 6]),
    ]);
    let mut events = vec![set_aside, compared, run_started];
    events.push(compiling(0, 0));
    events.push(started(0, 0));
    events.extend((1..=4).map(|n| case(0, n, Verdict::Accepted)));
    events.push(finished(0, Verdict::Accepted));
    events.push(started(1, 1));
    events.push(case(1, 1, Verdict::Accepted));
    events.push(wrong(1, 2));
    events.push(case(1, 3, Verdict::Accepted));
    events.push(finished(1, Verdict::WrongAnswer));
    events.extend([2, 3].map(|submission| Event::Skipped {
        submission,
        skip: kotlin.clone(),
    }));
    events.push(compiling(4, 0));
    events.push(Event::Judged {
        submission: 4,
        judgement: Box::new(Judgement {
            compiler_output: "Main.java:3: error: reached end of file while parsing\n}\n ^\n1 error\n"
                .to_owned(),
            compile_error: Some(Message::text(
                "Main.java:3: error: reached end of file while parsing",
            )),
            ..Judgement::new(Verdict::CompileError)
        }),
    });
    events.push(started(5, 1));
    events.push(wrong(5, 1));
    events.extend((2..=3).map(|n| wrong(5, n)));
    events.push(finished(5, Verdict::WrongAnswer));
    events.push(started(6, 0));
    events.push(crash(6, 4));
    events.push(finished(6, Verdict::RunTimeError));
    events.push(compiling(7, 0));
    events.push(Event::Failed {
        submission: 7,
        error: Message::text(
            "mount /proc in the sandbox: operation not permitted (EPERM)\nsee: mousetrap doctor",
        ),
    });
    events.push(started(8, 1));
    events.push(case(8, 1, Verdict::Accepted));
    events.push(Event::CaseStarted {
        submission: 8,
        case: result(2, Verdict::Accepted).id,
        number: 2,
    });
    events.push(ended(interrupted));
    with_cases(events)
}
