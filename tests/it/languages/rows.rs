//! Sources with their expected results: a file for each language in `rows/`, with a row for each
//! source.
//!
//! ```text
//! ===== title of the row
//! a.py AC function 913
//! a.py RTE function 913: a text that the report must contain\n
//! >>> one variant of these lines\nof the source
//! >>> another variant
//! the rest of the source
//! ```
//!
//! Each line below the title is an expectation: the name of the file, the verdict, the detected
//! form, the problem, and a text in the output of the compiler, in the reason, or in the standard
//! error of a case.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use cat_and_mouse::Game;
use mousetrap_judge::FindOptions;
use mousetrap_languages::{Languages, driver_files, stub_source};
use mousetrap_model::Form;
use mousetrap_model::Verdict;
use mousetrap_util::Choice;

use super::probes;
use crate::project::has;
use crate::support::{judge_source, test_languages};

/// A row of the table.
pub(super) struct LanguageRow {
    pub(super) title: String,
    pub(super) expected: Vec<Expected>,
    /// The variants of the source.
    pub(super) sources: Vec<String>,
}

/// The expected result of a source in a file of this name.
pub(super) struct Expected {
    pub(super) file: String,
    verdict: Verdict,
    form: Form,
    problem: String,
    says: String,
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/languages/rows")
}

/// The rows of a language.
pub(super) fn rows(language: &str) -> Vec<LanguageRow> {
    let text = fs::read_to_string(directory().join(format!("{language}.txt"))).unwrap();
    let rows = text.split("===== ").skip(1);
    rows.map(|row| {
        let mut lines = row.lines().peekable();
        let title = lines.next().unwrap().to_owned();
        let mut expected = Vec::new();
        while let Some(known) = lines.peek().and_then(|line| Expected::parse(line)) {
            expected.push(known);
            lines.next();
        }
        assert!(!expected.is_empty(), "{language}: {title}: no expectation");
        LanguageRow {
            title,
            expected,
            sources: variants(&lines.collect::<Vec<_>>()),
        }
    })
    .collect()
}

/// Returns the variants of a source.
fn variants(lines: &[&str]) -> Vec<String> {
    let is_variant = |line: &&str| line.starts_with(">>>");
    let Some(first) = lines.iter().position(is_variant) else {
        return vec![lines.join("\n")];
    };
    let variants = lines[first..].iter().take_while(|line| is_variant(line));
    let rest = &lines[first + variants.clone().count()..];
    variants
        .map(|line| {
            let variant = line.strip_prefix(">>> ");
            let variant = variant.map(|variant| variant.replace("\\n", "\n"));
            let variant: Vec<&str> = variant.iter().map(String::as_str).collect();
            [&lines[..first], &variant, rest].concat().join("\n")
        })
        .collect()
}

impl Expected {
    pub(super) fn parse(line: &str) -> Option<Self> {
        let (what, says) = line.split_once(": ").unwrap_or((line, ""));
        let [file, verdict, form, problem] = what.split(' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        Some(Self {
            file: file.to_owned(),
            verdict: Verdict::ALL.into_iter().find(|it| it.code() == verdict)?,
            form: Form::from_name(form)?,
            problem: problem.to_owned(),
            says: says.replace("\\n", "\n"),
        })
    }

    /// Returns whether the file is in this language.
    pub(super) fn is_in(&self, languages: &Languages, id: &str) -> bool {
        let extension = self.file.rsplit('.').next().unwrap_or_default();
        let language = languages.by_extension(extension);
        language.is_some_and(|language| language.id == id)
    }

    /// Judges `source`.
    #[track_caller]
    pub(super) fn check(&self, title: &str, source: &str) {
        // A complete program does not name its problem.
        let problem = Game::by_id(&self.problem).filter(|_| self.form == Form::Program);
        let wanted = FindOptions::new(Game::problems(), problem.map(Game::problem), None);
        let probes = probes(&self.problem);
        let report = judge_source(&self.file, source.as_bytes(), wanted, probes)
            .unwrap_or_else(|error| panic!("{title}: {error}\n{source}"));
        let found = (report.judgement.verdict, report.form, &report.problem);
        let expected = (self.verdict, self.form, &self.problem);
        assert_eq!(
            found, expected,
            "{title}: {}\n{report}\n{source}",
            self.file
        );
        let report = report.to_string();
        has(&report, &self.says);
        if self.verdict != Verdict::Accepted {
            self.check_names(title, &report);
        }
        // Only the first failed case has a remark about a doubtful form.
        let remarks = report.matches("; judged as").count();
        assert!(
            self.verdict != Verdict::WrongAnswer || remarks <= 1,
            "{title}\n{report}"
        );
    }

    /// Checks that a report on a failure names no file that its author does not have.
    #[track_caller]
    fn check_names(&self, title: &str, report: &str) {
        let languages = Languages::embedded();
        let extension = self.file.rsplit('.').next().unwrap();
        let language = languages.by_extension(extension).unwrap();
        let problem = Game::by_id(&self.problem).map(|game| &**game.problem());
        let commands = language.function.iter().chain(&language.program);
        let driver = commands.flat_map(|commands| driver_files(commands, problem));
        let mut hidden: Vec<String> = driver.map(|(name, _)| name).collect();
        hidden.extend(["/prog".to_owned(), "/warm".to_owned()]);
        hidden.extend(["solution", "Solution"].map(|stem| format!("{stem}.{extension}")));
        for name in hidden {
            assert!(!report.contains(&name), "{title} names {name}\n{report}");
        }
    }
}

/// Judges each source of a language. Accepted sources are judged with Windows line ends after a
/// byte-order mark; the first of each extension and form also as it is.
fn check(language: &str) {
    let mut seen = BTreeSet::new();
    for row in rows(language) {
        for source in &row.sources {
            for expected in &row.expected {
                let is_accepted = expected.verdict == Verdict::Accepted;
                let extension = expected.file.rsplit('.').next();
                let kind = (extension.map(str::to_owned), expected.form.name());
                if !is_accepted || seen.insert(kind) {
                    expected.check(&row.title, source);
                }
                if is_accepted {
                    let windows = format!("\u{feff}{}", source.replace('\n', "\r\n"));
                    expected.check(&row.title, &windows);
                }
            }
        }
    }
}

test_languages! {
    c cpp csharp elixir erlang go java javascript kotlin php python racket ruby rust
    scala typescript
}

#[test]
fn every_file_of_rows_is_tested() {
    let files = fs::read_dir(directory()).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let tested = TESTED.iter().map(|language| format!("{language}.txt"));
    assert_eq!(files.collect::<BTreeSet<_>>(), tested.collect());
}

#[test]
fn every_language_has_its_rows() {
    let languages = Languages::embedded();
    let all: Vec<LanguageRow> = TESTED.iter().flat_map(|language| rows(language)).collect();
    for language in languages.iter() {
        let has = |verdict: Verdict, form: Form, says: &str| {
            let expected = all.iter().flat_map(|row| &row.expected);
            expected
                .filter(|it| it.is_in(&languages, &language.id))
                .any(|it| it.verdict == verdict && it.form == form && it.says.contains(says))
        };
        let name = &language.id;
        assert!(has(Verdict::Accepted, Form::Function, ""), "{name}");
        assert!(has(Verdict::Accepted, Form::Program, ""), "{name}");
        assert!(has(Verdict::CompileError, Form::Function, ""), "{name}");
        for title in ["a syntax error", "a type error", "an undefined name"] {
            let is_row = |row: &&LanguageRow| row.title.starts_with(title);
            let mut expected = all.iter().filter(is_row).flat_map(|row| &row.expected);
            let is_there = expected.any(|it| it.is_in(&languages, &language.id));
            assert!(is_there, "{name}: {title}");
        }
        let stub = stub_source(language, Game::CatAndMouse.problem()).unwrap();
        if stub.contains(" Solution") {
            let form = "the expected form is:";
            assert!(has(Verdict::CompileError, Form::Function, form), "{name}");
        }
        // A function, and code that reads standard input.
        let function = "judged as a function, because line ";
        let is_noted = has(Verdict::WrongAnswer, Form::Function, function);
        assert!(is_noted, "{name}");
        // In other languages, the stack is ordinary memory.
        let overflow = "stack overflow: recursion too deep";
        let overflows = has(Verdict::RunTimeError, Form::Function, overflow);
        assert_eq!(overflows, language.stack_overflow.is_some(), "{name}");
        assert!(has(Verdict::RunTimeError, Form::Function, ""), "{name}");
    }
}
