//! What all phases of judging share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::RwLock;

use crate::config::JudgeOptions;
use crate::program::program_cache::ProgramCache;
use crate::program::startup_times::StartupTimes;
use crate::{JudgeError, Options};
use mousetrap_model::Limits;

/// Options, caches and flags that all workers share.
pub(crate) struct JudgeContext<'a> {
    pub options: JudgeOptions,
    /// Limits for compiling a submission.
    pub compile: Limits,
    pub programs: Arc<ProgramCache>,
    pub startup_times: Arc<StartupTimes>,
    /// Locked for reading during a run, and for writing during a run that must be the
    /// only one on this machine.
    pub run_lock: Arc<RwLock<()>>,
    /// Set if the user asks to stop.
    pub interrupted: &'a AtomicBool,
}

impl<'a> JudgeContext<'a> {
    /// Opens the program cache for one judge that shares nothing with others in this
    /// process.
    ///
    /// # Errors
    /// Returns an error if the program cache cannot be opened.
    pub(crate) fn open(options: &Options, interrupted: &'a AtomicBool) -> Result<Self, JudgeError> {
        Ok(Self {
            options: options.judge,
            compile: options.compile,
            programs: Arc::new(ProgramCache::open(options.judge.cache)?),
            startup_times: Arc::default(),
            run_lock: Arc::default(),
            interrupted,
        })
    }
}
