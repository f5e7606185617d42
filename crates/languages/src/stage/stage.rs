//! Makes a submission ready for the tools of its language, by the language table and by
//! the text of the submission.

use std::sync::Arc;

use super::task::{Staged, StagedFile, Task, Wrapped, name_suffix};
use super::{csharp, go, jvm, opening};
use crate::detect::Detected;
use crate::embedded_files::{driver_for, stub};
use crate::placeholders::expand;
use crate::source::{Code, Pattern};
use crate::table::{Commands, Language, Wrap};
use crate::toolchain::Toolchain;
use mousetrap_model::{Form, Problem};

/// Makes a submission ready for the tools of its language.
pub fn stage(detected: &Detected<'_>, toolchain: &Toolchain) -> Staged {
    let prepare = &detected.language.prepare;
    stage_warm(detected, toolchain, commands(detected), prepare)
}

/// Like [`stage`], for the build with sanitizers; `None` if the language has none.
pub fn checked(detected: &Detected<'_>, toolchain: &Toolchain) -> Option<Staged> {
    let mut commands = commands(detected);
    commands.compile = std::mem::take(&mut commands.checked);
    commands.prepared = std::mem::take(&mut commands.prepared_checked);
    let prepare = &detected.language.prepare_checked;
    (!commands.compile.is_empty()).then(|| stage_warm(detected, toolchain, commands, prepare))
}

/// Stages a submission for these commands, which use the files that `prepare` leaves.
fn stage_warm(
    detected: &Detected<'_>,
    toolchain: &Toolchain,
    commands: Commands,
    prepare: &[Vec<String>],
) -> Staged {
    // The prepared files contain the driver under its usual names.
    let wanted = !commands.prepared.is_empty() && name_suffix(&detected.code.text).is_empty();
    let warm = wanted.then(|| preparation(detected, toolchain, prepare));
    Staged {
        warm: warm.flatten().map(Box::new),
        ..stage_with(detected, toolchain, commands)
    }
}

/// Returns the commands for the form of a submission.
fn commands(detected: &Detected<'_>) -> Commands {
    let commands = match detected.form {
        Form::Function => &detected.language.function,
        Form::Program => &detected.language.program,
    };
    commands.clone().unwrap_or_default()
}

/// Returns a function that does nothing, for preparing the toolchain. It solves the first
/// problem that has a stub. Returns `None` for languages that are not built in.
pub fn nothing<'a>(language: &'a Language, problems: &'a [Arc<Problem>]) -> Option<Detected<'a>> {
    language.function.as_ref()?;
    let mut stubs = problems
        .iter()
        .map(|problem| (problem, stub(language, problem)));
    let (problem, text) = stubs.find_map(|(problem, text)| Some((problem, text?)))?;
    Some(Detected {
        language,
        form: Form::Function,
        problem: Some(problem),
        problems,
        code: Code::new(&text, &language.syntax),
        doubt: None,
    })
}

/// Returns the program whose compilation prepares the toolchain, if there are commands for
/// that and the language is to be prepared at all.
fn preparation(
    detected: &Detected<'_>,
    toolchain: &Toolchain,
    prepare: &[Vec<String>],
) -> Option<Staged> {
    let language = detected.language;
    let wanted = !prepare.is_empty() && !language.prepare.is_empty();
    let nothing = wanted.then(|| nothing(language, detected.problems))??;
    let commands = Commands {
        compile: prepare.to_vec(),
        run: Vec::new(),
        ..commands(&nothing)
    };
    Some(stage_with(&nothing, toolchain, commands))
}

/// Stages a submission for these commands.
fn stage_with(detected: &Detected<'_>, toolchain: &Toolchain, commands: Commands) -> Staged {
    let language = detected.language;
    let called = detected.problem.filter(|_| detected.form == Form::Function);
    let driver = driver_for(&commands, called, &detected.code.bare);
    let task = Task {
        language,
        form: detected.form,
        code: &detected.code,
        problem: detected.problem,
        before: &driver.before,
        after: &driver.after,
        suffix: &name_suffix(&detected.code.text),
    };
    let staged = |(name, text): (String, String)| StagedFile {
        name: task.renamed(&name),
        content: task.renamed(&text).into_bytes(),
    };
    let mut files: Vec<StagedFile> = driver.files.into_iter().map(staged).collect();
    let Wrapped { name, text, vars } = language.wrap.apply(&task, &mut files);
    let own = StagedFile {
        name: name.clone(),
        content: text.into_bytes(),
    };
    files.insert(0, own);
    let mut values = toolchain.vars.clone();
    values.insert("source".to_owned(), name.clone());
    values.insert("warm".to_owned(), "/warm".to_owned());
    values.extend(vars);
    let fill = |command: Vec<String>| -> Vec<String> {
        let renamed = command.iter().map(|word| task.renamed(word));
        renamed.map(|word| expand(&word, &values)).collect()
    };
    Staged {
        source: name,
        files,
        compile: commands.compile.into_iter().map(fill).collect(),
        prepared: commands.prepared.into_iter().map(fill).collect(),
        run: fill(commands.run),
        warm: None,
        env: toolchain.env.clone(),
        toolchain: toolchain.binds.clone(),
        needs: language.needs,
    }
}

impl Wrap {
    /// Wraps the submission's file. `driver` has the driver's files.
    fn apply(self, task: &Task<'_>, driver: &mut Vec<StagedFile>) -> Wrapped {
        let extension = &task.language.extensions[0];
        match self {
            Self::Plain => task.wrapped(format!("solution.{extension}"), &task.code.text),
            Self::CSharp => csharp::wrap(task),
            Self::Erlang => opening::erlang(task),
            Self::Go => go::wrap(task, driver),
            Self::Java => jvm::java(task),
            Self::JavaScript => javascript(task),
            Self::Kotlin => jvm::kotlin(task),
            Self::Php => opening::php(task),
            Self::Racket => opening::racket(task),
            Self::Rust => opening::rust(task),
            Self::Scala => jvm::scala(task, driver),
        }
    }
}

/// The file name of a complete program tells Node.js the kind of module.
fn javascript(task: &Task<'_>) -> Wrapped {
    let module = Pattern::sound(r"(?m)^\s*(?:import\b[^(.]|export\b)");
    let name = match task.form {
        Form::Function => "solution.js",
        Form::Program if module.is_match(&task.code.bare) => "solution.mjs",
        Form::Program => "solution.cjs",
    };
    task.wrapped(name, &task.code.text)
}
