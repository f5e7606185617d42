//! `mousetrap doctor`: what this machine has, and what it lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use comfy_table::Table;

use crate::cli::common::{Global, positive};
use crate::cli::failure::{Failure, Status};
use crate::teach::serve::database;
use cat_and_mouse::Game;
use mousetrap_judge::attack::{self, Attack, AttackStatus, Battery};
use mousetrap_judge::probe_again;
use mousetrap_languages::{Languages, Probed, toolchains_dir};
use mousetrap_model::{Clock, Message};
use mousetrap_report::counted;
use mousetrap_sandbox::{Accounting, Isolation, IsolationReport, Sandbox};
use mousetrap_service::{QueueStatus, TaskStatus};
use mousetrap_util::printable::{one_line, printable};

/// Check the toolchains and the isolation of this machine
///
/// Exit codes: 0 if nothing is missing, 1 otherwise. With --attack: 0 if the
/// sandbox held against every attack; 1 if it did not hold, or if an attack was
/// skipped without --allow-skipped. In both modes: 2 for bad usage or
/// configuration, 3 for an internal error.
#[derive(Debug, clap::Args)]
#[expect(clippy::doc_markdown, reason = "help is plain text")]
#[command(after_help = "Examples:
  mousetrap doctor
  mousetrap doctor --database-file url       which workers are there, why do tasks wait?
  mousetrap doctor --attack                  does the sandbox hold on this machine?
  mousetrap doctor --attack --quick          one attack on each language's driver, not all
  mousetrap doctor --attack --only fork      only attacks that are about forking
  mousetrap doctor --attack --only driver:   only attacks on the drivers of languages")]
pub(crate) struct Arguments {
    /// Show the workers of the service and why its tasks wait, from PostgreSQL, whose URL is
    /// in this file
    #[arg(long, value_name = "FILE", conflicts_with = "attack")]
    database_file: Option<PathBuf>,
    /// Judge the attack battery here and show what each attack earns; takes
    /// several minutes
    #[arg(long)]
    attack: bool,
    /// Of the attacks on the driver of each language, only the first
    #[arg(long, requires = "attack")]
    quick: bool,
    /// Exit with 0 even if attacks were skipped because a toolchain is missing
    #[arg(long, requires = "attack")]
    allow_skipped: bool,
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
    if let Some(file) = &arguments.database_file {
        return queue(file);
    }
    let languages = global.languages()?;
    let mut whole = true;
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["language", "id", "toolchain"]);
    let mut remedies = Vec::new();
    let mut missed = Vec::new();
    for language in languages.iter() {
        let state = match probe_again(language) {
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
        table.add_row([&language.name, &language.id, &state].map(|text| one_line(text)));
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

/// Shows the workers that share a database, and why tasks wait.
fn queue(file: &Path) -> Result<Status, Failure> {
    let url = database(Some(file))?.unwrap_or_default();
    let status = QueueStatus::read(&url).map_err(Failure::usage)?;
    let languages = Languages::embedded();
    let mut workers = Table::new();
    workers.load_style(comfy_table::presets::NOTHING);
    workers.set_header(["worker", "build", "isolation", "clock", "busy", "seen"]);
    for worker in &status.workers {
        let busy = format!("{} of {}", worker.busy, worker.jobs);
        let seen = if worker.pause_ms > 0 { "paused, " } else { "" };
        let seen = format!("{seen}{} s ago", worker.seen_seconds);
        let (isolation, clock) = (&*worker.isolation, &*worker.clock);
        let row = [&worker.name, worker.short_build(), isolation, clock];
        workers.add_row(
            row.map(|text| one_line(text))
                .into_iter()
                .chain([busy, seen]),
        );
    }
    outln!("Workers: {}", status.workers.len());
    if !status.workers.is_empty() {
        outln!("\n{}", workers.trim_fmt());
    }
    for worker in &status.workers {
        let toolchains = worker.toolchains().iter().map(|(id, toolchain)| {
            let speed = toolchain.speed.map(|speed| format!(" ×{speed:.2}"));
            let language = languages.by_id(id).map_or(id, |it| &it.name);
            format!(
                "{language} {}{}",
                toolchain.version,
                speed.unwrap_or_default()
            )
        });
        let toolchains: Vec<_> = toolchains
            .map(|line| format!("\n  {}", one_line(&line)))
            .collect();
        outln!(
            "\n{}: toolchains and speed factors{}",
            one_line(&worker.name),
            toolchains.concat()
        );
    }
    let waiting = status.tasks.iter().filter(|it| it.reason.is_some());
    outln!("\nWaiting tasks: {}", waiting.clone().count());
    for TaskStatus { task, reason, .. } in waiting {
        let (room, problem, language) = (&task.room, &task.problem, &task.language);
        let reason = reason.as_ref().map_or_else(String::new, Message::to_string);
        let text = format!(
            "{} ({room}, {problem}, {language}): {reason}",
            task.submission
        );
        outln!("  {}", one_line(&text));
    }
    let is_blocked = status.tasks.iter().any(TaskStatus::is_blocked);
    Ok(if is_blocked || status.workers.is_empty() {
        Status::Unexpected
    } else {
        Status::Expected
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
    let mut chosen: Vec<Attack> = attack::attacks()
        .into_iter()
        .filter(|attack| {
            attack.file.contains(&arguments.only) || attack.what.contains(&arguments.only)
        })
        .collect();
    if arguments.quick {
        let mut drivers = BTreeSet::new();
        chosen.retain(|attack| {
            let driver = attack.driver().map(str::to_owned);
            driver.is_none_or(|driver| drivers.insert(driver))
        });
    }
    if chosen.is_empty() {
        return Err(Failure::usage(format!(
            "--only \"{}\": no attack has this in its file name or description; without --only \
             all of them are tried and listed",
            printable(&arguments.only)
        )));
    }
    mousetrap_sandbox::adopt_orphans().map_err(Failure::internal)?;
    let battery = Battery::new(&languages, Game::problems(), &interrupted, arguments.jobs)
        .map_err(Failure::internal)?;
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["attack", "file", "must earn", "earned", "afterwards"]);
    let (mut held, mut failed) = (0, 0);
    let mut skipped = BTreeMap::new();
    for round in 1..=arguments.rounds.get() {
        for attack in &chosen {
            let outcome = battery
                .run(attack)
                .map_err(|error| Failure::internal(format!("{}: {error}", attack.file)))?;
            let afterwards = match outcome.status {
                AttackStatus::Failed(wrong) => {
                    failed += 1;
                    format!("FAILED in round {round}: {}", wrong.join("; "))
                }
                AttackStatus::Skipped(reason) => {
                    if skipped.insert(&attack.file, reason).is_some() || global.quiet {
                        continue;
                    }
                    "SKIPPED".to_owned()
                }
                AttackStatus::Held => {
                    held += 1;
                    if round > 1 || global.quiet {
                        continue;
                    }
                    "clean; the next run was unaffected".to_owned()
                }
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
    let incomplete = !skipped.is_empty() && !arguments.allow_skipped;
    if !global.quiet || failed > 0 {
        outln!("{}", table.trim_fmt());
    }
    if !global.quiet || failed > 0 || incomplete {
        let held = counted(held, "attack");
        outln!("\n{held} held, {failed} failed, {} skipped", skipped.len());
        for (file, reason) in &skipped {
            outln!("  skipped {file}: {}", one_line(reason));
        }
    }
    if incomplete {
        errln!(
            "error: {} skipped; install the missing toolchains with mousetrap setup, or accept \
             this with --allow-skipped",
            counted(skipped.len(), "attack")
        );
    }
    Ok(if failed == 0 && !incomplete {
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
