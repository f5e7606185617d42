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

const SLEEP_BUDGET: Duration = Duration::from_secs(30);

/// Judges three cases after these results. Returns the cases that were run and the
/// judgement.
fn judge(earlier: &[CaseResult]) -> (Vec<String>, Judgement) {
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
    let mut options = Options::default();
    options.judge.sleep_budget = SLEEP_BUDGET;
    let request = JudgeRequest {
        submissions: &[submission],
        cases: &cases,
        options: &options,
    };
    let judged = threads.judge(request, &interrupted, &sender);
    judged.unwrap();
    drop(sender);
    let mut run = Vec::new();
    for event in events {
        match event {
            Event::Case { result, .. } => run.push(result.id.0),
            Event::Outcome(_, SubmissionOutcome::Judged(judgement)) => return (run, *judgement),
            _ => {}
        }
    }
    panic!("no judgement")
}

fn result(name: &str, verdict: Verdict, wall: Duration) -> CaseResult {
    let usage = Usage::new(Duration::ZERO, wall, Usage::NONE.memory);
    let id = CaseId(format!("basic/{name}"));
    CaseResult::new(id, verdict, usage, Limits::DEFAULT)
}

#[test]
fn judging_continues_after_earlier_results_of_the_same_cases() {
    use Verdict::{Accepted, TimeLimitExceeded, WrongAnswer};
    let right = |wall| result("a", Accepted, wall);
    let wrong = |name| result(name, WrongAnswer, Duration::ZERO);
    let first_two = vec![right(Duration::ZERO), wrong("b")];
    // The idle time of earlier results counts toward the budget.
    let slept = vec![right(SLEEP_BUDGET + Duration::from_secs(1))];
    // Results of other cases are ignored.
    let foreign = vec![wrong("x")];
    for (earlier, kept, expected, verdict) in [
        (first_two, 2, "basic/c", WrongAnswer),
        (slept, 1, "basic/b", TimeLimitExceeded),
        (foreign, 0, "basic/a basic/b basic/c", Accepted),
    ] {
        let (run, judgement) = judge(&earlier);
        assert_eq!(run.join(" "), expected);
        assert_eq!(judgement.verdict, verdict);
        assert_eq!(judgement.cases.len(), kept + run.len());
        assert_eq!(judgement.cases[..kept], earlier[..kept]);
    }
}
