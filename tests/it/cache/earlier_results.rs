//! Judging that continues after the results of an earlier, interrupted judging.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::Duration;

use cat_and_mouse::Game;
use mousetrap_judge::{
    Engine as _, FindOptions, JudgeRequest, LocalEngine, Options, submission_from_text,
};
use mousetrap_languages::Languages;
use mousetrap_model::{
    Case, CaseId, CaseResult, Event, Judgement, Limits, SubmissionOutcome, Usage, Verdict,
};

const SOURCE: &str = "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        return mouseJump != 3\n";

fn case(name: &str, mouse_jump: u32, answer: &str) -> Case {
    Case {
        id: CaseId(format!("basic/{name}")),
        input: format!("1 7 1 {mouse_jump}\nM.C...F\n"),
        arguments: format!("[\"M.C...F\"]\n1\n{mouse_jump}\n"),
        max_plies: None,
        answer: answer.to_owned(),
        limits: Limits::DEFAULT,
    }
}

/// Judges three cases after these results. Returns the cases that were run and the
/// judgement.
fn judge(earlier: &[CaseResult], options: Options) -> (Vec<String>, Judgement) {
    mousetrap_sandbox::use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let languages = Languages::embedded();
    let find = FindOptions::new(Game::problems(), None, None);
    let source = SOURCE.as_bytes();
    let mut submission =
        submission_from_text(Path::new("answer.py"), source, &languages, find).unwrap();
    submission.earlier_results = earlier.to_vec();
    let cases = [
        case("a", 4, "true"),
        case("b", 3, "false"),
        case("c", 2, "true"),
    ];
    let cases = BTreeMap::from([("1728".to_owned(), cases.to_vec())]);
    let (sender, events) = mpsc::channel();
    let interrupted = AtomicBool::new(false);
    let threads = LocalEngine::default();
    let request = JudgeRequest {
        submissions: &[submission],
        cases: &cases,
        options: &options,
    };
    let judged = threads.judge(request, &interrupted, &sender);
    judged.unwrap();
    drop(sender);
    let (mut run, mut judgement) = (Vec::new(), None);
    for event in events {
        match event {
            Event::Case { result, .. } => run.push(result.id.0),
            Event::Outcome(_, SubmissionOutcome::Judged(it)) => judgement = Some(*it),
            _ => {}
        }
    }
    (run, judgement.unwrap())
}

fn result(name: &str, verdict: Verdict, wall: Duration) -> CaseResult {
    let usage = Usage::new(Duration::ZERO, wall, Usage::NONE.memory);
    let id = CaseId(format!("basic/{name}"));
    CaseResult::new(id, verdict, usage, Limits::DEFAULT)
}

#[test]
fn judging_continues_after_earlier_results() {
    let earlier = [
        result("a", Verdict::Accepted, Duration::ZERO),
        result("b", Verdict::WrongAnswer, Duration::ZERO),
    ];
    let (run, judgement) = judge(&earlier, Options::default());
    assert_eq!(run, ["basic/c"]);
    assert_eq!(judgement.verdict, Verdict::WrongAnswer);
    assert_eq!(judgement.cases.len(), 3);
    assert_eq!(judgement.cases[..2], earlier);
}

#[test]
fn idle_time_of_earlier_results_counts_toward_the_budget() {
    let mut options = Options::default();
    options.judge.sleep_budget = Duration::from_secs(30);
    let earlier = [result("a", Verdict::Accepted, Duration::from_secs(31))];
    let (run, judgement) = judge(&earlier, options);
    assert_eq!(run, ["basic/b"]);
    assert_eq!(judgement.verdict, Verdict::TimeLimitExceeded);
}

#[test]
fn earlier_results_of_other_cases_are_ignored() {
    let earlier = [result("x", Verdict::WrongAnswer, Duration::ZERO)];
    let (run, judgement) = judge(&earlier, Options::default());
    assert_eq!(run, ["basic/a", "basic/b", "basic/c"]);
    assert_eq!(judgement.verdict, Verdict::Accepted);
}
