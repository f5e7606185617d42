//! The embedded source files: drivers, and stubs with the first lines of solutions.

use include_dir::{Dir, File, include_dir};

use crate::table::{Commands, Language};
use mousetrap_model::Problem;

static DRIVERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/drivers");
static STUBS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/stubs");

/// Returns the files of a driver, as name and text: those in its directories of `drivers/`,
/// and those in their subdirectories named after the problem, without that prefix. Other
/// subdirectories are kept.
pub fn driver(commands: &Commands, problem: Option<&Problem>) -> Vec<(String, String)> {
    let directories = commands.driver.iter().flat_map(|directory| {
        let problem = problem.map(|problem| format!("{directory}/{}", problem.id));
        [directory.clone()].into_iter().chain(problem)
    });
    let mut driver = Vec::new();
    for directory in directories.filter_map(|directory| DRIVERS.get_dir(directory)) {
        let mut files = Vec::new();
        collect(directory, &mut files);
        driver.extend(files.into_iter().map(|file| {
            let name = file.path().strip_prefix(directory.path());
            let name = name.unwrap_or(file.path()).to_string_lossy();
            let text = String::from_utf8_lossy(file.contents());
            (name.into_owned(), text.into_owned())
        }));
    }
    driver
}

/// Collects the files of a directory of `drivers/` and of its subdirectories, except those
/// of problems, whose names are numbers.
fn collect<'a>(directory: &'a Dir<'a>, files: &mut Vec<&'a File<'a>>) {
    files.extend(directory.files());
    for inner in directory.dirs() {
        let name = inner
            .path()
            .file_name()
            .unwrap_or_default()
            .as_encoded_bytes();
        if !name.iter().all(u8::is_ascii_digit) {
            collect(inner, files);
        }
    }
}

/// Returns the first lines of a solution, as on `LeetCode`. They compile and give the same
/// answer to every case. Returns `None` for a language that is not built in.
pub fn stub(language: &Language, problem: &Problem) -> Option<&'static str> {
    language
        .extensions
        .iter()
        .find_map(|extension| STUBS.get_file(format!("{}.{extension}", problem.id)))
        .and_then(include_dir::File::contents_utf8)
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
