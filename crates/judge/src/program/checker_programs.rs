//! Compiling and running the checker programs of problems.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use parking_lot::Mutex;

use super::program_runner::{
    CHECKER_LIMITS, ProgramError, ProgramFailure, ProgramInput, ProgramRunner, ProjectFile,
    first_line,
};
use crate::JudgeError;
use crate::context::JudgeContext;
use crate::process::job::Ending;
use mousetrap_languages::Languages;
use mousetrap_model::Case;
use mousetrap_util::printable::escape_path;

/// The checker programs of the judged problems, which all workers share.
#[derive(Default)]
pub(crate) struct CheckerPrograms(Mutex<CheckerState>);

#[derive(Default)]
struct CheckerState {
    runner: Option<ProgramRunner>,
    /// The failure of a checker, after which no worker runs a checker again.
    failure: Option<ProgramFailure>,
}

/// The exit codes of testlib checkers.
const ACCEPTED_EXIT_CODE: i32 = 0;
const WRONG_ANSWER_EXIT_CODE: i32 = 1;
const WRONG_FORMAT_EXIT_CODE: i32 = 2;

impl CheckerPrograms {
    /// Runs the checker of a problem on a case and a reply: `checker INPUT OUTPUT ANSWER`, with
    /// testlib's exit codes. Returns the checker's message if it rejects the reply. `checker`
    /// contains the path and the source of the checker.
    ///
    /// # Errors
    /// Returns an error if the checker cannot be compiled or fails, or the judge fails.
    pub(crate) fn check(
        &self,
        context: &JudgeContext<'_>,
        checker: (&Path, &str),
        case: &Case,
        reply: &str,
    ) -> Result<Option<String>, ProgramError> {
        let mut checkers = self.0.lock();
        if let Some(failure) = &checkers.failure {
            return Err(failure.clone().into());
        }
        let checked = checkers.check(context, checker, (case, reply));
        if let Err(ProgramError::Run(failure)) = &checked {
            checkers.failure = Some(failure.clone());
        }
        checked
    }
}

impl CheckerState {
    fn check(
        &mut self,
        context: &JudgeContext<'_>,
        checker: (&Path, &str),
        (case, reply): (&Case, &str),
    ) -> Result<Option<String>, ProgramError> {
        let runner = match self.runner.take() {
            Some(known) => self.runner.insert(known),
            None => self
                .runner
                .insert(ProgramRunner::new(context.options.isolation)?),
        };
        let languages = Languages::embedded();
        let file = ProjectFile {
            path: checker.0,
            source: checker.1.as_bytes(),
            languages: &languages,
            problems: &[],
        };
        let prepared = runner.prepare(context, file)?;
        let directory = tempfile::Builder::new()
            // The files are readable for everybody, because the sandbox runs programs as a
            // different user.
            .permissions(fs::Permissions::from_mode(0o755))
            .tempdir()
            .map_err(JudgeError::io_error(&std::env::temp_dir()))?;
        let texts = [
            ("input", &*case.arguments),
            ("output", reply),
            ("answer", &*case.answer),
        ];
        let mut arguments = Vec::new();
        for (name, text) in texts {
            let path = directory.path().join(name);
            fs::write(&path, text).map_err(JudgeError::io_error(&path))?;
            arguments.push(path.display().to_string());
        }
        let input = ProgramInput::Directory(directory.path());
        let ended = runner.run(&prepared, &arguments, input, context.interrupted)?;
        match ended.ending {
            Ending::Code(ACCEPTED_EXIT_CODE) => Ok(None),
            Ending::Code(WRONG_ANSWER_EXIT_CODE | WRONG_FORMAT_EXIT_CODE) => {
                let line = first_line(&ended);
                Ok(Some(line.unwrap_or_else(|| "wrong answer".to_owned())))
            }
            Ending::Interrupted => Err(ProgramError::Interrupted),
            end => {
                let fault = end.describe(&CHECKER_LIMITS);
                Err(ProgramFailure::new(escape_path(checker.0), fault, &ended).into())
            }
        }
    }
}
