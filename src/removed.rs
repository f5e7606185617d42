//! Commands and options of earlier versions: what to use instead.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// What to use instead of the judge hosts on a NATS server.
const MANY_MACHINES: &str = "to judge on many machines, give each a part with `judge --shard K/N` and put the \
     results together with `merge`, or start several `serve` processes on one PostgreSQL database \
     (--database-file)";

/// Removed commands and options with what to use instead.
const REMOVED: [(&str, &str); 4] = [
    ("judgehost", MANY_MACHINES),
    ("--cluster", MANY_MACHINES),
    ("--cluster-credentials", MANY_MACHINES),
    ("--cluster-ca", MANY_MACHINES),
];

/// Returns the message for a command line that uses a removed command or option, or
/// `None` if `error` is about something else.
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
    let (_, instead) = REMOVED.iter().find(|(removed, _)| *removed == name)?;
    Some(format!("{name} has been removed: {instead}"))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn removed_command_or_option_names_its_replacement() {
        for line in [
            "judgehost --cluster nats://broker",
            "judge answer.py --cluster nats://broker",
            "judge answer.py --cluster=nats://broker",
            "serve --cluster nats://broker --cluster-credentials file",
            "doctor --cluster nats://broker",
            "hunt --problem 913 --cluster-ca ca.pem",
            "stress answer.py --cluster nats://broker",
            "strength --source answer.py --cluster nats://broker",
        ] {
            let words = std::iter::once("mousetrap").chain(line.split(' '));
            let error = Cli::try_parse_from(words).unwrap_err();
            let explanation = explanation(&error).expect(line);
            assert!(explanation.contains("judge --shard"), "{explanation}");
        }
    }

    #[test]
    fn unknown_option_that_never_existed_has_no_explanation() {
        let words = ["mousetrap", "judge", "--cluste"];
        let error = Cli::try_parse_from(words).unwrap_err();
        assert_eq!(explanation(&error), None);
    }
}
