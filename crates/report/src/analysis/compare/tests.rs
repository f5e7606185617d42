use super::*;
use crate::tests::sample;
use mousetrap_model::Verdict;

#[test]
fn changed_verdicts_points_and_files_are_reported() {
    let before = Report::new(&sample::run_with_points(sample::events(false)));
    let mut after = before.clone();
    let SubmissionOutcome::Judged(judgement) = &mut after.run.submissions[0].outcome else {
        panic!("the first submission of the sample is judged");
    };
    judgement.verdict = Verdict::WrongAnswer;
    let award = after.run.submissions[1].award.as_mut().unwrap();
    award.points = award.available;
    after.run.submissions.remove(4);
    assert_eq!(
        Comparison::new(&before, &after).text,
        "solutions/1728/accepted/topological_sort.cpp: AC → WA\n\
         solutions/913/wrong_answer/horizon_2n.go: 26.66/40 points → 40/40 points\n\
         solutions/1728/compile_error/no_brace.java: removed\n\
         10 files in both runs: 1 with a different verdict, 1 with different points · 1 removed, \
         0 added · 2 refused\n"
    );
}
