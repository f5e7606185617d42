use super::*;
use crate::tests::sample;
use mousetrap_model::Verdict;

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
    let [full, redacted] = [&model, &model.redacted()].map(Report::new);
    assert_eq!(Comparison::new(&full, &redacted).verdicts, [""; 0]);
}

#[test]
fn only_a_large_change_of_time_is_reported() {
    for (micros, factor, expected) in [
        (10_000, 1.2, None),
        (10_000, 1.3, Some("80 ms → 104 ms, slower")),
        (10_000, 0.7, Some("80 ms → 56 ms, faster")),
        (1_000, 3.0, None),
    ] {
        let [before, after] = [1.0, factor].map(|factor| {
            let mut model = sample::all_accepted();
            for case in &mut model.submissions[0].cases {
                case.usage.cpu = Duration::from_micros(2 * micros).mul_f64(factor);
            }
            Report::new(&model)
        });
        let times = Comparison::new(&before, &after).times;
        let text = times.first().and_then(|line| line.split_once(": "));
        assert_eq!(
            text.map(|(_, change)| change),
            expected,
            "{micros} {factor}"
        );
    }
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
    after.run.submissions.remove(1);
    let text = Comparison::new(&before, &after).to_text();
    assert_eq!(
        text,
        "solutions/1728/accepted/topological_sort.cpp: AC → WA\n\
         solutions/913/wrong_answer/horizon_2n.go: gone\n\
         10 files in both: 1 with another verdict, 0 slower, 0 faster · 1 gone, 0 new · 2 refused\n"
    );
}
