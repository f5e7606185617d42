//! Measures how accurate CPU times are. Compares them with the times of programs that measure
//! themselves, and compares repeated runs in every language. Does both on an idle machine and with
//! every core busy.
//!
//! `cargo bench --bench fidelity`. Compare the results of the busy machine with those of the idle
//! one.

mod pasted;
mod programs;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_judge::{Engine as _, FindOptions, JudgeRequest, LocalEngine, Options, find};
use mousetrap_languages::Languages;
use mousetrap_model::CaseId;
use mousetrap_model::Event;
use mousetrap_model::Limits;
use mousetrap_model::SubmissionOutcome;
use mousetrap_sandbox::{
    CoreLock, Isolation, Process, Sandbox, pin_this_thread, run_worker_if_requested,
    use_worker_binary,
};
use mousetrap_suite::GameCase;
use mousetrap_util::project::Project;
use rustix::event::{PollFd, PollFlags, poll};

/// A program that uses the requested CPU time, in microseconds, in one thread, two threads or a
/// child process. It replies with the CPU time that the kernel has charged, in nanoseconds.
const BURN: &str = r#"
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static long now(clockid_t clock) { struct timespec t; clock_gettime(clock, &t); return t.tv_sec * 1000000000L + t.tv_nsec; }
static void *burn(void *nanos) { while (now(CLOCK_THREAD_CPUTIME_ID) < (long)nanos) {} return 0; }
int main(void) {
    char kind; long micros;
    dprintf(3, "ready\n");
    while (scanf(" %c %ld", &kind, &micros) == 2) {
        long start = now(CLOCK_PROCESS_CPUTIME_ID), children = 0, nanos = micros * 1000;
        if (kind == '1') burn((void *)(now(CLOCK_THREAD_CPUTIME_ID) + nanos));
        if (kind == '2') {
            pthread_t one, two;
            pthread_create(&one, 0, burn, (void *)(nanos / 2));
            pthread_create(&two, 0, burn, (void *)(nanos / 2));
            pthread_join(one, 0); pthread_join(two, 0);
        }
        if (kind == 'c') {
            struct rusage used;
            if (fork() == 0) { burn((void *)nanos); _exit(0); }
            wait4(-1, 0, 0, &used);
            children = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000000L + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000L;
        }
        dprintf(3, "%ld\n", now(CLOCK_PROCESS_CPUTIME_ID) - start + children);
    }
}
"#;

fn main() {
    run_worker_if_requested();
    use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let burn = programs::compile(directory.path(), "burn", BURN);
    for loaded in [false, true] {
        with_load(loaded, || known_times(&burn));
    }
    for loaded in [false, true] {
        with_load(loaded, spread);
    }
}

/// Runs `action`. If `loaded` is true, keeps every core busy in the meantime.
fn with_load(loaded: bool, action: impl FnOnce()) {
    let over = AtomicBool::new(false);
    let average = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let average = average.split(' ').next().unwrap_or_default();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..if loaded { cores } else { 0 } {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        println!(
            "\n{}, load average before: {average}",
            if loaded {
                "every core busy"
            } else {
                "as it is"
            }
        );
        action();
        over.store(true, Ordering::Relaxed);
    });
}

/// Compares the measured times with the times that the program itself reports.
fn known_times(burn: &Path) {
    println!("burnt      in            repeats   error, median      largest   within 1 % or 50 µs");
    for (kind, name) in [("1", "one thread"), ("2", "two threads"), ("c", "a child")] {
        for (millis, repeats) in [(1, 50), (10, 30), (100, 10), (1000, 3)] {
            let mut errors: Vec<(Duration, bool)> = thread::scope(|scope| {
                let measured = scope.spawn(|| measure(burn, kind, millis, repeats));
                measured.join().expect("measuring")
            });
            errors.sort_unstable();
            let within = errors.iter().filter(|(_, within)| *within).count();
            println!(
                "{:<10} {name:<13} {repeats:>7} {:>15.1?} {:>12.1?}   {within} of {repeats}",
                format!("{millis} ms"),
                errors[errors.len() / 2].0,
                errors[errors.len() - 1].0,
            );
        }
    }
}

/// Returns the error of each repetition, and whether the error is within bounds.
fn measure(burn: &Path, kind: &str, millis: u64, repeats: u32) -> Vec<(Duration, bool)> {
    let core = CoreLock::claim();
    let number = core.as_ref().map(CoreLock::number);
    let mut sandbox = Sandbox::new(Isolation::Full)
        .expect("a sandbox")
        .with_core(number);
    if let Some(core) = number {
        pin_this_thread(core).expect("pinning");
    }
    let mut process = sandbox.start(&programs::job(burn)).expect("starting");
    await_reply(&mut process);
    let mut before = process.read_usage().expect("usage").cpu;
    (0..repeats)
        .map(|_| {
            let stdin = process.stdin().expect("open").try_clone_to_owned();
            let mut stdin = File::from(stdin.expect("a descriptor"));
            writeln!(stdin, "{kind} {}", millis * 1000).expect("asking");
            let known = await_reply(&mut process).parse().expect("a number");
            let known = Duration::from_nanos(known);
            let now = process.read_usage().expect("usage").cpu;
            let error = now.saturating_sub(before).abs_diff(known);
            before = now;
            (error, error <= (known / 100).max(Duration::from_micros(50)))
        })
        .collect()
}

fn await_reply(process: &mut Process<'_>) -> String {
    let replies = process.reply_channel().expect("open");
    poll(
        &mut [PollFd::from_borrowed_fd(replies, PollFlags::IN)],
        None,
    )
    .expect("waiting");
    let replies = File::from(replies.try_clone_to_owned().expect("a descriptor"));
    let mut line = String::new();
    BufReader::new(replies)
        .read_line(&mut line)
        .expect("a reply");
    line.trim().to_owned()
}

/// Runs the same case a hundred times in every language.
fn spread() {
    const WARM_UP: usize = 20;
    const REPEATS: usize = 100;
    println!(
        "language       CPU, median         10 %         90 %      largest   largest / median"
    );
    let languages = Languages::embedded();
    for language in languages.iter() {
        let file = pasted::solution(language);
        let mut times = judged(&file, &languages, WARM_UP + REPEATS);
        let mut times = times.split_off(WARM_UP);
        times.sort_unstable();
        let [median, low, high, most] =
            [REPEATS / 2, REPEATS / 10, REPEATS * 9 / 10, REPEATS - 1].map(|at| times[at]);
        println!(
            "{:<12} {median:>13.1?} {low:>12.1?} {high:>12.1?} {most:>12.1?} {:>18.2}",
            language.name,
            most.as_secs_f64() / median.as_secs_f64(),
        );
    }
}

/// Returns the CPU times of a submission for repetitions of the same case.
fn judged(file: &Path, languages: &Languages, count: usize) -> Vec<Duration> {
    let found = find(
        &Project::default(),
        &[file.to_owned()],
        languages,
        FindOptions::new(Game::problems(), None, None),
    )
    .expect("one");
    let game = Game::from_problem(found[0].problem).expect("a built-in game");
    let input = match game {
        Game::CatAndMouse2 => {
            "8 8 1 2\nC.......\n........\n...##...\n........\n........\n...##...\n........\nM......F\n"
        }
        Game::CatAndMouse => "6\n2 2 5\n1 3\n3 0 4 5\n3 1 4 5\n2 2 3\n3 0 2 3\n",
    };
    let instance = || game.parse(input, Bounds::Contest).ok();
    let cases = (0..count)
        .filter_map(|index| {
            let id = CaseId(format!("repeat/{index}"));
            Some(GameCase::from_instance(id, instance()?, Limits::DEFAULT).to_judge_case())
        })
        .collect();
    let options = Options::default().with_worker_count(Some(NonZero::<usize>::MIN));
    let (sender, events) = mpsc::channel();
    let cases = BTreeMap::from([(game.id().to_owned(), cases)]);
    let request = JudgeRequest {
        submissions: &found,
        cases: &cases,
        options: &options,
    };
    LocalEngine::default()
        .judge(request, &AtomicBool::new(false), &sender)
        .expect("judging");
    drop(sender);
    events
        .into_iter()
        .filter_map(|event| match event {
            Event::Case { result, .. } => {
                assert_eq!(result.reason, None);
                Some(result.usage.cpu)
            }
            Event::Outcome(
                _,
                outcome @ (SubmissionOutcome::Failed(_) | SubmissionOutcome::Skipped(_)),
            ) => panic!("{}: {outcome:?}", file.display()),
            _ => None,
        })
        .collect()
}
