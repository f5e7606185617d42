//! `mousetrap doctor`: checks the toolchains and the isolation of this machine.

use std::fmt::Write as _;

use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus};
use crate::cli::output;
use crate::machine::attack;
use mousetrap_languages::{Languages, probe_uncached, toolchains_dir};
use mousetrap_model::Clock;
use mousetrap_sandbox::{Isolation, IsolationReport, Sandbox, SandboxError};
use mousetrap_util::printable::escape_line;

/// Check the toolchains and the isolation of this machine
///
/// The exit code is 0 if nothing is missing, and 1 otherwise. With --attack, the exit code is 0 if
/// the sandbox withstood every attack, and 1 if it did not or if an attack was skipped. With or
/// without --attack, the exit code is 2 for incorrect usage or configuration, and 3 for an internal
/// error.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Attack battery")]
#[command(after_help = "Examples:
  mousetrap doctor
  mousetrap doctor --attack                  test the sandbox with hostile submissions
  mousetrap doctor --attack --quick          one attack on each language's driver, not all
  mousetrap doctor --attack --only fork      only attacks by forking
  mousetrap doctor --attack --only driver:   only attacks on the drivers of languages")]
pub(crate) struct Arguments {
    /// Run the attack battery, a set of hostile submissions, and show the verdict on each; takes
    /// several minutes
    #[arg(long)]
    attack: bool,
    /// Judge only the first attack on each language's driver
    #[arg(long, requires = "attack")]
    quick: bool,
    /// Judge only attacks whose file name or description contains this text
    #[arg(long, value_name = "TEXT", requires = "attack", default_value = "")]
    only: String,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    if arguments.attack {
        return attack::run(global, &arguments.only, arguments.quick);
    }
    let languages = global.read_config()?.languages;
    let has_toolchains = print_toolchains(&languages);
    outln!("\nIsolation\n");
    let is_isolated = print_isolation(&languages).unwrap_or_else(|error| {
        outln!("{error}");
        false
    });
    Ok(ExitStatus::from_is_expected(has_toolchains && is_isolated))
}

/// Prints the toolchains. Returns whether all toolchains are installed.
fn print_toolchains(languages: &Languages) -> bool {
    let mut table = output::new_table(["language", "id", "toolchain"]);
    let (mut remedies, mut lacking) = (Vec::new(), Vec::new());
    for language in languages.iter() {
        let state = match probe_uncached(language) {
            Ok(toolchain) => {
                let lacks = language.lacks.as_ref();
                lacking.extend(lacks.map(|lacks| format!("{}: {lacks}", language.name)));
                toolchain.version
            }
            Err(missing) => {
                remedies.push(missing.remedy);
                format!("missing: {}", missing.reason)
            }
        };
        table.add_row([&language.name, &language.id, &state].map(|text| escape_line(text)));
    }
    outln!(
        "Toolchains (those not installed by apt are in {})\n",
        toolchains_dir().display()
    );
    outln!("{}", table.trim_fmt());
    for (heading, lines) in [
        (
            "to install the missing toolchains, run mousetrap setup, or these commands:",
            &remedies,
        ),
        ("features available on LeetCode, but not here:", &lacking),
    ] {
        if !lines.is_empty() {
            outln!("\n{heading}\n  {}", lines.join("\n  "));
        }
    }
    remedies.is_empty()
}

/// Prints how this machine isolates submissions. Returns whether the isolation is complete.
fn print_isolation(languages: &Languages) -> Result<bool, SandboxError> {
    let mut sandbox = Sandbox::new(Isolation::Full)?;
    let is_complete = match mousetrap_sandbox::observe_isolation(&mut sandbox) {
        Ok(report) => {
            outln!(
                "full isolation works here\n{}",
                describe_protections(&report)
            );
            report.filter && report.unprivileged
        }
        Err(error) => {
            outln!("{error}");
            false
        }
    };
    outln!("{}", describe_resource_limits());
    outln!("{}", describe_cpu_clock(sandbox.clock(), languages));
    Ok(is_complete)
}

/// Describes which protections the sandbox has on this machine, and how to enable Landlock if it is
/// missing.
fn describe_protections(report: &IsolationReport) -> String {
    let yes = |is: bool| if is { "yes" } else { "NO" };
    let landlock = report.landlock.map_or_else(
        || {
            "none: files are protected only by read-only mounts\n  \
             remedy: use a kernel with Landlock that lists it in its lsm= parameter"
                .to_owned()
        },
        |version| format!("interface version {version}"),
    );
    format!(
        "  separate namespaces: {}\n  system calls filtered (seccomp): {}\n  \
         no capabilities, no new privileges: {}\n  Landlock: {landlock}",
        report.namespaces.join(", "),
        yes(report.filter),
        yes(report.unprivileged),
    )
}

/// Describes how runs are limited and measured, and how to enable control groups if they are
/// unavailable.
fn describe_resource_limits() -> String {
    match mousetrap_sandbox::cgroup_version() {
        Ok(version) => {
            format!("runs are limited and measured by control groups (version {version})")
        }
        Err(reason) => format!(
            "runs are limited and measured process by process, because {reason}\n  \
             weakness: memory is sampled, so short peaks may be missed, and processes are counted per user\n  \
             remedy: run as root, or in your own scope: \
             systemd-run --user --scope -p Delegate=yes mousetrap …"
        ),
    }
}

/// Describes how CPU time is measured, and which processes are not measured.
fn describe_cpu_clock(clock: Clock, languages: &Languages) -> String {
    let mut text = format!("CPU time is measured with the {clock}");
    if let Some(unmeasured) = clock.describe_unmeasured_processes() {
        let _ = write!(text, "\n  it does not measure {unmeasured}");
    }
    let forking = languages.iter().filter(|row| row.needs.run.processes);
    let names: Vec<&str> = forking.map(|language| language.name.as_str()).collect();
    if clock == Clock::Processes {
        if !names.is_empty() {
            let _ = write!(text, "\n  so times may be too low in {}", names.join(", "));
        }
        text += "\n  remedy: use control groups, or run sysctl kernel.perf_event_paranoid=2";
    }
    text
}
