//! Judges submissions and records the events.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;

use crate::cli::context::INTERRUPTED;
use crate::cli::failure::Failure;
use mousetrap_judge::{Engine, JudgeRequest, Submission};
use mousetrap_languages::probe;
use mousetrap_model::Event;
use mousetrap_report::{Model, Recorder, machine_facts};

/// Judges in the background and records the events in this thread.
pub(crate) fn judge_and_record(
    engine: &dyn Engine,
    request: JudgeRequest<'_>,
    mut recorder: Recorder,
) -> Result<Model, Failure> {
    let server = engine.server_facts().cloned();
    let is_remote = server.is_some();
    // The facts include the number of cores, so they are collected before this thread is moved off
    // the claimed cores.
    let mut facts = server.unwrap_or_else(machine_facts);
    let (events, received) = mpsc::channel();
    thread::scope(|scope| {
        let judging = scope.spawn(move || engine.judge(request, &INTERRUPTED, &events));
        let mut unwritable = None;
        for event in received {
            if let Event::RunStarted { .. } = event {
                // Writing reports must not disturb the measurements on the claimed cores.
                let _ = mousetrap_sandbox::keep_off_claimed_cores();
            }
            if let Err(error) = recorder.record(&event) {
                INTERRUPTED.store(true, Ordering::Relaxed);
                unwritable.get_or_insert(error);
            }
        }
        let judged = judging
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        if !is_remote {
            facts.toolchains = toolchain_versions(request.submissions);
        }
        let model = recorder.finish(facts);
        if let Some(error) = unwritable {
            return Err(Failure::usage_error(error));
        }
        judged.map_err(Failure::from)?;
        model.map_err(Failure::usage_error)
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
