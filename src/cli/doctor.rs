//! `mousetrap doctor`: what this machine has, and what it lacks.

use std::sync::atomic::AtomicBool;

use comfy_table::Table;

use crate::attack;
use crate::cli::{Failure, Global, Status};
use crate::language::{Found, probe, toolchains_dir};
use crate::sandbox::{self, Accounting, Isolation, Sandbox};

/// Tell which toolchains and which isolation this machine has, with remedies
///
/// Exit code 1 if something is missing.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Judge the attack battery here and show what each attack earns; takes
    /// about two minutes
    #[arg(long)]
    attack: bool,
    /// Only attacks whose file name contains this
    #[arg(long, value_name = "TEXT", requires = "attack")]
    only: Option<String>,
}

pub(super) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    if arguments.attack {
        return attack(global, arguments.only.as_deref().unwrap_or_default());
    }
    let languages = global.languages()?;
    let mut whole = true;
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["language", "id", "toolchain"]);
    let mut remedies = Vec::new();
    let mut missed = Vec::new();
    for language in languages.iter() {
        let state = match probe(language) {
            Found::Toolchain(toolchain) => {
                if let Some(lacks) = &language.lacks {
                    missed.push(format!("{}: {lacks}", language.name));
                }
                toolchain.version
            }
            Found::Missing { reason, install } => {
                whole = false;
                remedies.push(install);
                format!("missing: {reason}")
            }
        };
        table.add_row([language.name.clone(), language.id.clone(), state]);
    }
    println!(
        "Toolchains (installed ones that apt does not know: {})\n",
        toolchains_dir().display()
    );
    println!("{}", table.trim_fmt());
    if !remedies.is_empty() {
        println!("\nto install what is missing: mousetrap setup, or one by one:");
        for remedy in remedies {
            println!("  {remedy}");
        }
    }
    if !missed.is_empty() {
        println!("\nwhat LeetCode has and these toolchains have not:");
        for line in missed {
            println!("  {line}");
        }
    }
    println!("\nIsolation\n");
    match Sandbox::new(Isolation::Full) {
        Ok(_) => {
            println!("full isolation works here");
            println!("{}", describe(&sandbox::accounting()));
        }
        Err(error) => {
            whole = false;
            println!("{error}");
        }
    }
    Ok(if whole {
        Status::Expected
    } else {
        Status::Unexpected
    })
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

/// Judges the battery, one attack after the other.
fn attack(global: &Global, only: &str) -> Result<Status, Failure> {
    let languages = global.languages()?;
    sandbox::adopt_orphans().map_err(Failure::internal)?;
    let mut held = true;
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["attack", "file", "must earn", "earned", "afterwards"]);
    let (mut tried, mut untried) = (0, 0);
    for attack in attack::attacks() {
        if !attack.file.contains(only) {
            continue;
        }
        let outcome = attack::run(&attack, &languages, &AtomicBool::new(false))
            .map_err(|error| Failure::internal(format!("{}: {error}", attack.file)))?;
        *(if outcome.tried {
            &mut tried
        } else {
            &mut untried
        }) += 1;
        held &= outcome.wrong.is_empty();
        let afterwards = match (outcome.wrong.as_slice(), outcome.tried) {
            ([], true) => "nothing left, next accepted".to_owned(),
            ([], false) => "nothing left".to_owned(),
            (wrong, _) => format!("FAILED: {}", wrong.join("; ")),
        };
        table.add_row([
            attack.what,
            attack.file,
            attack.earns.join(" or "),
            outcome.earned,
            afterwards,
        ]);
    }
    println!("{}", table.trim_fmt());
    let verdict = if held { "all held" } else { "NOT all held" };
    println!("\n{tried} attacks tried, {untried} not tried, {verdict}");
    Ok(if held {
        Status::Expected
    } else {
        Status::Unexpected
    })
}
