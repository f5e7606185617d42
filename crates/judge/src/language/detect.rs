//! Telling what a submission is: its language by the extension, its form and
//! problem by the entry point it defines.

use std::path::Path;

use super::code::Code;
use super::error::{LanguageError, Unfit, did_you_mean};
use super::misplaced::like_entry;
use super::pattern::Pattern;
use super::row::{Class, Detect, Language};
use super::spec::Form;
use super::table::Languages;
use cat_and_mouse::problem::Problem;
use mousetrap_base::toml_file::suggest;

/// What the caller knows about a submission before it is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints {
    /// The problem it is for.
    pub problem: Option<Problem>,
    /// The form it has.
    pub form: Option<Form>,
}

/// What a submission turned out to be.
#[derive(Clone, Debug)]
pub struct Detected<'a> {
    /// Its language.
    pub language: &'a Language,
    /// Its form.
    pub form: Form,
    /// Its problem; a whole program need not say.
    pub problem: Option<Problem>,
    /// Its text.
    pub code: Code,
    /// Why it was taken for this form, where it could be of the other as well.
    pub doubt: Option<FormDoubt>,
}

/// Why a submission was taken for its form.
#[derive(Clone, Debug)]
pub struct FormDoubt {
    why: String,
    /// Whether it is likely what is wrong with a submission that fails.
    likely: bool,
}

impl FormDoubt {
    /// The reason of a failure together with this, the likelier of both first.
    pub(crate) fn beside(&self, reason: &str) -> String {
        let why = &self.why;
        match (reason, self.likely) {
            ("", _) => why.clone(),
            (reason, true) => format!("{why} ({reason})"),
            (reason, false) => format!("{reason}; {why}"),
        }
    }
}

/// Looks at the submission `source` in the file `path`.
///
/// # Errors
/// Unknown extensions, sources that are empty or no text, function forms
/// without an entry point or with those of several problems.
pub(crate) fn detect<'a>(
    languages: &'a Languages,
    path: &Path,
    source: &[u8],
    known: Hints,
) -> Result<Detected<'a>, LanguageError> {
    let wrong = |source| LanguageError {
        path: path.to_owned(),
        source,
    };
    let language = language_of(languages, path).map_err(wrong)?;
    let code = Code::new(text(source).map_err(wrong)?, &language.syntax);
    if code.bare.trim().is_empty() {
        return Err(wrong(Unfit::NoCode));
    }
    let (form, problem, doubt) = recognise(language, &code, known).map_err(wrong)?;
    Ok(Detected {
        language,
        form,
        problem,
        code,
        doubt,
    })
}

fn language_of<'a>(languages: &'a Languages, path: &Path) -> Result<&'a Language, Unfit> {
    let mut known: Vec<&str> = languages
        .iter()
        .flat_map(|language| &language.extensions)
        .map(String::as_str)
        .collect();
    known.sort_unstable();
    let Some(extension) = path
        .extension()
        .map(|extension| extension.to_string_lossy())
    else {
        let known = known.into_iter().map(str::to_owned).collect();
        return Err(Unfit::NoExtension { known });
    };
    languages
        .by_extension(&extension)
        .ok_or_else(|| Unfit::UnknownExtension {
            suggestion: suggest(&extension, &known),
            extension: extension.into_owned(),
        })
}

/// The source as text.
fn text(source: &[u8]) -> Result<&str, Unfit> {
    let line = |at: usize| source[..at].split(|&byte| byte == b'\n').count();
    if let Some(at) = source.iter().position(|&byte| byte == 0) {
        return Err(Unfit::Nul { line: line(at) });
    }
    std::str::from_utf8(source).map_err(|source| Unfit::NotUtf8 {
        line: line(source.valid_up_to()),
        source,
    })
}

fn recognise(
    language: &Language,
    code: &Code,
    known: Hints,
) -> Result<(Form, Option<Problem>, Option<FormDoubt>), Unfit> {
    let Some(detect) = language
        .detect
        .as_ref()
        .filter(|_| language.function.is_some())
    else {
        if known.form == Some(Form::Function) {
            return Err(Unfit::NoDriver {
                language: language.name.clone(),
            });
        }
        return Ok((Form::Program, known.problem, None));
    };
    let bare = &code.bare;
    let defined: Vec<(Problem, Entry)> = Problem::ALL
        .into_iter()
        .filter_map(|problem| Some((problem, Entry::find(detect, problem, bare)?)))
        .collect();
    let mut entries = defined
        .iter()
        .filter(|(problem, _)| known.problem.is_none_or(|known| known == *problem));
    let entry = entries.next().map(|(_, entry)| entry);
    let reads = reads_input(detect, bare);
    let (form, doubt) = match (known.form, entry, reads) {
        (Some(form), ..) => (form, None),
        (None, Some(entry), Some(reads)) => {
            let (form, why) = entry.or_program(detect, bare, reads);
            (form, Some(FormDoubt { why, likely: false }))
        }
        (None, None, Some(_)) => (Form::Program, None),
        // Whatever it reads with, it is no function of this problem.
        (None, None, None) if defined.is_empty() && known.problem.is_some() => (
            Form::Program,
            known
                .problem
                .map(|problem| no_function(detect, problem, bare)),
        ),
        (None, _, None) => (Form::Function, None),
    };
    let problem = match (known.problem, defined.as_slice()) {
        (Some(problem), _) => {
            if form == Form::Function && entry.is_none() {
                return Err(lacks_entry(detect, &[problem], bare));
            }
            Some(problem)
        }
        (None, [(problem, _)]) => Some(*problem),
        (None, []) if form == Form::Function => {
            return Err(lacks_entry(detect, &Problem::ALL, bare));
        }
        (None, []) => None,
        (None, several) => {
            let several: Vec<_> = several.iter().map(|(problem, _)| *problem).collect();
            return Err(Unfit::SeveralEntries {
                entries: expected(detect, &several),
            });
        }
    };
    Ok((form, problem, doubt))
}

/// Why a source of which neither form is certain was taken for a program.
fn no_function(detect: &Detect, problem: Problem, bare: &str) -> FormDoubt {
    let similar = like_entry(detect, bare, &[problem]).map(|(name, line)| (name.to_owned(), line));
    let why = format!(
        "taken for a whole program, since it defines no {}{}",
        detect.entry_point(problem),
        did_you_mean(similar.as_ref())
    );
    FormDoubt { why, likely: true }
}

/// A definition of an entry point.
struct Entry {
    name: String,
    line: usize,
}

impl Entry {
    fn find(detect: &Detect, problem: Problem, bare: &str) -> Option<Self> {
        let name = detect.entry_point(problem);
        let found = detect.definition(&name).ok()?.find(bare)?;
        let at = found.start() + found.as_str().find(&name).unwrap_or(0);
        let line = line(bare, at);
        Some(Self { name, line })
    }

    /// The form of a source that defines this and reads standard input as well,
    /// on that line, and why: who pastes a function may leave a main or a reader
    /// beside it; who has no class for the driver to call meant the main.
    fn or_program(&self, detect: &Detect, bare: &str, reads: usize) -> (Form, String) {
        let Self { name, line } = self;
        let solution = r"\b(?:class|object|struct|impl|(?:def)?module)\s+Solution\b";
        if detect.class == Some(Class::Inside) && !Pattern::sound(solution).is_match(bare) {
            let why = format!(
                "taken for a whole program, since line {reads} reads standard input and there is \
                 no class Solution around {name} (line {line}); if it is meant as a function, add \
                 --form function"
            );
            (Form::Program, why)
        } else {
            let why = format!(
                "taken for a function, since line {line} defines {name}; if it is a whole \
                 program (line {reads} reads standard input), add --form program"
            );
            (Form::Function, why)
        }
    }
}

fn line(bare: &str, at: usize) -> usize {
    bare[..at].matches('\n').count() + 1
}

fn lacks_entry(detect: &Detect, problems: &[Problem], bare: &str) -> Unfit {
    let similar = like_entry(detect, bare, problems);
    Unfit::NoEntry {
        expected: expected(detect, problems),
        similar: similar.map(|(name, line)| (name.to_owned(), line)),
    }
}

/// Entry points, each with its problem.
fn expected(detect: &Detect, problems: &[Problem]) -> Vec<String> {
    let name = |problem: &Problem| format!("{} ({})", detect.entry_point(*problem), problem.id());
    problems.iter().map(name).collect()
}

/// The line on which the code reads standard input, if it starts by itself. A
/// main with local tests beside a pasted solution does only the latter.
fn reads_input(detect: &Detect, bare: &str) -> Option<usize> {
    let find = |pattern: &str| {
        let pattern = Pattern::new(&format!("(?m){pattern}")).ok()?;
        Some(line(bare, pattern.find(bare)?.start()))
    };
    if let Some(main) = &detect.main {
        find(main)?;
    }
    find(&detect.stdin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(
        path: &str,
        source: &[u8],
        known: Hints,
    ) -> Result<(Form, Option<&'static str>), String> {
        let languages = Languages::embedded();
        detect(&languages, Path::new(path), source, known)
            .map(|detected| (detected.form, detected.problem.map(Problem::id)))
            .map_err(|error| error.to_string())
    }

    fn error(path: &str, source: &[u8]) -> String {
        look(path, source, Hints::default()).unwrap_err()
    }

    const FUNCTION: &str = "class Solution { bool canMouseWin(vector<string>& grid) {} };";
    const READING_MAIN: &str = "int main() { cin >> n; }";

    #[test]
    fn a_pasted_function_is_told_from_a_whole_program() {
        for (source, form) in [
            (FUNCTION.to_owned(), Form::Function),
            (
                format!("{FUNCTION} int main() {{ test(); }}"),
                Form::Function,
            ),
            (format!("{FUNCTION} // {READING_MAIN}"), Form::Function),
            (
                format!("{FUNCTION} int main() {{ cin.tie(0); puts(\"cin >> n\"); }}"),
                Form::Function,
            ),
            (format!("{FUNCTION} {READING_MAIN}"), Form::Function),
            (
                format!("bool canMouseWin(int); {READING_MAIN}"),
                Form::Program,
            ),
        ] {
            let found = look("a.cpp", source.as_bytes(), Hints::default());
            assert_eq!(found, Ok((form, Some("1728"))), "{source}");
        }
        let found = look("a.cpp", READING_MAIN.as_bytes(), Hints::default());
        assert_eq!(found, Ok((Form::Program, None)));
    }

    #[test]
    fn what_the_caller_knows_decides() {
        let problem = Problem::by_id("913");
        let known = Hints {
            problem,
            form: None,
        };
        assert_eq!(
            look("a.cpp", b"int catMouseGame(); bool canMouseWin();", known),
            Ok((Form::Function, Some("913")))
        );
        let known = Hints {
            problem: None,
            form: Some(Form::Program),
        };
        let found = look("a.cpp", FUNCTION.as_bytes(), known);
        assert_eq!(found, Ok((Form::Program, Some("1728"))));
    }

    #[test]
    fn sources_without_an_entry_point_are_refused() {
        assert_eq!(
            error("a.rs", b"fn canMouseWin() {}"),
            "a.rs: defines no entry point; expected cat_mouse_game (913) or can_mouse_win (1728), \
             or a whole program that reads standard input"
        );
        let known = Hints {
            problem: Problem::by_id("913"),
            form: Some(Form::Function),
        };
        assert!(
            look("a.cpp", FUNCTION.as_bytes(), known)
                .unwrap_err()
                .starts_with("a.cpp: defines no entry point; expected catMouseGame (913)")
        );
        assert_eq!(
            error("a.cpp", b"int catMouseGame(); bool canMouseWin();"),
            "a.cpp: defines catMouseGame (913) and canMouseWin (1728); \
             keep one, or add --problem to say which is meant"
        );
    }

    #[test]
    fn sources_that_are_no_text_are_refused_with_their_line() {
        assert_eq!(error("a.c", b""), "a.c: there is no code in it");
        assert_eq!(
            error("a.c", b"\xef\xbb\xbf /* int x; */\r\n"),
            "a.c: there is no code in it"
        );
        assert_eq!(
            error("a.c", b"\x7fELF\n\0"),
            "a.c: line 2: a NUL byte; a submission is source text, not a binary"
        );
        assert_eq!(
            error("a.c", b"int x;\n// caf\xe9\n"),
            "a.c: line 2: a byte that is not UTF-8; save the file as UTF-8"
        );
    }

    #[test]
    fn unknown_extensions_are_refused_with_a_remedy() {
        assert_eq!(
            error("a.cxxx", b"x"),
            "a.cxxx: no language has the extension \"cxxx\"; did you mean \"cxx\"?"
        );
        assert!(error("solution", b"x").contains("there is none; known: "));
    }
}
