//! The first lines of a solution, in the form in which `LeetCode` gives them.

use include_dir::{Dir, include_dir};

use super::row::Language;
use cat_and_mouse::problem::Problem;

static STUBS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/language/stubs");

/// A solution that compiles and gives one and the same answer to every case;
/// `None` for a language that is not built in.
pub fn stub(language: &Language, problem: Problem) -> Option<&'static str> {
    language
        .extensions
        .iter()
        .find_map(|extension| STUBS.get_file(format!("{}.{extension}", problem.id())))
        .and_then(include_dir::File::contents_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Form, Hints, Languages, detect};
    use cat_and_mouse::problem::Problem;

    #[test]
    fn every_language_has_a_stub_that_is_recognised_as_its_function() {
        let languages = Languages::embedded();
        for problem in Problem::ALL {
            for language in languages.iter() {
                let text = stub(language, problem).expect(&language.id);
                let file = format!("answer.{}", language.extensions[0]);
                let found = detect(&languages, file.as_ref(), text.as_bytes(), Hints::default());
                let found = found.unwrap();
                assert_eq!(found.language.id, language.id);
                assert_eq!(found.form, Form::Function);
                assert_eq!(found.problem.map(Problem::id), Some(problem.id()));
            }
        }
    }
}
