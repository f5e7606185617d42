//! The conditions of a run: everything besides the submissions that decides judgements.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io;

use crate::{JudgeRequest, Options};
use mousetrap_languages::{Language, Probed, probe};
use mousetrap_model::Case;
use mousetrap_util::TOOLCHAIN_CONDITION;
use mousetrap_util::digest::{digest, digest_of_file};

/// Returns a digest of this executable, which is the same on every machine.
///
/// # Errors
/// Returns an error if the executable cannot be read.
pub fn build() -> io::Result<String> {
    digest_of_file(&std::env::current_exe()?)
}

/// Returns everything besides the submissions that decides judgements, by name. A run can
/// only be resumed under the same conditions.
pub fn conditions(request: JudgeRequest<'_>) -> BTreeMap<String, String> {
    let submissions = request.submissions.iter();
    let languages = submissions.map(|submission| submission.detected.language);
    let mut named = host_conditions(languages, request.options);
    named.extend(run_conditions(request.options));
    named.extend(case_conditions(request.cases));
    named
}

/// Returns the conditions that depend on the host that judges: its build, its project, its
/// isolation and its toolchains.
pub fn host_conditions<'a>(
    languages: impl IntoIterator<Item = &'a Language>,
    options: &Options,
) -> BTreeMap<String, String> {
    let mut named = judge_conditions(options);
    named.extend(by_name([
        ("mousetrap", build().unwrap_or_default()),
        ("the limits of compilers", written(&options.compile)),
        ("--isolation", written(&options.isolation)),
    ]));
    for language in languages {
        let toolchain = named.entry(TOOLCHAIN_CONDITION.to_owned() + &language.name);
        toolchain.or_insert_with(|| {
            let version = match probe(language) {
                Probed::Toolchain(toolchain) => toolchain.version,
                Probed::Missing { .. } => String::new(),
            };
            version + " " + &language.digest()
        });
    }
    named
}

/// Returns the conditions that the table `[judge]` of a project sets.
pub fn judge_conditions(options: &Options) -> BTreeMap<String, String> {
    let judge = options.judge;
    by_name([
        ("sleep_budget of [judge]", written(&judge.sleep_budget)),
        ("sanitizers of [judge]", written(&options.sanitizers)),
    ])
}

/// Returns the conditions that options of the command line set, wherever the run takes place.
pub fn run_conditions(options: &Options) -> BTreeMap<String, String> {
    by_name([
        ("--all-cases", written(&options.all_cases)),
        ("--no-give-up", written(&!options.gives_up)),
    ])
}

fn by_name<const N: usize>(conditions: [(&str, String); N]) -> BTreeMap<String, String> {
    BTreeMap::from(conditions.map(|(name, value)| (name.to_owned(), value)))
}

/// Returns the conditions that cases set.
pub fn case_conditions(cases: &BTreeMap<String, Vec<Case>>) -> BTreeMap<String, String> {
    let mut named = BTreeMap::new();
    for (problem, cases) in cases {
        let parts: Vec<[String; 4]> = cases.iter().map(parts).collect();
        let content = parts.iter().flat_map(|[content @ .., _]| content);
        let content = digest(content.map(String::as_bytes));
        named.insert(format!("suites of problem {problem}"), content);
        let limits = digest(parts.iter().map(|[.., limits]| limits.as_bytes()));
        named.insert(format!("limits of the cases of problem {problem}"), limits);
    }
    named
}

/// Returns a case's id, input, answer and limits.
pub(super) fn parts(case: &Case) -> [String; 4] {
    [
        case.id.to_string(),
        case.input.clone(),
        case.answer.clone(),
        written(&case.limits),
    ]
}

/// Returns the text of a value, for a digest.
pub(super) fn written(value: &dyn Debug) -> String {
    format!("{value:?}")
}
