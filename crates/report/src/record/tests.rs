use std::fs;
use std::path::Path;
use std::sync::Barrier;
use std::thread;

use super::recorder::*;
use crate::tests::sample;
use crate::{
    EarlierLog, Format, LogLock, Model, Report, ReportFile, Shards, Submission, View, render,
};
use mousetrap_model::{
    Event, MachineFacts, RunHeader, ShardHeader, SubmissionInfo, SubmissionOutcome, Verdict,
};
use mousetrap_util::Choice as _;

fn read_report(path: &Path) -> Report {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns the submissions in the first event.
fn run_submissions(events: &mut [Event]) -> &mut [SubmissionInfo] {
    match &mut events[0] {
        Event::RunStarted { submissions, .. } => submissions,
        _ => panic!("the first event starts the run"),
    }
}

fn json_file(path: &Path) -> Vec<ReportFile> {
    vec![ReportFile {
        format: Format::Json,
        path: path.to_owned(),
    }]
}

#[test]
fn report_file_is_valid_from_start_to_end() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("run.json");
    let mut recorder = Recorder::new(RecorderOptions {
        files: json_file(&path),
        ..RecorderOptions::default()
    });
    for event in sample::events(true) {
        recorder.record(&event).unwrap();
        if matches!(event, Event::RunStarted { .. }) {
            assert_eq!(read_report(&path).run.ending, None);
        }
    }
    let model = recorder.finish(MachineFacts::default()).unwrap();
    assert_eq!(read_report(&path), Report::new(&model));
    let names = fs::read_dir(directory.path()).unwrap();
    assert_eq!(names.count(), 1, "no temporary file is left");
}

#[test]
fn run_with_cases_in_its_log_is_reported_like_one_in_memory() {
    for interrupted in [true, false] {
        let header = || RunHeader {
            points: [("913".to_owned(), sample::run_points(40))].into(),
            ..sample::header()
        };
        let options = RecorderOptions {
            header: header(),
            ..RecorderOptions::default()
        };
        let mut events = sample::events(interrupted);
        let same = Event::Outcome(8, SubmissionOutcome::SameAs(5));
        events.insert(events.len() - 1, same);
        let recorder = sample::record(options, events.clone());
        let logged = recorder.finish(MachineFacts::default()).unwrap();
        assert!(logged.submissions.iter().any(|one| one.logged.is_some()));
        let held = sample::run_with_header(header(), events);
        let view = View::default();
        let reports = |model: &Model| -> Vec<String> {
            let formats = Format::ALL
                .iter()
                .map(|&format| render(format, model, &view));
            let pages = (0..model.submissions.len())
                .map(|one| render(Format::Html, &model.restricted_to_submission(one), &view));
            formats
                .chain(pages)
                .chain([crate::describe_failures(model, &view)])
                .collect()
        };
        for (logged, held) in [
            (logged.redacted(), held.redacted()),
            (logged.with_all_cases(), held.clone()),
            (logged, held),
        ] {
            assert_eq!(reports(&logged), reports(&held));
        }
    }
}

#[test]
fn resumed_run_is_reported_like_an_uninterrupted_one() {
    let mut events = sample::events(false);
    // A run with internal errors keeps its log.
    events.retain(|event| !matches!(event, Event::Outcome(_, SubmissionOutcome::Failed(_))));
    let submissions = run_submissions(&mut events);
    submissions[8].digest = submissions[0].digest.clone();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("run.json");
    let log = crate::log_path(&path);
    let conditions = || [("options".to_owned(), "a".to_owned())].into();
    let record = |earlier, events: &[Event]| {
        let options = RecorderOptions {
            files: json_file(&path),
            header: RunHeader {
                conditions: conditions(),
                ..sample::header()
            },
            log: Some(LogLock::new(&log).unwrap()),
            earlier,
            ..RecorderOptions::default()
        };
        sample::record(options, events.to_vec())
    };
    let is_judged =
        |event: &Event| matches!(event, Event::Outcome(_, SubmissionOutcome::Judged(_)));
    let first = events.iter().position(is_judged).unwrap();
    drop(record(None, &events[..=first]));
    let earlier = EarlierLog::open(&log).unwrap();
    assert_eq!(earlier.header.conditions, conditions());
    let mut resumed = record(Some(earlier), &events[..1]);
    let summary = read_report(&path).summary;
    assert_eq!((summary.same, summary.not_judged), (1, 7));
    for event in &events[first + 1..] {
        resumed.record(event).unwrap();
    }
    let mut model = resumed.finish(MachineFacts::default()).unwrap();
    model.header.conditions.clear();
    let same = Event::Outcome(8, SubmissionOutcome::SameAs(0));
    events.insert(events.len() - 1, same);
    let expected = sample::run_from_events(events);
    assert_eq!(Report::new(&model), Report::new(&expected));
    assert!(!log.exists() && !model.is_interrupted());
    // A run without an end counts as interrupted.
    model.ending = None;
    assert!(model.is_interrupted());
}

#[test]
fn one_of_two_runs_that_start_together_has_the_log() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("run.json.log.jsonl");
    let started = || {
        let mut recorder = Recorder::new(RecorderOptions {
            log: Some(LogLock::new(&log).ok()?),
            ..RecorderOptions::default()
        });
        recorder.record(&sample::events(false)[0]).ok()?;
        Some(recorder)
    };
    for round in 0..300 {
        // Alternates between starting without a log and starting with the log of a killed run.
        if round % 2 == 0 {
            let _ = fs::remove_file(&log);
        }
        let barrier = Barrier::new(2);
        let start = || {
            barrier.wait();
            started()
        };
        let runs = thread::scope(|scope| {
            let runs = [scope.spawn(start), scope.spawn(start)];
            runs.map(|run| run.join().unwrap())
        });
        assert_eq!(runs.iter().flatten().count(), 1, "in round {round}");
        assert!(LogLock::new(&log).is_err(), "in round {round}");
    }
}

#[test]
fn merge_keeps_two_judgements_of_one_source_apart() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("part.jsonl");
    let mut events = sample::events(false);
    for info in run_submissions(&mut events) {
        info.digest = "same".to_owned();
    }
    let mut model = sample::run_with_header(RunHeader::default(), events);
    for submission in &mut model.submissions {
        if submission.outcome == SubmissionOutcome::NotJudged {
            submission.outcome = SubmissionOutcome::Failed("no space".into());
        }
    }
    model.header.shard = Some(ShardHeader {
        shard: "1/1".parse().unwrap(),
        indices: (0..model.submissions.len()).collect(),
        similar: None,
    });
    fs::write(&path, render(Format::Log, &model, &View::default())).unwrap();
    let shards = Shards::open(&[path]).unwrap();
    let recorder = Recorder::new(RecorderOptions::default());
    let merged = recorder.merge(&shards).unwrap();
    let verdicts = |model: &Model| {
        let submissions = model.submissions.iter();
        submissions.map(Submission::verdict).collect::<Vec<_>>()
    };
    assert!(verdicts(&model).contains(&Some(Verdict::Accepted)));
    assert!(verdicts(&model).contains(&Some(Verdict::WrongAnswer)));
    assert_eq!(verdicts(&merged), verdicts(&model));
}
