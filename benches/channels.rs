//! Measures a covert channel: how many bits per second two concurrent programs can exchange through
//! the numbers of event descriptors. The kernel assigns these numbers for the entire machine and
//! shows them in `/proc/self/fdinfo`. Only languages with an event loop may create such
//! descriptors.
//!
//! `cargo bench --bench channels`. The sender holds 0 to 15 descriptors in each time slot, and the
//! receiver reads the number of a new descriptor. The result is the capacity of a channel with 16
//! symbols and the measured error rate.

mod programs;

use std::fs::File;
use std::io::Read as _;
use std::time::Duration;

use mousetrap_sandbox::{Isolation, Job, Sandbox, run_worker_if_requested, use_worker_binary};
use programs::{compile, job};
use rustix::event::{PollFd, PollFlags, poll};

const SYMBOL_COUNT: f64 = 16.0;
const SLOT_COUNT: u32 = 5_000;

fn main() {
    run_worker_if_requested();
    use_worker_binary(env!("CARGO_BIN_EXE_mousetrap"));
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let program = compile(directory.path(), "numbers", include_str!("numbers.c"));
    let [mut sender, mut receiver] = [0, 1].map(|core| sandbox().with_core(Some(core)));
    for slot in [10, 20, 50, 100, 200].map(Duration::from_micros) {
        let role = |role: &str| {
            let mut job: Job = job(&program);
            job.argv.extend([
                role.to_owned(),
                slot.as_nanos().to_string(),
                SLOT_COUNT.to_string(),
            ]);
            job.needs.event_loop = true;
            job.needs.process_files = true;
            job
        };
        let sending = sender.start(&role("send")).expect("starting the sender");
        let receiving = receiver
            .start(&role("receive"))
            .expect("starting the receiver");
        for process in [&sending, &receiving] {
            let mut ended = [PollFd::from_borrowed_fd(
                process.exit_notification(),
                PollFlags::IN,
            )];
            poll(&mut ended, None).expect("waiting");
        }
        let stdout = receiving.stdout().try_clone_to_owned().expect("its output");
        receiving.kill_and_reap().expect("ending the receiver");
        sending.kill_and_reap().expect("ending the sender");
        let mut text = String::new();
        File::from(stdout)
            .read_to_string(&mut text)
            .expect("its output");
        let right: f64 = text.trim().parse().expect("the share of right symbols");
        println!(
            "slots of {slot:>5.0?}: {:>4.1} % wrong, {:>7.0} bit/s",
            100.0 * (1.0 - right),
            bits(1.0 - right).max(0.0) / slot.as_secs_f64()
        );
    }
}

fn sandbox() -> Sandbox {
    Sandbox::new(Isolation::Full).expect("full isolation")
}

/// Returns the capacity per symbol, in bits, of a symmetric channel with this error rate.
fn bits(wrong: f64) -> f64 {
    let wrong = wrong.clamp(1e-9, 1.0 - 1.0 / SYMBOL_COUNT);
    let entropy = -wrong * wrong.log2() - (1.0 - wrong) * (1.0 - wrong).log2();
    SYMBOL_COUNT.log2() - entropy - wrong * (SYMBOL_COUNT - 1.0).log2()
}
