//! Processing of compiler output: restoring the original file name, and finding the first error.

use std::sync::{LazyLock, OnceLock};

use regex::{Captures, Regex};

use crate::Submission;
use mousetrap_languages::{StagedFile, StagedSubmission};

/// Matches a line number at the end of a line: `…, line 3` or `…:3:5`.
static TRAILING_LINE_NUMBER_PATTERN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:, line |:)([0-9]+)(?::[0-9]+)?\s*$").expect("a pattern"));

/// Matches a line number in the line that contains the error: `x.c:3:`, `x.ts(3,5):`, `line 3`.
static ERROR_LINE_NUMBER_PATTERN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r":[0-9]+|\([0-9]+,|\bline [0-9]+").expect("a pattern"));

/// Matches the stack trace that Racket's compiler prints after an error.
static RACKET_STACK_TRACE_PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^ +(?:compilation )?context\.\.\.:\n(?: {3}[^\n]*(?:\n|\z))*")
        .expect("a pattern")
});

/// Matches lines that contain "error" but state no error: a summary with the number of errors, and
/// Go's list of the returned types, which may include the type `error`.
static NO_ERROR_LINE_PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(?i:[0-9]+ errors?\b|errors? parsing|compilation failed|== compilation error|\s+have \()",
    )
    .expect("a pattern")
});

/// Matches a line that states through which files a header was included.
static INCLUDE_TRACE_PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:In file included from|from) \S.*:[0-9]+(?::[0-9]+)?[,:]\s*$")
        .expect("a pattern")
});

/// Returns whether a line of compiler output states an error.
fn is_error_line(line: &str) -> bool {
    line.contains("undefined reference to")
        || line.to_ascii_lowercase().contains("error") && !NO_ERROR_LINE_PATTERN.is_match(line)
}

/// Returns the line with the first error. Appends the line number if the compiler prints it on a
/// separate line, as the compilers of Python and Rust do. If no line contains an error, returns the
/// first line.
pub(crate) fn first_error(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let Some(at) = lines.iter().position(|line| is_error_line(line)) else {
        let line = lines.iter().find(|line| !line.trim().is_empty())?;
        return Some(line.trim().to_owned());
    };
    let mut error_line = lines[at].trim().to_owned();
    // Scala and Java print the found and the required types on separate lines.
    if error_line.ends_with(';') {
        for line in lines.iter().skip(at + 1).take(4) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let ["found" | "found:" | "required" | "required:", ..] = words[..] {
                error_line = format!("{error_line} {}", words.join(" "));
            }
        }
    }
    if ERROR_LINE_NUMBER_PATTERN.is_match(&error_line) {
        return Some(error_line);
    }
    let after = lines.iter().skip(at + 1).take(2);
    let before = lines[..at].iter().rev().take(4);
    let line_number = after
        .chain(before)
        .find_map(|line| TRAILING_LINE_NUMBER_PATTERN.captures(line));
    Some(match line_number {
        Some(number) => format!("{error_line}, line {}", &number[1]),
        None => error_line,
    })
}

/// The names of a program's files in compiler output and stack traces, and the original file name
/// of the submission.
#[derive(Debug)]
pub(crate) struct FileNames {
    /// The original file name of the submission.
    name: String,
    /// The position of the entry point, such as `answer.cpp:3`.
    pub(crate) entry_point_position: String,
    /// The first line of the submission's source file in the sandbox, which may begin with text of
    /// the driver, and the first line as the author wrote it.
    first_line: [String; 2],
    /// The name of the submission's source file in the sandbox.
    staged: String,
    /// The names of the driver's files; empty for a program without a driver.
    driver: Vec<String>,
    /// The patterns that contain these names. The patterns are compiled when they are first needed,
    /// because compiling them takes milliseconds.
    patterns: OnceLock<Patterns>,
}

/// Patterns that contain the names of a program's files.
#[derive(Debug)]
struct Patterns {
    /// Matches the path of the submission's source file in the sandbox, with or without its
    /// directory.
    staged: Regex,
    /// Matches a position in the submission's source file, such as `solution.c:3`.
    staged_position: Regex,
    /// Matches a column in the first line of the source file, such as `solution.c:1:23`.
    first_line_column: Regex,
    /// Matches a position in a file of the driver; `None` for a program without a driver.
    driver_position: Option<Regex>,
    /// Matches the path of a driver file in a stack trace.
    driver_frame: Option<Regex>,
}

/// Compiler output, edited for the author of a submission.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Diagnostics {
    /// The text without references to files of the driver.
    pub(crate) text: String,
    /// The first error and the three lines below it, if the error is in the driver. The usual cause
    /// is a wrong signature of the submission's entry point.
    pub(crate) driver_error: Option<String>,
}

/// Returns whether a character may be in the margin that a compiler prints before a source line.
const fn is_in_margin(character: char) -> bool {
    matches!(character, ' ' | '%' | '|' | '0'..='9')
}

impl FileNames {
    /// Returns the file names of a submission.
    pub(crate) fn for_submission(submission: &Submission<'_>, staged: &StagedSubmission) -> Self {
        let name = submission.path.file_name().unwrap_or_default();
        let texts = [&staged.files[0].text, &submission.detected.code.text];
        let first_line = texts.map(|text| text.lines().next().unwrap_or_default().trim_end());
        Self {
            first_line: first_line.map(str::to_owned),
            ..Self::new(
                name.to_string_lossy().into_owned(),
                submission.detected.entry_point_line(),
                &staged.source,
                &staged.files[1..],
            )
        }
    }

    fn new(name: String, entry_line: Option<usize>, staged: &str, driver: &[StagedFile]) -> Self {
        Self {
            entry_point_position: match entry_line {
                Some(line) => format!("{name}:{line}"),
                None => name.clone(),
            },
            name,
            first_line: [String::new(), String::new()],
            staged: staged.to_owned(),
            driver: driver.iter().map(|file| file.name.clone()).collect(),
            patterns: OnceLock::new(),
        }
    }

    fn patterns(&self) -> &Patterns {
        let Self { staged, driver, .. } = self;
        self.patterns.get_or_init(|| Patterns::new(staged, driver))
    }

    /// Removes lines about the driver from compiler output. If the first error is in the driver, or
    /// no line is about the submission, attributes the first error in the driver to the entry point.
    pub(crate) fn diagnostics(&self, text: &str) -> Diagnostics {
        if text.is_empty() {
            return Diagnostics::default();
        }
        let text = &self.restore_first_line(text);
        let patterns = self.patterns();
        let Some(driver_position) = &patterns.driver_position else {
            return Diagnostics {
                text: self.restore_file_name(text),
                driver_error: None,
            };
        };
        let (mut kept, mut dropped, mut is_dropped) = (String::new(), String::new(), false);
        let mut in_driver = None;
        let text = RACKET_STACK_TRACE_PATTERN.replace_all(text, "");
        let mut lines = text.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            // Rust prints the position of an error on the next line.
            let position = (lines.peek()).filter(|next| next.trim_start().starts_with("--> "));
            let position = position.unwrap_or(&line);
            if INCLUDE_TRACE_PATTERN.is_match(line) {
                continue;
            }
            if driver_position.is_match(position) {
                is_dropped = true;
                in_driver = in_driver.or(Some(true));
            } else if patterns.staged_position.is_match(position) {
                is_dropped = false;
                in_driver = in_driver.or(Some(false));
            }
            *if is_dropped { &mut dropped } else { &mut kept } += line;
        }
        let in_driver = in_driver.unwrap_or(false);
        let mut text = self.restore_file_name(&kept);
        if (in_driver || !patterns.staged_position.is_match(&kept))
            && let Some(error) = first_error(&driver_position.replace_all(&dropped, "$1"))
        {
            text = format!("{}: {error}\n{text}", self.entry_point_position);
        }
        let driver_error = in_driver.then(|| {
            // Go's compiler does not print the word "error".
            let first = dropped.lines().position(is_error_line).unwrap_or(0);
            let lines = dropped.lines().skip(first).take(4);
            lines.collect::<Vec<_>>().join("\n")
        });
        Diagnostics { text, driver_error }
    }

    /// In compiler output, replaces the first line of the source file in the sandbox with the
    /// author's first line. Moves the mark `^` below the line accordingly, and corrects column
    /// numbers. A margin such as `%   1| ` may precede the line and the mark.
    fn restore_first_line(&self, text: &str) -> String {
        let [staged, written] = &self.first_line;
        let [staged_length, length] = [staged, written].map(|line| line.chars().count());
        let inserted = staged_length.saturating_sub(length);
        if inserted == 0 {
            return text.to_owned();
        }
        let mut margin_above = None;
        let lines = text.split_inclusive('\n').map(|line| {
            let margin = line.trim_end().strip_suffix(staged.as_str());
            let margin = margin.filter(|margin| margin.chars().all(is_in_margin));
            let marked = margin_above.and_then(|length| line.split_at_checked(length));
            margin_above = margin.map(str::len);
            match (margin, marked) {
                (Some(_), _) => line.replace(staged, written),
                (None, Some((margin, mark))) if mark.trim_start_matches(' ').starts_with('^') => {
                    let position = mark.find('^').unwrap_or_default();
                    format!("{margin}{}", &mark[position.min(inserted)..])
                }
                _ => line.to_owned(),
            }
        });
        let text = lines.collect::<String>();
        let restore_column = |found: &Captures<'_>| {
            let column: usize = found[2].parse().unwrap_or_default();
            format!("{}{}", &found[1], column.saturating_sub(inserted).max(1))
        };
        let pattern = &self.patterns().first_line_column;
        pattern.replace_all(&text, restore_column).into_owned()
    }

    /// Removes the stack frames of the driver from the standard error of a run.
    pub(crate) fn clean_stderr(&self, text: &str) -> String {
        let is_driver = |line: &str| {
            let frame = self.patterns().driver_frame.as_ref();
            frame.is_some_and(|frame| frame.is_match(line))
        };
        let kept = text.split_inclusive('\n').filter(|line| !is_driver(line));
        self.restore_file_name(&kept.collect::<String>())
    }

    /// Replaces the name of the submission's source file in the sandbox with the original file
    /// name.
    fn restore_file_name(&self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let name = self.name.replace('$', "$$");
        let staged = &self.patterns().staged;
        let text = staged.replace_all(text, format!("${{1}}{name}"));
        text.replace("/prog/", "")
    }
}

impl Patterns {
    fn new(staged: &str, driver: &[String]) -> Self {
        let pattern = |text: &str| Regex::new(text).expect("names in the pattern are escaped");
        let staged = regex::escape(staged);
        let driver: Vec<String> = driver.iter().map(|name| regex::escape(name)).collect();
        let driver = (!driver.is_empty()).then(|| driver.join("|"));
        Self {
            staged: pattern(&format!(r"(^|[^\w.])(?:/prog/)?{staged}\b")),
            staged_position: pattern(&format!(r"(?:^|[^\w.]){staged}(?:[:(\x22]| on line|\s*$)")),
            first_line_column: pattern(&format!(r"((?:^|[^\w.]){staged}:1:)(\d+)")),
            driver_position: driver.as_ref().map(|driver| {
                pattern(&format!(
                    r"(^|[^\w.])(?:(?:/prog/)?(?:{driver})(?:(?::\d+)+|\(\d+,\d+\)|:\([^)]*\))?[:,]|/prog/(?:{driver})\b|--> (?:{driver})(?::\d+)+)"
                ))
            }),
            driver_frame: driver.map(|driver| pattern(&format!(r"/prog/(?:{driver})\b"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FileNames, first_error};
    use mousetrap_languages::StagedFile;

    fn file_names(name: &str, staged: &str, driver: &[&str]) -> FileNames {
        let driver = driver.iter().map(|name| StagedFile {
            name: (*name).to_owned(),
            text: String::new(),
        });
        let driver: Vec<_> = driver.collect();
        FileNames::new(name.to_owned(), Some(7), staged, &driver)
    }

    #[test]
    fn compiler_output_names_the_submission_and_not_the_driver() {
        let cpp = file_names("a$1.cc", "solution.cpp", &["driver.cpp", "call.hpp"]);
        let rust = file_names("a.rs", "solution.rs", &["call.rs", "prelude.rs"]);
        let c = file_names("a.c", "solution.c", &["driver.c"]);
        let cpp_text = "In file included from driver.cpp:10:\nsolution.cpp:5:5: error: my_solution.cpp\n  in /prog/solution.cpp\n";
        let cpp_call = "In file included from driver.cpp:20:\ncall.hpp: In function 'int f()':\ncall.hpp:9:3: error: no match\n    9 | call\nsolution.cpp:2:7: note: candidate\n";
        let rust_call = "error[E0308]: mismatched types\n --> call.rs:3:5\n  |\n3 | call\n\nerror: aborting due to 1 previous error\n";
        let rust_text = "error[E0425]: unknown\n --> solution.rs:3:9\n\nerror: aborting\n";
        let linked = "/usr/bin/ld: /tmp/a.o: in function `f':\ndriver.c:(.text+0x9a): undefined reference to `catMouseGame'\ncollect2: error: ld returned 1 exit status\n";
        let linked_named = "a.c:7: undefined reference to `catMouseGame'\n/usr/bin/ld: /tmp/a.o: in function `f':\n";
        let cpp_named = "a$1.cc:5:5: error: my_solution.cpp\n  in a$1.cc\n";
        let rust_named = "a.rs:7: error[E0308]: mismatched types\n";
        let library = "In file included from /usr/include/c++/12/algorithm:61,\n                 from prelude.hpp:3,\n                 from driver.cpp:2:\n/usr/include/a.h: In instantiation of 'f':\nsolution.cpp:3:9:   required from here\n/usr/include/a.h:7:3: error: no match\n";
        let library_named = "/usr/include/a.h: In instantiation of 'f':\na$1.cc:3:9:   required from here\n/usr/include/a.h:7:3: error: no match\n";
        for (names, text, expected, in_driver) in [
            (&cpp, library, library_named, false),
            (&cpp, cpp_text, cpp_named, false),
            (
                &cpp,
                cpp_call,
                "a$1.cc:7: error: no match\na$1.cc:2:7: note: candidate\n",
                true,
            ),
            (&rust, rust_call, rust_named, true),
            (&rust, rust_text, &rust_text.replace("solution", "a"), false),
            (&c, linked, linked_named, true),
        ] {
            let found = names.diagnostics(text);
            let is_in_driver = found.driver_error.is_some();
            assert_eq!((&*found.text, is_in_driver), (expected, in_driver));
        }
    }

    #[test]
    fn compiler_output_shows_the_first_line_as_written() {
        let java = FileNames {
            first_line: ["import java.util.*; int f( {", "int f( {"].map(str::to_owned),
            ..file_names("a.java", "Solution.java", &["Driver.java"])
        };
        let text = "Solution.java:1: error: illegal start of type\nimport java.util.*; int f( {\n                           ^\n       ^\n";
        let expected = "a.java:1: error: illegal start of type\nint f( {\n       ^\n       ^\n";
        assert_eq!(java.diagnostics(text).text, expected);
        // The mark is below the text of the driver.
        let text = "import java.util.*; int f( {\n       ^\n";
        assert_eq!(java.diagnostics(text).text, "int f( {\n^\n");
        let erlang = FileNames {
            first_line: ["-module(solution). f() -> X.", "f() -> X."].map(str::to_owned),
            ..file_names("a.erl", "solution.erl", &["mousetrap_driver.erl"])
        };
        let text = "solution.erl:1:27: variable 'X' is unbound\n\
                    %    1| -module(solution). f() -> X.\n%     |                           ^\n";
        let expected = "a.erl:1:8: variable 'X' is unbound\n%    1| f() -> X.\n%     |        ^\n";
        assert_eq!(erlang.diagnostics(text).text, expected);
        // Code that runs during compilation can print anything.
        let text = "import java.util.*; int f( {\n\u{3000}\u{3000}^\n";
        let expected = "int f( {\n\u{3000}\u{3000}^\n";
        assert_eq!(java.diagnostics(text).text, expected);
    }

    #[test]
    fn driver_frames_are_removed_from_the_stack_trace() {
        let php = file_names("a.php", "solution.php", &["driver.php"]);
        let trace =
            "#0 /prog/solution.php(3): f()\n#1 /prog/driver.php(13): g()\ndriver.php is mine\n";
        assert_eq!(
            php.clean_stderr(trace),
            "#0 a.php(3): f()\ndriver.php is mine\n"
        );
    }

    /// Each row has the output of a compiler and its first error. `⏎` stands for a line break.
    const FIRST_ERRORS: &str = r#"
  File "/prog/answer.py", line 3⏎    return = 1⏎           ^⏎SyntaxError: invalid syntax⏎ | SyntaxError: invalid syntax, line 3
error[E0308]: mismatched types⏎ --> solution.rs:3:5⏎  |⏎ | error[E0308]: mismatched types, line 3
In file included from prelude.h:4:⏎x.c:12:9: error: 'y' undeclared⏎ | x.c:12:9: error: 'y' undeclared
x.ts(3,5): error TS2322: Type mismatch.⏎ | x.ts(3,5): error TS2322: Type mismatch.
Compilation failed: 1 error(s), 0 warnings⏎a.cs(2,35): error CS1525: Unexpected⏎ | a.cs(2,35): error CS1525: Unexpected
Errors parsing a.php⏎Parse error: Unclosed '{' on line 3 in a.php on line 4⏎ | Parse error: Unclosed '{' on line 3 in a.php on line 4
a.scala:3: error: type mismatch;⏎ found   : String("0")⏎ required: Int⏎        x⏎1 error⏎ | a.scala:3: error: type mismatch; found : String("0") required: Int
/prog/a.js:2⏎  return );⏎         ^⏎⏎SyntaxError: Unexpected token ')'⏎ | SyntaxError: Unexpected token ')', line 2
a.java:2: error: f cannot be applied to given types;⏎    g(f(a));⏎      ^⏎  required: int⏎  found:    no arguments⏎  reason: lengths differ⏎ | a.java:2: error: f cannot be applied to given types; required: int found: no arguments
== Compilation error in file a.ex ==⏎** (CompileError) a.ex:3: undefined function f/0⏎ | ** (CompileError) a.ex:3: undefined function f/0
⏎something else⏎ | something else
"#;

    #[test]
    fn first_error_is_found_with_its_line_number() {
        for row in FIRST_ERRORS.lines().skip(1) {
            let (text, expected) = row.split_once(" | ").unwrap();
            let found = first_error(&text.replace('⏎', "\n"));
            assert_eq!(found.as_deref(), Some(expected), "{row}");
        }
        assert_eq!(first_error("\n \n"), None);
    }
}
