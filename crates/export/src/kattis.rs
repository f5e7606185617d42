//! The legacy problem package of Kattis, for `verifyproblem`.

use super::package::{File, OWNER, Package};

/// The files of the package.
pub(super) fn kattis(package: &Package<'_>) -> Vec<File> {
    let (_, memory) = package.limits();
    let problem = format!(
        "problem_format_version: legacy\n\
         uuid: {uuid}\n\
         license: cc by\n\
         rights_owner: {OWNER}\n\
         keywords: games retrograde-analysis\n\
         limits:\n  memory: {memory}\n\
         validation: default\n\
         validator_flags: case_sensitive\n",
        uuid = package.uuid("kattis"),
    );
    let mut files = vec![
        ("problem.yaml".into(), problem),
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
    files.extend(package.submissions());
    files
}
