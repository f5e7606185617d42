//! Judges all mutants of a submission on several threads.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use mousetrap_judge::{Built, JudgeError, Options, Ran, Submission, Workshop};
use mousetrap_languages::Toolchain;
use mousetrap_model::{Case, Limits};
use mousetrap_mutate::{Mutation, speaks, variable};
use mousetrap_suite::generate::Seed;
use mousetrap_util::{Bytes, Shard};

use super::fate::{Fate, Mutants, Tried, Unfit};
use super::limits::{scaled, timed};
use super::parser::parsed;
use super::task::{Order, Task};
use super::woven::together;
use crate::parallel::{Queue, in_parallel};
use crate::stress::{self, Attempt, Objective, SearchEnd, TimeLimits, Untried};

/// Which mutants are judged, and how.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Chooses the sample, and the instances that are tried on survivors.
    pub seed: u64,
    /// Maximum number of mutants of a submission; `None` for all.
    pub most: Option<usize>,
    /// The part of these that is judged.
    pub shard: Shard,
    /// The time limit of the search for an instance on which a survivor fails.
    pub time: Duration,
    /// The limits of runs in this search, before language factors.
    pub limits: Limits,
}

/// The progress of a submission.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Cases on which the original was judged.
    pub judged: usize,
    /// Mutants judged.
    pub done: usize,
    /// Number of mutants; 0 until the original is judged and they are compiled.
    pub of: usize,
    /// Survivors so far.
    pub survivors: usize,
    /// Survivors for which an instance was searched.
    pub searched: usize,
}

/// Judges the mutants of one submission after the other.
pub struct Campaign<'a> {
    /// Compiles and runs them.
    pub workshop: &'a Workshop<'a>,
    /// The options of the judge.
    pub options: &'a Options,
    /// Which mutants are judged.
    pub plan: Plan,
    /// Set once the user asks to stop.
    pub interrupted: &'a AtomicBool,
}

impl Campaign<'_> {
    /// Judges the mutants of a submission on these cases, in an order that it improves.
    ///
    /// # Errors
    /// If the submission has no mutants to judge, or the judge fails.
    pub fn run(
        &self,
        submission: &Submission<'_>,
        toolchain: &Toolchain,
        cases: &[Case],
        order: &Order,
        show: &mut dyn FnMut(Progress),
    ) -> Result<Mutants, Unfit> {
        let language = submission.detected.language;
        let source = &submission.detected.code.text;
        if !speaks(&language.id) {
            return Err(Unfit::Language(language.name.clone()));
        }
        let memory = cases.iter().map(|case| case.limits.memory).max();
        let memory = memory.unwrap_or(Bytes(0));
        let cases = scaled(cases, language.time_factor);
        let mut bench = self.workshop.bench()?;
        let mut original = match bench.build(submission, toolchain, memory)? {
            Built::Variant(original) => original,
            Built::Rejected(text) => return Err(Unfit::Rejected(text.trim_end().to_owned())),
            Built::Interrupted => return Err(Unfit::Interrupted),
        };
        let variable = variable(source);
        let mut judged = |judged| {
            show(Progress {
                judged,
                ..Progress::default()
            });
        };
        let limited = match timed(&mut bench, &mut original, &cases, &variable, &mut judged)? {
            Ok(limited) => limited,
            Err(Ran::Failed {
                case,
                verdict,
                reason,
            }) => {
                return Err(Unfit::NotAccepted {
                    verdict,
                    case: cases[case].id.to_string(),
                    reason: reason.map_or_else(String::new, |reason| reason.to_string()),
                });
            }
            Err(_) => return Err(Unfit::Interrupted),
        };
        let made = original.made();
        let all = parsed(&mut bench, &language.id, source)?;
        let possible = all.len();
        if all.is_empty() {
            return Err(Unfit::Empty);
        }
        let (places, mutations): (Vec<usize>, Vec<Mutation>) =
            sample(all, self.plan, source).into_iter().unzip();
        let together = together(
            &mut bench, submission, toolchain, &mutations, &cases, memory,
        )?;
        drop(bench);
        let task = Task {
            submission,
            toolchain,
            mutations,
            variable,
            cases: limited,
            memory,
            made,
            together,
            order,
        };
        let fates = self.judge(&task, show)?;
        let tried = places.into_iter().zip(task.mutations).zip(fates);
        Ok(Mutants {
            possible,
            tried: tried
                .map(|((place, mutation), fate)| Tried {
                    mutation,
                    place,
                    fate,
                })
                .collect(),
            woven: task.together.map_or(0, |together| together.mutants.len()),
        })
    }

    /// Judges all mutants, and then searches for instances that kill the survivors.
    fn judge(
        &self,
        task: &Task<'_, '_>,
        show: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Option<Fate>>, JudgeError> {
        let count = task.mutations.len();
        let jobs = self.options.jobs().min(count);
        let mut progress = Progress {
            of: count,
            ..Progress::default()
        };
        let mut fates: Vec<Option<Fate>> = (0..count).map(|_| None).collect();
        in_parallel(
            jobs,
            count,
            |queue, fates| self.worker(task, queue, fates),
            |result| {
                if let Some((index, fate)) = result {
                    progress.done += 1;
                    progress.survivors += usize::from(matches!(fate, Fate::Survived(_)));
                    fates[index] = Some(fate);
                    show(progress);
                }
            },
        )?;
        let survived = |index: &usize| matches!(fates[*index], Some(Fate::Survived(_)));
        let survivors: Vec<usize> = (0..count).filter(survived).collect();
        if self.plan.time.is_zero() || survivors.is_empty() {
            return Ok(fates);
        }
        in_parallel(
            jobs.min(survivors.len()),
            survivors.len(),
            |queue, ends| {
                while !self.stopped()
                    && let Some(number) = queue.take()
                {
                    let index = survivors[number];
                    let _ = ends.send((index, self.search(task, index)?));
                }
                Ok::<(), JudgeError>(())
            },
            |result| {
                if let Some((index, end)) = result {
                    progress.searched += 1;
                    fates[index] = Some(Fate::Survived(end.map(Box::new)));
                    show(progress);
                }
            },
        )?;
        Ok(fates)
    }

    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Judges mutants until none is left.
    fn worker(
        &self,
        task: &Task<'_, '_>,
        queue: &Queue,
        fates: &Sender<(usize, Fate)>,
    ) -> Result<(), JudgeError> {
        let mut bench = self.workshop.bench()?;
        let mut together = None;
        if let Some(one) = &task.together
            && let Built::Variant(variant) =
                bench.build(&one.submission, task.toolchain, task.memory)?
        {
            together = Some((one, variant));
        }
        while !self.stopped()
            && let Some(index) = queue.take()
        {
            let mut fate = None;
            if let Some((together, variant)) = &mut together
                && together.mutants.contains(&index)
            {
                fate = task.judged(&mut bench, variant, index + 1, &together.cases)?;
                if fate.is_none() {
                    return Ok(());
                }
            }
            // A survivor is confirmed in a program of its own.
            if !matches!(fate, Some(Fate::Killed(_))) {
                fate = task.alone(&mut bench, index)?;
            }
            let Some(fate) = fate else {
                return Ok(());
            };
            let _ = fates.send((index, fate));
        }
        Ok(())
    }

    /// Searches for an instance on which a mutant differs from the original. Returns `None`
    /// if nothing could be tried.
    fn search(&self, task: &Task<'_, '_>, index: usize) -> Result<Option<SearchEnd>, JudgeError> {
        let mutant = task.mutant(index);
        let attempt = Attempt {
            players: vec![&mutant, task.submission],
            judge: self.options,
            options: stress::Options {
                time: TimeLimits::within(self.plan.time),
                seed: Seed(self.plan.seed),
                goal: Objective::Wrong,
                limits: self.plan.limits,
            },
            families: Vec::new(),
            first: Vec::new(),
        };
        match attempt.run(self.interrupted, &mut |_| ()) {
            Ok(end) => Ok(Some(end)),
            Err(Untried::Unfit(_)) => Ok(None),
            Err(Untried::Judge(error)) => Err(error),
        }
    }
}

/// Draws a sample of the mutants, the same for the same seed, and returns the part of it
/// that this machine judges, in their order and with their numbers.
fn sample(all: Vec<Mutation>, plan: Plan, source: &str) -> Vec<(usize, Mutation)> {
    let marks = all.iter().map(|mutation| mutation.mark(plan.seed, source));
    let mut marks: Vec<(u64, usize)> = marks.zip(0..).collect();
    marks.sort_unstable();
    marks.truncate(plan.most.unwrap_or(marks.len()));
    let taken = marks
        .into_iter()
        .filter(|(mark, _)| plan.shard.takes(&mark.to_string()));
    let chosen: BTreeSet<usize> = taken.map(|(_, index)| index).collect();
    let numbered = all.into_iter().enumerate();
    numbered
        .filter(|(index, _)| chosen.contains(index))
        .collect()
}
