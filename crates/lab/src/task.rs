//! Work of the laboratory as data: whichever machine does it, the same comes of it.

use std::convert::Infallible;
use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::exhaust::{Space, Stretch};
use crate::hunt::{Campaign, Target};
use crate::mutants::{self, Order, Unfit};
use crate::stress::{self, Attempt, Objective, Trial, Untried};
use cat_and_mouse::problem::Problem;
use mousetrap_base::{Choice as _, Shard};
use mousetrap_judge::config::JudgeOptions;
use mousetrap_judge::language::{Languages, Probed, probe};
use mousetrap_judge::{Allowance, Parcel, Runner, Submission, Terms, Workshop};
use mousetrap_suite::Case;
use mousetrap_suite::generate::{self, Family, Seed};

/// Something to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// One restart of a target; its [`Standing`](crate::hunt::Standing) comes of it.
    Hunt {
        /// The problem of the target.
        problem: String,
        /// The target, by name.
        target: String,
        /// Chooses the streams.
        seed: u64,
        /// Steps of a restart.
        steps: u64,
        /// Which restart.
        restart: usize,
    },
    /// Some pieces of a space; a [`Stretch`] comes of them.
    Exhaust {
        /// The space.
        size: Space,
        /// The first piece.
        from: u64,
        /// The piece behind the last.
        to: u64,
    },
    /// A search for what breaks a submission, with the cases first; its
    /// [`SearchEnd`](stress::SearchEnd) comes of it, or why it cannot be tried.
    Stress(Box<Quest>),
    /// Part of the mutants of a submission on the cases;
    /// [`Mutants`](mutants::Mutants) come of them, or why there are none.
    Mutants(Box<Trials>),
}

/// What a search is asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Quest {
    players: Vec<Parcel>,
    terms: Terms,
    families: Vec<String>,
    time: Duration,
    shrinking: Duration,
    seed: u64,
    goal: String,
    limits: Allowance,
}

/// How mutants are tried.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trials {
    original: Parcel,
    terms: Terms,
    seed: u64,
    most: Option<usize>,
    shard: Shard,
    time: Duration,
    limits: Allowance,
}

impl Task {
    /// That of an attempt; what is tried first goes beside it.
    ///
    /// # Errors
    /// If a submission is not in its file any more.
    pub fn stress(attempt: &Attempt<'_>) -> Result<Self, mousetrap_judge::JudgeError> {
        let players = attempt.players.iter().map(|player| Parcel::of(player));
        let options = &attempt.options;
        Ok(Self::Stress(Box::new(Quest {
            players: players.collect::<Result<_, _>>()?,
            terms: Terms::from(attempt.judge),
            families: attempt
                .families
                .iter()
                .map(|it| it.name.to_owned())
                .collect(),
            time: options.time,
            shrinking: options.shrinking,
            seed: options.seed.0,
            goal: options.goal.to_string(),
            limits: options.limits.into(),
        })))
    }

    /// That of the mutants of a submission.
    ///
    /// # Errors
    /// If it is not in its file any more.
    pub fn mutants(
        original: &Submission<'_>,
        options: &mousetrap_judge::Options,
        plan: mutants::Plan,
    ) -> Result<Self, mousetrap_judge::JudgeError> {
        Ok(Self::Mutants(Box::new(Trials {
            original: Parcel::of(original)?,
            terms: Terms::from(options),
            seed: plan.seed,
            most: plan.most,
            shard: plan.shard,
            time: plan.time,
            limits: plan.limits.into(),
        })))
    }

    /// As it is sent.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("tasks are plain data")
    }
}

/// Does tasks on this machine, each in one thread.
#[derive(Debug)]
pub struct Lab {
    /// The languages that it knows.
    pub languages: Languages,
    /// What is kept from run to run.
    pub judge: JudgeOptions,
    /// The processor, for people.
    pub processor: String,
}

type Fault = Box<dyn Error + Send + Sync>;

impl Runner for Lab {
    fn run(
        &self,
        task: &str,
        cases: &[Case],
        interrupted: &AtomicBool,
        moves: &(dyn Fn() + Sync),
    ) -> Result<String, Fault> {
        let task: Task = serde_json::from_str(task)?;
        Ok(match task {
            Task::Hunt {
                problem,
                target,
                seed,
                steps,
                restart,
            } => {
                let problem = Problem::by_id(&problem).ok_or("an unknown problem")?;
                let target = Target::named(problem, &target).ok_or("an unknown target")?;
                let campaign = Campaign {
                    targets: vec![target],
                    seed: Seed(seed),
                    steps,
                    first: restart,
                    rounds: Some(1),
                    shard: Shard::WHOLE,
                    jobs: NonZeroUsize::MIN,
                };
                let mut standing = campaign.standing();
                let mut scored = 0;
                let Ok(()) = campaign.run::<Infallible>(&mut standing, interrupted, |_, now| {
                    if now.scored > scored {
                        scored = now.scored;
                        moves();
                    }
                    Ok(())
                });
                serde_json::to_string(&standing)?
            }
            Task::Exhaust { size, from, to } => {
                let begun = Instant::now();
                let mut stretch = Stretch::of(size, from..to, interrupted, moves)?;
                stretch.processor.clone_from(&self.processor);
                stretch.cpu_seconds = begun.elapsed().as_secs_f64();
                serde_json::to_string(&stretch)?
            }
            Task::Stress(quest) => {
                serde_json::to_string(&self.stress(&quest, cases, interrupted, moves)?)?
            }
            Task::Mutants(trials) => {
                serde_json::to_string(&self.mutants(&trials, cases, interrupted, moves)?)?
            }
        })
    }
}

impl Lab {
    fn stress(
        &self,
        quest: &Quest,
        cases: &[Case],
        interrupted: &AtomicBool,
        moves: &(dyn Fn() + Sync),
    ) -> Result<Result<stress::SearchEnd, String>, Fault> {
        let players = quest.players.iter().map(|it| it.open(&self.languages));
        let players: Vec<Submission<'_>> = players.collect::<Result<_, _>>()?;
        let problem = players.first().ok_or("nothing to try")?.problem;
        let family = |name: &String| generate::by_name(problem, name).ok_or("an unknown family");
        let families: Result<Vec<&'static Family>, _> = quest.families.iter().map(family).collect();
        let attempt = Attempt {
            players: players.iter().collect(),
            judge: &quest.terms.options(self.judge),
            options: stress::Options {
                time: quest.time,
                shrinking: quest.shrinking,
                seed: Seed(quest.seed),
                goal: Objective::named(&quest.goal).ok_or("an unknown goal")?,
                limits: quest.limits.into(),
            },
            families: families?,
            first: cases.iter().map(Trial::of).collect(),
        };
        match attempt.run(interrupted, &mut |_| moves()) {
            Ok(end) => Ok(Ok(end)),
            Err(Untried::Judge(error)) => Err(error.into()),
            Err(Untried::Unfit(reason)) => Ok(Err(reason)),
        }
    }

    fn mutants(
        &self,
        trials: &Trials,
        cases: &[Case],
        interrupted: &AtomicBool,
        moves: &(dyn Fn() + Sync),
    ) -> Result<Result<mutants::Mutants, String>, Fault> {
        let original = trials.original.open(&self.languages)?;
        let toolchain = match probe(original.detected.language) {
            Probed::Toolchain(toolchain) => toolchain,
            Probed::Missing { reason, .. } => return Err(reason.into()),
        };
        let options = trials.terms.options(self.judge);
        let options = options.with_jobs(Some(NonZeroUsize::MIN));
        let campaign = mutants::Campaign {
            workshop: &Workshop::new(&options, interrupted)?,
            options: &options,
            plan: mutants::Plan {
                seed: trials.seed,
                most: trials.most,
                shard: trials.shard,
                time: trials.time,
                limits: trials.limits.into(),
            },
            interrupted,
        };
        let order = Order::new(cases.len());
        match campaign.run(&original, &toolchain, cases, &order, &mut |_| moves()) {
            Ok(mutants) => Ok(Ok(mutants)),
            Err(Unfit::Judge(error)) => Err(error.into()),
            // Nobody hears of it.
            Err(Unfit::Interrupted) if interrupted.load(Ordering::Relaxed) => {
                Ok(Err(String::new()))
            }
            Err(unfit) => Ok(Err(unfit.to_string())),
        }
    }
}
