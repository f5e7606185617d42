//! Compiling and running the generators and checkers of a project.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use super::program_runner::{
    CHECKER_LIMITS, GENERATOR_LIMITS, ProgramRunner, ProjectFile, failed_run, first_line,
};
use crate::config::Config;
use crate::process::job::Ending;
use crate::program::build::BuildContext;
use crate::{JudgeError, Options};
use mousetrap_languages::Languages;
use mousetrap_model::Case;
use mousetrap_sandbox::Isolation;
use mousetrap_util::printable::escape_path;
use mousetrap_util::project::Project;

/// Runs the generators of a project.
pub struct ProjectPrograms<'a> {
    config: &'a Config,
    options: Options,
    interrupted: &'a AtomicBool,
    runner: ProgramRunner,
    /// The context of the runner, which is created when the first program runs.
    context: Option<BuildContext<'a>>,
}

impl<'a> ProjectPrograms<'a> {
    /// Creates a runner for the programs of a project. The sandbox and the caches are set up when
    /// the first program runs.
    pub fn new(config: &'a Config, isolation: Isolation, interrupted: &'a AtomicBool) -> Self {
        Self {
            config,
            options: Options::from_config(config).with_isolation(isolation),
            interrupted,
            runner: ProgramRunner::default(),
            context: None,
        }
    }

    /// Runs the generator at `path` in the project with the given arguments and seed. Returns the
    /// standard output.
    ///
    /// # Errors
    /// Returns an error if the program cannot be compiled or fails, or if the judge fails.
    pub fn run_with_seed(
        &mut self,
        path: &Path,
        arguments: &[String],
        seed: u64,
    ) -> Result<String, JudgeError> {
        let arguments = [arguments, &[seed.to_string()]].concat();
        let root = &self.config.root;
        let read = |root: &Project| root.read(path).map_err(JudgeError::io_error(path));
        let source = match read(root)? {
            Some(source) => Some(source),
            None => read(&root.built_in())?,
        };
        let source = source.ok_or_else(|| JudgeError::NoFile {
            program: path.display().to_string(),
        })?;
        let context = match self.context.take() {
            Some(context) => context,
            None => BuildContext::open(&self.options, self.interrupted)?,
        };
        let file = ProjectFile {
            path,
            source: &source,
            languages: &self.config.languages,
            problems: &self.config.problems,
        };
        let context = self.context.insert(context);
        let ended = self.runner.run(context, file, &arguments, None)?;
        let fault = match ended.ending {
            Ending::Code(0) => match str::from_utf8(ended.output.stdout.bytes()) {
                Ok(text) => return Ok(text.to_owned()),
                Err(_) => "printed bytes that are not UTF-8".to_owned(),
            },
            end => end.describe(&GENERATOR_LIMITS),
        };
        let program = format!("{} with seed {seed}", escape_path(path));
        Err(failed_run(program, fault, &ended))
    }
}

/// The exit codes of testlib checkers.
const ACCEPTED_EXIT_CODE: i32 = 0;
const WRONG_ANSWER_EXIT_CODE: i32 = 1;
const WRONG_FORMAT_EXIT_CODE: i32 = 2;

/// The languages in which checkers can be written. A project's overrides do not apply to checkers.
static EMBEDDED_LANGUAGES: LazyLock<Languages> = LazyLock::new(Languages::embedded);

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
    ) -> Result<Option<String>, JudgeError> {
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
            languages: &EMBEDDED_LANGUAGES,
            problems: &[],
        };
        let ended = self.run(context, file, &arguments, Some(directory.path()))?;
        match ended.ending {
            Ending::Code(ACCEPTED_EXIT_CODE) => Ok(None),
            Ending::Code(WRONG_ANSWER_EXIT_CODE | WRONG_FORMAT_EXIT_CODE) => {
                let line = first_line(&ended);
                Ok(Some(line.unwrap_or_else(|| "wrong answer".to_owned())))
            }
            end => {
                let fault = end.describe(&CHECKER_LIMITS);
                Err(failed_run(escape_path(path), fault, &ended))
            }
        }
    }
}
