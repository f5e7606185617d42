//! The battery: each attack judged like any other submission, and what must be
//! true afterwards.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::iter;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::Duration;

use thiserror::Error;

use super::table::{Attack, HONEST, REFUSED};
use crate::language::Languages;
use crate::{Event, FindOptions, JudgeError, Options, Refused, Verdict};
use cat_and_mouse::game::Bounds;
use cat_and_mouse::problem::Problem;
use mousetrap_base::root::Root;
use mousetrap_base::{Bytes, Limits};
use mousetrap_sandbox::{Clock, Isolation, Sandbox};
use mousetrap_suite::{Case, CaseId};

/// The fewest workers whose submissions can see each other.
const TWO: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

/// What it earns where its toolchain is missing.
const SKIPPED: &str = "not tried";

/// Small, so that an attack that has to run into one is soon over; the wall
/// limit leaves a busy machine time to reach the others first.
const LIMITS: Limits = Limits {
    cpu: Duration::from_millis(300),
    wall: Duration::from_secs(6),
    memory: Bytes::mib(128),
    output: Bytes::kib(256),
};

/// The file that attacks try to leave in many directories.
const STRAY: &str = "left-by-an-attack";

/// Where it is looked for, and in the user's home and the directory of the call.
const STRAYED: &[&str] = &[
    ".", "/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/usr", "/root", "/home",
];

/// For compilers, likewise.
const COMPILE_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(4),
    wall: Duration::from_secs(30),
    memory: Bytes::mib(1024),
    output: Bytes::kib(256),
};

/// For compilers that take as long for anything.
const SLOW_COMPILER: Duration = Duration::from_secs(30);

/// How much more than alone the honest submission may use after an attack: far
/// more than a busy machine adds to its few microseconds, and far less than
/// any attack uses.
const TOLERANCE: Used = Used {
    cpu: Duration::from_millis(20),
    memory: Bytes::mib(4),
};

/// What came of an attack.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The verdict and its reason, or why there is none.
    pub earned: String,
    /// Whether it was judged: its toolchain is here.
    pub tried: bool,
    /// What is not as it has to be; empty if the sandbox held.
    pub wrong: Vec<String>,
}

/// Why an attack could not be tried.
#[derive(Debug, Error)]
pub enum AttackError {
    /// The source could not be written for the judge.
    #[error("writing the source of an attack: {0}")]
    File(#[from] io::Error),
    /// The judge does not take the source.
    #[error(transparent)]
    Submission(#[from] Refused),
    /// The judge itself failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The submission that every attack is followed by is not accepted here.
    #[error("an honest submission in C earned {0}; see mousetrap doctor for what is missing")]
    Honest(String),
}

/// Where attacks are tried, one after the other. To be used in a process that
/// runs nothing else meanwhile, after [`mousetrap_sandbox::adopt_orphans`].
#[derive(Debug)]
pub struct Battery<'a> {
    languages: &'a Languages,
    interrupted: &'a AtomicBool,
    /// Workers of the judge; each attack is judged by all of them at once.
    jobs: NonZeroUsize,
    clock: Clock,
    /// What honest submissions use when nothing came before them.
    alone: RefCell<BTreeMap<String, Used>>,
    /// Open descriptors of this process.
    descriptors: usize,
}

/// The most that the cases of a submission have used.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    cpu: Duration,
    memory: Bytes,
}

/// What became of one submission.
#[derive(Clone, Debug, Default)]
struct Judgement {
    /// The code of its verdict, or another word where there is none.
    earned: &'static str,
    reason: String,
    used: Used,
}

impl<'a> Battery<'a> {
    /// Judges the honest submission alone, for comparison.
    ///
    /// # Errors
    /// If the judge cannot be set up or does not accept it.
    pub fn new(
        languages: &'a Languages,
        interrupted: &'a AtomicBool,
        jobs: NonZeroUsize,
    ) -> Result<Self, AttackError> {
        let mut battery = Self {
            languages,
            interrupted,
            jobs,
            clock: Sandbox::new(Isolation::Full)
                .map_err(JudgeError::from)?
                .clock(),
            alone: RefCell::default(),
            descriptors: 0,
        };
        battery.alone(HONEST)?;
        battery.descriptors = descriptors()?;
        Ok(battery)
    }

    /// What an honest submission uses when nothing came before it.
    fn alone(&self, file: &str) -> Result<Used, AttackError> {
        if let Some(&used) = self.alone.borrow().get(file) {
            return Ok(used);
        }
        let mut used = Used::default();
        // The first of all has a program to compile and files to open once.
        for _ in 0..2 {
            let honest = &self.judge(&[], file, self.jobs)?[0];
            if honest.earned != Verdict::Accepted.code() {
                return Err(AttackError::Honest(honest.in_words("")));
            }
            used = honest.used;
        }
        self.alone.borrow_mut().insert(file.to_owned(), used);
        Ok(used)
    }

    /// The verdict that an attack must earn on this machine, and what its reason
    /// must contain.
    pub fn expects<'t>(&self, attack: &'t Attack) -> (&'t str, &'t str) {
        match &attack.childless {
            Some(earns) if self.clock == Clock::Processes => (earns, ""),
            _ => (&attack.earns, &attack.says),
        }
    }

    /// Judges an attack and then an honest submission in the same sandbox, and
    /// looks for what is left.
    ///
    /// # Errors
    /// If the judge cannot be set up.
    pub fn run(&self, attack: &Attack) -> Result<Outcome, AttackError> {
        let jobs = if attack.side_by_side {
            self.jobs.max(TWO)
        } else {
            self.jobs
        };
        let copies = jobs.get() * (1 + usize::from(attack.twice));
        let alone = self.alone(&attack.then)?;
        let (attacks, honest) = match self.judge(&vec![attack; copies], &attack.then, jobs) {
            Ok(mut judged) => {
                let honest = judged.split_off(copies);
                (judged, honest)
            }
            Err(AttackError::Submission(error)) => {
                let refused = Judgement {
                    earned: REFUSED,
                    reason: error.to_string(),
                    ..Judgement::default()
                };
                (vec![refused], self.judge(&[], &attack.then, jobs)?)
            }
            Err(error) => return Err(error),
        };
        let mut wrong = Vec::new();
        let (earns, says) = self.expects(attack);
        let tried = attacks.iter().all(|judged| judged.earned != SKIPPED);
        for judged in attacks.iter().filter(|_| tried) {
            if judged.earned != earns {
                wrong.push(format!("has to earn {earns}: {}", judged.reason));
            } else if !judged.reason.contains(says) {
                wrong.push(format!("has to say {says:?}: {}", judged.reason));
            }
        }
        wrong.extend(honest.iter().filter_map(|honest| honest.unlike(alone)));
        wrong.extend(self.leftovers()?);
        wrong.dedup();
        Ok(Outcome {
            earned: attacks[0].in_words(says),
            tried,
            wrong,
        })
    }

    fn leftovers(&self) -> io::Result<Vec<String>> {
        let mut left = mousetrap_sandbox::leftovers();
        let unfinished = crate::unfinished()?;
        left.extend(
            unfinished
                .iter()
                .map(|directory| format!("{} is left", directory.display())),
        );
        left.extend(strays());
        let open = descriptors()?;
        if open != self.descriptors {
            left.push(format!(
                "{open} descriptors are open, before {}",
                self.descriptors
            ));
        }
        Ok(left)
    }

    /// Judges these attacks and an honest submission for each of `jobs`
    /// workers, in this order.
    fn judge(
        &self,
        attacks: &[&Attack],
        honest: &str,
        jobs: NonZeroUsize,
    ) -> Result<Vec<Judgement>, AttackError> {
        let directory = tempfile::tempdir()?;
        let honest = Attack::honest(honest);
        let honest = iter::repeat_n(&honest, jobs.get());
        let mut paths = Vec::new();
        for (index, attack) in attacks.iter().copied().chain(honest).enumerate() {
            paths.push(attack.write(&directory.path().join(index.to_string()))?);
        }
        let wanted = FindOptions {
            problem: Some(Problem::CatAndMouse2),
            form: None,
            leave: false,
        };
        let submissions = crate::find(&Root::default(), &paths, self.languages, wanted)?;
        let mut options = Options::default().with_jobs(Some(jobs));
        options.all_cases = false;
        options.compile = COMPILE_LIMITS;
        if attacks.iter().any(|attack| attack.slow_compiler) {
            options.compile.cpu = SLOW_COMPILER;
        }
        let (sender, events) = mpsc::channel();
        let cases = BTreeMap::from([("1728", cases())]);
        crate::judge(&submissions, &cases, &options, self.interrupted, &sender)?;
        drop(sender);
        let mut judged = vec![
            Judgement {
                earned: "no verdict",
                ..Judgement::default()
            };
            submissions.len()
        ];
        for event in events {
            match event {
                Event::Case { submission, result } => {
                    let judged = &mut judged[submission];
                    judged.used.cpu = judged.used.cpu.max(result.measured.cpu);
                    judged.used.memory = judged.used.memory.max(result.measured.memory);
                    if !result.detail.is_empty() {
                        judged.reason = result.detail;
                    }
                }
                Event::Finished { submission, result } => {
                    judged[submission].earned = result.verdict.code();
                    if result.verdict == Verdict::CompileError {
                        judged[submission].reason = result.compiler;
                    }
                }
                Event::Failed { submission, error } => judged[submission].reason = error,
                Event::Skipped { submission, skip } => {
                    judged[submission].earned = SKIPPED;
                    judged[submission].reason = skip.reason;
                }
                _ => {}
            }
        }
        Ok(judged)
    }
}

impl Judgement {
    /// What differs from the same submission alone.
    fn unlike(&self, alone: Used) -> Option<String> {
        let Used { cpu, memory } = self.used;
        if self.earned != Verdict::Accepted.code() {
            Some(format!("the next submission earned {}", self.in_words("")))
        } else if cpu > alone.cpu + TOLERANCE.cpu {
            Some(format!(
                "the next submission took {cpu:.1?} of CPU time, alone {:.1?}",
                alone.cpu
            ))
        } else if memory.0 > alone.memory.0 + TOLERANCE.memory.0 {
            Some(format!(
                "the next submission took {memory} of memory, alone {}",
                alone.memory
            ))
        } else {
            None
        }
    }

    /// `RTE: exit code 1`; of a long reason the line that contains `says`.
    fn in_words(&self, says: &str) -> String {
        let mut lines = self.reason.lines().filter(|line| !line.trim().is_empty());
        let line = lines.clone().find(|line| line.contains(says));
        match line.or_else(|| lines.next()) {
            Some(reason) => format!("{}: {reason}", self.earned),
            None => self.earned.to_owned(),
        }
    }
}

/// Files of attacks that are seen from here.
fn strays() -> Vec<String> {
    let directories = STRAYED.iter().map(PathBuf::from).chain(env::home_dir());
    let entries = directories.filter_map(|directory| fs::read_dir(directory).ok());
    let left = entries.flatten().flatten().map(|entry| entry.path());
    left.filter(|path| path.ends_with(STRAY))
        .map(|path| format!("{} is left", path.display()))
        .collect()
}

fn descriptors() -> io::Result<usize> {
    Ok(fs::read_dir("/proc/self/fd")?.count())
}

/// A case with each answer.
fn cases() -> Vec<Case> {
    let problem = Problem::CatAndMouse2;
    [("4", "true"), ("3", "false")]
        .map(|(jump, answer)| {
            let instance = problem
                .parse(&format!("1 7 1 {jump}\nM.C...F\n"), Bounds::Contest)
                .expect("a sample of the statement");
            Case {
                id: CaseId(format!("attack/{answer}")),
                input: instance.text(),
                outcome: instance.solve(),
                answer,
                instance,
                limits: LIMITS,
            }
        })
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_the_limits_of_the_battery() {
        let page = include_str!("../../../../docs/sandbox.md");
        let time = |time: Duration| match time.subsec_millis() {
            0 => format!("{} s", time.as_secs()),
            _ => format!("{} ms", time.as_millis()),
        };
        for said in [
            format!(
                "a limit of {} of CPU time, {} of wall time and {}",
                time(LIMITS.cpu),
                time(LIMITS.wall),
                LIMITS.memory
            ),
            format!(
                "at most {} more CPU time and {} more memory",
                time(TOLERANCE.cpu),
                TOLERANCE.memory
            ),
        ] {
            assert!(page.contains(&said), "docs/sandbox.md: {said}");
        }
    }
}
