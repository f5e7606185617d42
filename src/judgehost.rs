//! `mousetrap judgehost`: a machine that judges for others.

use std::num::NonZeroUsize;

use crate::clustered::{Clustered, lab, say};
use crate::common::{Global, choice, interruption, positive};
use crate::failure::{Failure, Status};
use crate::references::references;
use mousetrap_cluster::{Judgehost, Setup};
use mousetrap_judge::Options;
use mousetrap_report::{Facts, counted};
use mousetrap_sandbox::Isolation;

/// Characters of a name.
const LONGEST: usize = 64;

/// Judge for those who ask through a NATS server, until Ctrl-C
///
/// Also searches for them: `stress`, `strength --source` and `hunt` with --cluster.
/// Submissions and suites come from who asks, verdicts and finds go there; nothing is
/// kept here but what is compiled. Needs the same build of Mousetrap as who asks.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap judgehost --cluster nats://broker
  mousetrap judgehost --cluster tls://broker --cluster-ca ca.pem --cluster-credentials host.txt

Exit codes: 2 bad usage, 3 the server cannot be reached or nothing can be isolated
here, 130 told to stop; what was begun goes to other hosts.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    cluster: Clustered,
    /// Submissions that are judged at a time [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = positive)]
    jobs: Option<NonZeroUsize>,
    /// What this machine is called [default: its host name]
    #[arg(long, value_name = "NAME", value_parser = named)]
    name: Option<String>,
    /// How submissions are kept away from this machine; "none" is for code
    /// that you trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    isolation: Isolation,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let Some(address) = arguments.cluster.address() else {
        return Err(Failure::usage(
            "whom to judge for? name the NATS server, as in --cluster nats://broker",
        ));
    };
    let most = mousetrap_cluster::MOST_JOBS;
    if let Some(jobs) = arguments.jobs
        && jobs.get() > most
    {
        let jobs = jobs.get();
        return Err(Failure::usage(format!(
            "--jobs {jobs}: a host is given at most {most} submissions at a time"
        )));
    }
    let config = global.config()?;
    let options = Options::of(&config).with_jobs(arguments.jobs);
    let jobs = NonZeroUsize::new(options.jobs()).unwrap_or(NonZeroUsize::MIN);
    let machine = Facts::of_this_machine().machine;
    let interrupted = interruption()?;
    mousetrap_judge::hide_project(&config.root);
    let runner = lab(&config);
    let setup = Setup {
        runner,
        name: arguments.name.clone().unwrap_or_else(host_name),
        jobs,
        isolation: arguments.isolation,
        languages: config.languages,
        judge: config.judge,
        machine,
        references: references(),
        clock: clock(),
        say,
        verbose: global.verbose,
    };
    let host = Judgehost::connect(&address, setup).map_err(Failure::cluster)?;
    let card = host.card();
    say(&format!(
        "{} judges for {}: {} at a time, {}",
        card.name,
        address.servers,
        counted(card.jobs, "submission"),
        counted(card.languages.len(), "language"),
    ));
    host.serve(&interrupted).map_err(Failure::internal)?;
    Ok(Status::Interrupted)
}

/// How fast its clock goes: tests make hosts slow by it.
fn clock() -> f64 {
    let set = cfg!(feature = "all-tests").then(|| std::env::var("MOUSETRAP_TEST_CLOCK"));
    let set = set.and_then(Result::ok);
    set.and_then(|text| text.parse().ok()).unwrap_or(1.0)
}

/// A name that fits into a line of everybody who asks.
fn named(name: &str) -> Result<String, String> {
    let is_plain = mousetrap_base::printable::one_line(name) == name;
    if name.trim().is_empty() || !is_plain || name.chars().count() > LONGEST {
        return Err(format!(
            "a name has 1 to {LONGEST} characters, all of which can be seen"
        ));
    }
    Ok(name.to_owned())
}

fn host_name() -> String {
    let name = rustix::system::uname();
    name.nodename().to_string_lossy().into_owned()
}
