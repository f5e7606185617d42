//! Measures the cost of judging: a case in a live session, a case of a program that runs one
//! process per case, and process start-up in every language.
//!
//! `cargo bench --bench judging`. Only the ratios of the figures are meaningful. The CPU time of a
//! run is the time that the kernel charges to the judge, the sandbox worker, init and the
//! submission.

mod cpu;
mod pasted;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::Duration;

use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_judge::{Engine as _, FindOptions, JudgeRequest, LocalEngine, Options, find};
use mousetrap_languages::Languages;
use mousetrap_model::{Case, CaseId, Event, Limits, SubmissionOutcome, Usage};
use mousetrap_sandbox::{run_worker_if_requested, use_worker_binary};
use mousetrap_suite::GameCase;
use mousetrap_util::project::Project;

use cpu::all_cpu;

const SESSION: &str = "class Solution { public: bool canMouseWin(vector<string>& grid, \
    int catJump, int mouseJump) { return true; } };";
const PROGRAM: &str = "int main() { puts(\"true\"); } // canMouseWin, from stdin";

fn main() {
    run_worker_if_requested();
    use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    round_trips();
    starts();
}

/// Judges a trivial C++ submission on the smallest board.
fn round_trips() {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        let text = format!("#include <bits/stdc++.h>\nusing namespace std;\n{text}\n");
        fs::write(&path, text).expect("writing a submission");
        path
    };
    println!("C++, a trivial function              CPU per case   of the case   wall of the case");
    let mut costs = Vec::new();
    for (name, text, count) in [("session", SESSION, 20_000), ("program", PROGRAM, 500)] {
        let file = write(&format!("{name}.cpp"), text);
        let run = |count| all_cpu(|| submission(&file, count));
        // The first run compiles the submission. The second one gives the fixed cost of a run,
        // which is subtracted.
        run(1);
        let (once, _) = run(1);
        let (all, figures) = run(count + 1);
        let per_case = all.saturating_sub(once) / count;
        costs.push(per_case);
        println!(
            "{:<36} {per_case:>12.1?} {:>13.1?} {:>18.1?}",
            match name {
                "session" => "live session",
                _ => "process per case",
            },
            median(figures.cases.iter().map(|case| case.cpu)),
            median(figures.cases.iter().map(|case| case.wall)),
        );
    }
    let ratio = costs[1].as_secs_f64() / costs[0].as_secs_f64();
    println!("a session is {ratio:.0} times cheaper than a process per case");
}

/// Measures process start-up and a sample case for the solutions that the tests paste.
fn starts() {
    println!("\nlanguage       start, CPU   start, wall   case, CPU   case, wall");
    for language in Languages::embedded().iter() {
        let file = pasted::solution(language);
        submission(&file, 1);
        let figures: Vec<Figures> = (0..5).map(|_| submission(&file, 50)).collect();
        let starts = || figures.iter().filter_map(|figures| figures.start);
        let cases = || figures.iter().flat_map(|figures| &figures.cases);
        println!(
            "{:<12} {:>12.1?} {:>13.1?} {:>11.1?} {:>12.1?}",
            language.name,
            median(starts().map(|start| start.cpu)),
            median(starts().map(|start| start.wall)),
            median(cases().map(|case| case.cpu)),
            median(cases().map(|case| case.wall)),
        );
    }
}

/// The usage of a submission that the judge measured.
struct Figures {
    start: Option<Usage>,
    cases: Vec<Usage>,
}

/// Judges a file `count` times on a sample case of the problem.
fn submission(file: &PathBuf, count: u32) -> Figures {
    let languages = Languages::embedded();
    let program = file.ends_with("program.cpp");
    let wanted = FindOptions::new(
        Game::problems(),
        program.then(|| Game::CatAndMouse2.problem()),
        None,
    );
    let files = std::slice::from_ref(file);
    let found = find(&Project::default(), files, &languages, wanted).expect("a submission");
    let problem = found[0].problem;
    let game = Game::from_problem(problem).expect("a built-in game");
    let input = match game {
        Game::CatAndMouse2 => "1 7 1 4\nM.C...F\n",
        Game::CatAndMouse => "4\n2 1 3\n1 0\n1 3\n2 0 2\n",
    };
    let id = |index| CaseId(format!("sample/{index}"));
    let instance = game.parse(input, Bounds::Contest).expect("a sample");
    let case = GameCase::from_instance(id(0), instance, Limits::DEFAULT).to_judge_case();
    let cases = (0..count).map(|index| Case {
        id: id(index),
        ..case.clone()
    });
    let cases = cases.collect();
    let options = Options::default().with_worker_count(Some(std::num::NonZero::<usize>::MIN));
    let (sender, events) = mpsc::channel();
    let request = JudgeRequest {
        submissions: &found,
        cases: &BTreeMap::from([(problem.id.clone(), cases)]),
        options: &options,
    };
    LocalEngine::default()
        .judge(request, &AtomicBool::new(false), &sender)
        .expect("judging");
    drop(sender);
    let mut figures = Figures {
        start: None,
        cases: Vec::new(),
    };
    for event in events {
        match event {
            Event::Case { result, .. } => {
                assert_eq!(result.reason, None);
                figures.cases.push(result.usage);
            }
            Event::Outcome(_, SubmissionOutcome::Judged(judgement)) => {
                figures.start = judgement.startup;
            }
            Event::Outcome(_, outcome) => panic!("{}: {outcome:?}", file.display()),
            _ => {}
        }
    }
    figures
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<_> = times.collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
