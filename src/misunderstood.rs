//! Remedies for command lines that do not parse: removed commands and options, and a
//! submission in place of a command.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use mousetrap_base::printable::quoted;

/// What to use instead of the judge hosts on a NATS server.
const MANY_MACHINES: &str = "to judge on many machines, give each a part with `judge --shard K/N` and put the \
     results together with `merge`, or start several `serve` processes on one PostgreSQL database \
     (--database-file)";

/// What to use instead of an exhaustive search.
const EXACT_TABLES: &str = "docs/tables.md has the exact maxima of small boards and graphs; `hunt --size` searches \
     among instances of a size";

/// What to use instead of the state file of a hunt and of its shards.
const RANGES: &str = "`hunt --first N` continues a hunt from a restart, and `hunt --first N --restarts COUNT` \
     runs a part of one on each machine";

/// Removed commands and options with what to use instead. An option of every command
/// has an empty command.
const REMOVED: [(&str, &str, &str); 11] = [
    ("", "judgehost", MANY_MACHINES),
    ("", "--cluster", MANY_MACHINES),
    ("", "--cluster-credentials", MANY_MACHINES),
    ("", "--cluster-ca", MANY_MACHINES),
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
        "explain",
        "--play",
        "`mousetrap play CASE` plays in the browser",
    ),
];

/// Returns the message for a command line that uses a removed command or option, or a
/// path in place of a command. Returns `None` if `error` is about something else.
pub(crate) fn explanation(error: &clap::Error) -> Option<String> {
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
    let is_path = kind == ContextKind::InvalidSubcommand
        && (Path::new(given).exists() || given.contains(['.', '/']));
    let given = quoted(given);
    is_path.then(|| format!("{given} is not a command; to judge it: `mousetrap judge {given}`"))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::Cli;

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
            (
                "strength --source answer.py --cluster nats://broker",
                shards,
            ),
            ("hunt --exhaust 4x5 --shard 1/2", "docs/tables.md"),
            ("hunt --problem 913 --exhaust 8", "docs/tables.md"),
            ("hunt --tables tables --output page.md", "docs/tables.md"),
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
    fn path_in_place_of_a_command_suggests_judge() {
        for path in ["answer.py", "missing/answer.cpp", "src"] {
            let error = Cli::try_parse_from(["mousetrap", path]).unwrap_err();
            let explanation = explanation(&error).expect(path);
            let command = format!("`mousetrap judge {path}`");
            assert!(explanation.contains(&command), "{explanation}");
        }
        let error = Cli::try_parse_from(["mousetrap", "jugde"]).unwrap_err();
        assert_eq!(explanation(&error), None);
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
