use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Barrier;
use std::thread;

use super::recorder::*;
use crate::tests::sample;
use crate::{
    Claim, Earlier, Format, Model, Progress, Report, ReportFile, Shards, Submission, View, render,
};
use mousetrap_model::{Event, RunHeader, ShardHeader, SubmissionOutcome, Verdict};
use mousetrap_util::Choice as _;

fn read(path: &Path) -> Report {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn json(path: &Path) -> ReportFile {
    ReportFile {
        format: Format::Json,
        path: path.to_owned(),
    }
}

/// Records the events up to the start of the run.
fn start(recorder: &mut Recorder, events: Vec<Event>) {
    for event in events {
        let starts = matches!(event, Event::RunStarted { .. });
        recorder.record(event).unwrap();
        if starts {
            break;
        }
    }
}

#[test]
fn report_file_is_valid_from_start_to_end() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("run.json");
    let mut recorder = Recorder::new(Progress::Quiet, vec![json(&path)]);
    start(&mut recorder, sample::events(true));
    assert_eq!(read(&path).run.ending, None);
    for event in sample::events(true) {
        recorder.record(event).unwrap();
    }
    let model = recorder.finish().unwrap();
    assert_eq!(read(&path), Report::new(&model));
    let names: Vec<_> = fs::read_dir(directory.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "no temporary file is left");
}

#[test]
fn run_with_cases_in_its_log_is_reported_as_one_in_memory() {
    for interrupted in [true, false] {
        let header = || RunHeader {
            points: [("913".to_owned(), sample::points(40))].into(),
            ..RunHeader::default()
        };
        let mut recorder = Recorder::new(Progress::Quiet, Vec::new()).with_header(header());
        let mut events = sample::events(interrupted);
        let same = Event::SameAs {
            submission: 8,
            first: 5,
        };
        events.insert(events.len() - 1, same);
        for event in events.clone() {
            recorder.record(event).unwrap();
        }
        let logged = recorder.finish().unwrap();
        assert!(logged.submissions.iter().any(|one| one.place.is_some()));
        let mut held = Model {
            header: header(),
            ..Model::default()
        };
        for event in events {
            held.apply(event);
        }
        let told = |model: &Model| {
            let view = View::default();
            let mut told = vec![crate::show_failing(model, &view)];
            told.extend(
                Format::ALL
                    .iter()
                    .map(|&format| render(format, model, &view)),
            );
            for index in 0..model.submissions.len() {
                told.push(render(Format::Html, &model.of_submission(index), &view));
            }
            told
        };
        for (logged, held) in [
            (logged.redacted(), held.redacted()),
            (logged.whole(), held.clone()),
            (logged, held),
        ] {
            for (logged, held) in told(&logged).iter().zip(told(&held)) {
                assert_eq!(*logged, held);
            }
        }
    }
}

#[test]
fn killed_run_is_resumed_from_its_log() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("run.json.log.jsonl");
    let conditions = || [("options".to_owned(), "a".to_owned())].into();
    let recorder = || {
        Recorder::new(Progress::Quiet, Vec::new())
            .with_header(RunHeader {
                conditions: conditions(),
                ..RunHeader::default()
            })
            .logged(Some(Claim::on(&log).unwrap()))
    };
    let mut events = sample::events(false);
    // What the judge failed on would be there to go on with.
    events.retain(|event| !matches!(event, Event::Failed { .. }));
    let is_finished = |event: &Event| matches!(event, Event::Judged { .. });
    let finished = events.iter().filter(|event| is_finished(event)).count();
    assert!(finished > 2);
    // Killed after the first, and again after the second.
    let mut known = 0;
    for rounds in [1, 2, finished] {
        let mut recorder = recorder();
        let mut done = BTreeSet::new();
        if known > 0 {
            let earlier = Earlier::open(&log).unwrap();
            assert!(earlier.differs(&conditions()).is_empty());
            let model = sample::fold(events.clone());
            let infos = model.submissions.iter().map(|one| &one.info);
            done = earlier.judged(infos.map(|info| info.digest.as_str()));
            assert_eq!(done.len(), known);
            recorder = recorder.after(earlier);
        }
        for event in events.clone() {
            let is_done = match &event {
                Event::Compiling { submission, .. }
                | Event::Started { submission, .. }
                | Event::Case { submission, .. }
                | Event::Judged { submission, .. } => done.contains(submission),
                _ => false,
            };
            if is_done || known == rounds && rounds < finished {
                continue;
            }
            known += usize::from(is_finished(&event));
            recorder.record(event).unwrap();
        }
        if rounds == finished {
            let model = recorder.finish().unwrap();
            let mut expected = sample::fold(events.clone());
            expected.header.conditions = conditions();
            assert_eq!(Report::new(&model), Report::new(&expected));
            assert!(!log.exists(), "the report has all of it");
        }
    }
}

#[test]
fn first_report_of_a_resumed_run_has_the_results_of_the_log() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("run.json");
    let log = crate::log_path(&path);
    let recorder = || {
        let recorder = Recorder::new(Progress::Quiet, vec![json(&path)]);
        recorder.logged(Some(Claim::on(&log).unwrap()))
    };
    let mut events = sample::events(false);
    let is_judged = |event: &Event| matches!(event, Event::Judged { submission: 0, .. });
    let first = events.iter().position(is_judged).unwrap();
    for event in &mut events {
        if let Event::RunStarted { submissions, .. } = event {
            submissions[1].digest = submissions[0].digest.clone();
        }
    }
    let mut killed = recorder();
    for event in &events[..=first] {
        killed.record(event.clone()).unwrap();
    }
    drop(killed);
    let mut recorder = recorder().after(Earlier::open(&log).unwrap());
    start(&mut recorder, events);
    let report = read(&path);
    assert_eq!(report.summary.same, 1);
    assert_eq!(report.summary.not_judged, report.run.submissions.len() - 2);
}

#[test]
fn file_that_cannot_be_written_is_named_at_the_start() {
    let file = json(Path::new("/proc/nowhere/run.json"));
    let mut recorder = Recorder::new(Progress::Quiet, vec![file]);
    let errors = sample::events(true)
        .into_iter()
        .filter_map(|event| recorder.record(event).err());
    let errors: Vec<String> = errors.map(|error| error.to_string()).collect();
    assert!(
        errors.len() == 1 && errors[0].starts_with("/proc/nowhere/run.json: cannot write"),
        "{errors:?}"
    );
}

#[test]
fn one_of_two_runs_that_start_together_has_the_log() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("run.json.log.jsonl");
    let started = || {
        let place = Claim::on(&log).ok()?;
        let mut recorder = Recorder::new(Progress::Quiet, Vec::new()).logged(Some(place));
        let events = sample::events(false).into_iter();
        let mut events = events.filter(|event| matches!(event, Event::RunStarted { .. }));
        recorder.record(events.next()?).ok()?;
        Some(recorder)
    };
    for round in 0..300 {
        // There is no log yet, or that of a run that was killed.
        if round % 2 == 0 {
            let _ = fs::remove_file(&log);
        }
        let barrier = Barrier::new(2);
        let started = thread::scope(|scope| {
            let runs = [(); 2].map(|()| {
                scope.spawn(|| {
                    barrier.wait();
                    started()
                })
            });
            runs.map(|run| run.join().unwrap())
        });
        let started: Vec<_> = started.into_iter().flatten().collect();
        assert_eq!(started.len(), 1, "in round {round}");
        assert!(Claim::on(&log).is_err(), "in round {round}");
    }
}

#[test]
fn merge_keeps_two_judgements_of_one_source_apart() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("part.jsonl");
    let mut events = sample::events(false);
    events.retain(|event| !matches!(event, Event::FilesFound { .. } | Event::SimilarFound(_)));
    for event in &mut events {
        if let Event::RunStarted { submissions, .. } = event {
            for info in submissions {
                info.digest = "same".to_owned();
            }
        }
    }
    let mut model = sample::fold(events);
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
    let recorder = Recorder::new(Progress::Quiet, Vec::new());
    let merged = recorder.merge(&shards).unwrap();
    let verdicts = |model: &Model| {
        let submissions = model.submissions.iter();
        submissions.map(Submission::verdict).collect::<Vec<_>>()
    };
    assert!(verdicts(&model).contains(&Some(Verdict::Accepted)));
    assert!(verdicts(&model).contains(&Some(Verdict::WrongAnswer)));
    assert_eq!(verdicts(&merged), verdicts(&model));
}
