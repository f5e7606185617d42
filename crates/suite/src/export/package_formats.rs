//! The package formats of other judges and their clients.

use std::fmt::Write as _;
use std::path::Path;

use super::package::{File, Package, file};
use super::package_files::{SAMPLE, SECRET, WITHOUT_POINTS};
use super::templates::Faults;
use crate::case::GameCase;
use mousetrap_model::points::{PointGroup, Points, RunGroup, Scoring};

/// The input validators: the path in a package and the name of the text.
const INPUT_VALIDATORS: [(&str, &str); 2] = [
    ("input_validators/strict_cpp.cpp", "input_validator.cpp"),
    ("input_validators/strict_py.py", "input_validator.py"),
];

/// Kattis's legacy format, for `verifyproblem`.
pub(super) fn kattis(package: &Package<'_>) -> Vec<File> {
    let mut metadata = package.metadata("kattis", "kattis.yaml");
    if package.points.is_some() {
        metadata += "type: scoring\ngrading:\n  show_test_data_groups: true\n";
    }
    let mut files = vec![
        file("problem.yaml", metadata),
        package.readme(&format!(
            "verifyproblem {} -p config data validators submissions",
            package.name
        )),
    ];
    files.extend(package.texts(&INPUT_VALIDATORS));
    files.extend(package.texts(&[
        ("problem_statement/problem.en.tex", "statement.en.tex"),
        ("problem_statement/problem.en.md", "statement.en.md"),
        ("problem_statement/problem.zh.tex", "statement.zh.tex"),
        ("problem_statement/problem.zh.md", "statement.zh.md"),
    ]));
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
    let sums = |points: Points| {
        format!(
            "on_reject: continue\ngrader_flags: sum accept_if_any_accepted\nrange: 0 {points}\n"
        )
    };
    let testdata = |directory: &str, text| file(format!("data/{directory}testdata.yaml"), text);
    let groups = points.groups.iter().map(|one| &one.group);
    let (secret, others): (Vec<_>, Vec<_>) = groups.partition(|group| has(&package.secret, group));
    let samples = others.iter().filter(|group| has(&package.samples, group));
    let samples: Points = samples.map(|group| group.points).sum();
    let mut files: Vec<File> = secret
        .iter()
        .map(|group| {
            let directory = format!("{SECRET}/{}/", group.name);
            testdata(&directory, scored(group.points, group.scoring))
        })
        .collect();
    let mut cases = package.secret.iter();
    if cases.any(|case| points.group_of(&case.id).is_none()) {
        let directory = format!("{SECRET}/{WITHOUT_POINTS}/");
        files.push(testdata(
            &directory,
            scored(Points::ZERO, Scoring::AllOrNothing),
        ));
    }
    let secret: Points = secret.iter().map(|group| group.points).sum();
    let all = [samples, secret].into_iter().sum();
    files.push(testdata(
        &format!("{SAMPLE}/"),
        scored(samples, Scoring::AllOrNothing),
    ));
    files.push(testdata(&format!("{SECRET}/"), sums(secret)));
    files.push(testdata("", sums(all)));
    files
}

/// The format of the importer of `DOMjudge`: Kattis's format, with the time limit and the
/// short name in a file of its own.
pub(super) fn domjudge(package: &Package<'_>) -> Vec<File> {
    let ini = package.metadata("domjudge", "domjudge.ini");
    let yaml = package.metadata("domjudge", "domjudge.yaml");
    let mut files = vec![
        file("domjudge-problem.ini", ini),
        file("problem.yaml", yaml),
    ];
    // DOMjudge shows a text without further tools.
    files.extend(package.texts(&[("problem.txt", "statement.en.md")]));
    files.extend(package.data());
    files.extend(package.submissions("submissions"));
    files
}

/// The ICPC's format, version 2025-09, for `bt`.
pub(super) fn icpc(package: &Package<'_>) -> Vec<File> {
    let mut files = vec![
        file("problem.yaml", package.metadata("icpc", "icpc.yaml")),
        package.readme(&format!(
            "cd {} && bt run && bt validate && bt zip --kattis",
            package.name
        )),
        file(
            "data/test_group.yaml",
            "output_validator_args: [case_sensitive]\n",
        ),
    ];
    files.extend(package.texts(&INPUT_VALIDATORS));
    files.extend(package.texts(&[
        ("answer_validators/answers.cpp", "answer_validator.cpp"),
        ("statement/problem.en.tex", "statement.en.tex"),
        ("statement/problem.zh.tex", "statement.zh.tex"),
        // The format allows one statement per language.
        ("attachments/statement.en.md", "statement.en.md"),
        ("attachments/statement.zh.md", "statement.zh.md"),
    ]));
    // For people only: without a generators.yaml the client generates nothing.
    let recipes = package.recipes.iter();
    files.extend(recipes.map(|(name, text)| file(format!("generators/{name}"), text)));
    files.extend(package.data());
    files.extend(refused(package));
    files.extend(package.submissions("submissions"));
    files
}

/// Returns inputs, answers and outputs that validators must refuse, and an output that they
/// must accept.
fn refused(package: &Package<'_>) -> Vec<File> {
    let Faults { inputs, outputs } = Faults::of(package.game);
    let inputs = inputs.iter();
    let mut files: Vec<File> = inputs
        .map(|(name, text)| file(format!("data/invalid_input/{name}.in"), text))
        .collect();
    let Some(case) = package.samples.first().or(package.secret.first()) else {
        return files;
    };
    let mut add = |directory: &str, name: &str, answer: &str, output: Option<&str>| {
        let path = format!("data/{directory}/{name}");
        files.push(file(format!("{path}.in"), &case.input));
        files.push(file(format!("{path}.ans"), answer));
        files.extend(output.map(|output| file(format!("{path}.out"), output)));
    };
    let answer = format!("{}\n", case.answer);
    for (name, text) in &outputs {
        add("invalid_output", name, &answer, Some(text));
        add("invalid_answer", name, text, None);
    }
    for reply in package.game.replies() {
        if *reply != case.answer {
            let (name, output) = (format!("wrong-{reply}"), format!("{reply}\n"));
            add("invalid_output", &name, &answer, Some(&output));
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
    files.extend(package.texts(&[
        ("files/validator.cpp", "testlib_validator.cpp"),
        ("files/checker.cpp", "testlib_checker.cpp"),
        ("statements/english/problem.tex", "statement.en.tex"),
        ("statements/chinese/problem.tex", "statement.zh.tex"),
        ("statements/english/problem.md", "statement.en.md"),
        ("statements/chinese/problem.md", "statement.zh.md"),
    ]));
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
    files.push(file("tests.txt", names));
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
        files.push(file("groups.txt", groups.map(line).collect::<String>()));
    }
    files.extend(package.submissions("solutions"));
    files
}
