//! Judges submissions and records the events.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;

use crate::cli::common::INTERRUPTED;
use crate::cli::failure::Failure;
use mousetrap_judge::{Engine, JudgeRequest, Submission};
use mousetrap_languages::probe;
use mousetrap_model::{Event, MachineFacts};
use mousetrap_report::{Model, Recorder, machine_facts};

/// Judges in the background and records the events in this thread. If a server judges, `server`
/// describes the server's machine.
pub(crate) fn judge_and_record(
    engine: &dyn Engine,
    request: JudgeRequest<'_>,
    mut recorder: Recorder,
    server: Option<MachineFacts>,
) -> Result<Model, Failure> {
    let is_remote = server.is_some();
    // The facts include the number of cores, so they are collected before this thread is moved off
    // the claimed cores.
    let mut facts = server.unwrap_or_else(machine_facts);
    recorder.set_machine_facts(facts.clone());
    let (events, received) = mpsc::channel();
    thread::scope(|scope| {
        let judging = scope.spawn(move || engine.judge(request, &INTERRUPTED, &events));
        let mut unwritable = None;
        for event in received {
            let used = match event {
                Event::RunStarted { .. } => {
                    // Writing reports must not disturb the measurements on the claimed cores.
                    let _ = mousetrap_sandbox::keep_off_claimed_cores();
                    &[]
                }
                // The worker has already probed this toolchain, so probing it again is fast.
                Event::Compiling { submission, .. } => {
                    &request.submissions[submission..=submission]
                }
                Event::RunFinished { .. } => request.submissions,
                _ => &[],
            };
            if !used.is_empty() && !is_remote {
                let versions = toolchain_versions(used);
                facts.toolchains.extend(versions);
                recorder.set_machine_facts(facts.clone());
            }
            if let Err(error) = recorder.record(event) {
                INTERRUPTED.store(true, Ordering::Relaxed);
                unwritable.get_or_insert(error);
            }
        }
        let judged = judging
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let model = recorder.finish();
        if let Some(error) = unwritable {
            return Err(Failure::usage(error));
        }
        judged.map_err(Failure::from)?;
        model.map_err(Failure::usage)
    })
}

/// Returns the versions of the toolchains that were used, by language.
fn toolchain_versions(submissions: &[Submission<'_>]) -> BTreeMap<String, String> {
    let found = submissions.iter().filter_map(|submission| {
        let language = submission.detected.language;
        let toolchain = probe(language).ok()?;
        Some((language.name.clone(), toolchain.version))
    });
    found.collect()
}
