use super::*;
use crate::tests::sample;
use mousetrap_model::CaseId;

/// A run of one submission on forty cases, whose times are scaled.
fn run(scale: impl Fn(u64) -> f64) -> Report {
    let mut report = Report::new(&sample::all_accepted());
    let SubmissionOutcome::Judged(judgement) = &mut report.run.submissions[0].outcome else {
        panic!("the first submission of the sample is judged");
    };
    let case = judgement.cases[0].clone();
    judgement.cases = (0..40)
        .map(|n| {
            let mut case = case.clone();
            case.id = CaseId(format!("hidden/walls-{n:03}"));
            let micros = ((1_000 + 100 * n) as f64 * scale(n)) as u64;
            case.usage.cpu = Duration::from_micros(micros);
            case
        })
        .collect();
    report
}

#[test]
fn nothing_changes_between_a_run_and_itself() {
    let report = Report::new(&sample::interrupted());
    let comparison = Comparison::new(&report, &report);
    assert_eq!(
        comparison.to_text(),
        "11 files in both: 0 with another verdict, 0 slower, 0 faster · 0 gone, 0 new · 2 refused\n"
    );
}

#[test]
fn redacted_report_has_the_same_verdicts_as_the_full_one() {
    let model = sample::interrupted();
    let reports = [&model, &model.redacted()].map(Report::new);
    let fails = |report: &Report| {
        let mut submissions = 0..report.run.submissions.len();
        submissions.any(|index| {
            report
                .run
                .judgement(index)
                .and_then(first_failing)
                .is_some()
        })
    };
    assert_eq!(reports.each_ref().map(fails), [true, false]);
    for [before, after] in [[0, 1], [1, 0]] {
        let comparison = Comparison::new(&reports[before], &reports[after]);
        assert_eq!(comparison.verdicts, [""; 0]);
    }
    let mut other = reports[0].clone();
    let failing = other.run.submissions.iter_mut().find_map(|submission| {
        let SubmissionOutcome::Judged(judgement) = &mut submission.outcome else {
            return None;
        };
        let mut cases = judgement.cases.iter_mut();
        cases.find(|case| case.verdict != Verdict::Accepted)
    });
    failing.unwrap().id.0 += "-other";
    assert_eq!(Comparison::new(&reports[0], &other).verdicts.len(), 1);
}

#[test]
fn noise_is_no_change() {
    let noisy = run(|n| if n % 2 == 0 { 1.3 } else { 0.75 });
    assert_eq!(Comparison::new(&run(|_| 1.0), &noisy).times, [""; 0]);
}

#[test]
fn what_is_slower_everywhere_is_reported() {
    let slower = run(|n| if n % 2 == 0 { 1.45 } else { 1.55 });
    let comparison = Comparison::new(&run(|_| 1.0), &slower);
    assert_eq!(comparison.times.len(), 1);
    let text = comparison.to_text();
    assert!(text.contains("1.50× slower (median of 40 cases"), "{text}");
    let back = Comparison::new(&slower, &run(|_| 1.0));
    assert!(back.to_text().contains("faster"));
}

#[test]
fn points_that_changed_are_reported() {
    let before = Report::new(&sample::with_points(sample::events(false)));
    let mut after = before.clone();
    let award = after.run.submissions[1].award.as_mut().unwrap();
    award.points = award.available;
    let text = Comparison::new(&before, &after).to_text();
    let path = after.run.submissions[1].info.path.display();
    let line = format!("{path}: 26.66/40 points → 40/40 points\n");
    assert!(text.starts_with(&line), "{text}");
    let counts = "0 with another verdict, 1 with other points, 0 slower";
    assert!(text.contains(counts), "{text}");
}

#[test]
fn verdicts_and_submissions_that_come_and_go_are_reported() {
    let before = Report::new(&sample::interrupted());
    let mut after = before.clone();
    let SubmissionOutcome::Judged(judgement) = &mut after.run.submissions[0].outcome else {
        panic!("the first submission of the sample is judged");
    };
    judgement.verdict = Verdict::WrongAnswer;
    judgement.cases[2].verdict = Verdict::WrongAnswer;
    after.run.submissions.remove(1);
    let text = Comparison::new(&before, &after).to_text();
    assert_eq!(
        text,
        "solutions/1728/accepted/topological_sort.cpp: AC → WA on hidden/walls-003\n\
         solutions/913/wrong_answer/horizon_2n.go: gone\n\
         10 files in both: 1 with another verdict, 0 slower, 0 faster · 1 gone, 0 new · 2 refused\n"
    );
}
