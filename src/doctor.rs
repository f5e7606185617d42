//! `mousetrap doctor`: what this machine has, and what it lacks.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use comfy_table::Table;

use crate::clustered::{Clustered, connect};
use crate::common::{Global, positive};
use crate::failure::{Failure, Status};
use mousetrap_base::printable::{one_line, printable};
use mousetrap_cluster::Address;
use mousetrap_judge::Options;
use mousetrap_judge::attack::{self, Attack, Battery};
use mousetrap_judge::language::{Languages, Probed, probe_anew, toolchains_dir};
use mousetrap_report::counted;
use mousetrap_sandbox::{Accounting, Clock, Isolation, IsolationReport, Sandbox};

/// Tell which toolchains and which isolation this machine has, with remedies
///
/// Exit code 1 if something is missing.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap doctor
  mousetrap doctor --cluster nats://broker   which judge hosts are there, and what can they do?
  mousetrap doctor --attack                  does the sandbox hold on this machine?
  mousetrap doctor --attack --only fork      only attacks that are about forking")]
pub(crate) struct Arguments {
    #[command(flatten)]
    cluster: Clustered,
    /// Judge the attack battery here and show what each attack earns; takes
    /// about two minutes
    #[arg(long)]
    attack: bool,
    /// Only attacks whose file name or description contains this
    #[arg(long, value_name = "TEXT", requires = "attack", default_value = "")]
    only: String,
    /// How often to go through the battery
    #[arg(long, value_name = "N", requires = "attack", default_value = "1",
          value_parser = positive)]
    rounds: NonZeroUsize,
    /// How many workers try each attack at the same time
    #[arg(long, value_name = "N", requires = "attack", default_value = "1",
          value_parser = positive)]
    jobs: NonZeroUsize,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    if arguments.attack {
        return attack(global, arguments);
    }
    if let Some(address) = arguments.cluster.address() {
        return cluster(global, &address);
    }
    let languages = global.languages()?;
    let mut whole = true;
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["language", "id", "toolchain"]);
    let mut remedies = Vec::new();
    let mut missed = Vec::new();
    for language in languages.iter() {
        let state = match probe_anew(language) {
            Probed::Toolchain(toolchain) => {
                if let Some(lacks) = &language.lacks {
                    missed.push(format!("{}: {lacks}", language.name));
                }
                toolchain.version
            }
            Probed::Missing { reason, install } => {
                whole = false;
                remedies.push(install);
                format!("missing: {reason}")
            }
        };
        table.add_row([language.name.clone(), language.id.clone(), state]);
    }
    outln!(
        "Toolchains (installed ones that apt does not know: {})\n",
        toolchains_dir().display()
    );
    outln!("{}", table.trim_fmt());
    if !remedies.is_empty() {
        outln!("\nto install what is missing: mousetrap setup, or one by one:");
        for remedy in remedies {
            outln!("  {remedy}");
        }
    }
    if !missed.is_empty() {
        outln!("\nwhat LeetCode has and these toolchains have not:");
        for line in missed {
            outln!("  {line}");
        }
    }
    match mousetrap_lab::exhaust::geng() {
        Ok(name) => outln!("\n{name} lists graphs for `mousetrap hunt --exhaust`"),
        Err(reason) => outln!("\n`mousetrap hunt --problem 913 --exhaust`: {reason}"),
    }
    outln!("\nIsolation\n");
    match Sandbox::new(Isolation::Full) {
        Ok(mut sandbox) => {
            match mousetrap_sandbox::isolation_report(&mut sandbox) {
                Ok(isolation_report) => {
                    outln!("full isolation works here\n{}", around(&isolation_report));
                    whole &= isolation_report.filter && isolation_report.unprivileged;
                }
                Err(error) => {
                    whole = false;
                    outln!("{error}");
                }
            }
            outln!("{}", describe(&mousetrap_sandbox::accounting()));
            outln!("{}", timed(sandbox.clock(), &languages));
        }
        Err(error) => {
            whole = false;
            outln!("{error}");
        }
    }
    Ok(if whole {
        Status::Expected
    } else {
        Status::Unexpected
    })
}

/// Says which judge hosts are there, what each can do, and what is wrong.
fn cluster(global: &Global, address: &Address) -> Result<Status, Failure> {
    let cluster = connect(address)?;
    let config = global.config()?;
    let (languages, options) = (&config.languages, Options::of(&config));
    // Each announces itself within this time, also one that has just begun.
    std::thread::sleep(std::time::Duration::from_secs(2));
    let (hosts, mut wrong) = (cluster.hosts(), cluster.complaints(languages));
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header([
        "host",
        "busy",
        "isolation",
        "clock",
        "languages",
        "factors",
        "processor",
    ]);
    let named = |name: &str| hosts.iter().filter(|card| card.name == name).count();
    for card in &hosts {
        let mut name = printable(&card.name);
        if named(&card.name) > 1 {
            let id: String = card.id.chars().take(6).collect();
            name = format!("{name} ({})", printable(&id));
            let same = format!(
                "{} hosts are called {}: reports cannot tell them apart; give each a --name of \
                 its own",
                named(&card.name),
                card.name
            );
            if !wrong.contains(&same) {
                wrong.push(same);
            }
        }
        let factors = cluster.factors(card, languages, &options);
        for (language, factor) in &factors {
            let odd = mousetrap_cluster::oddity(*factor);
            wrong.extend(odd.map(|odd| format!("{}: {language} {odd}", card.name)));
        }
        let factors = factors.iter();
        let factors = factors.map(|(language, factor)| format!("{language} × {factor:.2}"));
        let factors = factors.collect::<Vec<_>>().join(", ");
        let clock = serde_json::to_string(&card.clock).unwrap_or_default();
        table.add_row([
            name,
            format!("{} of {}", card.busy, card.jobs),
            card.isolation.clone(),
            clock.trim_matches('"').to_owned(),
            card.languages.keys().cloned().collect::<Vec<_>>().join(" "),
            if factors.is_empty() {
                "none measured yet".to_owned()
            } else {
                factors
            },
            card.machine.get("processor").cloned().unwrap_or_default(),
        ]);
    }
    if hosts.is_empty() {
        wrong.push(
            "no judge host is there; start one with `mousetrap judgehost --cluster …`".to_owned(),
        );
    } else {
        outln!("{}\n", table.trim_fmt());
    }
    match &wrong[..] {
        [] => outln!(
            "nothing is wrong: {} can be given work",
            counted(hosts.len(), "host")
        ),
        wrong => wrong.iter().for_each(|line| outln!("{}", one_line(line))),
    }
    Ok(if wrong.is_empty() {
        Status::Expected
    } else {
        Status::Unexpected
    })
}

/// What keeps runs apart, and what is weaker for what is missing.
fn around(isolation_report: &IsolationReport) -> String {
    let has = |is: bool| if is { "yes" } else { "NO" };
    let landlock = isolation_report.landlock.map_or_else(
        || {
            "none: the read-only mounts are the only fence around files\n  \
             remedy: a kernel with Landlock, named in its lsm= list"
                .to_owned()
        },
        |version| format!("interface version {version}"),
    );
    format!(
        "  namespaces of their own: {}\n  system calls filtered (seccomp): {}\n  \
         no capabilities, no new privileges: {}\n  Landlock: {landlock}",
        isolation_report.namespaces.join(", "),
        has(isolation_report.filter),
        has(isolation_report.unprivileged),
    )
}

/// What limits and measures, what is weaker for it, and the remedy.
fn describe(accounting: &Accounting) -> String {
    match accounting {
        Accounting::GroupsV1 => "limits and figures come from control groups, version 1".to_owned(),
        Accounting::GroupsV2 => "limits and figures come from control groups, version 2".to_owned(),
        Accounting::Processes(reason) => format!(
            "limits and figures come from single processes, since {reason}\n  \
             weaker: memory is sampled, so a short peak may be missed, and processes count per user\n  \
             remedy: run as root, or in a scope of your own: \
             systemd-run --user --scope -p Delegate=yes mousetrap …"
        ),
    }
}

/// Which clock decides, and what it cannot see.
fn timed(clock: Clock, languages: &Languages) -> String {
    let mut text = format!("CPU time comes from the {clock}");
    if let Some(unseen) = clock.unseen() {
        let _ = write!(text, "\n  it cannot see {unseen}");
    }
    let forking = languages.iter().filter(|row| row.needs.run.processes);
    let forking: Vec<&str> = forking.map(|language| language.name.as_str()).collect();
    if clock == Clock::Processes {
        if !forking.is_empty() {
            let _ = write!(text, "\n  so it is weaker for {}", forking.join(", "));
        }
        text += "\n  remedy: control groups as above, or sysctl kernel.perf_event_paranoid=2";
    }
    text
}

/// Judges the battery, one attack after the other.
fn attack(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let languages = global.languages()?;
    let interrupted = AtomicBool::new(false);
    let chosen: Vec<Attack> = attack::attacks()
        .into_iter()
        .filter(|attack| {
            attack.file.contains(&arguments.only) || attack.what.contains(&arguments.only)
        })
        .collect();
    if chosen.is_empty() {
        return Err(Failure::usage(format!(
            "--only \"{}\": no attack has this in its file name or description; without --only \
             all of them are tried and listed",
            printable(&arguments.only)
        )));
    }
    mousetrap_sandbox::adopt_orphans().map_err(Failure::internal)?;
    let battery =
        Battery::new(&languages, &interrupted, arguments.jobs).map_err(Failure::internal)?;
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["attack", "file", "must earn", "earned", "afterwards"]);
    let (mut tried, mut untried, mut failed) = (0, 0, 0);
    for round in 1..=arguments.rounds.get() {
        for attack in &chosen {
            let outcome = battery
                .run(attack)
                .map_err(|error| Failure::internal(format!("{}: {error}", attack.file)))?;
            *(if outcome.tried {
                &mut tried
            } else {
                &mut untried
            }) += 1;
            let held = outcome.wrong.is_empty();
            failed += u32::from(!held);
            if held && round > 1 {
                continue;
            }
            let afterwards = match (held, outcome.tried) {
                (true, true) => "clean; the next run was unaffected".to_owned(),
                (true, false) => "nothing left".to_owned(),
                (false, _) => format!("FAILED in round {round}: {}", outcome.wrong.join("; ")),
            };
            table.add_row([
                attack.what.clone(),
                attack.file.clone(),
                battery.expects(attack).0.to_owned(),
                excerpt(&outcome.earned),
                one_line(&afterwards),
            ]);
        }
    }
    outln!("{}", table.trim_fmt());
    let verdict = match failed {
        0 => "all held".to_owned(),
        count => format!("{count} did NOT hold"),
    };
    let tried = counted(tried, "attack");
    outln!("\n{tried} tried, {untried} not tried, {verdict}");
    Ok(if failed == 0 {
        Status::Expected
    } else {
        Status::Unexpected
    })
}

/// As much of a reason as fits into a table.
fn excerpt(reason: &str) -> String {
    const WIDTH: usize = 70;
    let reason = one_line(reason);
    match reason.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &reason[..end]),
        None => reason,
    }
}
