//! `mousetrap doctor`: what this machine has, and what it lacks.

use comfy_table::Table;

use crate::cli::{Failure, Global, Status};
use crate::language::{Found, probe, toolchains_dir};
use crate::sandbox::{Isolation, Sandbox};

/// Tell which toolchains and which isolation this machine has, with remedies
///
/// Exit code 1 if something is missing.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {}

pub(super) fn run(global: &Global, _arguments: &Arguments) -> Result<Status, Failure> {
    let languages = global.languages()?;
    let mut whole = true;
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["language", "id", "toolchain"]);
    let mut remedies = Vec::new();
    for language in languages.iter() {
        let state = match probe(language) {
            Found::Toolchain(toolchain) => toolchain.version,
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
    println!("\nIsolation\n");
    match Sandbox::new(Isolation::Full) {
        Ok(_) => println!("full isolation works here"),
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
