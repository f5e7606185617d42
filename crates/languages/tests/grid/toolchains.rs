//! Compiles and runs rendered programs with the toolchains of this machine, without a sandbox.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

use mousetrap_languages::{
    KnownFacts, Languages, StagedSubmission, Toolchain, detect, probe, stage, stub_source,
};
use mousetrap_model::{Checker, Form, Problem, Signature};
use tempfile::TempDir;

/// A language and its toolchain.
pub(crate) struct Tools {
    pub(crate) languages: Languages,
    pub(crate) id: String,
    toolchain: Toolchain,
    /// The files that the commands for preparing the toolchain created.
    warm: OnceLock<TempDir>,
}

/// A compiled program.
pub(crate) struct Program {
    directory: TempDir,
    run: Vec<String>,
    env: Vec<(String, String)>,
}

fn problem(signature: &Signature) -> Arc<Problem> {
    Arc::new(Problem {
        id: "grid".to_owned(),
        title: String::new(),
        signature: signature.clone(),
        checker: Checker::Exact,
        replies: Vec::new(),
        game: None,
    })
}

/// A directory with the files of a staged program.
fn written(staged: &StagedSubmission) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for file in &staged.files {
        let path = directory.path().join(&file.name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.content).unwrap();
    }
    directory
}

/// The script that runs its arguments.
const EXEC_ARGS: &str = "exec \"$@\"";

/// Runs a shell script with these words as arguments. Returns whether it succeeded and what
/// it printed.
#[expect(clippy::disallowed_methods, reason = "toolchains of this machine")]
fn shell(
    directory: &Path,
    env: &[(String, String)],
    script: &str,
    words: &[String],
) -> (bool, String) {
    let filled = |word: &str| {
        let word = word.replace("{prog}", &directory.display().to_string());
        word.replace("{memory_mib}", "512")
            .replace("{stack_mib}", "64")
    };
    let output = Command::new("timeout")
        .args(["500", "sh", "-c", script, "sh"])
        .args(words.iter().map(|word| filled(word)))
        .envs(env.iter().map(|(name, value)| (name, filled(value))))
        .current_dir(directory)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

impl Tools {
    pub(crate) fn new(id: &str) -> Self {
        let languages = Languages::embedded();
        let Ok(toolchain) = probe(languages.by_id(id).unwrap()) else {
            panic!("{id} is not installed");
        };
        Self {
            id: id.to_owned(),
            toolchain,
            languages,
            warm: OnceLock::new(),
        }
    }

    /// The directory that a preparation has filled, once for all programs.
    fn warm(&self, preparation: &StagedSubmission) -> PathBuf {
        let directory = self.warm.get_or_init(|| {
            let directory = written(preparation);
            fs::create_dir(directory.path().join("warm")).unwrap();
            for command in &preparation.compile {
                let (is_done, text) = shell(directory.path(), &preparation.env, EXEC_ARGS, command);
                assert!(is_done, "{}: {text}", self.id);
            }
            directory
        });
        directory.path().join("warm")
    }

    pub(crate) fn stub(&self, signature: &Signature) -> Option<String> {
        let language = self.languages.by_id(&self.id).unwrap();
        stub_source(language, &problem(signature))
    }

    /// Compiles a source. The error is the output of the compiler.
    pub(crate) fn compile(&self, signature: &Signature, source: &str) -> Result<Program, String> {
        let language = self.languages.by_id(&self.id).unwrap();
        let problems = [problem(signature)];
        let known = KnownFacts {
            problems: &problems,
            problem: Some(&problems[0]),
            form: Some(Form::Function),
        };
        let path = PathBuf::from(format!("a.{}", language.extensions[0]));
        let detected = detect(&self.languages, &path, source.as_bytes(), known).unwrap();
        let staged = stage(&detected, &self.toolchain);
        let directory = written(&staged);
        let warm = staged.warm.as_ref().map(|warm| self.warm(warm));
        let commands = match &warm {
            Some(_) => &staged.prepared,
            None => &staged.compile,
        };
        let warm = warm.unwrap_or_default();
        for file in fs::read_dir(&warm).into_iter().flatten() {
            let file = file.unwrap();
            symlink(file.path(), directory.path().join(file.file_name())).unwrap();
        }
        for command in commands {
            let place = warm.display().to_string();
            let command = command.iter().map(|word| word.replace("/warm", &place));
            let command: Vec<String> = command.collect();
            let (is_done, text) = shell(directory.path(), &staged.env, EXEC_ARGS, &command);
            if !is_done {
                return Err(text);
            }
        }
        Ok(Program {
            directory,
            run: staged.run,
            env: staged.env,
        })
    }

    /// Compiles a source and returns its replies to these messages. The error is the
    /// output of the compiler or of the program.
    pub(crate) fn replies(
        &self,
        signature: &Signature,
        source: &str,
        messages: &str,
    ) -> Result<Vec<String>, String> {
        self.compile(signature, source)?.replies(messages)
    }
}

impl Program {
    /// The replies to these messages, without `ready` and `done`.
    pub(crate) fn replies(&self, messages: &str) -> Result<Vec<String>, String> {
        let directory = self.directory.path();
        fs::write(directory.join("messages"), messages).unwrap();
        let script = format!("{EXEC_ARGS} <messages 3>replies");
        let (is_done, text) = shell(directory, &self.env, &script, &self.run);
        let replies = fs::read(directory.join("replies")).unwrap();
        let replies = String::from_utf8_lossy(&replies).into_owned();
        let mut lines: Vec<String> = replies.lines().map(str::to_owned).collect();
        let is_framed = lines.first().is_some_and(|line| line == "ready")
            && lines.pop().is_some_and(|line| line == "done");
        if !is_done || !is_framed {
            return Err(format!("{text}\n{replies}"));
        }
        lines.remove(0);
        Ok(lines)
    }
}
