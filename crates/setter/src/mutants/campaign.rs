//! All mutants of a submission, tried by some workers.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use mousetrap_judge::{Bench, Built, JudgeError, Options, Ran, Submission, Workshop};
use mousetrap_languages::Toolchain;
use mousetrap_model::Case;
use mousetrap_model::Limits;
use mousetrap_mutate::{Mutation, speaks, variable};
use mousetrap_suite::generate::Seed;
use mousetrap_util::{Bytes, Shard};

use super::fate::{Fate, Mutants, Survivor, Unfit};
use super::order::Order;
use super::original::{scaled, timed};
use super::parser::parsed;
use super::survivor::search;
use super::workers::{Queue, share};
use super::woven::{Together, together};
use crate::stress::{self, Objective, SearchEnd, TimeLimits};

/// How mutants are tried.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Chooses the sample, and the instances that are tried on survivors.
    pub seed: u64,
    /// Most mutants of a submission; all where there is no such number.
    pub most: Option<usize>,
    /// Which part of these is tried.
    pub shard: Shard,
    /// How long an instance is searched for on which a survivor fails.
    pub time: Duration,
    /// What runs on such an instance may use, before language factors.
    pub limits: Limits,
}

/// How far a submission is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Cases on which the original was judged.
    pub judged: usize,
    /// Mutants tried.
    pub done: usize,
    /// Of so many; 0 until the original is judged and they are compiled.
    pub of: usize,
    /// How many of them survived so far.
    pub survivors: usize,
    /// Survivors for which an instance was searched.
    pub searched: usize,
}

/// Tries the mutants of one submission after the other.
pub struct Campaign<'a> {
    /// Where they are compiled and run.
    pub workshop: &'a Workshop<'a>,
    /// How they are judged.
    pub options: &'a Options,
    /// How they are tried.
    pub plan: Plan,
    /// Set once the user asks to stop.
    pub interrupted: &'a AtomicBool,
}

/// A submission with what its mutants are compared with.
struct Task<'t, 's> {
    submission: &'t Submission<'s>,
    toolchain: &'t Toolchain,
    mutations: &'t [Mutation],
    /// Where each stands among all.
    places: &'t [usize],
    /// The variable that says which mutant a program is.
    variable: String,
    /// The cases, with limits by the time of the original.
    cases: Vec<Case>,
    memory: Bytes,
    /// What the compiler makes of the original.
    made: Option<String>,
    together: Option<Together<'s>>,
    order: &'t Order,
}

impl Campaign<'_> {
    /// Tries the mutants of a submission on these cases, in an order that it improves.
    ///
    /// # Errors
    /// If there is nothing to try.
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
        let woven = together(
            &mut bench, submission, toolchain, &mutations, &cases, memory,
        )?;
        drop(bench);
        let task = Task {
            submission,
            toolchain,
            mutations: &mutations,
            places: &places,
            variable,
            cases: limited,
            memory,
            made,
            together: woven,
            order,
        };
        self.all(&task, possible, show)
    }

    /// Has workers try all mutants, and then search for what breaks the survivors.
    fn all(
        &self,
        task: &Task<'_, '_>,
        possible: usize,
        show: &mut dyn FnMut(Progress),
    ) -> Result<Mutants, Unfit> {
        let count = task.mutations.len();
        let mut progress = Progress {
            of: count,
            ..Progress::default()
        };
        let mut fates: Vec<Option<Fate>> = vec![None; count];
        let jobs = self.options.jobs().min(count);
        let every: Vec<usize> = (0..count).collect();
        let judge =
            |queue: &Queue<'_>, said: &Sender<(usize, Fate)>| self.worker(task, queue, said);
        share(jobs, &every, self.interrupted, &judge, |index, fate| {
            progress.done += 1;
            progress.survivors += usize::from(fate == Fate::Survived);
            fates[index] = Some(fate);
            show(progress);
        })?;
        let alive = |index: &usize| fates[*index] == Some(Fate::Survived);
        let alive: Vec<usize> = every.iter().copied().filter(alive).collect();
        let mut searches: Vec<Option<SearchEnd>> = (0..count).map(|_| None).collect();
        if !self.plan.time.is_zero() && !alive.is_empty() {
            let search = |queue: &Queue<'_>, said: &Sender<(usize, Option<SearchEnd>)>| {
                self.searcher(task, queue, said)
            };
            let jobs = jobs.min(alive.len());
            share(jobs, &alive, self.interrupted, &search, |index, end| {
                progress.searched += 1;
                searches[index] = end;
                show(progress);
            })?;
        }
        let survivors = alive.iter().map(|index| Survivor {
            mutation: task.mutations[*index].clone(),
            place: task.places[*index],
            search: searches[*index].take(),
        });
        let survivors = survivors.collect();
        Ok(Mutants {
            possible,
            tried: task.mutations.iter().cloned().zip(fates).collect(),
            woven: (task.together.as_ref()).map_or(0, |together| together.mutants.len()),
            survivors,
            interrupted: self.stopped(),
        })
    }

    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Tries mutants until none is left.
    fn worker(
        &self,
        task: &Task<'_, '_>,
        queue: &Queue<'_>,
        said: &Sender<(usize, Fate)>,
    ) -> Result<(), JudgeError> {
        let mut bench = self.workshop.bench()?;
        let mut together = match &task.together {
            Some(together) => {
                let built = bench.build(&together.submission, task.toolchain, task.memory)?;
                match built {
                    Built::Variant(variant) => Some((together, variant)),
                    _ => None,
                }
            }
            None => None,
        };
        while let Some(index) = queue.next() {
            if let Some((together, variant)) = &mut together
                && together.mutants.contains(&index)
            {
                let ran = task.judged(&mut bench, variant, index + 1, &together.cases)?;
                match ran {
                    Some(Fate::Survived) => {}
                    Some(fate) => {
                        let _ = said.send((index, fate));
                        continue;
                    }
                    None => return Ok(()),
                }
            }
            let Some(fate) = task.alone(&mut bench, index)? else {
                return Ok(());
            };
            let _ = said.send((index, fate));
        }
        Ok(())
    }

    /// Searches for what breaks survivors until none is left.
    fn searcher(
        &self,
        task: &Task<'_, '_>,
        queue: &Queue<'_>,
        said: &Sender<(usize, Option<SearchEnd>)>,
    ) -> Result<(), JudgeError> {
        let options = stress::Options {
            time: TimeLimits::within(self.plan.time),
            seed: Seed(self.plan.seed),
            goal: Objective::Wrong,
            limits: self.plan.limits,
        };
        while let Some(index) = queue.next() {
            let mutant = task.mutant(index);
            let original = task.submission;
            let (judge, interrupted) = (self.options, self.interrupted);
            let end = search(&mutant, original, judge, options, interrupted)?;
            let _ = said.send((index, end));
        }
        Ok(())
    }
}

impl<'s> Task<'_, 's> {
    fn mutant(&self, index: usize) -> Submission<'s> {
        let source = &self.submission.detected.code.text;
        self.submission
            .with_text(&self.mutations[index].apply(source))
    }

    /// A mutant in a program of its own; `None` where the user asked to stop.
    fn alone(&self, bench: &mut Bench<'_>, index: usize) -> Result<Option<Fate>, JudgeError> {
        let mutant = self.mutant(index);
        let mut variant = match bench.build(&mutant, self.toolchain, self.memory)? {
            Built::Variant(variant) => variant,
            Built::Rejected(_) => return Ok(Some(Fate::Rejected)),
            Built::Interrupted => return Ok(None),
        };
        let fate = if self.made.is_some() && variant.made() == self.made {
            Some(Fate::Equivalent)
        } else {
            self.judged(bench, &mut variant, 0, &self.cases)?
        };
        variant.discard();
        Ok(fate)
    }

    /// Judges a mutant, as the one of this number; `None` where the user asked to stop.
    fn judged(
        &self,
        bench: &mut Bench<'_>,
        variant: &mut mousetrap_judge::Variant<'_>,
        number: usize,
        cases: &[Case],
    ) -> Result<Option<Fate>, JudgeError> {
        let best = self.order.best();
        let ordered: Vec<&Case> = best.iter().map(|case| &cases[*case]).collect();
        let ran = bench.run(variant, (&self.variable, number), &ordered, &mut |_, _| ())?;
        Ok(match ran {
            Ran::Passed => Some(Fate::Survived),
            Ran::Interrupted => None,
            Ran::Failed { case, verdict, .. } => {
                self.order.count(best[case]);
                Some(Fate::Killed(best[case], verdict))
            }
        })
    }
}

/// As many of them as wanted, the same for the same seed, in their order and with
/// their places; of these what is in the part.
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
