//! Tests, validator and checker as Polygon and other users of testlib have
//! them: `tests/01` with its answer in `tests/01.a`, and so on.

use std::fmt::Write as _;
use std::path::Path;

use super::package::{File, Package};

/// The files of the directory.
pub(super) fn polygon(package: &Package<'_>) -> Vec<File> {
    let mut files = vec![package.readme(
        "g++ -I FOLDER_OF_TESTLIB -o validator files/validator.cpp && for test in \
         tests/*[0-9]; do ./validator < $test; done",
    )];
    for (name, own) in [
        ("files/validator.cpp", "testlib_validator.cpp"),
        ("files/checker.cpp", "testlib_checker.cpp"),
        ("statements/english/problem.tex", "statement.en.tex"),
        ("statements/chinese/problem.tex", "statement.zh.tex"),
        ("statements/english/problem.md", "statement.en.md"),
        ("statements/chinese/problem.md", "statement.zh.md"),
    ] {
        files.push((name.into(), package.own(own).to_owned()));
    }
    let cases: Vec<_> = package.samples.iter().chain(&package.secret).collect();
    let width = cases.len().to_string().len().max(2);
    let mut names = String::new();
    for (index, case) in cases.into_iter().enumerate() {
        let test = Path::new("tests").join(format!("{:0width$}", index + 1));
        let _ = writeln!(names, "{} {}", test.display(), case.id);
        files.push((test.with_added_extension("a"), format!("{}\n", case.answer)));
        files.push((test, case.input.clone()));
    }
    files.push(("tests.txt".into(), names));
    files.extend(package.programs.iter().map(|(expected, program)| {
        let directory = Path::new("solutions").join(expected.directory());
        (directory.join(&program.name), program.text.clone())
    }));
    files
}
