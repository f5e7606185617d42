//! Hunts whose restarts, or pieces, are done by judge hosts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clustered::{Clustered, InOrder, Refused};
use crate::failure::Failure;
use mousetrap_judge::Part;
use mousetrap_judge::config::Config;
use mousetrap_lab::exhaust::{Stretch, Table};
use mousetrap_lab::hunt::{Campaign, Event, Standing};
use mousetrap_lab::task::Task;

/// Rounds that are handed out at a time, where there is no end of them.
const WAVE: usize = 1000;
/// Into so many parts at most a space is cut.
const STRETCHES: u64 = 2000;

/// What nobody is asked to stop by: the user, or the time that was given.
type Until<'a> = (&'a AtomicBool, Option<Duration>);

/// A part that is only computed.
fn part(name: String, task: &Task) -> Part<'static> {
    Part {
        name,
        languages: Vec::new(),
        isolation: None,
        cases: &[],
        task: task.text(),
    }
}

/// Has the restarts of a campaign done. How many could not be.
pub(super) fn hunt(
    (hosts, config): (&Clustered, &Config),
    campaign: &Campaign,
    standing: &mut Standing,
    (stop, time): Until<'_>,
    report: &mut dyn FnMut(Event, &Standing) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let mut undone = 0;
    let mut begun = 0;
    let more = |begun| campaign.rounds.is_none_or(|rounds| begun < rounds);
    while more(begun) && undone == 0 && !stop.load(Ordering::Relaxed) {
        let end = campaign.rounds.unwrap_or(usize::MAX).min(begun + WAVE);
        let restarts = campaign.undone(standing, begun..end);
        begun = end;
        let parts = restarts.iter().map(|&(target, restart)| {
            let task = Task::Hunt {
                problem: target.problem().id().to_owned(),
                target: target.to_string(),
                seed: campaign.seed.0,
                steps: campaign.steps,
                restart,
            };
            part(format!("{target}, restart {restart}"), &task)
        });
        let parts: Vec<Part<'_>> = parts.collect();
        hosts.parts(config, &parts, (stop, time), |number, done| {
            let (target, restart) = restarts[number];
            match done {
                Ok(done) => {
                    let is_better = standing
                        .take_restart(target, restart, done)
                        .map_err(|why| Refused::Wrong(why.to_string()))?;
                    if is_better {
                        report(Event::Better(target), standing)?;
                    }
                    report(Event::Finished(target), standing)?;
                }
                Err(why) => {
                    undone += 1;
                    Failure::internal(format!("{}: {why}", parts[number].name)).complain();
                }
            }
            Ok(())
        })?;
    }
    Ok(undone)
}

/// Has the pieces of a whole space looked at.
pub(super) fn exhaust(
    (hosts, config): (&Clustered, &Config),
    all: &mut Table,
    until: Until<'_>,
    mut report: impl FnMut(&Table) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (size, end) = (all.size, all.pieces());
    let step = (end - all.done).div_ceil(STRETCHES).max(1);
    let starts = (all.done..end).step_by(step as usize);
    let stretches: Vec<_> = starts.map(|from| from..end.min(from + step)).collect();
    let parts = stretches.iter().map(|pieces| {
        let (from, to) = (pieces.start, pieces.end);
        part(
            format!("{size}, pieces {from} to {}", to - 1),
            &Task::Exhaust { size, from, to },
        )
    });
    let parts: Vec<Part<'_>> = parts.collect();
    let mut found = InOrder::new();
    hosts.parts(config, &parts, until, |number, done| {
        let stretch: Stretch =
            done.map_err(|why| Failure::internal(format!("{}: {why}", parts[number].name)))?;
        if let Some(fault) = stretch.fault(size, &stretches[number]) {
            return Err(Refused::Wrong(fault));
        }
        found.put(number, stretch);
        while let Some((number, stretch)) = found.next() {
            all.append(stretches[number].end, stretch);
            report(all)?;
        }
        Ok(())
    })
}
