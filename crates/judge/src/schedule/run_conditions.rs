//! The conditions of a run: everything that affects the results, except for the submissions.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::{Engine, JudgeRequest, Options};
use mousetrap_languages::{Language, probe};
use mousetrap_model::Case;
use mousetrap_util::TOOLCHAIN_CONDITION_PREFIX;
use mousetrap_util::digest::{digest, digest_of_file};

/// Returns everything that affects the results, except the submissions, as a map from name to
/// value. A run can only be resumed under the same conditions.
pub fn all_conditions(engine: &dyn Engine, request: JudgeRequest<'_>) -> BTreeMap<String, String> {
    let submissions = request.submissions.iter();
    let languages = submissions.map(|submission| submission.detected.language);
    let of_server = engine.server_conditions().cloned();
    let mut named = of_server.unwrap_or_else(|| host_conditions(languages, request.options));
    named.extend(command_line_conditions(request.options));
    named.extend(case_conditions(request.cases));
    named
}

/// Returns the conditions that depend on the machine that judges: the build, the project, the
/// isolation and the toolchains.
pub fn host_conditions<'a>(
    languages: impl IntoIterator<Item = &'a Language>,
    options: &Options,
) -> BTreeMap<String, String> {
    let mut named = judge_config_conditions(options);
    // A build has the same digest on every machine.
    let executable = std::env::current_exe().and_then(|path| digest_of_file(&path));
    named.extend(to_map([
        ("mousetrap", executable.unwrap_or_default()),
        ("the limits of compilers", debug_text(&options.compile)),
        ("--isolation", debug_text(&options.isolation)),
    ]));
    for language in languages {
        let toolchain = named.entry(TOOLCHAIN_CONDITION_PREFIX.to_owned() + &language.name);
        toolchain.or_insert_with(|| {
            let toolchain = probe(language).unwrap_or_default();
            toolchain.version + " " + &language.digest()
        });
    }
    named
}

/// Returns the conditions that depend on the table `[judge]` of `judge.toml`.
pub fn judge_config_conditions(options: &Options) -> BTreeMap<String, String> {
    let judge = options.judge;
    to_map([
        ("sleep_budget of [judge]", debug_text(&judge.sleep_budget)),
        ("sanitizers of [judge]", debug_text(&options.sanitizers)),
    ])
}

/// Returns the conditions that depend only on command-line options, not on the machine that judges.
fn command_line_conditions(options: &Options) -> BTreeMap<String, String> {
    to_map([
        ("--all-cases", debug_text(&options.all_cases)),
        ("--no-give-up", debug_text(&!options.gives_up)),
    ])
}

fn to_map<const N: usize>(conditions: [(&str, String); N]) -> BTreeMap<String, String> {
    BTreeMap::from(conditions.map(|(name, value)| (name.to_owned(), value)))
}

/// Returns the conditions that depend on the cases.
fn case_conditions(cases: &BTreeMap<String, Vec<Case>>) -> BTreeMap<String, String> {
    let mut named = BTreeMap::new();
    for (problem, cases) in cases {
        let parts: Vec<[String; 4]> = cases.iter().map(case_digest_inputs).collect();
        let content = parts.iter().flat_map(|[content @ .., _]| content);
        let content = digest(content.map(String::as_bytes));
        named.insert(format!("suites of problem {problem}"), content);
        let limits = digest(parts.iter().map(|[.., limits]| limits.as_bytes()));
        named.insert(format!("case limits of problem {problem}"), limits);
    }
    named
}

/// Returns the parts of a case that digests cover: the id, the input, the answer and the limits.
pub(super) fn case_digest_inputs(case: &Case) -> [String; 4] {
    [
        case.id.to_string(),
        case.input.clone(),
        case.answer.clone(),
        debug_text(&case.limits),
    ]
}

/// Formats a value with [`Debug`], for inclusion in a digest.
pub(super) fn debug_text(value: &dyn Debug) -> String {
    format!("{value:?}")
}
