//! Writes a job that runs a command in parts.

use clap::Command;

use super::arguments::Arguments;
use crate::cli::failure::{Failure, Status};
use mousetrap_report::counted;
use mousetrap_suite::export::{Job, Scheduler};
use mousetrap_util::printable::named;
use mousetrap_util::replace::replace_file;

/// Maximum number of parts: as many as one Indexed Job of Kubernetes may have.
const MAX_SHARDS: u32 = 100_000;

/// Writes a job that runs the command in parts. `program` must understand the command.
pub(super) fn write_job(
    arguments: &Arguments,
    scheduler: Scheduler,
    program: Command,
) -> Result<Status, Failure> {
    let path = &arguments.directory;
    if arguments.problem.is_some()
        || !arguments.suite.is_empty()
        || !arguments.submission.is_empty()
    {
        return Err(Failure::usage(
            "a job takes what its command says: put --problem and --suite behind --, after judge",
        ));
    }
    let example = "as in `mousetrap export slurm job.sh --shards 12 -- judge class/`";
    let Some(shards) = arguments.shards.filter(|_| !arguments.command.is_empty()) else {
        return Err(Failure::usage(format!(
            "a job needs --shards N, and after -- the command that it divides, {example}"
        )));
    };
    if shards.get() > MAX_SHARDS {
        return Err(Failure::usage(format!(
            "--shards {shards}: a job has at most {MAX_SHARDS} parts"
        )));
    }
    let command = &arguments.command;
    let refused = |reason: &str| {
        Failure::usage(format!(
            "`{}` cannot be divided: {reason}; {example}",
            command.join(" "),
        ))
    };
    if command[0] != "judge" {
        return Err(refused("only judge can be, written without mousetrap"));
    }
    let fixed = |word: &&String| {
        let name = word.split('=').next().unwrap_or_default();
        let long = [
            "--shard", "--output", "--jobs", "--resume", "--watch", "--redact",
        ];
        long.contains(&name) || name.starts_with("-o") || name.starts_with("-j")
    };
    if let Some(own) = command.iter().find(fixed) {
        return Err(refused(&match own.split('=').next() {
            Some("--watch") => "--watch never ends, and a part has to".to_owned(),
            Some("--redact") => {
                "a part is a log, which holds everything; give --redact to `mousetrap report merge`"
                    .to_owned()
            }
            _ => format!("the job itself says what {own} would"),
        }));
    }
    let words = ["mousetrap"]
        .into_iter()
        .chain(command.iter().map(String::as_str));
    program
        .try_get_matches_from(words.chain(["--shard", "1/1", "--resume", "--output", "1.jsonl"]))
        .map_err(|error| {
            let error = error.to_string();
            let first = error.lines().next().unwrap_or_default();
            refused(first.trim_start_matches("error: "))
        })?;
    // These also end a line in YAML 1.1.
    let breaks = |c: char| c.is_control() || "\u{2028}\u{2029}".contains(c);
    let job = Job {
        shards,
        command: command.clone(),
        file: path.display().to_string(),
        image: arguments.image.clone(),
        claim: arguments.claim.clone(),
    };
    if [&job.file, &job.image, &job.claim]
        .into_iter()
        .chain(command)
        .any(|word| word.contains(breaks))
    {
        return Err(Failure::usage(
            "a job is text: no control characters in names",
        ));
    }
    replace_file(path, job.text(scheduler))
        .map_err(|error| Failure::usage(format!("{}: cannot be written: {error}", named(path))))?;
    outln!(
        "{}: {}",
        named(path),
        counted(shards.get() as usize, "part")
    );
    Ok(Status::Expected)
}
