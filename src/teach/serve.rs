//! `mousetrap serve`: runs the judge as a service.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::value_parser;
use console::Term;

use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::teach::service::{database_url, warn, worker_settings};
use mousetrap_judge::config::Config;
use mousetrap_sandbox::Isolation;
use mousetrap_service::{Settings, WorkerSettings, backup, init_logging, parse_origin, serve};
use mousetrap_util::printable::escape_path;
use mousetrap_util::user_directory;

/// The participants of the demo room, with their submissions.
const DEMO_PARTICIPANTS: [(&str, &str); 2] = [
    (
        "Ada",
        include_str!("../../solutions/1728/accepted/mouse_sets.py"),
    ),
    (
        "Bob",
        include_str!("../../solutions/1728/wrong_answer/degrees_without_staying.py"),
    ),
];

/// Serve rooms in which participants submit in a browser
///
/// Prints the owner's link. If standard output is not a terminal, prints the path of the file that
/// contains the link's secret instead. Open the link, create a room, and send the room's link to
/// the participants. All data is stored in one file in the --data directory. Ctrl-C stops the
/// server; the next start continues with the submissions that are not judged yet.
#[derive(Debug, clap::Args)]
#[expect(clippy::doc_markdown, reason = "help is plain text")]
#[command(after_help = "Examples:
  mousetrap serve
  mousetrap serve --demo                   create a demo room with two participants
  mousetrap serve --listen 127.0.0.1:9000 --data /srv/judge
  mousetrap serve --backup monday.db       copy the data while the server runs

Exit codes: 0 stopped, 2 bad usage or configuration, 3 internal error.")]
pub(crate) struct Arguments {
    /// The address to listen on; to make the server reachable from other machines, use a reverse
    /// proxy with TLS
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8913", value_parser = parse_listen_address)]
    listen: SocketAddr,
    /// The directory for the data [default: mousetrap in the user's data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The URL by which browsers reach the service behind a reverse proxy, such as
    /// https://judge.example
    #[arg(long, value_name = "URL", value_parser = parse_origin)]
    public_url: Option<String>,
    /// Store the data in the PostgreSQL database whose URL is in this file [default: the URL in
    /// MOUSETRAP_DATABASE, or else a file in the --data directory]
    #[arg(long, value_name = "FILE")]
    database_file: Option<PathBuf>,
    /// Also print a token for the API
    #[arg(long)]
    print_token: bool,
    /// Log requests and errors to standard error, as JSON lines
    #[arg(long)]
    log: bool,
    /// Create a demo room with two participants, one with a correct and one with an incorrect
    /// submission, and print their links
    #[arg(long)]
    demo: bool,
    /// Copy the data to this file and exit; the server may be running
    #[arg(long, value_name = "FILE", conflicts_with_all = ["print_token", "demo"])]
    backup: Option<PathBuf>,
    /// Maximum number of submissions judged at the same time; 0 leaves all judging to `mousetrap
    /// worker` [default: the number of cores minus one]
    #[arg(long, short, value_name = "N", value_parser = value_parser!(u16).range(..=MAX_JOBS))]
    jobs: Option<u16>,
}

fn parse_listen_address(text: &str) -> Result<SocketAddr, &'static str> {
    const ADDRESS_SYNTAX: &str = "give an IP address and a port, such as 127.0.0.1:8913 to serve only this \
                        machine, or 0.0.0.0:8913 to serve other machines as well";
    text.parse().map_err(|_| ADDRESS_SYNTAX)
}

/// Maximum value of `--jobs`. Each job requires a thread with a sandbox.
pub(crate) const MAX_JOBS: i64 = 1024;

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let default = || Some(user_directory("XDG_DATA_HOME", ".local/share")?.join("mousetrap"));
    let data = arguments.data.clone().or_else(default).ok_or_else(|| {
        Failure::usage_error("cannot determine your home directory; use --data DIR")
    })?;
    if let Some(to) = &arguments.backup {
        if database_url(arguments.database_file.as_deref())?.is_some() {
            return Err(Failure::usage_error(
                "--backup works only if the data are in a file, but they are in PostgreSQL \
                 (MOUSETRAP_DATABASE or --database-file); use pg_dump, and copy the file owner-link \
                 in the directory of --data",
            ));
        }
        backup(&data, to).map_err(Failure::usage_error)?;
        outln!("copied to {}", escape_path(to));
        return Ok(ExitStatus::Expected);
    }
    // The configuration is needed until the process ends, so leaking it is harmless.
    let config: &Config = Box::leak(Box::new(global.read_config()?));
    let (listen, is_logged) = (arguments.listen, arguments.log);
    init_logging(is_logged);
    for (applies, text) in [
        (
            arguments.public_url.is_none() && !listen.ip().is_loopback(),
            "other machines can reach this server, but connections are not encrypted, so links, \
             logins and sources can be read on the way. Listen on 127.0.0.1 behind a reverse proxy \
             with TLS, and give --public-url",
        ),
        (
            arguments.public_url.is_none() && listen.ip().is_unspecified(),
            "open the owner's link with the name or address of this machine instead of 127.0.0.1; \
             then other machines can use the links on your pages",
        ),
        (
            global.isolation == Isolation::None,
            "with --isolation none, submissions run as your user and can read and change \
             everything that you can; use it only for code that you trust",
        ),
    ] {
        if applies {
            warn(is_logged, text);
        }
    }
    let database = database_url(arguments.database_file.as_deref())?;
    if arguments.jobs == Some(0) && database.is_none() {
        return Err(Failure::usage_error(
            "with --jobs 0, all judging is left to workers, which need PostgreSQL; give --database-file \
             FILE or set MOUSETRAP_DATABASE, or else use at least --jobs 1",
        ));
    }
    let worker = worker_settings(global, &config.languages, is_logged);
    let settings = Settings {
        worker: WorkerSettings {
            jobs: (arguments.jobs).map_or((worker.jobs - 1).max(1), usize::from),
            ..worker
        },
        listen,
        public: arguments.public_url.clone(),
        data,
        database,
        config,
        token: arguments.print_token,
        demo: if arguments.demo {
            &DEMO_PARTICIPANTS
        } else {
            &[]
        },
    };
    serve(settings, |ready| {
        if ready.owner_replaced {
            let text = "the owner's link has changed; the earlier link and its logins no longer work";
            warn(is_logged, text);
        }
        // Output that does not go to a terminal is often stored, for example in a journal, so it
        // must not contain the link.
        if Term::stdout().is_term() {
            outln!(
                "{} is ready; the owner's link:\n{}",
                ready.origin,
                ready.owner
            );
        } else {
            outln!(
                "{origin} is ready; the owner's link is {origin}/enter/ followed by the content of {}",
                escape_path(&ready.owner_file),
                origin = ready.origin
            );
        }
        if let Some(token) = &ready.token {
            outln!("a token for the API, which is shown only once:\n{token}");
        }
        if let Some(demo) = &ready.demo {
            outln!("the demo room; to join it, open\n{}", demo.invitation);
            for (name, link) in &demo.participants {
                outln!("to see the room as {name}, open\n{link}");
            }
        }
    })
    .map_err(Failure::usage_error)?;
    Ok(ExitStatus::Expected)
}
