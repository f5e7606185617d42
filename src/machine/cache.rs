//! `mousetrap cache`: shows or clears the caches that all runs share.

use comfy_table::Table;

use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::output;
use mousetrap_judge::{CacheEntry, CacheKind, all_entries};
use mousetrap_report::{format_count, format_number};
use mousetrap_util::printable::escape_path;
use mousetrap_util::{Bytes, Choice as _};

/// Show or clear the caches
///
/// Compiled programs, prepared toolchains, results, start-up times and toolchain versions are
/// cached. Removing them costs only time. The key `cache` in the table [judge] of judge.toml limits
/// their total size; the least recently used entries are removed first.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap cache             show the size of each cache
  mousetrap cache --clear     delete all entries that no running judge is using")]
pub(crate) struct Arguments {
    /// Delete all entries that no running judge is using
    #[arg(long)]
    clear: bool,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let max_size = global.read_config()?.judge.cache;
    let (directory, all) = all_entries().map_err(Failure::internal_error)?;
    if arguments.clear {
        clear_caches(&all);
    } else {
        outln!("{}", size_table(&all).trim_fmt());
        let (directory, size) = (escape_path(&directory), total_size(&all));
        outln!("\n{directory}: {size} used, limit {max_size} ([judge] cache in judge.toml)");
    }
    Ok(ExitStatus::Expected)
}

fn clear_caches(all: &[CacheEntry]) {
    let (removed, used): (Vec<_>, Vec<_>) = all.iter().cloned().partition(CacheEntry::remove);
    outln!(
        "removed {} ({})",
        format_count(removed.len(), "item"),
        total_size(&removed)
    );
    if !used.is_empty() {
        let (number, size) = (format_count(used.len(), "item"), total_size(&used));
        outln!("kept {number} ({size}), still in use by a running judge");
    }
}

fn size_table(all: &[CacheEntry]) -> Table {
    let mut table = output::new_table(["kind", "content", "items", "size"]);
    for &kind in CacheKind::ALL {
        let of_kind: Vec<CacheEntry> = all.iter().filter(|one| one.kind == kind).cloned().collect();
        table.add_row([
            kind.name().to_owned(),
            kind.help().to_owned(),
            format_number(of_kind.len()),
            total_size(&of_kind).to_string(),
        ]);
    }
    output::align_right(&mut table, [2, 3]);
    table
}

fn total_size(all: &[CacheEntry]) -> Bytes {
    Bytes(all.iter().map(|one| one.size.0).sum())
}
