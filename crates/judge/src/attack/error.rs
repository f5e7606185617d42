//! Why an attack could not be tried.

use std::io;

use thiserror::Error;

use crate::JudgeError;
use mousetrap_model::RefusedFile;

/// Why an attack could not be tried.
#[derive(Debug, Error)]
pub enum AttackError {
    /// The source could not be written for the judge.
    #[error("writing the source of an attack: {0}")]
    File(#[from] io::Error),
    /// The judge refuses the source.
    #[error(transparent)]
    Submission(#[from] RefusedFile),
    /// The judge itself failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The toolchain of an honest submission is missing, for this reason.
    #[error("the honest submission {file} cannot be judged: {reason}")]
    Skipped {
        /// The file name of the submission.
        file: String,
        /// Why the toolchain cannot be used.
        reason: String,
    },
    /// An honest submission is not accepted on this machine.
    #[error("the honest submission {file} earned {earned}; run mousetrap doctor for the cause")]
    Honest {
        /// The file name of the submission.
        file: String,
        /// Its verdict and the reason.
        earned: String,
    },
}
