//! `mousetrap serve`: the judge as a service.

use std::net::SocketAddr;
use std::path::PathBuf;

use console::Term;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use crate::teach::service::{database, warn, worker_settings};
use mousetrap_judge::config::Config;
use mousetrap_sandbox::Isolation;
use mousetrap_service::{Settings, WorkerSettings, backup, origin, serve, start_log};
use mousetrap_util::printable::named;
use mousetrap_util::user_directory;

/// Who is in the room to look around, and what they submit.
const DEMO: [(&str, &str); 2] = [
    (
        "Ada",
        include_str!("../../solutions/1728/accepted/mouse_sets.py"),
    ),
    (
        "Bob",
        include_str!("../../solutions/1728/wrong_answer/degrees_without_staying.py"),
    ),
];

/// Serve rooms in which others submit in a browser
///
/// Prints the owner's link on a terminal; elsewhere it names the file with the link's
/// secret. Open the link, make a room, and send the room's link to participants. All is kept in one file below --data; Ctrl-C stops it, and the next
/// start goes on with what is not judged yet.
#[derive(Debug, clap::Args)]
#[expect(clippy::doc_markdown, reason = "help is plain text")]
#[command(after_help = "Examples:
  mousetrap serve
  mousetrap serve --demo                   a room with somebody in it, to look around
  mousetrap serve --listen 127.0.0.1:9000 --data /srv/judge
  mousetrap serve --backup monday.db       a copy of the data, while it runs

Exit codes: 0 stopped, 2 bad usage or configuration, 3 internal error.")]
pub(crate) struct Arguments {
    /// Where to listen; other machines reach it through a reverse proxy with TLS
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8913", value_parser = listen)]
    listen: SocketAddr,
    /// The directory of the data [default: mousetrap in the user's data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// What browsers call the service, behind a reverse proxy: https://judge.example
    #[arg(long, value_name = "URL", value_parser = origin)]
    public_url: Option<String>,
    /// Keep the data in PostgreSQL, whose URL is in this file [default: the URL in
    /// MOUSETRAP_DATABASE, else a file below --data]
    #[arg(long, value_name = "FILE")]
    database_file: Option<PathBuf>,
    /// Print a token for the API, too
    #[arg(long)]
    print_token: bool,
    /// Log requests and what goes wrong to standard error, in lines of JSON
    #[arg(long)]
    log: bool,
    /// Make a room with two participants, one right and one wrong, and print their links
    #[arg(long)]
    demo: bool,
    /// Copy the data to this file, while a server may be running, and end
    #[arg(long, value_name = "FILE", conflicts_with_all = ["print_token", "demo"])]
    backup: Option<PathBuf>,
    /// Submissions judged at a time; 0 leaves all judging to `mousetrap worker`
    /// [default: one per core, less one for pages]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
}

fn listen(text: &str) -> Result<SocketAddr, &'static str> {
    const RULE: &str = "give an IP address and a port: 127.0.0.1:8913 for this machine alone, \
                        0.0.0.0:8913 for others, too";
    text.parse().map_err(|_| RULE)
}

/// Maximum number of submissions judged at a time. Each needs a thread with a sandbox.
const MAX_JOBS: usize = 1024;

pub(crate) fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ ..=MAX_JOBS) => Ok(jobs),
        _ => Err(format!("it must be a number from 0 to {MAX_JOBS}")),
    }
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let data = arguments.data.clone().map_or_else(data, Ok)?;
    if let Some(to) = &arguments.backup {
        if database(arguments.database_file.as_deref())?.is_some() {
            return Err(Failure::usage(
                "--backup copies a file of data, and here the data are in PostgreSQL \
                 (MOUSETRAP_DATABASE or --database-file): copy them with pg_dump, and the file \
                 owner-link in the directory of --data",
            ));
        }
        backup(&data, to).map_err(Failure::usage)?;
        outln!("copied to {}", named(to));
        return Ok(Status::Expected);
    }
    // It is needed for as long as the process lives.
    let config: &Config = Box::leak(Box::new(global.config()?));
    let (listen, is_logged) = (arguments.listen, arguments.log);
    start_log(is_logged);
    for (applies, text) in [
        (
            arguments.public_url.is_none() && !listen.ip().is_loopback(),
            "others can reach this server, and what they send is not encrypted: links, sessions and \
             sources. Listen on 127.0.0.1, put a reverse proxy with TLS before it, and give \
             --public-url",
        ),
        (
            arguments.public_url.is_none() && listen.ip().is_unspecified(),
            "enter by the name or address of this machine instead of 127.0.0.1; then the links on \
             your pages are for others",
        ),
        (
            global.isolation == Isolation::None,
            "with --isolation none, submissions run as your user, and read and change what you \
             can; use it only for code that you trust",
        ),
    ] {
        if applies {
            warn(is_logged, text);
        }
    }
    let database = database(arguments.database_file.as_deref())?;
    if arguments.jobs == Some(0) && database.is_none() {
        return Err(Failure::usage(
            "with --jobs 0, workers on other machines judge, and they need PostgreSQL; give \
             --database-file FILE or MOUSETRAP_DATABASE, or at least --jobs 1",
        ));
    }
    let worker = worker_settings(global, &config.languages, is_logged);
    let settings = Settings {
        worker: WorkerSettings {
            jobs: arguments.jobs.unwrap_or((worker.jobs - 1).max(1)),
            ..worker
        },
        listen,
        public: arguments.public_url.clone(),
        data,
        database,
        config,
        token: arguments.print_token,
        demo: if arguments.demo { &DEMO } else { &[] },
    };
    serve(settings, |ready| {
        if ready.owner_replaced {
            let text = "the owner's link has changed; the earlier one and its logins no longer work";
            warn(is_logged, text);
        }
        // Output that is not read at once is often kept, for example in a journal.
        if Term::stdout().is_term() {
            outln!(
                "{} is open; the owner's link:\n{}",
                ready.origin,
                ready.owner
            );
        } else {
            outln!(
                "{origin} is open; the owner's link is {origin}/enter/ followed by the content of {}",
                named(&ready.owner_file),
                origin = ready.origin
            );
        }
        if let Some(token) = &ready.token {
            outln!("a token for the API, shown this once:\n{token}");
        }
        if let Some(demo) = &ready.demo {
            outln!("a room to look around; to join it:\n{}", demo.invitation);
            for (name, link) in &demo.participants {
                outln!("to be {name}:\n{link}");
            }
        }
    })
    .map_err(Failure::usage)?;
    Ok(Status::Expected)
}

/// `$XDG_DATA_HOME/mousetrap`, else `~/.local/share/mousetrap`.
fn data() -> Result<PathBuf, Failure> {
    let base = user_directory("XDG_DATA_HOME", ".local/share");
    let base = base.ok_or_else(|| Failure::usage("there is no home directory; give --data DIR"))?;
    Ok(base.join("mousetrap"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_above_the_maximum_are_refused() {
        assert_eq!((jobs("0"), jobs("1024")), (Ok(0), Ok(1024)));
        for wrong in ["-1", "1025", "99999", "x"] {
            assert!(jobs(wrong).is_err(), "{wrong}");
        }
    }
}
