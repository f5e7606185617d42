//! The functions that belong to a custom problem: the reference solution and the validator. Like a
//! submission, such a function answers many cases in one process.

use std::path::Path;
use std::slice;

use mousetrap_judge::config::Config;
use mousetrap_judge::{
    Answer, CaseRequest, FindOptions, InteractiveSession, ProgramError, SessionOptions, Submission,
    with_sessions,
};
use mousetrap_model::{Case, RefusedFile};
use mousetrap_util::printable::truncate_lines;

/// A compiled function with a running session.
#[derive(Debug)]
pub(super) struct Function<'a> {
    session: &'a InteractiveSession,
    /// Whether the source reads standard input. Such a function would block until the wall time
    /// limit.
    reads_input: bool,
}

/// Finds the function in a file.
pub(super) fn find_function<'a>(
    config: &'a Config,
    path: &Path,
    wanted: FindOptions<'a>,
) -> Result<Submission<'a>, RefusedFile> {
    let (root, languages) = (&config.root, &config.languages);
    let found = mousetrap_judge::find(root, slice::from_ref(&path.to_owned()), languages, wanted)?;
    let found = found.into_iter().next();
    Ok(found.expect("a file that is named explicitly is always a submission"))
}

/// Compiles a function and passes it to `body`.
pub(super) fn with_function<T, E: From<ProgramError>>(
    submission: &Submission<'_>,
    options: SessionOptions<'_>,
    body: impl FnOnce(Function<'_>) -> Result<T, E>,
) -> Result<T, E> {
    with_sessions(&[submission], options, |sessions| {
        body(Function {
            session: &sessions[0],
            reads_input: submission.detected.line_that_reads_stdin().is_some(),
        })
    })
}

impl Function<'_> {
    /// Calls the function on a case.
    pub(super) fn call(&self, mut case: Case, new_process: bool) -> Result<Answer, ProgramError> {
        if self.reads_input {
            case.limits.wall = case.limits.wall.min(case.limits.cpu);
        }
        self.session
            .request_answer(CaseRequest { case, new_process })
    }
}

/// Formats the arguments of a case for appending to an error message, and truncates long arguments.
pub(super) fn input_excerpt(case: &Case) -> String {
    format!("\n{}", truncate_lines(case.arguments.trim_end()))
}
