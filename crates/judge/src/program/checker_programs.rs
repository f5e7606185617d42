//! Compiling and running the checker programs of problems.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::program_runner::{
    CHECKER_LIMITS, ProgramError, ProgramInput, ProgramRunner, ProjectFile, first_line,
};
use crate::JudgeError;
use crate::process::job::Ending;
use crate::program::build::BuildContext;
use mousetrap_languages::Languages;
use mousetrap_model::Case;
use mousetrap_util::printable::escape_path;

/// The exit codes of testlib checkers.
const ACCEPTED_EXIT_CODE: i32 = 0;
const WRONG_ANSWER_EXIT_CODE: i32 = 1;
const WRONG_FORMAT_EXIT_CODE: i32 = 2;

impl ProgramRunner {
    /// Runs the checker of a problem on a case and a reply: `checker INPUT OUTPUT ANSWER`, with
    /// testlib's exit codes. Returns the checker's message if it rejects the reply. `path` and
    /// `source` are those of the checker.
    ///
    /// # Errors
    /// Returns an error if the checker cannot be compiled or fails, or the judge fails.
    pub(crate) fn run_checker(
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
                Err(ProgramError::failed_run(escape_path(path), fault, &ended))
            }
        }
    }
}
