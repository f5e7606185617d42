//! Remedies for command lines that do not parse: removed commands and options, a
//! submission in place of a command, and misspelt names.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use mousetrap_util::missing_file::similar_path;
use mousetrap_util::printable::{named, quoted};
use mousetrap_util::toml_file::closest;

/// What to use instead of the judge hosts on a NATS server.
const MANY_MACHINES: &str = "to judge on many machines, give each a part with `judge --shard K/N` and put the \
     results together with `report merge`, or start several `serve` processes on one PostgreSQL database \
     (--database-file)";

/// What to use instead of an exhaustive search.
const EXACT_TABLES: &str = "docs/generated/tables.md has the exact maxima of small boards and graphs; `hunt --size` searches \
     among instances of a size";

/// What to use instead of the state file of a hunt and of its shards.
const RANGES: &str = "`hunt --first N` continues a hunt from a restart, and `hunt --first N --restarts COUNT` \
     runs a part of one on each machine";

/// Removed commands and options with what to use instead. An option of every command
/// has an empty command.
const REMOVED: [(&str, &str, &str); 23] = [
    ("", "judgehost", MANY_MACHINES),
    ("", "--cluster", MANY_MACHINES),
    ("", "--cluster-credentials", MANY_MACHINES),
    ("", "--cluster-ca", MANY_MACHINES),
    (
        "",
        "submit",
        "use `mousetrap judge --server URL`, which takes the same options",
    ),
    ("", "merge", "use `mousetrap report merge`"),
    ("", "compare", "use `mousetrap report compare`"),
    (
        "",
        "verify",
        "use `mousetrap solve --verify CERTIFICATE CASE`",
    ),
    ("", "completions", "use `mousetrap describe completions`"),
    ("", "man", "use `mousetrap describe man`"),
    ("", "schema", "use `mousetrap describe schema`"),
    ("hunt", "--exhaust", EXACT_TABLES),
    ("hunt", "--tables", EXACT_TABLES),
    ("hunt", "--state", RANGES),
    ("hunt", "--shard", RANGES),
    (
        "hunt",
        "--ladder",
        "the suite `horizons` has a case just beyond each horizon",
    ),
    ("hunt", "--dry-run", "`hunt` no longer writes files"),
    (
        "strength",
        "--harden",
        "use `mousetrap strength harden SUITE... --into NAME`",
    ),
    (
        "strength",
        "--source",
        "use `mousetrap strength source FILE...`; `--suite` names its suites",
    ),
    (
        "strength",
        "--judged",
        "use `mousetrap strength judged REPORT`, or `strength suites SUITE... --judged REPORT`",
    ),
    (
        "strength",
        "--problem",
        "it follows a subcommand, as in `mousetrap strength suites SUITE... --problem ID`",
    ),
    (
        "strength",
        "--differ",
        "use `mousetrap strength differ MUTANT OTHER`",
    ),
    (
        "explain",
        "--play",
        "`mousetrap play CASE` plays in the browser",
    ),
];

/// Returns the message for a command line that uses a removed command or option, or a
/// path in place of a command. Returns `None` if `error` is about something else.
pub(crate) fn explanation(error: &clap::Error) -> Option<String> {
    if error.kind() == ErrorKind::ArgumentConflict {
        return server_conflict(error);
    }
    let kind = match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        _ => return None,
    };
    let Some(ContextValue::String(given)) = error.get(kind) else {
        return None;
    };
    let name = given.split(['=', ' ']).next().unwrap_or(given);
    // "Usage: mousetrap COMMAND …"
    let usage = error.get(ContextKind::Usage).map(ToString::to_string);
    let command = usage
        .as_ref()
        .and_then(|usage| usage.split_whitespace().nth(2));
    let mut removed = REMOVED
        .iter()
        .filter(|(of, ..)| of.is_empty() || Some(*of) == command);
    if let Some((.., instead)) = removed.find(|(_, removed, _)| *removed == name) {
        return Some(format!("{name} has been removed: {instead}"));
    }
    if kind != ContextKind::InvalidSubcommand {
        return None;
    }
    if command == Some("strength") {
        return Some(suite_without_subcommand(given));
    }
    let (path, given) = (Path::new(given), quoted(given));
    if path.exists() {
        return Some(format!(
            "{given} is not a command; to judge it: `mousetrap judge {given}`"
        ));
    }
    if !given.contains(['.', '/']) {
        return None;
    }
    let similar = similar_path(path).map_or_else(String::new, |similar| {
        let similar = quoted(&named(&similar));
        format!("; did you mean `mousetrap judge {similar}`?")
    });
    Some(format!("{} does not exist{similar}", named(path)))
}

/// Returns the message for `strength SUITE`, which has become a subcommand, as have the
/// options for other tasks.
fn suite_without_subcommand(suite: &str) -> String {
    let suite = quoted(suite);
    format!(
        "{suite} is not a subcommand of strength; to measure a suite: `mousetrap strength suites \
         {suite}`; to choose a small one: `mousetrap strength harden {suite} --into NAME`; to try \
         mutants of a program on it: `mousetrap strength source FILE --suite {suite}`"
    )
}

/// Returns the message for an option that does not apply to `judge --server`.
fn server_conflict(error: &clap::Error) -> Option<String> {
    let named = [ContextKind::InvalidArg, ContextKind::PriorArg];
    let named = named.map(|kind| {
        error
            .get(kind)
            .map_or_else(String::new, ToString::to_string)
    });
    let is_server = |name: &&String| name.starts_with("--server ");
    named.iter().find(is_server)?;
    let option = named.iter().find(|name| !is_server(name))?;
    let option = option.split(' ').next().unwrap_or(option);
    Some(if option == "--watch" {
        "--watch judges on this machine only; leave --watch or --server out".to_owned()
    } else {
        format!(
            "{option} cannot be used with --server, because the operator of the server decides \
             about isolation, workers and caches; leave {option} or --server out"
        )
    })
}

/// Makes `error` suggest the command or option with the closest spelling. clap suggests
/// several commands, misses options of which the start is misspelt, and knows no option
/// that lacks its dashes. `words` is the command line, which starts with the program.
pub(crate) fn suggest_closest(error: &mut clap::Error, words: &[String], program: clap::Command) {
    let command = parsed_command(words, program);
    if let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand) {
        let names: Vec<&str> = (command.get_subcommands().map(clap::Command::get_name)).collect();
        if let Some(name) = closest(given, &names) {
            let suggested = ContextValue::Strings(vec![name.to_owned()]);
            error.insert(ContextKind::SuggestedSubcommand, suggested);
        }
    } else if let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && let Some(option) = closest_option(given, &command)
    {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(option));
        // The hint that the argument may have been meant as a value.
        error.remove(ContextKind::Suggested);
    }
}

/// Returns the subcommand that `words` name.
fn parsed_command(words: &[String], mut program: clap::Command) -> clap::Command {
    program.build();
    let inner = |command: clap::Command, word| match command.find_subcommand(word) {
        Some(inner) => inner.clone(),
        None => command,
    };
    words.iter().skip(1).fold(program, inner)
}

/// Returns the long option of `command` that `given` probably meant. Its first words are
/// compared as well: `--databse` means `--database-file`.
fn closest_option(given: &str, command: &clap::Command) -> Option<String> {
    const MIN_PREFIX: usize = 4;
    let given = given.split('=').next()?.trim_start_matches("--");
    if given.starts_with('-') {
        return None;
    }
    let options = (command.get_arguments()).filter(|argument| !argument.is_hide_set());
    let options: Vec<&str> = options.filter_map(clap::Arg::get_long).collect();
    let mut spellings: Vec<(&str, &str)> = Vec::new();
    for option in options {
        let prefixes = option.match_indices('-').map(|(end, _)| &option[..end]);
        let prefixes = prefixes.filter(|prefix| prefix.len() >= MIN_PREFIX);
        spellings.extend(prefixes.map(|prefix| (prefix, option)));
        spellings.push((option, option));
    }
    // A complete name precedes the beginning of another.
    spellings.sort_by_key(|(spelling, option)| spelling != option);
    let known: Vec<&str> = spellings.iter().map(|(spelling, _)| *spelling).collect();
    let meant = closest(given, &known)?;
    let (_, option) = spellings.iter().find(|(spelling, _)| *spelling == meant)?;
    Some(format!("--{option}"))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};

    use super::*;
    use crate::cli::commands::Cli;

    #[test]
    fn removed_command_or_option_names_its_replacement() {
        let shards = "judge --shard";
        for (line, replacement) in [
            ("judgehost --cluster nats://broker", shards),
            ("judge answer.py --cluster nats://broker", shards),
            ("judge answer.py --cluster=nats://broker", shards),
            (
                "serve --cluster nats://broker --cluster-credentials file",
                shards,
            ),
            ("doctor --cluster nats://broker", shards),
            ("hunt --problem 913 --cluster-ca ca.pem", shards),
            ("stress answer.py --cluster nats://broker", shards),
            ("strength source answer.py --cluster nats://broker", shards),
            ("strength hidden --problem 913", "strength suites hidden"),
            (
                "strength broad --harden small",
                "strength harden broad --into",
            ),
            ("strength --harden small broad", "strength harden SUITE"),
            (
                "strength hidden --source a.py",
                "source FILE --suite hidden",
            ),
            ("strength --source a.py", "strength source FILE"),
            ("strength --judged report.json", "strength judged REPORT"),
            ("strength --differ a b --problem 913", "strength differ"),
            (
                "strength --problem 913 --differ a b",
                "follows a subcommand",
            ),
            ("submit --server http://judge answer.py", "judge --server"),
            ("merge 1.jsonl 2.jsonl", "report merge"),
            ("compare a.json b.json", "report compare"),
            ("verify case.txt proof.txt", "solve --verify"),
            ("completions bash", "describe completions"),
            ("man", "describe man"),
            ("schema", "describe schema"),
            ("hunt --exhaust 4x5 --shard 1/2", "docs/generated/tables.md"),
            ("hunt --problem 913 --exhaust 8", "docs/generated/tables.md"),
            (
                "hunt --tables tables --output page.md",
                "docs/generated/tables.md",
            ),
            ("explain case.txt --play mouse", "`mousetrap play CASE`"),
            ("hunt --problem 913 --state hunt.json", "hunt --first N"),
            (
                "hunt --problem 913 --restarts 9 --shard 1/3",
                "--restarts COUNT",
            ),
            ("hunt --problem 913 --ladder horizons", "`horizons`"),
            ("hunt --problem 913 --dry-run", "no longer writes files"),
        ] {
            let words = std::iter::once("mousetrap").chain(line.split(' '));
            let error = Cli::try_parse_from(words).unwrap_err();
            let explanation = explanation(&error).expect(line);
            assert!(explanation.contains(replacement), "{explanation}");
        }
    }

    #[test]
    fn option_that_does_not_apply_to_a_server_says_who_decides() {
        for (option, expected) in [
            (
                "--isolation none",
                "--isolation cannot be used with --server",
            ),
            ("--jobs 2", "the operator of the server decides"),
            ("--no-cache", "leave --no-cache or --server out"),
            ("--watch", "--watch judges on this machine only"),
        ] {
            let line = format!("mousetrap judge a.py --server http://judge {option}");
            let error = Cli::try_parse_from(line.split(' ')).unwrap_err();
            let explanation = explanation(&error).expect(option);
            assert!(explanation.contains(expected), "{explanation}");
        }
        let other = "mousetrap judge a.py --watch --strict";
        let error = Cli::try_parse_from(other.split(' ')).unwrap_err();
        assert_eq!(explanation(&error), None);
    }

    #[test]
    fn path_in_place_of_a_command_suggests_judge() {
        for (path, expected) in [
            (
                "src",
                "src is not a command; to judge it: `mousetrap judge src`",
            ),
            (
                "src/mian.rs",
                "src/mian.rs does not exist; did you mean `mousetrap judge src/main.rs`?",
            ),
            ("missing/answer.cpp", "missing/answer.cpp does not exist"),
        ] {
            let error = Cli::try_parse_from(["mousetrap", path]).unwrap_err();
            assert_eq!(explanation(&error).as_deref(), Some(expected));
        }
        let error = Cli::try_parse_from(["mousetrap", "jugde"]).unwrap_err();
        assert_eq!(explanation(&error), None);
    }

    /// Returns the one name that is suggested for a command line.
    fn suggestion(words: &[&str]) -> Option<String> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let mut error = Cli::try_parse_from(&words).err()?;
        suggest_closest(&mut error, &words, Cli::command());
        let suggested = error
            .get(ContextKind::SuggestedSubcommand)
            .or_else(|| error.get(ContextKind::SuggestedArg))?;
        match suggested {
            ContextValue::String(name) => Some(name.clone()),
            ContextValue::Strings(names) => Some(names.join(" ")),
            _ => None,
        }
    }

    /// A letter missing, doubled, and two swapped.
    fn misspellings(name: &str) -> [String; 3] {
        let middle = name.len() / 2;
        let (start, end) = name.split_at(middle);
        let (first, second) = (&end[..1], &end[1..]);
        let swapped = format!(
            "{}{first}{}{second}",
            &start[..middle - 1],
            &start[middle - 1..]
        );
        [
            format!("{start}{second}"),
            format!("{start}{first}{end}"),
            swapped,
        ]
    }

    #[test]
    fn misspelt_command_or_option_suggests_the_right_one() {
        let mut program = Cli::command();
        program.build();
        let mut wrong = Vec::new();
        let mut check = |words: &[&str], expected: &str| {
            let suggested = suggestion(words);
            if suggested.as_deref() != Some(expected) {
                wrong.push(format!("{words:?}: {suggested:?}"));
            }
        };
        for command in program.get_subcommands() {
            let name = command.get_name();
            let others: Vec<&str> = (program.get_subcommands())
                .flat_map(|other| [other.get_name()])
                .collect();
            for misspelt in misspellings(name) {
                if !others.contains(&&*misspelt) {
                    check(&["mousetrap", &misspelt], name);
                }
            }
            for option in command.get_arguments().filter_map(clap::Arg::get_long) {
                for misspelt in misspellings(option).iter().filter(|it| *it != option) {
                    let misspelt = format!("--{misspelt}");
                    check(&["mousetrap", name, &misspelt], &format!("--{option}"));
                }
            }
        }
        check(&["mousetrap", "stres", "answer.c"], "stress");
        check(&["mousetrap", "help", "jugde"], "judge");
        check(&["mousetrap", "list", "siutes"], "suites");
        check(&["mousetrap", "cache", "clear"], "--clear");
        check(&["mousetrap", "serve", "--databse", "x"], "--database-file");
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn unknown_option_that_never_existed_has_no_explanation() {
        for words in [["judge", "--cluste"], ["doctor", "--shard=1/2"]] {
            let words = std::iter::once("mousetrap").chain(words);
            let error = Cli::try_parse_from(words).unwrap_err();
            assert_eq!(explanation(&error), None);
        }
    }
}
