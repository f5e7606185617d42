//! The package formats of other judges and their clients.

use std::fmt::Write as _;
use std::path::Path;

use super::package::{File, Package};
use super::package_files::{SAMPLE, SECRET, WITHOUT_POINTS};
use super::templates::Faults;
use crate::case::GameCase;
use mousetrap_model::points::{PointGroup, Points, RunGroup, Scoring};

/// Kattis's legacy format, for `verifyproblem`.
pub(super) fn kattis(package: &Package<'_>) -> Vec<File> {
    let kind = package.points.as_ref().map_or(
        "",
        |_| "type: scoring\ngrading:\n  show_test_data_groups: true\n",
    );
    let mut files = vec![
        (
            "problem.yaml".into(),
            package.metadata("kattis", "kattis.yaml") + kind,
        ),
        package.readme(&format!(
            "verifyproblem {} -p config data validators submissions",
            package.name
        )),
    ];
    for language in ["en", "zh"] {
        for kind in ["tex", "md"] {
            files.push((
                format!("problem_statement/problem.{language}.{kind}").into(),
                package
                    .own(&format!("statement.{language}.{kind}"))
                    .to_owned(),
            ));
        }
    }
    for (name, file) in [
        ("strict_cpp.cpp", "input_validator.cpp"),
        ("strict_py.py", "input_validator.py"),
    ] {
        files.push((
            format!("input_validators/{name}").into(),
            package.validator(file),
        ));
    }
    files.extend(package.data());
    files.extend(testdata(package));
    files.extend(package.submissions("submissions"));
    files
}

/// The files `testdata.yaml` by which Kattis gives points. A group is a directory in
/// `data/secret`. The samples have the points of a group whose cases are all samples.
fn testdata(package: &Package<'_>) -> Vec<File> {
    let Some(points) = &package.points else {
        return Vec::new();
    };
    let has = |cases: &[&GameCase], group: &PointGroup| {
        let mut groups = cases.iter().map(|case| points.group_of(&case.id));
        groups.any(|one| one.is_some_and(|one| one.name == group.name))
    };
    let (mut samples, mut secret) = (Points::ZERO, Points::ZERO);
    let mut files = Vec::new();
    let mut file = |directory: &Path, text: String| {
        files.push((
            Path::new("data").join(directory).join("testdata.yaml"),
            text,
        ));
    };
    let scored = |points: Points, scoring: Scoring| {
        let (on_reject, flags) = match scoring {
            Scoring::AllOrNothing => ("break", "min"),
            Scoring::Proportional => ("continue", "avg accept_if_any_accepted"),
        };
        format!(
            "on_reject: {on_reject}\ngrader_flags: {flags}\naccept_score: {points}\n\
             range: 0 {points}\n"
        )
    };
    let sum = |all: Points, more: Points| [all, more].into_iter().sum();
    let (all_or_nothing, sample) = (Scoring::AllOrNothing, Path::new(SAMPLE));
    for group in points.groups.iter().map(|one| &one.group) {
        if has(&package.secret, group) {
            let directory = Path::new(SECRET).join(&group.name);
            file(&directory, scored(group.points, group.scoring));
            secret = sum(secret, group.points);
        } else if has(&package.samples, group) {
            samples = sum(samples, group.points);
        }
    }
    file(sample, scored(samples, all_or_nothing));
    let mut cases = package.secret.iter();
    if cases.any(|case| points.group_of(&case.id).is_none()) {
        let directory = Path::new(SECRET).join(WITHOUT_POINTS);
        file(&directory, scored(Points::ZERO, all_or_nothing));
    }
    let sums = |points: Points| {
        format!(
            "on_reject: continue\ngrader_flags: sum accept_if_any_accepted\nrange: 0 {points}\n"
        )
    };
    file(Path::new(SECRET), sums(secret));
    file(Path::new(""), sums(sum(samples, secret)));
    files
}

/// The format of the importer of `DOMjudge`: Kattis's format, with the time limit and the
/// short name in a file of its own.
pub(super) fn domjudge(package: &Package<'_>) -> Vec<File> {
    let mut files: Vec<File> = vec![
        (
            "domjudge-problem.ini".into(),
            package.metadata("domjudge", "domjudge.ini"),
        ),
        (
            "problem.yaml".into(),
            package.metadata("domjudge", "domjudge.yaml"),
        ),
        // DOMjudge shows a text without further tools.
        (
            "problem.txt".into(),
            package.own("statement.en.md").to_owned(),
        ),
    ];
    files.extend(package.data());
    files.extend(package.submissions("submissions"));
    files
}

/// The ICPC's format, version 2025-09, for `bt`.
pub(super) fn icpc(package: &Package<'_>) -> Vec<File> {
    let mut files = vec![
        ("problem.yaml".into(), package.metadata("icpc", "icpc.yaml")),
        package.readme(&format!(
            "cd {name} && bt run && bt validate && bt zip --kattis",
            name = package.name
        )),
        (
            "data/test_group.yaml".into(),
            "output_validator_args: [case_sensitive]\n".to_owned(),
        ),
    ];
    for language in ["en", "zh"] {
        files.push((
            format!("statement/problem.{language}.tex").into(),
            package.own(&format!("statement.{language}.tex")).to_owned(),
        ));
        // The format allows one statement per language.
        files.push((
            format!("attachments/statement.{language}.md").into(),
            package.own(&format!("statement.{language}.md")).to_owned(),
        ));
    }
    for (path, validator) in [
        ("input_validators/strict_cpp.cpp", "input_validator.cpp"),
        ("input_validators/strict_py.py", "input_validator.py"),
        ("answer_validators/answers.cpp", "answer_validator.cpp"),
    ] {
        files.push((path.into(), package.validator(validator)));
    }
    // For people only: without a generators.yaml the client generates nothing.
    files.extend(package.recipes.iter().map(|(name, text)| {
        let path = format!("generators/{name}");
        (path.into(), text.clone())
    }));
    files.extend(package.data());
    files.extend(refused(package));
    files.extend(package.submissions("submissions"));
    files
}

/// Returns inputs, answers and outputs that validators must refuse, and an output that they
/// must accept.
fn refused(package: &Package<'_>) -> Vec<File> {
    let Faults { inputs, outputs } = Faults::of(package.game);
    let path = |name: &str| format!("data/invalid_input/{name}.in").into();
    let inputs = inputs.into_iter().map(|(name, text)| (path(&name), text));
    let mut files: Vec<File> = inputs.collect();
    let Some(case) = package.samples.first().or(package.secret.first()) else {
        return files;
    };
    let mut add = |directory: &str, name: &str, answer: &str, output: Option<&str>| {
        let path = format!("data/{directory}/{name}");
        files.push((format!("{path}.in").into(), case.input.clone()));
        files.push((format!("{path}.ans").into(), answer.to_owned()));
        if let Some(output) = output {
            files.push((format!("{path}.out").into(), output.to_owned()));
        }
    };
    let answer = format!("{}\n", case.answer);
    for (name, text) in &outputs {
        add("invalid_output", name, &answer, Some(text));
        add("invalid_answer", name, text, None);
    }
    for reply in package.game.replies() {
        if *reply != case.answer {
            let name = format!("wrong-{reply}");
            add(
                "invalid_output",
                &name,
                &answer,
                Some(&format!("{reply}\n")),
            );
        }
    }
    add("valid_output", "the-answer", &answer, Some(&answer));
    files
}

/// The layout of Polygon and other users of testlib: `tests/01` with its answer in
/// `tests/01.a`, and so on, with validator and checker.
pub(super) fn polygon(package: &Package<'_>) -> Vec<File> {
    let mut files = vec![package.readme(
        "g++ -I DIRECTORY_OF_TESTLIB -o validator files/validator.cpp && for test in \
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
    let cases: Vec<_> = package.cases().collect();
    let width = cases.len().to_string().len().max(2);
    let mut names = String::new();
    for (index, case) in cases.into_iter().enumerate() {
        let test = Path::new("tests").join(format!("{:0width$}", index + 1));
        let group = package.points.as_ref();
        let group = group.and_then(|points| points.group_of(&case.id));
        let group = group.map_or(String::new(), |group| format!(" {}", group.name));
        let _ = writeln!(names, "{} {}{group}", test.display(), case.id);
        files.push((test.with_added_extension("a"), format!("{}\n", case.answer)));
        files.push((test, case.input.clone()));
    }
    files.push(("tests.txt".into(), names));
    if let Some(points) = &package.points {
        let groups = points.groups.iter().filter(|one| one.is_run);
        let line = |RunGroup { group, .. }: &RunGroup| {
            // Polygon's names of points policies.
            let policy = match group.scoring {
                Scoring::AllOrNothing => "COMPLETE_GROUP",
                Scoring::Proportional => "EACH_TEST",
            };
            format!("{} {} {policy}\n", group.name, group.points)
        };
        files.push(("groups.txt".into(), groups.map(line).collect()));
    }
    files.extend(package.submissions("solutions"));
    files
}
