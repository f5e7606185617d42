use std::time::Duration;

use mousetrap_util::{Bytes, Choice as _, format_duration};

use super::*;
use crate::record::progress::tests::plain_lines;
use crate::tests::sample;
use crate::{Format, Report, describe_failures, failure_lines, render};
use mousetrap_model::{CaseResult, Event};

/// Returns the events of the sample run, but with repeated runs, with incomplete sanitizer checks,
/// and with values that change when they are rounded.
fn sample_events() -> Vec<Event> {
    let mut events = sample::events(true);
    let mut odd = 1_214_567;
    for event in &mut events {
        if let Event::Outcome(_, SubmissionOutcome::Judged(judgement)) = event {
            judgement.unchecked = Some(Message::text("no more time from case-0 on"));
            judgement.gave_up = Some(EarlyStop::CpuTime(Duration::from_micros(987_654_321)));
        }
        if let Event::Case { result, .. } = event {
            odd += 3_347;
            result.usage.cpu = Duration::from_micros(odd);
            result.usage.wall = Duration::from_micros(odd * 3 + 1);
            result.usage.memory = Bytes(odd * 4 + 1);
            result.repeats = 41;
        }
    }
    sample::add_cases(events)
}

/// Returns all texts about a run that the authors of submissions can see.
fn author_visible_text(model: &Model) -> String {
    let (model, view) = (&model.redacted(), &View::default());
    let mut text = plain_lines(sample_events(), true);
    text += &describe_failures(model, view);
    text += &failure_lines(model, view);
    for &format in Format::ALL {
        text += &render(format, model, view);
    }
    text
}

/// Returns the cases of the first submission, which is judged.
fn first_cases(model: &mut Model) -> &mut [CaseResult] {
    match &mut model.submissions[0].outcome {
        SubmissionOutcome::Judged(judgement) => &mut judgement.cases,
        outcome => panic!("not judged: {outcome:?}"),
    }
}

#[test]
fn maximum_values_do_not_overflow() {
    let mut model = sample::good_run();
    for case in first_cases(&mut model) {
        case.usage.cpu = Duration::from_micros(u64::MAX);
        case.usage.memory = Bytes(u64::MAX);
        (case.limits.cpu, case.limits.memory) = (case.usage.cpu, case.usage.memory);
    }
    let peak = model.redacted().submissions[0].peak_usage().unwrap();
    assert_eq!(peak.cpu, Duration::from_micros(u64::MAX));
    let report = Report::new(&model);
    let comparison = crate::Comparison::new(&report, &report);
    assert_eq!(comparison.verdicts, [""; 0]);
}

#[test]
fn redacted_reports_hide_cases_digests_and_exact_figures() {
    let mut model = sample::run_from_events(sample_events());
    model.header.conditions = [("suites".to_owned(), "5u1te".to_owned())].into();
    let text = author_visible_text(&model);
    let secrets = "walls|####F|M....|█|expected true|got false|visited|tried|SIGSEGV|EPERM|case-0|\
                   5u1te|987654321|\"startup\"|\"compile\"";
    let secrets = secrets
        .split('|')
        .chain([&*model.submissions[0].info.digest]);
    let cases = model.submissions.iter().flat_map(Submission::cases);
    let figures = cases.map(|case| case.usage).flat_map(|used| {
        [
            used.cpu.as_micros().to_string(),
            used.wall.as_micros().to_string(),
            used.memory.0.to_string(),
            format_duration(used.cpu),
            format_duration(used.wall),
            used.memory.to_string(),
            format!("{:.3}", used.wall.as_secs_f64()),
        ]
    });
    for secret in secrets.map(str::to_owned).chain(figures) {
        assert!(!text.contains(&secret), "{secret} is reported");
    }
    assert!(text.contains("sanitizer check not finished"));
    // The events contain repeated runs, which a redacted number of runs must not include.
    let redacted = model.redacted();
    let judged = redacted.submissions.iter().map(Submission::judged_count);
    assert_eq!(redacted.summary().runs, judged.sum::<usize>());
}

#[test]
fn redacted_report_has_verdicts_counts_and_rounded_maxima() {
    let model = sample::interrupted_run();
    let redacted = model.redacted();
    let (before, after) = (model.summary(), redacted.summary());
    assert_eq!(before.unexpected, after.unexpected);
    for (before, after) in model.submissions.iter().zip(&redacted.submissions) {
        assert_eq!(before.verdict(), after.verdict());
        assert_eq!(before.judged_count(), after.judged_count());
        assert_eq!(before.accepted_count(), after.accepted_count());
    }
    // The unrounded values are 12.4 ms and 6,800 KiB.
    let peak = redacted.submissions[0].peak_usage().unwrap();
    assert_eq!(peak.cpu, Duration::from_millis(13));
    assert_eq!(peak.memory, Bytes::mib(7));
    let report = Report::new(&redacted);
    let hidden = report.run.submissions[0].redacted_cases.unwrap();
    assert_eq!((hidden.case_count, hidden.accepted), (4, 4));
    assert_eq!(hidden.peak, Some(peak));
    assert_eq!(redacted.redacted().submissions[0].peak_usage(), Some(peak));
}

#[test]
fn time_is_rounded_up_to_two_digits_but_not_beyond_its_limit() {
    let round = |micros| round_up_to_two_significant_digits(Duration::from_micros(micros));
    let rounded = [0, 7, 99, 101, 12_400, 1_970_001].map(|micros| round(micros).as_micros());
    assert_eq!(rounded, [0, 7, 99, 110, 13_000, 2_000_000]);
    let mut model = sample::good_run();
    for case in first_cases(&mut model) {
        (case.usage.cpu, case.usage.memory) = (case.limits.cpu * 2, Bytes::mib(999));
    }
    let peak = model.redacted().submissions[0].peak_usage().unwrap();
    assert_eq!(peak.cpu, peak.cpu_limit);
    assert_eq!(peak.memory, peak.memory_limit);
}
