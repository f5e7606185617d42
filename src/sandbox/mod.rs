//! Running untrusted programs: isolation, limits, usage.
//!
//! A [`Sandbox`] belongs to one worker thread of the judge. It starts one
//! [`Process`] at a time from a [`Job`]; the process is a whole tree of tasks
//! that is limited, measured, killed and reaped together.
//!
//! What a job sees: `/prog` (the submission; writable while it is compiled,
//! read-only while it runs), `/box` (an empty working folder of its own),
//! `/tmp`, the toolchain read-only, and descriptors 0 to 3.

mod job;

pub use job::{Access, Exit, Job, JobLimits, Program, Usage};
