//! `mousetrap serve`: the judge as a service.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crate::common::{Global, choice};
use crate::failure::{Failure, Status};
use mousetrap_judge::{Options, Threads};
use mousetrap_sandbox::Isolation;
use mousetrap_service::{Settings, serve};

/// Serve rooms in which others submit and watch, in a browser
///
/// Prints the owner's link: open it, make a room, and send its link to those who
/// are to join. All is kept in one file below --data; Ctrl-C stops it, and the next
/// start goes on with what is not judged yet.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap serve
  mousetrap serve --listen 127.0.0.1:9000 --data /srv/judge

Exit codes: 0 stopped, 2 bad usage or configuration, 3 internal error.")]
pub(crate) struct Arguments {
    /// Where to listen; other machines reach it through a reverse proxy with TLS
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8913")]
    listen: SocketAddr,
    /// The directory of the data [default: mousetrap in the user's data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// What browsers call the service, behind a reverse proxy: https://judge.example
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Submissions judged at a time [default: one per core, less one for pages]
    #[arg(long, short, value_name = "N", value_parser = crate::common::positive)]
    jobs: Option<NonZeroUsize>,
    /// How submissions are kept away from this machine; "none" is for code
    /// that you trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    isolation: Isolation,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    // It is needed for as long as the process lives.
    let config = Box::leak(Box::new(global.config()?));
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut options = Options::of(config)
        .isolated(arguments.isolation)
        .with_jobs(NonZeroUsize::new(1));
    options.sanitizers = config.judge.sanitizers;
    let settings = Settings {
        listen: arguments.listen,
        public: arguments.public_url.clone(),
        data: arguments.data.clone().map_or_else(data, Ok)?,
        database: None,
        config,
        engine: Arc::new(Threads::default()),
        options,
        workers: arguments.jobs.map_or((cores - 1).max(1), NonZeroUsize::get),
    };
    serve(settings, |ready| {
        outln!(
            "{} is open; the owner's link:\n{}",
            ready.origin,
            ready.owner
        );
    })
    .map_err(Failure::usage)?;
    Ok(Status::Expected)
}

/// `$XDG_DATA_HOME/mousetrap`, else `~/.local/share/mousetrap`.
fn data() -> Result<PathBuf, Failure> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = variable("XDG_DATA_HOME").map(PathBuf::from);
    let base =
        base.or_else(|| variable("HOME").map(|home| PathBuf::from(home).join(".local/share")));
    let base = base.ok_or_else(|| Failure::usage("there is no home directory; give --data DIR"))?;
    Ok(base.join("mousetrap"))
}
