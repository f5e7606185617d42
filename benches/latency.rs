//! Compares the cost of compiling a new source with a prepared toolchain and without one.
//!
//! `cargo bench --bench latency`, or `… -- cpp kotlin` for some languages. Measures both in turns
//! and prints medians. Only the ratios are meaningful.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};

use cat_and_mouse::Game;
use mousetrap_judge::config::{Config, JudgeOptions};
use mousetrap_judge::{
    FindOptions, JudgeRequest, LocalEngine, Options, PrepareOptions, find, prepare_toolchain,
};
use mousetrap_languages::{Language, Languages, probe};
use mousetrap_model::SubmissionOutcome;
use mousetrap_model::Verdict;
use mousetrap_sandbox::{run_worker_if_requested, use_worker_binary};
use mousetrap_util::project::Project;

/// The number of measurements of each kind.
const ROUNDS: usize = 5;
/// The maximum acceptable ratios, by language.
const TARGETS: &[(&str, f64)] = &[
    ("cpp", 0.35),
    ("rust", 0.85),
    ("typescript", 0.5),
    ("java", 0.6),
    ("kotlin", 0.6),
    ("scala", 0.5),
];

fn main() {
    run_worker_if_requested();
    use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let asked: Vec<String> = env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let with = Languages::embedded();
    let chosen: Vec<&Language> = with
        .iter()
        .filter(|language| !language.prepare.is_empty())
        .filter(|language| asked.is_empty() || asked.contains(&language.id))
        .collect();
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let rows = chosen.iter().map(|language| language.id.as_str());
    let rows = rows
        .collect::<Vec<_>>()
        .join("]\nprepare = []\n[languages.");
    let rows = format!("[languages.{rows}]\nprepare = []\n");
    fs::write(directory.path().join("judge.toml"), rows).expect("writing the configuration");
    let config = Config::find(
        directory.path(),
        &Project::default(),
        mousetrap_suite::known_suites(),
    )
    .expect("a configuration");
    println!("compiling a new source, CPU time     without       with   ratio   target   ready in");
    for language in chosen {
        let Ok(toolchain) = probe(language) else {
            println!("{:<36} not installed", language.name);
            continue;
        };
        let begun = Instant::now();
        let options = PrepareOptions {
            problems: Game::problems(),
            cache: JudgeOptions::default().cache,
            interrupted: &AtomicBool::new(false),
            on_start: &|| (),
        };
        if let Err(error) = prepare_toolchain(language, &toolchain, &options) {
            println!("{:<36} {error}", language.name);
            continue;
        }
        let ready = begun.elapsed();
        let source = solution(language);
        let [mut cold, mut warm] = [const { Vec::new() }; 2];
        for _ in 0..ROUNDS {
            let directory = directory.path();
            cold.push(compile(&config.languages, language, &source, directory));
            warm.push(compile(&with, language, &source, directory));
        }
        let [cold, warm] = [cold, warm].map(|mut times| {
            times.sort();
            times[ROUNDS / 2]
        });
        let ratio = warm.as_secs_f64() / cold.as_secs_f64();
        let target = TARGETS.iter().find(|(id, _)| *id == language.id);
        let target = target.map_or(String::new(), |(_, target)| format!("{target:.2}"));
        println!(
            "{:<32} {cold:>11.3?} {warm:>10.3?} {ratio:>7.2} {target:>8} {ready:>10.1?}",
            language.name
        );
    }
}

/// Returns the source of an accepted solution in function form.
fn solution(language: &Language) -> String {
    let name = format!("{}.{}", language.id, language.extensions[0]);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pasted");
    fs::read_to_string(file.join(name)).expect("a pasted solution")
}

/// Returns the CPU time of compiling a source that no cache contains.
fn compile(languages: &Languages, language: &Language, text: &str, directory: &Path) -> Duration {
    let now = SystemTime::UNIX_EPOCH.elapsed().expect("a time").as_nanos();
    let file = directory.join(format!("new.{}", language.extensions[0]));
    fs::write(&file, format!("{text}\n// {now}\n")).expect("writing a submission");
    let submissions = find(
        &Project::default(),
        &[file],
        languages,
        FindOptions::new(Game::problems(), None, None),
    );
    let submissions = submissions.expect("a submission");
    let (cases, stop) = (BTreeMap::new(), AtomicBool::new(false));
    let request = JudgeRequest {
        submissions: &submissions,
        cases: &cases,
        options: &Options::default(),
    };
    let outcomes = LocalEngine::default().judge_all(request, &stop);
    let Some(SubmissionOutcome::Judged(compiled)) = outcomes.expect("judging").pop() else {
        panic!("it was not judged");
    };
    assert_ne!(
        compiled.verdict,
        Verdict::CompileError,
        "{}",
        compiled.compiler_output
    );
    compiled.compile.expect("it was compiled").cpu
}
