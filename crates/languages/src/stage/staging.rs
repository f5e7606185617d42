//! Stages a submission according to the language table and the text of the submission.

use std::iter;
use std::sync::Arc;

use super::task::{StagedFile, StagedSubmission, StagingTask, name_suffix};
use super::{go, jvm, rewrite};
use crate::detect::Detection;
use crate::embedded_files::{stub_source, submission_driver};
use crate::placeholders::expand;
use crate::source::SourceText;
use crate::table::{Commands, Language, WrapMethod};
use crate::toolchain::Toolchain;
use mousetrap_model::{Form, Problem};

/// Prepares a submission for the tools of its language.
pub fn stage(detected: &Detection<'_>, toolchain: &Toolchain) -> StagedSubmission {
    let prepare = &detected.language.prepare;
    stage_with_preparation(detected, toolchain, commands_for_form(detected), prepare)
}

/// Prepares a submission for its build with sanitizers. Returns `None` if the language has no
/// sanitizers.
pub fn stage_with_sanitizers(
    detected: &Detection<'_>,
    toolchain: &Toolchain,
) -> Option<StagedSubmission> {
    let mut commands = commands_for_form(detected);
    commands.compile = std::mem::take(&mut commands.checked);
    commands.prepared = std::mem::take(&mut commands.prepared_checked);
    let prepare = &detected.language.prepare_checked;
    (!commands.compile.is_empty())
        .then(|| stage_with_preparation(detected, toolchain, commands, prepare))
}

/// Stages a submission for these commands, together with the program that prepares the toolchain.
fn stage_with_preparation(
    detected: &Detection<'_>,
    toolchain: &Toolchain,
    commands: Commands,
    prepare: &[Vec<String>],
) -> StagedSubmission {
    let language = detected.language;
    // The prepared files contain the driver's usual names, so they cannot be used if names in the
    // driver must be changed.
    let wanted = !commands.prepared.is_empty() && name_suffix(&detected.code.text).is_empty();
    let wanted = wanted && !prepare.is_empty() && !language.prepare.is_empty();
    let stub = wanted.then(|| stub_submission(language, detected.problems));
    let warm = stub.flatten().map(|stub| {
        let commands = Commands {
            compile: prepare.to_vec(),
            run: Vec::new(),
            ..commands_for_form(&stub)
        };
        Box::new(stage_with_commands(&stub, toolchain, commands))
    });
    StagedSubmission {
        warm,
        ..stage_with_commands(detected, toolchain, commands)
    }
}

fn commands_for_form(detected: &Detection<'_>) -> Commands {
    let commands = match detected.form {
        Form::Function => &detected.language.function,
        Form::Program => &detected.language.program,
    };
    commands.clone().unwrap_or_default()
}

/// Returns the submission that is compiled to prepare the toolchain: the stub of the first problem
/// that has a stub. Returns `None` for languages that are not built in.
pub fn stub_submission<'a>(
    language: &'a Language,
    problems: &'a [Arc<Problem>],
) -> Option<Detection<'a>> {
    language.function.as_ref()?;
    let mut candidates = problems.iter();
    let (problem, text) = candidates.find_map(|it| Some((it, stub_source(language, it)?)))?;
    Some(Detection {
        language,
        form: Form::Function,
        problem: Some(problem),
        problems,
        code: SourceText::new(&text, &language.syntax),
        ambiguity: None,
    })
}

/// Stages a submission for these commands, without preparing the toolchain.
fn stage_with_commands(
    detected: &Detection<'_>,
    toolchain: &Toolchain,
    commands: Commands,
) -> StagedSubmission {
    let language = detected.language;
    let called = detected.problem.filter(|_| detected.form == Form::Function);
    let driver = submission_driver(&commands, called, &detected.code.bare);
    let mut values = toolchain.vars.clone();
    values.insert("warm".to_owned(), "/warm".to_owned());
    let mut task = StagingTask {
        detected,
        before: driver.before,
        after: driver.after,
        suffix: name_suffix(&detected.code.text),
        driver: Vec::new(),
        values,
    };
    let renamed = driver.files.into_iter().map(|(name, text)| {
        let name = task.add_suffix(&name);
        StagedFile::new(name, task.add_suffix(&text))
    });
    task.driver = renamed.collect();
    let mut own = language.wrap.wrap_submission(&mut task);
    own.text = task.add_suffix(&task.before) + &own.text + &task.add_suffix(&task.after);
    task.set_placeholder("source", &own.name);
    let fill = |command: Vec<String>| -> Vec<String> {
        let renamed = command.iter().map(|word| task.add_suffix(word));
        renamed.map(|word| expand(&word, &task.values)).collect()
    };
    StagedSubmission {
        source: own.name.clone(),
        compile: commands.compile.into_iter().map(fill).collect(),
        prepared: commands.prepared.into_iter().map(fill).collect(),
        run: fill(commands.run),
        files: iter::once(own).chain(task.driver).collect(),
        warm: None,
        toolchain: toolchain.clone(),
        needs: language.needs,
    }
}

impl WrapMethod {
    /// Returns the file of the submission, without the driver's texts before and after it.
    pub(super) fn wrap_submission(self, task: &mut StagingTask<'_>) -> StagedFile {
        match self {
            Self::Plain => {
                let extension = &task.detected.language.extensions[0];
                StagedFile::new(format!("solution.{extension}"), &task.detected.code.text)
            }
            Self::Cpp => rewrite::wrap_cpp(task),
            Self::Erlang => rewrite::wrap_erlang(task),
            Self::Go => go::wrap(task),
            Self::Java => jvm::wrap_java(task),
            Self::JavaScript => rewrite::wrap_javascript(task),
            Self::Kotlin => jvm::wrap_kotlin(task),
            Self::Php => rewrite::wrap_php(task),
            Self::Racket => rewrite::wrap_racket(task),
            Self::Rust => rewrite::wrap_rust(task),
            Self::Scala => jvm::wrap_scala(task),
        }
    }
}
