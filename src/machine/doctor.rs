//! `mousetrap doctor`: what this machine has, and what it lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use crate::cli::out;
use cat_and_mouse::Game;
use mousetrap_judge::attack::{self, Attack, AttackStatus, Battery};
use mousetrap_languages::{Languages, Probed, probe_again, toolchains_dir};
use mousetrap_model::Clock;
use mousetrap_report::counted;
use mousetrap_sandbox::{Isolation, IsolationReport, Sandbox, SandboxError};
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
    #[arg(long, help_heading = "Attack battery")]
    attack: bool,
    /// Try only the first attack on the driver of each language
    #[arg(long, requires = "attack", help_heading = "Attack battery")]
    quick: bool,
    /// Only attacks whose file name or description contains this
    #[arg(
        long,
        value_name = "TEXT",
        requires = "attack",
        default_value = "",
        help_heading = "Attack battery"
    )]
    only: String,
    /// Exit with 0 even if attacks were skipped because a toolchain is missing
    #[arg(long, requires = "attack", help_heading = "Attack battery")]
    allow_skipped: bool,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    if arguments.attack {
        return attack(global, arguments);
    }
    if let Some(file) = &arguments.database_file {
        return super::queue::run(file);
    }
    let languages = global.languages()?;
    let has_toolchains = toolchains(&languages);
    outln!("\nIsolation\n");
    let is_isolated = isolation(&languages).unwrap_or_else(|error| {
        outln!("{error}");
        false
    });
    Ok(Status::expected_if(has_toolchains && is_isolated))
}

/// Prints the toolchains. Returns whether none is missing.
fn toolchains(languages: &Languages) -> bool {
    let mut table = out::table(["language", "id", "toolchain"]);
    let (mut remedies, mut lacking) = (Vec::new(), Vec::new());
    for language in languages.iter() {
        let state = match probe_again(language) {
            Probed::Toolchain(toolchain) => {
                let lacks = language.lacks.as_ref();
                lacking.extend(lacks.map(|lacks| format!("{}: {lacks}", language.name)));
                toolchain.version
            }
            Probed::Missing { reason, install } => {
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
    for (heading, lines) in [
        (
            "to install what is missing: mousetrap setup, or one by one:",
            &remedies,
        ),
        ("what LeetCode has and these toolchains have not:", &lacking),
    ] {
        if !lines.is_empty() {
            outln!("\n{heading}\n  {}", lines.join("\n  "));
        }
    }
    remedies.is_empty()
}

/// Prints the isolation of this machine. Returns whether it is complete.
fn isolation(languages: &Languages) -> Result<bool, SandboxError> {
    let mut sandbox = Sandbox::new(Isolation::Full)?;
    let is_complete = match mousetrap_sandbox::isolation_report(&mut sandbox) {
        Ok(report) => {
            outln!("full isolation works here\n{}", protections(&report));
            report.filter && report.unprivileged
        }
        Err(error) => {
            outln!("{error}");
            false
        }
    };
    outln!("{}", accounting());
    outln!("{}", clock(sandbox.clock(), languages));
    Ok(is_complete)
}

/// What keeps runs apart, and what is weaker if a part is missing.
fn protections(report: &IsolationReport) -> String {
    let yes = |is: bool| if is { "yes" } else { "NO" };
    let landlock = report.landlock.map_or_else(
        || {
            "none: only the read-only mounts protect files\n  \
             remedy: a kernel with Landlock, named in its lsm= list"
                .to_owned()
        },
        |version| format!("interface version {version}"),
    );
    format!(
        "  namespaces of their own: {}\n  system calls filtered (seccomp): {}\n  \
         no capabilities, no new privileges: {}\n  Landlock: {landlock}",
        report.namespaces.join(", "),
        yes(report.filter),
        yes(report.unprivileged),
    )
}

/// What limits and measures runs, and without control groups what is weaker, with the remedy.
fn accounting() -> String {
    match mousetrap_sandbox::cgroup_version() {
        Ok(version) => {
            format!("limits and figures come from control groups, version {version}")
        }
        Err(reason) => format!(
            "limits and figures come from single processes, since {reason}\n  \
             weaker: memory is sampled, so a short peak may be missed, and processes count per user\n  \
             remedy: run as root, or in a scope of your own: \
             systemd-run --user --scope -p Delegate=yes mousetrap …"
        ),
    }
}

/// Which clock measures CPU time, and what it cannot see.
fn clock(clock: Clock, languages: &Languages) -> String {
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
    let chosen = chosen(arguments);
    if chosen.is_empty() {
        return Err(Failure::usage(format!(
            "--only \"{}\": no attack has this in its file name or description; without --only \
             all of them are tried and listed",
            printable(&arguments.only)
        )));
    }
    mousetrap_sandbox::adopt_orphans().map_err(Failure::internal)?;
    let battery =
        Battery::new(&languages, Game::problems(), &interrupted).map_err(Failure::internal)?;
    let mut table = out::table(["attack", "file", "must earn", "earned", "afterwards"]);
    let (mut held, mut failed) = (0, 0);
    let mut skipped = BTreeMap::new();
    for attack in &chosen {
        let outcome = battery
            .run(attack)
            .map_err(|error| Failure::internal(format!("{}: {error}", attack.file)))?;
        let afterwards = match outcome.status {
            AttackStatus::Failed(wrong) => {
                failed += 1;
                format!("FAILED: {}", wrong.join("; "))
            }
            AttackStatus::Skipped(reason) => {
                skipped.insert(&attack.file, reason);
                "SKIPPED".to_owned()
            }
            AttackStatus::Held => {
                held += 1;
                "clean; the next run was unaffected".to_owned()
            }
        };
        if global.quiet && !afterwards.starts_with("FAILED") {
            continue;
        }
        table.add_row([
            attack.what.clone(),
            attack.file.clone(),
            battery.expects(attack).0.to_owned(),
            excerpt(&outcome.earned),
            one_line(&afterwards),
        ]);
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
    Ok(Status::expected_if(failed == 0 && !incomplete))
}

/// The attacks that `--only` and `--quick` choose.
fn chosen(arguments: &Arguments) -> Vec<Attack> {
    let only = &arguments.only;
    let mut chosen = attack::attacks();
    chosen.retain(|attack| attack.file.contains(only) || attack.what.contains(only));
    let mut drivers = BTreeSet::new();
    chosen.retain(|attack| {
        let driver = attack.driver().filter(|_| arguments.quick);
        driver.is_none_or(|driver| drivers.insert(driver.to_owned()))
    });
    chosen
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
