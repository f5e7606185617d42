use std::fs;
use std::path::Path;
use std::sync::Barrier;
use std::thread;

use super::recorder::*;
use crate::tests::sample;
use crate::{
    Claim, Earlier, Format, Model, Progress, Report, ReportFile, Shards, Submission, View, render,
};
use mousetrap_model::{Event, Facts, RunHeader, ShardHeader, SubmissionOutcome, Verdict};
use mousetrap_util::Choice as _;

fn read(path: &Path) -> Report {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_report_file_is_valid_from_start_to_end() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("run.json");
    let file = ReportFile {
        format: Format::Json,
        path: path.clone(),
    };
    let mut recorder = Recorder::new(Progress::Quiet, vec![file]);
    for event in sample::events(true) {
        recorder.record(event).unwrap();
        assert!(
            read(&path)
                .run
                .ending
                .is_none_or(|ending| ending.interrupted)
        );
    }
    let model = recorder.finish().unwrap();
    assert_eq!(read(&path), Report::new(&model));
    let names: Vec<_> = fs::read_dir(directory.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "no temporary file is left");
}

#[test]
fn a_run_whose_cases_lie_in_its_log_is_reported_as_one_in_memory() {
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
        let mut logged = recorder.finish().unwrap();
        assert!(logged.submissions.iter().any(|one| one.place.is_some()));
        logged.ending.as_mut().unwrap().reporting_cpu = None;
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
fn a_run_that_was_killed_is_gone_on_with_from_its_log() {
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
    // Killed after the first, and after the second when it was gone on with.
    let mut known = 0;
    for rounds in [1, 2, finished] {
        let mut recorder = recorder();
        let mut done = std::collections::BTreeSet::new();
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
            let of = match &event {
                Event::Compiling { submission, .. }
                | Event::Started { submission, .. }
                | Event::Case { submission, .. }
                | Event::Judged { submission, .. } => Some(submission),
                _ => None,
            };
            if of.is_some_and(|of| done.contains(of)) {
                continue;
            }
            let ends = is_finished(&event);
            recorder.record(event).unwrap();
            known += usize::from(ends);
            if known == rounds && rounds < finished {
                break;
            }
        }
        if rounds == finished {
            let mut model = recorder.finish().unwrap();
            model.ending.as_mut().unwrap().reporting_cpu = None;
            let mut expected = sample::fold(events.clone());
            expected.header.conditions = conditions();
            assert_eq!(Report::new(&model), Report::new(&expected));
            assert!(!log.exists(), "the report has all of it");
        }
    }
}

#[test]
fn the_first_report_of_a_run_that_goes_on_holds_what_the_log_does() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("run.json");
    let log = crate::log_path(&path);
    let recorder = || {
        let file = ReportFile {
            format: Format::Json,
            path: path.clone(),
        };
        Recorder::new(Progress::Quiet, vec![file]).logged(Some(Claim::on(&log).unwrap()))
    };
    let mut events = sample::events(false);
    let finished = |event: &Event| match event {
        Event::Judged { submission, .. } => Some(*submission),
        _ => None,
    };
    let first = events.iter().position(|event| finished(event).is_some());
    let first = first.unwrap();
    let judged = finished(&events[first]).unwrap();
    let other = usize::from(judged == 0);
    for event in &mut events {
        if let Event::RunStarted { submissions, .. } = event {
            submissions[other].digest = submissions[judged].digest.clone();
        }
    }
    let mut killed = recorder();
    for event in &events[..=first] {
        killed.record(event.clone()).unwrap();
    }
    killed.write(false).unwrap();
    drop(killed);
    let before = fs::read(&path).unwrap();
    let mut recorder = recorder().after(Earlier::open(&log).unwrap());
    for event in events {
        let starts = matches!(event, Event::RunStarted { .. });
        recorder.record(event).unwrap();
        if starts {
            break;
        }
        assert_eq!(fs::read(&path).unwrap(), before);
    }
    let report = read(&path);
    assert_eq!(report.summary.same, 1);
    assert_eq!(report.summary.not_judged, report.run.submissions.len() - 2);
}

#[test]
fn an_impossible_place_is_named_before_the_work_is_done() {
    let file = ReportFile {
        format: Format::Json,
        path: "/proc/nowhere/run.json".into(),
    };
    let mut recorder = Recorder::new(Progress::Quiet, vec![file]);
    let error = recorder.record(sample::events(true).remove(0)).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("/proc/nowhere/run.json: cannot write")
    );
}

#[test]
fn of_runs_that_start_at_once_on_one_output_one_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("run.json.log.jsonl");
    let start = || {
        let place = Claim::on(&log).ok()?;
        let mut recorder = Recorder::new(Progress::Quiet, Vec::new()).logged(Some(place));
        for event in sample::events(false) {
            let starts = matches!(event, Event::RunStarted { .. });
            recorder.record(event).ok()?;
            if starts {
                break;
            }
        }
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
                    start()
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

#[test]
fn report_during_a_run_names_the_machine_and_its_toolchains() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("run.html");
    let file = ReportFile {
        format: Format::Html,
        path: path.clone(),
    };
    let mut recorder = Recorder::new(Progress::Quiet, vec![file]);
    let fact = |name: &str, value: &str| [(name.to_owned(), value.to_owned())].into();
    recorder.set_facts(Facts {
        machine: fact("processor", "abacus"),
        toolchains: fact("C++", "g++ 99"),
    });
    for event in sample::events(false) {
        let begins = matches!(event, Event::RunStarted { .. });
        recorder.record(event).unwrap();
        if begins {
            break;
        }
    }
    let page = fs::read_to_string(&path).unwrap();
    assert!(page.contains("<dt>processor</dt><dd>abacus</dd>"));
    assert!(page.contains("<dd>g++ 99</dd>"));
}
