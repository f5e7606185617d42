//! The embedded source files of drivers, and stubs with the first lines of solutions.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, File, include_dir};

use crate::codec::{Codec, Rendering};
use crate::table::{Commands, Language};
use mousetrap_model::Problem;

static DRIVERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/drivers");

/// The name of the files with codecs.
const CODEC: &str = "codec.toml";

/// Returns the codec of a driver: that in the last of its directories that has one.
fn codec(commands: &Commands) -> Option<&'static Codec> {
    static PARSED: LazyLock<BTreeMap<&str, Codec>> = LazyLock::new(|| {
        let directories = DRIVERS.dirs().filter_map(|directory| {
            let text = directory.get_file(directory.path().join(CODEC))?;
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
    directories.find_map(|directory| PARSED.get(directory.as_str()))
}

/// The files of a driver, the text before the submission on its first line, and the text
/// after the submission.
pub(crate) struct Driver {
    pub files: Vec<(String, String)>,
    pub before: String,
    pub after: String,
}

/// Returns the driver of a submission. `bare` is its text without comments and strings.
pub(crate) fn driver_for(commands: &Commands, problem: Option<&Problem>, bare: &str) -> Driver {
    let mut driver = Driver {
        files: Vec::new(),
        before: commands.before.clone(),
        after: String::new(),
    };
    let directories = commands.driver.iter();
    for directory in directories.filter_map(|directory| DRIVERS.get_dir(directory)) {
        let mut files = Vec::new();
        collect(directory, &mut files);
        driver.files.extend(files.into_iter().map(|file| {
            let name = file.path().strip_prefix(directory.path());
            let name = name.unwrap_or(file.path()).to_string_lossy();
            let text = String::from_utf8_lossy(file.contents());
            (name.into_owned(), text.into_owned())
        }));
    }
    if let Some((problem, codec)) = problem.zip(codec(commands)) {
        let rendering = Rendering {
            codec,
            signature: &problem.signature,
            bare,
        };
        driver.files.extend(rendering.files());
        driver.before += &rendering.before();
        driver.after = rendering.after();
    }
    driver
}

/// Returns the files of a driver, as name and text.
pub fn driver(commands: &Commands, problem: Option<&Problem>) -> Vec<(String, String)> {
    driver_for(commands, problem, "").files
}

/// Collects the files of a directory and of its subdirectories, except codecs.
fn collect<'a>(directory: &'a Dir<'a>, files: &mut Vec<&'a File<'a>>) {
    files.extend(
        directory
            .files()
            .filter(|file| !file.path().ends_with(CODEC)),
    );
    for inner in directory.dirs() {
        collect(inner, files);
    }
}

/// Returns the first lines of a solution, as on `LeetCode`. They compile and give the same
/// answer to every case. Returns `None` for a language that is not built in, or that has no
/// functions with this signature.
pub fn stub(language: &Language, problem: &Problem) -> Option<String> {
    let codec = codec(language.function.as_ref()?)?;
    let rendering = Rendering {
        codec,
        signature: &problem.signature,
        bare: "",
    };
    let is_supported = codec.supports(&problem.signature);
    is_supported.then(|| rendering.stub())
}

/// Returns whether the driver of a language can call the function of a problem.
pub(crate) fn can_call(language: &Language, problem: &Problem) -> bool {
    let codec = language.function.as_ref().and_then(codec);
    codec.is_some_and(|codec| codec.supports(&problem.signature))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::problems;
    use crate::{Hints, Languages, detect};
    use mousetrap_model::Form;

    #[test]
    fn stub_of_every_language_is_detected_as_function() {
        let languages = Languages::embedded();
        for problem in problems() {
            for language in languages.iter() {
                let text = stub(language, problem).expect(&language.id);
                let file = format!("answer.{}", language.extensions[0]);
                let hints = Hints {
                    problems: problems(),
                    ..Hints::default()
                };
                let found = detect(&languages, file.as_ref(), text.as_bytes(), hints);
                let found = found.unwrap();
                assert_eq!(found.language.id, language.id);
                assert_eq!(found.form, Form::Function);
                assert_eq!(found.problem, Some(&**problem));
            }
        }
    }
}
