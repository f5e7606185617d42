//! Making a submission ready for its language's tools. Most of that stands in the
//! language table; here is what depends on the text of the submission.

mod go;
mod jvm;
mod opening;

use std::collections::{BTreeMap, BTreeSet};

use super::code::Code;
use super::detected::Detected;
use super::embedded::{driver, stub};
use super::pattern::Pattern;
use super::probe::Toolchain;
use super::row::{Commands, Language, Wrap};
use super::spec::{Staged, StagedFile, expand};
use cat_and_mouse::problem::Problem;
use mousetrap_model::Form;

impl Wrap {
    /// The submission's own file. `beside` are those of the driver.
    fn apply(self, task: &Task<'_>, beside: &mut Vec<StagedFile>) -> Wrapped {
        let extension = &task.language.extensions[0];
        match self {
            Self::Plain => task.wrapped(format!("solution.{extension}"), &task.code.text),
            Self::Erlang => opening::erlang(task),
            Self::Go => go::wrap(task, beside),
            Self::Java => jvm::java(task),
            Self::JavaScript => javascript(task),
            Self::Kotlin => jvm::kotlin(task),
            Self::Php => opening::php(task),
            Self::Racket => opening::racket(task),
            Self::Scala => jvm::scala(task, beside),
        }
    }
}

/// The name of a whole program says which kind of module it is.
fn javascript(task: &Task<'_>) -> Wrapped {
    let module = Pattern::sound(r"(?m)^\s*(?:import\b[^(.]|export\b)");
    let name = match task.form {
        Form::Function => "solution.js",
        Form::Program if module.is_match(&task.code.bare) => "solution.mjs",
        Form::Program => "solution.cjs",
    };
    task.wrapped(name, &task.code.text)
}

/// A submission to be wrapped.
#[derive(Clone, Copy)]
struct Task<'a> {
    language: &'a Language,
    form: Form,
    code: &'a Code,
    /// Its problem; always known for a function.
    problem: Option<Problem>,
    /// What stands before its text.
    before: &'a str,
    /// What the driver's names have behind `STEM`, so that the submission
    /// has none of them: empty where it does not have that word.
    suffix: &'a str,
}

/// The word in the names of all that a driver adds to where a submission's own
/// names stand: types, functions, packages, files.
const STEM: &str = "mousetrap";

/// A submission's own file.
struct Wrapped {
    /// Its name, the value of `{source}`.
    name: String,
    text: String,
    /// More placeholders for the commands of the language table.
    vars: BTreeMap<String, String>,
}

impl Wrapped {
    /// With a value for a placeholder.
    fn with(mut self, name: &str, value: &str) -> Self {
        self.vars.insert(name.to_owned(), value.to_owned());
        self
    }
}

impl Task<'_> {
    /// A file `name` with `text`, behind what stands before every submission.
    fn wrapped(&self, name: impl Into<String>, text: &str) -> Wrapped {
        Wrapped {
            name: name.into(),
            text: format!("{}{text}", self.before),
            vars: BTreeMap::new(),
        }
    }

    /// Text of a driver with names that the submission does not have.
    fn renamed(&self, text: &str) -> String {
        if self.suffix.is_empty() {
            return text.to_owned();
        }
        let capital = STEM[..1].to_ascii_uppercase() + &STEM[1..];
        [STEM, &capital].iter().fold(text.to_owned(), |text, stem| {
            text.replace(stem, &format!("{stem}{}", self.suffix))
        })
    }

    /// The entry point as this language spells it.
    fn entry(&self) -> String {
        let detect = self.language.detect.as_ref();
        let entry = detect.zip(self.problem);
        entry.map_or(String::new(), |(detect, problem)| {
            detect.entry_point(problem)
        })
    }
}

/// The first number that does not follow [`STEM`] anywhere in the text; none
/// where the word is not there at all.
fn suffix(text: &str) -> String {
    let text = text.to_lowercase();
    let mut pieces = text.split(STEM);
    pieces.next();
    let taken: BTreeSet<&str> = pieces
        .map(|piece| {
            &piece[..piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len()]
        })
        .collect();
    if taken.is_empty() {
        return String::new();
    }
    (1..=taken.len() + 1)
        .map(|number| number.to_string())
        .find(|number| !taken.contains(number.as_str()))
        .unwrap_or_default()
}

/// Makes a detected submission ready for the tools of its language.
pub(crate) fn stage(detected: &Detected<'_>, toolchain: &Toolchain) -> Staged {
    let prepare = &detected.language.prepare;
    stage_warm(detected, toolchain, commands(detected), prepare)
}

/// The same for the build with sanitizers; `None` where the language has none.
pub(crate) fn checked(detected: &Detected<'_>, toolchain: &Toolchain) -> Option<Staged> {
    let mut commands = commands(detected);
    commands.compile = std::mem::take(&mut commands.checked);
    commands.prepared = std::mem::take(&mut commands.prepared_checked);
    let prepare = &detected.language.prepare_checked;
    (!commands.compile.is_empty()).then(|| stage_warm(detected, toolchain, commands, prepare))
}

/// Makes it ready to be compiled by these commands with what `prepare` leaves.
fn stage_warm(
    detected: &Detected<'_>,
    toolchain: &Toolchain,
    commands: Commands,
    prepare: &[Vec<String>],
) -> Staged {
    // What was made ready has the names of a driver that gives way to nobody.
    let wanted = !commands.prepared.is_empty() && suffix(&detected.code.text).is_empty();
    let warm = wanted.then(|| preparation(detected.language, toolchain, prepare));
    Staged {
        warm: warm.flatten().map(Box::new),
        ..stage_with(detected, toolchain, commands)
    }
}

/// The commands for its form.
fn commands(detected: &Detected<'_>) -> Commands {
    let commands = match detected.form {
        Form::Function => &detected.language.function,
        Form::Program => &detected.language.program,
    };
    commands.clone().unwrap_or_default()
}

/// The function that does nothing, beside the driver of its language; `None`
/// for languages that are not built in.
pub(crate) fn nothing(language: &Language) -> Option<Detected<'_>> {
    language.function.as_ref()?;
    let problem = Problem::CatAndMouse;
    Some(Detected {
        language,
        form: Form::Function,
        problem: Some(problem),
        code: Code::new(stub(language, problem)?, &language.syntax),
        doubt: None,
    })
}

/// The program whose compilation makes the toolchain ready, where there are commands
/// for that and the language is to be made ready at all.
fn preparation(
    language: &Language,
    toolchain: &Toolchain,
    prepare: &[Vec<String>],
) -> Option<Staged> {
    let wanted = !prepare.is_empty() && !language.prepare.is_empty();
    let nothing = wanted.then(|| nothing(language))??;
    let commands = Commands {
        compile: prepare.to_vec(),
        run: Vec::new(),
        ..commands(&nothing)
    };
    Some(stage_with(&nothing, toolchain, commands))
}

/// Makes it ready to be compiled and run by these commands.
fn stage_with(detected: &Detected<'_>, toolchain: &Toolchain, commands: Commands) -> Staged {
    let language = detected.language;
    let task = Task {
        language,
        form: detected.form,
        code: &detected.code,
        problem: detected.problem,
        before: &commands.before,
        suffix: &suffix(&detected.code.text),
    };
    let staged = |(name, text): (String, String)| StagedFile {
        name: task.renamed(&name),
        content: task.renamed(&text).into_bytes(),
    };
    let driver = driver(&commands, detected.problem).into_iter();
    let mut files: Vec<StagedFile> = driver.map(staged).collect();
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
