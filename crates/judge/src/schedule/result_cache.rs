//! A cache of judgements, keyed by a digest of everything that affects them.
//!
//! An entry is the judgement of a submission on a list of cases. Results of single cases are not
//! stored, because the cases share a process. A judgement is stored only if no limit affected it:
//! the submission compiled, the run with sanitizers finished, and no case was repeated,
//! interrupted, close to a limit or over a limit.
//!
//! A new run could still end with a different result, because a submission can use random numbers
//! or the date. The judge cannot hide the date: a program can read it without a system call, and
//! time namespaces do not affect the wall clock. Therefore an entry expires after
//! [`MAX_JUDGEMENT_AGE`], and reused judgements are marked in reports.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::Options;
use crate::program::cache_limits::RESULTS_DIRECTORY;
use crate::run::prepare::JudgingTask;
use crate::schedule::run_conditions::{case_digest_inputs, debug_text};
use mousetrap_model::{CaseResult, Judgement, Verdict};
use mousetrap_util::cache_dir;
use mousetrap_util::digest::digest;
use mousetrap_util::replace::replace_file;

/// Maximum age of a judgement that is reused.
const MAX_JUDGEMENT_AGE: Duration = Duration::from_hours(24);

/// Maximum size in bytes of a stored judgement.
const MAX_JUDGEMENT_FILE_SIZE: u64 = 1 << 28;

/// The cache of results: a directory with one file for each result.
#[derive(Debug)]
pub(crate) struct ResultCache {
    directory: PathBuf,
    /// A string that identifies this build of the judge and this machine.
    judge: String,
}

#[derive(Serialize, Deserialize)]
struct StoredJudgement {
    made: SystemTime,
    judgement: Judgement,
}

/// Returns a string that identifies this build of the judge and this machine.
fn build_and_machine_id() -> io::Result<String> {
    let program = fs::metadata(std::env::current_exe()?)?;
    let machine = rustix::system::uname();
    Ok(format!(
        "{} {} {} {:?} {:?} {:?}",
        env!("CARGO_PKG_VERSION"),
        program.len(),
        program.mtime(),
        program.mtime_nsec(),
        machine.nodename(),
        machine.release(),
    ))
}

impl ResultCache {
    /// Opens the result cache in the user's cache directory. Returns `None` if results cannot be
    /// stored.
    pub(crate) fn open() -> Option<Self> {
        let results = Self {
            directory: cache_dir::path().join(RESULTS_DIRECTORY),
            judge: build_and_machine_id().ok()?,
        };
        fs::create_dir_all(&results.directory).ok()?;
        Some(results)
    }

    /// Returns the path of the file for a judgement. The file need not exist.
    pub(crate) fn judgement_file(&self, judging: JudgingTask<'_>, options: &Options) -> PathBuf {
        let submission = judging.submission;
        let mut parts = vec![
            self.judge.clone(),
            submission.source.clone(),
            submission.detected.language.digest(),
            debug_text(judging.toolchain),
            // The number of workers and the limits of compilations do not influence results.
            debug_text(&(options.isolation, options.judge.sleep_budget)),
            debug_text(&(options.all_cases, options.gives_up, options.pace)),
            debug_text(&options.sanitizers),
        ];
        parts.extend(judging.cases.iter().flat_map(case_digest_inputs));
        let name = digest(parts.iter().map(String::as_bytes));
        self.directory.join(name)
    }
}

/// Returns the judgement that is stored in `file`. Returns `None` if the file is missing or too
/// old, or if the judgement is not consistent with this number of cases.
pub(crate) fn read_judgement(file: &Path, case_count: usize) -> Option<Judgement> {
    let stored: StoredJudgement =
        serde_json::from_slice(&cache_dir::read(file, MAX_JUDGEMENT_FILE_SIZE)?).ok()?;
    // A time in the future, from a wrong clock, makes the entry invalid.
    let age = stored.made.elapsed().ok()?;
    if age > MAX_JUDGEMENT_AGE || !stored.judgement.is_consistent(case_count) {
        return None;
    }
    // The modification time is the time of last use. If this update fails, the only effect is that
    // the entry is removed earlier.
    let _ = File::open(file).and_then(|file| file.set_modified(SystemTime::now()));
    Some(Judgement {
        from_cache: true,
        compile: None,
        ..stored.judgement
    })
}

/// Stores a judgement in `file` if no limit affected it, and returns the stored size in bytes.
/// Errors are ignored, because the next run can judge the submission again.
pub(crate) fn store_judgement(file: &Path, judgement: &Judgement) -> u64 {
    let is_complete = judgement.verdict != Verdict::CompileError && judgement.unchecked.is_none();
    if !is_complete || !judgement.cases.iter().all(is_unaffected_by_limits) {
        return 0;
    }
    let stored = StoredJudgement {
        made: SystemTime::now(),
        judgement: judgement.clone(),
    };
    let text = serde_json::to_string(&stored).unwrap_or_default();
    let _ = replace_file(file, &text);
    text.len() as u64
}

/// Returns whether the result of a case is unaffected by limits. This requires that at most half of
/// each limit was used.
fn is_unaffected_by_limits(result: &CaseResult) -> bool {
    let CaseResult { usage, limits, .. } = result;
    let limited = matches!(
        result.verdict,
        Verdict::TimeLimitExceeded | Verdict::MemoryLimitExceeded | Verdict::CompileError
    );
    !limited
        && result.repeats == 0
        && usage.cpu * 2 <= limits.cpu
        && usage.wall * 2 <= limits.wall
        && usage.memory.0 * 2 <= limits.memory.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use mousetrap_model::{CaseId, Limits, Message, Usage};
    use mousetrap_util::Bytes;

    fn accepted_case() -> CaseResult {
        let millis = Duration::from_millis;
        let usage = Usage::new(millis(3), millis(4), Bytes::mib(5));
        let id = CaseId("a/b".to_owned());
        CaseResult {
            stdout: "a remark".to_owned(),
            ..CaseResult::new(id, Verdict::Accepted, usage, Limits::DEFAULT)
        }
    }

    fn judgement(verdict: Verdict, cases: Vec<CaseResult>) -> Judgement {
        Judgement {
            cases,
            ..Judgement::new(verdict)
        }
    }

    #[test]
    fn stored_judgement_is_read_unchanged_while_it_is_valid() {
        let directory = tempfile::tempdir().unwrap();
        let file = &directory.path().join("result");
        assert!(read_judgement(file, 1).is_none());
        let stored = judgement(Verdict::Accepted, vec![accepted_case()]);
        store_judgement(file, &stored);
        let expected = Judgement {
            from_cache: true,
            ..stored
        };
        assert_eq!(read_judgement(file, 1), Some(expected));
        assert!(read_judgement(file, 2).is_none(), "a case is missing");
        let (now, minute) = (SystemTime::now(), Duration::from_mins(1));
        for (made, is_valid) in [
            (now - MAX_JUDGEMENT_AGE + minute, true),
            (now - MAX_JUDGEMENT_AGE - minute, false),
            (now + minute, false),
        ] {
            let text = fs::read(file).unwrap();
            let mut stored: StoredJudgement = serde_json::from_slice(&text).unwrap();
            stored.made = made;
            fs::write(file, serde_json::to_string(&stored).unwrap()).unwrap();
            for _ in 0..2 {
                assert_eq!(read_judgement(file, 1).is_some(), is_valid);
            }
        }
    }

    #[test]
    fn judgement_that_is_incomplete_or_close_to_a_limit_is_not_stored() {
        let directory = tempfile::tempdir().unwrap();
        let file = &directory.path().join("result");
        let changes: [fn(&mut CaseResult); 5] = [
            |it| it.usage.cpu = Limits::DEFAULT.cpu.mul_f64(0.6),
            |it| it.usage.wall = Limits::DEFAULT.wall.mul_f64(0.6),
            |it| it.usage.memory = Bytes(Limits::DEFAULT.memory.0 / 2 + 1),
            |it| it.repeats = 1,
            |it| it.verdict = Verdict::TimeLimitExceeded,
        ];
        let uncertain = changes.map(|change| {
            let mut doubtful = accepted_case();
            change(&mut doubtful);
            judgement(doubtful.verdict, vec![accepted_case(), doubtful])
        });
        // The output of the compiler would be lost.
        let rejected = judgement(Verdict::CompileError, Vec::new());
        let unchecked = Judgement {
            unchecked: Some(Message::Interrupted),
            ..judgement(Verdict::Accepted, vec![accepted_case()])
        };
        for judgement in uncertain.into_iter().chain([rejected, unchecked]) {
            store_judgement(file, &judgement);
            assert!(!file.exists(), "{judgement:?}");
        }
    }
}
