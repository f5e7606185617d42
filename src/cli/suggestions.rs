//! Suggestions for command lines that cannot be parsed because they contain a former name, a
//! command or option that this build lacks, or a path in place of a command.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use mousetrap_util::missing_file::find_similar_path;
use mousetrap_util::printable::{escape_path, quote_for_shell};

/// Former commands and options, each with its replacement.
const FORMER_NAMES: [(&str, &str); 12] = [
    ("submit", "judge --server URL"),
    ("merge", "report merge FILE..."),
    ("compare", "report compare BEFORE AFTER"),
    ("verify", "solve --verify CERTIFICATE CASE"),
    ("completions", "describe completions SHELL"),
    ("schema", "describe schema"),
    ("--harden", "strength harden SUITE... --into NAME"),
    ("--source", "strength source FILE..."),
    ("--exhaust", "hunt TARGET..."),
    ("--state", "hunt --first N"),
    ("--ladder", "judge --suite horizons"),
    ("--play", "play CASE"),
];

/// The commands and options that require an optional feature, each with the feature and whether this
/// build has it.
const FEATURE_GATED_NAMES: [(&str, &str, bool); 4] = [
    ("serve", "service", cfg!(feature = "service")),
    ("worker", "service", cfg!(feature = "service")),
    ("--server", "service", cfg!(feature = "service")),
    ("source", "mutants", cfg!(feature = "mutants")),
];

/// Explains how to get a build with this command or option, or returns `None` if no feature is
/// missing.
pub(crate) fn describe_missing_feature(name: &str) -> Option<String> {
    let mut missing = FEATURE_GATED_NAMES
        .iter()
        .filter(|(.., is_enabled)| !is_enabled);
    let (_, feature, _) = missing.find(|(missing, ..)| *missing == name)?;
    Some(format!(
        "not in this build; use cargo install --locked --path . --features {feature}"
    ))
}

/// Returns an error message with a suggestion if the command line contains a former name, a command
/// or option that this build lacks, or a path in place of a command. Returns `None` for all other
/// errors.
pub(crate) fn suggestion_for(error: &clap::Error) -> Option<String> {
    let kind = match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        _ => return None,
    };
    let Some(ContextValue::String(given)) = error.get(kind) else {
        return None;
    };
    let name = given.split(['=', ' ']).next().unwrap_or(given);
    if let Some((_, instead)) = FORMER_NAMES.iter().find(|(former, _)| *former == name) {
        return Some(format!("{name} does not exist; use `mousetrap {instead}`"));
    }
    if let Some(missing) = describe_missing_feature(name) {
        return Some(format!("{name} is {missing}"));
    }
    let usage = error.get(ContextKind::Usage).map(ToString::to_string);
    let is_strength = usage.is_some_and(|usage| usage.contains("mousetrap strength "));
    let (path, given) = (Path::new(given), quote_for_shell(given));
    if kind != ContextKind::InvalidSubcommand {
        None
    } else if is_strength {
        Some(format!(
            "{given} is not a subcommand of strength; to measure a suite, use `mousetrap strength \
             suites {given}`"
        ))
    } else if path.exists() {
        Some(format!(
            "{given} is not a command; to judge this file, use `mousetrap judge {given}`"
        ))
    } else if given.contains(['.', '/']) {
        let similar = find_similar_path(path).map_or_else(String::new, |similar| {
            let similar = quote_for_shell(&escape_path(&similar));
            format!("; did you mean `mousetrap judge {similar}`?")
        });
        Some(format!("{} does not exist{similar}", escape_path(path)))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::commands::Cli;

    #[test]
    fn unparsable_command_line_gets_a_suggestion() {
        for (line, expected) in [
            ("submit --server http://judge a.py", Some("judge --server")),
            ("merge 1.jsonl 2.jsonl", Some("report merge")),
            ("strength --harden small broad", Some("strength harden")),
            ("strength --source=a.py", Some("strength source FILE")),
            ("strength hidden", Some("`mousetrap strength suites hid")),
            ("explain case.txt --play mouse", Some("`mousetrap play")),
            ("src", Some("src is not a command")),
            ("src/mian.rs", Some("mean `mousetrap judge src/main.rs`?")),
            ("missing/answer.cpp", Some("answer.cpp does not exist")),
            ("jugde", None),
            ("judge --cluste", None),
        ] {
            let words = std::iter::once("mousetrap").chain(line.split(' '));
            let error = Cli::try_parse_from(words).unwrap_err();
            let suggestion = suggestion_for(&error);
            match expected {
                Some(expected) => assert!(suggestion.unwrap().contains(expected), "{line}"),
                None => assert_eq!(suggestion, None, "{line}"),
            }
        }
    }

    // The commands exist only in a build with all features.
    #[cfg(all(feature = "service", feature = "mutants"))]
    #[test]
    fn every_replacement_is_an_existing_command() {
        for (former, instead) in FORMER_NAMES {
            let is_name = |word: &&str| word.chars().all(char::is_lowercase);
            let command = instead.split(' ').take_while(is_name);
            let words = ["mousetrap"].into_iter().chain(command).chain(["--help"]);
            let help = Cli::try_parse_from(words).unwrap_err();
            assert_eq!(help.kind(), ErrorKind::DisplayHelp, "{former}: {instead}");
        }
    }
}
