//! The embedded source files of drivers, and stubs for solutions.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use crate::codec::{Codec, Renderer};
use crate::table::{Commands, Language};
use mousetrap_model::Problem;

static DRIVER_FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/drivers");

const CODEC_FILE_NAME: &str = "codec.toml";

/// Returns the codec of a driver, from the last driver directory that contains one.
fn codec_of(commands: &Commands) -> Option<&'static Codec> {
    static PARSED_CODECS: LazyLock<BTreeMap<&str, Codec>> = LazyLock::new(|| {
        let directories = DRIVER_FILES.dirs().filter_map(|directory| {
            let text = directory.get_file(directory.path().join(CODEC_FILE_NAME))?;
            let codec = toml::from_str(text.contents_utf8()?);
            let name = directory.path().to_str()?;
            Some((
                name,
                codec.unwrap_or_else(|error| panic!("{name}: {error}")),
            ))
        });
        directories.collect()
    });
    let mut directories = commands.driver.iter().rev();
    directories.find_map(|directory| PARSED_CODECS.get(directory.as_str()))
}

/// The driver of a submission: its files, the text inserted on the submission's first line, and the
/// text appended to the submission.
pub(crate) struct Driver {
    pub files: Vec<(String, String)>,
    pub before: String,
    pub after: String,
}

/// Returns the driver of a submission. `bare` is the submission's text without comments and
/// strings.
pub(crate) fn submission_driver(
    commands: &Commands,
    problem: Option<&Problem>,
    bare: &str,
) -> Driver {
    let mut driver = Driver {
        files: Vec::new(),
        before: commands.before.clone(),
        after: String::new(),
    };
    let directories = commands.driver.iter();
    for directory in directories.filter_map(|directory| DRIVER_FILES.get_dir(directory)) {
        collect_files(directory.path(), directory, &mut driver.files);
    }
    if let Some((problem, codec)) = problem.zip(codec_of(commands)) {
        let renderer = Renderer {
            codec,
            signature: &problem.signature,
            bare,
        };
        let files = codec.files.iter();
        driver
            .files
            .extend(files.map(|(name, text)| (name.clone(), renderer.render(text))));
        driver.before += &renderer.inserted_text();
        driver.after = renderer.render(&codec.after);
    }
    driver
}

/// Returns the files of a driver as pairs of name and text.
pub fn driver_files(commands: &Commands, problem: Option<&Problem>) -> Vec<(String, String)> {
    submission_driver(commands, problem, "").files
}

/// Appends the name and the text of each file in a directory and its subdirectories to `files`,
/// except those of codecs. The names are relative to `root`.
fn collect_files(root: &Path, directory: &Dir<'_>, files: &mut Vec<(String, String)>) {
    for file in directory.files() {
        let name = file.path().strip_prefix(root).unwrap_or(file.path());
        if !name.ends_with(CODEC_FILE_NAME) {
            let text = String::from_utf8_lossy(file.contents());
            files.push((name.display().to_string(), text.into_owned()));
        }
    }
    for inner in directory.dirs() {
        collect_files(root, inner, files);
    }
}

/// Returns the starter code of a solution, as `LeetCode` shows it. The stub compiles, and returns a
/// fixed answer. Returns `None` if the language is not built in or cannot express this signature.
pub fn stub_source(language: &Language, problem: &Problem) -> Option<String> {
    let codec = codec_of(language.function.as_ref()?)?;
    let renderer = Renderer {
        codec,
        signature: &problem.signature,
        bare: "",
    };
    let is_supported = codec.supports(&problem.signature);
    is_supported.then(|| renderer.stub())
}

/// Returns whether the driver of a language can call the function of a problem.
pub(crate) fn driver_supports(language: &Language, problem: &Problem) -> bool {
    let codec = language.function.as_ref().and_then(codec_of);
    codec.is_some_and(|codec| codec.supports(&problem.signature))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{facts_with_problems, problems};
    use crate::{Languages, detect};
    use mousetrap_model::Form;

    #[test]
    fn stub_of_every_language_is_detected_as_function() {
        let languages = Languages::embedded();
        for problem in problems() {
            for language in languages.iter() {
                let text = stub_source(language, problem).expect(&language.id);
                let file = format!("answer.{}", language.extensions[0]);
                let known = facts_with_problems();
                let found = detect(&languages, file.as_ref(), text.as_bytes(), known);
                let found = found.unwrap();
                assert_eq!(found.language.id, language.id);
                assert_eq!(found.form, Form::Function);
                assert_eq!(found.problem, Some(&**problem));
            }
        }
    }
}
