//! Compares how many cases per second a stress test tries in a live session and with a process for
//! each case.
//!
//! `cargo bench --bench stress`. Both ways draw, solve and check the same sequence of small
//! instances, which a correct C++ solution answers. Rates are per second of wall time, in which
//! drawing and answering run in parallel. Only the ratios are meaningful.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cat_and_mouse::Game;
use mousetrap_judge::{
    CaseRequest, FindOptions, InteractiveSession, JudgeError, Options, SessionOptions, find,
    with_sessions,
};
use mousetrap_languages::Languages;
use mousetrap_model::CaseId;
use mousetrap_model::Limits;
use mousetrap_model::Verdict;
use mousetrap_sandbox::{run_worker_if_requested, use_worker_binary};
use mousetrap_setter::stress::{
    self, FailureSearch, GameInstances, InstanceSource, SearchObserver,
};
use mousetrap_suite::GameCase;
use mousetrap_suite::generate::Seed;
use mousetrap_util::project::Project;

/// Number of rounds, whose median is printed.
const ROUNDS: usize = 5;

/// Number of cases in a round with a process for each case.
const PROCESSES: usize = 200;

/// Duration of a round in a live session.
const ROUND: Duration = Duration::from_secs(2);

fn main() {
    run_worker_if_requested();
    use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    println!("small instances, a right C++ solution    live session   process per case   ratio");
    for problem in ["1728", "913"] {
        compare(problem);
    }
}

/// Prints the rates for one problem.
fn compare(problem: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let solution = format!("solutions/{problem}/accepted/topological_sort.cpp");
    let languages = Languages::embedded();
    let wanted = FindOptions::new(
        Game::problems(),
        Game::by_id(problem).map(Game::problem),
        None,
    );
    let found = find(
        &Project::default(),
        &[root.join(solution)],
        &languages,
        wanted,
    )
    .expect("a submission");
    let options = Options::default();
    let never = AtomicBool::new(false);
    let source = |round: usize| {
        let game = Game::by_id(problem).expect("a game");
        InstanceSource::new(game, Seed(round as u64), Vec::new())
    };
    let session_options = SessionOptions {
        memory: Limits::DEFAULT.memory,
        judge: &options,
        interrupted: &never,
    };
    with_sessions(&[&found[0]], session_options, |all| {
        let (mut live, mut afresh) = (Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            live.push(session(all, source(round), &never));
            afresh.push(processes(&all[0], source(round)));
        }
        let (live, afresh) = (median(live), median(afresh));
        println!(
            "{problem:<40} {live:>10.0}/s {afresh:>16.0}/s {:>7.1}",
            live / afresh
        );
        Ok::<(), JudgeError>(())
    })
    .expect("the compiler is installed and the judge works");
}

/// Returns the cases per second of a stress test in a live session, as users run it.
fn session(sessions: &[InteractiveSession], source: InstanceSource, never: &AtomicBool) -> f64 {
    let run = stress::session_runner(sessions);
    let observer = SearchObserver {
        interrupted: never,
        show: &mut |_| {},
    };
    // The last quarter of the time is reserved for shrinking.
    let report = FailureSearch::new(
        &GameInstances(Limits::DEFAULT),
        &run,
        ROUND * 4 / 3,
        observer,
    )
    .run(
        source.map(|instance| Ok(Some(instance))),
        &AtomicBool::new(false),
    )
    .expect("the judge works");
    assert!(report.found.is_none(), "the solution is right");
    report.cases as f64 / report.elapsed.as_secs_f64()
}

/// Returns the cases per second if a new process answers each case.
fn processes(session: &InteractiveSession, source: InstanceSource) -> f64 {
    let started = Instant::now();
    for trial in source.take(PROCESSES) {
        let id = CaseId("stress".to_owned());
        let case = GameCase::from_instance(id, trial.instance, Limits::DEFAULT).to_judge_case();
        let question = CaseRequest {
            case,
            new_process: true,
        };
        let answer = session.request_answer(question).expect("the judge works");
        assert_eq!(answer.verdict, Verdict::Accepted, "the solution is right");
    }
    PROCESSES as f64 / started.elapsed().as_secs_f64()
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
