//! Judges the mutants of a submission on several threads.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cat_and_mouse::Game;
use mousetrap_judge::{JudgeError, Options, Submission, VariantJudge};
use mousetrap_languages::Toolchain;
use mousetrap_model::{Case, Limits};
use mousetrap_mutate::{Mutation, is_supported};
use mousetrap_suite::custom::CustomProblemError;
use mousetrap_suite::generate::Seed;
use mousetrap_util::Bytes;
use mousetrap_util::printable::escape_path;

use super::parser::parse_in_sandbox;
use super::results::{KillingInstance, MutantCounts, MutantStatus, SkipReason, Survivor};
use super::task::{CaseOrder, MutationJob, derive_time_limits};
use crate::parallel::run_in_parallel;
use crate::stress::{InstanceSource, SearchOutcome, SearchPlan};

/// The progress of judging a submission's mutants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The number of sampled mutants.
    pub mutants: usize,
    /// The number of mutants judged so far.
    pub judged: usize,
    /// The number of survivors so far.
    pub survivors: usize,
}

/// The settings for judging the mutants of submissions, one submission after another.
pub struct Campaign<'a> {
    /// Compiles and runs the mutants in the sandbox.
    pub workshop: &'a VariantJudge<'a>,
    /// The options of the judge.
    pub options: &'a Options,
    /// The seed for sampling mutants, and for generating the instances that are tried on survivors.
    pub seed: u64,
    /// Maximum number of mutants per submission, or `None` for all mutants.
    pub max_mutants: Option<usize>,
    /// The resource limits for each case that is tried on a survivor.
    pub limits: Limits,
    /// The time limit for the search for an instance that kills a survivor. If it is zero, there is
    /// no search.
    pub search_time: Duration,
    /// Set when the user asks to stop.
    pub interrupted: &'a AtomicBool,
}

impl Campaign<'_> {
    /// Judges the mutants of a submission on these cases. Updates `order`, so that cases that kill
    /// many mutants are run first.
    ///
    /// # Errors
    /// Returns an error if the submission has no mutants to judge, or if the judge fails.
    pub fn run(
        &self,
        submission: &Submission<'_>,
        toolchain: &Toolchain,
        (cases, order): (&[Case], &CaseOrder),
        show: &mut dyn FnMut(Progress),
    ) -> Result<(MutantCounts, Vec<Survivor>), SkipReason> {
        let begun = Instant::now();
        let language = submission.detected.language;
        let source = &submission.detected.code.text;
        if !is_supported(&language.id) {
            return Err(SkipReason::Language(language.name.clone()));
        }
        let memory = cases.iter().map(|case| case.limits.memory).max();
        let memory = memory.unwrap_or(Bytes(0));
        let mut bench = self.workshop.runner()?;
        let original = match bench.build(submission, toolchain, memory) {
            Err(JudgeError::Rejected { compiler, .. }) => {
                return Err(SkipReason::NotCompiled(compiler.trim_end().to_owned()));
            }
            original => original?,
        };
        let factor = language.time_factor;
        let limited = derive_time_limits(&mut bench, &original, cases, factor)?;
        let all = parse_in_sandbox(&mut bench, &language.id, source)?;
        drop(bench);
        let possible = all.len();
        if all.is_empty() {
            return Err(SkipReason::Empty);
        }
        let task = MutationJob {
            submission,
            toolchain,
            mutations: self.draw_sample(all, source),
            cases: limited,
            memory,
            digest: original.output_digest(),
            order,
        };
        let statuses = self.judge(&task, show)?;
        let mut counts = MutantCounts {
            path: escape_path(&submission.path),
            problem: submission.problem.id.clone(),
            language: language.id.clone(),
            possible,
            mutants: statuses.len(),
            ..MutantCounts::default()
        };
        let mut survivors = Vec::new();
        for ((index, mutation), status) in task.mutations.iter().zip(statuses) {
            match status {
                None => counts.not_judged += 1,
                Some(MutantStatus::Equivalent) => counts.equivalent += 1,
                Some(MutantStatus::NotCompiled) => counts.not_compiled += 1,
                Some(MutantStatus::Killed(verdict)) => {
                    counts.killed += 1;
                    let code = verdict.code().to_owned();
                    *counts.verdicts.entry(code).or_default() += 1;
                }
                Some(MutantStatus::Survived(search)) => {
                    let found = search.as_ref().and_then(|search| search.found.as_ref());
                    let survivor = Survivor {
                        path: counts.path.clone(),
                        line: mutation.first_changed_line(source),
                        place: *index,
                        class: mutation.class.to_string(),
                        diff: mutation.diff(source),
                        tried: search.as_ref().map_or(0, |search| search.cases),
                        found: found.map(KillingInstance::new),
                    };
                    counts.survivors += 1;
                    counts.not_searched += usize::from(!survivor.was_compared_with_original());
                    counts.broken += usize::from(survivor.found.is_some());
                    survivors.push(survivor);
                }
            }
        }
        counts.wall_us = begun.elapsed().as_micros() as u64;
        Ok((counts, survivors))
    }

    /// Judges all mutants. If the problem is a built-in game, also searches for instances that kill
    /// the survivors.
    fn judge(
        &self,
        task: &MutationJob<'_, '_>,
        show: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Option<MutantStatus>>, JudgeError> {
        let count = task.mutations.len();
        let mut progress = Progress {
            mutants: count,
            ..Progress::default()
        };
        let mut statuses: Vec<Option<MutantStatus>> = (0..count).map(|_| None).collect();
        run_in_parallel(
            self.options.worker_count().min(count),
            count,
            |take_task, results| {
                let mut bench = self.workshop.runner()?;
                let stopped = || self.interrupted.load(Ordering::Relaxed);
                while !stopped()
                    && let Some(index) = take_task()
                {
                    let mut status = match task.judge(&mut bench, index) {
                        Err(JudgeError::Interrupted) => break,
                        status => status?,
                    };
                    if matches!(status, MutantStatus::Survived(_))
                        && !self.search_time.is_zero()
                        && !stopped()
                    {
                        let search = self.find_killer(task, index)?;
                        status = MutantStatus::Survived(search.map(Box::new));
                    }
                    let _ = results.send((index, status));
                }
                Ok::<(), JudgeError>(())
            },
            |result| {
                if let Some((index, status)) = result {
                    progress.judged += 1;
                    progress.survivors += usize::from(matches!(status, MutantStatus::Survived(_)));
                    statuses[index] = Some(status);
                    show(progress);
                }
            },
        )?;
        Ok(statuses)
    }

    /// Searches for an instance on which a mutant and the original give different answers. Returns
    /// `None` if the mutant or the original cannot be run.
    fn find_killer(
        &self,
        task: &MutationJob<'_, '_>,
        index: usize,
    ) -> Result<Option<SearchOutcome>, JudgeError> {
        let mutant = task.mutant_submission(index);
        let plan = SearchPlan {
            submission: &mutant,
            against: Some(task.submission),
            judge: self.options,
            limits: self.limits,
            time: self.search_time,
            interrupted: self.interrupted,
        };
        let Some(game) = Game::from_problem(mutant.problem) else {
            return Ok(None);
        };
        let source = InstanceSource::new(game, Seed(self.seed), Vec::new());
        match plan.search_game(source, &mut |_| ()) {
            Ok(outcome) => Ok(Some(outcome)),
            Err(CustomProblemError::Program(error)) if error.is_judge_failure() => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Draws a sample of the mutants. The sample depends only on the seed. Returns the sampled
    /// mutants in source order, each with its index among all mutants.
    fn draw_sample(&self, all: Vec<Mutation>, source: &str) -> Vec<(usize, Mutation)> {
        let keys = all.iter().map(|one| one.sample_key(self.seed, source));
        let mut keys: Vec<(u64, usize)> = keys.zip(0..).collect();
        keys.sort_unstable();
        keys.truncate(self.max_mutants.unwrap_or(keys.len()));
        let chosen: BTreeSet<usize> = keys.into_iter().map(|(_, index)| index).collect();
        let numbered = all.into_iter().enumerate();
        numbered
            .filter(|(index, _)| chosen.contains(index))
            .collect()
    }
}
