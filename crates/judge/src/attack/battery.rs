//! The attack battery, which judges each attack like any other submission, and checks that the
//! attack leaves no files, processes or descriptors behind.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::iter;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::judgement::{AttackError, AttackJudgement, SKIPPED_VERDICT};
use super::table::{Attack, DEFAULT_HONEST_FILE_NAME};
use crate::program::program_cache::abandoned_compilations;
use crate::{FindOptions, JudgeError, JudgeRequest, LocalEngine, Options};
use mousetrap_languages::Languages;
use mousetrap_model::{Case, CaseId, Clock, Limits, Problem, Usage, Verdict};
use mousetrap_sandbox::{Isolation, Sandbox};
use mousetrap_util::Bytes;
use mousetrap_util::project::Project;

/// Name of the file that some attacks try to create in many directories.
const STRAY_FILE_NAME: &str = "left-by-an-attack";

/// Directories that are searched for stray files, besides the user's home directory.
const SEARCHED_DIRECTORIES: &[&str] = &[
    ".", "/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/usr", "/root", "/home",
];

/// The problem that attacks and honest submissions solve.
const PROBLEM_ID: &str = "1728";

/// Run limits. The limits are low, so that attacks that must exceed one of them finish quickly. The
/// time limits are high enough that attacks reach the other limits first, even on a busy machine.
const RUN_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(3),
    wall: Duration::from_secs(6),
    memory: Bytes::mib(128),
    output: Bytes::kib(256),
};

/// CPU time limit for attacks whose expected verdict is "time limit exceeded".
const TIME_ATTACK_CPU_LIMIT: Duration = Duration::from_millis(300);

/// Compilation limits. The limits are low, so attacks on the compiler finish quickly.
const COMPILE_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(4),
    wall: Duration::from_secs(30),
    memory: Bytes::mib(1024),
    output: Bytes::kib(256),
};

/// CPU time limit for compilers that are slow even on small sources.
const SLOW_COMPILER_CPU_LIMIT: Duration = Duration::from_secs(30);

/// Whether the sandbox withstood an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SandboxResult {
    /// The attack got the expected verdict and left nothing behind.
    Held,
    /// The attack was not run. Contains the reason, such as a missing toolchain.
    Skipped(String),
    /// The attack did not get the expected verdict, or left something behind. Contains a
    /// description of each failure.
    Failed(Vec<String>),
}

/// The result of one attack.
#[derive(Clone, Debug)]
pub struct AttackOutcome {
    /// The verdict and its reason.
    pub verdict: String,
    /// Whether the sandbox withstood the attack.
    pub defence: SandboxResult,
}

/// Runs attacks one after another. The process must first call
/// [`mousetrap_sandbox::adopt_orphans`], and must judge nothing else while the attacks run.
#[derive(Debug)]
pub struct AttackBattery<'a> {
    languages: &'a Languages,
    /// All problems. Every attack is a submission for the same problem.
    problems: &'a [Arc<Problem>],
    interrupted: &'a AtomicBool,
    clock: Clock,
    /// CPU time and memory that each honest submission uses if no attack runs before it, keyed by
    /// file name.
    baselines: RefCell<BTreeMap<String, Usage>>,
    /// Number of open descriptors of this process before the attacks.
    descriptors: usize,
}

impl<'a> AttackBattery<'a> {
    /// Creates a battery. If the toolchain of the default honest submission is installed, judges
    /// this submission without an attack, to measure the CPU time and memory that it normally uses.
    ///
    /// # Errors
    /// Returns an error if the judge cannot be set up or does not accept the honest submission.
    pub fn new(
        languages: &'a Languages,
        problems: &'a [Arc<Problem>],
        interrupted: &'a AtomicBool,
    ) -> Result<Self, AttackError> {
        let sandbox = Sandbox::new(Isolation::Full).map_err(JudgeError::from)?;
        let mut battery = Self {
            languages,
            problems,
            interrupted,
            clock: sandbox.clock(),
            baselines: RefCell::default(),
            descriptors: 0,
        };
        drop(sandbox);
        match battery.baseline_usage(DEFAULT_HONEST_FILE_NAME) {
            // Attacks followed by an honest submission in another language can still be run.
            Ok(_) | Err(AttackError::Skipped(..)) => {}
            Err(error) => return Err(error),
        }
        battery.descriptors = count_descriptors()?;
        Ok(battery)
    }

    /// Returns the CPU time and memory that an honest submission uses if no attack runs before it.
    fn baseline_usage(&self, file: &str) -> Result<Usage, AttackError> {
        if let Some(&used) = self.baselines.borrow().get(file) {
            return Ok(used);
        }
        let mut used = Usage::NONE;
        // The first run is ignored, because it compiles the program and opens some files for the
        // first time.
        for _ in 0..2 {
            let honest = &self.judge(&[], file, 1)?[0];
            if honest.verdict == SKIPPED_VERDICT {
                return Err(AttackError::Skipped(file.to_owned(), honest.reason.clone()));
            }
            if honest.verdict != Verdict::Accepted.code() {
                let verdict = honest.verdict_and_reason("");
                return Err(AttackError::Honest(file.to_owned(), verdict));
            }
            used = honest.used;
        }
        self.baselines.borrow_mut().insert(file.to_owned(), used);
        Ok(used)
    }

    /// Judges these attacks. Afterwards, every worker judges an honest submission.
    fn judge(
        &self,
        attacks: &[&Attack],
        honest: &str,
        workers: usize,
    ) -> Result<Vec<AttackJudgement>, AttackError> {
        let directory = tempfile::tempdir()?;
        let honest = Attack::honest_submission(honest);
        let honest = iter::repeat_n(&honest, workers);
        let mut paths = Vec::new();
        for (index, attack) in attacks.iter().copied().chain(honest).enumerate() {
            paths.push(attack.write_submission(&directory.path().join(index.to_string()))?);
        }
        let mut problems = self.problems.iter();
        let problem = problems.find(|problem| problem.id == PROBLEM_ID);
        let wanted = FindOptions::new(self.problems, problem, None);
        let submissions = crate::find(&Project::default(), &paths, self.languages, wanted)
            .map_err(JudgeError::from)?;
        let mut options = Options::default().with_worker_count(NonZeroUsize::new(workers));
        options.all_cases = false;
        options.compile = COMPILE_LIMITS;
        if attacks.iter().any(|attack| attack.slow_compiler) {
            options.compile.cpu = SLOW_COMPILER_CPU_LIMIT;
        }
        let mut limits = RUN_LIMITS;
        if attacks.iter().any(|attack| attack.expected == "TLE") {
            limits.cpu = TIME_ATTACK_CPU_LIMIT;
        }
        let cases = BTreeMap::from([(PROBLEM_ID.to_owned(), example_cases(limits))]);
        let request = JudgeRequest {
            submissions: &submissions,
            cases: &cases,
            options: &options,
        };
        let outcomes = LocalEngine::default().judge_all(request, self.interrupted)?;
        Ok(outcomes.iter().map(AttackJudgement::new).collect())
    }

    /// Returns the verdict that an attack must get on this machine, and a text that the reason for
    /// this verdict must contain.
    pub fn expected_verdict_and_reason<'t>(&self, attack: &'t Attack) -> (&'t str, &'t str) {
        match &attack.expected_without_children {
            Some(expected) if !self.clock.allows_child_processes() => (expected, ""),
            _ => (&attack.expected, &attack.reason),
        }
    }

    /// Judges an attack and then an honest submission in the same sandbox, and searches for files,
    /// processes and descriptors that the attack left behind.
    ///
    /// # Errors
    /// Returns an error if the judge cannot be set up.
    pub fn run(&self, attack: &Attack) -> Result<AttackOutcome, AttackError> {
        let baseline = match self.baseline_usage(&attack.honest_file) {
            Err(error @ AttackError::Skipped(..)) => {
                return Ok(AttackOutcome {
                    verdict: SKIPPED_VERDICT.to_owned(),
                    defence: SandboxResult::Skipped(error.to_string()),
                });
            }
            usage => usage?,
        };
        let workers = 1 + usize::from(attack.side_by_side);
        let copies = workers * (1 + usize::from(attack.twice));
        let attacks = vec![attack; copies];
        let mut attacks = self.judge(&attacks, &attack.honest_file, workers)?;
        let honest = attacks.split_off(copies);
        let mut faults = Vec::new();
        let (expected, reason) = self.expected_verdict_and_reason(attack);
        let skipped = attacks
            .iter()
            .find(|judged| judged.verdict == SKIPPED_VERDICT);
        for judged in attacks.iter().filter(|_| skipped.is_none()) {
            if judged.verdict != expected {
                faults.push(format!("the verdict is not {expected}: {}", judged.reason));
            } else if !judged.reason.contains(reason) {
                faults.push(format!(
                    "the reason does not contain {reason:?}: {}",
                    judged.reason
                ));
            }
        }
        let honest = honest.iter();
        faults.extend(honest.filter_map(|it| it.describe_effect_of_attack(baseline)));
        faults.extend(self.find_leftovers()?);
        faults.dedup();
        Ok(AttackOutcome {
            verdict: attacks[0].verdict_and_reason(reason),
            defence: match skipped {
                _ if !faults.is_empty() => SandboxResult::Failed(faults),
                Some(judged) => SandboxResult::Skipped(judged.reason.clone()),
                None => SandboxResult::Held,
            },
        })
    }

    /// Lists the files and processes that attacks left on the host.
    fn find_leftovers(&self) -> io::Result<Vec<String>> {
        let mut left = mousetrap_sandbox::find_leftovers();
        let directories = SEARCHED_DIRECTORIES
            .iter()
            .map(PathBuf::from)
            .chain(env::home_dir());
        let entries = directories.filter_map(|directory| fs::read_dir(directory).ok());
        let entries = entries.flatten().flatten().map(|entry| entry.path());
        let strays = entries.filter(|path| path.ends_with(STRAY_FILE_NAME));
        let paths = abandoned_compilations()?.into_iter().chain(strays);
        left.extend(paths.map(|path| format!("{} still exists", path.display())));
        let (open, before) = (count_descriptors()?, self.descriptors);
        if open != before {
            left.push(format!(
                "{open} descriptors are open, but there were {before} before the attack"
            ));
        }
        Ok(left)
    }
}

/// Counts the open descriptors of this process.
fn count_descriptors() -> io::Result<usize> {
    Ok(fs::read_dir("/proc/self/fd")?.count())
}

/// For each possible answer, returns one case from the examples in the problem statement.
fn example_cases(limits: Limits) -> Vec<Case> {
    [("4", "true"), ("3", "false")]
        .map(|(jump, answer)| Case {
            id: CaseId(format!("attack/{answer}")),
            input: format!("1 7 1 {jump}\nM.C...F\n"),
            arguments: format!("[\"M.C...F\"]\n1\n{jump}\n"),
            max_plies: None,
            answer: answer.to_owned(),
            limits,
        })
        .into()
}
