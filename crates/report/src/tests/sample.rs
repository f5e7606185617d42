//! Handwritten sample runs for the tests of every report.

mod parts;

use parts::*;

use std::collections::BTreeMap;
use std::time::Duration;

use crate::{Model, OutputStyle, Recorder, RecorderOptions, View};
use mousetrap_model::points::{CaseSelector, PointGroup, Points, RunGroup, RunPoints, Scoring};
use mousetrap_model::{
    CaseId, CaseResult, Clock, Event, FailingCase, Form, Judgement, Limits, Message, RefusedFile,
    RunHeader, SimilarGroup, Similarity, SkipReason, SubmissionInfo, SubmissionOutcome, Usage,
    Verdict,
};
use mousetrap_util::Bytes;

const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(2),
    wall: Duration::from_secs(20),
    memory: Bytes::mib(256),
    output: Bytes::kib(64),
};

/// Returns an interrupted run with most verdicts and with every kind of outcome without a verdict.
pub(crate) fn interrupted_run() -> Model {
    run_from_events(events(true))
}

/// Returns a run with two submissions of [`interrupted_run`], which have the expected verdict.
pub(crate) fn good_run() -> Model {
    let mut model = interrupted_run();
    model.submissions.truncate(2);
    model.header.refused.clear();
    model.header.left_out.clear();
    model.header.similar = None;
    model.apply(&run_finished(false));
    model
}

/// Returns a run with one accepted submission.
pub(crate) fn accepted_run() -> Model {
    let mut model = good_run();
    model.submissions.truncate(1);
    model
}

/// Returns a run with one submission, which fails its second case.
pub(crate) fn one_failed_run() -> Model {
    let mut model = good_run();
    let mut failed = model.submissions.remove(1);
    failed.info.path = "answer.go".into();
    failed.info.expected = None;
    model.submissions = vec![failed];
    model
}

/// Returns the view of the user who ran the command.
pub(crate) fn styled_view(colour: bool, width: Option<usize>) -> View {
    View {
        style: OutputStyle { colour, width },
        ..View::default()
    }
}

/// Returns point groups of a problem that are worth this many points in total.
pub(crate) fn run_points(points: u32) -> RunPoints {
    let half = |name: &str, cases: &str, scoring, case_count| RunGroup {
        group: PointGroup {
            name: name.to_owned(),
            points: Points::from_integer(points).proportional_share(1, 2),
            scoring,
            cases: vec![CaseSelector::new(cases.to_owned(), 0)],
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

/// Returns the run with these events, in which each problem is worth 40 points.
pub(crate) fn run_with_points(events: Vec<Event>) -> Model {
    let points = ["913", "1728"].map(|problem| (problem.to_owned(), run_points(40)));
    let header = RunHeader {
        points: points.into(),
        ..header()
    };
    run_with_header(header, events)
}

/// Returns a run without submissions.
pub(crate) fn empty_run() -> Model {
    let wall = Duration::from_millis(12);
    let mut model = Model::default();
    model.apply(&Event::RunFinished {
        interrupted: false,
        wall,
    });
    model
}

pub(crate) fn run_from_events(events: Vec<Event>) -> Model {
    run_with_header(header(), events)
}

pub(crate) fn run_with_header(header: RunHeader, events: Vec<Event>) -> Model {
    let mut model = Model {
        header,
        ..Model::default()
    };
    for event in &add_cases(events) {
        model.apply(event);
    }
    model
}

/// Returns these events after copying the results of the `Case` events into the judgements.
pub(crate) fn add_cases(mut events: Vec<Event>) -> Vec<Event> {
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
            Event::Outcome(submission, SubmissionOutcome::Judged(judgement)) => {
                judgement.cases = cases.get(submission).cloned().unwrap_or_default();
            }
            _ => {}
        }
    }
    events
}

/// Records events with these options.
pub(crate) fn record(options: RecorderOptions, events: Vec<Event>) -> Recorder {
    let mut recorder = Recorder::new(options);
    for event in events {
        recorder.record(&event).unwrap();
    }
    recorder
}

fn run_finished(interrupted: bool) -> Event {
    Event::RunFinished {
        interrupted,
        wall: Duration::from_millis(41_230),
    }
}

/// Returns the header of [`interrupted_run`], with the files that cannot be judged and the groups of
/// similar submissions.
pub(crate) fn header() -> RunHeader {
    let refused = |path: &str, reason: &str| RefusedFile {
        path: path.into(),
        reason: reason.into(),
    };
    let similar = |similarity, submissions: &[usize]| SimilarGroup {
        similarity,
        submissions: submissions.to_vec(),
    };
    RunHeader {
        refused: vec![
            refused("class/empty.py", "there is no code in it"),
            refused(
                "class/link.py",
                "a link in a directory of submissions is not followed; name the link",
            ),
        ],
        left_out: vec!["class/.DS_Store".into(), "class/a.py~".into()],
        similar: Some(vec![
            similar(Similarity::Same, &[0, 5, 8]),
            similar(Similarity::Percent(93), &[1, 6]),
        ]),
        ..RunHeader::default()
    }
}

/// Returns the events of [`interrupted_run`], or of the same run without an interruption.
pub(crate) fn events(interrupted: bool) -> Vec<Event> {
    use Verdict::{Accepted, CompileError, RunTimeError, TimeLimitExceeded, WrongAnswer};
    let mut submissions = [
        ("1728", "topological_sort.cpp", "C++", Accepted),
        ("913", "horizon_2n.go", "Go", WrongAnswer),
        ("1728", "dfs.kt", "Kotlin", Accepted),
        ("913", "queue.kt", "Kotlin", Accepted),
        ("1728", "no_brace.java", "Java", CompileError),
        ("1728", "greedy_race.py", "Python 3", Accepted),
        ("913", "null_pointer.c", "C", TimeLimitExceeded),
        ("913", "queue.rs", "Rust", Accepted),
        ("1728", "", "PyPy", Accepted),
    ]
    .map(|(problem, name, language, expected)| submission_info(problem, name, language, expected));
    submissions[5].encoding = Some("windows-1252".to_owned());
    submissions[7].suites = vec!["samples".to_owned(), "hidden".to_owned()];
    submissions[8].path = "/tmp/mine.py".into();
    let run_started = Event::RunStarted {
        submissions: submissions.into(),
        jobs: 2,
        isolation: "namespaces, seccomp, rlimits".to_owned(),
        clock: Clock::ControlGroup,
    };
    let missing_kotlin = SkipReason {
        reason: "kotlinc is not installed".into(),
        remedy: "mousetrap setup kotlin".to_owned(),
    };
    let skipped = |one| Event::Outcome(one, SubmissionOutcome::Skipped(missing_kotlin.clone()));
    let rejected = Judgement {
        compiler_output: "Main.java:3: error: reached end of file while parsing\n}\n ^\n1 error\n"
            .to_owned(),
        compile_error: Some(Message::text(
            "Main.java:3: error: reached end of file while parsing",
        )),
        ..Judgement::new(CompileError)
    };
    let rejected = SubmissionOutcome::Judged(Box::new(rejected));
    let error =
        "mount /proc in the sandbox: operation not permitted (EPERM)\nsee: mousetrap doctor";
    let next_case = Event::CaseStarted {
        submission: 8,
        worker: 1,
        case: case_id(2),
        number: 2,
    };
    let mut events = vec![run_started, compiling(0, 0)];
    events.extend(judging(
        0,
        0,
        &[1, 2, 3, 4].map(|n| (n, Accepted)),
        Accepted,
    ));
    let cases = [(1, Accepted), (2, WrongAnswer), (3, Accepted)];
    events.extend(judging(1, 1, &cases, WrongAnswer));
    events.extend([
        skipped(2),
        skipped(3),
        compiling(4, 0),
        Event::Outcome(4, rejected),
    ]);
    events.extend(judging(
        5,
        1,
        &[1, 2, 3].map(|n| (n, WrongAnswer)),
        WrongAnswer,
    ));
    events.extend(judging(6, 0, &[(4, RunTimeError)], RunTimeError));
    events.extend([
        compiling(7, 0),
        Event::Outcome(7, SubmissionOutcome::Failed(error.into())),
    ]);
    events.extend([started(8, 1), case_judged(8, 1, Accepted), next_case]);
    events.push(run_finished(interrupted));
    add_cases(events)
}
