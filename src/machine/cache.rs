//! `mousetrap cache`: what is kept from run to run.

use comfy_table::{CellAlignment, Table};

use crate::cli::common::{Global, choice};
use crate::cli::failure::{Failure, Status};
use crate::cli::out;
use mousetrap_judge::{Cached, Kind, cached};
use mousetrap_report::{count, counted};
use mousetrap_util::printable::named;
use mousetrap_util::{Bytes, Choice as _};

/// Show or clear the caches
///
/// Compiled programs, toolchains made ready, results of earlier runs, what starting a
/// program costs, and the versions of slow toolchains: nothing but time is lost with
/// any of them. All of it together takes at most what `cache` in the [judge] table of
/// judge.toml says, and what was used longest ago goes first.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap cache                              how much there is of each kind
  mousetrap cache --clear                      removes what no judge is using
  mousetrap cache --clear results programs")]
pub(crate) struct Arguments {
    /// Remove everything of these kinds that no judge is using [default: all]
    #[arg(long, value_name = "KIND", num_args = 0.., value_parser = choice::<Kind>())]
    clear: Option<Vec<Kind>>,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let most = global.config()?.judge.cache;
    let (directory, all) = cached().map_err(Failure::internal)?;
    if let Some(kinds) = &arguments.clear {
        clear(&all, kinds);
    } else {
        outln!("{}", table(&all).trim_fmt());
        let sum = size(&all);
        let directory = named(&directory);
        outln!("\n{directory}: {sum} of at most {most} ([judge] cache in judge.toml)");
    }
    Ok(Status::Expected)
}

fn clear(all: &[Cached], kinds: &[Kind]) {
    let wanted = |one: &&Cached| kinds.is_empty() || kinds.contains(&one.kind);
    let (gone, used): (Vec<_>, Vec<_>) =
        all.iter().filter(wanted).cloned().partition(Cached::remove);
    outln!("removed {}, {}", counted(gone.len(), "item"), size(&gone));
    if !used.is_empty() {
        let (number, size) = (counted(used.len(), "item"), size(&used));
        outln!("left {number}, {size}, which a judge is using");
    }
}

fn table(all: &[Cached]) -> Table {
    let mut table = out::table(["kind", "what it is", "items", "size"]);
    for &kind in Kind::ALL {
        let of_kind: Vec<Cached> = all.iter().filter(|one| one.kind == kind).cloned().collect();
        table.add_row([
            kind.name().to_owned(),
            kind.help().to_owned(),
            count(of_kind.len()),
            size(&of_kind).to_string(),
        ]);
    }
    for column in [2, 3] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn size(all: &[Cached]) -> Bytes {
    Bytes(all.iter().map(|one| one.size.0).sum())
}
