//! The problem package of the ICPC, version 2025-09, for `bt`.

use std::fmt::Write as _;

use super::faults;
use super::package::{File, OWNER, Package};

/// The files of the package.
pub(super) fn icpc(package: &Package<'_>) -> Vec<File> {
    let mut files = vec![
        ("problem.yaml".into(), problem(package)),
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
        // A second statement in one language would be one too many.
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
    // Notes for people: without a generators.yaml the client draws nothing.
    files.extend(package.recipes.iter().map(|(name, text)| {
        let path = format!("generators/{name}");
        (path.into(), text.clone())
    }));
    files.extend(package.data());
    files.extend(refused(package));
    files.extend(package.submissions());
    files
}

fn problem(package: &Package<'_>) -> String {
    let (seconds, memory) = package.limits();
    let mut text = "problem_format_version: 2025-09\ntype: pass-fail\nname:\n".to_owned();
    for (language, title) in package.titles() {
        let _ = writeln!(text, "  {language}: {title}");
    }
    let _ = write!(
        text,
        "uuid: {uuid}\n\
         license: cc by\n\
         rights_owner: {OWNER}\n\
         credits: {OWNER}\n\
         keywords: [games, retrograde analysis]\n\
         limits:\n  time_limit: {seconds}.0\n  memory: {memory}\n",
        uuid = package.uuid("icpc"),
    );
    text
}

/// Inputs, answers and outputs that validators must refuse, and outputs that
/// they must accept.
fn refused(package: &Package<'_>) -> Vec<File> {
    let mut files: Vec<File> = faults::inputs(package.problem)
        .iter()
        .map(|fault| {
            let path = format!("data/invalid_input/{}.in", fault.name);
            (path.into(), fault.text.to_owned())
        })
        .collect();
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
    for fault in faults::outputs(package.problem) {
        add("invalid_output", fault.name, &answer, Some(fault.text));
        add("invalid_answer", fault.name, fault.text, None);
    }
    for reply in package.problem.replies() {
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
