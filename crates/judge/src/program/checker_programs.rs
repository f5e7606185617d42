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
use crate::process::job::Ending;
use crate::program::build::BuildContext;
use mousetrap_languages::Languages;
use mousetrap_model::Case;
use mousetrap_util::printable::escape_path;

/// The checker programs of the judged problems, which all workers share.
#[derive(Default)]
pub(crate) struct CheckerPrograms(Mutex<CheckerState>);

#[derive(Default)]
struct CheckerState {
    runner: ProgramRunner,
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
        context: &BuildContext<'_>,
        checker: (&Path, &str),
        case: &Case,
        reply: &str,
    ) -> Result<Option<String>, ProgramError> {
        let mut state = self.0.lock();
        if let Some(failure) = &state.failure {
            return Err(failure.clone().into());
        }
        let checked = state.runner.run_checker(context, checker, case, reply);
        if let Err(ProgramError::Run(failure)) = &checked {
            state.failure = Some(failure.clone());
        }
        checked
    }
}

impl ProgramRunner {
    fn run_checker(
        &mut self,
        context: &BuildContext<'_>,
        (path, source): (&Path, &str),
        case: &Case,
        reply: &str,
    ) -> Result<Option<String>, ProgramError> {
        let directory = tempfile::Builder::new()
            // The files are readable for everybody, because the sandbox runs programs as a
            // different user.
            .permissions(fs::Permissions::from_mode(0o755))
            .tempdir()
            .map_err(JudgeError::io_error(&std::env::temp_dir()))?;
        let mut arguments = Vec::new();
        for (name, text) in [
            ("input", &*case.arguments),
            ("output", reply),
            ("answer", &*case.answer),
        ] {
            let path = directory.path().join(name);
            fs::write(&path, text).map_err(JudgeError::io_error(&path))?;
            arguments.push(path.display().to_string());
        }
        let file = ProjectFile {
            path,
            source: source.as_bytes(),
            languages: &Languages::embedded(),
            problems: &[],
        };
        let input = ProgramInput::Directory(directory.path());
        let ended = self.run(context, file, &arguments, input)?;
        match ended.ending {
            Ending::Code(ACCEPTED_EXIT_CODE) => Ok(None),
            Ending::Code(WRONG_ANSWER_EXIT_CODE | WRONG_FORMAT_EXIT_CODE) => {
                let line = first_line(&ended);
                Ok(Some(line.unwrap_or_else(|| "wrong answer".to_owned())))
            }
            end => {
                let fault = end.describe(&CHECKER_LIMITS);
                Err(ProgramFailure::new(escape_path(path), fault, &ended).into())
            }
        }
    }
}
